package nicmodel

import (
	"smartnic-cc/codegen/driver"
	"smartnic-cc/dcqcn"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// partition runs the events of one partition of the model.
type partition struct {
	*fabric.Partition
	m *Model
	Counters
	// before is the end of the current window.
	before  event.Time
	pods    [][]*host
	next    event.Time // what NextTime returns, after Exchange
	records Batch
	logged  []uint32 // connections of the partition whose rates are logged
	// bin is Record.Bin; the byte counters are of the partition's senders and receivers.
	bin                event.Time
	sending, receiving byteCounters
	// runners are the algorithms of the partition's senders; input is the current NIC event, stepped the last step.
	runners []runner
	input   driver.NICEvent
	stepped *driver.Step
	probes  []uint64
	kept    []uint64 // room for the values of records
	faults  []fault
	npEvent dcqcn.NPEvent // it would escape from the stack
	// passed is the packet that has just left a receive path.
	passed fabric.Transit
	// trace is the number of the current acknowledgement's note, valid while tracing is set; hops is room for its
	// hops.
	trace   uint32
	tracing bool
	hops    [fabric.MaxHops]driver.Hop
}

// Counters are what hosts count.
type Counters struct {
	// PayloadBytes were delivered in order.
	PayloadBytes uint64
	// Completed messages; CNPs sent; notifications (CNPs or echoes) taken.
	Completed, CNPs, Notified uint64
	// GoBacks are go-back-N retransmissions, Timeouts those of them after an RTO.
	GoBacks, Timeouts uint64
	// ContextHits and ContextMisses count lookups in context caches; a packet that waited for a fetch counts as one
	// miss.
	ContextHits, ContextMisses uint64
	// RTTs are the times from a packet's leaving to its acknowledgement.
	RTTs TimeStats
}

// TimeStats is a count, a sum and a maximum of times.
type TimeStats struct {
	Count uint64
	Sum   event.Time
	Max   event.Time `sums:"max"`
}

func (t *TimeStats) add(x event.Time) {
	t.Count++
	t.Sum += x
	t.Max = max(t.Max, x)
}

// NextTime returns the time of the partition's first event, or an earlier one of the same window.
func (p *partition) NextTime() event.Time { return p.next }

// Exchange takes in what was sent to the partition's hosts and switches.
func (p *partition) Exchange() {
	p.Partition.Exchange()
	p.look()
}

// look finds the time of the partition's first event.
func (p *partition) look() {
	p.next = p.Partition.NextTime()
	// Within a window all times are equivalent: nothing earlier than the next window's end is needed.
	soon := p.before + p.m.network.Lookahead
	for _, pod := range p.pods {
		for _, h := range pod {
			if p.next < soon {
				return
			}
			p.next = min(p.next, h.next())
		}
	}
}

// next returns the time of the host's first event.
func (h *host) next() event.Time {
	return min(h.in.Next, h.wakes, h.due)
}

// Run handles all events before a time, window by window. Partitions joined by long links run several windows before
// they meet.
func (p *partition) Run(before event.Time) {
	step := p.m.network.Lookahead
	for p.next < before {
		end := min(p.next-p.next%step+step, before)
		p.window(end)
		if end == before {
			return // Exchange calls look
		}
		p.look()
	}
}

// window handles all events of a window: pod by pod, host by host, then switch by switch, since nodes do not affect
// each other within a window. Every other window begins with the last pod, whose packets the caches still have.
func (p *partition) window(before event.Time) {
	p.before = before
	p.Begin(before)
	back := (before-1)/p.m.network.Lookahead%2 == 1
	for i := range p.pods {
		if back {
			i = len(p.pods) - 1 - i
		}
		for _, h := range p.pods[i] {
			if h.next() < before {
				p.runHost(h, before)
			}
		}
		p.RunPod(i, before)
	}
}

// runHost handles a host's events before a time: at one time arrivals first, then its own events in the order of
// creation, then the scheduler's wake.
func (p *partition) runHost(h *host, before event.Time) {
	events := uint64(0)
	for ; ; events++ {
		at := h.in.Next
		if own := h.due; own < at && own <= h.wakes {
			if own >= before {
				break
			}
			e := h.events.Pop()
			h.due = h.events.NextTime()
			p.handle(h, &e)
			continue
		}
		if min(at, h.wakes) >= before {
			break
		}
		if n := p.steady(h, before); n != 0 {
			events += n - 1
			continue
		}
		if h.wakes < at {
			at, h.wakes = h.wakes, never
			p.resumeSending(h, at)
			continue
		}
		k := h.in.First()
		h.in.Drop()
		h.digested(at, k)
		if k.Kind > h.usual {
			p.hold(h, at, k)
		} else if k.Kind == fabric.Data {
			p.data(h, at, k)
		} else {
			p.receive(h, at, k)
		}
	}
	p.Events += events
}

// handle handles a host event.
func (p *partition) handle(h *host, e *event.Event) {
	switch e.Kind {
	case start:
		p.begin(h, e.At)
	case timeout:
		p.timeout(h, e.Arg, e.At)
	case received:
		p.passed = *h.passing.First()
		h.passing.Remove(p.Partition)
		p.pass(h, e.At, &p.passed)
	case dependencyMet:
		p.open(h, e.At, e.Arg)
	case post:
		p.post(h, e.Arg, e.At)
		p.ring(h, e.At)
	case handled:
		p.handled(h, e.Arg, e.At)
	case timer:
		if h.engine == nil {
			p.opened(h, e.Arg, e.At)
			return
		}
		p.timer(h, e.Arg, e.At)
	case again:
		p.retry(h, e.Arg, e.At)
	default:
		p.handleRare(h, e)
	}
}

// handleRare handles an event of a unit of the NIC that most hosts lack.
func (p *partition) handleRare(h *host, e *event.Event) {
	if e.Kind != refill {
		h.iface.step(e)
		return
	}
	h.refill()
	p.resumeSending(h, e.At)
}

// begin posts the messages of a host that begin now, and schedules the next.
func (p *partition) begin(h *host, now event.Time) {
	for len(h.starts) > 0 && p.m.config.Plan.Messages[h.starts[0]].Start <= now {
		p.post(h, h.starts[0], now)
		h.starts = h.starts[1:]
	}
	p.await(h)
	p.ring(h, now)
}

// await schedules the host's next timed message.
func (p *partition) await(h *host) {
	if len(h.starts) > 0 {
		p.after(h, p.m.config.Plan.Messages[h.starts[0]].Start, start, 0)
	}
}
