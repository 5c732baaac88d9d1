package command

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/bandit/regret"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/reports/figures"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/systems"
	"smartnic-cc/nicmodel/systems/extend"
)

// drawing is a figure of the documentation.
type drawing struct {
	name, what string
	of         func() (plot.Figure, error)
}

// drawn lists the figures of the documentation: those of the algorithms, and those of systems on the NIC model.
var drawn = append([]drawing{
	{"fig3", "the paper's figure 3: alpha over beta and N", figures.PaperFig3},
	{"arms", "the proposed arm set: marking probability and queue over N", figures.ProposedArms},
	{"regret", "average regret of DR-UCB in 16-bit words", figures.DRUCB},
}, ofSystems()...)

func ofSystems() []drawing {
	return collect.Of(systems.Figures(), func(f extend.Figure) drawing {
		return drawing{f.Name, f.What, func() (plot.Figure, error) { return figures.System(&f) }}
	})
}

func figureCommand() cli.Command {
	return cli.Command{
		Name:  "figure",
		Args:  "NAME",
		Short: "draw a figure of the documentation",
		Words: figureNames(),
		Long:  figureHelp(),
		Examples: `cctrace figure fig3 -o fig3.svg
			cctrace figure all -o docs/figures
			cctrace figure regret --table --json`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			out := f.StringP("output", "o", "", "file to draw into, .svg, .pdf or .png; for all a folder, made if it is not there")
			table := f.Bool("table", false, "print the numbers of the regret figure as a Markdown table instead")
			asJSON := f.Bool("json", false, "with --table: print the numbers as JSON")
			return func(env cli.Env, args []string) error {
				if *asJSON && !*table {
					return fmt.Errorf("figure: --json goes with --table")
				}
				if len(args) != 1 {
					return fmt.Errorf("figure: name one figure, or all; see cctrace figure --help")
				}
				if *table {
					if args[0] != "regret" {
						return fmt.Errorf("figure: --table goes with regret")
					}
					if *out != "" {
						return fmt.Errorf("figure: --table prints to standard output; leave -o out")
					}
					return regretTable(env, 20, *asJSON)
				}
				if *out == "" {
					return fmt.Errorf("figure: -o is missing; name the file to draw into")
				}
				known := false
				for _, d := range drawn {
					path := *out
					if args[0] == "all" {
						path = filepath.Join(*out, d.name+".svg")
					} else if args[0] != d.name {
						continue
					}
					known = true
					f, err := d.of()
					if err != nil {
						return err
					}
					if err := f.Save(path); err != nil {
						return err
					}
				}
				if !known {
					return fmt.Errorf("figure: unknown figure %q%s; there are %s", args[0], nearest.Hint(args[0], figureNames()), strings.Join(figureNames(), ", "))
				}
				return nil
			}
		},
	}
}

// regretTable prints the regret averaged over that number of seeds.
func regretTable(env cli.Env, seeds int, asJSON bool) error {
	bar := cli.NewProgress(env.Stderr, "playing")
	rows := regret.Rows(seeds, bar.Update)
	bar.Done()
	if asJSON {
		return env.JSON(rows)
	}
	_, err := fmt.Fprint(env.Stdout, regret.Table(rows))
	return err
}

func figureNames() []string {
	return append(collect.Of(drawn, func(d drawing) string { return d.name }), "all")
}

func figureHelp() string {
	text := "Figures:"
	for _, d := range drawn {
		text += fmt.Sprintf("\n  %-8s %s", d.name, d.what)
	}
	return text
}
