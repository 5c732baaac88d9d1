package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/pflag"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
)

func lintCommand() cli.Command {
	return cli.Command{
		Name:  "lint",
		Args:  "[DIR...]",
		Short: "report whether Go packages are in the firmware subset",
		Long: `Without an argument the firmware packages that ccgen carries are checked. Imports of
smartnic-cc/... are found in ccgen, others in the module of the folder; a folder outside
of any is a module of its own. The subset and the remedies are described in docs/subset.md.`,
		Examples: `ccgen lint
			ccgen lint ./fixedpoint ./mycc`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			asJSON := f.Bool("json", false, "print the places as JSON")
			return func(env cli.Env, args []string) error {
				found, err := codegen.Lint(args)
				if err != nil {
					return err
				}
				switch {
				case *asJSON:
					list := collect.Of(found, func(d frontend.Diagnostic) placeJSON { return placeJSON{d.Pos.String(), d.Rule, d.Msg, d.Remedy} })
					if err := env.JSON(list); err != nil {
						return err
					}
				case len(found) == 0:
					fmt.Fprintf(env.Stdout, "%s in the firmware subset\n", plural.Of(cmp.Or(len(args), len(smartnic.FirmwareDirs())), "package"))
				default:
					for _, d := range found {
						fmt.Fprintln(env.Stdout, d)
					}
				}
				if len(found) > 0 {
					return cli.CheckFailed(fmt.Errorf("lint: %s outside the firmware subset", plural.Of(len(found), "place")))
				}
				return nil
			}
		},
	}
}

// placeJSON is a place outside the subset as JSON.
type placeJSON struct {
	Pos    string `json:"pos"`
	Rule   string `json:"rule"`
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"`
}
