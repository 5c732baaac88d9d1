//go:build !linux

package verbs

import (
	"context"
	"errors"

	"smartnic-cc/internal/base/sys/atomicfile"
)

var errLinux = errors.New("needs Linux, qemu and Debian's packages; cctrace sim runs the scenario anywhere")

// Prepare reports that this is not Linux.
func (p *Plan) Prepare(context.Context) error { return errLinux }

// Execute is for Linux.
func (p *Plan) Execute(context.Context, *Image, string, *atomicfile.Folder) (*Run, error) {
	return nil, errLinux
}
