package vectors

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/conformance"
	"smartnic-cc/testvectors"
)

const aimd = "../../docs/examples/aimd"

func generate(t *testing.T, folder string, o Options) *Result {
	t.Helper()
	p, err := codegen.Load([]string{folder})
	require.NoError(t, err)
	r, err := Generate(t.Context(), p, o)
	require.NoError(t, err)
	for _, f := range r.Files {
		report, err := testvectors.Verify(conformance.Interpreter(p.Program), f, testvectors.Options{})
		require.NoError(t, err)
		require.True(t, report.OK(), f.Name)
	}
	return r
}

// TestForeign makes vectors of a package of one's own: the same of a seed, others of
// another, with timers that are fed when due, and few faults that they do not show.
func TestForeign(t *testing.T) {
	o := Options{Seed: 1, Tries: 2000}
	r := generate(t, aimd, o)
	t.Logf("%d of %d mutants", r.Killed, r.Mutants)
	t.Logf("%d files, %d tests, %d steps", len(r.Files), r.Files[0].Tests()+r.Files[1].Tests(), r.Files[0].Steps()+r.Files[1].Steps())
	require.Greater(t, r.Mutants, 50)
	require.GreaterOrEqual(t, float64(r.Killed), 0.9*float64(r.Mutants))
	first, err := r.Files[1].Encode()
	require.NoError(t, err)
	second, err := generate(t, aimd, o).Files[1].Encode()
	require.NoError(t, err)
	require.Equal(t, string(first), string(second))
	o.Seed = 2
	third, err := generate(t, aimd, o).Files[1].Encode()
	require.NoError(t, err)
	require.NotEqual(t, string(first), string(third))
}

func write(t *testing.T, text string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.go"), []byte(text), 0o644))
	return dir
}
