package reproduce

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/lab/experiment"
)

// spread is a number over several seeds.
type spread []float64

func (s spread) mean() float64 {
	sum := collect.Sum(s, func(v float64) float64 { return v })
	return sum / float64(len(s))
}

// text formats mean and range with a number of digits.
func (s spread) text(digits int) string {
	m := fixed(s.mean(), digits)
	if len(s) == 1 {
		return m
	}
	return fmt.Sprintf("%s (%s–%s)", m, fixed(slices.Min(s), digits), fixed(slices.Max(s), digits))
}

func fixed(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }

// over divides seed by seed.
func (s spread) over(o spread) spread {
	q := make(spread, len(s))
	for i := range s {
		q[i] = s[i] / o[i]
	}
	return q
}

// collect returns a number of each point's result.
func (r *Results) collect(points []experiment.Point, of func(*experiment.Result) float64) spread {
	return collect.Of(points, func(p experiment.Point) float64 { return of(r.Of(p)) })
}

// us converts picoseconds.
func us(ps uint64) float64 { return float64(ps) / 1e6 }

// comparison is a number of the paper for DCQCN and for its rival, and ours.
type comparison struct {
	what, unit   string
	paper        [2]float64 // 0 where the paper has none
	ours         [2]spread
	digits       int
	higherBetter bool
	// paperAlone is the paper's ratio where it states only that; else 0.
	paperAlone float64
}

// ratio is DCQCN over its rival: of the means over the seeds.
func (c *comparison) ratio() float64 { return c.ours[0].mean() / c.ours[1].mean() }

// ratioText is the ratio, with its range over the seeds.
func (c *comparison) ratioText() string {
	text := fixed(c.ratio(), 2)
	if each := c.ours[0].over(c.ours[1]); len(each) > 1 {
		text = fmt.Sprintf("%s (%s–%s)", text, fixed(slices.Min(each), 2), fixed(slices.Max(each), 2))
	}
	return text
}

func (c *comparison) paperRatio() float64 { return c.paper[0] / c.paper[1] }

// known reports whether the paper has numbers.
func (c *comparison) known() bool { return c.paper[0] > 0 && c.paper[1] > 0 }

// sign returns 1 if the rival wins here, as everywhere in the paper, -1 if DCQCN does, and 0 if they are within half
// a percent of each other.
func (c *comparison) sign() int {
	r := c.ratio()
	if c.higherBetter {
		r = 1 / r
	}
	switch {
	case r > 1.005:
		return 1
	case r < 1/1.005:
		return -1
	}
	return 0
}

func (c *comparison) signText() string { return [3]string{"no", "even", "yes"}[c.sign()+1] }

// factor returns our number over the paper's, for DCQCN or its rival.
func (c *comparison) factor(i int) float64 { return c.ours[i].mean() / c.paper[i] }

// agrees reports whether a number, given its factor, is within 25 % of the paper's.
func agrees(factor float64) bool { return math.Abs(factor-1) <= 0.25 }

// compare lists comparisons of DCQCN with rival.
func compare(rival, unit string, list []comparison) Table {
	t := Table{Header: []string{
		"", "paper: DCQCN", "ours", "factor", "paper: " + rival, "ours", "factor", "paper: ratio", "ours",
	}}
	for _, c := range list {
		if !c.known() {
			continue
		}
		t.row(c.what+", "+unit, fixed(c.paper[0], c.digits), c.ours[0].text(c.digits), fixed(c.factor(0), 2),
			fixed(c.paper[1], c.digits), c.ours[1].text(c.digits), fixed(c.factor(1), 2), fixed(c.paperRatio(), 2), c.ratioText())
	}
	return t
}

// verdict puts comparisons into sentences.
func verdict(rival string, list []comparison) []string {
	signs, known, within, ratios := 0, 0, 0, 0
	var against, even, far []string
	for i := range list {
		c := &list[i]
		switch c.sign() {
		case 1:
			signs++
		case 0:
			even = append(even, c.what)
		default:
			against = append(against, c.what)
		}
		if !c.known() {
			continue
		}
		for i, name := range []string{"DCQCN's", rival + "'s"} {
			known++
			if agrees(c.factor(i)) {
				within++
			} else {
				far = append(far, fmt.Sprintf("%s %s %s of the paper's", name, c.what, fixed(c.factor(i), 2)))
			}
		}
		if agrees(c.ratio() / c.paperRatio()) {
			ratios++
		}
	}
	text := fmt.Sprintf("%s does better than DCQCN, as in the paper, in %d of %d comparisons", rival, signs, len(list))
	if len(even) > 0 {
		text += "; as well to half a percent in: " + join(even)
	}
	if len(against) > 0 {
		text += "; worse in: " + join(against)
	}
	out := []string{text + "."}
	if known > 0 {
		text := fmt.Sprintf("Of %d numbers %d are within 25 %% of the paper's, and of %d ratios of the two algorithms %d", known, within, known/2, ratios)
		if len(far) > 0 {
			text += "; further away are: " + join(far)
		}
		out = append([]string{text + "."}, out...)
	}
	return out
}

func join(list []string) string { return strings.Join(list, ", ") }
