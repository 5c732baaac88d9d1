package dcqcn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/fixedpoint"
)

// floatNP is the notification point in float64 microseconds that do not wrap. Times
// are whole ns, below 2^53: it rounds nothing that a comparison could see, since two
// different numbers of ns below 2^40 stay different as microseconds.
type floatNP struct {
	last    float64
	pending float64
}

func (x *floatNP) step(interval, now float64, marked float64) (bool, float64) {
	if marked == 0 {
		return false, 0
	}
	x.pending = math.Min(x.pending+math.Min(marked, dcqcn.MaxMarked), dcqcn.MaxMarked)
	if now-x.last < interval {
		return false, 0
	}
	n := x.pending
	x.last, x.pending = now, 0
	return true, n
}

// TestNPAgainstFloat64: the same decisions and counts; never two CNPs within an
// interval; no mark is lost but by saturation.
func TestNPAgainstFloat64(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for _, name := range profile.Names() {
		pr, err := profile.Get(name, 100*gbps)
		require.NoError(t, err)
		for _, p := range []dcqcn.NPParams{pr.NP, {Interval: rng.Uint32N(1 << 30)}} {
			for range 20 {
				var s dcqcn.NPState
				dcqcn.InitNP(&p, &s)
				model := floatNP{last: math.Inf(-1)}
				now := int64(rng.Uint64N(1 << 34))
				last, marks, reported, saturated := int64(-1), 0, 0, false
				for range 2000 {
					// Up to a second at once: far over the wrap in all, but no flow is silent for as long.
					now += int64(rng.Uint32N(1 << rng.Uint32N(31)))
					if rng.Uint32N(8) == 0 && last >= 0 {
						now = max(now, last+int64(p.Interval)-1+int64(rng.Uint32N(3)))
					}
					e := dcqcn.NPEvent{Now: fixedpoint.Time(uint64(now)), Marked: uint8(rng.Uint32N(3))}
					if rng.Uint32N(16) == 0 {
						e.Marked = uint8(rng.Uint32())
					}
					o := dcqcn.StepNP(&p, &s, &e)
					cnp, n := model.step(float64(p.Interval)/1000, float64(now)/1000, float64(e.Marked))
					if last >= 0 && now-last == int64(p.Interval) {
						// At exactly an interval the difference in float64 may round either way.
						cnp, n = e.Marked > 0, float64(o.Marked)
						if cnp {
							model.last, model.pending = float64(now)/1000, 0
						}
					}
					require.Equal(t, cnp, o.CNP)
					require.EqualValues(t, n, o.Marked)
					require.EqualValues(t, model.pending, s.Marked)
					marks += int(e.Marked)
					reported += int(o.Marked)
					saturated = saturated || o.Marked == dcqcn.MaxMarked || s.Marked == dcqcn.MaxMarked || e.Marked > dcqcn.MaxMarked
					if o.CNP {
						require.Positive(t, o.Marked)
						if last >= 0 {
							require.GreaterOrEqual(t, now-last, int64(p.Interval))
						}
						last = now
					}
					if !saturated {
						require.Equal(t, marks, reported+int(s.Marked))
					}
				}
			}
		}
	}
}

func TestNPByHand(t *testing.T) {
	p := dcqcn.NPParams{Interval: 50_000}
	var s dcqcn.NPState
	for _, c := range []struct {
		at     uint32
		marked uint8
		want   dcqcn.NPOutput
	}{
		{0, 0, dcqcn.NPOutput{}},
		{0, 1, dcqcn.NPOutput{CNP: true, Marked: 1}}, // at time 0 too: nothing was sent yet
		{10, 2, dcqcn.NPOutput{}},
		{49_999, 1, dcqcn.NPOutput{}},
		{50_000, 0, dcqcn.NPOutput{}}, // the interval's end alone sends nothing
		{50_000, 1, dcqcn.NPOutput{CNP: true, Marked: 4}},
		{99_999, 200, dcqcn.NPOutput{}},
		{200_000, 1, dcqcn.NPOutput{CNP: true, Marked: 127}},
		// The stated price of 32 bits: 2^32 ns later is taken for now.
		{200_000 + 49_999, 1, dcqcn.NPOutput{}},
		{200_000 + 50_000, 1, dcqcn.NPOutput{CNP: true, Marked: 2}},
	} {
		require.Equal(t, c.want, dcqcn.StepNP(&p, &s, &dcqcn.NPEvent{Now: fixedpoint.Time(c.at), Marked: c.marked}), "at %d", c.at)
	}
	// No interval: a CNP for every mark.
	p.Interval = 0
	for range 3 {
		require.Equal(t, dcqcn.NPOutput{CNP: true, Marked: 1}, dcqcn.StepNP(&p, &s, &dcqcn.NPEvent{Now: s.LastCNP, Marked: 1}))
	}
}
