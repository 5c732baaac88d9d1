package python_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

var blocks = regexp.MustCompile("(?s)```python\n(.*?)```")

// TestDocs runs the script of docs/vectors.md, and the bench in the place of cocotb on a design that is a second
// model: right, and wrong at its third event.
func TestDocs(t *testing.T) {
	tier.Needs(t, "python3")
	page, err := os.ReadFile("../../../docs/vectors.md")
	require.NoError(t, err)
	found := blocks.FindAllSubmatch(page, -1)
	require.Len(t, found, 2)
	dir := t.TempDir()
	put := func(name string, text []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	put("dcqcn.py", module(t, firmware(t), "dcqcn").Text)
	put("dcqcn-paper.json", corpusFile(t, "dcqcn-paper.json"))
	put("script.py", found[0][1])
	put("bench.py", found[1][1])
	stub, err := os.ReadFile("testdata/stub.py")
	require.NoError(t, err)
	put("stub.py", stub)
	for _, run := range []struct{ args, want string }{{"script.py", ""}, {"stub.py good", "passed\n"}, {"stub.py bad", "failed\n"}} {
		cmd := exec.Command("python3", strings.Fields(run.args)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", run.args, out)
		require.Equal(t, run.want, string(out))
	}
}
