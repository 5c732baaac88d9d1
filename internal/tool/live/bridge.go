package live

import (
	"math"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// bridge is the switch: it sends every frame on to the port of its address, and marks data by RED's
// rule on the queue that stands before that port's rate.
type bridge struct {
	clock Clock
	ports []*egress
	by    map[[4]byte]*egress
}

// egress is a port and its queue. Marked on arrival, packets go on at once: the kernel's token bucket
// filter behind the port, of its rate, holds them, and the queue here is a virtual one: what was sent
// to it, less what its rate has taken away since. Marked on departure, packets wait here, as they do in
// the model, and the filter makes even what the machine's scheduler lets go in bursts.
type egress struct {
	departure bool
	held      [][]byte // in order; departure only
	spare     [][]byte // for frames to be held
	busy      int64    // when the port has sent what it was given

	Port
	number int
	rate   uint64 // bit/s
	marker *fabric.RED

	queued int // bytes
	rest   int // of a byte, in 8e9ths: bit/s times ns is 1e-9 bits
	at     int64

	every  int64 // between samples of the queue, ns; 0 for none
	sample int64 // when the next is
	log    []sampled
	sum    float64 // of bytes times ns, up to at
	peak   int
	limit  int    // bytes that may wait, departure only
	full   uint64 // frames that found no room

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

// forward sends a frame on, or puts it where it waits.
func (e *egress) forward(frame []byte, now int64) error {
	e.advance(now)
	if e.departure {
		e.hold(frame, now)
		return nil
	}
	if mayMark(frame) && e.marker.Mark(uint32(min(uint64(e.queued), math.MaxUint32))) {
		mark(frame)
		e.marks++
	}
	e.queued += len(frame)
	e.peak = max(e.peak, e.queued)
	e.frames++
	e.wire += uint64(len(frame))
	return e.Send(frame)
}

// hold puts a frame to those that wait, if there is room.
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

// release lets the frames go whose turn has come, each marked by what it leaves behind, and returns
// when the next one's comes.
func (e *egress) release(now int64) (int64, error) {
	for len(e.held) > 0 && e.busy <= now {
		frame := e.held[0]
		e.held = e.held[1:]
		e.advance(now)
		e.queued -= len(frame)
		if mayMark(frame) && e.marker.Mark(uint32(e.queued)) {
			mark(frame)
			e.marks++
		}
		// Late by more than slack is lost time, as at a sender.
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

// advance takes away what the rate has sent up to a time, and samples on the way.
func (e *egress) advance(now int64) {
	for e.every != 0 && e.sample <= now {
		e.drain(e.sample)
		e.log = append(e.log, sampled{e.sample, e.queued})
		e.sample += e.every
	}
	e.drain(now)
}

// drain takes away what the rate has sent up to a time.
func (e *egress) drain(now int64) {
	const unit = 8e9
	if now <= e.at {
		return
	}
	passed := uint64(now - e.at)
	before := e.queued
	e.at = now
	if e.departure { // it is taken away frame by frame
		e.sum += float64(before) * float64(passed)
		return
	}
	// What a queue takes to empty, ns, rounded up: after that long the product would not fit.
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
