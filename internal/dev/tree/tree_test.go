package tree_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tree"
)

// TestTracked: files that git does not track are not there, nor those that were removed.
func TestTracked(t *testing.T) {
	root := t.TempDir()
	write := func(name string) {
		require.NoError(t, os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(name), 0o666))
	}
	_, err := tree.FS(root)
	require.ErrorContains(t, err, root+": git ls-files: exit status 128: fatal: not a git repository")
	for _, name := range []string{"a.go", "b/c/d e.go", "b/gone.go", "f/gone.go"} {
		write(name)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}} {
		c := exec.Command("git", args...)
		c.Dir = root
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	for _, name := range []string{"b/gone.go", "f/gone.go"} {
		require.NoError(t, os.Remove(filepath.Join(root, name)))
	}
	for _, name := range []string{"out/x.go", "b/x.go", "b/c/x.go"} {
		write(name)
	}
	all := tree.Of(t, root)
	every := func(string) bool { return true }
	require.Equal(t, []string{"a.go", "b/c/d e.go"}, tree.Names(t, all, every))
	require.Equal(t, []string{"c/d e.go"}, tree.Names(t, tree.Of(t, filepath.Join(root, "b")), every))
	found, err := fs.Glob(all, "b/*/*.go")
	require.NoError(t, err)
	require.Equal(t, []string{"b/c/d e.go"}, found)
	for _, name := range []string{"out", "out/x.go", "b/x.go", "f"} {
		_, err := fs.Stat(all, name)
		require.ErrorIs(t, err, fs.ErrNotExist, name)
		_, err = fs.ReadDir(all, name)
		require.ErrorIs(t, err, fs.ErrNotExist, name)
	}
	require.NoError(t, os.RemoveAll(filepath.Join(root, "out")))
	require.NoError(t, os.Remove(filepath.Join(root, "b", "x.go")))
	require.NoError(t, os.Remove(filepath.Join(root, "b", "c", "x.go")))
	require.NoError(t, os.Remove(filepath.Join(root, "f")))
	require.NoError(t, fstest.TestFS(tree.Of(t, filepath.Join(root, "b")), "c/d e.go"))
}

// TestNothingBuilt: the repository holds no program and no library, and no file above 1 MiB. A cctrace of 42 MB that go
// build had left at the top was once committed.
func TestNothingBuilt(t *testing.T) {
	require.True(t, built([]byte("\x7fELF\x02")))
	require.False(t, built([]byte("package")))
	all := tree.Of(t, "../../..")
	for _, name := range tree.Names(t, all, func(string) bool { return true }) {
		b, err := fs.ReadFile(all, name)
		require.NoError(t, err)
		require.LessOrEqual(t, len(b), 1<<20, name)
		require.False(t, built(b), "%s is a built program: git rm --cached %[1]s", name)
	}
}

// built reports whether a file begins as ELF, Mach-O, Windows' or archives' of objects do.
func built(b []byte) bool {
	for _, head := range []string{"\x7fELF", "\xcf\xfa\xed\xfe", "MZ\x90\x00", "!<arch>\n"} {
		if bytes.HasPrefix(b, []byte(head)) {
			return true
		}
	}
	return false
}
