package nicmodel_test

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/dev/hpccsim"
	"smartnic-cc/nicmodel/random"
)

// modelled is this model in hpccsim's terms, for an incast: whole picoseconds, its own headroom and PFC frames, and
// the coins of the one switch.
func modelled(flows int, seed uint64) hpccsim.Model {
	coin := random.New(seed, "red", uint64(flows+1)<<16|uint64(flows))
	return hpccsim.Model{
		Unit: 1000,
		Time: func(bytes, rate uint64) int64 {
			hi, lo := bits.Mul64(bytes*8, 1_000_000_000_000)
			ps, _ := bits.Div64(hi, lo, rate)
			return int64(ps)
		},
		Coin:       func() float64 { return float64(coin.Uint32()) / (1 << 32) },
		Headroom:   37_500 + 3*1048 + 8*64,
		PauseBytes: 64,
	}
}

// firmware is the reaction point of dcqcn in the place of hpccsim's.
type firmware struct {
	p    *dcqcn.Params
	s    dcqcn.State
	star *hpccsim.Star
	now  int64 // ns
}

// expire runs the timers that are due.
func (f *firmware) expire() {
	to := f.star.Now / f.star.Unit
	for {
		now := fixedpoint.Time(uint64(f.now))
		next := dcqcn.Next(&f.s, now)
		at := f.now + int64(int32(next.At.Since(now)))
		if next.Kind == dcqcn.EventNone || at > to {
			f.now = to
			return
		}
		f.step(at, next.Kind)
	}
}

func (f *firmware) step(at int64, kind dcqcn.EventKind) {
	f.now = at
	dcqcn.Step(f.p, &f.s, &dcqcn.Event{Now: fixedpoint.Time(uint64(at)), Kind: kind})
}

func (f *firmware) PacingRate() uint64 {
	f.expire()
	return uint64(f.s.Rates.RC) * 1000
}

func (f *firmware) CNP() {
	f.expire()
	f.step(f.now, dcqcn.EventCNP)
}

func (f *firmware) Stop() {}

// TestIncastPacketByPacket compares incasts with hpccsim's, which repeats the runs of
// HPCC's simulator and shares no code with the model: given the same coins and reaction
// points, each flow completes at the same picosecond. Some of the runs with 32 flows have
// PFC. With the simulator's own reaction point, whose rates differ by parts of a million,
// two flows complete within a nanosecond.
func TestIncastPacketByPacket(t *testing.T) {
	p, err := profile.Get("hpcc", rateOf(100*gigabit))
	require.NoError(t, err)
	for _, flows := range []int{2, 8, 32} {
		t.Run(fmt.Sprint(flows), func(t *testing.T) {
			pauses := 0
			for seed := range uint64(4) {
				r, notes := proof{Config: incast(t, flows, seed), cuts: [][2]int{}}.run(t)
				star := hpccsim.NewStar(flows, modelled(flows, seed))
				for _, f := range star.Flows {
					own := &firmware{p: &p.RP, star: star}
					dcqcn.Init(own.p, &own.s)
					f.Reaction = own
				}
				star.Complete()
				require.EqualValues(t, star.Pauses, r.Pauses)
				pauses += star.Pauses
				for _, k := range notes.Completions {
					require.EqualValues(t, star.Flows[k.Conn].Done, k.At, "flow %d, seed %d", k.Conn, seed)
				}
				if flows == 2 {
					star = hpccsim.NewStar(flows, modelled(flows, seed))
					star.Complete()
					for _, k := range notes.Completions {
						require.InDelta(t, star.Flows[k.Conn].Done, int64(k.At), 1000, "flow %d, seed %d", k.Conn, seed)
					}
				}
			}
			require.Equal(t, flows == 32, pauses > 0)
		})
	}
}
