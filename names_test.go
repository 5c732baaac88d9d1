package smartnic_test

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
)

// numbers are types that have constants but are not enumerations.
var numbers = map[string]string{
	"fixedpoint.Q5x16":   "a fixed-point format; its constants are values",
	"fixedpoint.Q5x26":   "a fixed-point format; its constants are values",
	"fixedpoint.UQ16x16": "a fixed-point format; its constants are values",
}

// exportedVars are exported variables other than errors.
var exportedVars = map[string]string{
	"Source": "go:embed fills variables only",
}

// TestExportedNames: an exported enumeration names its values by a method String, and an exported variable
// is an error: what others could change is a function.
func TestExportedNames(t *testing.T) {
	packages, exports := listed(t)
	load := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	fault := types.Universe.Lookup("error").Type()
	var unnamed, variables []string
	unused := map[string]bool{}
	for name := range numbers {
		unused[name] = true
	}
	for name := range exportedVars {
		unused[name] = true
	}
	for _, path := range packages {
		if exports[path] == "" {
			continue // of tests only
		}
		p, err := load.Import(path)
		require.NoError(t, err, path)
		constants := map[types.Object]int{}
		for _, name := range p.Scope().Names() {
			if c, ok := p.Scope().Lookup(name).(*types.Const); ok && c.Exported() {
				if n, ok := c.Type().(*types.Named); ok {
					constants[n.Obj()]++
				}
			}
		}
		for _, name := range p.Scope().Names() {
			full := strings.TrimPrefix(strings.TrimPrefix(path+"."+name, smartnic.Module+"/"), smartnic.Module+".")
			switch o := p.Scope().Lookup(name).(type) {
			case *types.Var:
				switch {
				case !o.Exported() || types.Identical(o.Type(), fault):
				case exportedVars[full] != "":
					delete(unused, full)
				default:
					variables = append(variables, full)
				}
			case *types.TypeName:
				basic, ok := o.Type().Underlying().(*types.Basic)
				if !ok || basic.Info()&types.IsInteger == 0 || !o.Exported() || o.IsAlias() || constants[o] < 2 {
					continue
				}
				if m, _, _ := types.LookupFieldOrMethod(o.Type(), true, p, "String"); m != nil {
					continue
				}
				if numbers[full] != "" {
					delete(unused, full)
					continue
				}
				unnamed = append(unnamed, full)
			}
		}
	}
	require.Empty(t, unnamed, "%s", fmt.Sprintf("enumerations without a method String; internal/base/text/enum has what it returns: %s", strings.Join(unnamed, ", ")))
	require.Empty(t, variables, "%s", fmt.Sprintf("exported variables; make them functions that return a copy, or errors: %s", strings.Join(variables, ", ")))
	require.Empty(t, unused, "exceptions that are no more")
}
