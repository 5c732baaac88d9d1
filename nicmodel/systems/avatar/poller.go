package avatar

import (
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/systems/avatar/ingress"
)

// poller is the receiver's one thread that polls the CQ of the SRQ.
type poller struct {
	params   ingress.Params
	table    ingress.State1024
	segments uint64
	sleeper
}

// demultiplex hands a segment to its connection by the immediate data alone. f is its true connection, and whole
// reports whether it ends its block: the table must agree.
func (r *run) demultiplex(now event.Time, f *conn, c *hostpath.Completion, whole bool) {
	p := &r.poller
	p.segments++
	done := r.sim.NIC(r.receiver).Occupy(p.wakeUp(now, r.config), 0, r.config.Demux)
	p.active = done
	out := ingress.Step(&p.params, &p.table, &ingress.Event{Kind: ingress.EventArrive, Imm: c.Imm, Length: uint32(c.Bytes)})
	want := ingress.VerdictStored
	if whole {
		want = ingress.VerdictComplete
	}
	before := f.offset - uint32(c.Bytes)
	if uint32(out.Slot) != f.number || out.Verdict != want || out.Offset != before || whole && out.Block != f.offset {
		r.broken("flow %d, bytes from %d, end %t: connection %d got them from %d, verdict %d, block %d",
			f.number, before, whole, out.Slot, out.Offset, out.Verdict, out.Block)
		return
	}
	if whole {
		f.arrived = append(f.arrived, f.coming[0])
		r.sim.At(done+r.config.Notify, r.receiver, timerNotified|f.number)
	}
}

// notified reports its oldest block to the receiver's application.
func (r *run) notified(now event.Time, f *conn) {
	b := f.arrived[0]
	f.arrived = shift(f.arrived)
	r.deliver(now, f, b)
}
