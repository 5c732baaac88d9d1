package child

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Temporary words the error of os.MkdirTemp or os.CreateTemp without a folder: it names the
// folder of temporary files, which is what is wrong, and says how to name another.
func Temporary(err error) error {
	reason := err
	var path *fs.PathError
	if errors.As(err, &path) {
		reason = path.Err
	}
	dir := os.TempDir()
	if _, missing := os.Stat(dir); errors.Is(missing, fs.ErrNotExist) {
		return fmt.Errorf("temporary files go to %s, which does not exist; make it, or set TMPDIR to a folder that does", dir)
	}
	return fmt.Errorf("temporary files go to %s: %w; set TMPDIR to a folder with room that may be written to", dir, reason)
}
