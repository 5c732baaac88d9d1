package command

import (
	"os"
	"time"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/reference"
	"smartnic-cc/internal/version"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

// firmwareFlags are the flags that name a firmware program.
type firmwareFlags struct {
	program     string
	programArgs []string
	timeout     time.Duration
}

// declare declares them; usage is that of --firmware.
func (p *firmwareFlags) declare(f *pflag.FlagSet, usage string) {
	f.StringVar(&p.program, "firmware", "", usage)
	f.StringArrayVar(&p.programArgs, "firmware-arg", nil, "argument of the firmware program; repeatable")
	cli.Duration(f, &p.timeout, "timeout", pipe.DefaultTimeout, time.Millisecond, 24*time.Hour, "how long the firmware program may take for an answer")
}

// start starts the program, which the caller closes.
func (p *firmwareFlags) start(catalog *transducer.Catalog) (*pipe.Program, error) {
	return pipe.Run(p.program, pipe.Options{Args: p.programArgs, Timeout: p.timeout, Catalog: catalog})
}

// firmwareCommand is an example of a firmware program: the reference itself.
func firmwareCommand() cli.Command {
	return cli.Command{
		Name:     "firmware",
		Short:    "be a firmware program: the Go reference behind the line protocol",
		Long:     "The protocol is described in docs/vectors.md.",
		Examples: `printf 'hello 1\ncall fixedpoint.Log2 12345\nquit\n' | cctrace firmware`,
		Setup: func(*pflag.FlagSet) func(cli.Env, []string) error {
			return func(env cli.Env, args []string) error {
				if err := cli.NoArgs(args); err != nil {
					return err
				}
				return pipe.Serve(os.Stdin, env.Stdout, reference.New(), reference.Catalog(), "cctrace "+version.Number)
			}
		},
	}
}
