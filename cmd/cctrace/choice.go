package main

import (
	"strings"

	"github.com/spf13/pflag"

	dcqcnprofile "smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/linerate"
	"smartnic-cc/internal/reaction"
)

// choiceFlags are the flags that choose an algorithm and its parameters.
type choiceFlags struct {
	choice reaction.Choice
	line   string
}

// declare declares them. estimate says in words what --estimate is by default.
func (c *choiceFlags) declare(f *pflag.FlagSet, estimate string) {
	f.StringVar(&c.choice.Algo, "algo", reaction.AlgoDCQCN, "algorithm: "+reaction.AlgoDCQCN+" or "+reaction.AlgoDolceRC)
	f.StringVar(&c.choice.Profile, "profile", "paper", "parameters of the reaction point: "+strings.Join(append(dcqcnprofile.Names(), dolcercprofile.Names()...), ", ")+", or a file (cctrace profile import)")
	f.StringVar(&c.line, "line-rate", "100G", "port speed of the senders")
	c.choice.Flags(f, estimate)
	cli.Values(f, "algo", reaction.AlgoDCQCN, reaction.AlgoDolceRC)
	cli.Values(f, "profile", append(dcqcnprofile.Names(), dolcercprofile.Names()...)...)
}

// given returns the name of one of the flags that was given, "" if none was.
func (c *choiceFlags) given(f *pflag.FlagSet) (name string) {
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(choiceFlags).declare(own, "")
	own.VisitAll(func(o *pflag.Flag) {
		if name == "" && f.Changed(o.Name) {
			name = o.Name
		}
	})
	return name
}

// setup derives the integers.
func (c *choiceFlags) setup() (reaction.Setup, error) {
	if err := linerate.Set(&c.choice.Line, c.line); err != nil {
		return reaction.Setup{}, err
	}
	return c.choice.Setup()
}
