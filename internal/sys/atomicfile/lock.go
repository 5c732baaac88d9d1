package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"smartnic-cc/internal/sys/interrupt"
	"smartnic-cc/internal/sys/readfile"
)

// errLocked is the error of a folder that another process, or another Folder, has locked.
var errLocked = errors.New("locked")

// lockName is the file that locks a folder where the system cannot lock the folder itself.
const lockName = ".lock"

// Lock keeps others from locking the folder until Commit or Abort, or until the process ends
// however it ends. Where neither system nor file system has such locks, a file is the lock,
// which a process that is killed leaves behind; the error of the next one names it.
func (f *Folder) Lock() error {
	release, err := lockFolder(f.dir)
	if errors.Is(err, errors.ErrUnsupported) {
		release, err = lockByFile(f.dir)
	}
	if errors.Is(err, errLocked) {
		return fmt.Errorf("%s: another run is writing to the folder; name another folder, or wait until it is done", f.dir)
	}
	if err != nil {
		return err
	}
	f.release = release
	return nil
}

// unlock takes the lock back, if there is one.
func (f *Folder) unlock() {
	if f.release != nil {
		f.release()
		f.release = nil
	}
}

// lockByFile makes a file that holds the process's number.
func lockByFile(dir string) (release func(), err error) {
	name := filepath.Join(dir, lockName)
	defer interrupt.Hold()()
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		pid, _ := os.ReadFile(name) // for the message only
		return nil, fmt.Errorf("%s: process %.20q is writing to the folder; if it has ended, remove this file, else name another folder", name, pid)
	}
	if err != nil {
		return nil, readfile.Reword(name, err)
	}
	forget := interrupt.OnEnd(func() { _ = os.Remove(name) })
	release = func() {
		_ = os.Remove(name) // the next run reports a lock that stays
		forget()
	}
	_, err = file.WriteString(strconv.Itoa(os.Getpid()))
	if err = errors.Join(err, file.Close()); err != nil {
		release()
		return nil, readfile.Reword(name, err)
	}
	return release, nil
}
