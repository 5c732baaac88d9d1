package kernels

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/vectors"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/dev/tree"
	"smartnic-cc/testvectors"
)

// folders returns the folders of the NIC model whose Go has a transducer or an exported function.
func folders(t *testing.T) (out []string) {
	t.Helper()
	const model = "../../../nicmodel"
	for _, file := range tree.Names(t, tree.Of(t, model), tree.Source) {
		text, err := os.ReadFile(filepath.Join(model, file))
		require.NoError(t, err)
		dir := path.Join(model, path.Dir(file))
		if !slices.Contains(out, dir) && (bytes.Contains(text, []byte("\n//ccgen:transducer ")) || bytes.Contains(text, []byte("\n//ccgen:export"))) {
			out = append(out, dir)
		}
	}
	require.Greater(t, len(out), 6)
	return out
}

// TestKernels: each kernel is in the subset, its arithmetic fits, and the interpreter and the C port
// give its golden vectors. Its list of faults that change nothing is of today's code.
func TestKernels(t *testing.T) {
	tier.Require(t, "gcc")
	for _, dir := range folders(t) {
		t.Run(dir[len("../../../"):], func(t *testing.T) {
			found, err := codegen.Lint([]string{dir})
			require.NoError(t, err)
			require.Empty(t, found)
			p, err := codegen.Load([]string{dir})
			require.NoError(t, err)
			require.Empty(t, ranges.Analyse(p.Program).Failures())
			paths, err := filepath.Glob(filepath.Join(dir, "testdata", "*.json"))
			require.NoError(t, err)
			require.NotEmpty(t, paths, "no golden vectors; ccgen vectors makes them")
			files, err := testvectors.Load(paths)
			require.NoError(t, err)
			require.NoError(t, vectors.Check(p, files))
			verify(t, p, files)
			listed(t, p)
		})
	}
}

// listed: each entry of the list of faults that change nothing is of a fault that there is, and of today's
// code. make kernels shows that no other fault is left.
func listed(t *testing.T, p *codegen.Packages) {
	t.Helper()
	list, err := mutate.ReadEquivalents(p.Folders)
	require.NoError(t, err)
	mutants := mutate.ListFuncs(p.Program, p.Functions())
	tool := &mutate.Classifier{Facts: mutate.NewFacts(p.Program), Listed: list}
	require.NoError(t, tool.CheckListed(mutants))
	for _, m := range mutants {
		if e, ok := list[m.ID]; ok {
			require.Equal(t, tool.Facts.Hash(m, e.Reason), e.Hash, "%s: the code has changed since; review why %s changes nothing (%s), then write this hash", e.Place, m.ID, e.Why)
		}
	}
}

// verify runs vectors on the interpreter and on the port that gcc makes.
func verify(t *testing.T, p *codegen.Packages, files []*testvectors.File) {
	t.Helper()
	c := port.Config{Prefix: "cc_", Lines: "none", Folders: p.Folders}
	name, header, err := c.Header()
	require.NoError(t, err)
	program, err := c.Program(name)
	require.NoError(t, err)
	rows, err := conformance.Run(t.Context(), conformance.Config{
		IR: p.Program, Catalog: p.Catalog(), Header: cc.File{Name: name, Data: header}, Program: program, Files: files,
		Targets: conformance.Targets([]cc.Compiler{{Name: "gcc"}}, []string{"-O2"}, false),
	})
	require.NoError(t, err)
	require.Len(t, rows, 2)
	for _, r := range rows {
		require.True(t, r.OK, "%s: %+v", r.Target, r.Report)
	}
}
