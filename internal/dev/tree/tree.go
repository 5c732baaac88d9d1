// Package tree has the files of the repository: those that git tracks, as they are in the working
// tree. What else lies in a checkout, such as what the README's commands leave, is not in it.
package tree

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	smartnic "smartnic-cc"
	"smartnic-cc/internal/dev/tier"
)

// FS returns the files that git tracks below a folder of a checkout. The error is that of git: it is
// not installed, or the folder is in no checkout.
func FS(root string) (fs.FS, error) {
	c := exec.Command("git", "ls-files", "-z")
	c.Dir = root
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: git ls-files: %w: %s; install git, and name a checkout of it", root, err, bytes.TrimSpace(stderr.Bytes()))
	}
	// What is tracked may change while no file does: so go test knows it.
	_, _ = os.Stat(filepath.Join(root, ".git", "index")) // elsewhere in a linked working tree
	t := tracked{os.DirFS(root), map[string]bool{".": true}}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		// A file that was removed from the working tree is still in the index.
		if _, err := os.Lstat(filepath.Join(root, name)); err != nil {
			continue
		}
		for ; !t.names[name]; name = path.Dir(name) {
			t.names[name] = true
		}
	}
	return t, nil
}

// Of is FS for tests, which need git.
func Of(t testing.TB, root string) fs.FS {
	t.Helper()
	tier.Require(t, "git")
	all, err := FS(root)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Names returns the names of the files that match, in order.
func Names(t testing.TB, all fs.FS, match func(name string) bool) (names []string) {
	t.Helper()
	err := fs.WalkDir(all, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && match(name) {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// Source reports whether a name is that of a Go file of this module outside tests. Of the examples it is if that is
// built in.
func Source(name string) bool {
	example := strings.HasPrefix(name, "docs/examples/") && !slices.Contains(smartnic.InstanceDirs(), path.Dir(name))
	return path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") && !example && !strings.Contains(name, "testdata/")
}

// tracked is a file system without the files that are not among its names.
type tracked struct {
	fs.FS
	names map[string]bool // of files and folders
}

func (t tracked) Open(name string) (fs.File, error) {
	if fs.ValidPath(name) && !t.names[name] {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return t.FS.Open(name)
}

// ReadDir is what package fs takes, as in its functions WalkDir and Glob.
func (t tracked) ReadDir(name string) ([]fs.DirEntry, error) {
	if !t.names[name] {
		_, err := t.Open(name)
		return nil, err
	}
	entries, err := fs.ReadDir(t.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !t.names[path.Join(name, e.Name())] }), err
}
