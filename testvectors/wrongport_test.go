package testvectors_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/testvectors"
)

// wrongPort is a mistake that a port written by hand may have: the firmware's source with
// one place written otherwise.
type wrongPort struct {
	what string // the mistake
	// in is the file and the function, as in "dcqcn/rates.go:increase".
	in string
	// old is an expression or a statement of that function, and may there have other
	// parentheses and other white space; there must be one such place. What it becomes is
	// written new, which for a statement may be none or several.
	old, new string
	// refute are the algorithms of whose vectors those of each alone find the mistake. With a
	// point in it, as in "dcqcn.Next", it is a function.
	refute []string
}

// Algorithms that a mistake in a part of them shows in.
var (
	bandits   = []string{"bandit2", "bandit4", "bandit8"}
	dolcercs  = []string{"dolcerc4", "dolcerc8"}
	pluses    = []string{"dolcercplus4", "dolcercplus8"}
	reactions = slices.Concat([]string{"dcqcn"}, dolcercs)
	learners  = slices.Concat(bandits, dolcercs, pluses)
)

// TestWrongPortsFail: every mistake of the list is found by the vectors of each algorithm
// that has it, without those of the others.
func TestWrongPortsFail(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	of := map[string]*testvectors.File{}
	for _, f := range files {
		for _, g := range f.Groups {
			if of[g.Name] == nil {
				of[g.Name] = &testvectors.File{Name: g.Name, Algorithm: g.Name, Schema: f.Schema}
			}
			of[g.Name].Groups = append(of[g.Name].Groups, g)
		}
	}
	for _, w := range wrongPorts {
		t.Run(w.what, func(t *testing.T) {
			t.Parallel()
			prog, err := frontend.Load(w.source(t), smartnic.Module, smartnic.FirmwareDirs(), frontend.Options{})
			require.NoError(t, err, "%s with %q", w.in, w.new)
			for _, name := range w.refute {
				require.NotNil(t, of[name], "no vectors of %s", name)
				r, err := testvectors.Verify(conformance.Interpreter(prog), of[name], testvectors.Options{})
				if err == nil && r.OK() {
					t.Errorf("passes all vectors of %s: %s, %q for %q", name, w.in, w.new, w.old)
				}
			}
		})
	}
}

// source returns the firmware's source with the mistake.
func (w *wrongPort) source(t *testing.T) fs.FS {
	t.Helper()
	changed := fstest.MapFS{}
	for _, dir := range smartnic.FirmwareDirs() {
		names, err := fs.Glob(smartnic.Source, dir+"/*.go")
		require.NoError(t, err)
		for _, name := range names {
			b, err := fs.ReadFile(smartnic.Source, name)
			require.NoError(t, err)
			changed[name] = &fstest.MapFile{Data: b}
		}
	}
	name, function, _ := strings.Cut(w.in, ":")
	file := changed[name]
	require.NotNil(t, file, "no file %s", name)
	file.Data = rewrite(t, name, function, file.Data, w.old, w.new)
	return changed
}

// rewrite replaces the one expression or statement old of a function by new.
func rewrite(t *testing.T, name, function string, source []byte, old, new string) []byte {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, source, 0)
	require.NoError(t, err)
	wanted, statement := pattern(t, old)
	var at []ast.Node
	for _, d := range f.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Name.Name != function {
			continue
		}
		ast.Inspect(fd.Body, func(n ast.Node) bool {
			_, isExpr := n.(ast.Expr)
			_, isStmt := n.(ast.Stmt)
			if (isExpr && !statement || isStmt && statement) && shape(n) == wanted {
				at = append(at, n)
				return false
			}
			return true
		})
	}
	require.Len(t, at, 1, "places of %q in %s:%s; write the mistake again where the code has changed", old, name, function)
	new = explicit(t, new, statement)
	from, to := fset.Position(at[0].Pos()).Offset, fset.Position(at[0].End()).Offset
	return slices.Concat(source[:from], []byte(new), source[to:])
}

// pattern returns the shape of an expression, or of a statement: one that is not an expression, or that ends
// with a semicolon.
func pattern(t *testing.T, text string) (string, bool) {
	t.Helper()
	if e, err := parser.ParseExpr(text); err == nil {
		return shape(e), false
	}
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() {\n"+text+"\n}", 0)
	require.NoError(t, err, text)
	body := f.Decls[0].(*ast.FuncDecl).Body.List
	require.Len(t, body, 1, text)
	return shape(body[0]), true
}

// explicit writes an expression, or statements, with all parentheses on which Go and C could differ.
func explicit(t *testing.T, text string, statements bool) string {
	t.Helper()
	if !statements {
		text = "_ = (" + text + ")"
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", "package p\nfunc f() {\n"+text+"\n}", 0)
	require.NoError(t, err, text)
	body := f.Decls[0].(*ast.FuncDecl).Body.List
	for _, s := range body {
		ast.Inspect(s, func(n ast.Node) bool {
			if b, ok := n.(*ast.BinaryExpr); ok {
				for _, e := range []*ast.Expr{&b.X, &b.Y} {
					if _, nested := (*e).(*ast.BinaryExpr); nested {
						*e = &ast.ParenExpr{X: *e}
					}
				}
			}
			return true
		})
	}
	var out bytes.Buffer
	require.NoError(t, format.Node(&out, fset, body), text)
	return strings.TrimPrefix(out.String(), "_ = ")
}

// shape writes a node so that two have one shape if they differ in parentheses, comments
// and white space alone.
func shape(n ast.Node) string {
	var b strings.Builder
	var open []bool // the nodes around, whether they are written
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil {
			if open[len(open)-1] {
				b.WriteByte(')')
			}
			open = open[:len(open)-1]
			return true
		}
		_, paren := n.(*ast.ParenExpr)
		open = append(open, !paren)
		if paren {
			return true
		}
		fmt.Fprintf(&b, "(%T", n)
		switch n := n.(type) {
		case *ast.Ident:
			b.WriteString(" " + n.Name)
		case *ast.BasicLit:
			b.WriteString(" " + n.Value)
		case *ast.BinaryExpr:
			b.WriteString(" " + n.Op.String())
		case *ast.UnaryExpr:
			b.WriteString(" " + n.Op.String())
		case *ast.AssignStmt:
			b.WriteString(" " + n.Tok.String())
		case *ast.IncDecStmt:
			b.WriteString(" " + n.Tok.String())
		case *ast.BranchStmt:
			b.WriteString(" " + n.Tok.String())
		}
		return true
	})
	return b.String()
}
