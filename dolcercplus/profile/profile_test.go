package profile_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dolcercplus/profile"
)

func TestNsPerByteIsTheNearest(t *testing.T) {
	for _, line := range []uint32{profile.MinLine, 31_999, 999_999, 1_000_000, 7_777_777, 100_000_000, profile.MaxLine} {
		p, err := profile.Params(profile.Default(line))
		require.NoError(t, err)
		exact := big.NewRat(8_000_000<<24, int64(line))
		exact.Sub(exact, big.NewRat(int64(p.NsPerByte), 1))
		require.LessOrEqual(t, exact.Abs(exact).Cmp(big.NewRat(1, 2)), 0, "%d kb/s", line)
		require.Equal(t, line, p.LinkRate)
	}
	p, err := profile.Params(profile.Default(100_000_000))
	require.NoError(t, err)
	require.EqualValues(t, 1342177, p.NsPerByte, "0.08 ns a byte at 100 Gb/s")
}

func TestImpossibleConfigsAreRefused(t *testing.T) {
	for want, change := range map[string]func(*profile.Config){
		"line rate: 31250 kb/s is out of range 31251..1600000000 (31.251 Mb/s to 1.6 Tb/s)":      func(c *profile.Config) { c.Line = 31_250 },
		"line rate: 1600000001 kb/s is out of range 31251..1600000000 (31.251 Mb/s to 1.6 Tb/s)": func(c *profile.Config) { c.Line = 1_600_000_001 },
		"minimum rate: 0 kb/s is out of range 1..100000000 (the line rate)":                      func(c *profile.Config) { c.MinRate = 0 },
		"minimum rate: 100000001 kb/s is out of range 1..100000000 (the line rate)":              func(c *profile.Config) { c.MinRate = c.Line + 1 },
		"base delay: 1073741825 is out of range 0..1073741824 ns":                                func(c *profile.Config) { c.BaseDelay = 1<<30 + 1 },
		"arms: 9 is out of range 2..8":                                                           func(c *profile.Config) { c.Learn.Arms = 9 },
	} {
		c := profile.Default(100_000_000)
		change(&c)
		_, err := profile.Params(c)
		require.EqualError(t, err, want)
	}
}

func ExampleParams() {
	p, err := profile.Params(profile.Default(100_000_000)) // 100 Gb/s
	fmt.Println(p.LinkRate, p.NsPerByte, p.BaseDelay, err)
	// Output: 100000000 1342177 8000 <nil>
}
