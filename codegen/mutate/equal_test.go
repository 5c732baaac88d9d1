package mutate

import (
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
)

var (
	long   = flag.Bool("long", false, "solve every listed problem again, not a sample")
	effort = flag.Int("effort", 200_000, "with -update: what the solver may do for a problem, in its own count")
	only   = flag.String("only", "", "with -update: mutants of this package or function only; what is listed of others stays")
	scopes = flag.String("scopes", "", "with -update: the scopes to try, with commas between them; all if empty")
)

// sampled is one in how many listed mutants every run looks at again.
const sampled = 40

// inSample tells whether a mutant is looked at by every run: by its name, so that others
// that come or go change nothing.
func inSample(id string) bool {
	h := fnv.New32a()
	h.Write([]byte(id))
	return *long || h.Sum32()%sampled == 0
}

// solverEffort is what the listed problems are solved again with: far more than they took.
const solverEffort = 20_000_000

// TestEqual wants every mutant that is listed as equal to be there, with the very problem
// that was solved, and solves a sample of the problems again, with -long all.
func TestEqual(t *testing.T) {
	p := firmware(t)
	prover := NewProver(p)
	byID := map[string]*Mutant{}
	for _, m := range List(p) {
		byID[m.ID] = m
	}
	if *update {
		rewriteEqual(t, prover)
		return
	}
	proofs, err := Proofs()
	require.NoError(t, err)
	require.Greater(t, len(proofs), 400)
	var again []*Problem
	for _, id := range slices.Sorted(maps.Keys(proofs)) {
		proof := proofs[id]
		m := byID[id]
		require.NotNil(t, m, "%s: no such mutant: go test ./codegen/mutate -run TestEqual -update", id)
		if tried(proof.Scope) {
			continue // TestTried, TestBounds, TestReasoned
		}
		hash, err := prover.hash(m, proof.Scope)
		require.NoError(t, err, id)
		require.Equal(t, proof.Hash, hash, "%s has another problem now: go test ./codegen/mutate -run TestEqual -update", id)
		if inSample(id) {
			list, err := prover.Problems(m, proof.Scope)
			require.NoError(t, err, id)
			for _, q := range list {
				if *long || quick(q) {
					again = append(again, q)
				}
			}
		}
	}
	solveAll(t, again, solverEffort, func(q *Problem, a Answer, _ []uint64) {
		require.Equal(t, Equal, a, q.Mutant.ID)
	})
	t.Logf("%d mutants listed as equal, %d solved again", len(proofs), len(again))
}

// solveAll solves on all processors and hands over each answer, one at a time.
func solveAll(t *testing.T, list []*Problem, effort Effort, done func(*Problem, Answer, []uint64)) {
	next := make(chan *Problem)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for q := range next {
				a, model, err := q.Solve(t.Context(), effort)
				mu.Lock()
				if err != nil {
					t.Error(err)
				}
				done(q, a, model)
				mu.Unlock()
			}
		})
	}
	for _, q := range list {
		next <- q
	}
	close(next)
	wg.Wait()
}

// rewriteEqual makes the list anew: what is listed with the same problem stays, and of what
// the corpus does not kill the solver is asked, scope by scope. It writes as it goes, so
// that a run that is stopped goes on where it was.
func rewriteEqual(t *testing.T, prover *Prover) {
	proofs, err := Proofs()
	require.NoError(t, err)
	c, err := corpus()
	require.NoError(t, err)
	tool := &Tool{Corpus: c, Prover: prover, Proofs: proofs}
	list := List(c.prog)
	asked, err := Select(list, c.prog, *only)
	require.NoError(t, err)
	results, err := tool.Decide(t.Context(), asked, nil)
	require.NoError(t, err)
	kept := maps.Clone(proofs)
	for _, m := range asked {
		delete(kept, m.ID)
	}
	for _, r := range results {
		if p, ok := proofs[r.Mutant.ID]; ok && r.Fate == Same && r.Why != Unreachable {
			kept[r.Mutant.ID] = p
		}
	}
	writeEqual(t, list, kept)
	// What showed a mutant equal before a change of the text is likely to show it again; the
	// other scopes are tried for what is left then.
	again := func(r Result) []Scope {
		if p, ok := proofs[r.Mutant.ID]; ok {
			return []Scope{p.Scope}
		}
		return nil
	}
	all := func(Result) []Scope { return Scopes() }
	for _, scopes := range []func(Result) []Scope{again, all} {
		solveEqual(t, prover, results, scopes, func(p Proof) {
			kept[p.ID] = p
			writeEqual(t, list, kept)
		}, func(id string) bool { _, ok := kept[id]; return ok })
	}
	rewriteTried(t, prover, list, results, kept)
	rewriteBounded(t, prover, list, results, kept)
	rewriteReasoned(t, prover, list, results, kept)
}

// solveEqual solves the problems of the mutants that are alive, several at once, scope by
// scope until one shows that nothing changes, and hands that to found.
func solveEqual(t *testing.T, prover *Prover, results []Result, scopes func(Result) []Scope, found func(Proof), known func(id string) bool) {
	var lock sync.Mutex // of the prover, and of what is found
	var work sync.WaitGroup
	turns := make(chan struct{}, runtime.NumCPU())
	for _, r := range results {
		lock.Lock()
		skip := r.Fate != Alive || known(r.Mutant.ID)
		lock.Unlock()
		if skip {
			continue
		}
		turns <- struct{}{}
		work.Go(func() {
			defer func() { <-turns }()
			for _, scope := range scopes(r) {
				if !wanted(scope) {
					continue
				}
				lock.Lock()
				problems, err := prover.Problems(r.Mutant, scope)
				lock.Unlock()
				same := err == nil
				for _, q := range problems {
					a, _, err := q.Solve(t.Context(), Effort(*effort))
					if same = same && err == nil && a == Equal; !same {
						break
					}
				}
				if same {
					lock.Lock()
					defer lock.Unlock()
					hash, err := prover.hash(r.Mutant, scope)
					if err != nil {
						t.Errorf("%s: %v", r.Mutant.ID, err)
						return
					}
					found(Proof{r.Mutant.ID, scope, hash})
					return
				}
			}
		})
	}
	work.Wait()
}

// wanted reports whether a scope is to be tried.
func wanted(s Scope) bool {
	return *scopes == "" || slices.Contains(strings.Split(*scopes, ","), string(s))
}

func writeEqual(t *testing.T, list []*Mutant, kept map[string]Proof) {
	var b strings.Builder
	b.WriteString("# Mutants that are shown to be the same function: mutant, scope of the proof, hash of the problem or trial.\n" +
		"# Made by: go test ./codegen/mutate -run TestEqual -update\n")
	for _, m := range list {
		if p, ok := kept[m.ID]; ok {
			fmt.Fprintf(&b, "%s %s %s\n", p.ID, p.Scope, p.Hash)
		}
	}
	const name = "testdata/equal.txt"
	require.NoError(t, os.WriteFile(name+".new", []byte(b.String()), 0o600))
	require.NoError(t, os.Rename(name+".new", name))
}

// TestEqualSurvive puts mutants that are listed as equal to the vectors, which Decide does
// not: none may be killed. It takes the sample of TestEqual's size, with -long all.
func TestEqualSurvive(t *testing.T) {
	c, err := corpus()
	require.NoError(t, err)
	proofs, err := Proofs()
	require.NoError(t, err)
	var listed, some []*Mutant
	for _, m := range List(c.prog) {
		if _, ok := proofs[m.ID]; ok {
			listed = append(listed, m)
		}
	}
	for _, m := range listed {
		if inSample(m.ID) {
			some = append(some, m)
		}
	}
	verdicts, err := c.Run(t.Context(), some, nil)
	require.NoError(t, err)
	reached := 0
	for _, v := range verdicts {
		require.False(t, v.Killed, "%s is listed as equal, and %s tells it", v.Mutant.ID, v.By)
		if v.Reached > 0 {
			reached++
		}
	}
	require.Greater(t, reached, len(some)/2)
	t.Logf("%d of %d mutants, %d of them reached", len(some), len(listed), reached)
}

// TestProverIsSound: of mutants that some vector kills, none may be shown equal. It takes one
// in 331 of all mutants, with -long one in 83.
func TestProverIsSound(t *testing.T) {
	c, err := corpus()
	require.NoError(t, err)
	p := c.prog
	prover := NewProver(p)
	every := 331
	if *long {
		every = 83
	}
	var some []*Mutant
	for i, m := range List(p) {
		if i%every == 0 {
			some = append(some, m)
		}
	}
	verdicts, err := c.Run(t.Context(), some, nil)
	require.NoError(t, err)
	var problems []*Problem
	for _, v := range verdicts {
		if !v.Killed {
			continue
		}
		require.False(t, prover.Unreached(v.Mutant), v.Mutant.ID)
		for _, scope := range []Scope{Expression, Site} {
			if q, err := prover.Problem(v.Mutant, scope, v.Mutant.Func); err == nil {
				require.False(t, q.Same, v.Mutant.ID)
				problems = append(problems, q)
			}
		}
	}
	require.Greater(t, len(problems), 10)
	different := 0
	solveAll(t, problems, 20_000, func(q *Problem, a Answer, _ []uint64) {
		require.NotEqual(t, Equal, a, "%s is killed, and yet shown equal as %s", q.Mutant.ID, q.Scope)
		if a == Different {
			different++
		}
	})
	require.Greater(t, different, 5)
}

// TestUnreached: no vector runs a statement that the analysis finds no path to.
func TestUnreached(t *testing.T) {
	c, err := corpus()
	require.NoError(t, err)
	prover := NewProver(c.prog)
	n := 0
	for _, m := range List(c.prog) {
		if prover.Unreached(m) {
			require.Empty(t, c.reached[m.Stmt], "%s: %s", m.ID, m.Site)
			n++
		}
	}
	require.Greater(t, n, 300)
}

// TestModel wants the arguments of a model to tell the mutant from the original.
func TestModel(t *testing.T) {
	p := small(t)
	prover := NewProver(p)
	f := p.Func("small.Init")
	right, wrong := interp.New(p), interp.New(p)
	n := 0
	for _, m := range List(p) {
		if m.Func != f {
			continue
		}
		q, err := prover.Problem(m, Function, f)
		require.NoError(t, err)
		a, model, err := q.Solve(t.Context(), 1_000_000)
		require.NoError(t, err)
		require.Equal(t, Different, a, m.ID)
		restore := wrong.Replace(f, m.Body())
		want, have := slices.Clone(model), slices.Clone(model)
		_, err = right.CallFunc(f, want)
		require.NoError(t, err)
		_, err = wrong.CallFunc(f, have)
		require.NoError(t, err)
		require.NotEqual(t, want, have, m.ID)
		restore()
		n++
	}
	require.Equal(t, 4, n)
}

// TestSiteCompares: a change of a struct or of what is passed by address is not compared at
// its site, and so has no problem there; where nothing comes to it, it has one.
func TestSiteCompares(t *testing.T) {
	const body = "package p\n\ntype T struct{ A, B uint32 }\n\n//ccgen:export\nfunc F(a, b uint32) uint32 {\n\tx := T{A: a, B: b}\n\ty := T{A: b, B: 7}\n" +
		"\treturn sub(x, y)\n}\n\nfunc sub(x, y T) uint32 { return x.A - y.B }\n"
	p, err := frontend.Load(fstest.MapFS{"p/p.go": {Data: []byte(body)}}, "m", []string{"p"}, frontend.Options{})
	require.NoError(t, err)
	prover := NewProver(p)
	refused := 0
	for _, m := range List(p) {
		q, err := prover.Problem(m, Site, m.Func)
		if err != nil {
			require.ErrorIs(t, err, errScope, m.ID)
			refused++
			continue
		}
		a, _, err := q.Solve(t.Context(), 1_000_000)
		require.NoError(t, err)
		require.Equal(t, Different, a, "%s: %s -> %s", m.ID, m.Before, m.After)
	}
	require.NotZero(t, refused)
}

// TestPlantedEqual shows mutants equal that are, each in the scope that it takes, and others
// not.
func TestPlantedEqual(t *testing.T) {
	for _, c := range []struct {
		body, id string
		scope    Scope
		want     Answer
	}{
		// A bound that is never met, known from the range alone.
		{"//ccgen:range a 0..9\nfunc F(a, b uint32) uint32 { return min(a, 20) + (b & 1) }", "saturation/2", Expression, Equal},
		{"//ccgen:range a 0..21\nfunc F(a, b uint32) uint32 { return min(a, 20) + (b & 1) }", "saturation/2", Expression, Different},
		// At the boundary both branches do the same.
		{"func F(a, b uint32) uint32 {\n\tif a >= b {\n\t\treturn a - b\n\t}\n\treturn b - a\n}", "boundary/1", Function, Equal},
		{"func F(a, b uint32) uint32 {\n\tif a >= b {\n\t\treturn a - b + 1\n\t}\n\treturn b - a\n}", "boundary/1", Function, Different},
		// A bit that is clear may be set by ^ as by |.
		{"func F(a, b uint32) uint32 {\n\tx := a &^ 4\n\tif b > 7 {\n\t\tx |= 4\n\t}\n\treturn x\n}", "arithmetic/4", Site, Equal},
		{"func F(a, b uint32) uint32 {\n\tx := a\n\tif b > 7 {\n\t\tx |= 4\n\t}\n\treturn x\n}", "arithmetic/2", Site, Different},
		// The sign is lost in the comparison, or not.
		{"func F(a uint8, b uint32) uint32 {\n\tif uint32(a) >= 4 {\n\t\treturn b\n\t}\n\treturn b + 1\n}", "signedness/1", Statement, Equal},
		{"func F(a uint8, b uint32) uint32 {\n\tif uint32(a) >= 200 {\n\t\treturn b\n\t}\n\treturn b + 1\n}", "signedness/1", Statement, Different},
		// What is computed before the function is left is not seen any more.
		{"func F(a, b uint32) uint32 {\n\tx := a\n\tif x > 9 {\n\t\tx++\n\t\treturn b\n\t}\n\ty := x + b\n\treturn y\n}", "order/1", Site, Equal},
		{"func F(a, b uint32) uint32 {\n\tx := a\n\tif x > 9 {\n\t\tx++\n\t}\n\ty := x + b\n\treturn y\n}", "order/1", Site, Different},
		// Loops, early exits and tables.
		{"var t = [4]uint32{1, 2, 3, 3}\n\nfunc F(a, b uint32) uint32 {\n\ts := uint32(0)\n\tfor i := uint32(0); i < 4; i++ {\n\t\tif i == (b & 3) {\n\t\t\tbreak\n\t\t}\n\t\ts += t[i]\n\t}\n\treturn s + a\n}", "constant/4", Function, Equal},
		{"var t = [4]uint32{1, 2, 3, 3}\n\nfunc F(a, b uint32) uint32 {\n\ts := uint32(0)\n\tfor i := uint32(0); i < 4; i++ {\n\t\tif i == (b & 3) {\n\t\t\tbreak\n\t\t}\n\t\ts += t[i]\n\t}\n\treturn s + a\n}", "deletion/1", Function, Different},
		// No call has arguments that are equal, or one has.
		{"func F(a, b uint32) uint32 { return g(a&^1, b|1) }\n\nfunc g(a, b uint32) uint32 {\n\tif a < b || a == b {\n\t\treturn 1\n\t}\n\treturn 0\n}", "p.g/boundary/1", Within, Equal},
		{"func F(a, b uint32) uint32 { return g(a&^1, b&^1) }\n\nfunc g(a, b uint32) uint32 {\n\tif a < b {\n\t\treturn 1\n\t}\n\treturn 0\n}", "p.g/boundary/1", Within, Different},
	} {
		fsys := fstest.MapFS{"p/p.go": {Data: []byte("package p\n\n" + strings.Replace(c.body, "func F", "//ccgen:export\nfunc F", 1) + "\n")}}
		p, err := frontend.Load(fsys, "m", []string{"p"}, frontend.Options{})
		require.NoError(t, err, c.body)
		prover := NewProver(p)
		var ids []string
		found := false
		for _, m := range List(p) {
			ids = append(ids, m.ID+" "+m.Before+" -> "+m.After)
			if m.ID != "p.F/"+c.id && m.ID != c.id {
				continue
			}
			found = true
			problems, err := prover.Problems(m, c.scope)
			require.NoError(t, err)
			require.Len(t, problems, 1)
			a, _, err := problems[0].Solve(t.Context(), 1_000_000)
			require.NoError(t, err)
			require.Equal(t, c.want, a, "%s: %s -> %s\n%s", m.ID, m.Before, m.After, c.body)
		}
		require.True(t, found, strings.Join(ids, "\n"))
	}
}
