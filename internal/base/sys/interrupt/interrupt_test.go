package interrupt_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/interrupt"
)

// TestMain lets the test binary be a program that is interrupted, when it is started as one.
func TestMain(m *testing.M) {
	how := os.Getenv("INTERRUPT_TEST")
	if how == "" {
		os.Exit(m.Run())
	}
	interrupt.Watch()
	folder, err := atomicfile.NewFolder("made")
	if err != nil {
		panic(err)
	}
	a, err := folder.Create("a.csv")
	if err == nil {
		_, err = a.Write(make([]byte, 1<<20))
	}
	if err == nil {
		err = a.Sync()
	}
	if err == nil {
		err = atomicfile.Write("whole", func(io.Writer) error { return nil })
	}
	if err != nil {
		panic(err)
	}
	back := interrupt.OnEnd(func() { fmt.Println("taken back") })
	back()
	interrupt.OnEnd(func() { fmt.Println("ended") })
	switch how {
	case "take":
		stop, release := interrupt.Take()
		fmt.Println("ready")
		<-stop
		fmt.Println("stopping")
		if len(os.Args) > 1 && os.Args[1] == "again" {
			select {} // the second signal ends it
		}
		release()
		folder.Abort()
		os.Exit(0)
	case "context":
		ctx, release := interrupt.Context(context.Background())
		fmt.Println("ready")
		<-ctx.Done()
		release()
		fmt.Println("stopping")
		folder.Abort()
		os.Exit(0)
	}
	switch how {
	case "making":
		go func() {
			var open [100]*atomicfile.File
			for i := 0; ; i++ {
				f, err := atomicfile.Create(filepath.Join("made", strconv.Itoa(i)))
				if err != nil {
					panic(err)
				}
				if last := open[i%len(open)]; last != nil {
					last.Abort()
				}
				open[i%len(open)] = f
			}
		}()
	case "committing":
		go func() {
			for i := 0; ; i++ {
				if err := pair(strconv.Itoa(i)); err != nil {
					panic(err)
				}
				if i == 0 {
					fmt.Println("ready")
				}
			}
		}()
		select {}
	}
	fmt.Println("ready")
	select {}
}

// pair writes two files in a folder that say the same.
func pair(text string) error {
	folder, err := atomicfile.NewFolder("pair")
	if err != nil {
		return err
	}
	defer folder.Abort()
	for _, name := range []string{"x", "y"} {
		f, err := folder.Create(name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(f, text); err != nil {
			return err
		}
	}
	return folder.Commit()
}

// TestSignals: what was begun is gone whichever way the program ends, what is whole stays, and
// a shell sees the signal.
func TestSignals(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	// A test run that ignores a signal, as by nohup, would hand that on to its children; the other signals have their
	// default action there.
	notified := make(chan os.Signal, 3)
	signal.Notify(notified, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(notified)
	for _, c := range []struct {
		how, arg string
		send     []syscall.Signal
		says     []string
		ended    bool
	}{
		{"plain", "", []syscall.Signal{syscall.SIGINT}, []string{"ended"}, true},
		{"plain", "", []syscall.Signal{syscall.SIGTERM}, []string{"ended"}, true},
		{"plain", "", []syscall.Signal{syscall.SIGHUP}, []string{"ended"}, true},
		// While it makes and names files.
		{"making", "", []syscall.Signal{syscall.SIGINT}, []string{"ended"}, true},
		{"committing", "", []syscall.Signal{syscall.SIGINT}, []string{"ended"}, true},
		{"take", "", []syscall.Signal{syscall.SIGINT}, []string{"stopping"}, false},
		{"take", "again", []syscall.Signal{syscall.SIGTERM, syscall.SIGINT}, []string{"stopping", "ended"}, true},
		{"take", "", []syscall.Signal{syscall.SIGHUP}, []string{"ended"}, true},
		{"context", "", []syscall.Signal{syscall.SIGTERM}, []string{"stopping"}, false},
	} {
		dir := t.TempDir()
		limited, cancel := context.WithTimeout(t.Context(), time.Minute)
		cmd := exec.CommandContext(limited, self, c.arg)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "INTERRUPT_TEST="+c.how)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		lines := bufio.NewScanner(out)
		require.True(t, lines.Scan())
		require.Equal(t, "ready", lines.Text())
		begun, err := filepath.Glob(filepath.Join(dir, "made", ".a.csv.*.tmp"))
		require.NoError(t, err)
		require.Len(t, begun, 1)
		says := c.says
		for _, s := range c.send {
			require.NoError(t, cmd.Process.Signal(s))
			require.True(t, lines.Scan(), "%v", c)
			require.Equal(t, says[0], lines.Text())
			says = says[1:]
		}
		require.False(t, lines.Scan(), "%v says %s", c, lines.Text())
		err = cmd.Wait()
		require.NoError(t, limited.Err(), "%v does not end", c)
		cancel()
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		require.Equal(t, c.ended, status.Signaled(), "%v: %v", c, err)
		if c.ended {
			require.Equal(t, c.send[len(c.send)-1], status.Signal())
		}
		if c.how == "committing" {
			x, err := os.ReadFile(filepath.Join(dir, "pair", "x"))
			require.NoError(t, err)
			y, err := os.ReadFile(filepath.Join(dir, "pair", "y"))
			require.NoError(t, err)
			require.Equal(t, string(x), string(y), "all files have their names, or none")
			begun, err := filepath.Glob(filepath.Join(dir, "pair", ".*"))
			require.NoError(t, err)
			require.Empty(t, begun)
			require.NoError(t, os.RemoveAll(filepath.Join(dir, "pair")))
		}
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, entries, 1, "%v", c)
		require.Equal(t, "whole", entries[0].Name())
	}
}
