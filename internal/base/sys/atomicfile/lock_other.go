//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package atomicfile

import "errors"

// lockFolder reports that this system has no locks that the package knows.
func lockFolder(string) (release func(), err error) { return nil, errors.ErrUnsupported }
