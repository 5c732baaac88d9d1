package conformance

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"smartnic-cc/testvectors/pipe"
)

// timeout is a firmware that can be asked whether it ends properly.
type timeout interface {
	ends(ctx context.Context) error
}

// running is a firmware program, and how it was started.
type running struct {
	*pipe.Program
	bin string
	opt pipe.Options
}

// ends starts the program once more, asks it to quit, and checks for the answer and exit status 0 that the protocol
// promises. A runtime that ends in a trap or a loop answers correctly up to that point.
func (r running) ends(ctx context.Context) error {
	timeout := cmp.Or(r.opt.Timeout, pipe.DefaultTimeout)
	limit, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	cmd := exec.CommandContext(limit, r.bin, r.opt.Args...)
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("quit\n"), &out, &errs
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return context.Canceled
	case limit.Err() != nil:
		return fmt.Errorf("does not end within %v of quit", timeout)
	case err != nil:
		said, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		if said != "" {
			said = ": " + said
		}
		return fmt.Errorf("ended with %w after quit, not with status 0%s", err, said)
	case out.String() != "ok\n":
		return fmt.Errorf("answered %.40q to quit, not ok", out.String())
	}
	return nil
}
