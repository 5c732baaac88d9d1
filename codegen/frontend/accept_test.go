package frontend

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite golden files")

const (
	module   = "smartnic-cc"
	acceptIn = "codegen/frontend/testdata/accept/"
)

var acceptDirs = []string{acceptIn + "structs", acceptIn + "arith", acceptIn + "control", acceptIn + "generic", acceptIn + "nic"}

// TestAccept translates every construct of the subset and compares the printed
// program with a golden file.
func TestAccept(t *testing.T) {
	prog, err := Load(os.DirFS("../.."), module, acceptDirs, Options{})
	require.NoError(t, err)
	got := dump(prog)
	golden := filepath.Join("testdata", "accept.golden")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("translation differs from %s (-want +got), rewrite with -update:\n%s", golden, d)
	}
}
