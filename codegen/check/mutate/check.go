package mutate

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/analysis/smt"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/sys/child"
)

// Answer is a solver's answer to the question whether a mutant differs from the original.
type Answer string

// The answers.
const (
	Equal     Answer = "unsat"   // it never does
	Different Answer = "sat"     // it does, on some arguments in their ranges
	Undecided Answer = "unknown" // z3's effort ran out
)

// effort bounds z3 for a mutant, in its own count of resources, which does not depend on the machine's load: a
// million is some seconds.
const effort = 1_000_000

// mostFlat bounds the Weight of a function, times the number of scalars that it is given, for comparing flat forms:
// they have loops unrolled, and a loop over a table of hundreds of scalars takes minutes and gigabytes for each
// mutant.
const mostFlat = 1 << 19

// asks reports whether the solver is asked about the mutants of a function.
func asks(f *ir.Func) bool { return Weight(f)*len(leavesOf(f)) <= mostFlat }

// Checker proves that mutants are equivalent: it asks z3 whether the flat forms of the function with and without the
// fault differ for any arguments in their declared ranges.
type Checker struct {
	facts *Facts
	z3    string
	held  chan struct{} // a semaphore: at most one goroutine applies a mutant to the program
	flat  map[*ir.Func]*flat.Function
}

// NewChecker returns a checker. It fails if z3 is not installed.
func NewChecker(f *Facts) (*Checker, error) {
	z3, err := exec.LookPath("z3")
	if err != nil {
		return nil, errors.New("z3 is not installed; on Debian: apt-get install z3")
	}
	return &Checker{facts: f, z3: z3, held: make(chan struct{}, 1), flat: map[*ir.Func]*flat.Function{}}, nil
}

// hold waits for the program, to which one mutant at a time is applied. That may take up to a second each, so hold
// returns the context's error when that ends.
func (c *Checker) hold(ctx context.Context) (release func(), err error) {
	select {
	case c.held <- struct{}{}:
		release = func() { <-c.held }
		if err := ctx.Err(); err != nil { // if both are ready, select takes either
			release()
			return nil, err
		}
		return release, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Problem writes the question in SMT-LIB 2; it is empty if both forms are the same. Nobody else may use the program
// meanwhile. ok is false for a mutant that divides by 0, which has no form. The error is that of the context.
func (c *Checker) Problem(ctx context.Context, m *Mutant) (text string, ok bool, err error) {
	release, err := c.hold(ctx)
	if err != nil {
		return "", false, err
	}
	defer release()
	right := c.flat[m.Func]
	if right == nil {
		right = flat.Build(m.Func, nil)
		c.flat[m.Func] = right
	}
	defer m.Apply()()
	return smt.Differ(right, flat.Build(m.Func, nil), c.facts.within(m.Func)), true, nil
}

// indexes reports whether the analysis of ranges proves every index of the program with a mutant in range, which the
// flat form does not express. It runs only if the function, or a callee, has an index.
func (c *Checker) indexes(ctx context.Context, m *Mutant) (bool, error) {
	release, err := c.hold(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	defer m.Apply()()
	has := false
	for _, f := range ir.Reachable(m.Func) {
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			ir.WalkExprs(s, func(e ir.Expr) {
				if i, ok := e.(*ir.Index); ok {
					_, fixed := i.I.(*ir.Const)
					has = has || !fixed
				}
			})
		})
	}
	return !has || !slices.ContainsFunc(ranges.Analyse(c.facts.prog).Unproven(), func(s *ranges.Site) bool { return s.What == "index" }), nil
}

// Within writes the declared ranges of what a function is given, including those of structs that the program writes
// to, as conditions on its inputs, named by smt.Input.
func Within(f *ir.Func) []string { return declared(limitsOf(f, nil)) }

// between writes the condition that an input is in a range.
func between(leaf int, k ir.Kind, lo, hi string) string {
	x := smt.Widen(smt.Input(leaf), k)
	return fmt.Sprintf("(and (bvsle %s %s) (bvsle %s %s))", lo, x, x, hi)
}

// declared writes ranges as conditions on inputs.
func declared(list []limit) []string {
	var out []string
	for _, l := range list {
		find := func(b *ir.Bound) (string, bool) {
			i, k, n := l.find(b.Name)
			switch {
			case k == ir.Array && b.Op == ir.BoundLen:
				return fmt.Sprintf("(_ bv%d %d)", n, smt.BoundBits), true
			case k.IsInteger() && b.Op == ir.BoundName:
				return smt.Widen(smt.Input(i), k), true
			}
			return "", false
		}
		lo, ok := smt.Bound(l.r.Lo, find)
		hi, also := smt.Bound(l.r.Hi, find)
		if ok && also {
			out = append(out, between(l.leaf, l.kind, lo, hi))
		}
	}
	return out
}

// within writes what is known of the inputs of a function: their declared ranges, and the known ranges of the scalars
// that an inner function is given.
func (f *Facts) within(fn *ir.Func) []string {
	out := declared(limitsOf(fn, f.written))
	leaf := 0
	for i, v := range fn.Params {
		if v.Type.Kind.IsInteger() {
			if r, ok := f.argument(fn, i); ok {
				out = append(out, between(leaf, v.Type.Kind, smt.Number(r.Lo), smt.Number(r.Hi)))
			}
		}
		leaf += v.Type.Leaves()
	}
	return out
}

// Solve asks z3 about a problem. It fails if ctx ends or z3 cannot be run.
func (c *Checker) Solve(ctx context.Context, text string, effort int) (Answer, error) {
	if text == "" {
		return Equal, nil
	}
	var out strings.Builder
	cmd := child.Command(ctx, "", c.z3, fmt.Sprintf("rlimit=%d", effort), "-memory:2000", "-in")
	cmd.Stdin, cmd.Stdout = strings.NewReader(text), &out
	var exit *exec.ExitError // its status is 1 if it gave up
	if err := child.Run(ctx, cmd); err != nil && !errors.As(err, &exit) {
		return Undecided, err
	}
	switch word, _, _ := strings.Cut(out.String(), "\n"); Answer(word) {
	case Equal:
		return Equal, nil
	case Different:
		return Different, nil
	}
	return Undecided, nil
}

// Ask returns the answer for a mutant. A mutant with an index that may be out of range is never Equal; one of a
// function beyond mostFlat is Undecided.
func (c *Checker) Ask(ctx context.Context, m *Mutant) (Answer, error) {
	if !asks(m.Func) {
		return Undecided, ctx.Err()
	}
	text, ok, err := c.Problem(ctx, m)
	if err != nil {
		return Undecided, err
	}
	if !ok {
		return Different, nil
	}
	a, err := c.Solve(ctx, text, effort)
	if a == Equal {
		if ok, err = c.indexes(ctx, m); !ok {
			a = Undecided
		}
	}
	return a, err
}

// Check is Ask for several mutants, as many at a time as there are processors. The answers are in
// their order. progress, if not nil, is called with the number of mutants done.
func (c *Checker) Check(ctx context.Context, mutants []*Mutant, progress func(done, total int)) ([]Answer, error) {
	out := make([]Answer, len(mutants))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	var done atomic.Int64
	for i, m := range mutants {
		g.Go(func() (err error) {
			out[i], err = c.Ask(ctx, m)
			if n := int(done.Add(1)); progress != nil {
				progress(n, len(mutants))
			}
			return err
		})
	}
	return out, g.Wait()
}
