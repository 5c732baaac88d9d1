package avatar

import (
	"strings"
	"testing"

	"smartnic-cc/internal/base/num/quantile"
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

// segmentPoint is the effect of a segment and a window, which the paper does not give.
type segmentPoint struct {
	Segment, Window uint32
	// Rate is that of one connection with blocks of 1 MB, in kb/s.
	Rate uint64
	// Foreground is the mean time of 16 KB with blocks of 128 KB of the same priority, Whole that of 1 MB alone.
	Foreground, Whole event.Time
}

// segmentSweep returns a sweep: segments of 1 to 64 KB, and windows of 4 to 64 with the configured one.
func segmentSweep(c *Config) ([]segmentPoint, error) {
	s := study{config: *c}
	var out []segmentPoint
	add := func(segment, window uint32) {
		s.config.Segment, s.config.Window = segment, window
		l := Load{Flows: []Flow{{Block: 1 << 20, Outstanding: 4}}, From: 500 * us, Until: 9500 * us}
		foreground := s.compared(&s.config, Avatar, SamePriority, 16*kib, 128*kib)
		out = append(out, segmentPoint{segment, window, s.run(&s.config, Avatar, &l).Rate, quantile.Mean(foreground), s.unloaded(Avatar, 1<<20)})
	}
	for _, segment := range []uint32{1, 2, 4, 8, 16, 64} {
		add(segment*kib, c.Window)
	}
	for _, window := range []uint32{4, 8, 32, 64} {
		add(c.Segment, window)
	}
	return out, s.err
}

// TestChoices: longer segments and windows have a small block wait longer, and segments that are too
// small leave the link to the Worker's time for each; those of the default do neither.
func TestChoices(t *testing.T) {
	c := Default()
	choices, err := segmentSweep(&c)
	if err != nil {
		t.Fatal(err)
	}
	at := map[[2]uint32]segmentPoint{}
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

// headOfLine is a point of the figure of a small message behind large ones: the mean time of a foreground block of 1
// KB with background blocks.
type headOfLine struct {
	Background     uint32
	Native, Avatar event.Time
}

// headOfLineSweep returns Fig. 2 and the same with Avatar: background blocks of 4 KB to 256 KB, one priority.
func headOfLineSweep(c *Config) ([]headOfLine, error) {
	s := study{config: *c}
	var out []headOfLine
	for b := uint32(4 * kib); b <= 256*kib; b *= 2 {
		native, avatar := s.compared(c, Native, SamePriority, kib, b), s.compared(c, Avatar, SamePriority, kib, b)
		out = append(out, headOfLine{b, quantile.Mean(native), quantile.Mean(avatar)})
	}
	return out, s.err
}

// TestHeadsOfLine: the figure's native line rises from some size on, Avatar's stays.
func TestHeadsOfLine(t *testing.T) {
	c := Default()
	points, err := headOfLineSweep(&c)
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
