package laws

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

// recorded is the list of questions that were proven, or are open.
//
//go:embed answers.txt
var recorded string

// Answer is how a question was proven, or that it is open, and with which effort of z3.
type Answer struct {
	How      How
	Problems int
	Effort   int
}

// Answers are the questions that were proven or are open, by Key.
type Answers map[string]Answer

// Key identifies a question by the transducer, its name, and what it asks: the Hash.
func Key(q *Question, hash string) string { return q.Tr.Name + " " + q.Name() + " " + hash }

// Recorded returns the answers for the built-in algorithms. The list is part of the binary; an error is a mistake in
// it.
func Recorded() (Answers, error) { return ParseAnswers(recorded) }

// ParseAnswers reads a list: a question a line, as ALGORITHM NAME HASH HOW PROBLEMS EFFORT.
func ParseAnswers(list string) (Answers, error) {
	out := Answers{}
	for n, line := range strings.Split(list, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		var algo, name, hash string
		var a Answer
		if _, err := fmt.Sscan(line, &algo, &name, &hash, &a.How, &a.Problems, &a.Effort); err != nil || !slices.Contains(order[:len(order)-1], a.How) {
			return nil, fmt.Errorf("line %d: %q is not ALGORITHM NAME HASH HOW PROBLEMS EFFORT; go test ./codegen/analysis/laws -update writes the list", n+1, line)
		}
		out[algo+" "+name+" "+hash] = a
	}
	return out, nil
}

// Of returns what is recorded of a question, or nil.
func (a Answers) Of(q *Question) *Proof {
	hash := Hash(q)
	x, ok := a[Key(q, hash)]
	if !ok {
		return nil
	}
	return &Proof{Question: q, How: x.How, Effort: x.Effort, Problems: x.Problems, Hash: hash}
}
