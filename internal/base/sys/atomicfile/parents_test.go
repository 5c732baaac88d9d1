package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func nothing(io.Writer) error { return nil }

// An output makes its folders; one that is given up leaves none of those that were made for it.
func TestFolderOfAnOutput(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, path := range []string{"a/b/c", "./d/e", filepath.Join(dir, "f/g")} {
		broken := errors.New("broken")
		require.ErrorIs(t, Write(path, func(io.Writer) error {
			require.DirExists(t, filepath.Dir(path))
			return broken
		}), broken)
		only(t, dir)
		require.NoError(t, Write(path, nothing))
		require.FileExists(t, path)
		require.ErrorIs(t, Write(path, func(io.Writer) error { return broken }), broken)
		require.FileExists(t, path, "what was there stays")
		for _, made := range []string{"a", "d", "f"} {
			require.NoError(t, os.RemoveAll(made))
		}
		require.Empty(t, made.folders)
	}
}

// Two outputs share new folders: whichever is given up first, what the other one needs stays.
func TestFolderOfTwoOutputs(t *testing.T) {
	for _, c := range []struct {
		name string
		ends []func(a, b *File)
		want []string
	}{
		{"first", []func(a, b *File){func(a, _ *File) { a.Abort() }, func(_, b *File) { require.NoError(t, b.Commit()) }}, []string{"below"}},
		{"last", []func(a, b *File){func(_, b *File) { b.Abort() }, func(a, _ *File) { require.NoError(t, a.Commit()) }}, []string{"a"}},
		{"committed first", []func(a, b *File){func(a, _ *File) { require.NoError(t, a.Commit()) }, func(_, b *File) { b.Abort() }}, []string{"a"}},
		{"both", []func(a, b *File){func(a, _ *File) { a.Abort() }, func(_, b *File) { b.Abort() }}, nil},
		{"both, the other way", []func(a, b *File){func(_, b *File) { b.Abort() }, func(a, _ *File) { a.Abort() }}, nil},
	} {
		dir := t.TempDir()
		a, err := Create(filepath.Join(dir, "new", "a"))
		require.NoError(t, err, c.name)
		b, err := Create(filepath.Join(dir, "new", "below", "b"))
		require.NoError(t, err, c.name)
		for _, end := range c.ends {
			end(a, b)
		}
		require.Empty(t, made.folders, c.name)
		if c.want == nil {
			only(t, dir)
			continue
		}
		only(t, filepath.Join(dir, "new"), c.want...)
	}
}

// A folder that cannot be made is named, and those above it that were made are gone.
func TestFolderThatCannotBeMade(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink("nowhere", link))
	long := strings.Repeat("x", 250)
	for path, want := range map[string]string{
		filepath.Join(file, "out"):                file + ": is a file; name a folder for the outputs",
		filepath.Join(file, "below", "out"):       file + ": is a file; name a folder for the outputs",
		filepath.Join(link, "out"):                link + ": no such file or directory; name a folder that can be written",
		filepath.Join(dir, "a", long+long, "out"): filepath.Join(dir, "a", long+long) + ": file name too long; name a folder that can be written",
		// The name would do, but that of the temporary file does not.
		filepath.Join(dir, "a", "b", long): filepath.Join(dir, "a", "b", long) + ": file name too long",
	} {
		require.EqualError(t, Write(path, nothing), want)
		only(t, dir, "file", "link")
	}
	for path, want := range map[string]string{
		file:                                file + ": is a file; name a folder for the outputs",
		link:                                link + ": no such file or directory; name a folder that can be written",
		filepath.Join(dir, "a", long+long):  filepath.Join(dir, "a", long+long) + ": file name too long; name a folder that can be written",
		filepath.Join(dir, "a", "b") + "/.": "",
	} {
		f, err := NewFolder(path)
		if want != "" {
			require.EqualError(t, err, want)
		} else {
			require.NoError(t, err)
			f.Abort()
		}
		only(t, dir, "file", "link")
	}
	require.Empty(t, made.folders)
}
