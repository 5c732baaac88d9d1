//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomicfile

import (
	"io"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLockDiesWithTheProcess kills a process that has a folder locked.
func TestLockDiesWithTheProcess(t *testing.T) {
	dir := t.TempDir()
	other := exec.Command(os.Args[0], "-test.run", "^TestLockHelper$")
	other.Env = append(os.Environ(), "ATOMICFILE_LOCK="+dir)
	out, err := other.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, other.Start())
	_, err = io.ReadFull(out, make([]byte, len("locked")))
	require.NoError(t, err)
	f, err := NewFolder(dir)
	require.NoError(t, err)
	require.ErrorContains(t, f.Lock(), "another run is writing")
	require.NoError(t, other.Process.Kill())
	_ = other.Wait() // killed
	require.NoError(t, f.Lock())
	f.Abort()
}

// TestLockHelper is the process that TestLockDiesWithTheProcess kills.
func TestLockHelper(t *testing.T) {
	dir := os.Getenv("ATOMICFILE_LOCK")
	if dir == "" {
		return
	}
	f, err := NewFolder(dir)
	require.NoError(t, err)
	require.NoError(t, f.Lock())
	os.Stdout.WriteString("locked")
	select {}
}
