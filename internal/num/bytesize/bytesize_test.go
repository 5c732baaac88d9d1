package bytesize

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestText(t *testing.T) {
	for bytes, want := range map[uint64]string{
		0: "0 B", 1: "1 B", 999: "999 B", 1000: "1 KB", 1464: "1.464 KB", 149_046: "149 KB", 999_949: "999.9 KB", 999_950: "1 MB", 999_999: "1 MB",
		1_048_576: "1.049 MB", 50_000_000: "50 MB", 2_000_000_000: "2 GB", math.MaxUint64: "18.45 EB",
	} {
		require.Equal(t, want, Text(bytes))
	}
}
