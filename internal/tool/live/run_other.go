//go:build !linux

package live

import "errors"

var errLinux = errors.New("needs Linux, whose network namespaces and packet sockets it is made of; cctrace sim runs the scenario anywhere")

// CheckPrivileges reports that this is not Linux.
func CheckPrivileges() error { return errLinux }

// Execute is for Linux.
func (p *Plan) Execute(<-chan struct{}) (*Run, error) { return nil, errLinux }
