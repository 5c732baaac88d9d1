package fabric

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
)

// TestSerial compares the time of bytes on a link with the exact 8e12 n/rate ps: off by
// half a picosecond, and 2^-25 ps a byte for the fraction.
func TestSerial(t *testing.T) {
	s := random.New(1, "serial", 0)
	rates := []uint64{topology.MinRate, topology.MaxRate, 10e9, 25e9, 40e9, 56e9, 100e9, 400e9, 999_999_999_999, 1_000_001}
	for range 1000 {
		rates = append(rates, topology.MinRate+s.Below64(topology.MaxRate-topology.MinRate+1))
	}
	half := big.NewRat(1, 2)
	for _, rate := range rates {
		per := SerialOf(rate)
		for _, n := range []uint32{0, 1, 49, 64, 1048, 65_535, 1<<17 - 1, s.Below(1 << 17)} {
			got := new(big.Rat).SetInt64(int64(per.Of(n)))
			exact := new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(8_000_000_000_000), big.NewInt(int64(n))), new(big.Int).SetUint64(rate))
			off := got.Sub(got, exact)
			bound := new(big.Rat).Add(half, big.NewRat(int64(n), 1<<25))
			require.LessOrEqual(t, off.Abs(off).Cmp(bound), 0, "%d bytes at %d bit/s", n, rate)
		}
	}
	require.EqualValues(t, 83_840, SerialOf(100e9).Of(1048))
}
