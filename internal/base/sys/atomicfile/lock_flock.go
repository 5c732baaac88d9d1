//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomicfile

import (
	"errors"
	"os"
	"syscall"

	"smartnic-cc/internal/base/sys/readfile"
)

// lockFolder locks the folder itself, so that nothing is left in it. The error is errLocked, or
// errors.ErrUnsupported where the file system has no such locks.
func lockFolder(dir string) (release func(), err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, readfile.WithName(dir, err)
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != syscall.EINTR {
			break
		}
	}
	if err == nil {
		return func() { _ = f.Close() }, nil // only read, so nothing is lost
	}
	_ = f.Close() // likewise
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errLocked
	}
	return nil, errors.ErrUnsupported // as on some network file systems
}
