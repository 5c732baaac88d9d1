package interp_test

import (
	"errors"
	"go/scanner"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// tokens splits a source into space at even and tokens at odd places, and
// gives the class of each token: name, literal, operator, other.
func tokens(src []byte) (out []string, class []int) {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, func(token.Position, string) {}, scanner.ScanComments)
	last := 0
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return append(out, string(src[last:])), append(class, 0)
		}
		if tok == token.SEMICOLON && lit == "\n" {
			continue
		}
		at := file.Offset(pos)
		out = append(out, string(src[last:at]))
		end := at + len(lit)
		if lit == "" {
			end = at + len(tok.String())
		}
		out = append(out, string(src[at:end]))
		last = end
		c := 1
		switch {
		case tok == token.IDENT:
			c = 2
		case tok.IsLiteral():
			c = 3
		case tok.IsOperator() && tok.Precedence() > 0:
			c = 4
		case tok.IsOperator() && tok >= token.ADD_ASSIGN && tok <= token.AND_NOT_ASSIGN:
			c = 5
		}
		class = append(class, 0, c)
	}
}

// TestMutants replaces tokens of good and bad sources by others of the same
// source: nearly right programs, as people write them. The frontend must refuse
// them with a reason or give a program that runs, and never panic.
func TestMutants(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	accepted, refused := 0, 0
	rules := map[string]int{}
	for _, pattern := range []string{"../frontend/testdata/refuse/*.go", "../frontend/testdata/accept/*/*.go"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, names)
		for _, name := range names {
			src, err := os.ReadFile(name)
			require.NoError(t, err)
			toks, class := tokens(src)
			require.Equal(t, string(src), strings.Join(toks, ""))
			for range mutants {
				mut := append([]string{}, toks...)
				for range 1 + r.IntN(2) {
					i, j := r.IntN(len(toks)/2)*2+1, r.IntN(len(toks)/2)*2+1
					// Mostly like for like: most else does not parse.
					for class[i] < 2 && r.IntN(50) > 0 {
						i = r.IntN(len(toks)/2)*2 + 1
					}
					for class[i] != class[j] && r.IntN(50) > 0 {
						j = r.IntN(len(toks)/2)*2 + 1
					}
					mut[i] = toks[j]
				}
				if runMutant(t, r, strings.Join(mut, ""), rules) {
					accepted++
				} else {
					refused++
				}
			}
		}
	}
	t.Logf("%d mutants accepted, %d refused by %v", accepted, refused, rules)
	assert.Positive(t, accepted)
	assert.Positive(t, refused)
}

const mutants = 200 // a source

func runMutant(t *testing.T, r *rand.Rand, src string, rules map[string]int) bool {
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("panic: %v\n%s", p, src)
		}
	}()
	fsys := fstest.MapFS{"p/p.go": {Data: []byte(src)}}
	lib, err := os.ReadFile("../frontend/testdata/accept/lib/lib.go")
	require.NoError(t, err)
	fsys[acceptIn+"lib/lib.go"] = &fstest.MapFile{Data: lib}
	prog, err := frontend.Load(fsys, "smartnic-cc", []string{"p"}, frontend.Options{})
	if err != nil {
		var list *frontend.Diagnostics
		require.True(t, errors.As(err, &list), "%v", err)
		for _, d := range list.List {
			rules[d.Rule]++
			assert.NotContains(t, d.Msg, "this is outside", "refused without a reason:\n%s", src)
		}
		return false
	}
	m := interp.New(prog)
	for _, f := range prog.Exports() {
		if turns(f) > 1<<16 {
			continue // a mutated bound: it would end, but not soon
		}
		_, err := m.CallFunc(f, sampleArgs(r, f))
		var fault *interp.Fault
		if err != nil && !errors.As(err, &fault) {
			t.Errorf("%s: %v", f.FullName(), err)
		}
	}
	return true
}

// turns bounds the turns of all loops that a call can make.
func turns(f *ir.Func) uint64 {
	n := uint64(1)
	var walk func(list []ir.Stmt)
	walk = func(list []ir.Stmt) {
		for _, s := range list {
			switch s := s.(type) {
			case *ir.For:
				n *= min(s.Iterations+1, 1<<20)
				walk(s.Body)
			case *ir.If:
				walk(s.Then)
				walk(s.Else)
			case *ir.Block:
				walk(s.Body)
			case *ir.Switch:
				for _, c := range s.Cases {
					walk(c.Body)
				}
			}
			n = min(n, 1<<20)
		}
	}
	walk(f.Body)
	for _, c := range f.Calls {
		n = min(n*turns(c), 1<<20)
	}
	return n
}
