package mutate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const defined = "(set-logic QF_BV)\n(declare-const i0 (_ BitVec 8)) ; a\n(define-fun table ((i (_ BitVec 16))) (_ BitVec 8) #x07)\n" +
	"(define-fun t1 () (_ BitVec 8) (bvadd i0 #x01))\n(define-fun t2 () Bool (= t1 #x00))\n(assert t2)\n(assert (= i0 #xff))\n(check-sat)\n"

func TestLets(t *testing.T) {
	require.Equal(t, "(set-logic QF_BV)\n(declare-const i0 (_ BitVec 8)) ; a\n(define-fun table ((i (_ BitVec 16))) (_ BitVec 8) #x07)\n"+
		"(assert (let ((t1 (bvadd i0 #x01)))\n(let ((t2 (= t1 #x00)))\n(and t2 (= i0 #xff)))))\n(check-sat)\n", lets(defined))
}

// TestLetsAreTheSameProblem: that the assertions of a problem and those with lets differ has no
// solution; that they differ from those of another problem has.
func TestLetsAreTheSameProblem(t *testing.T) {
	differ := func(text, other string) bool {
		head, _, _ := strings.Cut(text, "(assert ")
		return solves(t, head+"(assert (not (= "+conjunction(text)+" "+conjunction(other)+")))\n(check-sat)\n")
	}
	require.False(t, differ(defined, lets(defined)))
	require.True(t, differ(defined, lets(strings.Replace(defined, "#x01", "#x02", 1))))
	p := small(t)
	prover := NewProver(p)
	n := 0
	for _, m := range List(p) {
		if q, err := prover.Problem(m, Function, m.Func); err == nil && !q.Same {
			require.False(t, differ(q.Text, lets(q.Text)), m.ID)
			n++
		}
	}
	require.Greater(t, n, 10)
}

// conjunction returns the assertions of a problem as one term.
func conjunction(text string) string {
	term := "(and true"
	_, rest, _ := strings.Cut(text, "(assert ")
	rest, _, _ = strings.Cut(rest, "(check-sat)")
	for a := range strings.SplitSeq(rest, "(assert ") {
		term += " " + strings.TrimSuffix(a, ")\n")
	}
	return term + ")"
}
