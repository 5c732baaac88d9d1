//go:build !linux

package main

import "os/exec"

// own leaves the command as it is.
func own(*exec.Cmd) {}

// watch measures nothing on this system.
type watch struct{}

func (*watch) look(int) {}

func (*watch) grown() (uint64, bool) { return 0, false }
