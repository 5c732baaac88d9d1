package atomicfile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLock: one at a time locks a folder; Commit and Abort let the next one, and nothing of
// the lock stays.
func TestLock(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	locked := func() *Folder {
		f, err := NewFolder(dir)
		require.NoError(t, err)
		require.NoError(t, f.Lock())
		return f
	}
	for _, end := range []func(*Folder){func(f *Folder) { require.NoError(t, f.Commit()) }, (*Folder).Abort} {
		first := locked()
		_, err := first.Create("a")
		require.NoError(t, err)
		second, err := NewFolder(dir)
		require.NoError(t, err)
		require.EqualError(t, second.Lock(), dir+": another run is writing to the folder; name another folder, or wait until it is done")
		second.Abort()
		end(first)
		locked().Abort()
	}
	only(t, dir, "a")
}

// TestDrop: what an earlier run left goes at Commit, and stays when a run is given up.
func TestDrop(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "old", "other"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o666))
	}
	begin := func() *Folder {
		f, err := NewFolder(dir)
		require.NoError(t, err)
		f.Drop("a", "old", "none")
		w, err := f.Create("a")
		require.NoError(t, err)
		_, err = w.Write([]byte("new one"))
		require.NoError(t, err)
		require.Equal(t, map[string]int64{"a": 7}, f.Sizes())
		return f
	}
	begin().Abort()
	only(t, dir, "a", "old", "other")
	require.NoError(t, begin().Commit())
	only(t, dir, "a", "other")
}
