package mutate

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

func checker(t *testing.T, f *Facts) *Checker {
	t.Helper()
	tier.Require(t, "z3")
	c, err := NewChecker(f)
	require.NoError(t, err)
	return c
}

// exported compiles a package p, of which the function F is exported.
func exported(t *testing.T, body string) *ir.Program {
	t.Helper()
	i := strings.Index(body, "func F")
	if j := strings.Index(body, "//ccgen:range"); j >= 0 && j < i && !strings.Contains(body, "struct") {
		i = j
	}
	fsys := fstest.MapFS{"p/p.go": {Data: []byte("package p\n\n" + body[:i] + "//ccgen:export\n" + body[i:] + "\n")}}
	p, err := frontend.Load(fsys, "m", []string{"p"}, frontend.Options{})
	require.NoError(t, err, body)
	return p
}

// mutantOf returns a mutant by its name without the package.
func mutantOf(t *testing.T, p *ir.Program, id string) *Mutant {
	t.Helper()
	var all []string
	for _, m := range List(p) {
		if m.ID == "p."+id {
			return m
		}
		all = append(all, m.ID+" "+m.Before+" -> "+m.After)
	}
	t.Fatal("no " + id + " among\n" + strings.Join(all, "\n"))
	return nil
}

// TestCheck shows mutants equal that are, and none of their neighbours.
func TestCheck(t *testing.T) {
	tier.Require(t, "z3")
	const product = "func g(a, b uint32) uint32 { return a * b }\n\n"
	const loop = "func F(a, b uint32) uint32 {\n\ts := uint32(0)\n\tfor i := uint32(0); i < 4; i++ {\n\t\tif i == (b & 3) {\n\t\t\tbreak\n\t\t}\n\t\ts += t[i]\n\t}\n\treturn s + a\n}"
	for _, c := range []struct {
		body, id string
		want     Answer
	}{
		// A bound that is never met, known from the range alone, of a parameter or a type, or bounded by another.
		{"//ccgen:range a 0..9\nfunc F(a, b uint32) uint32 { return min(a, 20) + (b & 1) }", "F/saturation/2", Equal},
		{"//ccgen:range a 0..21\nfunc F(a, b uint32) uint32 { return min(a, 20) + (b & 1) }", "F/saturation/2", Different},
		{"//ccgen:range b 0..20\n//ccgen:range a 0..b\nfunc F(a, b uint32) uint32 { return min(a, 20) + (b & 1) }", "F/saturation/2", Equal},
		{"//ccgen:range b 0..20\n//ccgen:range a 0..b+1\nfunc F(a, b uint32) uint32 { return min(a, 20) + (b & 1) }", "F/saturation/2", Different},
		// A field's range holds for what is called from outside, and everywhere where nobody writes it.
		{"type P struct {\n\t//ccgen:range 0..9\n\tA uint32\n}\n\nfunc F(p *P, b uint32) uint32 { return min(p.A, 20) + (b & 1) }", "F/saturation/2", Equal},
		// At the boundary both branches do the same.
		{"func F(a, b uint32) uint32 {\n\tif a >= b {\n\t\treturn a - b\n\t}\n\treturn b - a\n}", "F/boundary/1", Equal},
		{"func F(a, b uint32) uint32 {\n\tif a >= b {\n\t\treturn a - b + 1\n\t}\n\treturn b - a\n}", "F/boundary/1", Different},
		// A bit that is clear may be set by ^ as by |.
		{"func F(a, b uint32) uint32 {\n\tx := a &^ 4\n\tif b > 7 {\n\t\tx |= 4\n\t}\n\treturn x\n}", "F/arithmetic/4", Equal},
		{"func F(a, b uint32) uint32 {\n\tx := a\n\tif b > 7 {\n\t\tx |= 4\n\t}\n\treturn x\n}", "F/arithmetic/2", Different},
		// The sign is lost in the comparison, or not.
		{"func F(a uint8, b uint32) uint32 {\n\tif uint32(a) >= 4 {\n\t\treturn b\n\t}\n\treturn b + 1\n}", "F/signedness/1", Equal},
		{"func F(a uint8, b uint32) uint32 {\n\tif uint32(a) >= 200 {\n\t\treturn b\n\t}\n\treturn b + 1\n}", "F/signedness/1", Different},
		// What is computed before the function is left is not seen any more.
		{"func F(a, b uint32) uint32 {\n\tx := a\n\tif x > 9 {\n\t\tx++\n\t\treturn b\n\t}\n\ty := x + b\n\treturn y\n}", "F/order/1", Equal},
		{"func F(a, b uint32) uint32 {\n\tx := a\n\tif x > 9 {\n\t\tx++\n\t}\n\ty := x + b\n\treturn y\n}", "F/order/1", Different},
		// Loops, early exits and tables.
		{"var t = [4]uint32{1, 2, 3, 3}\n\n" + loop, "F/constant/4", Equal},
		{"var t = [4]uint32{1, 2, 3, 3}\n\n" + loop, "F/deletion/1", Different},
		// What a pointer's fields are left as.
		{"type S struct{ A, B uint32 }\n\nfunc F(s *S, b uint32) {\n\ts.A = b & 3\n\ts.B = s.A | 4\n}", "F/arithmetic/3", Equal},
		{"type S struct{ A, B uint32 }\n\nfunc F(s *S, b uint32) {\n\ts.A = b & 7\n\ts.B = s.A | 4\n}", "F/arithmetic/3", Different},
		// A product does not know its order.
		{product + "func F(a, b uint32) uint32 { return g(a, b) + 1 }", "F/variable/3", Equal},
		// What an inner function is given, over all its calls; and where it is known of none.
		{"func F(a, b uint32) uint32 { return g(a&15) + g(b&7) }\n\nfunc g(a uint32) uint32 { return min(a, 15) + 1 }", "g/saturation/2", Equal},
		{"func F(a, b uint32) uint32 { return g(a&15) + g(b&31) }\n\nfunc g(a uint32) uint32 { return min(a, 15) + 1 }", "g/saturation/2", Different},
		// A mutant with an index that may be out of range is never equal, whatever is read there.
		{"var t = [4]uint32{3, 3, 3, 0}\n\nfunc F(a, b uint32) uint32 { return t[min(a, 3)] & 0 & b }", "F/saturation/2", Undecided},
		{"var t = [4]uint32{3, 3, 3, 0}\n\nfunc F(a, b uint32) uint32 { return t[min(a, 3)] & 0 & b }", "F/variable/1", Equal},
	} {
		p := exported(t, c.body)
		m := mutantOf(t, p, c.id)
		a, err := checker(t, NewFacts(p)).Ask(t.Context(), m)
		require.NoError(t, err)
		require.Equal(t, c.want, a, "%s: %s -> %s\n%s", m.ID, m.Before, m.After, c.body)
	}
}

// TestCheckerIsSound: of mutants that some vector kills, none is shown equal. It takes a sample of
// functions that z3 is quick about, with -long of all.
func TestCheckerIsSound(t *testing.T) {
	tier.Require(t, "z3")
	c, err := corpus()
	require.NoError(t, err)
	check := checker(t, firmwareFacts(t))
	effort := effort / 10
	var some []*Mutant
	for i, m := range List(c.prog) {
		switch name := m.Func.FullName(); {
		case tier.Long() && i%29 == 0,
			i%23 == 0 && (strings.Contains(name, "Sat") || m.Func.Pkg.Name == "dcqcn" && len(m.Func.Calls) == 0):
			some = append(some, m)
		}
	}
	verdicts, err := c.Run(t.Context(), some, nil)
	require.NoError(t, err)
	different := 0
	for _, v := range verdicts {
		if !v.Killed {
			continue
		}
		require.False(t, check.facts.Unreached(v.Mutant), v.Mutant.ID)
		text, ok, err := check.Problem(t.Context(), v.Mutant)
		require.NoError(t, err)
		require.True(t, ok)
		a, err := check.Solve(t.Context(), text, effort)
		require.NoError(t, err)
		require.NotEqual(t, Equal, a, "%s is killed by %s, and yet shown equal", v.Mutant.ID, v.By)
		if a == Different {
			different++
		}
	}
	require.Greater(t, different, 10)
	t.Logf("%d of %d differ", different, len(verdicts))
}

// TestCheckStops: whoever waits for the program stops when the context ends, and no problem is made
// from then on, nor z3 run.
func TestCheckStops(t *testing.T) {
	p := exported(t, "func F(a, b uint32) uint32 { return min(a, 7) & 7 & b }")
	check := &Checker{facts: NewFacts(p), z3: "/nonexistent/z3", held: make(chan struct{}, 1), flat: map[*ir.Func]*flat.Function{}}
	release, err := check.hold(t.Context())
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := check.Check(ctx, List(p), nil)
		done <- err
	}()
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
	release()
	_, err = check.Check(ctx, List(p), nil)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, check.flat)
}

// TestDecide: an entry counts where its hash is today's. A stale one does not, and neither does
// one that a vector kills; what z3 shows needs no entry.
func TestDecide(t *testing.T) {
	tier.Require(t, "z3")
	c, err := corpus()
	require.NoError(t, err)
	facts := firmwareFacts(t)
	var mutants []*Mutant
	for _, m := range List(c.prog) {
		switch m.ID {
		case "fixedpoint.limits_int16/condition/12", "fixedpoint.MulSat_int16/condition/9", "dcqcn.Earlier/boundary/1":
			mutants = append(mutants, m)
		}
	}
	require.Len(t, mutants, 3)
	solved, equal, wrong := mutants[0], mutants[1], mutants[2]
	entry := func(m *Mutant, hash string) Equivalent {
		return Equivalent{ID: m.ID, Reason: Reasoned, Hash: hash, Why: "it was said so", Place: "here:3"}
	}
	tool := &Classifier{Corpus: c, Facts: facts, NoChecker: errors.New("no z3")}
	decide := func(entries ...Equivalent) map[string]Result {
		tool.Listed = Equivalents{}
		for _, e := range entries {
			tool.Listed[e.ID] = e
		}
		results, err := tool.Classify(t.Context(), mutants, nil)
		require.NoError(t, err)
		require.NoError(t, tool.Ask(t.Context(), results, 1, nil))
		by := map[string]Result{}
		for _, r := range results {
			by[r.Mutant.ID] = r
		}
		return by
	}
	hash := facts.Hash(equal, Reasoned)
	r := decide(entry(equal, hash), entry(wrong, facts.Hash(wrong, Reasoned)))
	require.Equal(t, ProvedEqual, r[equal.ID].Outcome)
	require.Equal(t, "it was said so", r[equal.ID].Proof)
	require.Equal(t, Killed, r[wrong.ID].Outcome)
	require.Equal(t, Survived, r[solved.ID].Outcome)
	require.Equal(t, "no z3", r[solved.ID].Note)

	r = decide(entry(equal, "0123456789abcdef"))
	require.Equal(t, Survived, r[equal.ID].Outcome)
	require.Equal(t, hash, r[equal.ID].Hash)
	require.Equal(t, "here:3 is stale: fixedpoint.MulSat_int16, what it calls, or what calls it has changed; review the argument (it was said so), and then write the hash "+hash, r[equal.ID].Note)

	tool.Checker = checker(t, facts)
	r = decide()
	require.Equal(t, ProvedEqual, r[solved.ID].Outcome)
	require.Equal(t, Solved, r[solved.ID].Why)
	require.Equal(t, Survived, r[equal.ID].Outcome)
	require.Equal(t, "z3 does not decide whether it differs", r[equal.ID].Note)

	open := []Result{{Verdict: Verdict{Mutant: wrong, Reached: 1}, Outcome: Survived}, {Verdict: Verdict{Mutant: equal}, Outcome: Survived}}
	require.NoError(t, tool.Ask(t.Context(), open, 1, nil))
	require.Regexp(t, `^a call shows it that no vector has: [a-z]+\.[A-Za-z0-9]+\[[0-9 ]+\]$`, open[0].Note)
	require.Equal(t, "no vector runs the statement", open[1].Note)

	tool.Listed = Equivalents{"p.F/sign/1": {ID: "p.F/sign/1", Place: "here:7"}}
	require.EqualError(t, tool.CheckListed(mutants), "here:7: there is no mutant p.F/sign/1; delete the line, or write the name that it has now")
}

// TestHash: an entry goes stale with the code that its reason rests on, and with no other.
func TestHash(t *testing.T) {
	const body = "const most = 15\n\nconst many = 1 << 31\n\ntype W uint32\n\nvar t = [2]uint32{1, 5}\n\nfunc F(a, b uint32) uint32 { return g(a&31) + b }\n\n" +
		"func g(a uint32) uint32 { return min(h(a), most) + 1 }\n\n//ccgen:range a 0..many\nfunc h(a uint32) uint32 { return uint32(W(a)) + t[a&1] }\n\n" +
		"//ccgen:export\nfunc other(a uint32) uint32 { return a ^ 1 }"
	hashes := func(body string) (out [3]string) {
		p := exported(t, body)
		m := mutantOf(t, p, "g/saturation/2")
		f := NewFacts(p)
		for i, r := range []Reason{Value, Function, Callers} {
			out[i] = f.Hash(m, r)
		}
		return out
	}
	was := hashes(body)
	for _, c := range []struct {
		from, to string
		stale    [3]bool // of value, function and callers
	}{
		{"func g(a", "// A comment.\nfunc g(a", [3]bool{}},
		{"a ^ 1", "a ^ 2", [3]bool{}},
		{" + b }", " + b + 0 }", [3]bool{false, false, true}},
		{"a&31", "a&63", [3]bool{true, true, true}}, // another range in g
		{"uint32(W(a)) + t[a&1]", "t[a&1] + uint32(W(a))", [3]bool{false, true, true}},
		{"1 << 31", "1 << 30", [3]bool{false, true, true}},
		{"type W uint32", "type W uint64", [3]bool{false, true, true}},
		{"{1, 5}", "{5, 1}", [3]bool{false, true, true}},
		{"most = 15", "most = 14", [3]bool{true, true, true}},
		{"most) + 1", "most) + 2", [3]bool{true, true, true}},
		{"func g(a uint32)", "//ccgen:range a 0..31\nfunc g(a uint32)", [3]bool{true, true, true}},
	} {
		require.Equal(t, 1, strings.Count(body, c.from))
		now := hashes(strings.Replace(body, c.from, c.to, 1))
		for i := range was {
			require.Equal(t, c.stale[i], now[i] != was[i], "%s -> %s: %d", c.from, c.to, i)
		}
	}
}

// TestEquivalentFile reads lists in folders, and names file, line and remedy of what is wrong.
func TestEquivalentFile(t *testing.T) {
	dir, without := t.TempDir(), t.TempDir()
	name := filepath.Join(dir, equivalentFile)
	read := func(text string) (Equivalents, error) {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return ReadEquivalents([]string{without, dir})
	}
	e, err := read("# A comment.\n\np.F/sign/1 reasoned 0123456789abcdef x is  never negative\np.F/sign/2 value 0123456789abcdef\n")
	require.NoError(t, err)
	require.Equal(t, Equivalents{
		"p.F/sign/1": {ID: "p.F/sign/1", Reason: Reasoned, Hash: "0123456789abcdef", Why: "x is never negative", Place: name + ":3"},
		"p.F/sign/2": {ID: "p.F/sign/2", Reason: Value, Hash: "0123456789abcdef", Place: name + ":4"},
	}, e)
	for text, want := range map[string]string{
		"p.F/sign/1 value": `:1: "p.F/sign/1 value" has 2 of 3 words: write MUTANT REASON HASH, as ccgen mutate prints it for an open mutant`,
		"\np.F/sign/1 valu 0123456789abcdef": `:2: no reason "valu" (did you mean value?); there are value, statement, function, callers, inputs, ` +
			"caller-inputs, padding, rough-root, reasoned",
		"p.F/sign/1 unreached 0123456789abcdef":               `:1: no reason "unreached"`,
		"p.F/sign/1 z3 0123456789abcdef":                      `:1: no reason "z3"`,
		"p.F/sign/1 value 123":                                `:1: "123" is no hash of 16 hexadecimal digits; ccgen mutate prints it for an open mutant`,
		"p.F/sign/1 reasoned 0123456789abcdef":                ":1: p.F/sign/1 is reasoned without a proof; write it behind the hash",
		"a value 0123456789abcdef\na inputs 0123456789abcdef": ":2: a is listed at " + name + ":1 already; leave one out",
	} {
		_, err := read(text)
		require.ErrorContains(t, err, name+want)
	}
	_, err = ReadEquivalents([]string{name})
	require.Error(t, err, "a folder that is none")
}
