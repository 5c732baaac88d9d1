package difffuzz

import (
	"flag"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

var update = flag.Bool("update", false, "give the vectors in testdata/found the answers of today's reference")

// TestFound runs what fuzzing found, once and for all: every file in testdata/found on
// the reference and on the port. New findings are dropped there.
func TestFound(t *testing.T) {
	tier.Require(t, "clang", "gcc")
	paths, err := filepath.Glob("testdata/found/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	targets, err := Targets(reference.Catalog(), nil)
	require.NoError(t, err)
	program, err := codegen.Firmware()
	require.NoError(t, err)
	port, err := NewPort(program, targets)
	require.NoError(t, err)
	bin, cleanup, err := cc.Build(t.Context(), cc.Compiler{Name: "gcc"}, []string{"-std=c99", "-O1"}, port.Header, port.Program)
	defer cleanup()
	require.NoError(t, err)
	c, err := pipe.Run(bin, pipe.Options{Catalog: reference.Catalog()})
	require.NoError(t, err)
	defer c.Close()
	for _, path := range paths {
		if *update {
			renew(t, targets, path)
		}
		files, err := testvectors.Load([]string{path})
		require.NoError(t, err)
		for _, fw := range []transducer.Firmware{reference.New(), c} {
			report, err := testvectors.Verify(fw, files[0], testvectors.Options{})
			require.NoError(t, err)
			if !report.OK() {
				t.Errorf("%s: %s", fw.Name(), report.First.Summary())
			}
		}
	}
}

func renew(t *testing.T, targets []Target, path string) {
	t.Helper()
	files, err := testvectors.Load([]string{path})
	require.NoError(t, err)
	inputs, err := Seeds(targets, files)
	require.NoError(t, err)
	require.Len(t, inputs, 1, "a finding is one case of at most %d calls or %d events", seedCalls, seedSteps)
	c, ok := Decode(targets, inputs[0])
	require.True(t, ok)
	f, err := vectors(reference.New(), targets, c)
	require.NoError(t, err)
	require.NoError(t, f.Write(path))
}
