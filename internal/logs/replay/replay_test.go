package replay_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/logs/replay"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// paper returns the DCQCN paper's parameters at 100 Gb/s.
func paper() dcqcn.Params {
	return dcqcn.Params{
		MinRate: 40_000, MaxRate: 100_000_000, TargetCap: 100_000_000, RateAI: 40_000, RateHAI: 400_000,
		AlphaPeriod: 55_000, IncreasePeriod: 55_000, CutPeriod: 50_000, ByteReset: 10_000_000,
		AlphaInit: 1 << 24, AlphaMax: 1 << 24, OldWeight: 65280, AlphaBits: 24, CutShift: 25, Threshold: 5,
		AlphaRounding: dcqcn.RoundHalfUp, Hyper: dcqcn.HyperStaged, ClampTarget: true,
	}
}

func dolce(t *testing.T) dolcerc.Params {
	learn, err := decimal.Params(decimal.Paper())
	require.NoError(t, err)
	p := dolcerc.Params{Base: paper(), Learn: learn, QualifyAfter: 250_000, SlotShift: 10}
	for i := range 4 {
		p.Actions[i] = dolcerc.Action{Alpha: 0x4000, Beta: 0x8000 - uint16(i)*0x800}
	}
	return p
}

func named(name string, data bool) trace.Conn {
	c := trace.Conn{Name: name}
	if data {
		c.DataPackets = 1
	}
	return c
}

// ready is a setup for the driver.
func ready(t *testing.T, s reaction.Setup) driver.Setup {
	setup, err := s.Driver()
	require.NoError(t, err)
	return setup
}

// row is what is kept of a replay.Row.
type row struct {
	Time  int64
	Kind  dcqcn.EventKind
	Rate  uint64
	Shows []uint64
}

func rows(t *testing.T, src *fake, s reaction.Setup) []row {
	var got []row
	_, err := replay.Run(src, replay.Options{Setup: ready(t, s), Port: 100_000_000, Row: func(r *ratelog.Row) error {
		got = append(got, row{r.Time, dcqcn.EventKind(r.Event.Value), r.Controls.Rate, slices.Clone(r.Probes)})
		return nil
	}})
	require.NoError(t, err)
	return got
}

// TestTimersRunInTheirTime replays one CNP and looks at every event that follows by
// itself: the alpha and increase timers each 55 us, alpha first where both end at once.
func TestTimersRunInTheirTime(t *testing.T) {
	src := &fake{
		conns:  []trace.Conn{named("a", true)},
		events: []trace.Event{{Time: 1000, Kind: trace.KindCNP, Count: 1}},
		stats:  trace.Stats{Duration: 1000 + 3*55_000},
	}
	got := rows(t, src, reaction.DCQCN(paper()))
	require.Len(t, got, 7)
	require.EqualValues(t, dcqcn.EventCNP, got[0].Kind)
	require.EqualValues(t, 50_000_000, got[0].Rate)
	for i := range 3 {
		at := int64(1000 + (i+1)*55_000)
		require.Equal(t, at, got[1+2*i].Time)
		require.EqualValues(t, dcqcn.EventAlphaTimer, got[1+2*i].Kind)
		require.Equal(t, at, got[2+2*i].Time)
		require.EqualValues(t, dcqcn.EventIncreaseTimer, got[2+2*i].Kind)
	}
	require.EqualValues(t, 93_750_000, got[6].Rate, "three halvings of the distance")
}

// TestTimeWrapsUnderTheTimers: firmware time wraps at 2^32 ns, the trace's does not.
func TestTimeWrapsUnderTheTimers(t *testing.T) {
	const begin = 1<<32 - 30_000
	src := func(at int64) *fake {
		return &fake{
			conns:  []trace.Conn{named("a", true)},
			events: []trace.Event{{Time: at, Kind: trace.KindCNP, Count: 1}, {Time: at + 70_000, Kind: trace.KindData, Bytes: 4096, Packets: 1}},
			stats:  trace.Stats{Duration: at + 1_000_000},
		}
	}
	early, late := rows(t, src(1000), reaction.DCQCN(paper())), rows(t, src(begin), reaction.DCQCN(paper()))
	require.Equal(t, len(early), len(late))
	for i := range early {
		require.Equal(t, early[i].Time-1000, late[i].Time-begin)
		require.Equal(t, early[i].Shows, late[i].Shows)
	}
}

// TestOneInstantInNormativeOrder: at one instant timers come first, then bytes sent,
// then the CNP, however the trace has them.
func TestOneInstantInNormativeOrder(t *testing.T) {
	src := &fake{
		conns: []trace.Conn{named("a", true)},
		events: []trace.Event{
			{Time: 0, Kind: trace.KindCNP, Count: 1},
			{Time: 55_000, Kind: trace.KindCNP, Count: 1},
			{Time: 55_000, Kind: trace.KindData, Bytes: 1000, Packets: 1},
		},
		stats: trace.Stats{Duration: 55_000},
	}
	var kinds []dcqcn.EventKind
	for _, r := range rows(t, src, reaction.DCQCN(paper())) {
		kinds = append(kinds, r.Kind)
	}
	require.Equal(t, []dcqcn.EventKind{dcqcn.EventCNP, dcqcn.EventAlphaTimer, dcqcn.EventIncreaseTimer, dcqcn.EventSent, dcqcn.EventCNP}, kinds)
}

// TestConnectionsInterleaveInTime: the log is in order of time over all connections,
// though timers of one run while only the other has packets.
func TestConnectionsInterleaveInTime(t *testing.T) {
	src := &fake{conns: []trace.Conn{named("a", true), named("b", true)}, stats: trace.Stats{Duration: 2_000_000}}
	for i := range 20 {
		src.events = append(src.events, trace.Event{Time: int64(i) * 90_000, Conn: trace.ConnID(i % 2), Kind: trace.KindCNP, Count: 1})
	}
	got := rows(t, src, reaction.DolceRC(dolce(t), 4))
	require.Greater(t, len(got), 40)
	for i := 1; i < len(got); i++ {
		require.LessOrEqual(t, got[i-1].Time, got[i].Time)
	}
}

// TestAssumedBytesAreRateTimesTime: a connection with CNPs and no data is taken to
// send at RC.
func TestAssumedBytesAreRateTimesTime(t *testing.T) {
	src := &fake{
		conns: []trace.Conn{named("a", false)},
		events: []trace.Event{
			{Time: 0, Kind: trace.KindCNP, Count: 1},
			{Time: 300_000, Kind: trace.KindCNP, Count: 1},
		},
		stats: trace.Stats{Duration: 1_000_000},
	}
	var area float64
	var last int64
	rc := uint64(100_000_000)
	var told uint64
	sum, err := replay.Run(src, replay.Options{Setup: ready(t, reaction.DCQCN(paper())), Port: 100_000_000, Row: func(r *ratelog.Row) error {
		area += float64(rc) * float64(r.Time-last) / 8e6
		last, rc = r.Time, r.Controls.Rate
		if r.Event.Kind == ir.OnSent {
			require.True(t, r.Assumed)
			told += r.Values[leafBytes]
			// What an event has not told of yet is less than what a slot of 1.024 us carries.
			require.InDelta(t, area, float64(told), 12_800)
		}
		return nil
	}})
	require.NoError(t, err)
	require.True(t, sum.AssumedBytes)
	require.True(t, sum.Conns[0].Assumed)
	require.InDelta(t, 100e9/8*1e-3*.8, float64(sum.Conns[0].Bytes), 4e6, "about 80 % of line rate for 1 ms")
	var text bytes.Buffer
	require.NoError(t, sum.Write(&text))
	require.Contains(t, text.String(), "taken to be its rate times the time passed")
}

// TestTimersOfTheTraceAreNotDoubled: where a text trace has timer events, the replay runs no timers itself.
func TestTimersOfTheTraceAreNotDoubled(t *testing.T) {
	src := &fake{
		conns: []trace.Conn{named("a", true)},
		events: []trace.Event{
			{Time: 0, Kind: trace.KindCNP, Count: 1},
			{Time: 60_000, Kind: trace.KindIncreaseTimer},
		},
		stats: trace.Stats{Duration: 1_000_000, Timers: 1},
	}
	got := rows(t, src, reaction.DCQCN(paper()))
	require.Len(t, got, 2)
	require.EqualValues(t, 75_000_000, got[1].Rate)
}

// wrong is the reference with one bit of the state flipped in the answer to one step.
type wrong struct {
	transducer.Firmware
	at, leaf int
}

type wrongConn struct {
	transducer.Connection
	w     *wrong
	steps int
}

func (w *wrong) Name() string { return "wrong" }

func (w *wrong) Open(algorithm string, params []uint64) (transducer.Connection, error) {
	c, err := w.Firmware.Open(algorithm, params)
	return &wrongConn{Connection: c, w: w}, err
}

func (c *wrongConn) Step(event []uint64) ([]uint64, []uint64, error) {
	out, state, err := c.Connection.Step(event)
	if c.steps++; c.steps == c.w.at {
		state = append([]uint64(nil), state...)
		state[c.w.leaf] ^= 1
	}
	return out, state, err
}

// TestFirmwareIsCompared: the first difference has the connection, the number and the time of the
// event.
func TestFirmwareIsCompared(t *testing.T) {
	src := func() *fake {
		f := &fake{conns: []trace.Conn{named("a", true), named("b", true)}, stats: trace.Stats{Duration: 400_000}}
		for i := range 5 {
			f.events = append(f.events, trace.Event{Time: int64(i) * 70_000, Kind: trace.KindCNP, Conn: 1, Count: 1})
		}
		return f
	}
	for _, s := range []reaction.Setup{reaction.DCQCN(paper()), reaction.DolceRC(dolce(t), 4)} {
		flat, err := reference.Catalog().Algorithm(s.Algorithm)
		require.NoError(t, err)
		with := func(f transducer.Firmware) replay.Options {
			setup := ready(t, s)
			near := setup.Engine
			setup.Engine = func() (driver.Engine, error) {
				engine, err := near()
				return &driver.External{Firmware: f, Algorithm: flat, Reference: engine, Compare: true}, err
			}
			return replay.Options{Setup: setup, Port: 100_000_000}
		}
		_, err = replay.Run(src(), with(reference.New()))
		require.NoError(t, err)
		_, err = replay.Run(src(), with(&wrong{reference.New(), 4, 2}))
		var d *transducer.Difference
		require.True(t, errors.As(err, &d))
		require.EqualValues(t, 4, d.Step)
		require.Equal(t, "b", d.Conn)
		require.Equal(t, int64(d.Event[leafNow]), d.Time)
		require.Contains(t, d.Error(), "wrong differs from the reference at step 4")
		var text bytes.Buffer
		require.NoError(t, d.Write(&text))
		require.Equal(t, 1, strings.Count(text.String(), "\n>"), text.String())
	}
}

func TestLog(t *testing.T) {
	src := &fake{
		conns:  []trace.Conn{named(`a,"b"`, true)},
		events: []trace.Event{{Time: 5, Kind: trace.KindData, Bytes: 4096, Packets: 1}, {Time: 1000, Kind: trace.KindCNP, Count: 1}},
		stats:  trace.Stats{Duration: 1000},
	}
	for _, c := range []struct {
		format ratelog.Format
		want   string
	}{
		{ratelog.CSV, "time_ns,conn,event,bytes,packets,cnps,marked,did,rate_kbps,rc_kbps,rt_kbps,time_stage,byte_stage,alpha_q24\n" +
			"5,\"a,\"\"b\"\"\",sent,4096,1,0,0,0,100000000,100000000,100000000,0,0,16777216\n" +
			"1000,\"a,\"\"b\"\"\",cnp,0,0,1,0,13,50000000,50000000,100000000,0,0,16777216\n"},
		{ratelog.JSONLines, `{"time_ns":5,"conn":"a,\"b\"","event":"sent","bytes":4096,"packets":1,"cnps":0,"marked":0,"did":0,"rate_kbps":100000000,"rc_kbps":100000000,"rt_kbps":100000000,"time_stage":0,"byte_stage":0,"alpha_q24":16777216}` + "\n" +
			`{"time_ns":1000,"conn":"a,\"b\"","event":"cnp","bytes":0,"packets":0,"cnps":1,"marked":0,"did":13,"rate_kbps":50000000,"rc_kbps":50000000,"rt_kbps":100000000,"time_stage":0,"byte_stage":0,"alpha_q24":16777216}` + "\n"},
	} {
		var text bytes.Buffer
		setup := ready(t, reaction.DCQCN(paper()))
		l, err := ratelog.New(&text, ratelog.Options{Format: c.format, Layout: ratelog.NewLayout(setup.Algorithm, setup.Params), Conns: trace.Names(src.conns)})
		require.NoError(t, err)
		src.at = 0
		_, err = replay.Run(src, replay.Options{Setup: setup, Port: 100_000_000, Row: l.Row})
		require.NoError(t, err)
		require.NoError(t, l.Flush())
		require.Equal(t, c.want, text.String())
	}
}
