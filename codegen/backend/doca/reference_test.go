package doca_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/doca"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/fixedpoint"
)

// What the device library calls events.
const (
	evCNP  = 2
	evTX   = 3
	evNACK = 5
	evRTT  = 6
)

// event is one event as the device library hands it over.
type event struct {
	kind                uint32
	now, first          uint32
	cnps, packets, unit uint16
}

func (e event) line() string {
	return fmt.Sprintf("E %d %d %d %d %d %d\n", e.kind, e.now, e.first, e.cnps, e.packets, e.unit)
}

// machine is a flow's algorithm in Go, driven as the glue has to drive it.
type machine interface {
	init()
	step(e dcqcn.Event)
	rates() *dcqcn.Rates
	// alpha is the alpha timer's deadline, if there is one and it runs.
	alpha() *fixedpoint.Time
	base() *dcqcn.Params
	slotShift() uint8 // 0: no slots
	bytes() []byte
	clone() machine
}

type dcqcnMachine struct {
	p dcqcn.Params
	s dcqcn.State
}

func (m *dcqcnMachine) init()               { dcqcn.Init(&m.p, &m.s) }
func (m *dcqcnMachine) step(e dcqcn.Event)  { dcqcn.Step(&m.p, &m.s, &e) }
func (m *dcqcnMachine) rates() *dcqcn.Rates { return &m.s.Rates }
func (m *dcqcnMachine) base() *dcqcn.Params { return &m.p }
func (m *dcqcnMachine) slotShift() uint8    { return 0 }
func (m *dcqcnMachine) bytes() []byte       { return encode(&m.s) }
func (m *dcqcnMachine) clone() machine      { c := *m; return &c }
func (m *dcqcnMachine) alpha() *fixedpoint.Time {
	if m.s.Rates.Own&dcqcn.AlphaRuns == 0 {
		return nil
	}
	return &m.s.AlphaAt
}

type dolceMachine struct {
	p dolcerc.Params
	s dolcerc.State4
}

func (m *dolceMachine) init()                   { dolcerc.Init4(&m.p, &m.s) }
func (m *dolceMachine) step(e dcqcn.Event)      { dolcerc.Step4(&m.p, &m.s, &e) }
func (m *dolceMachine) rates() *dcqcn.Rates     { return &m.s.React }
func (m *dolceMachine) base() *dcqcn.Params     { return &m.p.Base }
func (m *dolceMachine) slotShift() uint8        { return m.p.SlotShift }
func (m *dolceMachine) bytes() []byte           { return encode(&m.s) }
func (m *dolceMachine) clone() machine          { c := *m; return &c }
func (m *dolceMachine) alpha() *fixedpoint.Time { return nil }

func encode(s any) []byte {
	b, err := binary.Append(nil, binary.LittleEndian, s)
	if err != nil {
		panic(err)
	}
	return b
}

// flow is one flow's context on the device, in Go.
type flow struct {
	m     machine
	known bool
	line  dcqcn.Rate
	limit int // timers an event
	left  int // events that left timers
}

const known = 1 << 31

// words is the context.
func (f *flow) words(t testing.TB) []uint32 {
	t.Helper()
	w := make([]uint32, 12)
	if !f.known {
		return w
	}
	r := f.m.rates()
	require.Less(t, uint32(r.RC), uint32(known))
	r.RC |= known
	b := f.m.bytes()
	r.RC &^= known
	for i := range len(b) / 4 {
		w[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return w
}

// event is what the glue has to do, from the document and not from its text.
func (f *flow) event(e event) (rate uint32) {
	if !f.known {
		f.m.init()
		f.known = true
	}
	f.timers(e.now)
	switch e.kind {
	case evCNP:
		f.m.step(dcqcn.Event{Kind: dcqcn.EventCNP, Now: fixedpoint.Time(e.now), CNPs: e.cnps})
	case evTX:
		f.sent(e)
	}
	return fraction(f.m.rates().RC, f.line)
}

// timers runs what is due: a deadline is due unless it is 1..2^30 ns ahead. Of several
// the one that passed longest ago is the first; at one instant the lower kind.
func (f *flow) timers(now uint32) {
	move := func(at *fixedpoint.Time, period uint32) {
		if ahead := uint32(*at) - now; ahead > period+1<<20 && ahead <= 1<<30 {
			*at = fixedpoint.Time(now)
		}
	}
	r, p := f.m.rates(), f.m.base()
	if r.Flags&dcqcn.FlagIncrease != 0 {
		move(&r.IncreaseAt, p.IncreasePeriod)
	}
	if r.Flags&dcqcn.FlagCut != 0 {
		move(&r.CutAt, p.CutPeriod)
	}
	if a := f.m.alpha(); a != nil {
		move(a, p.AlphaPeriod)
	}
	for n := 0; ; n++ {
		best, age := dcqcn.EventNone, int64(-1)
		var when fixedpoint.Time
		consider := func(kind dcqcn.EventKind, at fixedpoint.Time) {
			ago := int64(now - uint32(at)) // 0..2^32-1
			if ago >= 1<<32-1<<30 {
				return // 1..2^30 ahead
			}
			if ago > age || ago == age && kind < best {
				best, age, when = kind, ago, at
			}
		}
		if a := f.m.alpha(); a != nil {
			consider(dcqcn.EventAlphaTimer, *a)
		}
		if r.Flags&dcqcn.FlagCut != 0 {
			consider(dcqcn.EventCutTimer, r.CutAt)
		}
		if r.Flags&dcqcn.FlagIncrease != 0 {
			consider(dcqcn.EventIncreaseTimer, r.IncreaseAt)
		}
		if best == dcqcn.EventNone {
			return
		}
		if n == f.limit {
			f.left++
			return
		}
		f.m.step(dcqcn.Event{Kind: best, Now: when})
	}
}

func (f *flow) sent(e event) {
	if shift := f.m.slotShift(); shift != 0 {
		slots := min((e.now-e.first)>>shift, 15)
		slots = min(slots, uint32(max(e.packets, 1))-1)
		for k := slots; k > 0; k-- {
			f.m.step(dcqcn.Event{Kind: dcqcn.EventSent, Now: fixedpoint.Time(e.now - k<<shift)})
		}
	}
	bytes, reset := uint64(e.unit)*32, uint64(f.m.base().ByteReset)
	most := bytes
	if reset != 0 {
		most = min(bytes, 8*reset)
	}
	for i := 0; i < 16 && (i == 0 || bytes > 0); i++ {
		now := min(bytes, most)
		f.m.step(dcqcn.Event{Kind: dcqcn.EventSent, Now: fixedpoint.Time(e.now), Bytes: uint32(now)})
		bytes -= now
	}
}

// fraction is floor(2^20 rate/line), 1..2^20, by a division.
func fraction(rate, line dcqcn.Rate) uint32 {
	return uint32(min(max(uint64(rate)<<20/uint64(line), 1), 1<<20))
}

// setUp returns the requests that set parameters past the program's own checks, and a
// flow with the same ones.
func setUp(t testing.TB, m machine, line dcqcn.Rate) (string, *flow) {
	t.Helper()
	var b strings.Builder
	b.WriteString("W 0")
	for _, v := range values(t, m) {
		fmt.Fprintf(&b, " %d", v)
	}
	reciprocal, shift := doca.Reciprocal(uint32(line))
	fmt.Fprintf(&b, " %d %d %d\n", line, reciprocal, shift)
	return b.String(), &flow{m: m, line: line, limit: 64}
}

// values flattens the parameters in the order of the device's, by hand: the test knows
// the order from the document.
func values(t testing.TB, m machine) []uint32 {
	t.Helper()
	b := m.base()
	flag := func(v bool) uint32 {
		if v {
			return 1
		}
		return 0
	}
	vs := []uint32{
		uint32(b.MinRate), uint32(b.MaxRate), uint32(b.TargetCap), uint32(b.RateAI), uint32(b.RateHAI), uint32(b.FirstRate),
		b.IncreasePeriod, b.CutPeriod, b.ByteReset, b.KeepAtLeast, uint32(b.Threshold), uint32(b.CutMode), uint32(b.Halving),
		uint32(b.Hyper), uint32(b.FirstCNP), flag(b.ClampAfterTime), flag(b.TestFirst),
	}
	switch m := m.(type) {
	case *dcqcnMachine:
		return append(vs, b.AlphaPeriod, b.AlphaInit, b.AlphaMax, b.OldWeight, uint32(b.AlphaBits), uint32(b.CutShift), uint32(b.AlphaMode),
			uint32(b.AlphaRounding), flag(b.AlphaFirst), flag(b.ClampTarget))
	case *dolceMachine:
		l := m.p.Learn
		vs = append(vs, uint32(l.Period), uint32(l.BlockShift), uint32(l.CountShift), l.GrowthPerStep, uint32(l.AgeBlock), uint32(l.AgeRest),
			l.Gamma, l.LogPerStep, l.XiLn2)
		for _, a := range m.p.Actions[:4] {
			vs = append(vs, uint32(a.Beta)<<16|uint32(a.Alpha))
		}
		return append(vs, m.p.QualifyAfter, uint32(m.p.SlotShift))
	}
	require.FailNow(t, "unknown machine")
	return nil
}

// check compares one answer with the flow after the event.
func (f *flow) check(t testing.TB, answer string, rate uint32, what string, args ...any) {
	t.Helper()
	want := append([]uint32{rate, 0}, f.words(t)...)
	got := numbers(t, answer)
	if len(got) != len(want) {
		require.FailNow(t, answer)
	}
	for i := range want {
		if want[i] != got[i] {
			require.FailNow(t, fmt.Sprintf(what, args...), "number %d: want %d, got %d\nwant %v\ngot  %v", i, want[i], got[i], want, got)
		}
	}
	require.NotZero(t, bits.OnesCount32(got[2+rcWord(f.m)]&known))
}

func rcWord(m machine) int {
	if _, ok := m.(*dolceMachine); ok {
		return 5
	}
	return 0
}
