package live

import (
	"math"

	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// bridge is the switch: it forwards every frame to the port of its address, and marks data by RED on the queue of
// that port.
type bridge struct {
	clock Clock
	ports []*egress
	by    map[[4]byte]*egress
}

// egress is a port and its queue. With marking on arrival, packets are forwarded at once: the kernel's token bucket
// filter of the port's rate holds them, and the queue here is virtual: what was sent to it, minus what the rate has
// drained since. With marking on departure, packets wait here, as in the model, and the filter smooths the bursts of
// the machine's scheduler.
type egress struct {
	departure bool
	held      [][]byte // in order; on departure only
	spare     [][]byte // for frames to be held
	busy      int64    // when the port has sent all that it was given

	Port
	number int
	rate   uint64 // bit/s
	marker *fabric.RED

	queued int // bytes
	rest   int // of a byte, in 8e9ths: bit/s times ns is 1e-9 bits
	at     int64

	every  int64 // between samples of the queue, ns; 0 for none
	sample int64 // time of the next one
	log    []sampled
	sum    float64 // integral of bytes over ns, up to at
	peak   int
	limit  int    // bytes that may wait, on departure only
	full   uint64 // frames dropped for lack of room

	frames, marks uint64
	wire          uint64 // bytes
}

// sampled is a length of a queue.
type sampled struct {
	at    int64
	bytes int
}

// newBridge makes the switch of a plan; ports are those of its hosts, in order.
func newBridge(p *Plan, ports []Port, clock Clock) *bridge {
	b := &bridge{clock: clock, by: map[[4]byte]*egress{}}
	c := p.config
	node := c.Topology.Hosts
	for i, host := range p.hosts {
		number := p.portOf(host)
		e := &egress{
			Port: ports[i], number: number, rate: p.rate(host), marker: c.Fabric.RED(node, number, p.rate(host)),
			every: int64(c.Fabric.SampleEvery / event.Nanosecond), departure: p.Departure, limit: int(min(c.Fabric.Buffer.Bytes, math.MaxInt32)),
		}
		if p.Kernel {
			e.marker = new(fabric.Config).RED(0, 0, 0) // none
		}
		b.ports = append(b.ports, e)
		for _, k := range p.conns {
			if k.src == host {
				b.by[k.Sender.As4()] = e
			}
			if k.dst == host {
				b.by[k.Receiver.As4()] = e
			}
		}
	}
	return b
}

// step implements node.
func (b *bridge) step() (int64, error) {
	for idle := false; !idle; {
		idle = true
		for _, in := range b.ports {
			list, err := in.Receive()
			if err != nil {
				return 0, err
			}
			idle = idle && len(list) == 0
			for _, frame := range list {
				if !isIPv4(frame) {
					continue
				}
				if out := b.by[destination(frame)]; out != nil {
					if err := out.forward(frame, b.clock()); err != nil {
						return 0, err
					}
				}
			}
		}
		for _, out := range b.ports {
			if err := out.Flush(); err != nil {
				return 0, err
			}
		}
	}
	next := int64(never)
	for _, out := range b.ports {
		due, err := out.release(b.clock())
		if err != nil {
			return 0, err
		}
		if err := out.Flush(); err != nil {
			return 0, err
		}
		next = min(next, due)
	}
	return next, nil
}

// forward forwards a frame, or queues it.
func (e *egress) forward(frame []byte, now int64) error {
	e.advance(now)
	if e.departure {
		e.hold(frame, now)
		return nil
	}
	if roce.SupportsECN(frame) && e.marker.Mark(uint32(min(uint64(e.queued), math.MaxUint32))) {
		roce.SetCE(frame)
		e.marks++
	}
	e.queued += len(frame)
	e.peak = max(e.peak, e.queued)
	e.frames++
	e.wire += uint64(len(frame))
	return e.Send(frame)
}

// hold queues a frame, if there is room.
func (e *egress) hold(frame []byte, now int64) {
	if e.queued+len(frame) > e.limit {
		e.full++
		return
	}
	var room []byte
	if n := len(e.spare); n > 0 {
		room, e.spare = e.spare[n-1], e.spare[:n-1]
	}
	if len(e.held) == 0 {
		e.busy = max(e.busy, now)
	}
	e.held = append(e.held, append(room[:0], frame...))
	e.queued += len(frame)
	e.peak = max(e.peak, e.queued)
}

// release sends the frames that are due, each marked by the queue that it leaves behind, and returns when the next
// one is due.
func (e *egress) release(now int64) (int64, error) {
	for len(e.held) > 0 && e.busy <= now {
		frame := e.held[0]
		e.held = e.held[1:]
		e.advance(now)
		e.queued -= len(frame)
		if roce.SupportsECN(frame) && e.marker.Mark(uint32(e.queued)) {
			roce.SetCE(frame)
			e.marks++
		}
		// Being late by more than slack is lost time, as at a sender.
		e.busy = max(e.busy, now-slack) + int64(uint64(len(frame))*8e9/e.rate)
		e.frames++
		e.wire += uint64(len(frame))
		if err := e.Send(frame); err != nil {
			return 0, err
		}
		e.spare = append(e.spare, frame)
	}
	if len(e.held) == 0 {
		return never, nil
	}
	return e.busy, nil
}

// advance drains the queue up to a time, and takes samples on the way.
func (e *egress) advance(now int64) {
	for e.every != 0 && e.sample <= now {
		e.drain(e.sample)
		e.log = append(e.log, sampled{e.sample, e.queued})
		e.sample += e.every
	}
	e.drain(now)
}

// drain removes what the rate has sent up to a time.
func (e *egress) drain(now int64) {
	const unit = 8e9
	if now <= e.at {
		return
	}
	passed := uint64(now - e.at)
	before := e.queued
	e.at = now
	if e.departure { // frames are removed one by one
		e.sum += float64(before) * float64(passed)
		return
	}
	// The time to empty the queue, ns, rounded up: beyond it the product would overflow.
	if empty := uint64(e.queued)*unit/e.rate + 1; passed >= empty {
		e.queued, e.rest = 0, 0
		e.sum += float64(before) * float64(empty) / 2
	} else {
		gone := passed*e.rate + uint64(e.rest)
		e.queued -= min(int(gone/unit), e.queued)
		e.rest = int(gone % unit)
		e.sum += float64(before+e.queued) * float64(passed) / 2
	}
}
