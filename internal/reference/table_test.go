package reference_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// directives reads the sources of the firmware packages: the names after
// //ccgen:transducer, and of each exported function its full name with the names
// of its parameters.
func directives(t *testing.T) (transducers []string, exports map[string][]string) {
	t.Helper()
	exports = map[string][]string{}
	for _, dir := range []string{"fixedpoint", "bandit", "dcqcn", "dolcerc", "dolcercplus"} {
		files, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
		require.NoError(t, err)
		require.NotEmpty(t, files, "no sources of %s", dir)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			require.NoError(t, err)
			for _, d := range f.Decls {
				fd, ok := d.(*ast.FuncDecl)
				if !ok || fd.Doc == nil {
					continue
				}
				for _, c := range fd.Doc.List {
					if rest, ok := strings.CutPrefix(c.Text, "//ccgen:transducer "); ok {
						transducers = append(transducers, strings.Fields(rest)[0])
					}
					if c.Text == "//ccgen:export" {
						full, params := signature(dir, fd)
						exports[full] = params
					}
				}
			}
		}
	}
	return transducers, exports
}

// signature returns the name by which a function is called, Type_Method for a
// method, and its parameters, the receiver first.
func signature(pkg string, fd *ast.FuncDecl) (full string, params []string) {
	full = pkg + "." + fd.Name.Name
	if fd.Recv != nil {
		recv := fd.Recv.List[0]
		typ := recv.Type
		if star, ok := typ.(*ast.StarExpr); ok {
			typ = star.X
		}
		full = pkg + "." + typ.(*ast.Ident).Name + "_" + fd.Name.Name
		params = append(params, recv.Names[0].Name)
	}
	for _, field := range fd.Type.Params.List {
		for _, n := range field.Names {
			params = append(params, n.Name)
		}
	}
	return full, params
}

// TestTableCoversDirectives: what the sources export, and nothing else, is in the
// tables, under the names that the compiler uses.
func TestTableCoversDirectives(t *testing.T) {
	transducers, exports := directives(t)
	var have []string
	for _, a := range reference.Algorithms() {
		have = append(have, a.Name)
	}
	require.ElementsMatch(t, transducers, have, "transducers: sources and internal/reference/table.go differ")

	var want, found []string
	for name := range exports {
		want = append(want, name)
	}
	for _, f := range reference.Funcs() {
		found = append(found, f.Name)
	}
	sort.Strings(want)
	sort.Strings(found)
	require.Equal(t, want, found, "exports: sources and internal/reference/table.go differ")

	for _, f := range reference.Funcs() {
		var roots []string
		for _, l := range f.Args {
			root := l.Name[:len(l.Name)-len(strings.TrimLeft(l.Name, identifierChars))]
			if len(roots) == 0 || roots[len(roots)-1] != root {
				roots = append(roots, root)
			}
		}
		require.Equal(t, exports[f.Name], roots, "parameters of %s", f.Name)
	}
}

const identifierChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// TestNamesAreUnique: a name that occurs twice would hide the second entry.
func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range reference.Algorithms() {
		require.False(t, seen[a.Name], a.Name)
		seen[a.Name] = true
		for _, leaves := range [][]transducer.Leaf{a.Params, a.State, a.Event, a.Output} {
			names := map[string]bool{}
			for _, l := range leaves {
				require.NotEmpty(t, l.Name, a.Name)
				require.False(t, names[l.Name], "%s: two leaves %s", a.Name, l.Name)
				names[l.Name] = true
			}
		}
	}
	for _, f := range reference.Funcs() {
		require.False(t, seen[f.Name], f.Name)
		seen[f.Name] = true
	}
}
