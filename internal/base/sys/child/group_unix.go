//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// OwnGroup makes a program that is not started yet the leader of a process group, so that
// what it starts can be ended with it, and so that an interrupt from the terminal reaches
// this process first.
func OwnGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// KillGroup ends a started program and all that it started, as far as they still run.
func KillGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
