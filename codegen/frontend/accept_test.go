package frontend

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
)

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
	golden.Check(t, "testdata/accept.golden", []byte(got))
}
