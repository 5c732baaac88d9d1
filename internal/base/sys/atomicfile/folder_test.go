package atomicfile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The files of a folder get their names at Commit, and what stood there stays until then.
func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "out")
	f, err := NewFolder(dir)
	require.NoError(t, err)
	for _, name := range []string{"b", "a"} {
		w, err := f.Create(name)
		require.NoError(t, err)
		_, err = w.Write([]byte(name))
		require.NoError(t, err)
		require.NoFileExists(t, filepath.Join(dir, name))
	}
	require.Equal(t, []string{"b", "a"}, f.Names())
	require.NoError(t, f.Commit())
	f.Abort()
	only(t, dir, "a", "b")

	// Into a folder that is there: given up, it is as before.
	f, err = NewFolder(dir)
	require.NoError(t, err)
	w, err := f.Create("a")
	require.NoError(t, err)
	_, err = w.Write([]byte("another"))
	require.NoError(t, err)
	f.Abort()
	only(t, dir, "a", "b")
	text, err := os.ReadFile(filepath.Join(dir, "a"))
	require.NoError(t, err)
	require.Equal(t, "a", string(text))
}

// A folder that was made for outputs goes with them.
func TestFolderGivenUp(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	f, err := NewFolder(dir)
	require.NoError(t, err)
	_, err = f.Create("a")
	require.NoError(t, err)
	f.Abort()
	require.NoDirExists(t, dir)

	require.NoError(t, os.WriteFile(dir, nil, 0o666))
	_, err = NewFolder(dir)
	require.EqualError(t, err, dir+": is a file; name a folder for the outputs")
	_, err = NewFolder(filepath.Join(dir, "below"))
	require.ErrorContains(t, err, dir)
}
