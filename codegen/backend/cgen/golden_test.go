package cgen

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// TestGolden holds the printed header and program of the corner cases, so that
// a change of the printer is seen as a change of what it prints.
func TestGolden(t *testing.T) {
	opt := Options{
		Command:  "ccgen c --only corner",
		Rounding: "as the comment of each function states",
		Profile:  "none",
		Only:     []string{"corner"},
	}
	header, err := Generate(constructs(t), opt)
	require.NoError(t, err)
	program, err := Program(constructs(t), opt)
	require.NoError(t, err)
	for name, got := range map[string][]byte{"corner.h.golden": header, "corner.c.golden": program} {
		golden := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.WriteFile(golden, got, 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		if d := cmp.Diff(string(want), string(got)); d != "" {
			t.Errorf("what is printed differs from %s (-want +got), rewrite with -update:\n%s", golden, d)
		}
	}
}
