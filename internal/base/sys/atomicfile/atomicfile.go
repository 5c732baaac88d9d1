// Package atomicfile writes output files that are either whole or not there.
//
// Bytes go to a temporary file next to the target, which takes the target's
// name only when everything has been written and the disk has confirmed it.
// The target's folder, and those above it, are made where they are not there.
// Whatever fails before that, a full disk included, leaves an older file as it
// was, the temporary one removed, and no new folder; so does a signal that ends
// the program (package interrupt). The name "-" is standard output, and a
// target that is there and no regular file (a device, a pipe) is written
// directly, since nothing can be renamed over it.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/sys/readfile"
)

// Stdout is the name that means standard output.
const Stdout = "-"

// File is an output under construction. It buffers; Commit or Abort ends it.
type File struct {
	name string // as the user gave it, for messages
	path string // with symbolic links resolved
	temp string // "" where the output is written directly
	f    *os.File
	w    *bufio.Writer
	size int64 // bytes that were written
	err  error // the first failed write
	done bool
	// forget takes back that a signal removes the temporary file; nil without one.
	forget func()
}

// Create begins the output called name. The file's permissions are those of the file that
// it replaces, or 0666 less the umask. Its folder is made if it is not there. The error names the
// file, or its folder: a directory, a folder that is a file, or that may not be made or written.
func Create(name string) (*File, error) {
	if name == Stdout {
		return &File{name: "standard output", f: os.Stdout, w: bufio.NewWriter(os.Stdout)}, nil
	}
	path := name
	if resolved, err := filepath.EvalSymlinks(name); err == nil {
		path = resolved
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s: is a directory; name a file in it", name)
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, readfile.WithName(name, err)
		}
		return &File{name: name, path: path, f: f, w: bufio.NewWriter(f)}, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
		return nil, readfile.WithName(name, err)
	}
	defer interrupt.Hold()()
	var f *os.File
	err = inside(filepath.Dir(path), func() error {
		if f, err = createTemp(path); err != nil {
			return readfile.WithName(name, err)
		}
		if info != nil {
			if err := f.Chmod(info.Mode().Perm()); err != nil {
				return errors.Join(readfile.WithName(name, err), f.Close(), os.Remove(f.Name()))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	temp := f.Name()
	forget := interrupt.OnEnd(func() { _ = os.Remove(temp) }) // nobody is left to report it to
	return &File{name: name, path: path, temp: temp, f: f, w: bufio.NewWriter(f), forget: forget}, nil
}

// createTemp makes a new file next to path. os.CreateTemp would make it 0600 whatever the umask.
func createTemp(path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	for i := 0; ; i++ {
		temp := filepath.Join(dir, "."+base+"."+strconv.Itoa(os.Getpid())+"."+strconv.Itoa(i)+".tmp")
		f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) || i == 1000 {
			return f, err
		}
	}
}

// Executable lets whoever may read the file run it. The error names the file.
func (f *File) Executable() error {
	info, err := f.f.Stat()
	if err == nil {
		err = f.f.Chmod(info.Mode().Perm() | info.Mode().Perm()&0o444>>2)
	}
	if err != nil {
		return readfile.WithName(f.name, err)
	}
	return nil
}

// Write buffers b. After a failure it keeps failing with the first error.
func (f *File) Write(b []byte) (int, error) {
	if f.done {
		return 0, fmt.Errorf("%s: %w", f.name, fs.ErrClosed)
	}
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.w.Write(b)
	f.size += int64(n)
	if err != nil {
		f.err = readfile.WithName(f.name, err)
	}
	return n, f.err
}

// Sync writes out what is buffered and makes the disk confirm it, without giving the file its name. Before committing
// several files, sync all: then a full disk shows while none has its name yet. The error is the first of writing.
func (f *File) Sync() error {
	if f.done || f.err != nil {
		return f.err
	}
	if err := f.w.Flush(); err != nil {
		f.err = readfile.WithName(f.name, err)
	} else if f.temp != "" {
		if err := f.f.Sync(); err != nil {
			f.err = readfile.WithName(f.name, err)
		}
	}
	return f.err
}

// Commit writes out what is buffered, makes the disk confirm it and gives the
// file its name. After an error there is no new file. Commit or Abort may be
// called once more without effect.
func (f *File) Commit() error {
	if f.done {
		return nil
	}
	if err := f.Sync(); err != nil && f.temp != "" {
		f.Abort()
		return err
	}
	f.done = true
	if f.path == "" {
		return f.err
	}
	if err := f.f.Close(); err != nil && f.err == nil {
		f.err = readfile.WithName(f.name, err)
	}
	if f.temp == "" {
		return f.err
	}
	defer f.forget()
	if f.err == nil {
		if err := os.Rename(f.temp, f.path); err != nil {
			var link *os.LinkError
			if errors.As(err, &link) {
				err = link.Err
			}
			f.err = readfile.WithName(f.name, err)
		}
	}
	if f.err != nil {
		err := errors.Join(f.err, os.Remove(f.temp))
		discard(filepath.Dir(f.path))
		return err
	}
	keep(filepath.Dir(f.path))
	return nil
}

// Abort gives the output up and removes the temporary file. After Commit it
// does nothing, so it may be deferred.
func (f *File) Abort() {
	if f.done {
		return
	}
	f.done = true
	if f.path == "" {
		return // standard output is not ours to close
	}
	// Nothing has to be saved here, so the caller could not act on a failure to close or remove.
	_ = f.f.Close()
	if f.temp != "" {
		_ = os.Remove(f.temp)
		f.forget()
		discard(filepath.Dir(f.path))
	}
}

// Write creates the file name with what fill writes. If fill or the disk
// fails, there is no new file.
func Write(name string, fill func(w io.Writer) error) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := fill(f); err != nil {
		return err
	}
	return f.Commit()
}
