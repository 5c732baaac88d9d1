package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	dcqcnprofile "smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/linerate"
	"smartnic-cc/internal/reaction"
)

// choiceFlags are the flags that choose an algorithm and its parameters.
type choiceFlags struct {
	choice        reaction.Choice
	line, qualify string
}

func (c *choiceFlags) declare(f *pflag.FlagSet) {
	f.StringVar(&c.choice.Algo, "algo", reaction.AlgoDCQCN, "algorithm: "+reaction.AlgoDCQCN+" or "+reaction.AlgoDolceRC)
	f.StringVar(&c.choice.Profile, "profile", "paper", "parameters of the reaction point: "+strings.Join(append(dcqcnprofile.Names(), dolcercprofile.Names()...), ", ")+", or a file (cctrace profile import)")
	f.StringVar(&c.line, "line-rate", "100G", "port speed of the senders")
	f.StringArrayVar(&c.choice.Set, "set", nil, "change a parameter of the profile under the vendor's name, as in time_reset=300; repeatable")
	f.StringVar(&c.choice.Estimate, "estimate", "", "how Dolce-RC counts marks: "+strings.Join(dolcercprofile.Estimates(), " or ")+" (default: what the trace can give, or else the profile)")
	f.StringSliceVar(&c.choice.Arms, "arms", nil, "Dolce-RC's arms as alpha:beta, 2 to 8 of them")
	f.StringVar(&c.choice.Gamma, "gamma", "", "discount factor of DR-UCB (default 0.9998)")
	f.StringVar(&c.choice.Epsilon, "epsilon", "", "random exploration probability of DR-UCB (default 0.015)")
	f.StringVar(&c.choice.Xi, "xi", "", "exploration constant of DR-UCB (default 0.5001)")
	f.StringVar(&c.qualify, "qualify-after", "", "least time between qualified CNPs, as in 250us")
}

// given returns the name of one of the flags that was given, "" if none was.
func (c *choiceFlags) given(f *pflag.FlagSet) (name string) {
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(choiceFlags).declare(own)
	own.VisitAll(func(o *pflag.Flag) {
		if name == "" && f.Changed(o.Name) {
			name = o.Name
		}
	})
	return name
}

// setup derives the integers.
func (c *choiceFlags) setup() (reaction.Setup, error) {
	var err error
	if c.choice.Line, err = linerate.Parse(c.line); err != nil {
		return reaction.Setup{}, err
	}
	if c.qualify != "" {
		d, err := time.ParseDuration(c.qualify)
		if err != nil || d < 1 || d > 1<<30 {
			return reaction.Setup{}, fmt.Errorf("qualify-after: %q is no time of 1ns to 1.07s, as in 250us", c.qualify)
		}
		c.choice.QualifyAfter = uint32(d)
	}
	return c.choice.Setup()
}
