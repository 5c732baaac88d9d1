package tracedriver_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/reference"
	"smartnic-cc/internal/replay"
	"smartnic-cc/internal/trace"
	"smartnic-cc/internal/tracedriver"
)

const line = 10_000_000 // kb/s

// source is what both replays read, from the beginning each time.
type source interface {
	tracedriver.Source
	Rewind() error
}

// fake is a trace in memory.
type fake struct {
	conns  []trace.Conn
	events []trace.Event
	stats  trace.Stats
	at     int
}

func (f *fake) Next() (trace.Event, error) {
	if f.at == len(f.events) {
		return trace.Event{}, io.EOF
	}
	f.at++
	return f.events[f.at-1], nil
}
func (f *fake) Conns() []trace.Conn { return f.conns }
func (f *fake) Stats() trace.Stats  { return f.stats }
func (f *fake) Rewind() error       { f.at = 0; return nil }

// builtIn is an algorithm of the firmware packages with its parameters.
type builtIn struct {
	name  string
	setup reaction.Setup
}

func builtIns(t testing.TB, line dcqcn.Rate) []builtIn {
	var list []builtIn
	for _, c := range []reaction.Choice{
		{Algo: reaction.AlgoDCQCN, Profile: "paper", Line: line},
		{Algo: reaction.AlgoDCQCN, Profile: "connectx", Line: line},
		{Algo: reaction.AlgoDolceRC, Profile: "paper", Line: line},
		{Algo: reaction.AlgoDolceRC, Profile: "paper", Line: line, Estimate: "tx-slots"},
		{Algo: reaction.AlgoDolceRC, Profile: "paper", Line: line, Arms: []string{"0.5:1", "1:1", "0.25:1.1", "0.1:0.9", "0:1", "0.3:0.8", "0.7:0.9", "0.9:1"}},
	} {
		s, err := c.Setup()
		require.NoError(t, err)
		require.EqualValues(t, 10, s.Slot)
		list = append(list, builtIn{s.Algorithm, s})
	}
	return list
}

func algorithm(t testing.TB, name string) *driver.Algorithm {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	a, err := driver.New(p.Transducer(name))
	require.NoError(t, err)
	return a
}

func interpreted(t testing.TB, name string) driver.Engine {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	e, err := driver.Interpreted(interp.New(p), name)
	require.NoError(t, err)
	return e
}

// text writes a row of today's replay; textOf one of the driver's, in the same words.
func text(r *replay.Row) string {
	return fmt.Sprint(r.Time, r.Conn, r.Assumed, reference.Flatten(&r.Event), reference.Flatten(&r.Out), r.View, r.State)
}

func textOf(a *driver.Algorithm, r *tracedriver.Row) string {
	shown := map[string]uint64{}
	for i, name := range a.Labels() {
		shown[name] = r.Shows[i]
	}
	v := reaction.View{RC: dcqcn.Rate(shown["rc"]), RT: dcqcn.Rate(shown["rt"]), Alpha: uint32(shown["alpha"]),
		TimeStage: uint8(shown["time_stage"]), ByteStage: uint8(shown["byte_stage"]), Arm: -1}
	if arm, ok := shown["arm"]; ok {
		v.Arm = int(arm)
	}
	out := slices.Clone(r.Output)
	out[0] = r.Controls.Rate
	return fmt.Sprint(r.Time, r.Conn, r.Assumed, r.Values, out, v, r.State)
}

// same replays a trace both ways and compares all rows; it returns how many there were.
func same(t *testing.T, b builtIn, port uint64, src source) int {
	var want []string
	today, err := replay.Run(src, replay.Options{Setup: b.setup, WantState: true, Row: func(r *replay.Row) error {
		want = append(want, text(r))
		return nil
	}})
	require.NoError(t, err)
	a := algorithm(t, b.name)
	for what, e := range map[string]driver.Engine{"native": reference.Native(b.name), "interpreted": interpreted(t, b.name)} {
		require.NoError(t, src.Rewind())
		n := 0
		sum, err := tracedriver.Run(src, tracedriver.Options{Algorithm: a, Engine: e, Params: b.setup.Params, Port: port, WantState: true,
			Row: func(r *tracedriver.Row) error {
				got := textOf(a, r)
				if n >= len(want) || got != want[n] {
					require.Less(t, n, len(want), "%s %s", b.name, what)
					require.Equal(t, want[n], got, "%s %s, row %d", b.name, what, n)
				}
				n++
				return nil
			}})
		require.NoError(t, err)
		require.Len(t, want, n)
		require.EqualValues(t, n, sum.Steps)
		for i, c := range sum.Conns {
			was := today.Conns[i]
			require.EqualValues(t, []any{uint64(was.MeanRC), uint64(was.LowestRC), uint64(was.FinalRC), was.Bytes, was.Assumed},
				[]any{c.MeanRate, c.LowestRate, c.FinalRate, c.Bytes, c.Assumed}, "%s %s", b.name, c.Name)
		}
	}
	return len(want)
}

// TestSamplesAsReplayed: over the samples the driver gives the rows of the replay, bit for bit,
// with both engines.
func TestSamplesAsReplayed(t *testing.T) {
	for _, name := range []string{"incast.pcapng", "counters.csv", "incast.tr.gz"} {
		r, err := trace.Open("../../docs/sample/" + name)
		require.NoError(t, err)
		defer r.Close()
		for _, b := range builtIns(t, line) {
			require.NoError(t, r.Rewind())
			t.Logf("%s, %s: %d rows", name, b.name, same(t, b, line, r))
		}
	}
}

// TestRandomAsReplayed: so it is over random happenings: several at one instant, out of the order
// of their kinds, connections without data, bytes of more than one piece, counts beyond the width
// of the field, timers of the trace's own, and times beyond 2^32 ns.
func TestRandomAsReplayed(t *testing.T) {
	rows := 0
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 15))
		src := random(rng, seed%4 == 3)
		for _, b := range builtIns(t, 100_000_000) {
			require.NoError(t, src.Rewind())
			rows += same(t, b, 100_000_000, src)
		}
	}
	require.Greater(t, rows, 20_000)
	t.Logf("%d rows", rows)
}

func random(rng *rand.Rand, timers bool) *fake {
	f := &fake{conns: []trace.Conn{{Name: "a", DataPackets: 1}, {Name: "b"}, {Name: "c", DataPackets: 1}, {Name: "d", DataPackets: 1}}}
	at := int64(rng.Uint32N(1<<20)) + 1<<32 - 1<<21
	for range 400 {
		if rng.Uint32N(3) > 0 {
			at += int64(rng.Uint32N(1 << (6 + rng.Uint32N(12))))
		}
		if rng.Uint32N(50) == 0 {
			at += 55_000 - at%55_000
		}
		e := trace.Event{Time: at, Conn: trace.ConnID(rng.Uint32N(3)), Kind: trace.KindData}
		switch rng.Uint32N(8) {
		case 0, 1:
			e.Kind, e.Count, e.Marked = trace.KindCNP, rng.Uint32N(3), rng.Uint32N(4)
		case 2:
			e.Kind = trace.KindAck
		case 3:
			e.Kind, e.Count, e.Marked = trace.KindCNP, rng.Uint32(), rng.Uint32()
		default:
			if e.Conn == 1 { // silent
				continue
			}
			e.Bytes, e.Packets = rng.Uint32()>>rng.Uint32N(32), rng.Uint32N(3)
		}
		if timers && rng.Uint32N(4) == 0 {
			e = trace.Event{Time: at, Conn: e.Conn, Kind: []trace.Kind{trace.KindAlphaTimer, trace.KindCutTimer, trace.KindIncreaseTimer}[rng.Uint32N(3)]}
			f.stats.Timers++
		}
		f.events = append(f.events, e)
	}
	f.stats.Duration = at + 500_000
	return f
}

// TestNativeTables: the tables of what is linked in are those of the directives.
func TestNativeTables(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	for _, tr := range p.Transducers {
		c, err := tr.Contract()
		require.NotNil(t, reference.Native(tr.Name), tr.Name)
		if err != nil {
			continue
		}
		native, m := reference.Native(tr.Name), interpreted(t, tr.Name)
		params := make([]uint64, tr.Params.Leaves())
		for i, l := range ir.Layout(tr.Params) {
			params[i] = l.Kind.Norm(uint64(i))
		}
		x, err := native.Open(params)
		require.NoError(t, err)
		y, err := m.Open(params)
		require.NoError(t, err)
		require.Equal(t, y.State(), x.State(), tr.Name)
		for _, call := range []struct {
			declared bool
			of       func(driver.Machine) ([]uint64, error)
		}{
			{tr.First != nil, driver.Machine.First}, {tr.View != nil, driver.Machine.View},
			{c.Timer != nil, func(m driver.Machine) ([]uint64, error) { return m.Next(5) }},
			{true, func(m driver.Machine) ([]uint64, error) { return m.Step(make([]uint64, tr.Event.Leaves())) }},
		} {
			if !call.declared {
				continue
			}
			got, err := call.of(x)
			require.NoError(t, err)
			want, err := call.of(y)
			require.NoError(t, err)
			require.Equal(t, want, got, tr.Name)
		}
		require.Equal(t, y.State(), x.State(), tr.Name)

		// Another connection may have other parameters.
		before := slices.Clone(x.State())
		clear(params)
		other, err := native.Open(params)
		require.NoError(t, err)
		same, err := m.Open(params)
		require.NoError(t, err)
		event := make([]uint64, tr.Event.Leaves())
		if c.Kind >= 0 {
			event[c.Kind] = c.Events[len(c.Events)-1].Value
		}
		want, err := same.Step(event)
		require.NoError(t, err)
		got, err := other.Step(event)
		require.NoError(t, err)
		require.Equal(t, want, got, tr.Name)
		require.Equal(t, same.State(), other.State(), tr.Name)
		require.Equal(t, before, x.State(), tr.Name)
	}
}
