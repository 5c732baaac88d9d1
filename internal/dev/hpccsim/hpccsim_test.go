package hpccsim

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/random"
)

// TestHPCCsOwnRuns repeats the three runs of HPCC's simulator whose mean completion times
// are known to 0.1 us, with its own coins. When the first coin is thrown its network has
// used up two streams, and six for each of its nodes.
func TestHPCCsOwnRuns(t *testing.T) {
	for _, one := range []struct {
		flows  int
		mean   float64 // us
		pauses int
	}{{2, 569.8, 0}, {8, 1929.8, 0}, {32, 5088.9, 17}} {
		t.Run(fmt.Sprint(one.flows), func(t *testing.T) {
			nodes := one.flows + 2
			s := NewStar(one.flows, HPCC(random.NewStreams(2+6*nodes).Next))
			s.Complete()
			t.Logf("mean %.4f us, %d pauses", s.Mean()/1000, s.Pauses)
			require.InDelta(t, one.mean, s.Mean()/1000, 0.055)
			require.Equal(t, one.pauses, s.Pauses)
		})
	}
}
