package nicmodel

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestScaledWindow: the window is the part of it that the rate is of the line's, one packet at least.
func TestScaledWindow(t *testing.T) {
	h := &host{nic: &NIC{Window: 1000, ScaleWindow: true}, line: 100_000_000}
	for _, c := range []struct {
		rate uint64
		want uint32
	}{{0, 1000}, {100_000_000, 1000}, {200_000_000, 1000}, {50_000_000, 500}, {99_999, 1}, {1, 1}, {33_333_333, 333}} {
		require.Equal(t, c.want, h.window(&sender{rate: c.rate}), "rate %d", c.rate)
	}
	h.nic.ScaleWindow = false
	require.EqualValues(t, 1000, h.window(&sender{rate: 1}))
}
