package cgen

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
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
		golden.Check(t, "testdata/"+name, got)
	}
}
