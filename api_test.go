package smartnic_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
	"smartnic-cc/internal/dev/tree"
)

// TestPublicTypes: what a package that others can import exports names no type that they cannot.
func TestPublicTypes(t *testing.T) {
	packages, exports := listed(t)
	load := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	var hidden []string
	for _, path := range packages {
		if isInternal(path) {
			continue
		}
		p, err := load.Import(path)
		require.NoError(t, err, path)
		for _, name := range p.Scope().Names() {
			if object := p.Scope().Lookup(name); object.Exported() {
				s := surface{pkg: p, seen: map[types.Type]bool{}}
				s.object(object)
				for _, h := range s.hidden {
					hidden = append(hidden, fmt.Sprintf("%s.%s names %s", strings.TrimPrefix(path, smartnic.Module+"/"), name, h))
				}
			}
		}
	}
	require.Empty(t, hidden, "%s", strings.Join(hidden, "\n"))
}

func isInternal(path string) bool {
	return slices.Contains(strings.Split(path, "/"), "internal")
}

// listed returns the paths of this module's packages but for commands, and where the compiler
// has put the exports of these and of all that they import.
func listed(t *testing.T) (packages []string, exports map[string]string) {
	t.Helper()
	args := []string{"list", "-pgo=off", "-export", "-deps", "-json=ImportPath,Name,Export,Module"}
	for _, name := range tree.Names(t, tree.Of(t, "."), tree.Source) {
		args = append(args, "./"+path.Dir(name))
	}
	out, err := exec.Command("go", slices.Compact(args)...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		t.Fatalf("go list: %s", exit.Stderr)
	}
	require.NoError(t, err)
	exports = map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct {
			ImportPath, Name, Export string
			Module                   *struct{ Path string }
		}
		require.NoError(t, d.Decode(&p))
		exports[p.ImportPath] = p.Export
		if p.Module != nil && p.Module.Path == smartnic.Module && p.Name != "main" {
			packages = append(packages, p.ImportPath)
		}
	}
	require.Contains(t, packages, smartnic.Module+"/codegen/driver")
	return packages, exports
}

// surface is what others see of an object.
type surface struct {
	pkg    *types.Package
	seen   map[types.Type]bool
	hidden []string // types that they cannot name
}

func (s *surface) object(o types.Object) {
	name, ok := o.(*types.TypeName)
	switch {
	case ok && name.IsAlias():
		s.typ(types.Unalias(o.Type()))
	case ok:
		s.declared(o.Type().(*types.Named))
	default:
		s.typ(o.Type())
	}
}

// declared looks at what a type is declared as, and at its methods.
func (s *surface) declared(n *types.Named) {
	s.seen[n] = true
	s.params(n.TypeParams())
	s.typ(n.Underlying())
	for m := range n.Methods() {
		if m.Exported() {
			s.typ(m.Type())
		}
	}
}

// typ looks at a type, and into it unless it is a named type that callers can use.
func (s *surface) typ(t types.Type) {
	if s.seen[t] {
		return
	}
	s.seen[t] = true
	switch t := t.(type) {
	case *types.Alias:
		s.named(t, t.Obj(), t.TypeArgs())
	case *types.Named:
		s.named(t, t.Obj(), t.TypeArgs())
	case interface{ Elem() types.Type }: // a pointer, slice, array, map or channel
		if m, ok := t.(*types.Map); ok {
			s.typ(m.Key())
		}
		s.typ(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() {
				s.typ(f.Type())
			}
		}
	case *types.Signature:
		s.params(t.TypeParams())
		s.typ(t.Params())
		s.typ(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			s.typ(v.Type())
		}
	case *types.Interface:
		for e := range t.EmbeddedTypes() {
			s.typ(e)
		}
		for m := range t.ExplicitMethods() {
			if m.Exported() {
				s.typ(m.Type())
			}
		}
	case *types.Union:
		for term := range t.Terms() {
			s.typ(term.Type())
		}
	}
}

func (s *surface) named(t types.Type, o *types.TypeName, args *types.TypeList) {
	for a := range args.Types() {
		s.typ(a)
	}
	switch {
	case o.Pkg() == nil: // error, comparable
	case isInternal(o.Pkg().Path()) && strings.HasPrefix(o.Pkg().Path(), smartnic.Module+"/"):
		s.hidden = append(s.hidden, types.TypeString(t, nil))
	case o.Pkg() == s.pkg && !o.Exported():
		if n, ok := t.(*types.Named); ok { // what others get without a name for it
			s.declared(n)
		}
	}
}

func (s *surface) params(list *types.TypeParamList) {
	for p := range list.TypeParams() {
		s.typ(p.Constraint())
	}
}
