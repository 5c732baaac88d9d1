package reaction

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/profile"
)

// Flags declares the flags of what a Choice changes of its profile. estimate says in words
// what --estimate is by default.
func (c *Choice) Flags(f *pflag.FlagSet, estimate string) {
	f.StringArrayVar(&c.Set, "set", nil, profile.SetHelp)
	help := map[string]string{}
	for _, s := range Settings(estimate) {
		help[s.Name] = s.Help
	}
	f.StringVar(&c.Estimate, "estimate", "", help["estimate"])
	f.StringSliceVar(&c.Arms, "arms", nil, help["arms"])
	f.StringVar(&c.Gamma, "gamma", "", help["gamma"])
	f.StringVar(&c.Epsilon, "epsilon", "", help["epsilon"])
	f.StringVar(&c.Xi, "xi", "", help["xi"])
	f.Var((*wait)(&c.QualifyAfter), "qualify-after", help["qualify-after"])
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
