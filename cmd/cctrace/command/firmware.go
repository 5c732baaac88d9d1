package command

import (
	"os"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/reference"
	"smartnic-cc/internal/version"
	"smartnic-cc/testvectors/pipe"
)

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
