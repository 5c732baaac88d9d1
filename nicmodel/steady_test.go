package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/random"
)

// TestSteady: what is usual at a host is handled in a loop of its own, but not while bytes are counted in bins. Neither
// results nor records depend on it.
func TestSteady(t *testing.T) {
	for seed := range uint64(150) {
		s := &shape{Source: random.New(seed, "steady", 0), t: t}
		c, _ := s.config()
		for i := range c.NICs {
			n := &c.NICs[i]
			n.AckEvery, n.ReceiveDelay, n.Contexts, n.ContextMiss = 1, 0, 0, 0
			if s.chance(80) {
				n.Window, n.Engine = 0, nil
			}
		}
		for i := range c.Plan.Messages {
			c.Plan.Messages[i].Bytes *= 1 + s.Below64(8)
		}
		if s.chance(50) {
			c.Record.AllRates, c.Record.Captures = false, false
		}
		p := proof{Config: c, unfinished: s.logs}
		want, counted := p.once(t, 1, 1)
		require.NotEmpty(t, counted.Traffic)
		p.Record.Bin = 0
		got, notes := p.once(t, 1, 1)
		require.Equal(t, want, got, "seed %d", seed)
		require.Equal(t, counted.Completions, notes.Completions, "seed %d", seed)
		require.Equal(t, counted.Rates, notes.Rates, "seed %d", seed)
		require.Equal(t, counted.Frames, notes.Frames, "seed %d", seed)
	}
}
