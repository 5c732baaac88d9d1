package avatar

import (
	"strings"
	"testing"
)

// TestRows wants every comparison within its limits but those of which the model says why not, and no
// cause without need.
func TestRows(t *testing.T) {
	c := Default()
	rows, err := Rows(&c)
	if err != nil {
		t.Fatal(err)
	}
	outside := map[string]bool{}
	for _, r := range rows {
		t.Logf("%-10s %s: %.4g %s (paper: %s), ratio %.3g, sign %t, within %t of %s", r.Where, r.Item, r.Ours, r.Unit, r.Paper, r.Ratio, r.Sign, r.Within, r.Gate)
		if r.Within && r.Sign {
			continue
		}
		if r.Cause == "" {
			t.Errorf("%s: %v %s is not within %s or of the wrong sign, and no cause is given", r.Item, r.Ours, r.Unit, r.Gate)
		}
		outside[r.Item] = true
	}
	for item := range outside {
		if !strings.Contains(item, "1 MB beside blocks of 16 KB") && !strings.Contains(item, "Avatar WFQ, w/ PRI") {
			t.Errorf("%s: outside, and not listed here", item)
		}
	}
}
