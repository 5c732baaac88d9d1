package main

import (
	"testing"

	"smartnic-cc/internal/dev/doclinks"
)

// TestTour: what docs/tour.md shows of generated code is what ccgen prints.
func TestTour(t *testing.T) {
	t.Chdir("../..")
	doclinks.CheckExcerpts(t, "docs/tour.md", "ccgen", 3, run)
}
