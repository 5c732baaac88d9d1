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

// egress is a port and its virtual queue: what was sent to it, less what its rate has taken away
// since. The kernel's token bucket filter behind it, of the same rate, holds the packets themselves.
type egress struct {
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
			every: int64(c.Fabric.SampleEvery / event.Nanosecond),
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
	return never, nil
}

// forward sends a frame on.
func (e *egress) forward(frame []byte, now int64) error {
	e.advance(now)
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
