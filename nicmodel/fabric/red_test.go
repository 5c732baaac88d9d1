package fabric

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/random"
)

// TestRED counts marks at many lengths of the queue and compares with n p, p = Pmax
// (q-Kmin)/(Kmax-Kmin), within five standard deviations: (m - n p)^2 <= 25 n p (1-p).
func TestRED(t *testing.T) {
	const n = 100_000
	for _, m := range []Marking{
		{Kmin: 400_000, Kmax: 1_600_000, PmaxPPM: 200_000},
		{Kmin: 5000, Kmax: 200_000, PmaxPPM: 10_000},
		{Kmin: 0, Kmax: 1 << 31, PmaxPPM: 1_000_000},
		{Kmin: 100, Kmax: 101, PmaxPPM: 500_000},
		{Kmin: 1000, Kmax: 3000, PmaxPPM: 0},
		{Kmin: 20_000, Kmax: 20_000, PmaxPPM: 300_000},
	} {
		t.Run(fmt.Sprint(m), func(t *testing.T) {
			r := newRED(m, random.New(3, "red", 0))
			span := uint64(m.Kmax - m.Kmin)
			for _, q := range []uint64{0, uint64(m.Kmin), uint64(m.Kmin) + 1, uint64(m.Kmin) + span/7, uint64(m.Kmin) + span/2, uint64(m.Kmax) - min(span, 1), uint64(m.Kmax), uint64(m.Kmax) + 1, 1<<32 - 1} {
				marks := int64(0)
				for range n {
					if r.mark(uint32(q)) {
						marks++
					}
				}
				switch {
				case q <= uint64(m.Kmin):
					require.Zero(t, marks, "length %d", q)
				case q > uint64(m.Kmax):
					require.EqualValues(t, n, marks, "length %d", q)
				default:
					p := big.NewRat(int64(m.PmaxPPM)*int64(q-uint64(m.Kmin)), 1)
					p.Quo(p, big.NewRat(1_000_000*int64(span), 1))
					mean := new(big.Rat).Mul(p, big.NewRat(n, 1))
					variance := new(big.Rat).Mul(mean, new(big.Rat).Sub(big.NewRat(1, 1), p))
					d := new(big.Rat).Sub(big.NewRat(marks, 1), mean)
					// One more for means far below one.
					bound := variance.Mul(variance, big.NewRat(25, 1)).Add(variance, big.NewRat(1, 1))
					require.LessOrEqual(t, d.Mul(d, d).Cmp(bound), 0, "length %d: %d marks, mean %s", q, marks, mean.FloatString(1))
				}
			}
		})
	}
	// Where no marking is set, or only for another rate, nothing is marked.
	c := &Config{Classes: DefaultClasses(), Buffer: DefaultBuffer(), MTUWire: 1048, Marking: []Marking{{Rate: 4e11, Kmin: 1, Kmax: 2, PmaxPPM: 1}}}
	ports := oneSwitch(t, c, 1e11, 4e11).Switches[0].ports
	require.False(t, ports[0].red.mark(1<<32-1))
	require.True(t, ports[1].red.mark(3))
	// The marking of a port's rate goes before that of all others, wherever it stands.
	c.Marking = append(c.Marking, Marking{Kmin: 10, Kmax: 20, PmaxPPM: 1})
	for range 2 {
		ports = oneSwitch(t, c, 1e11, 4e11).Switches[0].ports
		require.False(t, ports[0].red.mark(5))
		require.True(t, ports[0].red.mark(21))
		require.True(t, ports[1].red.mark(3))
		c.Marking[0], c.Marking[1] = c.Marking[1], c.Marking[0]
	}
}
