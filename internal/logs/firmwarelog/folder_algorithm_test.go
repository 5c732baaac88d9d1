package firmwarelog_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/logs/firmwarelog/logtest"
	"smartnic-cc/testvectors/transducer"
)

const (
	aimd   = "../../../docs/examples/aimd"
	timely = "../../../docs/examples/timely"
	every  = "../../../codegen/frontend/testdata/accept/nic" // has every directive
)

// own is an algorithm of a folder.
func own(t testing.TB, folder, name string) (*codegen.Packages, *firmwarelog.Algorithm) {
	t.Helper()
	p := packages(t, folder)
	def := p.Program.Transducer(name)
	require.NotNil(t, def)
	return p, firmwarelog.Of(def)
}

// TestOwnColumns: the columns of a rate log are those that the directives name. Those that show the state are ignored
// if the whole state is there, and what a view shows is not a field.
func TestOwnColumns(t *testing.T) {
	for _, c := range []struct{ folder, name, log, event, output, state, warning string }{
		{timely, "timely", "time_ns,conn,event,rtt_ns,acked_bytes,rate_kbps,show_rate_kbps,show_rtt_ns,gradient_ns_q4,calm\n4294967297,a,ack,5,6,7,8,9,-10,2\n",
			"Now=1 RTT=5 Acked=6", "Rate=7", "Rate=8 RTT=9 Gradient=-10 Calm=2", ""},
		{timely, "timely", "time_ns,event,rtt_ns,rate_kbps,show_rtt_ns,state\n1,,5,7,9,1 2 -3 4 5\n", "Now=1 RTT=5", "Rate=7", "Rate=1 RTT=2 Gradient=-3 Acked=4 Calm=5", ""},
		{timely, "timely", `{"time_ns":1,"event":"ack","rtt_ns":5,"rate_kbps":7,"calm":3}`, "Now=1 RTT=5", "Rate=7", "Calm=3", ""},
		{aimd, "aimd", "time_ns,event,cnps,rate_kbps,show_rate_kbps,runs\n1,increase-timer,0,7,8,1\n", "Now=1 CNPs=0 Kind=2", "Rate=7", "Rate=8 Runs=1", ""},
		{aimd, "aimd", "time_ns,event,rc_kbps\n1,2,7\n", "Now=1 Kind=2", "Rate=7", "", `"rc_kbps"`},
		{aimd, "aimd", "event.now,kind,output.rate,increase_at\n1,EventCNP,7,8\n", "Now=1 Kind=1", "Rate=7", "IncreaseAt=8", ""},
		{every, "nicsender", "time_ns,event,bytes,marked,tag_arm,rate_kbps,window_bytes,new_tag_arm,rc_kbps,alpha_q20,slow,gap_ns\n1,timer_slow,2,3,4,5,6,7,8,9,1,10\n",
			"Now=1 Kind=1 Sent.Bytes=2 Marked=3 Arm=4", "Rate=5 Window=6 Arm=7", "RC=8 Alpha=9", `"slow", "gap_ns"`},
		{every, "nicsender", "time_ns,event,rc_kbps,alpha_q20,state\n1,data_assumed,8,9,1 2 3 4 5\n", "Now=1 Kind=3", "Rate=8", "RC=1 Alpha=2 Ends[0]=3 Ends[1]=4 Flags=5", ""},
	} {
		_, a := own(t, c.folder, c.name)
		r, err := firmwarelog.NewReader(strings.NewReader(c.log), "log", nil)
		require.NoError(t, err)
		require.NoError(t, r.Bind(a), c.log)
		row, err := r.Next()
		require.NoError(t, err, c.log)
		show := func(v transducer.Values, leaves []transducer.Leaf) string {
			var parts []string
			for i, has := range v.Has {
				if has {
					parts = append(parts, leaves[i].Name+"="+leaves[i].Format(v.V[i]))
				}
			}
			return strings.NewReplacer("=true", "=1").Replace(strings.Join(parts, " "))
		}
		require.Equal(t, c.event, show(row.Parts[transducer.PartEvent], a.Event), c.log)
		require.Equal(t, c.output, show(row.Parts[transducer.PartOutput], a.Output), c.log)
		require.Equal(t, c.state, show(row.Parts[transducer.PartState], a.State), c.log)
		var warnings []string
		if c.warning != "" {
			warnings = []string{"not compared, of no meaning for " + c.name + ": " + c.warning}
		}
		require.Equal(t, warnings, r.Warnings(), c.log)
	}
}

// TestKinds: a kind is its constant, the words of that, or the NIC event, with - or _; and what
// rate logs say.
func TestKinds(t *testing.T) {
	_, a := own(t, every, "nicsender")
	for text, want := range map[string]uint64{
		"slow-timer": 1, "slow_timer": 1, "timer_slow": 1, "KindSlowTimer": 1, "timer_rtt": 2, "RTT-timer": 2, "sent": 3, "data": 3, "tx": 3, "sent-assumed": 3,
		"data_assumed": 3, "cnp": 4, "cnps": 4, "ack": 5, "none": 0, "7": 7, "0x8": 8, "200": 200,
	} {
		r, err := firmwarelog.NewReader(strings.NewReader("Now,event.Kind,Window\n1,"+text+",3\n"), "log", nil)
		require.NoError(t, err)
		require.NoError(t, r.Bind(a))
		row, err := r.Next()
		require.NoError(t, err, text)
		require.Equal(t, want, row.Parts[transducer.PartEvent].V[1], text)
	}
	require.Equal(t, "rtt-timer", a.EventName(2))
	require.Empty(t, a.EventName(200))
	require.True(t, a.FromNIC(8))
	require.False(t, a.FromNIC(0))
}

// drivenOwn runs CNPs through aimd, each increase timer later than its deadline by what late says.
func drivenOwn(t *testing.T, p *codegen.Packages, params []uint64, late func(n int) uint64) []logtest.Record {
	t.Helper()
	c, err := conformance.Interpreter(p.Program).Open("aimd", params)
	require.NoError(t, err)
	var rs []logtest.Record
	step := func(event ...uint64) {
		output, state, err := c.Step(event)
		require.NoError(t, err)
		rs = append(rs, logtest.Record{Kind: "step", Conn: "7", Event: event, Output: slices.Clone(output), State: slices.Clone(state)})
	}
	now := uint64(1<<32 - 100_000) // the clock wraps
	step(now, 1, 1)
	for n := range 20 {
		state, err := c.State()
		require.NoError(t, err)
		now = (state[1] + late(n)) & 0xFFFFFFFF
		step(now, 0, 2)
	}
	return rs
}

var (
	aimdParams   = []uint64{100_000_000, 40_000, 40_000, 32_768, 55_000, 50_000}
	timelyParams = []uint64{100_000_000, 100_000, 50_000_000, 50_000, 20_000, 200_000, 429_497, 16_384, 57_344, 52_429}
)

// TestOwnTimers: the timers of an algorithm of a folder are looked at, by its next function.
func TestOwnTimers(t *testing.T) {
	p, a := own(t, aimd, "aimd")
	for _, late := range []uint64{0, 300} {
		rs := drivenOwn(t, p, aimdParams, func(n int) uint64 {
			if n == 3 {
				return late
			}
			return 0
		})
		r, err := firmwarelog.NewReader(strings.NewReader(logtest.CSV(&a.Algorithm, nil, rs)), "log", nil)
		require.NoError(t, err)
		require.NoError(t, r.Bind(a))
		s, err := firmwarelog.Compare(r, firmwarelog.Options{Firmware: conformance.Interpreter(p.Program), Params: aimdParams})
		require.NoError(t, err)
		require.Zero(t, s.Differences)
		require.EqualValues(t, 20, s.Timers.Ends)
		if late == 0 {
			require.Zero(t, s.Timers.Off)
			continue
		}
		require.EqualValues(t, 1, s.Timers.Off)
		require.EqualValues(t, late, s.Timers.Most)
		at := rs[3].State[1]
		require.Equal(t, fmt.Sprintf("line 6, connection 7: increase-timer at %d, but the reference's next is increase-timer at %d", at+late, at), s.Timers.First)
	}
}

// TestOwnForms: logs of each form of an algorithm of a folder agree, and one wrong bit is found.
func TestOwnForms(t *testing.T) {
	p, a := own(t, timely, "timely")
	params := timelyParams
	drv, err := driver.New(p.Program.Transducer("timely"))
	require.NoError(t, err)
	engine, err := driver.Interpreted(interp.New(p.Program), "timely")
	require.NoError(t, err)
	d := driver.NewDriver(drv, engine, 100_000_000)
	var rs []logtest.Record
	d.Seen = func(c *driver.Conn, s *driver.Step) error {
		rs = append(rs, logtest.Record{Kind: "step", Conn: "1", Event: slices.Clone(s.Values), Output: slices.Clone(s.Output), State: slices.Clone(c.State())})
		return nil
	}
	c, err := d.Open(0, params, 0)
	require.NoError(t, err)
	for i := range 200 {
		require.NoError(t, c.Handle(&driver.NICEvent{Kind: ir.OnAck, Time: int64(1000 * i), RTT: uint64(15_000 + 7919*i%300_000), Acked: 9000}))
	}
	for _, wrong := range []bool{false, true} {
		if wrong {
			rs[150].State = slices.Clone(rs[150].State)
			rs[150].State[2] ^= 1 // the gradient
		}
		layout, binary := logtest.Binary(&a.Algorithm, params, rs, true)
		for form, in := range map[string][2]string{
			"csv": {logtest.CSV(&a.Algorithm, params, rs)}, "jsonl": {logtest.JSON(&a.Algorithm, params, rs)}, "binary": {string(binary), layout},
		} {
			var l *firmwarelog.Layout
			if in[1] != "" {
				l, err = firmwarelog.ParseLayout("layout.toml", []byte(in[1]))
				require.NoError(t, err)
			}
			r, err := firmwarelog.NewReader(bytes.NewReader([]byte(in[0])), "log", l)
			require.NoError(t, err)
			require.NoError(t, r.Bind(a))
			values, err := r.Header().Values(&a.Algorithm)
			require.NoError(t, err)
			var got *firmwarelog.Difference
			s, err := firmwarelog.Compare(r, firmwarelog.Options{
				Firmware: conformance.Interpreter(p.Program), Params: values, Differs: func(d *firmwarelog.Difference) error { got = d; return nil },
			})
			require.NoError(t, err)
			if !wrong {
				require.Nil(t, got, form)
				require.EqualValues(t, 200*(1+5), s.Compared)
				continue
			}
			require.NotNil(t, got, form)
			require.ErrorContains(t, got, "step 151: state.Gradient is ", form)
			require.Equal(t, []firmwarelog.NamedCount{{Name: "ack", N: 1}}, s.Kinds)
		}
	}
}
