package command

import (
	"testing"

	"smartnic-cc/internal/dev/doclinks"
)

// TestTour: the rows of the log that docs/tour.md shows are what cctrace prints.
func TestTour(t *testing.T) {
	t.Chdir("../../..")
	doclinks.CheckExcerpts(t, "docs/tour.md", "cctrace", 1, run)
}
