package plot

import (
	"bytes"
	"image/color"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// levels counts the heights at which the curve of a colour runs in an SVG.
func levels(t *testing.T, f Figure, colour string) int {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Write(&b, "svg", f))
	require.Less(t, b.Len(), 300<<10)
	seen := map[string]bool{}
	for _, path := range regexp.MustCompile(`<path d="([^"]*)"[^>]*stroke:`+colour).FindAllStringSubmatch(b.String(), -1) {
		for _, vertex := range strings.FieldsFunc(path[1], func(r rune) bool { return r == 'M' || r == 'L' }) {
			_, y, _ := strings.Cut(vertex, ",")
			seen[y] = true
		}
	}
	return len(seen)
}

// TestCurveBesideMany: a queue that drains in a part of the time is drawn as smooth in a panel
// under many long curves as alone.
func TestCurveBesideMany(t *testing.T) {
	queue := Series{Name: "queue", Style: Step, Color: color.NRGBA{R: 1, G: 2, B: 3, A: 255}}
	for i := range 3000 {
		queue.X, queue.Y = append(queue.X, float64(i)), append(queue.Y, max(0, 1000-float64(i)))
	}
	rates := Panel{YLabel: "Gb/s"}
	for i := range 64 {
		x, y := curve(uint64(i), 3000)
		rates.Series = append(rates.Series, Series{Name: "rate", X: x, Y: y, Style: Step})
	}
	drain := Panel{YLabel: "queue (KB)", Series: []Series{queue}}
	alone := levels(t, Figure{XLabel: "time", Panels: []Panel{drain}}, "#010203")
	beside := levels(t, Figure{XLabel: "time", Panels: []Panel{rates, drain}}, "#010203")
	require.Greater(t, alone, 500)
	require.Greater(t, beside, 500)
}

// TestVertexLimits: never over the budget, all that there is while it fits, and a panel of one
// curve has enough for it beside panels of any number.
func TestVertexLimits(t *testing.T) {
	const budget = 20000
	many := make([]int, 500)
	for i := range many {
		many[i] = 10000
	}
	for _, panels := range [][][]int{{many, {8000}}, {{8000}, many, many}, {many}, {{100000}}, {{30000, 5}, {7}, {}}, {many, {}, many, {9000, 9000}}} {
		limits := vertexLimits(panels, budget)
		spent := 0
		for i, counts := range panels {
			for _, n := range counts {
				spent += min(n, limits[i])
			}
			if len(counts) == 1 {
				require.GreaterOrEqual(t, limits[i], min(counts[0], fineVertices))
			}
		}
		require.LessOrEqual(t, spent, budget)
		require.Greater(t, spent, budget/2)
	}
	for _, limit := range vertexLimits([][]int{{9000, 9000}, {2000}}, budget) {
		require.Greater(t, limit, budget)
	}
}
