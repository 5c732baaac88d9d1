package outputs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tree"
)

// makers are the functions of package os that make files, folders or names.
var makers = []string{"Create", "CreateTemp", "Link", "Mkdir", "MkdirAll", "MkdirTemp", "OpenFile", "Rename", "Symlink", "WriteFile"}

// elsewhere are the files that call them, and why: what they make is not the output of a command.
var elsewhere = map[string]string{
	"cmd/ccgen/build.go":                             "a main package in a temporary folder",
	"codegen/backend/cgen/cc/job.go":                 "what a compiler reads, in a temporary folder",
	"codegen/backend/p4/switch.go":                   "the same, for a switch",
	"codegen/backend/p4/verify.go":                   "the same",
	"codegen/backend/printer/run.go":                 "the same, for an interpreter or rustc",
	"codegen/backend/svdpi/bench.go":                 "the same, for a simulator",
	"codegen/backend/verilog/sim.go":                 "the same",
	"codegen/backend/verilog/synth.go":               "the same, for yosys",
	"codegen/check/difffuzz/run.go":                  "the same, for libFuzzer",
	"internal/logs/capture/trace/countersamples.go":  "a temporary file",
	"internal/logs/capture/trace/input.go":           "a temporary file",
	"internal/reports/htmlreport/browser/browser.go": "a temporary folder of tests",
	"internal/base/sys/child/child.go":               "temporary folders",
	"internal/tool/attach/log.go":                    "a log that people read while it is written",
	"internal/base/sys/readfile/readfile.go":         "opens to read",
}

// TestOneWay: whatever a command writes goes through internal/base/sys/atomicfile, which makes the folders.
func TestOneWay(t *testing.T) {
	all := tree.Of(t, "../../..")
	calls := map[string][]string{}
	for _, name := range tree.Names(t, all, tree.Source) {
		if dir := path.Dir(name) + "/"; strings.HasPrefix(dir, "internal/dev/") || dir == "internal/base/sys/atomicfile/" {
			continue
		}
		if made := making(t, name); len(made) > 0 {
			calls[name] = made
		}
	}
	for name, made := range calls {
		require.NotEmpty(t, elsewhere[name], "%s calls %s; write outputs by internal/base/sys/atomicfile", name, strings.Join(made, ", "))
	}
	for name := range elsewhere {
		require.NotEmpty(t, calls[name], "%s makes no files any more; take it off the list", name)
	}
}

// making returns what a file of the repository calls of makers.
func making(t *testing.T, name string) (calls []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "../../../"+name, nil, 0)
	require.NoError(t, err)
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains(makers, s.Sel.Name) {
			if p, ok := s.X.(*ast.Ident); ok && p.Name == "os" {
				calls = append(calls, "os."+s.Sel.Name)
			}
		}
		return true
	})
	return calls
}

// TestMaking: calls are found.
func TestMaking(t *testing.T) {
	require.Equal(t, []string{"os.Mkdir"}, making(t, "internal/base/sys/atomicfile/parents.go"))
	require.Empty(t, making(t, "internal/base/cli/output.go"))
}
