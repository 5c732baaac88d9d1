package avatar

import (
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
)

// TestbedKeys are the keys of a table [bed] of kind avatar.
type TestbedKeys struct {
	Segment keys.Text `toml:"segment" for:"avatar" unit:"bytes" range:"1..16MiB" default:"4096" doc:"The most payload of a WQE of the Worker's."`
	Window  keys.Text `toml:"window" for:"avatar" unit:"count" range:"1..65536" default:"16" doc:"How many WQEs of the Worker's a QP may have in flight."`
	Order   keys.Text `toml:"order" for:"avatar" one:"rr,wfq" default:"rr" doc:"How the Worker chooses among connections: each in turn, or by weight."`
}

// FlowKeys are those of a table [[bed.flow]].
type FlowKeys struct {
	Strict bool      `toml:"strict" for:"avatar" doc:"Of the class that goes before all others at the NIC."`
	Weight keys.Text `toml:"weight" for:"avatar" unit:"count" range:"1..65536" default:"1" doc:"Its share under order = wfq."`
}

// Testbed returns the testbed of a NIC of 100 Gb/s. flows are the keys of its tables [[bed.flow]].
func (t *TestbedKeys) Testbed(flows []*FlowKeys) extend.Testbed {
	return extend.Testbed{Kind: "avatar", Schedulers: []string{"native", "locked", "avatar"}, Plan: func(r *keys.Reader, b *extend.TestbedLoad) extend.TestbedRun {
		return t.plan(r, b, flows)
	}}
}

func (t *TestbedKeys) plan(r *keys.Reader, b *extend.TestbedLoad, flows []*FlowKeys) extend.TestbedRun {
	c, k := Default(), r.Table("bed", t)
	c.Seed, c.Segment, c.Window, c.Weighted = b.Seed, uint32(k.Bytes(&t.Segment)), uint32(k.Count(&t.Window)), k.One(&t.Order) == "wfq"
	if c.Segment == 0 {
		r.Fail(k.At(&t.Segment), "0; use 1 byte or more")
	}
	l := Load{From: b.Warm, Until: b.End}
	for i := range b.Flows {
		f := &b.Flows[i]
		one := Flow{
			Block: uint32(f.Bytes), Outstanding: uint32(f.Outstanding), Pause: f.Pause,
			Weight: uint32(r.Table(f.Path, flows[i]).Count(&flows[i].Weight)),
		}
		if flows[i].Strict {
			one.Class = ClassStrict
		}
		for range f.Count {
			one.Thread = uint32(len(l.Flows))
			l.Flows = append(l.Flows, one)
		}
	}
	systems := map[string]System{"native": Native, "locked": Locked, "avatar": Avatar}
	return func(scheduler string, told func(extend.Message)) (out extend.TestbedCounts, err error) {
		l.OnComplete = func(conn uint32, posted, at event.Time, bytes uint32) {
			told(extend.Message{Conn: conn, Posted: posted, Completed: at, Bytes: uint64(bytes)})
		}
		ran, err := Run(&c, systems[scheduler], &l)
		if err != nil {
			return out, err
		}
		for i := range ran.Senders {
			out.Add(&ran.Senders[i])
		}
		out.Events = ran.Events
		return out, nil
	}
}
