package themis

import (
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/systems/themis/resubmit"
)

// ring is the ingress queue of a gateway that resubmits: the packet at its head goes back to its end until T_block is
// over. A pass ends when what was ahead of the packet has drained, at the rate of the long link, and takes at least
// the minimum time of a pass.
type ring struct {
	params resubmit.Params
	least  event.Time
	queue  fabric.Queue
	passes []pass // in the order of queue; its length is a power of two
	head   uint32
	// free is when the packet that now leaves the queue has drained; armed means that a wake is pending.
	free   event.Time
	serial fabric.Serial
	armed  bool
	event  resubmit.Event
}

// pass is the state of a packet in the ring.
type pass struct {
	state   resubmit.State
	arrived event.Time
	flow    uint32
	number  uint32 // of the packet among those of its flow that were in the ring
}

func newRing(c *Config, rate uint64) *ring {
	serial := fabric.SerialOf(rate)
	return &ring{
		// UQ40.24 ps to UQ8.24 ns.
		params: resubmit.Params{PerByte: uint32(uint64(serial) / 1000), Least: uint32(c.Least / event.Nanosecond)},
		least:  c.Least, serial: serial, passes: make([]pass, 1024),
	}
}

// enter begins to hold a packet.
func (r *ring) enter(g *Gateway, v *fabric.SwitchContext, k *fabric.Transit, f *flow, at uint32, wait event.Time) {
	w := pass{arrived: v.Now, flow: at, number: f.entered}
	f.entered++
	r.event = resubmit.Event{First: true, Block: uint64(wait / event.Nanosecond), Queue: r.queue.Bytes}
	resubmit.Step(&r.params, &w.state, &r.event)
	r.put(w)
	v.Enqueue(&r.queue, k, v.Now+r.least)
	g.Resubmits++
	g.ResubmitBytes += uint64(k.Size)
	r.arm(v)
}

// put writes the state of the packet being appended to the queue.
func (r *ring) put(w pass) {
	n := r.queue.Packets
	if n == uint32(len(r.passes)) {
		larger := make([]pass, 2*n)
		for i := range n {
			larger[i] = r.passes[(r.head+i)&(n-1)]
		}
		r.passes, r.head = larger, 0
	}
	r.passes[(r.head+n)&uint32(len(r.passes)-1)] = w
}

// arm schedules a wake for when the first packet has passed.
func (r *ring) arm(v *fabric.SwitchContext) {
	if r.armed || r.queue.Packets == 0 {
		return
	}
	r.armed = true
	v.WakeAt(max(fabric.EnqueueTime(&r.queue), r.free, v.Now))
}

// turn forwards the first packet, or moves it to the end of the queue.
func (r *ring) turn(g *Gateway, v *fabric.SwitchContext) {
	r.armed = false
	k := r.queue.First()
	size := k.Size
	r.free = v.Now + r.serial.Of(uint32(size))
	w := r.passes[r.head&uint32(len(r.passes)-1)]
	f := &g.flows[w.flow]
	r.event = resubmit.Event{Queue: r.queue.Bytes - uint32(size)}
	again := resubmit.Step(&r.params, &w.state, &r.event).Again
	r.head++
	if again || w.number != f.left {
		// An earlier packet of its flow is still in the ring.
		r.queue.Packets--
		r.put(w)
		r.queue.Packets++
		v.Requeue(&r.queue, v.Now+r.least)
		g.Resubmits++
		g.ResubmitBytes += uint64(size)
	} else {
		f.left++
		g.ended(v.Now-w.arrived, uint64(size))
		v.Send(&r.queue)
	}
	r.arm(v)
}
