//go:build unix

package child_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/base/sys/interrupt"
)

// busy is a program as compilers are: it writes temporary files and starts another, which
// goes on if it is killed alone.
const busy = `mktemp -p "$TMPDIR" > /dev/null; echo x > here; sleep 600 & echo $!; wait`

// TestMain lets the test binary be a program that runs another and is interrupted, when it is
// started as one.
func TestMain(m *testing.M) {
	how := os.Getenv("CHILD_TEST")
	if how == "" {
		os.Exit(m.Run())
	}
	interrupt.Watch()
	ctx, release := context.Background(), func() {}
	if how == "context" {
		ctx, release = interrupt.Context(ctx)
	}
	dir, remove, err := child.Folder("child-")
	if err != nil {
		panic(err)
	}
	cmd := child.Command(ctx, dir, "/bin/sh", "-c", busy)
	cmd.Stdout = os.Stdout
	err = child.Run(ctx, cmd)
	release()
	remove()
	interrupt.WaitIfEnding()
	if errors.Is(err, context.Canceled) {
		os.Exit(7)
	}
	panic(err)
}

// TestNothingStays: a signal that ends a program, and one that makes it end by itself, ends
// what it has started, and what that has started, and nobody's files stay.
func TestNothingStays(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	// As in package interrupt's test: signals that are handled here have their default action in children.
	heeded := make(chan os.Signal, 3)
	signal.Notify(heeded, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(heeded)
	for _, c := range []struct {
		how  string
		send syscall.Signal
		ends bool // by the signal
	}{
		{"plain", syscall.SIGINT, true},
		{"plain", syscall.SIGTERM, true},
		{"plain", syscall.SIGHUP, true},
		{"context", syscall.SIGINT, false},
		{"context", syscall.SIGTERM, false},
		{"context", syscall.SIGHUP, true},
	} {
		t.Run(fmt.Sprint(c.how, " ", c.send), func(t *testing.T) {
			dir := t.TempDir()
			limited, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(limited, self)
			cmd.Env = append(os.Environ(), "CHILD_TEST="+c.how, "TMPDIR="+dir)
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			lines := bufio.NewScanner(out)
			require.True(t, lines.Scan())
			grandchild, err := strconv.Atoi(lines.Text())
			require.NoError(t, err)
			require.NoError(t, syscall.Kill(grandchild, 0), "it runs")
			// One that stays holds the pipe.
			defer context.AfterFunc(limited, func() { _ = syscall.Kill(grandchild, syscall.SIGKILL) })()
			require.NoError(t, cmd.Process.Signal(c.send))
			require.False(t, lines.Scan(), "whoever holds the pipe is gone")
			_ = cmd.Wait() // how it ended is looked at next
			require.NoError(t, limited.Err(), "it does not end")
			status := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if c.ends {
				require.True(t, status.Signaled())
				require.Equal(t, c.send, status.Signal())
			} else {
				require.Equal(t, 7, status.ExitStatus())
			}
			entries, err := os.ReadDir(dir)
			require.NoError(t, err)
			require.Empty(t, entries)
		})
	}
}

// TestFolderAndCommand: a program that ends by itself works in the folder, where its temporary files are, and remove
// deletes the folder.
func TestFolderAndCommand(t *testing.T) {
	dir, remove, err := child.Folder("child-")
	require.NoError(t, err)
	cmd := child.Command(t.Context(), dir, "/bin/sh", "-c", `[ "$TMPDIR" = "$(pwd)" ] && echo x > made`)
	require.NoError(t, child.Run(t.Context(), cmd))
	require.FileExists(t, dir+"/made")
	remove()
	require.NoDirExists(t, dir)

	cmd = child.Command(t.Context(), t.TempDir(), "/bin/sh", "-c", "exit 3")
	var exit *exec.ExitError
	require.ErrorAs(t, child.Run(t.Context(), cmd), &exit)
	require.Equal(t, 3, exit.ExitCode())
	require.Error(t, child.Run(t.Context(), child.Command(t.Context(), t.TempDir(), "/no/such/program")))
}
