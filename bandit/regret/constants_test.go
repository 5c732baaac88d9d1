package regret

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestConstants compares constants with what they are computed from.
func TestConstants(t *testing.T) {
	require.EqualValues(t, math.Floor(arms/epsilon), round)
	require.EqualValues(t, math.Round(gamma*(1<<wide)), wideGamma)
}
