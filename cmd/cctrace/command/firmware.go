package command

import (
	"fmt"
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
		Name:  "firmware",
		Args:  "[DUMP]",
		Short: "be a firmware program: the Go reference behind the line protocol, or a rate update engine",
		Long: `The protocol is described in docs/vectors.md.

DUMP has packed events of Falcon's rate update engine with the engine's responses: binary,
of 64 bytes each in turn, or a line of two hex numbers for each, before them the engine's
time in decimal, in units of 131.072 ns, if it is known; else the event's last time stamp
counts. Each event goes through the algorithm of a folder, whose packed.toml says which
field is which of its values, and the first bit in which the responses differ is named,
with all fields that do. The state of a connection is the event's, and what is not in
events is kept from the connection's event before. Of new flow labels that the engine
draws, bits 2 and up are not compared.

Exit status of a comparison 0 if all responses are the same, 1 if some differ.`,
		Examples: `printf 'hello 1\ncall fixedpoint.Log2 12345\nquit\n' | cctrace firmware
			cctrace firmware engine.hex --algo ./falcon --profile dna-c
			cctrace firmware engine.bin --algo ./falcon --profile bna --generation bna --max 3`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var r packedRun
			r.flags(f)
			return func(env cli.Env, args []string) error {
				switch name := firstGiven(f, packedFlags); {
				case len(args) == 1:
					return r.run(env, args[0])
				case len(args) > 1:
					return fmt.Errorf("firmware: %d arguments; name one dump, or none for the line protocol", len(args))
				case name != "":
					return fmt.Errorf("firmware: --%s goes with a dump; name one", name)
				}
				return pipe.Serve(os.Stdin, env.Stdout, reference.New(), reference.Catalog(), "cctrace "+version.Number)
			}
		},
	}
}
