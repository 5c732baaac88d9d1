package experiment

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHash: a file's name is in it only within a folder, and every byte and every name of a
// folder counts.
func TestHash(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	of := func(name string) string {
		h, err := hash(filepath.Join(dir, name))
		require.NoError(t, err)
		return h
	}
	seen := map[string]bool{}
	for _, change := range []func(){
		func() { put("a", "1") }, func() { put("a", "2") }, func() { put("b", "1") },
		func() { require.NoError(t, os.Rename(filepath.Join(dir, "b"), filepath.Join(dir, "c"))) },
		func() { require.NoError(t, os.Mkdir(filepath.Join(dir, "d"), 0o777)); put("d/a", "") },
		func() {
			require.NoError(t, exec.Command("mkfifo", filepath.Join(dir, "a.pipe")).Run())
			put("d/b", "")
		},
	} {
		change()
		require.False(t, seen[of("")])
		seen[of("")] = true
	}
	require.NoError(t, os.Symlink("a", filepath.Join(dir, "link")))
	require.Equal(t, of("a"), of("link"))
	put("e", "2")
	require.Equal(t, of("a"), of("e"))
	require.NotEqual(t, of("a"), of("c"))
	_, err := hash(filepath.Join(dir, "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
}
