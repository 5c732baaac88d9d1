package child_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/sys/child"
)

// TestTemporary: a folder of temporary files that does not exist, or is a file, has its own error.
func TestTemporary(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none")
	t.Setenv("TMPDIR", missing)
	_, _, err := child.Folder("x-")
	require.EqualError(t, err, "temporary files go to "+missing+", which does not exist; make it, or set TMPDIR to a folder that does")
	require.NoError(t, os.WriteFile(missing, nil, 0o666))
	_, _, err = child.Folder("x-")
	require.EqualError(t, err, "temporary files go to "+missing+": not a directory; set TMPDIR to a folder with room that may be written to")
}
