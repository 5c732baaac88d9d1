package main

import (
	"fmt"

	"github.com/spf13/pflag"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/plural"
)

func lintCommand() cli.Command {
	return cli.Command{
		Name:  "lint",
		Args:  "[DIR...]",
		Short: "tell whether Go packages are in the firmware subset",
		Long: `Without an argument the firmware packages that ccgen carries are checked. The subset
and the remedies are described in docs/subset.md.`,
		Examples: `ccgen lint
			ccgen lint ./fixedpoint ./mycc`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			return func(env cli.Env, args []string) error {
				fsys, module, dirs, err := codegen.Locate(args)
				if err != nil {
					return err
				}
				if len(args) == 0 {
					fsys, module, dirs = smartnic.Source, smartnic.Module, smartnic.FirmwareDirs
				}
				found, err := frontend.Lint(fsys, module, dirs)
				if err != nil {
					return err
				}
				for _, d := range found {
					fmt.Fprintln(env.Stdout, d)
				}
				if len(found) > 0 {
					return cli.Failed(fmt.Errorf("lint: %s outside the firmware subset", plural.Of(len(found), "place")))
				}
				fmt.Fprintf(env.Stdout, "%s in the firmware subset\n", plural.Of(len(dirs), "package"))
				return nil
			}
		},
	}
}
