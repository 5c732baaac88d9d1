package avatar

import (
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
)

// BedKeys are the keys of a table [bed] of kind avatar.
type BedKeys struct {
	Segment keys.Text `toml:"segment" for:"avatar"`
	Window  keys.Text `toml:"window" for:"avatar"`
	Order   keys.Text `toml:"order" for:"avatar"`
}

// FlowKeys are those of a table [[bed.flow]].
type FlowKeys struct {
	Strict bool      `toml:"strict" for:"avatar"`
	Weight keys.Text `toml:"weight" for:"avatar"`
}

// Bed returns the bed of a NIC of 100 Gb/s. flows are the keys of its tables [[bed.flow]].
func (t *BedKeys) Bed(flows []*FlowKeys) extend.Bed {
	return extend.Bed{Kind: "avatar", Schedulers: []string{"native", "locked", "avatar"}, Plan: func(r *keys.Reader, b *extend.BedLoad) extend.BedRun {
		return t.plan(r, b, flows)
	}}
}

func (t *BedKeys) plan(r *keys.Reader, b *extend.BedLoad, flows []*FlowKeys) extend.BedRun {
	c := Default()
	c.Seed = b.Seed
	c.Segment = uint32(r.Bytes("bed.segment", t.Segment, uint64(c.Segment), 1<<24))
	c.Window = uint32(r.Count("bed.window", t.Window, uint64(c.Window), 1, 1<<16))
	c.Weighted = r.One("bed.order", t.Order, "rr", "rr", "wfq") == "wfq"
	if c.Segment == 0 {
		r.Fail("bed.segment", "0; use 1 byte or more")
	}
	l := Load{From: b.Warm, Until: b.End}
	for i := range b.Flows {
		f := &b.Flows[i]
		one := Flow{
			Block: uint32(f.Bytes), Outstanding: uint32(f.Outstanding), Pause: f.Pause,
			Weight: uint32(r.Count(f.At("weight"), flows[i].Weight, 1, 1, 1<<16)),
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
	return func(scheduler string, told func(extend.Message)) (out extend.BedCounts, err error) {
		l.Told = func(conn uint32, posted, at event.Time, bytes uint32) {
			told(extend.Message{Conn: conn, Posted: posted, Told: at, Bytes: uint64(bytes)})
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
