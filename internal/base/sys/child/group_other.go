//go:build !unix

package child

import "os/exec"

// OwnGroup does nothing where there are no process groups.
func OwnGroup(*exec.Cmd) {}

// KillGroup ends a started program, if it still runs.
func KillGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
