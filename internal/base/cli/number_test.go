package cli_test

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// TestNumber: a flag takes its whole range, its ends among them, with its unit or without, and says which that is.
func TestNumber(t *testing.T) {
	var (
		n     int
		big   uint64
		part  float64
		size  uint64
		nodes []uint16
		wait  time.Duration
		word  string
	)
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	cli.Number(f, &n, "n", 5, cli.Range[int]{Min: 2, Max: 64, Also: []int{0, -1}}, "")
	cli.Number(f, &big, "big", 1, cli.Range[uint64]{Max: math.MaxUint64}, "")
	cli.Number(f, &part, "part", 0.5, cli.Range[float64]{Max: 1e6, Unit: "%"}, "")
	cli.Number(f, &size, "size", 1000, cli.Range[uint64]{Min: 64, Max: 65536, Unit: "B"}, "")
	cli.Numbers(f, &nodes, "nodes", cli.Range[uint16]{Max: math.MaxUint16}, "")
	cli.Duration(f, &wait, "wait", time.Second, time.Millisecond, time.Hour, "")
	cli.LineRate(f, &word, "100G", "")
	require.Equal(t, []any{5, uint64(1), 0.5, uint64(1000), time.Second, "100G"}, []any{n, big, part, size, wait, word})
	for _, c := range []struct {
		flag   string
		to     any
		takes  string
		values map[string]any // nil: not taken
	}{
		{"n", &n, "a whole number of 2 to 64, or 0, or -1", map[string]any{"2": 2, "64": 64, "0x10": 16, "0": 0, "-1": -1, "1": nil, "65": nil, "2.0": nil, "4bit": nil}},
		{"big", &big, "a whole number of 0 to 18446744073709551615", map[string]any{"18446744073709551615": uint64(math.MaxUint64), "18446744073709551614": uint64(math.MaxUint64 - 1), "18446744073709551616": nil, "-1": nil}},
		{"part", &part, "a number of 0 to 1000000, as in 500000 or 500000%", map[string]any{"0": 0.0, "95%": 95.0, "1e6": 1e6, "1000000.1": nil, "NaN": nil, "Inf": nil, "%": nil}},
		{"size", &size, "a whole number of 64 to 65536 bytes, as in 1500, 64KB or 1MiB", map[string]any{"64": uint64(64), "64KiB": uint64(65536), "1.5KB": uint64(1500), "63B": nil, "66KB": nil}},
		{"nodes", &nodes, "a whole number of 0 to 65535, or several with commas between", map[string]any{"3": []uint16{3}, "7, 65535": []uint16{3, 7, 65535}, "65536": nil, "1,": nil}},
		{"wait", &wait, "a time of 1ms to 1h0m0s with its unit, as in 90s, 5ms or 8us", map[string]any{"1ms": time.Millisecond, "1h": time.Hour, "999us": nil, "1": nil}},
		{"line-rate", &word, "a rate such as 25G, 100Gbps or 1.6T (1M to 1.6T)", map[string]any{"1.6T": "1.6T", "": nil, "100": nil}},
	} {
		require.Equal(t, c.takes, f.Lookup(c.flag).Value.(cli.FormValue).Form())
		for _, text := range sorted(c.values) {
			err := f.Set(c.flag, text)
			if want := c.values[text]; want == nil {
				require.Error(t, err, "%s %s", c.flag, text)
			} else {
				require.NoError(t, err, "%s %s", c.flag, text)
				require.EqualValues(t, want, value(c.to), "%s %s", c.flag, text)
			}
		}
	}
}

func sorted(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

func value(to any) any { return reflect.ValueOf(to).Elem().Interface() }
