package nicmodel

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/nearest"
	"smartnic-cc/nicmodel/cost"
	"smartnic-cc/nicmodel/event"
)

// Engine is a NIC's congestion-control engine: cores that run the handlers of the
// reaction points, and the queue in front of them.
//
//	CNPs, bytes sent, timers,      +-------------+      +--------+
//	acknowledged messages   -----> | queue       | ---> | cores  | ---> rate, timers
//	                               | Depth long  |      | Cores  |      when a handler ends
//	                               +-------------+      +--------+
//
// A free core takes the oldest event whose connection has no handler running: the events of
// one connection are handled one at a time and in order. The handler sees the state and
// the clock of its begin; its rate and its timers are in force when it ends, after the
// cycles that the cost table gives it.
//
// Of a connection the queue holds at most one event of notifications, one of bytes sent
// and one of a timer. Notifications that come while one waits are coalesced into it; bytes
// sent likewise. A notification that finds the queue full is lost, and so is the
// acknowledgement of a message (Dolce-RC+), which then teaches nothing. Bytes sent wait in
// the connection's context for the next packet to tell of them, a timer for the first room
// in the queue. The timers of a connection stop when the last of its messages is
// acknowledged: it is closed then.
//
// A handler costs what the table says in the mean over its vectors, or on the worst path,
// however many notifications its event stands for. Finding the next timer is part of the
// handler and costs nothing beside it; so do the notification point, whose CNPs the hardware
// makes, and the engine's own queue.
//
// The rate log of a connection shows events at the time at which their handlers began. That
// a replay of the connection's own capture gives the same log is promised without an Engine
// only.
type Engine struct {
	// Cores is the number of cores, 1..MaxCores.
	Cores int
	// ClockHz is their clock, 1 MHz to 100 GHz.
	ClockHz uint64
	// Depth is the number of events that may wait, 1..MaxDepth.
	Depth int
	// Target is the profile of the cost table: dpa, nic64 or generic32, or one of the
	// table's own that counts cycles.
	Target string
	// Worst takes the cost of a handler's worst path instead of the mean.
	Worst bool
	// Table is the cost table; nil stands for that of this firmware, cost.Default.
	Table *cost.Table
	// SentBytes is the payload after which a connection that takes note of what is sent
	// has an event of bytes sent, bytes; 0 has one for each packet. What is left below that
	// is not told.
	SentBytes uint32
}

// Limits of an Engine: cores of a NIC, and events that wait for one.
const (
	MaxCores = 4096
	MaxDepth = 65535
)

// SpanMessage is the kind of the span of an acknowledged message, beside those of package
// dcqcn.
const SpanMessage = dcqcn.EventCNP + 1

// Indices of handlerTimes beside the kinds of events.
const (
	learnHandler = SpanMessage + 1
	handlers     = learnHandler + 1
)

// handlerTimes is how long each handler keeps a core: by the kind of the event, the
// notification that ends an iteration of the bandit apart.
type handlerTimes [handlers]event.Time

// defaultTable is parsed once; it is not changed.
var defaultTable = sync.OnceValue(cost.Default)

// Check tells what is wrong with an engine that runs what a kind of NIC runs.
func (e *Engine) Check(n *NIC) error {
	_, err := e.times(n)
	return err
}

// times looks up what the handlers of a kind of NIC cost.
func (e *Engine) times(n *NIC) (*handlerTimes, error) {
	switch {
	case e.Cores < 1 || e.Cores > MaxCores:
		return nil, fmt.Errorf("engine.cores: %d is out of range 1..%d", e.Cores, MaxCores)
	case e.Depth < 1 || e.Depth > MaxDepth:
		return nil, fmt.Errorf("engine.depth: %d is out of range 1..%d", e.Depth, MaxDepth)
	case e.ClockHz < 1_000_000 || e.ClockHz > 100_000_000_000:
		return nil, fmt.Errorf("engine.clock: %d Hz is out of range 1 MHz to 100 GHz", e.ClockHz)
	case e.SentBytes > 1<<30:
		return nil, fmt.Errorf("engine.sent_bytes: %d is above 2^30", e.SentBytes)
	}
	table := e.Table
	if table == nil {
		table = defaultTable()
	}
	if table.Units[e.Target] != "cycles" {
		return nil, fmt.Errorf("engine.target: the cost table has no profile %.40q in cycles%s; use %s", e.Target, nearest.Hint(e.Target, targets(table)), strings.Join(targets(table), ", "))
	}
	t := &handlerTimes{}
	set := func(i dcqcn.EventKind, handler string) error {
		c, err := table.Of(handler, e.Target)
		if err != nil {
			algorithm, _, _ := strings.Cut(handler, " ")
			return fmt.Errorf("engine: the cost table does not tell what %.40q costs on %.40q; it knows %s", handler, e.Target, strings.Join(algorithms(table, algorithm), ", "))
		}
		thousandths := c.Mean
		if e.Worst {
			thousandths = c.Worst
		}
		if thousandths < 0 || thousandths > 1_000_000_000 {
			return fmt.Errorf("engine: the cost table gives %.40q %d thousandths of a cycle; a handler takes 0 to a million cycles", handler, thousandths)
		}
		// At most 1e18; rounded to nearest.
		t[i] = max(event.Time((uint64(thousandths)*1_000_000_000+e.ClockHz/2)/e.ClockHz), 1)
		return nil
	}
	if n.Plus != nil {
		return t, set(SpanMessage, fmt.Sprintf("dolcercplus%d step", n.Plus.Arms))
	}
	if n.React == nil {
		return t, nil
	}
	for kind := dcqcn.EventAlphaTimer; kind <= dcqcn.EventCNP; kind++ {
		if err := set(kind, n.React.Algorithm+" "+kind.String()); err != nil {
			return nil, err
		}
	}
	if n.React.Arms > 0 {
		if err := set(learnHandler, n.React.Algorithm+" cnp learns"); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// targets returns the profiles of a table that count cycles, in order of name.
func targets(t *cost.Table) []string {
	var names []string
	for name, unit := range t.Units {
		if unit == "cycles" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// algorithms returns the algorithms of a table that react as one does: to notifications or,
// as Dolce-RC+, to acknowledged messages.
func algorithms(t *cost.Table, like string) []string {
	suffix := " cnp"
	if strings.HasPrefix(like, "dolcercplus") {
		suffix = " step"
	}
	var names []string
	for i := range t.Handlers {
		if name, ok := strings.CutSuffix(t.Handlers[i].Name, suffix); ok && (suffix == " cnp" || strings.HasPrefix(name, "dolcercplus")) {
			names = append(names, name)
		}
	}
	return names
}

// LatencyBuckets is the number of buckets of EngineStats.Latency.
const LatencyBuckets = 40

// EngineStats is what an engine did, or all engines of a run together.
type EngineStats struct {
	// Hosts is the number of engines, Cores that of all their cores.
	Hosts, Cores uint64
	// Handled is the number of handlers that began, Notices and Messages those of
	// notifications and of acknowledged messages, Timers those of timers, Sents those of
	// bytes sent.
	Handled, Notices, Messages, Timers, Sents uint64
	// Coalesced is the number of notifications that joined one that waited.
	Coalesced uint64
	// Lost is the number of notifications and acknowledged messages that found the queue
	// full.
	Lost uint64
	// LateTimers is the number of timers that found the queue full and came in later;
	// StaleTimers, of those that something else had put off by the time a core took them.
	LateTimers, StaleTimers uint64
	// Merged is the number of packets told of by an event of bytes sent that waited
	// already, Refused that of events of bytes sent that found the queue full; the bytes
	// were told later.
	Merged, Refused uint64
	// Busy is the time that cores were busy, summed over cores.
	Busy event.Time
	// MaxQueue is the greatest number of events that waited at one host; QueueTime is the
	// integral of that number over time, summed over hosts, events times ns.
	MaxQueue  uint32
	QueueTime uint64
	// Waited is how long events waited from their coming to their handler's begin.
	Waited Tally
	// TimerDelay is how long after their deadline the handlers of timers began.
	TimerDelay Tally
	// Decision is the time from a notification or an acknowledged message (the first, of
	// coalesced ones) to the rate that follows from it. Latency counts the same by size:
	// Latency[0] below 1 ns, Latency[i] from 2^(i-1) to below 2^i ns.
	Decision Tally
	Latency  [LatencyBuckets]uint64
}

// add adds what another engine did.
func (s *EngineStats) add(o *EngineStats) {
	s.Hosts += o.Hosts
	s.Cores += o.Cores
	s.Handled += o.Handled
	s.Notices += o.Notices
	s.Messages += o.Messages
	s.Timers += o.Timers
	s.Sents += o.Sents
	s.Coalesced += o.Coalesced
	s.Lost += o.Lost
	s.LateTimers += o.LateTimers
	s.StaleTimers += o.StaleTimers
	s.Merged += o.Merged
	s.Refused += o.Refused
	s.Busy += o.Busy
	s.MaxQueue = max(s.MaxQueue, o.MaxQueue)
	s.QueueTime += o.QueueTime
	s.Waited.merge(&o.Waited)
	s.TimerDelay.merge(&o.TimerDelay)
	s.Decision.merge(&o.Decision)
	for i := range s.Latency {
		s.Latency[i] += o.Latency[i]
	}
}

// merge adds another tally.
func (t *Tally) merge(o *Tally) {
	t.Count += o.Count
	t.Sum += o.Sum
	t.Max = max(t.Max, o.Max)
}

// UtilisationPPM returns the share of a time that the cores were busy, millionths, rounded
// down; 0 without cores.
func (s *EngineStats) UtilisationPPM(until event.Time) uint64 {
	if s.Cores == 0 || until <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(s.Busy), 1_000_000)
	q, _ := bits.Div64(hi, lo, s.Cores*uint64(until)) // busy <= cores * until
	return q
}

// decided notes down how long a decision took.
func (s *EngineStats) decided(d event.Time) {
	s.Decision.add(d)
	s.Latency[min(bits.Len64(uint64(d/event.Nanosecond)), LatencyBuckets-1)]++
}
