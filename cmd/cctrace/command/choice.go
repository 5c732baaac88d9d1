package command

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/num/linerate"
	"smartnic-cc/internal/reaction"
)

// choiceFlags are the flags that choose an algorithm and its parameters.
type choiceFlags struct {
	choice reaction.Choice
	line   string
}

// declare declares them. estimate says in words what --estimate is by default.
func (c *choiceFlags) declare(f *pflag.FlagSet, estimate string) {
	names := slices.Concat(reaction.Algorithms(), algorithms.WithData())
	f.StringVar(&c.choice.Algo, "algo", reaction.Default, "algorithm: "+strings.Join(names, " or "))
	f.StringVar(&c.choice.Profile, "profile", profile.PaperName, "parameters of the reaction point: "+strings.Join(algorithms.Names(), ", ")+", or a file (cctrace profile import)")
	f.StringVar(&c.line, "line-rate", "100G", "port speed of the senders")
	c.choice.Flags(f, estimate)
	cli.Values(f, "algo", names...)
	cli.Values(f, "profile", algorithms.Names()...)
}

// given returns the names of the flags that were given.
func (c *choiceFlags) given(f *pflag.FlagSet) (names []string) {
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(choiceFlags).declare(own, "")
	own.VisitAll(func(o *pflag.Flag) {
		if f.Changed(o.Name) {
			names = append(names, o.Name)
		}
	})
	return names
}

// setup derives the integers.
func (c *choiceFlags) setup() (reaction.Setup, error) {
	if err := linerate.Set(&c.choice.Line, c.line); err != nil {
		return reaction.Setup{}, err
	}
	return c.choice.Setup()
}
