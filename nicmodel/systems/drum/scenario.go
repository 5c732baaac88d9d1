package drum

import (
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
)

// TestbedKeys are the keys of a table [bed] of kind drum.
type TestbedKeys struct {
	Group keys.Text `toml:"group" for:"drum" unit:"count" range:"1..1024" default:"5" doc:"How many connections share a QP under share."`
}

// FlowKeys are those of a table [[bed.flow]].
type FlowKeys struct {
	Batch keys.Text `toml:"batch" for:"drum" unit:"count" range:"1..4096" default:"1" doc:"WQEs of a batch, the last of which is signalled."`
	Start keys.Text `toml:"start" for:"drum" unit:"time" default:"0" doc:"When it posts first, up to 20us later."`
}

// Testbed returns the testbed of a NIC of 40 Gb/s. flows are the keys of its tables [[bed.flow]].
func (t *TestbedKeys) Testbed(flows []*FlowKeys) extend.Testbed {
	return extend.Testbed{Kind: "drum", Schedulers: []string{"raw", "share", "drum"}, OverTime: true, Plan: func(r *keys.Reader, b *extend.TestbedLoad) extend.TestbedRun {
		return t.plan(r, b, flows)
	}}
}

func (t *TestbedKeys) plan(r *keys.Reader, b *extend.TestbedLoad, flows []*FlowKeys) extend.TestbedRun {
	d := Testbed{Warm: b.Warm, Length: b.End, Seed: b.Seed, Group: int(r.Table("bed", t).Count(&t.Group))}
	for i := range b.Flows {
		f := &b.Flows[i]
		k := r.Table(f.Path, flows[i])
		one := Load{
			Bytes: f.Bytes, Window: int(f.Outstanding), Pause: f.Pause, Batch: int(k.Count(&flows[i].Batch)), Start: k.Time(&flows[i].Start),
		}
		if r.Err == nil && one.Start >= b.End {
			r.Fail(k.At(&flows[i].Start), "%v is not before the end of the run at %v", one.Start, b.End)
		}
		for range f.Count {
			d.Loads = append(d.Loads, one)
		}
	}
	schemes := map[string]Scheme{"raw": Raw, "share": Share, "drum": Scheduled}
	return func(scheduler string, told func(extend.Message)) (out extend.TestbedCounts, err error) {
		d.Scheme = schemes[scheduler]
		d.OnComplete = func(conn uint32, posted, at event.Time, bytes uint64) {
			told(extend.Message{Conn: conn, Posted: posted, Completed: at, Bytes: bytes})
		}
		m, err := d.Run()
		if err != nil {
			return out, err
		}
		return extend.TestbedCounts{Events: m.Events, ContextHits: m.Hits, ContextMisses: m.Misses}, nil
	}
}
