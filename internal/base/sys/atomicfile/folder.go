package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/sys/readfile"
)

// Folder is a folder of outputs under construction: its files get their names when all of them
// are on the disk. Commit or Abort ends it.
type Folder struct {
	dir  string
	open []*File
	name []string
	drop []string // to be removed at Commit
	// release takes the lock back; nil without one.
	release func()
}

// NewFolder begins the outputs in dir, which is made if it is not there, with those above it. What it
// holds stays, but for files of the names that outputs get. The error names dir: a file of that name, or a
// folder that may not be made.
func NewFolder(dir string) (*Folder, error) {
	defer interrupt.Hold()()
	if err := inside(dir, func() error { return nil }); err != nil {
		return nil, err
	}
	return &Folder{dir: dir}, nil
}

// Create begins a file of the folder. The folder ends it. The errors are those of package
// function Create.
func (f *Folder) Create(name string) (*File, error) {
	file, err := Create(filepath.Join(f.dir, name))
	if err == nil {
		f.open = append(f.open, file)
		f.name = append(f.name, name)
	}
	return file, err
}

// Fill creates a file of the folder and has it written.
func (f *Folder) Fill(name string, fill func(w io.Writer) error) error {
	file, err := f.Create(name)
	if err != nil {
		return err
	}
	return fill(file)
}

// Names are the files that were begun, in their order.
func (f *Folder) Names() []string { return append([]string(nil), f.name...) }

// Sizes are how many bytes were written to the files of Names.
func (f *Folder) Sizes() map[string]int64 {
	sizes := map[string]int64{}
	for i, file := range f.open {
		sizes[f.name[i]] = file.size
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
			return readfile.WithName(path, err)
		}
	}
	for _, file := range f.open {
		if err := file.Commit(); err != nil {
			return err
		}
	}
	keep(f.dir)
	f.unlock()
	return nil
}

// Abort removes what has no name yet, and the folder if it was made for it and is empty. After Commit
// it does nothing.
func (f *Folder) Abort() {
	for _, file := range f.open {
		file.Abort()
	}
	f.unlock() // which may be a file in it
	discard(f.dir)
}
