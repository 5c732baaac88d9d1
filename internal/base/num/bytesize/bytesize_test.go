package bytesize

import (
	"math"
	"strings"
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

func TestParse(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "1500": 1500, "1500B": 1500, "400KB": 400_000, "400kB": 400_000, "400KiB": 409_600, "1.5 MB": 1_500_000, "0.5KiB": 512,
		"2GB": 2_000_000_000, "1TiB": 1 << 40, "18446744073709551615": math.MaxUint64,
	} {
		got, err := Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "B", "x", "-1", "+1", "1e3", "0.5", "5.", "1.2.3", "1/2", "nan", "5 bits", "1KBB", "18446744073709551616", "20000000TB", strings.Repeat("9", 1000)} {
		_, err := Parse(text)
		require.ErrorContains(t, err, "bad size", text)
	}
}
