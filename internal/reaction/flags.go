package reaction

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	dolcercprofile "smartnic-cc/dolcerc/profile"
)

// Flags declares the flags of what a Choice changes of its profile. estimate says in words
// what --estimate is by default.
func (c *Choice) Flags(f *pflag.FlagSet, estimate string) {
	f.StringArrayVar(&c.Set, "set", nil, "change a parameter of the profile under the vendor's name, as in time_reset=300; repeatable")
	f.StringVar(&c.Estimate, "estimate", "", "how Dolce-RC counts marks: "+strings.Join(dolcercprofile.Estimates(), " or ")+" (default "+estimate+")")
	f.StringSliceVar(&c.Arms, "arms", nil, "Dolce-RC's arms as alpha:beta, 2 to 8 of them")
	f.StringVar(&c.Gamma, "gamma", "", "discount factor of DR-UCB (default 0.9998)")
	f.StringVar(&c.Epsilon, "epsilon", "", "random exploration probability of DR-UCB (default 0.015)")
	f.StringVar(&c.Xi, "xi", "", "exploration constant of DR-UCB (default 0.5001)")
	f.Var((*wait)(&c.QualifyAfter), "qualify-after", "least time between qualified CNPs, as in 250us")
}

// Learning returns the names of those flags of Flags that say how an algorithm learns.
func Learning() []string {
	return []string{"estimate", "arms", "gamma", "epsilon", "xi", "qualify-after"}
}

// wait is a flag of a time in ns; 0 is that it is not given.
type wait uint32

func (w *wait) Type() string { return "time" }

func (w *wait) String() string {
	if *w == 0 {
		return ""
	}
	return strings.Replace(time.Duration(*w).String(), "µ", "u", 1) // ASCII, for heads of generated files
}

func (w *wait) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d < 1 || d > 1<<30 {
		return fmt.Errorf("%q is no time of 1ns to 1.07s, as in 250us", text)
	}
	*w = wait(d)
	return nil
}

// Words returns the flags of Flags that make the same changes again.
func (c *Choice) Words() []string {
	var words []string
	for _, change := range c.Set {
		name, value, _ := strings.Cut(change, "=")
		words = append(words, "--set", strings.TrimSpace(name)+"="+strings.TrimSpace(value))
	}
	wait := wait(c.QualifyAfter)
	for _, o := range []struct{ name, value string }{
		{"estimate", c.Estimate}, {"arms", strings.Join(c.Arms, ",")}, {"gamma", c.Gamma}, {"epsilon", c.Epsilon}, {"xi", c.Xi},
		{"qualify-after", wait.String()},
	} {
		if o.value != "" {
			words = append(words, "--"+o.name, o.value)
		}
	}
	return words
}
