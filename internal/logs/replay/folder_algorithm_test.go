package replay_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/logs/replay"
)

// late has a timer of a kind that goes after CNPs and data, and a window, a tag, and names of
// columns that are there twice.
const late = `// Package late is a test.
package late

// Kind is what happens.
type Kind uint8

// The kinds.
const (
	//ccgen:event cnp
	KindCNP Kind = iota
	//ccgen:event sent
	KindSent
	//ccgen:event timer
	KindEnd
	KindNone
)

// Params are the parameters.
type Params struct {
	Period uint32
	Bits   uint8
}

// State is the state.
type State struct {
	At   uint32
	Runs bool
	//ccgen:show marked
	//ccgen:unit packets
	Marked uint8
	//ccgen:show share
	//ccgen:format UQ1.Params.Bits
	Share uint32
	//ccgen:show drift
	Drift int16
}

// Event is what happens.
type Event struct {
	//ccgen:signal now
	Now uint32
	//ccgen:signal kind
	Kind Kind
	//ccgen:signal marked
	Marked uint8
	//ccgen:signal bytes
	Bytes uint32
}

// Output is what is obeyed.
type Output struct {
	//ccgen:control window
	Window uint32
	//ccgen:control rate
	Rate uint32
	//ccgen:control tag turn
	Turn uint8
}

// Timer is the timer that ends first.
type Timer struct {
	At   uint32
	Kind Kind
}

// Init sets the state.
func Init(p *Params, s *State) { *s = State{} }

// Step takes an event.
//
//ccgen:transducer late init=Init next=Next
func Step(p *Params, s *State, e *Event) Output {
	if e.Kind == KindCNP && !s.Runs || e.Kind == KindEnd {
		s.At = e.Now + p.Period
		s.Runs = true
		s.Drift--
	}
	s.Marked += e.Marked
	return Output{Window: 1000, Rate: 1_000_000, Turn: s.Marked}
}

// Next returns the timer that ends first.
func Next(s *State, now uint32) Timer {
	if s.Runs {
		return Timer{At: s.At, Kind: KindEnd}
	}
	return Timer{Kind: KindNone}
}
`

// own compiles a source in memory.
func own(t testing.TB, source, name string, params ...uint64) driver.Setup {
	p, err := frontend.Load(fstest.MapFS{"own/own.go": {Data: []byte(source)}}, "test", []string{"own"}, frontend.Options{})
	require.NoError(t, err)
	a, err := driver.New(p.Transducer(name))
	require.NoError(t, err)
	return driver.Setup{Algorithm: a, Params: params, Engine: func() (driver.Engine, error) { return driver.Interpreted(interp.New(p), name) }}
}

// TestLateTimers: a timer whose kind goes last comes after all that happens in its nanosecond, at
// every connection.
func TestLateTimers(t *testing.T) {
	setup := own(t, late, "late", 100, 16)
	src := &fake{conns: []trace.Conn{{Name: "a", DataPackets: 1}, {Name: "b", DataPackets: 1}}, stats: trace.Stats{Duration: 300}}
	for _, at := range []int64{0, 100, 150} {
		src.events = append(src.events,
			trace.Event{Time: at, Conn: 1, Kind: trace.KindData, Bytes: 5},
			trace.Event{Time: at, Conn: 0, Kind: trace.KindData, Bytes: 5}, trace.Event{Time: at, Conn: 0, Kind: trace.KindCNP, Count: 1})
	}
	var rows []string
	_, err := replay.Run(src, replay.Options{Setup: setup, Row: func(r *ratelog.Row) error {
		rows = append(rows, fmt.Sprint(r.Time, " ", src.conns[r.Conn].Name, " ", r.Event.Label))
		return nil
	}})
	require.NoError(t, err)
	require.Equal(t, strings.Fields("0_a_cnp 0_a_sent 0_b_sent 100_a_cnp 100_a_sent 100_b_sent 100_a_end 150_a_cnp 150_a_sent 150_b_sent 200_a_end 300_a_end"),
		strings.Fields(strings.ReplaceAll(strings.ReplaceAll(strings.Join(rows, ","), " ", "_"), ",", " ")))
}

// TestAssumedBeforeLateTimers: at one time bytes that the trace does not show come before timers
// of a later kind, those of the connection itself and those of others.
func TestAssumedBeforeLateTimers(t *testing.T) {
	setup := own(t, late, "late", 1024, 16)
	src := &fake{conns: []trace.Conn{{Name: "a", DataPackets: 1}, {Name: "b"}}, stats: trace.Stats{Duration: 1024},
		events: []trace.Event{{Time: 0, Conn: 0, Kind: trace.KindCNP}, {Time: 0, Conn: 1, Kind: trace.KindCNP}, {Time: 1024, Conn: 0, Kind: trace.KindData, Bytes: 1}}}
	var rows []string
	_, err := replay.Run(src, replay.Options{Setup: setup, Port: 2_000_000, Row: func(r *ratelog.Row) error {
		rows = append(rows, fmt.Sprint(r.Time, " ", src.conns[r.Conn].Name, " ", r.Event.Label, " ", r.Values[3]))
		return nil
	}})
	require.NoError(t, err)
	require.Equal(t, []string{"0 a cnp 0", "0 b cnp 0", "1024 b sent 128", "1024 a sent 1", "1024 a end 0", "1024 b end 0"}, rows)
}

// TestLogColumns: units, formats, tags, signs and names that are there already.
func TestLogColumns(t *testing.T) {
	setup := own(t, late, "late", 50, 12)
	src := &fake{conns: []trace.Conn{{Name: "a,b", DataPackets: 1}}, stats: trace.Stats{Duration: 60, Reconstruction: trace.Burst},
		events: []trace.Event{{Time: 7, Kind: trace.KindCNP, Count: 1, Marked: 300}, {Time: 8, Kind: trace.KindData, Bytes: 5}, {Time: 9, Kind: trace.KindCNP, Marked: 1}}}
	for _, c := range []struct {
		format ratelog.Format
		all    bool
		want   string
	}{
		{ratelog.CSV, false, "# " + trace.Burst.Headline() + "\n" +
			"time_ns,conn,event,marked,bytes,window_bytes,rate_kbps,tag_turn,show_marked,share_q12,drift,reconstructed,state At Runs Marked Share Drift\n" +
			`7,"a,b",cnp,255,0,1000,1000000,255,255,0,-1,burst,57 1 255 0 -1` + "\n" +
			`9,"a,b",cnp,1,0,1000,1000000,0,0,0,-1,burst,57 1 0 0 -1` + "\n"},
		{ratelog.JSONLines, true, `{"time_ns":7,"conn":"a,b","event":"cnp","marked":255,"bytes":0,"window_bytes":1000,"rate_kbps":1000000,"tag_turn":255,"show_marked":255,"share_q12":0,"drift":-1,"reconstructed":"burst","state":[57,1,255,0,-1]}` + "\n" +
			`{"time_ns":8,"conn":"a,b","event":"sent","marked":0,"bytes":5,"window_bytes":1000,"rate_kbps":1000000,"tag_turn":255,"show_marked":255,"share_q12":0,"drift":-1,"reconstructed":"burst","state":[57,1,255,0,-1]}` + "\n"},
	} {
		src.at = 0
		o := replay.Options{Setup: setup, WantState: true}
		var text bytes.Buffer
		l, err := ratelog.New(&text, ratelog.Options{Format: c.format, Layout: ratelog.NewLayout(setup.Algorithm, setup.Params), Conns: trace.Names(src.conns),
			Reconstructed: "burst", Headline: trace.Burst.Headline(), State: true, All: c.all})
		require.NoError(t, err)
		o.Row = l.Row
		sum, err := replay.Run(src, o)
		require.NoError(t, err)
		require.NoError(t, l.Flush())
		require.True(t, strings.HasPrefix(text.String(), c.want), text.String())
		require.Equal(t, "burst", sum.Reconstructed)
		require.EqualValues(t, 1000, *sum.Conns[0].FinalWindow)
	}
}

// TestRatesSummed: the mean is over the time from the first event, the rate in force before a step
// up to it.
func TestRatesSummed(t *testing.T) {
	setup := own(t, late, "late", 50, 12)
	src := &fake{conns: []trace.Conn{{Name: "a", DataPackets: 1}, {Name: "b", DataPackets: 1}}, stats: trace.Stats{Duration: 50},
		events: []trace.Event{{Time: 10, Kind: trace.KindData, Bytes: 7}, {Time: 30, Kind: trace.KindAck}}}
	sum, err := replay.Run(src, replay.Options{Setup: setup, Port: 3_000_000})
	require.NoError(t, err)
	require.Equal(t, map[string]uint64{"sent": 1, "cnp": 0, "timer": 0}, sum.Conns[0].Events)
	require.EqualValues(t, []uint64{1_000_000, 1_000_000, 1_000_000, 7}, []uint64{sum.Conns[0].MeanRate, sum.Conns[0].LowestRate, sum.Conns[0].FinalRate, sum.Conns[0].Bytes})
	require.EqualValues(t, []uint64{3_000_000, 3_000_000}, []uint64{sum.Conns[1].MeanRate, sum.Conns[1].FinalRate}, "nothing happened: the port's")
	var text bytes.Buffer
	require.NoError(t, sum.Write(&text))
	require.Contains(t, text.String(), "late: 2 connections, 1 event in 0.000 ms\n")
	require.Contains(t, text.String(), "final window B")
}

// watched is a capture whose acknowledgements say what they acknowledge.
type watched struct{ fake }

func (w *watched) WatchAcks() bool { return true }

// TestRTTsOfACapture: an acknowledgement brings its RTT and bytes; one that covers nothing new is
// left out and counted.
func TestRTTsOfACapture(t *testing.T) {
	text := strings.ReplaceAll(late, "ccgen:event cnp", "ccgen:event ack")
	text = strings.ReplaceAll(text, "ccgen:signal marked\n\tMarked uint8", "ccgen:signal rtt\n\tMarked uint32")
	setup := own(t, strings.ReplaceAll(text, "s.Marked += e.Marked", "s.Marked += uint8(e.Marked)"), "late", 50, 12)
	src := &watched{fake{conns: []trace.Conn{{Name: "a", DataPackets: 1}}, stats: trace.Stats{Format: trace.FormatPcap, Duration: 50},
		events: []trace.Event{{Time: 10, Kind: trace.KindAck, Acked: 4096, RTT: 7}, {Time: 30, Kind: trace.KindAck}, {Time: 40, Kind: trace.KindAck, Acked: 1, RTT: 9}}}}
	var rtts []uint64
	sum, err := replay.Run(src, replay.Options{Setup: setup, Port: 3_000_000, Row: func(r *ratelog.Row) error {
		if r.Event.Kind == ir.OnAck {
			rtts = append(rtts, r.Values[setup.Algorithm.Contract.Signal(ir.SignalRTT, "").Index])
		}
		return nil
	}})
	require.NoError(t, err)
	require.Equal(t, []uint64{7, 9}, rtts)
	require.EqualValues(t, 1, sum.AcksLeftOut)
	var table bytes.Buffer
	require.NoError(t, sum.Write(&table))
	require.Contains(t, table.String(), "1 acknowledgement left out: nothing new is covered")
}

// TestNotificationPoint: the data of a capture is what comes in at a receiver.
func TestNotificationPoint(t *testing.T) {
	setup := driver.Setup{Algorithm: algorithm(t, "dcqcnnp"), Engine: interpreted("dcqcnnp")}
	src := &fake{conns: []trace.Conn{{Name: "a", DataPackets: 1}}, stats: trace.Stats{Duration: 1000}}
	for i := range int64(4) {
		src.events = append(src.events, trace.Event{Time: i, Kind: trace.KindData, Bytes: 1000, Packets: 1, Marked: uint32(i & 1)},
			trace.Event{Time: i, Kind: trace.KindCNP, Count: 1})
	}
	setup.Params = make([]uint64, setup.Algorithm.Def.Params.Leaves())
	setup.Params[0] = 1
	var marked []uint64
	sum, err := replay.Run(src, replay.Options{Setup: setup,
		Row: func(r *ratelog.Row) error {
			if r.Controls.SendCNP {
				marked = append(marked, r.Controls.CNPMarked)
			}
			return nil
		}})
	require.NoError(t, err)
	require.Equal(t, []uint64{1, 1}, marked)
	require.Equal(t, map[string]uint64{"packet": 4}, sum.Conns[0].Events)
	require.EqualValues(t, 2, sum.Conns[0].Sent)
	require.Nil(t, sum.Conns[0].Rates)
}

// TestNotGiven: what a kind of trace cannot give is refused, and a connection without data where no
// rate says what it sent.
func TestNotGiven(t *testing.T) {
	src := &fake{conns: []trace.Conn{{Name: "a"}}}
	refused := func(setup driver.Setup, want string) {
		t.Helper()
		_, err := replay.Run(src, replay.Options{Setup: setup})
		require.ErrorContains(t, err, want)
	}
	_, err := replay.Run(src, replay.Options{Setup: own(t, late, "late", 1, 1)})
	require.NoError(t, err)
	refused(own(t, strings.ReplaceAll(late, "	//ccgen:control rate\n", ""), "late", 1, 1),
		"a: the trace does not show what the connection sends, and late gives no rate from which it could be reckoned: replay a trace with data")

	acks := own(t, strings.ReplaceAll(late, "ccgen:event cnp", "ccgen:event ack"), "late", 1, 1)
	src.stats.Format = trace.FormatCounters
	refused(acks, "own/own.go:10:2: event ack (KindCNP): a trace of counters does not report it: the NIC model (cctrace sim) does; drive the algorithm there, or take the kind out")
	src.stats.Format = trace.FormatPcap
	refused(acks, "own/own.go:45:2: signal marked (field Marked) of event ack: a capture does not give it")
	src.stats.Format, src.conns[0].MarksUnseen = trace.FormatSim, true
	np := algorithm(t, "dcqcnnp")
	refused(driver.Setup{Algorithm: np, Engine: interpreted("dcqcnnp"), Params: make([]uint64, np.Def.Params.Leaves())},
		"of event packet: a simulator trace that does not show marks does not give it")
}

// TestErrorOfRow is that of Options.Row, as it is.
func TestErrorOfRow(t *testing.T) {
	setup := own(t, late, "late", 1, 1)
	full := errors.New("disk full")
	src := &fake{conns: []trace.Conn{{Name: "a", DataPackets: 1}}, events: []trace.Event{{Time: 1, Kind: trace.KindData}}}
	_, err := replay.Run(src, replay.Options{Setup: setup, Row: func(*ratelog.Row) error { return full }})
	require.Equal(t, full, err)
}
