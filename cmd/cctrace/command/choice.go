package command

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/cli"
)

// choiceFlags are the flags that choose an algorithm and its parameters.
type choiceFlags struct {
	choice reaction.Choice // with its changes once setup has read them
	change profile.Choice
}

// declare declares the flags. estimate describes the default of --estimate.
func (c *choiceFlags) declare(f *pflag.FlagSet, estimate string) {
	names := slices.Concat(reaction.Algorithms(), algorithms.WithData())
	f.StringVar(&c.choice.Algo, "algo", reaction.Default, "algorithm: "+strings.Join(names, " or "))
	f.StringVar(&c.choice.Profile, "profile", profile.PaperName, "parameters of the reaction point: "+strings.Join(algorithms.Names(), ", ")+", or a file (cctrace profile import)")
	cli.LineRate(f, &c.change.Line, "100G", "port speed of the senders")
	c.change.Flags(f, reaction.Settings(estimate))
	cli.CompleteWords(f, "algo", names...)
	cli.CompleteWords(f, "profile", algorithms.Names()...)
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

// setup reads the flags and derives the integers.
func (c *choiceFlags) setup() (s reaction.Setup, err error) {
	c.change.Profile = c.choice.Profile
	if c.choice, err = reaction.Of(c.choice.Algo, c.change); err != nil {
		return s, err
	}
	return c.choice.Setup()
}
