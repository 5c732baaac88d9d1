package explain

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/firmwarelog/logtest"
)

// readDifferently checks that no two hypotheses are named by the same words, neither below a difference nor where
// differences are counted.
func readDifferently(t testing.TB, hs []Hypothesis) {
	t.Helper()
	e := &Explanation{Hypotheses: hs}
	for i := range hs {
		hs[i].All = true
	}
	var ts HypothesisCounts
	ts.Add(e)
	list := ts.List()
	require.Len(t, list, len(hs), "an ID is that of one hypothesis")
	below := distinct(len(hs), func(i int, column bool) string { return hs[i].text(column) })
	counted := distinct(len(list), func(i int, column bool) string { return list[i].line(column) })
	for _, texts := range [][]string{below, counted} {
		seen := map[string]bool{}
		for _, text := range texts {
			require.False(t, seen[text], text)
			seen[text] = true
		}
	}
}

// TestNoTwoHypothesesReadAlike: two that stand in one line of the source, as x -> y and
// x -> z or as the first and the second 0 of it, were named by the same words.
func TestNoTwoHypothesesReadAlike(t *testing.T) {
	columns := 0
	for _, file := range []string{"dcqcn-paper.json", "dcqcnnp.json", "bandit4.json", "dolcerc4-tx-slots.json", "dolcercplus4.json"} {
		g := &corpus(t, file).Groups[0]
		x, a := explainer(t, g)
		rs := faultyLog(t, g, x.plain)
		last := &rs[slices.IndexFunc(rs[1:], func(r logtest.Record) bool { return r.Kind == "load" })]
		last.State[0] ^= 1
		d := firstDifference(t, a, g, rs)
		require.NotNil(t, d)
		in := &stepInput{params: d.Params, before: d.Before, event: d.Event}
		step, err := x.chain.run(in)
		require.NoError(t, err)
		var hs []Hypothesis
		seen := map[string]bool{}
		add := func(h Hypothesis) {
			if !seen[h.ID] {
				seen[h.ID] = true
				hs = append(hs, h)
			}
		}
		for _, tr := range x.trials(d, step, nil) {
			add(tr.h)
		}
		for _, m := range x.mutants { // those of other steps, too
			add(x.mutantTrial(mutant{m}).h)
		}
		for _, l := range x.faults {
			add(x.funcTrial(l).h)
		}
		require.Greater(t, len(hs), 200, file)
		readDifferently(t, hs)
		for i := range hs {
			if hs[i].Column > 0 {
				columns++
			}
		}
	}
	require.Greater(t, columns, 5000)
}

// TestTallies: counts, order, and the words of the first time.
func TestTallies(t *testing.T) {
	h := func(id string, all bool, column int) Hypothesis {
		return Hypothesis{ID: id, What: "Alpha: 1 more", Place: "a.go:7", Column: column, Before: "0", After: "1", All: all}
	}
	var ts HypothesisCounts
	require.Empty(t, ts.List())
	ts.Add(&Explanation{Hypotheses: []Hypothesis{h("b", true, 9), h("a", true, 3), h("c", false, 5)}})
	ts.Add(&Explanation{Hypotheses: []Hypothesis{h("c", true, 5), h("b", true, 9)}})
	list := ts.List()
	var got []string
	for _, l := range list {
		got = append(got, fmt.Sprint(l.ID, l.Count))
	}
	require.Equal(t, []string{"b2", "c1", "a1"}, got)
	var b strings.Builder
	WriteHypothesisCounts(&b, list, 2)
	require.Equal(t, "       2  Alpha: 1 more (a.go:7:9): 0 -> 1\n       1  Alpha: 1 more (a.go:7:5): 0 -> 1\n          and 1 more\n", b.String())
	b.Reset()
	WriteHypothesisCounts(&b, list[:1], 2)
	require.Equal(t, "       2  Alpha: 1 more (a.go:7): 0 -> 1\n", b.String(), "nothing to tell it from")
}
