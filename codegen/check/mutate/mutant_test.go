package mutate

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

var update = flag.Bool("update", false, "rewrite the golden files of this package")

func small(t testing.TB) *ir.Program {
	p, err := frontend.Load(os.DirFS("testdata"), "m", []string{"small"}, frontend.Options{})
	require.NoError(t, err)
	return p
}

// program is a copy of the firmware of this package's own, since tests apply mutants to it.
var program = sync.OnceValues(func() (*ir.Program, error) {
	return frontend.Load(smartnic.Source, smartnic.Module, smartnic.FirmwareDirs(), frontend.Options{})
})

func firmware(t testing.TB) *ir.Program {
	p, err := program()
	require.NoError(t, err)
	return p
}

// TestToolFunctionsAreLeftOut: what only tools call has no mutants.
func TestToolFunctionsAreLeftOut(t *testing.T) {
	p := firmware(t)
	left := map[*ir.Func]bool{}
	for _, tr := range p.Transducers {
		for _, f := range []*ir.Func{tr.First, tr.View} {
			if f != nil {
				left[f] = true
			}
		}
	}
	require.Len(t, left, 7)
	for _, m := range List(p) {
		require.False(t, left[m.Func], m.ID)
	}
}

func text(t testing.TB, p *ir.Program) string {
	var b strings.Builder
	for _, f := range p.Funcs() {
		ir.WalkStmts(f.Body, func(s ir.Stmt) { fmt.Fprintln(&b, stmtText(s)) })
	}
	return b.String()
}

// TestSmall compares the mutants of a program that has one of each form with a list that
// was read by a person.
func TestSmall(t *testing.T) {
	var b strings.Builder
	kinds := map[Kind]bool{}
	for _, m := range List(small(t)) {
		kinds[m.Kind] = true
		fmt.Fprintf(&b, "%s %s: %s\n\t- %s\n\t+ %s\n", m.ID, m.Site, m.What, m.Before, m.After)
	}
	for _, k := range Kinds() {
		require.True(t, kinds[k], "%s has no example in testdata/small", k)
	}
	const golden = "testdata/small.txt"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err, "go test ./codegen/check/mutate -update")
	require.Equal(t, string(want), b.String(), "go test ./codegen/check/mutate -update")
}

// TestMutantsAreSound: names are unique, the program that mutants were listed from is as it
// was, every body is another than the right one, and the interpreter compiles it.
func TestMutantsAreSound(t *testing.T) {
	p := firmware(t)
	before := text(t, p)
	list := List(p)
	require.Greater(t, len(list), 5000)
	m := interp.New(p)
	ids := map[string]bool{}
	for _, x := range list {
		require.False(t, ids[x.ID], x.ID)
		ids[x.ID] = true
		require.NotZero(t, x.Site.Line, x.ID)
		require.NotEmpty(t, x.What, x.ID)
		require.NotEqual(t, x.Before, x.After, x.ID)
		compiles(t, m, x)
		wellTyped(t, x)
	}
	require.Equal(t, before, text(t, p))
	again := List(p)
	require.Len(t, again, len(list))
	for i := range list {
		require.Equal(t, list[i].ID+list[i].Before+list[i].After, again[i].ID+again[i].Before+again[i].After)
	}
}

// TestNoMutantDividesByZero: 1 more than a divisor of -1, 1 less than one of 1 and, in assignments, 0 for any
// made the search for vectors divide by zero.
func TestNoMutantDividesByZero(t *testing.T) {
	p, err := frontend.Load(fstest.MapFS{"a/a.go": {Data: []byte(`package a

// F divides.
//
//ccgen:export
func F(a int32, b uint32) (int32, uint32) {
	a /= -1
	b %= 3
	return a % -1, b / 1
}
`)}}, "m", []string{"a"}, frontend.Options{})
	require.NoError(t, err)
	swaps, divisors := ConstantSwaps(p.Exports()), []string{}
	for _, x := range append(List(p), swaps...) {
		wellTyped(t, x)
		if x.Kind == Constant || x.Kind == ConstantSwap {
			divisors = append(divisors, x.After)
		}
	}
	require.Equal(t, []string{"-2", "4", "2", "-2", "2", "6", "1"}, divisors)
	compiled := interp.New(p)
	for _, x := range swaps {
		compiles(t, compiled, x)
	}
}

// compiles runs a mutant: a function is compiled when it is called.
func compiles(t *testing.T, m *interp.Machine, x *Mutant) {
	t.Helper()
	defer m.Replace(x.Func, x.Body())()
	_, err := m.CallFunc(x.Func, make([]uint64, len(leavesOf(x.Func))))
	var fault *interp.Fault
	if err != nil && !errors.As(err, &fault) {
		t.Errorf("%s: %v", x.ID, err)
	}
}

// wellTyped holds the types of operations that backends rely on.
func wellTyped(t *testing.T, x *Mutant) {
	t.Helper()
	ir.WalkStmts(x.Body(), func(s ir.Stmt) {
		if a, ok := s.(*ir.Assign); ok && a.Op != ir.Shl && a.Op != ir.Shr {
			require.Same(t, a.Dst.Type(), a.Src.Type(), x.ID)
			if k, ok := a.Src.(*ir.Const); ok && (a.Op == ir.Div || a.Op == ir.Rem) {
				require.NotZero(t, k.Value.Sign(), x.ID)
			}
		}
		if d, ok := s.(*ir.Declare); ok && d.Init != nil {
			require.Same(t, d.Var.Type, d.Init.Type(), x.ID)
		}
		ir.WalkExprs(s, func(e ir.Expr) {
			switch e := e.(type) {
			case *ir.Binary:
				require.Same(t, e.X.Type(), e.Y.Type(), x.ID)
				if !e.Op.IsCompare() {
					require.Same(t, e.Typ, e.X.Type(), x.ID)
				}
				if k, ok := e.Y.(*ir.Const); ok && (e.Op == ir.Div || e.Op == ir.Rem) {
					require.NotZero(t, k.Value.Sign(), x.ID)
				}
			case *ir.Shift:
				require.Same(t, e.Typ, e.X.Type(), x.ID)
				k, isConst := e.Count.(*ir.Const)
				require.True(t, isConst && k.Value.Sign() >= 0 || !e.Count.Type().Kind.IsSigned(), x.ID)
			case *ir.Const:
				require.GreaterOrEqual(t, e.Value.Cmp(e.Typ.Kind.Min()), 0, x.ID)
				require.LessOrEqual(t, e.Value.Cmp(e.Typ.Kind.Max()), 0, x.ID)
			case *ir.MinMax:
				for _, a := range e.Args {
					require.Same(t, e.Typ, a.Type(), x.ID)
				}
			}
		})
	})
}

// call returns the one result of a function.
func call(t testing.TB, p *ir.Program, name string, args []uint64) uint64 {
	out, err := interp.New(p).Call(name, slices.Clone(args))
	require.NoError(t, err)
	require.Len(t, out, 1)
	return out[0]
}

// TestApply puts a mutant into the program and takes it out again.
func TestApply(t *testing.T) {
	p := small(t)
	right := text(t, p)
	half := func() uint64 { return call(t, p, "small.blend", []uint64{1, 0, 1 << 15, 0, 0}) }
	require.Equal(t, uint64(1), half(), "half up")
	n := 0
	for _, m := range List(p) {
		if m.Kind == Rounding && m.What == "rounded down instead of half up" && m.Func.Name == "blend" {
			undo := m.Apply()
			require.Zero(t, half(), m.ID)
			undo()
			n++
		}
	}
	require.Equal(t, 1, n)
	require.Equal(t, right, text(t, p))
}
