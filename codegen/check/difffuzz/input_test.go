package difffuzz_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/difffuzz"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

func allTargets(t testing.TB) []difffuzz.Target {
	t.Helper()
	targets, err := difffuzz.Targets(reference.Catalog(), nil)
	require.NoError(t, err)
	return targets
}

// FuzzDecode: any bytes are a case or too short to be one, a case's values fit their
// types, and encoding it gives an input of the same case.
func FuzzDecode(f *testing.F) {
	targets := allTargets(f)
	files, err := corpus()
	require.NoError(f, err)
	seeds, err := difffuzz.Seeds(targets, files)
	require.NoError(f, err)
	for i := 0; i < len(seeds); i += 97 {
		f.Add(seeds[i])
		f.Add(seeds[i][:len(seeds[i])*2/3])
	}
	f.Add([]byte{})
	f.Add([]byte{0, 1})
	f.Add(bytes.Repeat([]byte{0xFF}, 300))
	f.Fuzz(func(t *testing.T, input []byte) {
		c, ok := difffuzz.Decode(targets, input)
		require.Equal(t, len(input) >= 2, ok)
		if !ok {
			return
		}
		target := targets[c.Target]
		leaves := []transducer.Leaf(nil)
		if target.Func != nil {
			leaves = target.Func.Args
		} else if leaves = target.Algorithm.Event; c.Opened {
			require.NoError(t, transducer.Check("params", target.Algorithm.Params, c.Params))
			if c.Loaded {
				require.NoError(t, transducer.Check("state", target.Algorithm.State, c.State))
			}
		} else {
			require.Empty(t, c.Rows)
			return
		}
		for _, r := range c.Rows {
			require.NoError(t, transducer.Check("row", leaves, r))
		}
		again, err := difffuzz.Encode(targets, c)
		require.NoError(t, err)
		require.LessOrEqual(t, len(again), len(input))
		if len(again) < 2 { // a function without a whole call
			return
		}
		back, ok := difffuzz.Decode(targets, again)
		require.True(t, ok)
		if d := cmp.Diff(c, back); d != "" {
			t.Error(d)
		}
	})
}

// TestSeeds: every target has one, all fit the longest input, and the first call of a
// seed is a call of the corpus.
func TestSeeds(t *testing.T) {
	targets := allTargets(t)
	files, err := corpus()
	require.NoError(t, err)
	seeds, err := difffuzz.Seeds(targets, files)
	require.NoError(t, err)
	seen := map[int]bool{}
	calls := map[string]bool{}
	for _, f := range files {
		for i := range f.Groups {
			for _, call := range f.Groups[i].Calls {
				calls[fmt.Sprint(f.Groups[i].Name, call.Args)] = true
			}
		}
	}
	for _, s := range seeds {
		c, ok := difffuzz.Decode(targets, s)
		require.True(t, ok)
		require.NotEmpty(t, c.Rows)
		require.LessOrEqual(t, len(s), difffuzz.MaxInput)
		seen[c.Target] = true
		if f := targets[c.Target].Func; f != nil {
			require.True(t, calls[fmt.Sprint(f.Name, c.Rows[0])], f.Name)
		}
	}
	require.Len(t, seen, len(targets))
}

// Example shows the bytes of one call.
func Example() {
	targets, err := difffuzz.Targets(reference.Catalog(), []string{"fixedpoint.Log2", "fixedpoint.ISqrt"})
	if err != nil {
		fmt.Println(err)
		return
	}
	input, err := difffuzz.Encode(targets, difffuzz.Case{Target: 1, Rows: [][]uint64{{1000}, {1 << 31}}})
	fmt.Printf("% x %v\n", input, err)
	c, ok := difffuzz.Decode(targets, input)
	fmt.Println(targets[c.Target].Name(), c.Rows, ok)
	// Output:
	// 01 e8 03 00 00 00 00 00 80 <nil>
	// fixedpoint.ISqrt [[1000] [2147483648]] true
}
