package difffuzz_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/check/difffuzz"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

// foreign is a run over a package outside this module, against the interpreter.
func foreign(t *testing.T, folder string) (difffuzz.Config, *codegen.Packages) {
	t.Helper()
	tier.Require(t, "clang")
	p, err := codegen.Load([]string{folder})
	require.NoError(t, err)
	targets, err := difffuzz.Targets(p.Catalog(), nil)
	require.NoError(t, err)
	port, err := difffuzz.NewPort(p.Program, targets)
	require.NoError(t, err)
	return difffuzz.Config{Targets: targets, Port: port, Reference: conformance.Interpreter(p.Program), Seed: 1, Runs: 200_000}, p
}

// TestInterpreted finds a bug in the port of a package that Go does not link, and writes it
// with the interpreter's answers.
func TestInterpreted(t *testing.T) {
	c, p := foreign(t, "../../../docs/examples/aimd")
	plant(t, &c, "\ts->runs = s->rate < p->line;\n", "\ts->runs = s->rate <= p->line;\n")
	result, err := difffuzz.Run(t.Context(), c)
	require.NoError(t, err)
	require.NotNil(t, result.Finding, "not found in %d inputs", result.Inputs)
	require.Equal(t, "aimd", result.Finding.Target)
	require.Contains(t, result.Finding.Reason, "Runs is 1, expected 0")
	require.Contains(t, result.Finding.Vectors.Header[0], "the answers of the interpreter")
	report, err := testvectors.Verify(conformance.Interpreter(p.Program), result.Finding.Vectors, testvectors.Options{})
	require.NoError(t, err)
	require.True(t, report.OK())
}

// TestInterpretedTrap: an index out of range in both is not a difference.
func TestInterpretedTrap(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.go"), []byte("package x\n\nvar table = [5]uint8{1, 2, 3, 4, 5}\n\n//ccgen:export\nfunc At(i uint8) uint8 { return table[i] }\n"), 0o644))
	c, _ := foreign(t, dir)
	c.Runs = 2000
	result, err := difffuzz.Run(t.Context(), c)
	require.NoError(t, err)
	require.Nil(t, result.Finding)
	require.Positive(t, result.Targets[0].Traps)
	require.Greater(t, result.Targets[0].Inputs, result.Targets[0].Traps)
}
