//go:build unix

package pipe

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the child the leader of a process group, so that what it starts can
// be ended with it, and so that an interrupt from the terminal reaches the host first.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the child and all that it started. That they have ended already is
// no error.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
