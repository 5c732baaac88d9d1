package exact

import (
	"cmp"
	"fmt"

	"smartnic-cc/internal/base/packet/simtrace"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/random"
)

// The simulator's buffer in bytes: what a class of a port has for itself, and how far below the threshold its use falls
// before a resume.
const (
	reserve      = 4096
	resumeOffset = 3072
)

// Simulator is the state of a run.
type Simulator struct {
	clock
	config   *nicmodel.Config
	rules    rules
	hosts    []host
	memories []memory
	ports    [][]port // by node
	flows    []flow
	waiting  []*flow // those that have not started, in order
	// unit is INT_MULTI, 0 without telemetry.
	unit  uint32
	marks bool
	coins *random.Streams
	lossy int // models of losses
	// fullBytes are the largest packet on the wire, header those besides the payload.
	fullBytes, ackBytes, header uint32
	payload                     uint64
	// bdp is the window of a flow at its line rate in bytes, 0 for none; scaled: it follows the rate. rtt is the
	// base RTT in ns.
	bdp, rtt uint64
	scaled   bool
	ackClass uint8  // the bit of the class in which PFC holds hosts' acknowledgements; 0 in none
	traced   []bool // the nodes whose packets are recorded; nil without any
	inspects bool   // packets are recorded, or lost by links
	// depth sees the queues, nil if nobody does; samples are those of it that are to come, looked when the last one was.
	depth           fabric.Depth
	samples, looked uint64

	result nicmodel.Result
	batch  nicmodel.Batch
}

// Run runs a configuration to its end, as nicmodel's Model.Run does; it may be called once. Firmware programs and
// what the configuration records may have been set since New. Records are passed on, and progress is called, every 16 us
// of simulated time; neither may be nil.
func (s *Simulator) Run(sink nicmodel.Sink, progress nicmodel.Progress) (*nicmodel.Result, error) {
	if err := check(s.config); err != nil {
		return nil, fmt.Errorf("exact: %w", err)
	}
	s.begin()
	r, b := &s.result, &s.batch
	flush := func(until event.Time) error {
		b.Until = until
		err := sink.Flush(b)
		b.Completions, b.Pauses, b.Trace = b.Completions[:0], b.Pauses[:0], b.Trace[:0]
		return err
	}
	var err error
	for err == nil && s.block() {
		err = cmp.Or(progress(r.Until, r.Completed), flush(r.Until))
	}
	r.InFlightPackets, r.InFlightBytes = r.SentPackets-r.ReceivedPackets-r.DroppedPackets, r.SentBytes-r.ReceivedBytes-r.DroppedBytes
	return r, cmp.Or(err, flush(r.Until))
}

// block runs the events before the wheel's next turn, and reports whether there are any after it.
func (s *Simulator) block() bool {
	for last := s.end; ; {
		due := s.advance()
		if s.result.Until = event.Time(s.now) * event.Nanosecond; due == nil || s.result.Until >= s.config.End {
			s.result.Until = s.config.End
			return false
		}
		if s.end != last {
			return true
		}
		for due.head != nil {
			it := due.pop()
			s.number = it.number
			s.result.Events++
			switch {
			case s.inspects && it.kind <= resume && s.lost(it):
			case it.leg != nil:
				s.forward(it.leg, it)
			default:
				s.dispatch(it)
			}
		}
	}
}

// lost reports whether the link loses a packet that arrives.
func (s *Simulator) lost(it *item) bool {
	if l := it.port.loss; l.rate != 0 && l.coins.Next() < l.rate {
		if it.kind < pause {
			s.result.DroppedPackets++
			s.result.DroppedBytes += uint64(it.size)
			s.result.Lossy++
		}
		s.drop(it)
		return true
	}
	if s.traced != nil {
		s.trace(it.port, it, simtrace.Recv, 0)
	}
	return false
}

// dispatch runs an event that is not the arrival of a packet at a switch.
func (s *Simulator) dispatch(it *item) {
	p, f := it.port, it.flow
	switch k := it.kind; k {
	case data, ack, nack:
		s.received(p.host, it)
		return
	case pause, resume:
		s.heard(p, it)
	case transmitted:
		p.ending = false
		s.next(p)
	case wake:
		p.host.timer = nil
		s.dequeue(p.host)
	case starts:
		s.start()
	case install:
		it.kind = open
		s.after(0, it)
		return
	case open:
		f.available = s.now
		f.host.flows = append(f.host.flows, f)
		s.dequeue(f.host)
	case alphaTimer, cutTimer, increaseTimer:
		s.expired(f, k)
	case look:
		if s.looked = s.now; s.samples > 1 {
			s.samples--
			s.after(s.depth.(Sampler).Every(), s.take(look))
		}
	}
	s.drop(it)
}

// start has the flows of an instant installed, each as an event, and awaits the next ones.
func (s *Simulator) start() {
	for len(s.waiting) > 0 && s.waiting[0].start == s.now {
		it := s.take(install)
		it.flow = s.waiting[0]
		s.after(0, it)
		s.waiting = s.waiting[1:]
	}
	s.await()
}

// await schedules the next start of flows.
func (s *Simulator) await() {
	if len(s.waiting) > 0 {
		s.after(s.waiting[0].start-s.now, s.take(starts))
	}
}

// complete ends a flow.
func (s *Simulator) complete(f *flow) {
	f.done = true
	f.expected, f.nackOf, f.nackAfter = 0, 0, 0 // the simulator forgets the receiver
	for k := range kind(len(f.timers)) {
		f.disarm(alphaTimer + k)
	}
	s.result.Completed++
	ps := func(ns uint64) event.Time { return event.Time(ns) * event.Nanosecond }
	s.batch.Completions = append(s.batch.Completions, nicmodel.Completion{
		At: ps(s.now), Conn: f.conn, Message: f.message, Posted: ps(f.start), First: ps(f.first), Delivered: ps(f.delivered),
	})
}

// Sampler is a fabric.Depth that samples the queues, at times in ns. In the simulator a sample is an event, before or
// after those that change a queue at its instant. A change before it is shown to Change as one of the ns before.
type Sampler interface {
	fabric.Depth
	// Samples returns the time of the first one, and how many there are; Every the time between two.
	Samples() (first, n uint64)
	Every() uint64
}

// sampled schedules the first sample.
func (s *Simulator) sampled() {
	d, ok := s.config.Fabric.Depth.(Sampler)
	if !ok {
		return
	}
	first := uint64(0)
	if first, s.samples = d.Samples(); s.samples > 0 {
		s.depth, s.looked = d, first-1
		s.after(first, s.take(look))
	}
}

// changed shows a change of a port's queues.
func (s *Simulator) changed(p *port, bytes int32) {
	now := s.now
	if first, _ := s.depth.(Sampler).Samples(); now != s.looked && now >= first && (now-first)%s.depth.(Sampler).Every() == 0 {
		now--
	}
	s.depth.Change(event.Time(now)*event.Nanosecond, p.node, uint32(p.number), bytes)
}

// record keeps a PFC frame that arrived at a port, with the time at which its transmission began.
func (s *Simulator) record(p *port, it *item) {
	if s.config.Record.Pauses {
		s.batch.Pauses = append(s.batch.Pauses, fabric.PauseRecord{
			At:   event.Time(s.now-p.delay-serial(pfcBytes, p.rate)) * event.Nanosecond,
			Node: p.peer.node, Port: p.peer.number, Class: it.class, Stop: it.kind == pause,
		})
	}
}
