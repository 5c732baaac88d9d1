// Package command is cctrace: it replays traces of congestion notification packets through
// reaction points, and compares firmware with the reference. Command cctrace is nothing but
// Main; a main package of your own may link algorithms in (ccgen build writes one).
package command

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/version"
	"smartnic-cc/testvectors/transducer"
)

// Options are what a main package links in.
type Options struct {
	// Native are algorithms that run as compiled Go when named, or when their folder is given with the source that
	// they were linked from. Others are interpreted.
	Native []folder.Native
}

// Main runs cctrace on the process's arguments and exits with its status.
func Main(o Options) { program(&o).Main() }

// with lists what is linked in, as in --version.
func (o *Options) with() string {
	if len(o.Native) == 0 {
		return ""
	}
	names := collect.Of(o.Native, func(x folder.Native) string { return x.Name })
	return " with " + strings.Join(names, ", ")
}

func program(o *Options) *cli.Program {
	return &cli.Program{
		Name:    "cctrace",
		Short:   "cctrace replays CNP traces through DCQCN and Dolce-RC, and checks firmware against the reference.",
		Version: func() string { return version.String() + o.with() },
		Commands: []cli.Command{
			replayCommand(o), statsCommand(), convertCommand(), simCommand(o), liveCommand(o), attachCommand(), verbsCommand(o), compareCommand(o), reproduceCommand(), sweepCommand(), verifyCommand(o),
			firmwareCommand(), sampleCommand(), figureCommand(), plotCommand(o), reportCommand(o), profileCommand(),
		},
	}
}

// runner is a command's flags, and what runs once they are read.
type runner interface {
	flags(f *pflag.FlagSet)
	run(env cli.Env, args []string) error
}

// setup is cli.Command.Setup of a command; begin returns its flags as they are before any is read.
func setup(begin func() runner) func(*pflag.FlagSet) func(cli.Env, []string) error {
	return func(f *pflag.FlagSet) func(cli.Env, []string) error {
		r := begin()
		r.flags(f)
		return r.run
	}
}

// printSchema prints the JSON schema of files, for which a command takes no arguments.
func printSchema(env cli.Env, args []string, schema []byte) error {
	if err := cli.NoArgs(args); err != nil {
		return err
	}
	_, err := env.Stdout.Write(schema)
	return err
}

// difference shows where firmware differs from the reference, if that is the error of a run, and returns the error of a
// failed check.
func difference(env cli.Env, err error) (differs bool, _ error) {
	var d *transducer.Difference
	if !errors.As(err, &d) {
		return false, err
	}
	if err := d.Write(env.Stdout); err != nil {
		return true, err
	}
	return true, cli.CheckFailed(err)
}
