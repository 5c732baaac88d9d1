package bandit_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit"
	"smartnic-cc/fixedpoint"
)

// TestObserveShortcuts: ObserveSent and ObserveMarked leave what Observe leaves, with the
// unit still 1 or no longer, and around the 255 at which it changes.
func TestObserveShortcuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	for range 200_000 {
		var s bandit.State4
		s.Rest = rng.Uint32()
		if rng.Uint32N(2) == 0 {
			s.Rest &^= 0xF000 // the exponent
		}
		n, salt := rng.Uint32()>>rng.Uint32N(32), rng.Uint32()
		if rng.Uint32N(2) == 0 {
			n = 255 - s.Rest>>24 + rng.Uint32N(3)
		}
		want, got := s, s
		bandit.Observe(&want, n, 0, fixedpoint.Hash32(salt))
		bandit.ObserveSent(&got, n, salt)
		require.Equal(t, want, got, "%#x sent %d", s.Rest, n)

		if rng.Uint32N(2) == 0 {
			n = 255 - s.Rest>>16&255 + rng.Uint32N(3)
		}
		want, got = s, s
		bandit.Observe(&want, 0, n&0xFFFF, fixedpoint.Hash32(salt))
		bandit.ObserveMarked(&got, uint16(n), salt)
		require.Equal(t, want, got, "%#x marked %d", s.Rest, n&0xFFFF)
	}
}
