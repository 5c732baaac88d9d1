package splitmix_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/num/splitmix"
)

// TestPublished: the numbers that the authors' C program prints for the seed 1234567, as
// other implementations test for.
func TestPublished(t *testing.T) {
	s := splitmix.Source(1234567)
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		require.Equal(t, want, s.Uint64())
	}
}

// TestMix: equal to its own stream, and one to one on what can be looked at.
func TestMix(t *testing.T) {
	s, seen := splitmix.Source(0), map[uint64]bool{}
	for i := range uint64(1 << 16) {
		require.Equal(t, splitmix.Mix((i+1)*splitmix.Step), s.Uint64())
		seen[splitmix.Mix(i)] = true
	}
	require.Len(t, seen, 1<<16)
	require.Zero(t, splitmix.Mix(0))
}

func ExampleSource() {
	s := splitmix.Source(1)
	fmt.Printf("%#x %#x\n", s.Uint64(), s.Uint64())
	// Output: 0x910a2dec89025cc1 0xbeeb8da1658eec67
}
