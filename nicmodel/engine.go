package nicmodel

import (
	"fmt"
	"math/bits"
	"strings"
	"sync"

	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/nicmodel/cost"
	"smartnic-cc/nicmodel/event"
)

// Engine is a NIC's congestion-control engine: cores that run the handlers of the
// connections' algorithm, and the queue in front of them.
//
//	CNPs, bytes sent, timers,      +-------------+      +--------+
//	acknowledgements, losses,      | queue       | ---> | cores  | ---> rate, window, tags,
//	acknowledged messages   -----> | Depth long  |      | Cores  |      timers
//	                               +-------------+      +--------+      when a handler ends
//
// A free core takes the oldest event of a connection without a running handler: the events of one connection are
// handled one at a time and in order. The handler sees the state and the clock of its begin; its rate and timers take
// effect when it ends, after the cycles in the cost table.
//
// For each connection the queue holds at most one event of notifications, one of bytes sent and one of a timer.
// Notifications that come while one waits are coalesced into it, as are bytes sent. A notification that finds the
// queue full is dropped, as is an acknowledgement, a loss or the end of a message. Bytes sent wait in the
// connection's context for the next packet to report them, a timer for the first room in the queue. A connection
// closes, and its timers stop, when its last message is acknowledged.
//
// A handler costs the table's mean over its vectors, or its worst path, however many notifications its event
// coalesces. Finding the next timer is part of the handler. The notification point, whose CNPs the hardware makes,
// and the engine's queue cost nothing.
//
// The rate log of a connection shows events at the time at which their handlers began. Only without an Engine does a
// replay of the connection's capture give the same log.
type Engine struct {
	// Cores is the number of cores, 1..MaxCores.
	Cores int
	// ClockHz is their clock, 1 MHz to 100 GHz.
	ClockHz uint64
	// Depth is the number of events that may wait, 1..MaxDepth.
	Depth int
	// Target is the profile of the cost table: dpa, nic64, generic32, or another of the table that counts cycles.
	Target string
	// Worst uses a handler's worst path instead of the mean.
	Worst bool
	// Table is the cost table; nil means cost.Default, this firmware's.
	Table *cost.Table
	// Cycles, if not 0, replaces the table: the cycles of every handler, for an algorithm that is not in the table.
	// At most MaxCycles.
	Cycles uint64
	// SentBytes is the payload in bytes per event of bytes sent, of algorithms that take them; 0 has one for each
	// packet. A remainder below it is not reported.
	SentBytes uint32
}

// Limits of an Engine: cores of a NIC, and events that wait for one.
const (
	MaxCores  = 4096
	MaxDepth  = 65535
	MaxCycles = 1_000_000
)

// defaultTable is parsed once; it is not changed.
var defaultTable = sync.OnceValue(cost.Default)

// Check returns what is wrong with an engine for the algorithm of a kind of NIC.
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
	case e.Cycles > MaxCycles:
		return nil, fmt.Errorf("engine.cycles: %d is above %d", e.Cycles, MaxCycles)
	case n.Algorithm == nil:
		return &handlerTimes{}, nil
	case e.Cycles != 0:
		return e.sameTimes(n.Algorithm), nil
	}
	table := e.Table
	if table == nil {
		table = defaultTable()
	}
	if table.Units[e.Target] != "cycles" {
		return nil, fmt.Errorf("engine.target: the cost table has no profile %.40q in cycles%s; use %s", e.Target, nearest.Hint(e.Target, targets(table)), strings.Join(targets(table), ", "))
	}
	return e.handlerTimes(n.Algorithm, table)
}

// LatencyBuckets is the number of buckets of EngineStats.Latency.
const LatencyBuckets = 40

// EngineStats are the statistics of an engine, or of all engines of a run.
type EngineStats struct {
	// Hosts is the number of engines, Cores that of their cores.
	Hosts, Cores uint64
	// Handled is the number of handlers that began. The others count them by event: Notifications, Messages of
	// acknowledged messages, Timers, SentReports of bytes sent, Acks, and Losses of gaps and timeouts.
	Handled, Notifications, Messages, Timers, SentReports, Acks, Losses uint64
	// Coalesced is the number of notifications that joined a waiting one.
	Coalesced uint64
	// Lost is the number of notifications, acknowledgements, losses and ends of messages that
	// found the queue full.
	Lost uint64
	// LateTimers is the number of timers that found the queue full and entered it later; StaleTimers, of those that
	// had been rescheduled by the time a core took them.
	LateTimers, StaleTimers uint64
	// Merged is the number of packets that joined a waiting event of bytes sent, Refused that of such events that
	// found the queue full; their bytes were reported later.
	Merged, Refused uint64
	// Busy is the time that cores were busy, summed over cores.
	Busy event.Time
	// MaxQueue is the largest number of waiting events at one host; QueueTime is the integral of that number over
	// time, summed over hosts, events times ns.
	MaxQueue  uint32 `sums:"max"`
	QueueTime uint64
	// Waited is the time from events' arrival to their handler's begin.
	Waited TimeStats
	// TimerDelay is the time from timers' deadlines to their handlers' begin.
	TimerDelay TimeStats
	// Decision is the time from a notification, an acknowledgement, a loss or the end of a message (the first, of
	// coalesced ones) to its effect. Latency is the histogram of the same: Latency[0] below 1 ns, Latency[i] from
	// 2^(i-1) to below 2^i ns.
	Decision TimeStats
	Latency  [LatencyBuckets]uint64
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

// decision records how long a decision took.
func (s *EngineStats) decided(d event.Time) {
	s.Decision.add(d)
	s.Latency[min(bits.Len64(uint64(d/event.Nanosecond)), LatencyBuckets-1)]++
}
