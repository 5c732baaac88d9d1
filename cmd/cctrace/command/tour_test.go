package command

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/doclinks"
)

// TestTour: the rows of the log that docs/tour.md shows are what cctrace prints.
func TestTour(t *testing.T) {
	t.Chdir("../../..")
	page, err := os.ReadFile("docs/tour.md")
	require.NoError(t, err)
	shown := 0
	for _, e := range doclinks.Excerpts(string(page)) {
		if args, ok := e.IsCommand("cctrace"); ok {
			status, stdout, stderr := run(args...)
			require.Zero(t, status, stderr)
			require.True(t, e.In(stdout), "%s prints no such rows:\n%s", e.From, e.Text)
			shown++
		}
	}
	require.Equal(t, 1, shown)
}
