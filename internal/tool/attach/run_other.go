//go:build !linux

package attach

import "errors"

// Attached is an algorithm at an interface.
type Attached struct{}

var errLinux = errors.New("needs Linux, whose interfaces have hooks for BPF programs")

// Check returns an error: there are no hooks.
func Check(string) error { return errLinux }

// Attach returns the error of Check.
func Attach(string, []byte, *Algorithm, string) (*Attached, error) { return nil, errLinux }

// Ask returns the error of Check.
func Ask(string, []string) (*Status, error) { return nil, errLinux }

// Detach returns the error of Check.
func Detach(string) error { return errLinux }

// Title is not called, as Attach fails.
func (*Attached) Title() string { return "" }

// Run is not called, as Attach fails.
func (*Attached) Run(<-chan struct{}) error { return errLinux }

// Status is not called, as Attach fails.
func (*Attached) Status() (*Status, error) { return nil, errLinux }

// Close is not called, as Attach fails.
func (*Attached) Close() error { return errLinux }
