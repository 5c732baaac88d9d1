package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"sync"

	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/sys/readfile"
)

// made are the folders, by their whole paths, that this process has made for outputs of which none
// has its name yet. The value takes back that a signal removes the folder.
var made = struct {
	sync.Mutex
	folders map[string]func()
}{folders: map[string]func(){}}

// inside makes a folder, and those above it, where it is not there, and calls begin before another
// output that is given up can remove it. If either fails, no new folder stays.
func inside(dir string, begin func() error) error {
	made.Lock()
	defer made.Unlock()
	err := makeAll(filepath.Clean(dir))
	if err == nil {
		err = begin()
	}
	if err != nil {
		remove(dir)
	}
	return err
}

// makeAll makes a folder and those above it. The error names the one that cannot be made, or that
// is a file.
func makeAll(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return fmt.Errorf("%s: is a file; name a folder for the outputs", dir)
	}
	if up := filepath.Dir(dir); up != dir {
		if err := makeAll(up); err != nil {
			return err
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.Mkdir(dir, 0o777); errors.Is(err, fs.ErrExist) {
			_, err = os.Stat(dir) // made by another process, or a link to nothing
			if err == nil {
				return nil
			}
		}
	}
	if err != nil {
		return fmt.Errorf("%w; name a folder that can be written", readfile.WithName(dir, err))
	}
	// What is begun in it is removed before: it is registered later.
	dir = whole(dir)
	made.folders[dir] = interrupt.OnEnd(func() { _ = os.Remove(dir) })
	return nil
}

// discard removes the folder of an output that was given up, and those above it, if they were made
// for outputs and are empty.
func discard(dir string) {
	made.Lock()
	defer made.Unlock()
	remove(dir)
}

// remove is discard for whoever has locked made.
func remove(dir string) {
	for dir := range above(dir) {
		if forget := made.folders[dir]; forget != nil && os.Remove(dir) == nil {
			forget()
			delete(made.folders, dir)
		}
	}
}

// keep lets the folder of an output that has its name stay, and those above it.
func keep(dir string) {
	made.Lock()
	defer made.Unlock()
	for dir := range above(dir) {
		if forget := made.folders[dir]; forget != nil {
			forget()
			delete(made.folders, dir)
		}
	}
}

// above gives the whole path of a folder, and of those above it.
func above(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for dir := whole(dir); yield(dir) && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		}
	}
}

// whole returns the whole path of a folder; the path itself where there is no working folder.
func whole(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	return filepath.Clean(dir)
}
