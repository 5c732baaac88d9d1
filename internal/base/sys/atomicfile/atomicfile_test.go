package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// only asserts that dir holds just the named files.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	require.Equal(t, names, got)
}

func TestCommitReplacesAtOnce(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o640))
	f, err := Create(path)
	require.NoError(t, err)
	defer f.Abort()
	_, err = io.WriteString(f, "new")
	require.NoError(t, err)
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "old", string(before), "the old file stands until Commit")
	require.NoError(t, f.Commit())
	require.NoError(t, f.Commit(), "a second Commit does nothing")
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "new", string(after))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), info.Mode().Perm())
	_, err = f.Write([]byte("x"))
	require.ErrorIs(t, err, os.ErrClosed)
	only(t, dir, "out")
}

func TestFailureLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	broken := errors.New("broken")
	err := Write(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, "half"); err != nil {
			return err
		}
		return broken
	})
	require.ErrorIs(t, err, broken)
	only(t, dir)
}

func TestNewFileHonoursUmask(t *testing.T) {
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	path := filepath.Join(t.TempDir(), "out")
	require.NoError(t, Write(path, func(io.Writer) error { return nil }))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), info.Mode().Perm())
}

func TestSymbolicLinkStays(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "target"), []byte("old"), 0o600))
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink("target", link))
	require.NoError(t, Write(link, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }))
	got, err := os.ReadFile(filepath.Join(dir, "target"))
	require.NoError(t, err)
	require.Equal(t, "new", string(got))
	only(t, dir, "link", "target")
}

// /dev/full takes the open and refuses the bytes: the full disk of a test.
func TestFullDiskIsSurfaced(t *testing.T) {
	err := Write("/dev/full", func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err })
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.ErrorContains(t, err, "/dev/full: ")
	err = Write("/dev/full", func(w io.Writer) error {
		for {
			if _, err := w.Write(make([]byte, 4096)); err != nil {
				return err
			}
		}
	})
	require.ErrorIs(t, err, syscall.ENOSPC)
	// Sync tells of it before Commit.
	f, err := Create("/dev/full")
	require.NoError(t, err)
	defer f.Abort()
	_, err = io.WriteString(f, "x")
	require.NoError(t, err)
	require.ErrorIs(t, f.Sync(), syscall.ENOSPC)
	require.ErrorIs(t, f.Commit(), syscall.ENOSPC)
}

// Sync puts all bytes on the disk, but gives no name.
func TestSync(t *testing.T) {
	dir := t.TempDir()
	f, err := Create(filepath.Join(dir, "out"))
	require.NoError(t, err)
	_, err = io.WriteString(f, "x")
	require.NoError(t, err)
	require.NoError(t, f.Sync())
	require.NoFileExists(t, filepath.Join(dir, "out"))
	_, err = io.WriteString(f, "y")
	require.NoError(t, err)
	require.NoError(t, f.Commit())
	require.NoError(t, f.Sync())
	only(t, dir, "out")
	got, err := os.ReadFile(filepath.Join(dir, "out"))
	require.NoError(t, err)
	require.Equal(t, "xy", string(got))
}

func TestBadTargets(t *testing.T) {
	dir := t.TempDir()
	_, err := Create(dir)
	require.ErrorContains(t, err, "is a directory")
	only(t, dir)
}

func Example() {
	dir, err := os.MkdirTemp("", "atomicfile")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "rates.csv")
	err = Write(path, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, "time_ns,rate")
		return err
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := os.ReadFile(path)
	fmt.Printf("%s%v\n", b, err)
	// Output:
	// time_ns,rate
	// <nil>
}
