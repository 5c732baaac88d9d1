// Package child runs other programs so that neither they nor their files outlive this
// process, whichever way it ends but for a signal that no process can handle: compilers, which
// start further programs and leave temporary files where they are killed, emulators,
// fuzzers.
package child

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"smartnic-cc/internal/base/sys/interrupt"
)

// Folder makes a folder for programs to work in, among the system's temporary files; pattern
// is that of os.MkdirTemp. The error is that of Temporary. remove removes it with all that it holds, as does a signal that
// ends this process.
func Folder(pattern string) (dir string, remove func(), err error) {
	defer interrupt.Hold()()
	if dir, err = os.MkdirTemp("", pattern); err != nil {
		return "", nil, Temporary(err)
	}
	if dir, err = filepath.Abs(dir); err != nil { // a program in it has another working directory
		return "", nil, err
	}
	forget := interrupt.OnEnd(func() { removeAll(dir) })
	return dir, func() {
		removeAll(dir)
		forget()
	}, nil
}

// removeAll removes a folder in which programs that have been killed may write for some
// moments yet.
func removeAll(dir string) {
	for range 50 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Command returns a program to run in a folder, also for its temporary files; "" is this process's own. When the
// context is done the program is ended with all that it started. Start or Run starts it.
func Command(ctx context.Context, dir, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	if dir != "" {
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+dir)
	}
	cmd.Cancel = func() error {
		KillGroup(cmd)
		return nil
	}
	cmd.WaitDelay = time.Second // nobody is left to write, but somebody may have left the group
	OwnGroup(cmd)
	return cmd
}

// Start starts a program in its own process group, which a signal that ends this process ends, too. ended takes that
// back; call it after the program's Wait, unless Start returned an error.
func Start(cmd *exec.Cmd) (ended func(), err error) {
	defer interrupt.Hold()()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	// An interrupt from the terminal does not reach its group.
	return interrupt.OnEnd(func() { KillGroup(cmd) }), nil
}

// Run starts a program that Command returned for the context, and waits for it. Where the
// context ended it, the error is the context's.
func Run(ctx context.Context, cmd *exec.Cmd) error {
	ended, err := Start(cmd)
	if err != nil {
		return err
	}
	defer ended()
	if err = cmd.Wait(); ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
