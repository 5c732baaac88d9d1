package testvectors_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors"
)

var mutants = flag.Int("mutants", 25, "mutants of each package that the corpus is tried on; 0 = all (minutes)")

// mutant is one change of the firmware's source.
type mutant struct {
	file, what string
	source     []byte
}

// swaps are the operators that a mutant has in place of another.
var swaps = map[token.Token]token.Token{
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD,
	token.SHL: token.SHR, token.SHR: token.SHL, token.AND: token.OR, token.OR: token.AND, token.XOR: token.OR,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
	token.OR_ASSIGN: token.AND_ASSIGN, token.AND_NOT_ASSIGN: token.OR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN,
}

// shortcuts are functions that only decide whether a shorter way will do: a mutant of
// one mostly takes the longer way to the same answer, so that no vector can tell.
// Their own tests hold both ways against each other.
var shortcuts = map[string]string{"bandit/drucb.go:Select": "TestSelectByBoundsIsExact"}

// mutantsOf changes one operator or one number of a function at a time.
// reachable tells of the position of a function's name whether anything exported calls
// the function.
func mutantsOf(t *testing.T, name string, source []byte, reachable map[string]bool) []mutant {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, source, 0)
	require.NoError(t, err)
	var all []mutant
	replace := func(pos token.Pos, old, with string) {
		at := fset.Position(pos)
		require.Equal(t, old, string(source[at.Offset:at.Offset+len(old)]))
		changed := string(source[:at.Offset]) + with + string(source[at.Offset+len(old):])
		all = append(all, mutant{name, fmt.Sprintf("%s: %s -> %s", at, old, with), []byte(changed)})
	}
	operator := func(pos token.Pos, op token.Token) {
		if with, ok := swaps[op]; ok {
			replace(pos, op.String(), with.String())
		}
	}
	text := func(n ast.Node) string {
		return string(source[fset.Position(n.Pos()).Offset:fset.Position(n.End()).Offset])
	}
	// The operands stay what they are, whatever binds how.
	binary := func(n *ast.BinaryExpr) {
		if with, ok := swaps[n.Op]; ok {
			changed := string(source[:fset.Position(n.Pos()).Offset]) +
				"((" + text(n.X) + ") " + with.String() + " (" + text(n.Y) + "))" + string(source[fset.Position(n.End()).Offset:])
			all = append(all, mutant{name, fmt.Sprintf("%s: %s -> %s", fset.Position(n.OpPos), n.Op, with), []byte(changed)})
		}
	}
	for _, d := range f.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || !reachable[fset.Position(fd.Name.Pos()).String()] || shortcuts[name+":"+fd.Name.Name] != "" {
			continue
		}
		ast.Inspect(fd.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				binary(n)
			case *ast.AssignStmt:
				operator(n.TokPos, n.Tok)
			case *ast.BasicLit:
				if v, err := strconv.ParseUint(n.Value, 0, 64); err == nil {
					replace(n.Pos(), n.Value, strconv.FormatUint(v^1, 10))
				}
			}
			return true
		})
	}
	return all
}

// TestCorpusKillsMutants: of the changes of one operator or number in the firmware's
// source that still compile, the corpus tells nearly all apart from the original. What
// survives (run with -v) is nearly always the same function written differently: a
// bound that is never met, a limit that cannot be reached.
func TestCorpusKillsMutants(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	prog, err := codegen.Firmware()
	require.NoError(t, err)
	reachable := map[string]bool{}
	for _, f := range ir.Reachable(prog.Exports()...) {
		reachable[f.Pos.String()] = true
	}
	for _, dir := range smartnic.FirmwareDirs {
		t.Run(dir, func(t *testing.T) {
			var all []mutant
			names, err := fs.Glob(smartnic.Source, dir+"/*.go")
			require.NoError(t, err)
			for _, name := range names {
				if strings.HasSuffix(name, "_test.go") {
					continue
				}
				b, err := fs.ReadFile(smartnic.Source, name)
				require.NoError(t, err)
				all = append(all, mutantsOf(t, name, b, reachable)...)
			}
			step := 1
			if *mutants > 0 {
				step = max(1, len(all) / *mutants)
			}
			tried, killed := 0, 0
			for i := 0; i < len(all); i += step {
				m := all[i]
				dead, compiled := kills(t, dir, m, files)
				if !compiled {
					continue
				}
				tried++
				if dead {
					killed++
				} else {
					t.Logf("survives: %s", m.what)
				}
			}
			t.Logf("%d of %d mutants killed", killed, tried)
			require.Greater(t, tried, 5)
			require.GreaterOrEqual(t, killed*100, tried*80)
		})
	}
}

// kills tells whether the corpus finds the mutant, if it compiles.
func kills(t *testing.T, dir string, m mutant, files []*testvectors.File) (dead, compiled bool) {
	t.Helper()
	changed := fstest.MapFS{}
	for _, d := range smartnic.FirmwareDirs {
		names, err := fs.Glob(smartnic.Source, d+"/*.go")
		require.NoError(t, err)
		for _, name := range names {
			b, err := fs.ReadFile(smartnic.Source, name)
			require.NoError(t, err)
			changed[name] = &fstest.MapFile{Data: b}
		}
	}
	changed[m.file] = &fstest.MapFile{Data: m.source}
	prog, err := frontend.Load(changed, smartnic.Module, smartnic.FirmwareDirs, frontend.Options{})
	if err != nil {
		return false, false
	}
	fw := conformance.Interpreter(prog)
	// First the files of the package itself: that is where most die.
	for _, own := range []bool{true, false} {
		for _, f := range files {
			if strings.HasPrefix(family(path.Base(f.Algorithm)), dir) != own {
				continue
			}
			r, err := testvectors.Verify(fw, f, testvectors.Options{})
			if err != nil || !r.OK() {
				return true, true
			}
		}
	}
	return false, true
}
