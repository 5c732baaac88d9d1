// Package nearest finds the known name that a misspelt one was meant to be.
package nearest

import (
	"fmt"
	"slices"
	"strings"
)

// longest bounds the bytes of a name that are compared: names here are short.
const longest = 60

// Distance counts the insertions, deletions and replacements of bytes, and the swaps of
// neighbours, that lead from a to b. Bytes beyond the 60th do not count.
func Distance(a, b string) int {
	a, b = a[:min(len(a), longest)], b[:min(len(b), longest)]
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			d := row[j]
			if a[i] != b[j] {
				d = min(row[j], row[j+1], next[j]) + 1
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			next[j+1] = d
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}

// Sort returns the names by their distance from name, the nearest first; of equally near ones
// the first stays first. Case does not count.
func Sort(name string, known []string) []string {
	sorted := slices.Clone(known)
	name = strings.ToLower(name)
	slices.SortStableFunc(sorted, func(a, b string) int {
		return Distance(name, strings.ToLower(a)) - Distance(name, strings.ToLower(b))
	})
	return sorted
}

// Of returns the known name that is nearest to name, if a third of its letters or fewer differ
// or it is the only one that begins with name; "" if none is, as of a single letter. Case does
// not count.
func Of(name string, known []string) string {
	name = strings.ToLower(name)
	if name == "" || len(known) == 0 {
		return ""
	}
	least, best := longest, ""
	for _, k := range known {
		if d := Distance(name, strings.ToLower(k)); d < least {
			least, best = d, k
		}
	}
	if best != "" && least < len(name) && least <= max(1, min(len(name), len(best))/3) {
		return best
	}
	begun := ""
	for _, k := range known {
		if strings.HasPrefix(strings.ToLower(k), name) {
			if begun != "" || len(name) < 3 {
				return ""
			}
			begun = k
		}
	}
	return begun
}

// Hint returns what an error of an unknown name says after it, as in " (did you mean paper?)",
// or "" if no known name is near.
func Hint(name string, known []string) string {
	if k := Of(name, known); k != "" {
		return fmt.Sprintf(" (did you mean %s?)", k)
	}
	return ""
}
