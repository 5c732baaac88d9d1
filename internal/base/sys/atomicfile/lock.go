package atomicfile

import (
	"errors"
	"fmt"
)

// errLocked is the error of a folder that another process, or another Folder, has locked.
var errLocked = errors.New("locked")

// Lock keeps others from locking the folder until Commit or Abort, or until the process ends
// however it ends. Where neither system nor file system has such locks, it does nothing.
func (f *Folder) Lock() error {
	release, err := lockFolder(f.dir)
	switch {
	case errors.Is(err, errLocked):
		return fmt.Errorf("%s: another run is writing to the folder; name another folder, or wait until it is done", f.dir)
	case err != nil && !errors.Is(err, errors.ErrUnsupported):
		return err
	}
	f.release = release
	return nil
}

// NewLocked begins the outputs in a folder that no other run is writing to, and that passes a check.
func NewLocked(dir string, check func(dir string) error) (*Folder, error) {
	f, err := NewFolder(dir)
	if err != nil {
		return nil, err
	}
	if err = f.Lock(); err == nil {
		err = check(dir)
	}
	if err != nil {
		f.Abort()
		return nil, err
	}
	return f, nil
}

// unlock takes the lock back, if there is one.
func (f *Folder) unlock() {
	if f.release != nil {
		f.release()
		f.release = nil
	}
}
