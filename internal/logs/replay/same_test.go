package replay_test

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
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/logs/replay"
	"smartnic-cc/internal/reference"
)

const line = 10_000_000 // kb/s

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

// builtIn is an algorithm of the firmware packages with its parameters.
type builtIn struct {
	name  string
	setup driver.Setup
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
		setup, err := s.Driver()
		require.NoError(t, err)
		list = append(list, builtIn{s.Algorithm, setup})
	}
	return list
}

func algorithm(t testing.TB, name string) *driver.Algorithm {
	def, err := codegen.Transducer(name)
	require.NoError(t, err)
	a, err := driver.New(def)
	require.NoError(t, err)
	return a
}

func interpreted(name string) func() (driver.Engine, error) {
	return func() (driver.Engine, error) {
		p, err := codegen.Firmware()
		if err != nil {
			return nil, err
		}
		return driver.Interpreted(interp.New(p), name)
	}
}

// engines are the setup with both engines.
func engines(t testing.TB, b builtIn) map[string]driver.Setup {
	other := b.setup
	other.Engine = interpreted(b.name)
	return map[string]driver.Setup{"native": b.setup, "interpreted": other}
}

// Leaves of the event of a reaction point.
const (
	leafNow = iota
	leafBytes
	leafPackets
	leafCNPs
	leafMarked
	leafKind
)

// byHand drives one connection in the plainest way that docs/traces.md allows, and returns its rows.
func byHand(t *testing.T, b builtIn, conn trace.ConnID, src *fake) []string {
	engine, err := b.setup.Engine()
	require.NoError(t, err)
	m, err := engine.Open(b.setup.Params)
	require.NoError(t, err)
	out, err := m.First()
	require.NoError(t, err)
	rate, did := out[0], uint64(0)
	var rows []string
	begin, last := int64(-1), int64(0)
	rest, accrued, slotAt := uint64(0), int64(0), int64(0)
	silent := src.conns[conn].DataPackets == 0 && src.conns[conn].DataBytes == 0
	accrue := func(at int64) {
		rest += rate * uint64(at-accrued)
		accrued = at
	}
	step := func(at int64, assumed bool, e [6]uint64) {
		if silent {
			accrue(at)
		}
		e[leafNow] = uint64(uint32(at))
		out, err := m.Step(e[:])
		require.NoError(t, err)
		rate, did, last = out[0], out[1], at
		rows = append(rows, fmt.Sprint(at, assumed, e, rate, did, m.State()))
	}
	sent := func(at int64) {
		accrue(at)
		slotAt = at + 1024
		if bytes := rest / 8e6; bytes > 0 {
			rest %= 8e6
			step(at, true, [6]uint64{leafBytes: bytes, leafPackets: (bytes + 1023) / 1024, leafKind: uint64(dcqcn.EventSent)})
		}
	}
	// until runs what is due by itself up to a time: at one time timers first.
	until := func(end int64) {
		for begin >= 0 {
			timer, err := m.Next(uint32(last))
			require.NoError(t, err)
			at := last + int64(int32(uint32(timer[0])-uint32(last)))
			runs := timer[1] != uint64(dcqcn.EventNone) && src.stats.Timers == 0
			switch {
			case runs && at <= end && (!silent || at <= slotAt):
				step(at, false, [6]uint64{leafKind: timer[1]})
			case silent && slotAt <= end:
				sent(slotAt)
			default:
				return
			}
		}
	}
	kinds := map[trace.Kind]dcqcn.EventKind{trace.KindAlphaTimer: dcqcn.EventAlphaTimer, trace.KindCutTimer: dcqcn.EventCutTimer,
		trace.KindIncreaseTimer: dcqcn.EventIncreaseTimer, trace.KindData: dcqcn.EventSent, trace.KindCNP: dcqcn.EventCNP}
	var mine []trace.Event
	for _, e := range src.events {
		if e.Conn == conn && kinds[e.Kind] != dcqcn.EventNone {
			mine = append(mine, e)
		}
	}
	slices.SortStableFunc(mine, func(x, y trace.Event) int {
		if x.Time != y.Time {
			return int(x.Time - y.Time)
		}
		return int(kinds[x.Kind]) - int(kinds[y.Kind])
	})
	for _, e := range mine {
		until(e.Time)
		if begin < 0 {
			begin, accrued, slotAt, last = e.Time, e.Time, e.Time+1024, e.Time
		}
		if silent && e.Kind == trace.KindCNP {
			sent(e.Time)
		}
		v := [6]uint64{leafKind: uint64(kinds[e.Kind])}
		switch e.Kind {
		case trace.KindCNP:
			v[leafCNPs], v[leafMarked] = uint64(min(max(e.Count, 1), 65535)), uint64(min(e.Marked, 65535))
		case trace.KindData:
			if e.Packets == 0 {
				e.Packets = uint32((uint64(e.Bytes) + 1023) / 1024)
			}
			for ; e.Bytes > 1<<30; e.Bytes -= 1 << 30 {
				step(e.Time, false, [6]uint64{leafBytes: 1 << 30, leafKind: uint64(dcqcn.EventSent)})
			}
			v[leafBytes], v[leafPackets] = uint64(e.Bytes), uint64(e.Packets)
		}
		step(e.Time, false, v)
	}
	until(src.stats.Duration)
	return rows
}

// same replays a trace with both engines and compares the rows of every connection with those made
// by hand; it returns how many there were.
func same(t *testing.T, b builtIn, port uint64, src *fake) int {
	want := make([][]string, len(src.conns))
	total := 0
	for i := range want {
		want[i] = byHand(t, b, trace.ConnID(i), src)
		total += len(want[i])
	}
	for what, setup := range engines(t, b) {
		src.at = 0
		last := int64(0)
		left := slices.Clone(want)
		sum, err := replay.Run(src, replay.Options{Setup: setup, Port: port, WantState: true, Row: func(r *ratelog.Row) error {
			require.LessOrEqual(t, last, r.Time)
			last = r.Time
			got := fmt.Sprint(r.Time, r.Assumed, r.Values, r.Controls.Rate, r.Output[1], r.State)
			if len(left[r.Conn]) == 0 || got != left[r.Conn][0] {
				require.NotEmpty(t, left[r.Conn], "%s %s", b.name, what)
				require.Equal(t, left[r.Conn][0], got, "%s %s, connection %d, row %d", b.name, what, r.Conn, len(want[r.Conn])-len(left[r.Conn]))
			}
			left[r.Conn] = left[r.Conn][1:]
			return nil
		}})
		require.NoError(t, err)
		for i := range left {
			require.Empty(t, left[i], "%s %s", b.name, what)
		}
		require.EqualValues(t, total, sum.Steps)
	}
	return total
}

// TestSamplesAsByHand: over the samples the replay gives the rows that are made by hand, bit for
// bit, with both engines.
func TestSamplesAsByHand(t *testing.T) {
	for _, name := range []string{"incast.pcapng", "counters.csv", "incast.tr.gz"} {
		src := inMemory(t, name)
		for _, b := range builtIns(t, line) {
			t.Logf("%s, %s: %d rows", name, b.name, same(t, b, line, src))
		}
	}
}

// TestRandomAsByHand: so it is over random NIC events: several at one instant, out of the order
// of their kinds, connections without data, bytes of more than one piece, counts beyond the width
// of the field, timers of the trace's own, and times beyond 2^32 ns.
func TestRandomAsByHand(t *testing.T) {
	rows := 0
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 15))
		src := random(rng, seed%4 == 3)
		for _, b := range builtIns(t, 100_000_000) {
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
		native := reference.Native(tr.Name)
		m, err := interpreted(tr.Name)()
		require.NoError(t, err)
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
