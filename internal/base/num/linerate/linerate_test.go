package linerate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/base/num/linerate"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]uint32{
		"1M": 1_000, "25G": 25_000_000, "100Gbps": 100_000_000, "1.6T": 1_600_000_000, "2.5Gb/s": 2_500_000, "0.4T": 400_000_000,
	} {
		got, err := linerate.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
		again, err := linerate.Parse(linerate.Format(got))
		require.NoError(t, err)
		require.Equal(t, want, again)
		var rate dcqcn.Rate
		require.NoError(t, linerate.Set(&rate, text))
		require.EqualValues(t, want, rate)
	}
	for _, text := range []string{"", "G", "100", "1e3G", "-1G", "0.5M", "2T", "1.0000001M", "1..2G", "100g", "bps", "1/2G"} {
		_, err := linerate.Parse(text)
		require.ErrorContains(t, err, "is not a rate such as", text)
	}
}

func TestFormat(t *testing.T) {
	require.Equal(t, "100G", linerate.Format(uint32(100_000_000)))
	require.Equal(t, "1.6T", linerate.Format(uint32(1_600_000_000)))
	require.Equal(t, "0.500M", linerate.Format(uint32(500)))
	require.Equal(t, "1.6 Tb/s", linerate.Text(uint32(1_600_000_000)))
}
