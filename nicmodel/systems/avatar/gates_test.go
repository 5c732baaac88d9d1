package avatar

import (
	"strings"
	"testing"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/companion"
)

// TestRows: every comparison is within its limits or has a cause, and no other has one.
func TestRows(t *testing.T) {
	rows, err := Companion().All(companion.Smoke)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 35 {
		t.Errorf("%d comparisons; want 35", len(rows))
	}
	outside := map[string]bool{}
	for _, r := range rows {
		t.Logf("%-10s %s: %.4g %s (paper: %s), ratio %.3g, sign %t, within %t of %s", r.Where, r.Item, r.Ours, r.Unit, r.Paper, r.Ratio, r.Sign, r.Within, r.Gate)
		if !r.Unexplained() {
			continue
		}
		if r.Cause == "" {
			t.Errorf("%s: %v %s is not within %s or of the wrong sign, and no cause is given", r.Item, r.Ours, r.Unit, r.Gate)
		}
		outside[r.Item] = true
	}
	for item := range outside {
		if !(strings.Contains(item, "1 MB with") && strings.Contains(item, "w/o PRI")) && !strings.Contains(item, "Avatar WFQ, w/ PRI") {
			t.Errorf("%s: outside, and not listed here", item)
		}
	}
}

// TestChoices: longer segments and windows have a small block wait longer, and segments that are too
// small leave the link to the Worker's time for each; those of the default do neither.
func TestChoices(t *testing.T) {
	c := Default()
	choices, err := SegmentSweep(&c)
	if err != nil {
		t.Fatal(err)
	}
	at := map[[2]uint32]SegmentPoint{}
	for _, k := range choices {
		t.Logf("segment %5d window %2d: %5.1f Gb/s, 16 KB beside 128 KB %v, 1 MB %v", k.Segment, k.Window, float64(k.Rate)/1e6, k.Foreground, k.Whole)
		at[[2]uint32{k.Segment, k.Window}] = k
	}
	base := at[[2]uint32{c.Segment, c.Window}]
	for _, k := range []struct {
		segment, window uint32
		longer          event.Time
		rate            float64
	}{{1 << 10, 16, -base.Foreground, 0.5}, {64 << 10, 16, base.Foreground, 1.01}, {4 << 10, 4, -base.Foreground, 0.9}, {4 << 10, 64, base.Foreground, 1.01}} {
		got := at[[2]uint32{k.segment, k.window}]
		if got.Foreground < base.Foreground+k.longer/4 || float64(got.Rate) > k.rate*float64(base.Rate) {
			t.Errorf("segment %d, window %d: %v at %d kb/s, by default %v at %d", k.segment, k.window, got.Foreground, got.Rate, base.Foreground, base.Rate)
		}
	}
}

// TestHeadsOfLine: the figure's native line rises from some size on, Avatar's stays.
func TestHeadsOfLine(t *testing.T) {
	c := Default()
	points, err := HeadOfLineSweep(&c)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range points {
		t.Logf("%6d B: native %v, Avatar %v", p.Background, p.Native, p.Avatar)
	}
	first, last := points[0], points[len(points)-1]
	if len(points) != 7 || last.Native < 5*first.Native || last.Avatar > first.Avatar*11/10 {
		t.Errorf("from %+v to %+v", first, last)
	}
}
