//go:build !unix

package pipe

import "os/exec"

// ownGroup does nothing where there are no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup ends the child. That it has ended already is no error.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
