package topk_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/systems/drum/topk"
)

// TestSort compares with a stable sort by the rule's words, and follows who is in by what each step says.
func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	first := map[topk.Rule]func(a, b topk.Candidate) int{
		topk.RuleLargest:  func(a, b topk.Candidate) int { return -cmp.Compare(a.Rate, b.Rate) },
		topk.RuleFIFO:     func(a, b topk.Candidate) int { return cmp.Compare(a.Since, b.Since) },
		topk.RuleSmallest: func(a, b topk.Candidate) int { return cmp.Compare(a.Job, b.Job) },
		topk.RuleRotating: func(a, b topk.Candidate) int {
			return -cmp.Compare(uint64(a.Age)*uint64(a.Weight), uint64(b.Age)*uint64(b.Weight))
		},
	}
	for rule, compare := range first {
		for range 400 {
			p := topk.Params{K: 1 + r.Uint32N(topk.Most), Rule: rule}
			var s topk.State
			topk.Init(&p, &s)
			var all []topk.Candidate
			in := map[uint32]bool{}
			for i := range 1 + r.Uint32N(80) {
				c := topk.Candidate{Rate: r.Uint64N(50), Since: r.Uint32N(50), Job: r.Uint64N(50), Age: r.Uint32N(8), Weight: uint16(r.Uint32N(4)), App: i}
				all = append(all, c)
				o := topk.Step(&p, &s, &c)
				if o.Taken {
					in[i] = true
				}
				if o.Out {
					delete(in, o.App)
				}
			}
			slices.SortStableFunc(all, compare)
			want := all[:min(len(all), int(p.K))]
			require.Equal(t, len(want), int(s.Used))
			require.Len(t, in, len(want))
			for i, c := range want {
				require.Equal(t, c.App, s.App[i], "rule %d, place %d", rule, i)
				require.True(t, in[c.App])
			}
		}
	}
}

// TestRotating: of 50 applications that always have a backlog each is among the 20 at least once in any
// 3 epochs; by the largest rate 30 never are.
func TestRotating(t *testing.T) {
	for _, rule := range []topk.Rule{topk.RuleRotating, topk.RuleLargest} {
		const apps, epochs = 50, 60
		var last [apps]int
		var age [apps]uint32
		worst := 0
		for epoch := 1; epoch <= epochs; epoch++ {
			p := topk.Params{K: 20, Rule: rule}
			var s topk.State
			topk.Init(&p, &s)
			for j := range uint32(apps) {
				age[j]++
				rate := uint64(apps - j)
				topk.Step(&p, &s, &topk.Candidate{App: j, Rate: rate, Age: age[j], Weight: 1})
			}
			for _, j := range s.App[:s.Used] {
				age[j], last[j] = 0, epoch
			}
			for _, l := range last {
				worst = max(worst, epoch-l)
			}
		}
		if rule == topk.RuleRotating {
			require.Less(t, worst, 3, "epochs in a row without an application")
		} else {
			require.Equal(t, epochs, worst)
		}
	}
}

func Example() {
	p := topk.Params{K: 2, Rule: topk.RuleSmallest}
	var s topk.State
	topk.Init(&p, &s)
	for app, job := range []uint64{900, 30, 700, 50} {
		topk.Step(&p, &s, &topk.Candidate{App: uint32(app), Job: job})
	}
	fmt.Println(s.App[:s.Used])
	// Output:
	// [1 3]
}
