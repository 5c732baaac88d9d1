package driver_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/driver/testdata/all"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// load loads the package of testdata that takes all NIC events.
func load(t testing.TB) (*driver.Algorithm, driver.Engine) {
	p, err := frontend.Load(os.DirFS("testdata"), "test", []string{"all"}, frontend.Options{})
	require.NoError(t, err)
	a, err := driver.New(p.Transducer("all"))
	require.NoError(t, err)
	e, err := driver.Interpreted(interp.New(p), "all")
	require.NoError(t, err)
	return a, e
}

const port = 100_000_000

// open opens a connection that keeps a line of every step: kind, time, and the event's leaves but
// kind and time.
func open(t testing.TB, at int64, params ...uint64) (*driver.Conn, *[]string) {
	a, e := load(t)
	return openOn(t, a, e, at, params...)
}

// linked is the same algorithm, linked in.
func linked() driver.Engine {
	return driver.Native(driver.Table[all.Params, all.State, all.Event, all.Output]{
		Init: all.Init, Step: all.Step, Next: driver.NextOf(all.Next), First: all.First, View: driver.ViewOf(all.Look),
	})
}

func openOn(t testing.TB, a *driver.Algorithm, e driver.Engine, at int64, params ...uint64) (*driver.Conn, *[]string) {
	d := driver.NewDriver(a, e, port)
	var steps []string
	d.Seen = func(_ *driver.Conn, s *driver.Step) error {
		line := fmt.Sprintf("%s %d now %d", s.Event.Label, s.Time, s.Values[2])
		for i, l := range ir.Layout(a.Def.Event) {
			if v := s.Values[i]; v != 0 && i != 0 && i != 2 {
				line += fmt.Sprintf(" %s %d", l.Name, v)
			}
		}
		steps = append(steps, line)
		return nil
	}
	c, err := d.Open(0, params, at)
	require.NoError(t, err)
	return c, &steps
}

// TestSignals: a NIC event fills in the signals that go with it and no others, as large as the
// field or its range holds; times wrap.
func TestSignals(t *testing.T) {
	const much = math.MaxUint64
	event := driver.NICEvent{
		Time: 5<<32 + 9, Bytes: much, Packets: much, CNPs: much, Marked: much, Acked: much, Unacked: much, RTT: much, Lost: much, Length: much,
		NackRTT:      much,
		AckedPackets: much, ForwardHops: much, SentAt: 5<<32 + 1, ArrivedAt: 5<<32 + 2, AnsweredAt: 5<<32 + 3, ReturnedAt: 5<<32 + 4, RxLevel: 0xFFFF, Refused: much,
		Departed: 5<<32 - 1, MarkedShare: 0x8000, Tags: []uint64{much},
		Hops: []driver.Hop{{Queue: much, Sent: 5<<32 + 7, At: 5<<32 + 8, Rate: much}},
	}
	const note = " ForwardHops 255 SentAt 1 ArrivedAt 2 AnsweredAt 3 ReturnedAt 4 RxLevel 65535"
	for h, want := range map[ir.NICEventKind]string{
		ir.OnSent:    "sent 21474836489 now 9 Bytes 4294967295 Packets 255",
		ir.OnCNP:     "cnp 21474836489 now 9 CNPs 255 Marked 127",
		ir.OnAck:     "ack 21474836489 now 9 Marked 127 Acked 4294967295 Unacked 4294967295 RTT 4294967295 Turn 65535 Hops 1 HopQueue[0] 127 HopSent[0] 7 HopAt[0] 8 HopRate[0] 4294967295 AckedPackets 1023" + note,
		ir.OnNack:    "nack 21474836489 now 9 Lost 255 NackRTT 4294967295" + note + " Refused 255",
		ir.OnTimeout: "timeout 21474836489 now 9 Lost 255",
		ir.OnMessage: "message 21474836489 now 9 Length 18446744073709551615 Departed 4294967295 Share 32768 Turn 65535",
	} {
		c, steps := open(t, 0, 0, 0, 0, 1000)
		event.Kind = h
		require.NoError(t, c.Handle(&event))
		require.Equal(t, []string{want}, *steps)
		a, _ := load(t)
		c, steps = openOn(t, a, linked(), 0, 0, 0, 0, 1000)
		require.NoError(t, c.Handle(&event))
		require.Equal(t, []string{want}, *steps, "linked in")
	}
	c, steps := open(t, 0, 0, 0, 0, 1000)
	require.NoError(t, c.Handle(&driver.NICEvent{Kind: ir.OnAck, Time: 1, Hops: []driver.Hop{{Queue: 1}, {Sent: 2, At: 3, Rate: 4}, {Queue: 5}}}))
	require.Equal(t, []string{"ack 1 now 1 Hops 2 HopQueue[0] 1 HopSent[1] 2 HopAt[1] 3 HopRate[1] 4"}, *steps, "no more hops than there is room for")
	c, steps = open(t, 0, 0, 0, 0, 1000)
	require.NoError(t, c.Handle(&driver.NICEvent{Kind: ir.OnCNP, Time: 1}))
	require.NoError(t, c.Handle(&driver.NICEvent{Kind: ir.OnPacket, Time: 2, Marked: 1}), "passes it by")
	require.NoError(t, c.Handle(&driver.NICEvent{Kind: ir.OnTimer, Time: 3, Timer: 3}), "is no timer's kind")
	require.NoError(t, c.Handle(&driver.NICEvent{Kind: ir.OnAck, Time: 4, RTT: 5}))
	require.Equal(t, []string{"cnp 1 now 1 CNPs 1", "ack 4 now 4 RTT 5"}, *steps, "nothing is left of the event before")
}

// TestControlsAndShows: what is in force at first and after a step, and what logs show.
func TestControlsAndShows(t *testing.T) {
	c, _ := open(t, 0, 0, 0, 0, 1000)
	require.Equal(t, &driver.Controls{Rate: 1000, Window: 1000, Tags: []uint64{7}}, c.Controls())
	for range 5 {
		require.NoError(t, c.Handle(&driver.NICEvent{Kind: ir.OnAck, Time: 1}))
	}
	require.Equal(t, &driver.Controls{Rate: 1000, Window: 2000, Tags: []uint64{5}}, c.Controls())
	shows, err := c.Probes(nil)
	require.NoError(t, err)
	a, _ := load(t)
	require.Equal(t, []string{"turn", "half"}, a.Labels())
	require.Equal(t, []string{"turn"}, a.Tags)
	require.Equal(t, []uint64{5, math.MaxUint64 - 1}, shows)
	require.EqualValues(t, 1000, c.PacingRate())
	fast, _ := open(t, 0, 0, 0, 0, port+1)
	require.EqualValues(t, port, fast.PacingRate(), "no more than the port's")

	p, err := codegen.Firmware()
	require.NoError(t, err)
	np, err := driver.New(p.Transducer("dcqcnnp"))
	require.NoError(t, err)
	e, err := driver.Interpreted(interp.New(p), "dcqcnnp")
	require.NoError(t, err)
	params := make([]uint64, np.Def.Params.Leaves())
	r, err := driver.NewDriver(np, e, port).Open(0, params, 0)
	require.NoError(t, err)
	require.Equal(t, &driver.Controls{Rate: port, Window: driver.NoWindow, Tags: []uint64{}}, r.Controls())
	require.NoError(t, r.Handle(&driver.NICEvent{Kind: ir.OnPacket, Time: 1, Marked: 1}))
	require.True(t, r.Controls().SendCNP)
	require.EqualValues(t, 1, r.Controls().CNPMarked)
}

// TestTimersInOrder: timers that end before an event come first; of its nanosecond those with a
// lower kind come before it, the others after; their time is the deadline.
func TestTimersInOrder(t *testing.T) {
	c, steps := open(t, 0, 100, 150, 0, 1000)
	require.NoError(t, c.Handle(&driver.NICEvent{Kind: ir.OnAck, Time: 300, RTT: 1}))
	require.NoError(t, c.Handle(&driver.NICEvent{Kind: ir.OnSent, Time: 301}))
	require.Equal(t, []string{
		"early 100 now 100", "late 150 now 150", "early 200 now 200", "early 300 now 300", "ack 300 now 300 RTT 1", "late 300 now 300", "sent 301 now 301",
	}, *steps)
	at, kind, ok := c.NextTimer()
	require.Equal(t, []any{int64(400), uint64(1), true}, []any{at, kind, ok})
	a, _ := load(t)
	require.True(t, a.TimersFirst(kind))
	require.False(t, a.TimersFirst(8))
	require.NoError(t, c.ExpireTimers(450))
	require.NoError(t, c.ExpireTimers(450), "the end is not within")
	require.Equal(t, []string{"early 400 now 400"}, (*steps)[7:])
}

// TestDeadlinesWrap: firmware time wraps at 2^32 ns, the driver's does not; a deadline that has
// passed is due at once.
func TestDeadlinesWrap(t *testing.T) {
	c, steps := open(t, 7<<32-10, 20, 0, 0, 1000)
	at, _, _ := c.NextTimer()
	require.EqualValues(t, int64(7<<32+20), at)
	require.NoError(t, c.ExpireTimers(7<<32+30))
	require.Equal(t, []string{"early 30064771092 now 20"}, *steps)

	c, steps = open(t, 50, 20, 0, 0, 1000)
	require.NoError(t, c.ExpireTimers(70))
	require.Equal(t, []string{"early 50 now 20", "early 50 now 40", "early 60 now 60"}, *steps)
}

// TestFaultsOfAlgorithms: a rate of 0 and a timer that stands still end the drive with what is
// wrong, and where.
func TestFaultsOfAlgorithms(t *testing.T) {
	a, e := load(t)
	_, err := driver.NewDriver(a, e, port).Open(0, []uint64{0, 0, 0, 0}, 5)
	require.EqualError(t, err, "all: rate 0 at 5 ns: nothing may ever leave again; Step must return 1 kb/s or more")
	c, _ := open(t, 0, 20, 0, 1, 1000)
	require.EqualError(t, c.ExpireTimers(30),
		"all: timer early ends again and again at 20 ns: its event has to move the deadline that Next returns, or stop the timer")
	_, err = e.Open([]uint64{1 << 32, 0, 0, 1})
	require.ErrorContains(t, err, "parameter Early = 0x100000000 is outside the range of uint32")
}

// TestSourceThatCannotGive: the field, the signal, the place and the remedy; what need not come
// may be missing.
func TestSourceThatCannotGive(t *testing.T) {
	a, _ := load(t)
	gives := map[ir.NICEventKind][]ir.Signal{
		ir.OnSent: {ir.SignalBytes, ir.SignalPackets}, ir.OnCNP: {ir.SignalCNPs, ir.SignalMarked},
		ir.OnAck: {ir.SignalAcked, ir.SignalRTT, ir.SignalMarked, ir.SignalTag, ir.SignalUnacked, ir.SignalHops, ir.SignalHopQueue, ir.SignalHopSent, ir.SignalHopAt, ir.SignalHopRate, ir.SignalAckedPackets},
	}
	note := []ir.Signal{ir.SignalForwardHops, ir.SignalSentAt, ir.SignalArrivedAt, ir.SignalAnsweredAt, ir.SignalReturnedAt, ir.SignalRxLevel}
	gives[ir.OnAck] = append(gives[ir.OnAck], note...)
	s := &driver.Source{Name: "a wire", Signals: gives, Alternative: "the moon"}
	require.EqualError(t, a.Check(s), "all/all.go:24:2: event message (KindMessage): a wire does not report it: "+
		"the moon does; drive the algorithm there, or take the kind out (docs/subset.md)")
	gives[ir.OnMessage] = []ir.Signal{ir.SignalLength, ir.SignalDeparted, ir.SignalMarkedShare, ir.SignalTag}
	require.NoError(t, a.Check(s), "nack and timeout need not come")
	gives[ir.OnNack] = nil
	require.EqualError(t, a.Check(s), "all/all.go:53:2: signal lost (field Lost) of event nack: a wire does not give it: "+
		"the moon does; drive the algorithm there, or take the field out (docs/subset.md)")
	gives[ir.OnNack] = append(note, ir.SignalLost, ir.SignalRefused)
	s.Unheeded = []ir.Control{ir.ControlGap}
	require.NoError(t, a.Check(s), "a source need not know the RTT of a nack")
	s.Unheeded = append(s.Unheeded, ir.ControlWindow)
	require.EqualError(t, a.Check(s), "all/all.go:120:2: control window (field Window): a wire does not obey it: "+
		"the moon does; drive the algorithm there, or take the field out (docs/subset.md)")
	s.Unheeded = nil
	delete(gives, ir.OnNack)
	gives[ir.OnAck] = gives[ir.OnAck][:6]
	require.EqualError(t, a.Check(s), "all/all.go:66:2: signal hop-queue (field HopQueue[0]) of event ack: a wire does not give it: "+
		"the moon does; drive the algorithm there, or take the field out (docs/subset.md)")
	gives[ir.OnAck] = gives[ir.OnAck][:1]
	require.ErrorContains(t, a.Check(s), "signal marked (field Marked) of event ack")
}

// TestStepMakesNoGarbage with shows, timers and tags.
func TestStepMakesNoGarbage(t *testing.T) {
	a, e := load(t)
	c, err := driver.NewDriver(a, e, port).Open(0, []uint64{100, 150, 0, 1000}, 0)
	require.NoError(t, err)
	var shows []uint64
	h := driver.NICEvent{Kind: ir.OnAck, RTT: 5, Tags: []uint64{1}}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		h.Time += 500
		if c.Handle(&h) != nil {
			panic("refused")
		}
		shows, err = c.Probes(shows[:0])
	}))
}

// TestLinkedIn: an algorithm that is linked in does with any events and timers what the interpreted source does.
func TestLinkedIn(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	a, e := load(t)
	one, steps := openOn(t, a, e, 0, 700, 900, 0, 1000)
	two, linkedSteps := openOn(t, a, linked(), 0, 700, 900, 0, 1000)
	for at := int64(0); len(*steps) < 3000; at += int64(r.IntN(300)) {
		h := driver.NICEvent{Kind: ir.NICEventKind(r.IntN(int(ir.OnMessage))) + 1, Time: at, Marked: uint64(r.IntN(200)), RTT: r.Uint64() >> 20, Length: r.Uint64(), Lost: 1}
		for range r.IntN(4) {
			h.Hops = append(h.Hops, driver.Hop{Queue: uint64(r.IntN(200)), Sent: r.Uint64(), At: at, Rate: uint64(r.Uint32())})
		}
		require.NoError(t, one.Handle(&h))
		require.NoError(t, two.Handle(&h))
		require.Equal(t, *one.Controls(), *two.Controls())
	}
	require.Equal(t, *steps, *linkedSteps)
}
