package event

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTimeText(t *testing.T) {
	for text, want := range map[string]Time{
		"0s": 0, "1ps": 1, "83.84ns": 83840, "1.5us": 1_500_000, "55us": 55_000_000, "1s": Second, "300ms": 300 * Millisecond,
		"9223372.036854775806s": Never - 1, "1.000000000001s": Second + 1, "999ps": 999,
	} {
		got, err := ParseTime(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
		require.Equal(t, text, want.String())
	}
	for text, want := range map[string]Time{
		"83840ps": 83840, " 1.5 ms ": 1_500 * Microsecond, "1.50us": 1_500_000, "0.001 ns": 1, "5µs": 5 * Microsecond,
		"0.0000ps": 0, "1.000ps": 1, "007ns": 7000,
	} {
		got, err := ParseTime(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for text, part := range map[string]string{
		"": "unit", "5": "unit", "us": "unit", "-1us": "unit", "1.us": "unit", ".5us": "unit", "1.2.3us": "unit", "1 m": "unit", "1e3us": "unit",
		"0.0001ns": "picoseconds", "0.5ps": "picoseconds", "1.0000000000001s": "picoseconds",
		"9223372.036854775807s": "earlier", "9223373s": "earlier", "99999999999999999999s": "earlier", "18446744073709551616ps": "earlier",
		"18446745s": "earlier", "never": "unit",
	} {
		_, err := ParseTime(text)
		require.ErrorContains(t, err, part, text)
		require.NotContains(t, err.Error(), "\n")
	}
	require.Equal(t, "never", Never.String())
	require.Equal(t, "-1.5us", (-1500 * Nanosecond).String())
	require.Equal(t, "-9223372.036854775808s", (-Never - 1).String())
	r := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		want := Time(r.Uint64() >> (1 + r.IntN(63)))
		if want == Never {
			continue
		}
		got, err := ParseTime(want.String())
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

func FuzzParseTime(f *testing.F) {
	for _, s := range []string{"1.5us", "0s", "83840ps", "9223372.036854775806s", "1..s", "µs", "0.0001ns"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := ParseTime(s)
		if err != nil {
			return
		}
		if got < 0 || got == Never {
			t.Fatalf("%q gives %d", s, got)
		}
		again, err := ParseTime(got.String())
		if err != nil || again != got {
			t.Fatalf("%q gives %d, and that as text %d, %v", s, got, again, err)
		}
		if strings.Contains(s, "-") {
			t.Fatalf("%q is taken", s)
		}
	})
}
