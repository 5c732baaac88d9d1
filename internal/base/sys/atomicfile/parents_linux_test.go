package atomicfile

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFolderThatMayNotBeWritten runs with the rights of nobody, whoever runs the test.
func TestFolderThatMayNotBeWritten(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
	require.NoError(t, os.Chmod(dir, 0o555))
	defer os.Chmod(dir, 0o755)
	done := make(chan [2]error)
	go func() {
		runtime.LockOSThread() // and never unlocks: the thread ends with the goroutine
		const nobody = 65534
		syscall.RawSyscall(syscall.SYS_SETFSUID, nobody, 0, 0)
		_, err := NewFolder(filepath.Join(dir, "a", "b"))
		done <- [2]error{Write(filepath.Join(dir, "a", "out"), nothing), err}
	}()
	for _, err := range <-done {
		require.EqualError(t, err, filepath.Join(dir, "a")+": permission denied; name a folder that can be written")
	}
	only(t, dir)
}
