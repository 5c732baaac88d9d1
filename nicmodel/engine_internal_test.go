package nicmodel

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/reference"
	"smartnic-cc/nicmodel/cost"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// stage is one host with an engine that a test feeds by hand, at times that it chooses.
type stage struct {
	t       testing.TB
	scripts []*script
	m       *Model
	p       *partition
	h       *host
	e       *engine
	// seen are the events that machines took, in order.
	seen []dcqcn.Event
}

// script is a machine of dcqcn whose answers are known: rate 1000 and the number of the event, and
// timers by the clock.
type script struct {
	s     *stage
	steps uint32
	timer dcqcn.Timer
	// after an event of a kind a timer of this period runs, if not 0.
	period uint32
}

func (x *script) Step(event []uint64) ([]uint64, error) {
	var e dcqcn.Event
	require.NoError(x.s.t, reference.Unflatten(event, &e))
	x.s.seen = append(x.s.seen, e)
	x.steps++
	if x.period != 0 {
		x.timer = dcqcn.Timer{At: e.Now.Add(x.period), Kind: dcqcn.EventIncreaseTimer}
	}
	return reference.Flatten(&dcqcn.Output{Rate: dcqcn.Rate(1000 + x.steps)}), nil
}
func (x *script) Next(uint32) ([]uint64, error) { return reference.Flatten(&x.timer), nil }
func (x *script) First() ([]uint64, error) {
	return reference.Flatten(&dcqcn.Output{Rate: 100_000_000}), nil
}
func (x *script) View() ([]uint64, error) { return nil, nil }
func (x *script) State() []uint64         { return nil }
func (x *script) Load([]uint64)           {}

// Open makes the script of the next connection: a stage is the engine of its scripts.
func (s *stage) Open([]uint64) (driver.Machine, error) {
	x := &script{s: s}
	s.scripts = append(s.scripts, x)
	return x, nil
}

// flatTable gives the handlers of dcqcn these numbers of cycles.
func flatTable(cnp, sent, timer int64) *cost.Table {
	t := &cost.Table{Units: map[string]string{"test": "cycles", "steps": "stages"}}
	add := func(name string, cycles int64) {
		t.Handlers = append(t.Handlers, cost.Handler{Name: name, Costs: map[string]cost.Cost{"test": {Mean: 1000 * cycles, Worst: 2000 * cycles}}})
	}
	add("dcqcn alpha-timer", timer)
	add("dcqcn cut-timer", timer)
	add("dcqcn increase-timer", timer)
	add("dcqcn sent", sent)
	add("dcqcn cnp", cnp)
	return t
}

// newStage makes host 0 with conns connections that run scripts.
func newStage(t testing.TB, conns int, engine Engine) *stage {
	return stageOf(t, conns, engine, func(s *stage) driver.Engine { return s })
}

// newRealStage makes host 0 with conns connections of DCQCN.
func newRealStage(t testing.TB, conns int, engine Engine) *stage {
	return stageOf(t, conns, engine, func(*stage) driver.Engine { return reference.Native("dcqcn") })
}

func stageOf(t testing.TB, conns int, engine Engine, runs func(*stage) driver.Engine) *stage {
	top, err := topology.Star{Hosts: 2, Rate: 100_000_000_000, Delay: event.Microsecond}.Build()
	require.NoError(t, err)
	plan := &workload.Plan{}
	for i := range conns {
		plan.Conns = append(plan.Conns, workload.Conn{Src: 0, Dst: 1, SrcPort: uint16(i), DstPort: 1, Class: 1})
		plan.Messages = append(plan.Messages, workload.Message{Conn: uint32(i), Bytes: 1, After: workload.NoDependency, OnArrival: workload.NoDependency, OnAck: workload.NoDependency})
	}
	chosen, err := (&reaction.Choice{Algo: "dcqcn", Profile: "paper", Line: 100_000_000}).Setup()
	require.NoError(t, err)
	setup, err := chosen.Driver()
	require.NoError(t, err)
	s := &stage{t: t}
	setup.Engine = func() (driver.Engine, error) { return runs(s), nil }
	nic := DefaultNIC()
	nic.Algorithm, nic.Engine = &setup, &engine
	m, err := New(&Config{
		Topology: top, Plan: plan, NICs: []NIC{nic}, End: event.Second, Record: Record{SpanHosts: []uint32{0}},
		Fabric: fabric.Config{Classes: fabric.DefaultClasses(), Buffer: fabric.DefaultBuffer(), MTUWire: 1048},
	})
	require.NoError(t, err)
	s.m, s.p, s.h, s.e = m, m.partitions[0], &m.hosts[0], m.hosts[0].engine
	s.h.events = nil // its messages do not begin by themselves
	return s
}

// until lets all of the host's events before a time happen.
func (s *stage) until(t event.Time) {
	for len(s.h.events) > 0 && s.h.events[0].At < t {
		e := s.h.events.Pop()
		s.p.handle(s.h, &e)
	}
}

// notice is the arrival of a CNP.
func (s *stage) notice(at event.Time, conn uint32, marked uint16) {
	s.until(at)
	s.p.engineNotice(s.h, conn, &s.m.senders[conn], at, marked)
}

// us is a number of microseconds.
func us(n int64) event.Time { return event.Time(n) * event.Microsecond }

// one1us is an engine of one core whose handler of CNPs takes 1 us, that of bytes sent 2 us,
// timers 500 ns.
func one1us(depth int) Engine {
	return Engine{Cores: 1, ClockHz: 1_000_000_000, Depth: depth, Target: "test", Table: flatTable(1000, 2000, 500)}
}

// TestEngineQueueClosedForm: with arrivals every 600 ns and a handler of 1 us, the k-th
// event of a batch waits k 400 ns; and the integral of the queue's length is the sum of the
// waiting times.
func TestEngineQueueClosedForm(t *testing.T) {
	const n = 50
	s := newStage(t, n, one1us(n))
	for i := range n {
		s.notice(event.Time(i)*600*event.Nanosecond, uint32(i), 1)
	}
	s.until(event.Never)
	spans := s.p.records.Spans
	require.Len(t, spans, n)
	sum := event.Time(0)
	for i, k := range spans {
		require.EqualValues(t, i, k.Conn)
		require.Equal(t, event.Time(i)*600*event.Nanosecond, k.Queued)
		require.Equal(t, us(int64(i)), k.Begin)
		require.Equal(t, us(int64(i+1)), k.End)
		sum += event.Time(i) * 400 * event.Nanosecond
	}
	got := s.e.state(us(100))
	require.Equal(t, TimeStats{Count: n, Sum: sum, Max: 49 * 400 * event.Nanosecond}, got.Waited)
	require.Equal(t, TimeStats{Count: n, Sum: sum + us(n), Max: 49*400*event.Nanosecond + us(1)}, got.Decision)
	require.EqualValues(t, sum/event.Nanosecond, got.QueueTime)
	require.Equal(t, us(n), got.Busy)
	require.EqualValues(t, 500_000, got.UtilisationPPM(us(100)))
	// When the last event comes at 29.4 us, 30 have begun or are done: 20 wait.
	require.EqualValues(t, 20, got.MaxQueue)
	latencies := uint64(0)
	for _, k := range got.Latency {
		latencies += k
	}
	require.EqualValues(t, n, latencies)
	require.EqualValues(t, 1, got.Latency[10], "1000 ns is in 512..1023: the first")

	// In the middle of a handler the rest of it does not count.
	s = newStage(t, 1, one1us(1))
	s.notice(us(3), 0, 1)
	require.Equal(t, us(1)/4, s.e.state(us(3)+us(1)/4).Busy)
}

// TestEngineAgainstRecursion: random arrivals on several cores wait as Kiefer's and
// Wolfowitz's recursion says: an event begins when it has come and the core that is free
// first is free.
func TestEngineAgainstRecursion(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		cores := 1 + rng.IntN(5)
		const n = 400
		engine := one1us(n)
		engine.Cores = cores
		s := newStage(t, n, engine)
		free := make([]event.Time, cores)
		now := event.Time(0)
		var begins []event.Time
		sum := event.Time(0)
		for i := range n {
			now += event.Time(rng.Int64N(int64(us(2)) / int64(cores)))
			s.notice(now, uint32(i), 1)
			slices.Sort(free)
			begin := max(now, free[0])
			free[0] = begin + us(1)
			begins = append(begins, begin)
			sum += begin - now
		}
		s.until(event.Never)
		require.Len(t, s.p.records.Spans, n)
		for i, k := range s.p.records.Spans {
			require.Equal(t, begins[i], k.Begin, "seed %d, event %d on %d cores", seed, i, cores)
		}
		got := s.e.state(event.Second)
		require.Equal(t, sum, got.Waited.Sum)
		require.Equal(t, us(n), got.Busy)
		require.EqualValues(t, sum/event.Nanosecond, got.QueueTime)
	}
}

// TestEngineCoalesces: CNPs that come while one waits join it; one that comes while the handler runs waits for its
// end, even if another core is free; the handler gets the count of all.
func TestEngineCoalesces(t *testing.T) {
	engine := one1us(4)
	engine.Cores = 2
	s := newStage(t, 2, engine)
	s.notice(us(1), 0, 5)                      // begins at once
	s.notice(us(1)+100*event.Nanosecond, 0, 1) // waits for that handler, not for a core
	s.notice(us(1)+200*event.Nanosecond, 0, 2) // joins
	s.notice(us(1)+300*event.Nanosecond, 0, 3) // joins
	s.notice(us(1)+400*event.Nanosecond, 1, 9) // the other core
	s.until(event.Never)
	require.Equal(t, []dcqcn.Event{
		{Now: 1000, CNPs: 1, Marked: 5, Kind: dcqcn.EventCNP},
		{Now: 1400, CNPs: 1, Marked: 9, Kind: dcqcn.EventCNP},
		{Now: 2000, CNPs: 3, Marked: 6, Kind: dcqcn.EventCNP},
	}, s.seen)
	got := s.e.state(us(10))
	require.EqualValues(t, 2, got.Coalesced)
	require.EqualValues(t, 3, got.Notifications)
	require.EqualValues(t, 1, got.MaxQueue)
	require.Equal(t, 1900*event.Nanosecond, got.Decision.Max, "from the first of the coalesced")
	require.Zero(t, got.Lost)

	// The counts saturate.
	s = newStage(t, 1, one1us(1))
	for range 70_000 {
		s.notice(us(1), 0, 127)
	}
	s.until(event.Never)
	require.Equal(t, dcqcn.Event{Now: 2000, CNPs: 65535, Marked: 65535, Kind: dcqcn.EventCNP}, s.seen[1])
}

// TestEngineLosesAtDepth: the queue holds Depth events, and the next is lost without a
// trace in the connection.
func TestEngineLosesAtDepth(t *testing.T) {
	const depth = 3
	s := newStage(t, 10, one1us(depth))
	for i := range uint32(10) {
		s.notice(us(1), i, 1)
	}
	s.until(us(3))
	s.notice(us(3), 9, 7) // lost before; now there is room, and nothing is left of the first
	s.until(event.Never)
	var conns []uint32
	for _, k := range s.p.records.Spans {
		conns = append(conns, k.Conn)
	}
	require.Equal(t, []uint32{0, 1, 2, 3, 9}, conns)
	require.Equal(t, dcqcn.Event{Now: 5000, CNPs: 1, Marked: 7, Kind: dcqcn.EventCNP}, s.seen[4])
	got := s.e.state(us(10))
	require.EqualValues(t, 6, got.Lost)
	require.EqualValues(t, depth, got.MaxQueue)
}

// TestEngineRateHoldsAtEnd: not before, and exactly then.
func TestEngineRateHoldsAtEnd(t *testing.T) {
	s := newStage(t, 1, one1us(1))
	c := &s.m.senders[0]
	before := c.rate
	s.notice(us(1), 0, 1)
	s.until(us(2))
	require.Equal(t, before, c.rate)
	s.until(us(2) + 1)
	require.EqualValues(t, 1001, c.rate)
}

// TestEngineTimers: timers begin at their deadlines while there is a core, late else, and
// never vanish; one that a CNP puts off while it waits takes no time.
func TestEngineTimers(t *testing.T) {
	s := newStage(t, 3, one1us(1))
	s.scripts[0].period = 10_000
	s.notice(us(1), 0, 1)
	s.until(us(40))
	require.Equal(t, []dcqcn.Event{
		{Now: 1000, CNPs: 1, Marked: 1, Kind: dcqcn.EventCNP},
		{Now: 11_000, Kind: dcqcn.EventIncreaseTimer},
		{Now: 21_000, Kind: dcqcn.EventIncreaseTimer},
		{Now: 31_000, Kind: dcqcn.EventIncreaseTimer},
	}, s.seen)
	require.Zero(t, s.e.state(us(40)).TimerDelay.Max)
	// At 41 us a core and the queue are taken: the timer waits for room, then for the core.
	s.notice(us(41)-2, 1, 1)
	s.notice(us(41)-1, 2, 1)
	s.until(us(45))
	require.Equal(t, dcqcn.Event{Now: 42_999, Kind: dcqcn.EventIncreaseTimer}, s.seen[6])
	got := s.e.state(us(45))
	require.EqualValues(t, 1, got.LateTimers)
	require.Equal(t, us(2)-2, got.TimerDelay.Max)

	// A CNP that came first moves the timer that waits behind it.
	s = newStage(t, 2, one1us(4))
	s.scripts[0].period = 10_000
	s.notice(us(1), 0, 1)
	s.notice(us(11)-2, 1, 1) // keeps the core until 12 us
	s.notice(us(11)-1, 0, 1) // waits, and the timer of 11 us behind it
	s.until(us(14))
	got = s.e.state(us(14))
	require.EqualValues(t, 1, got.StaleTimers)
	require.Zero(t, got.Timers)
	s.until(us(22)) // the timer is 10 us after the handler that put it off
	require.Zero(t, s.e.state(us(22)).Timers-1)
	require.EqualValues(t, 21_999, s.seen[len(s.seen)-1].Now)

	// What a flow has parked behind such a timer goes on at once.
	engine := one1us(8)
	engine.Cores = 2
	s = newStage(t, 3, engine)
	s.scripts[0].period = 10_000
	s.notice(us(1), 0, 1)
	s.notice(us(11)-3, 1, 1)
	s.notice(us(11)-2, 2, 1)
	s.notice(us(11)-1, 0, 1)
	s.until(us(11) + 1)
	s.p.engineSent(s.h, 0, &s.m.senders[0], us(11)+1, 1000)
	s.until(us(15))
	require.EqualValues(t, 1, s.e.state(us(15)).StaleTimers)
	last := s.p.records.Spans[len(s.p.records.Spans)-1]
	require.Equal(t, ir.OnSent, last.Event.Kind)
	require.Equal(t, us(13)-3, last.Begin)

	// Timers that are put off, or brought forward, leave few events behind.
	s = newStage(t, 1, one1us(8))
	x := s.scripts[0]
	for i := range uint32(1000) {
		x.period = 1_000_000 + 50_000*(i%3)
		s.notice(us(2*int64(i)), 0, 1)
		require.LessOrEqual(t, len(s.h.events), 5)
	}

	// When nothing is left to send, timers stop.
	x.period = 1_000
	s.notice(us(5000), 0, 1)
	s.e.flows[0].left--
	s.until(event.Never)
	require.EqualValues(t, dcqcn.EventCNP, s.seen[len(s.seen)-1].Kind)
}

// TestEngineSent: bytes sent while an event waits are added to it, and a full queue loses none.
func TestEngineSent(t *testing.T) {
	engine := one1us(1)
	engine.SentBytes = 2500
	s := newStage(t, 3, engine)
	sent := func(at event.Time, conn uint32) {
		s.until(at)
		s.p.engineSent(s.h, conn, &s.m.senders[conn], at, 1000)
	}
	for range 3 {
		sent(us(1), 0) // the third makes an event, which begins at once
	}
	for range 5 {
		sent(us(2), 0) // the third makes one, which waits; two join
	}
	s.until(us(10))
	for i := range 3 {
		sent(us(20)+event.Time(i), 0) // runs from the third on
	}
	s.notice(us(20)+3, 1, 1) // fills the queue
	for i := range 4 {
		sent(us(20)+4+event.Time(i), 2) // two are refused: the bytes stay
	}
	s.until(us(30))
	sent(us(30), 2)
	s.until(event.Never)
	var told []dcqcn.Event
	for _, e := range s.seen {
		if e.Kind == dcqcn.EventSent {
			told = append(told, e)
		}
	}
	require.Equal(t, []dcqcn.Event{
		{Now: 1000, Bytes: 3000, Packets: 3, Kind: dcqcn.EventSent},
		{Now: 3000, Bytes: 5000, Packets: 5, Kind: dcqcn.EventSent},
		{Now: 20_000, Bytes: 3000, Packets: 3, Kind: dcqcn.EventSent},
		{Now: 30_000, Bytes: 5000, Packets: 5, Kind: dcqcn.EventSent},
	}, told)
	got := s.e.state(us(40))
	require.EqualValues(t, 2, got.Merged)
	require.EqualValues(t, 2, got.Refused)
}

// TestEngineAllocatesNothing in steady state: an overload of coalescing, loss, late timers
// and bytes sent.
func TestEngineAllocatesNothing(t *testing.T) {
	s := newRealStage(t, 32, one1us(8))
	s.e.spans = false
	rng := rand.New(rand.NewPCG(1, 2))
	now := event.Time(0)
	round := func() {
		for range 1000 {
			now += event.Time(rng.Int64N(int64(us(1))))
			conn := uint32(rng.IntN(32))
			s.notice(now, conn, 1)
			s.p.engineSent(s.h, conn, &s.m.senders[conn], now, 1000)
		}
	}
	for range 20 {
		round()
	}
	require.Zero(t, testing.AllocsPerRun(20, round))
	got := s.e.state(now)
	require.NotZero(t, got.Coalesced)
	require.NotZero(t, got.Lost)
	require.NotZero(t, got.LateTimers)
	require.NotZero(t, got.Refused)
}

// BenchmarkEngine: a notification each 100 ns over 256 connections with DCQCN's timers, on 8
// cores of 1.8 GHz.
func BenchmarkEngine(b *testing.B) {
	s := newRealStage(b, 256, Engine{Cores: 8, ClockHz: 1_800_000_000, Depth: 64, Target: "dpa"})
	s.e.spans = false
	now := event.Time(0)
	conn := uint32(0)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		now += 100 * event.Nanosecond
		conn = (conn*5 + 1) % 256
		s.notice(now, conn, 1)
	}
	b.ReportMetric(float64(s.e.stats.Handled)/float64(b.N), "handlers/op")
}
