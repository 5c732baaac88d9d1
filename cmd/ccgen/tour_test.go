package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/doclinks"
)

// TestTour: what docs/tour.md shows of generated code is what ccgen prints.
func TestTour(t *testing.T) {
	t.Chdir("../..")
	page, err := os.ReadFile("docs/tour.md")
	require.NoError(t, err)
	shown := 0
	for _, e := range doclinks.Excerpts(string(page)) {
		if args, ok := e.IsCommand("ccgen"); ok {
			status, stdout, stderr := run(args...)
			require.Zero(t, status, stderr)
			require.True(t, e.In(stdout), "%s prints no such lines:\n%s", e.From, e.Text)
			shown++
		}
	}
	require.Equal(t, 3, shown)
}
