package plural_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/text/plural"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		one, several string
	}{
		{"host", "hosts"}, {"switch", "switches"}, {"CNP", "CNPs"}, {"box", "boxes"}, {"loss", "losses"}, {"hash", "hashes"},
		{"entry", "entries"}, {"relay", "relays"},
		{"PFC pause", "PFC pauses"}, {"y", "ys"},
	} {
		require.Equal(t, "1 "+c.one, plural.Of(1, c.one))
		for _, n := range []int{0, 2, 11, 21, 101, -1} {
			require.Equal(t, fmt.Sprintf("%d %s", n, c.several), plural.Of(n, c.one))
		}
	}
	require.Equal(t, "18446744073709551615 bytes", plural.Of(^uint64(0), "byte"))
	require.Equal(t, "1 byte", plural.Of(uint8(1), "byte"))
}

func ExampleOf() {
	fmt.Println(plural.Of(1, "switch"), plural.Of(8, "connection"))
	// Output: 1 switch 8 connections
}
