package python_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

// TestDocs runs the script of docs/examples/cocotb, and the bench instead of cocotb on a design that is a second
// model: right, and wrong at its third event.
func TestDocs(t *testing.T) {
	tier.Require(t, "python3")
	dir := t.TempDir()
	put := func(name string, text []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	put("dcqcn.py", module(t, firmware(t), "dcqcn").Files[0].Text)
	put("dcqcn-paper.json", corpusFile(t, "dcqcn-paper.json"))
	for _, path := range []string{"../../../docs/examples/cocotb/script.py", "../../../docs/examples/cocotb/bench.py", "testdata/stub.py"} {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		put(filepath.Base(path), text)
	}
	for _, run := range []struct{ args, want string }{{"script.py", ""}, {"stub.py good", "passed\n"}, {"stub.py bad", "failed\n"}} {
		cmd := exec.Command("python3", strings.Fields(run.args)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", run.args, out)
		require.Equal(t, run.want, string(out))
	}
}
