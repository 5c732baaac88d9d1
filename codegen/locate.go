package codegen

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Locate finds the module that the folders of Go packages lie in, for
// frontend.Lint: its file system, its path, and the folders relative to it. Folders
// must lie in one module; a folder outside of any is a module of its own.
func Locate(dirs []string) (fsys fs.FS, module string, relative []string, err error) {
	root := ""
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, "", nil, err
		}
		if info, err := os.Stat(abs); err != nil || !info.IsDir() {
			return nil, "", nil, fmt.Errorf("%s: is not a folder; name the folder of a Go package", dir)
		}
		r, m, err := moduleOf(abs)
		if err != nil {
			return nil, "", nil, err
		}
		if root == "" {
			root, module = r, m
		}
		if r != root {
			return nil, "", nil, fmt.Errorf("%s: lies in another module than %s; lint one module at a time", dir, dirs[0])
		}
		rel, err := filepath.Rel(root, abs)
		if err != nil {
			return nil, "", nil, err
		}
		relative = append(relative, filepath.ToSlash(rel))
	}
	return os.DirFS(root), module, relative, nil
}

// moduleOf returns the root and the path of the module that a folder lies in.
func moduleOf(dir string) (root, module string, err error) {
	for root = dir; ; root = filepath.Dir(root) {
		f, err := os.Open(filepath.Join(root, "go.mod"))
		if errors.Is(err, fs.ErrNotExist) {
			if root == filepath.Dir(root) {
				return dir, "main", nil
			}
			continue
		}
		if err != nil {
			return "", "", err
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			if m, ok := strings.CutPrefix(lines.Text(), "module "); ok {
				return root, strings.Trim(strings.TrimSpace(m), `"`), nil
			}
		}
		return "", "", fmt.Errorf("%s: no module line; see `go help mod init`", filepath.Join(root, "go.mod"))
	}
}
