package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"smartnic-cc/internal/sys/interrupt"
	"smartnic-cc/internal/sys/readfile"
)

// Folder is a folder of outputs under construction: its files get their names when all of them
// are on the disk. Commit or Abort ends it.
type Folder struct {
	dir  string
	made bool     // the folder was not there
	subs []string // folders in it that were not there, outer ones first
	open []*File
	name []string
	drop []string // to be removed at Commit
	kept bool
	// release takes the lock back; nil without one.
	release func()
	// forget takes back that a signal removes the folder, if it was made.
	forget func()
}

// NewFolder begins the outputs in dir, which is made if it is not there. What it holds stays,
// but for files of the names that outputs get. The error names dir: a file of that name, or a
// folder that may not be made.
func NewFolder(dir string) (*Folder, error) {
	defer interrupt.Hold()()
	f := &Folder{dir: dir, forget: func() {}}
	err := os.Mkdir(dir, 0o777)
	switch {
	case err == nil:
		f.made = true
	case errors.Is(err, os.ErrExist):
		info, err := os.Stat(dir)
		if err != nil {
			return nil, unusable(dir, err)
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("%s: is a file; name a folder for the outputs", dir)
		}
	case errors.Is(err, os.ErrNotExist):
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, unusable(dir, err)
		}
		f.made = true
	default:
		return nil, unusable(dir, err)
	}
	if f.made {
		// What was begun in it is removed before: it was registered later.
		f.forget = interrupt.OnEnd(func() { _ = os.Remove(dir) })
	}
	return f, nil
}

// unusable is the error of a folder that cannot be made or looked at.
func unusable(dir string, err error) error {
	return fmt.Errorf("%w; name a folder that can be written", readfile.Reword(dir, err))
}

// Create begins a file of the folder, or of a folder in it, which is made if it is not there. The folder ends it. The
// errors are those of package function Create, or say which folder cannot be made.
func (f *Folder) Create(name string) (*File, error) {
	if err := f.within(filepath.Dir(name)); err != nil {
		return nil, err
	}
	file, err := Create(filepath.Join(f.dir, name))
	if err == nil {
		f.open = append(f.open, file)
		f.name = append(f.name, name)
	}
	return file, err
}

// within makes a folder in the folder.
func (f *Folder) within(sub string) error {
	if sub == "." {
		return nil
	}
	if err := f.within(filepath.Dir(sub)); err != nil {
		return err
	}
	defer interrupt.Hold()()
	path := filepath.Join(f.dir, sub)
	switch err := os.Mkdir(path, 0o777); {
	case err == nil:
		before := f.forget
		forget := interrupt.OnEnd(func() { _ = os.Remove(path) })
		f.subs, f.forget = append(f.subs, path), func() {
			forget()
			before()
		}
	case !errors.Is(err, os.ErrExist):
		return unusable(path, err)
	}
	return nil
}

// Names are the files that were begun, in their order.
func (f *Folder) Names() []string { return append([]string(nil), f.name...) }

// Sizes are how many bytes were written to the files of Names.
func (f *Folder) Sizes() []int64 {
	sizes := make([]int64, len(f.open))
	for i, file := range f.open {
		sizes[i] = file.size
	}
	return sizes
}

// Drop makes Commit remove files of these names that are in the folder and that it does not
// write.
func (f *Folder) Drop(names ...string) { f.drop = append(f.drop, names...) }

// Commit gives all files their names, once all of them are on the disk. After an error the
// folder is to be aborted: files that have their names keep them.
func (f *Folder) Commit() error {
	for _, file := range f.open {
		if err := file.Sync(); err != nil {
			return err
		}
	}
	// A signal in the middle would leave some of them.
	defer interrupt.Hold()()
	for _, name := range f.drop {
		if slices.Contains(f.name, name) {
			continue
		}
		path := filepath.Join(f.dir, name)
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return readfile.Reword(path, err)
		}
	}
	for _, file := range f.open {
		if err := file.Commit(); err != nil {
			return err
		}
	}
	f.kept = true
	f.forget()
	f.unlock()
	return nil
}

// Abort removes what has no name yet, and the folder if it was made for it. After Commit it
// does nothing.
func (f *Folder) Abort() {
	for _, file := range f.open {
		file.Abort()
	}
	f.unlock() // which may be a file in it
	for _, sub := range slices.Backward(f.subs) {
		if !f.kept {
			_ = os.Remove(sub) // only if it is empty
		}
	}
	if f.made && !f.kept {
		_ = os.Remove(f.dir) // only if it is empty
	}
	f.forget()
}
