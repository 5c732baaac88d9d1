package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// HypothesisCount counts the differences that a hypothesis explains.
type HypothesisCount struct {
	// ID, What, Place, Column, Before and After are those of the hypothesis when first named.
	ID     string `json:"id"`
	What   string `json:"what"`
	Place  string `json:"place,omitempty"`
	Column int    `json:"column,omitempty"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Count  int    `json:"explains"`
	// rank is the strength of its assumptions, and first its place among the hypotheses when first named.
	rank, first int
}

// HypothesisCounts are the counts over several explanations. The zero value is empty.
type HypothesisCounts struct {
	of map[string]*HypothesisCount // by the hypothesis's ID
}

// Add counts the hypotheses that explain all of a difference.
func (ts *HypothesisCounts) Add(e *Explanation) {
	if ts.of == nil {
		ts.of = map[string]*HypothesisCount{}
	}
	for i := range e.Hypotheses {
		h := &e.Hypotheses[i]
		if !h.All {
			continue
		}
		t := ts.of[h.ID]
		if t == nil {
			t = &HypothesisCount{ID: h.ID, What: h.What, Place: h.Place, Column: h.Column, Before: h.Before, After: h.After, rank: h.rank, first: i}
			ts.of[h.ID] = t
		}
		t.Count++
	}
}

// List returns the tallies: those that explain the most first, of these the ones with the weakest assumptions, and of
// these those that were named first.
func (ts *HypothesisCounts) List() []HypothesisCount {
	var list []HypothesisCount
	for _, t := range ts.of {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b HypothesisCount) int {
		return cmp.Or(b.Count-a.Count, a.rank-b.rank, a.first-b.first, strings.Compare(a.ID, b.ID))
	})
	return list
}

// WriteHypothesisCounts writes at most most tallies as text that fits 80 columns. No two of them read alike.
func WriteHypothesisCounts(b *strings.Builder, list []HypothesisCount, most int) {
	places := distinct(len(list), func(i int, column bool) string { return list[i].line(column) })
	for i := range list[:min(len(list), most)] {
		Paragraph(b, fmt.Sprintf("%8d  ", list[i].Count), places[i])
	}
	if n := len(list) - most; n > 0 {
		fmt.Fprintf(b, "          and %d more\n", n)
	}
}

// line describes the hypothesis, with or without the column of the place.
func (t *HypothesisCount) line(column bool) string {
	if t.Place == "" {
		return t.What
	}
	return fmt.Sprintf("%s (%s): %s", t.What, at(t.Place, t.Column, column), change(t.Before, t.After))
}

// at returns a place, with its column if that is asked for and known.
func at(place string, column int, with bool) string {
	if !with || column == 0 {
		return place
	}
	return fmt.Sprintf("%s:%d", place, column)
}

func change(before, after string) string { return before + " -> " + after }

// distinct returns the text of each of n things, with the column of its place if another one has the same text: an
// operation may occur twice in a line of the source.
func distinct(n int, text func(i int, column bool) string) []string {
	texts := make([]string, n)
	times := map[string]int{}
	for i := range texts {
		texts[i] = text(i, false)
		times[texts[i]]++
	}
	for i, t := range texts {
		if times[t] > 1 {
			texts[i] = text(i, true)
		}
	}
	return texts
}
