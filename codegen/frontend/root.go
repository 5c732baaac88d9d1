package frontend

import (
	"io/fs"
	"strings"
)

// Root is a module whose packages are loaded, or imported by those that are.
type Root struct {
	FS     fs.FS
	Module string   // path by which its packages are imported
	Dirs   []string // packages to load; those that they import need not be named
	// Prefix comes before the names of the module's files in positions. It is empty or
	// ends in a slash, and differs from those of the other roots.
	Prefix string
	// Remedy is the remedy in the refusal of an import that is not in the module; "" is to check the path.
	Remedy string
}

// pathOf returns the import path of the package in a directory.
func (r *Root) pathOf(dir string) string {
	if dir == "." {
		return r.Module
	}
	return r.Module + "/" + dir
}

// rootOf returns the root of an import and the directory there, or nil.
func (l *loader) rootOf(ip string) (root *Root, dir string) {
	for i := range l.roots {
		r := &l.roots[i]
		if root != nil && len(r.Module) <= len(root.Module) {
			continue
		}
		if ip == r.Module {
			root, dir = r, "."
		} else if d, ok := strings.CutPrefix(ip, r.Module+"/"); ok {
			root, dir = r, d
		}
	}
	return root, dir
}

// Source opens the files of roots by their names in positions.
type Source []Root

// Root returns the index of a file's root, and the file's name there; -1 if it is in no root.
func (s Source) Root(name string) (root int, file string) {
	root = -1
	for i := range s {
		if strings.HasPrefix(name, s[i].Prefix) && (root < 0 || len(s[i].Prefix) > len(s[root].Prefix)) {
			root, file = i, name[len(s[i].Prefix):]
		}
	}
	return root, file
}

// Open implements fs.FS.
func (s Source) Open(name string) (fs.File, error) {
	i, file := s.Root(name)
	if i < 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return s[i].FS.Open(file)
}
