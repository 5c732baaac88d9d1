package python_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

var blocks = regexp.MustCompile("(?s)```python\n(.*?)```")

// TestDocs runs the script of docs/golden-model.md, and compiles the bench, whose simulator is not here.
func TestDocs(t *testing.T) {
	tier.Needs(t, "python3")
	page, err := os.ReadFile("../../../docs/golden-model.md")
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
	for _, args := range [][]string{{"script.py"}, {"-m", "py_compile", "bench.py"}} {
		cmd := exec.Command("python3", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", args, out)
		require.Empty(t, string(out))
	}
}
