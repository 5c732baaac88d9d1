package doca_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/doca"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc/derive"
)

func paper(t testing.TB, line dcqcn.Rate) *dcqcnMachine {
	t.Helper()
	p, err := dcqcnprofile.Get("paper", line)
	require.NoError(t, err)
	return &dcqcnMachine{p: p.RP}
}

// TestTinyRateIsNoNewFlow: the least rate there is, on the fastest line, is 0 in 20
// fractional bits; the flow is still known, and still sends.
func TestTinyRateIsNoNewFlow(t *testing.T) {
	const line = 1_600_000_000
	m := paper(t, line)
	m.p.MinRate, m.p.FirstRate = 1, 1
	setup, f := setUp(t, m, line)
	s := &script{}
	s.text.WriteString(setup + "Z\n")
	for i := range uint32(50) {
		s.add(t, f, event{kind: evCNP, now: 1000 + i, cnps: 1}, "CNP %d", i)
		require.Equal(t, dcqcn.Rate(1), f.m.rates().RC)
	}
	s.text.WriteString("C\n")
	s.want = append(s.want, func(t testing.TB, answer string) {
		c := counters(t, "dcqcn", answer)
		require.EqualValues(t, 1, c["new_flows"])
		require.EqualValues(t, 50, c["rates_floored"])
	})
	s.run(t, host(t, "dcqcn"))
}

func counters(t testing.TB, algorithm, answer string) map[string]uint32 {
	t.Helper()
	all := map[string]uint32{}
	vs := numbers(t, answer)
	for i, c := range doca.Counters(algorithm) {
		all[c.Name] = vs[i]
	}
	return all
}

// TestFraction checks rates against a division: edges and random ones on many lines,
// through the device program.
func TestFraction(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	lines := []dcqcn.Rate{1, 2, 3, 1000, 1_000_000, 1 << 20, 1<<20 + 1, 1<<20 - 1, 100_000_000, 400_000_000, 1_600_000_000, 1 << 30, 1<<30 + 1, 1<<31 - 1}
	for range 40 {
		lines = append(lines, dcqcn.Rate(1+r.Uint32()>>(1+r.IntN(30))))
	}
	var text strings.Builder
	var want []uint32
	for _, line := range lines {
		setup, _ := setUp(t, paper(t, 1_000_000), line)
		text.WriteString(setup)
		rates := []uint32{1, 2, uint32(line) - 1, uint32(line), uint32(line) + 1, 1<<31 - 1}
		for range 300 {
			// About a boundary k/2^20 of the line rate, where one too many would show.
			k := uint64(r.IntN(1<<20 + 1))
			rates = append(rates, uint32((k*uint64(line)+1<<20-1)>>20)+uint32(r.IntN(3))-1, uint32(line)/uint32(1+r.IntN(1<<16)))
		}
		for _, rate := range rates {
			rate = min(max(rate, 1), 1<<31-1)
			fmt.Fprintf(&text, "L %d 0 0 0 0 0 0 0 0 0 0 0\nE %d 0 0 0 0 0\n", rate|known, evRTT)
			want = append(want, fraction(dcqcn.Rate(rate), line))
		}
	}
	answers := host(t, "dcqcn").ask(t, text.String())
	require.Len(t, answers, len(want))
	for i, a := range answers {
		require.Equal(t, want[i], numbers(t, a)[0], "rate %d", i)
	}
}

// TestHalfSetLine: while the host sets the line's three words one after the other, a
// handler may see any mixture: the rate is still in its range.
func TestHalfSetLine(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 4))
	var text strings.Builder
	base := len(values(t, paper(t, 1_000_000)))
	for range 3000 {
		line := dcqcn.Rate(1 + r.Uint32()>>(1+r.IntN(31)))
		_, shift := doca.Reciprocal(1 + r.Uint32()>>(1+r.IntN(31)))
		fmt.Fprintf(&text, "W %d %d %d %d\nL %d 0 0 0 0 0 0 0 0 0 0 0\nE 6 0 0 0 0 0\n", base, line, r.Uint32()|1<<31, shift, 1+r.Uint32()>>1|known)
	}
	for _, a := range host(t, "dcqcn").ask(t, text.String()) {
		rate := numbers(t, a)[0]
		require.True(t, rate >= 1 && rate <= 1<<20, "%d", rate)
	}
}

// TestCoalesced: an event of n CNPs is n events of one, up to 8; 0 is one; more are 8 and
// are counted.
func TestCoalesced(t *testing.T) {
	for n, same := range map[uint16]int{0: 1, 1: 1, 2: 2, 7: 7, 8: 8, 9: 8, 65535: 8} {
		setup, f := setUp(t, paper(t, 100_000_000), 100_000_000)
		text := setup + "Z\n" + event{kind: evCNP, now: 77, cnps: n}.line() + "C\n"
		for range same {
			f.event(event{kind: evCNP, now: 77, cnps: 1})
		}
		answers := host(t, "dcqcn").ask(t, text)
		f.check(t, answers[0], fraction(f.m.rates().RC, f.line), "%d CNPs", n)
		c := counters(t, "dcqcn", answers[1])
		require.EqualValues(t, max(n, 1), c["cnps"])
		require.EqualValues(t, max(n, 8)-8, c["cnps_beyond"])
		require.EqualValues(t, 1, c["cnp_events"])
	}
}

// TestLongPauses: whatever the pause, no timer stands still longer than its period and
// 2^20 ns, and what is left is run by the events that follow.
func TestLongPauses(t *testing.T) {
	for name, m := range machines(t, 100_000_000) {
		algorithm, _, _ := strings.Cut(name, " ")
		for _, pause := range []uint32{1<<31 - 1, 1 << 31, 1<<31 + 1, 1<<32 - 1<<30 - 1, 1<<32 - 1<<30, 3_300_000_000, 1<<32 - 1, 0} {
			setup, f := setUp(t, m.clone(), 100_000_000)
			s := &script{}
			s.text.WriteString(setup + "Z\n")
			now := uint32(5_000)
			for range 3 {
				s.add(t, f, event{kind: evCNP, now: now, cnps: 1}, "%s", name)
				now += 100_000
			}
			low := f.m.rates().RC
			// The pause, then 0.3 s of packets, one every 100 us.
			now += pause
			for range 3_000 {
				s.add(t, f, event{kind: evTX, now: now, first: now, packets: 1, unit: 32}, "%s, pause %d", name, pause)
				now += 100_000
				r, p := f.m.rates(), f.m.base()
				if r.Flags&dcqcn.FlagIncrease != 0 {
					if ahead := uint32(r.IncreaseAt) - now + 100_000; ahead <= 1<<30 {
						require.LessOrEqual(t, ahead, p.IncreasePeriod+1<<20, "%s, pause %d", name, pause)
					}
				}
			}
			rc := f.m.rates().RC
			require.True(t, rc > low || rc == f.m.base().MaxRate, "%s, pause %d: %d kb/s, %d before", name, pause, rc, low)
			s.run(t, host(t, algorithm))
		}
	}
}

// TestTimersLeft: an event runs 64 timers and leaves the others to the next, and the end
// is where one event without a bound would have been.
func TestTimersLeft(t *testing.T) {
	m := machines(t, 100_000_000)["dcqcn connectx"]
	setup, f := setUp(t, m.clone(), 100_000_000)
	_, whole := setUp(t, m.clone(), 100_000_000)
	whole.limit = 1 << 20
	s := &script{}
	s.text.WriteString(setup + "Z\n")
	s.add(t, f, event{kind: evCNP, now: 0, cnps: 1}, "CNP")
	whole.event(event{kind: evCNP, now: 0, cnps: 1})
	// 150 ends of the alpha timer.
	for i := range 3 {
		s.add(t, f, event{kind: evRTT, now: 150_000}, "event %d", i)
	}
	whole.event(event{kind: evRTT, now: 150_000})
	require.Equal(t, whole.words(t), f.words(t))
	require.Equal(t, 2, f.left)
	s.text.WriteString("C\n")
	s.want = append(s.want, func(t testing.TB, answer string) {
		c := counters(t, "dcqcn", answer)
		require.EqualValues(t, 2, c["timers_left"])
		require.EqualValues(t, 151, c["timers"], "the cut timer too")
	})
	s.run(t, host(t, "dcqcn"))
}

// TestShorterPeriod: the host shortens a period while a deadline is far ahead: the timer
// ends at once, once.
func TestShorterPeriod(t *testing.T) {
	m := paper(t, 100_000_000)
	m.p.IncreasePeriod = 1 << 29
	setup, f := setUp(t, m, 100_000_000)
	s := &script{}
	s.text.WriteString(setup + "Z\n")
	s.add(t, f, event{kind: evCNP, now: 0, cnps: 1}, "CNP")
	m.p.IncreasePeriod = 55_000
	again, _ := setUp(t, m, 100_000_000)
	s.text.WriteString(again)
	s.add(t, f, event{kind: evRTT, now: 100}, "after")
	require.EqualValues(t, 1, f.m.rates().TimeStage)
	require.EqualValues(t, 55_100, f.m.rates().IncreaseAt)
	s.run(t, host(t, "dcqcn"))
}

// TestLongestPeriod: with the longest period and an event that is 2^20 ns late in order, a
// deadline ahead is not taken for one long past.
func TestLongestPeriod(t *testing.T) {
	params, err := doca.Params("dcqcn", profile.Choice{Profile: "paper", Line: "100G"})
	require.NoError(t, err)
	m := paper(t, 100_000_000)
	for _, p := range params {
		if p.Name == "increase_period" {
			m.p.IncreasePeriod = p.Max
		}
	}
	setup, f := setUp(t, m, 100_000_000)
	s := &script{}
	s.text.WriteString(setup + "Z\n")
	s.add(t, f, event{kind: evCNP, now: 1 << 21, cnps: 1}, "CNP")
	s.add(t, f, event{kind: evRTT, now: 1 << 20}, "out of order")
	require.EqualValues(t, 0, f.m.rates().TimeStage)
	s.run(t, host(t, "dcqcn"))
}

// TestOtherSlot: a flow of another slot is the library's, and its context is not touched.
func TestOtherSlot(t *testing.T) {
	answers := host(t, "dolcerc4").ask(t, "L 1 2 3 4 5 6 7 8 9 10 11 12\nS 1 2 0\nS 7 2 0\n")
	for _, a := range answers {
		require.Equal(t, []uint32{0xdead0000, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, numbers(t, a))
	}
}

// TestTxSlots: packets of several slots in one event are as many slots sent, at most 16,
// at most one a packet.
func TestTxSlots(t *testing.T) {
	p, err := derive.DeviceParams(profile.Choice{Profile: "connectx", Line: "100G"})
	require.NoError(t, err)
	for _, c := range []struct {
		span    uint32
		packets uint16
		slots   uint32
	}{{0, 1, 1}, {0, 9, 1}, {1023, 9, 1}, {1024, 9, 2}, {5 << 10, 9, 6}, {5 << 10, 3, 3}, {5 << 10, 0, 1}, {1 << 20, 60000, 16}} {
		m := &dolceMachine{p: p}
		setup, _ := setUp(t, m, 100_000_000)
		e := event{kind: evTX, now: 1 << 21, first: 1<<21 - c.span, packets: c.packets, unit: 10}
		answers := host(t, "dolcerc4").ask(t, setup+"Z\n"+e.line())
		rest := numbers(t, answers[0])[2+4] // after rate and probe: four arms, then Rest
		require.Equal(t, c.slots, rest>>24, "%+v", c)
	}
}

// TestManyBytes: 2 MB in one event are as many increases as in packets of 1024 bytes.
func TestManyBytes(t *testing.T) {
	m := paper(t, 400_000_000)
	// The target stays below its cap, where increases would end.
	m.p.ByteReset, m.p.RateAI, m.p.RateHAI = 32767, 1, 1
	setup, f := setUp(t, m, 400_000_000)
	s := &script{}
	s.text.WriteString(setup + "Z\n")
	s.add(t, f, event{kind: evCNP, now: 0, cnps: 2}, "CNPs")
	d := &ideal{m: f.m.clone(), now: 1}
	for range 65535 / 32 {
		d.sent(1024)
	}
	d.sent(65535 % 32 * 32)
	s.add(t, f, event{kind: evTX, now: 1, first: 1, packets: 2048, unit: 65535}, "2 MB")
	require.Equal(t, (&flow{m: d.m, known: true}).words(t), f.words(t))
	require.EqualValues(t, 63, f.m.rates().ByteStage)
	// A byte counter that is too fine for the bound: the rest is not counted, but it is
	// counted that it is not.
	m.p.ByteReset = 100
	again, _ := setUp(t, m, 400_000_000)
	s.text.WriteString(again)
	s.add(t, f, event{kind: evTX, now: 1, first: 1, packets: 2048, unit: 65535}, "2 MB, byte counter of 100")
	s.text.WriteString("C\n")
	s.want = append(s.want, func(t testing.TB, answer string) {
		c := counters(t, "dcqcn", answer)
		require.EqualValues(t, 2, c["tx_events"])
		require.EqualValues(t, 1, c["tx_cut_short"])
	})
	s.run(t, host(t, "dcqcn"))
}
