package nicmodel_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	plusprofile "smartnic-cc/dolcercplus/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/reference"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/cost"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// crowd is n senders with 4 connections each towards one host, DCQCN or Dolce-RC, on an
// engine; the records of all cores are kept.
func crowd(t testing.TB, n uint32, choice reaction.Choice, notify nicmodel.Notify, engine *nicmodel.Engine) nicmodel.Config {
	t.Helper()
	top := build(t, topology.Star{Hosts: n + 1, Rate: 100 * gigabit, Delay: event.Microsecond})
	var list []flow
	for i := range n {
		for k := range uint64(4) {
			list = append(list, flow{src: i, dst: n, bytes: 300_000 + 1000*k, at: event.Time(k) * event.Microsecond})
		}
	}
	choice.Line = rateOf(100 * gigabit)
	c := reacting(t, plain(top, flows(list...)), choice, notify)
	c.NICs[0].Engine = engine
	c.NICs[0].NP = dcqcn.NPParams{Interval: 4000}
	c.End = 20 * event.Millisecond
	c.Record.AllRates = true
	for i := range n {
		c.Record.SpanHosts = append(c.Record.SpanHosts, i)
	}
	return c
}

// TestEngineInClosedLoop runs engines from ample to overloaded, for all cuts, and checks
// the order in which events were handled (queued), and that counts and spans agree.
func TestEngineInClosedLoop(t *testing.T) {
	for _, algo := range []string{"dcqcn", "dolcerc"} {
		for _, notify := range []nicmodel.Notify{nicmodel.NotifyCNP, nicmodel.NotifyEcho} {
			for _, engine := range []nicmodel.Engine{
				{Cores: 8, ClockHz: 1_800_000_000, Depth: 64, Target: "dpa"},
				{Cores: 3, ClockHz: 200_000_000, Depth: 16, Target: "nic64", SentBytes: 4096},
				{Cores: 1, ClockHz: 100_000_000, Depth: 2, Target: "generic32", Worst: true},
			} {
				t.Run(fmt.Sprintf("%s/%d/%d cores", algo, notify, engine.Cores), func(t *testing.T) {
					c := crowd(t, 4, reaction.Choice{Algo: algo, Profile: "hpcc"}, notify, &engine)
					r, notes := proof{Config: c, cuts: [][2]int{{2, 1}, {4, 2}}}.run(t)
					s := r.Engine
					require.EqualValues(t, 5, s.Hosts)
					require.EqualValues(t, 5*engine.Cores, s.Cores)
					require.Equal(t, s.Handled, s.Notifications+s.Timers+s.SentReports)
					require.Equal(t, r.Notified, s.Notifications+s.Coalesced+s.Lost)
					require.EqualValues(t, s.Handled, s.Waited.Count)
					require.EqualValues(t, s.Notifications, s.Decision.Count)
					require.Len(t, notes.Rates, int(s.Handled), "a row for each handler")
					queued(t, &engine, notes.Spans, &s)
				})
			}
		}
	}
}

// queued checks the spans of a run against what an engine is: no core does two things, no
// connection has two handlers, no core is idle while an event could be handled, and who
// comes first is handled first unless its connection's handler runs.
func queued(t testing.TB, engine *nicmodel.Engine, all []nicmodel.Span, s *nicmodel.EngineStats) {
	t.Helper()
	require.Len(t, all, int(s.Handled))
	busy, waited := event.Time(0), event.Time(0)
	for host := range uint32(4) {
		var spans []nicmodel.Span
		for _, k := range all {
			if k.Host == host {
				spans = append(spans, k)
				busy += k.End - k.Begin
				waited += k.Begin - k.Queued
			}
		}
		require.True(t, slices.IsSortedFunc(spans, func(x, y nicmodel.Span) int { return cmp.Compare(x.Begin, y.Begin) }))
		core := make([]event.Time, engine.Cores)
		conn := map[uint32]event.Time{}
		for i, k := range spans {
			require.GreaterOrEqual(t, k.Begin, k.Queued)
			require.LessOrEqual(t, core[k.Core], k.Begin, "core %d does two things", k.Core)
			require.LessOrEqual(t, conn[k.Conn], k.Begin, "connection %d has two handlers", k.Conn)
			if k.Begin > k.Queued {
				// It waited for the end of something: of its connection's handler, or of a core's.
				require.True(t, conn[k.Conn] == k.Begin || slices.Contains(core, k.Begin), "nothing ends at %v, when connection %d is served", k.Begin, k.Conn)
			}
			for _, other := range spans[i+1:] {
				if other.Begin > k.Begin+100*event.Microsecond {
					break
				}
				// The other came first and began later: its connection was busy.
				if other.Queued < k.Queued && other.Begin > k.Begin {
					require.Greater(t, max(conn[other.Conn], endOf(spans[:i], other.Conn)), k.Begin-1, "connection %d overtook %d", k.Conn, other.Conn)
				}
			}
			core[k.Core], conn[k.Conn] = k.End, k.End
		}
	}
	require.Equal(t, s.Busy, busy)
	require.Equal(t, s.Waited.Sum, waited)
}

// endOf is when the last of a connection's handlers ends.
func endOf(spans []nicmodel.Span, conn uint32) event.Time {
	for i := len(spans) - 1; i >= 0; i-- {
		if spans[i].Conn == conn {
			return spans[i].End
		}
	}
	return 0
}

// free is a cost table in which the handlers of an algorithm cost nothing (which is 1 ps).
func free(algorithm string) *cost.Table {
	t := &cost.Table{Units: map[string]string{"free": "cycles"}}
	for _, name := range []string{"alpha-timer", "cut-timer", "increase-timer", "sent", "cnp", "cnp learns"} {
		t.Handlers = append(t.Handlers, cost.Handler{Name: algorithm + " " + name, Costs: map[string]cost.Cost{"free": {}}})
	}
	return t
}

// TestFreeEngineIsIdeal: with handlers of 1 ps, runs come close to those without an engine.
// They are not the same to the bit: without, a rate holds in the instant of its event.
func TestFreeEngineIsIdeal(t *testing.T) {
	for _, algo := range []string{"dcqcn", "dolcerc"} {
		name := map[string]string{"dcqcn": "dcqcn", "dolcerc": "dolcerc4"}[algo]
		c := crowd(t, 4, reaction.Choice{Algo: algo, Profile: "hpcc"}, nicmodel.NotifyEcho, nil)
		c.Record.SpanHosts = nil
		_, ideal := proof{Config: c, cuts: [][2]int{}}.run(t)
		c.NICs[0].Engine = &nicmodel.Engine{Cores: 1000, ClockHz: 1_000_000_000, Depth: 1000, Target: "free", Table: free(name)}
		r, notes := proof{Config: c, cuts: [][2]int{}}.run(t)
		require.InEpsilon(t, meanTime(ideal), meanTime(notes), 0.01)
		require.Equal(t, event.Time(r.Engine.Handled), r.Engine.Busy)
		require.Zero(t, r.Engine.Lost)
	}
}

// TestSlowEngineHurts: an overloaded engine loses notifications, decides late and lets the
// queue grow, so that PFC has to step in more often.
func TestSlowEngineHurts(t *testing.T) {
	run := func(hz uint64) *nicmodel.Result {
		c := crowd(t, 8, reaction.Choice{Algo: "dcqcn", Profile: "hpcc"}, nicmodel.NotifyEcho,
			&nicmodel.Engine{Cores: 1, ClockHz: hz, Depth: 4, Target: "dpa"})
		r, _ := proof{Config: c, cuts: [][2]int{}}.run(t)
		return r
	}
	fast, slow := run(10_000_000_000), run(20_000_000)
	require.Zero(t, fast.Engine.Lost)
	require.NotZero(t, slow.Engine.Lost)
	require.NotZero(t, slow.Engine.Coalesced)
	mean := func(x nicmodel.TimeStats) event.Time { return x.Sum / event.Time(x.Count) }
	require.Greater(t, mean(slow.Engine.Decision), 100*mean(fast.Engine.Decision))
	require.Greater(t, slow.Engine.TimerDelay.Max, event.Microsecond)
	require.Greater(t, slow.Engine.UtilisationPPM(slow.Until), fast.Engine.UtilisationPPM(fast.Until))
}

// TestEngineOf: the engines of all hosts add up to the run's.
func TestEngineOf(t *testing.T) {
	c := crowd(t, 3, reaction.Choice{Algo: "dcqcn", Profile: "paper"}, nicmodel.NotifyCNP, &nicmodel.Engine{Cores: 2, ClockHz: gigabit, Depth: 8, Target: "dpa"})
	m, err := nicmodel.New(&c)
	require.NoError(t, err)
	r, err := m.Run(nil, nil)
	require.NoError(t, err)
	busy, queue := event.Time(0), uint64(0)
	for host := range uint32(4) {
		s, ok := m.EngineOf(host, r.Until)
		require.True(t, ok)
		busy += s.Busy
		queue += s.QueueTime
		require.Equal(t, host == 3, s.Handled == 0, "the receiver has nothing to decide")
	}
	require.Equal(t, r.Engine.Busy, busy)
	require.Equal(t, r.Engine.QueueTime, queue)
	c.NICs[0].Engine = nil
	m, err = nicmodel.New(&c)
	require.NoError(t, err)
	_, ok := m.EngineOf(0, c.End)
	require.False(t, ok)
}

// plus is four senders, each with two Dolce-RC+ connections to a separate host, 51 messages a connection.
func plus(t testing.TB, engine *nicmodel.Engine) nicmodel.Config {
	t.Helper()
	top := build(t, topology.Star{Hosts: 8, Rate: 100 * gigabit, Delay: event.Microsecond})
	var list []flow
	for i := range uint32(4) {
		list = append(list, flow{src: i, dst: 4 + i, bytes: 20_000}, flow{src: i, dst: 4 + i, bytes: 20_000})
	}
	plan := flows(list...)
	for k := range 50 {
		for conn := range uint32(8) {
			msg := plan.Messages[0]
			msg.Conn, msg.Start = conn, event.Time(k)*event.Microsecond
			plan.Messages = append(plan.Messages, msg)
		}
	}
	plan.Sort()
	params, err := plusprofile.Params(plusprofile.Default(100_000_000))
	require.NoError(t, err)
	c := plain(top, plan)
	setup, err := reaction.BuiltIn("dolcercplus4", reference.Flatten(&params))
	require.NoError(t, err)
	c.NICs[0].Algorithm = &setup
	c.NICs[0].Engine = engine
	c.Record.SpanHosts = []uint32{0, 1, 2, 3}
	return c
}

// TestPlusOnEngine: Dolce-RC+ decides on the cores, too; each acknowledged message is
// handled or lost, and in all cuts alike.
func TestPlusOnEngine(t *testing.T) {
	ideal := uint64(0)
	for _, engine := range []*nicmodel.Engine{
		nil,
		{Cores: 2, ClockHz: 1_800_000_000, Depth: 16, Target: "dpa"},
		{Cores: 1, ClockHz: 10_000_000, Depth: 1, Target: "dpa"},
	} {
		c := plus(t, engine)
		r, notes := proof{Config: c, cuts: [][2]int{{4, 2}}}.run(t)
		if engine == nil {
			ideal = meanTime(notes)
			continue
		}
		if engine.Depth > 1 {
			require.InEpsilon(t, ideal, meanTime(notes), 0.1, "decisions hold")
		}
		require.Equal(t, r.Messages, r.Engine.Messages+r.Engine.Lost)
		require.Equal(t, engine.Depth == 1, r.Engine.Lost != 0)
		require.Len(t, notes.Spans, int(r.Engine.Messages))
		for _, k := range notes.Spans {
			require.Equal(t, ir.OnMessage, k.Event.Kind)
		}
		queued(t, engine, notes.Spans, &r.Engine)
	}
}

// TestEngineRefuses what it cannot be, with the key and what there is.
func TestEngineRefuses(t *testing.T) {
	good := nicmodel.Engine{Cores: 1, ClockHz: gigabit, Depth: 1, Target: "dpa"}
	five := []string{"0.25:1.05", "0.3:1.05", "0.4:1.05", "0.5:1.05", "0.6:1.05"}
	negative := free("dcqcn")
	negative.Handlers[0].Costs["free"] = cost.Cost{Mean: -1}
	for want, change := range map[string]func(e *nicmodel.Engine, k *reaction.Choice){
		"engine.cores: 0 is out of range 1..4096":                                                     func(e *nicmodel.Engine, _ *reaction.Choice) { e.Cores = 0 },
		"engine.cores: 4097 is out of range 1..4096":                                                  func(e *nicmodel.Engine, _ *reaction.Choice) { e.Cores = 4097 },
		"engine.depth: 0 is out of range 1..65535":                                                    func(e *nicmodel.Engine, _ *reaction.Choice) { e.Depth = 0 },
		"engine.clock: 1000 Hz is out of range 1 MHz to 100 GHz":                                      func(e *nicmodel.Engine, _ *reaction.Choice) { e.ClockHz = 1000 },
		"engine.sent_bytes: 2147483648 is above 2^30":                                                 func(e *nicmodel.Engine, _ *reaction.Choice) { e.SentBytes = 1 << 31 },
		`engine.target: the cost table has no profile "pentium" in cycles; use dpa, generic32, nic64`: func(e *nicmodel.Engine, _ *reaction.Choice) { e.Target = "pentium" },
		`engine.target: the cost table has no profile "p4" in cycles; use dpa, generic32, nic64`:      func(e *nicmodel.Engine, _ *reaction.Choice) { e.Target = "p4" },
		`engine: the cost table does not say what "dolcerc5 alpha-timer" costs on "dpa"; it has dcqcn, dolcerc4, dolcerc8; give engine.cycles, what every handler takes (ccgen cost tells)`: func(_ *nicmodel.Engine, k *reaction.Choice) {
			k.Algo, k.Arms = "dolcerc", five
		},
		`engine: the cost table gives "dcqcn alpha-timer" -1 thousandths of a cycle; a handler takes 0 to a million cycles`: func(e *nicmodel.Engine, _ *reaction.Choice) {
			e.Table, e.Target = negative, "free"
		},
	} {
		engine, choice := good, reaction.Choice{Algo: "dcqcn", Profile: "paper"}
		change(&engine, &choice)
		c := crowd(t, 1, choice, nicmodel.NotifyCNP, &engine)
		_, err := nicmodel.New(&c)
		require.EqualError(t, err, want)
	}
	c := crowd(t, 1, reaction.Choice{Algo: "dcqcn", Profile: "paper"}, nicmodel.NotifyCNP, &good)
	c.Record.SpanHosts = []uint32{2}
	_, err := nicmodel.New(&c)
	require.EqualError(t, err, "record.spans: host 2 does not exist; there are 2")
}

// BenchmarkEngineInClosedLoop: 8 senders of 4 connections each towards one host, DCQCN with
// echoes; without an engine, and on 8 cores.
func BenchmarkEngineInClosedLoop(b *testing.B) {
	for _, engine := range []*nicmodel.Engine{nil, {Cores: 8, ClockHz: 1_800_000_000, Depth: 64, Target: "dpa"}} {
		b.Run(fmt.Sprint(engine != nil), func(b *testing.B) {
			c := crowd(b, 8, reaction.Choice{Algo: "dcqcn", Profile: "hpcc"}, nicmodel.NotifyEcho, engine)
			c.Record = nicmodel.Record{}
			events, handled := uint64(0), uint64(0)
			for range b.N {
				m, err := nicmodel.New(&c)
				require.NoError(b, err)
				r, err := m.Run(nil, nil)
				require.NoError(b, err)
				events += r.Events
				handled += r.Engine.Handled
			}
			b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(events), "ns/event")
			b.ReportMetric(float64(handled)/float64(b.N), "handlers")
		})
	}
}
