package reaction

import (
	"fmt"
	"strings"
	"time"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dolcercprofile "smartnic-cc/dolcerc/profile"
)

// Settings are the options by which a Choice changes what Dolce-RC learns with. estimate says in words what that of the name is by default.
func Settings(estimate string) []profile.Setting {
	return []profile.Setting{
		{Name: "estimate", Type: "string", Help: "how Dolce-RC counts marks: " + strings.Join(dolcercprofile.Estimates(), " or ") + " (default " + estimate + ")"},
		{Name: "arms", Type: "strings", List: true, Help: "Dolce-RC's arms as alpha:beta, 2 to 8 of them"},
		{Name: "gamma", Type: "string", Help: "discount factor of DR-UCB (default 0.9998)"},
		{Name: "epsilon", Type: "string", Help: "random exploration probability of DR-UCB (default 0.015)"},
		{Name: "xi", Type: "string", Help: "exploration constant of DR-UCB (default 0.5001)"},
		{Name: "qualify-after", Type: "time", Help: "least time between qualified CNPs, as in 250us", Read: readWait},
	}
}

func readWait(text string) (string, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 1 || d > 1<<30 {
		return "", fmt.Errorf("%q is no time of 1ns to 1.07s, as in 250us", text)
	}
	return waitText(uint32(d)), nil
}

// waitText writes a time in ns, "" for 0, in ASCII, for heads of generated files.
func waitText(ns uint32) string {
	if ns == 0 {
		return ""
	}
	return strings.Replace(time.Duration(ns).String(), "µ", "u", 1)
}

// Of returns the Choice of an algorithm, AlgoDCQCN or AlgoDolceRC, that c makes. The error is
// that of its port's speed. Options that a Choice does not have are passed over.
func Of(algo string, c profile.Choice) (Choice, error) {
	line, err := c.Rate()
	out := Choice{Algo: algo, Profile: c.Profile, Line: dcqcn.Rate(line), Set: c.Set}
	for _, o := range c.Options {
		switch o.Name {
		case "estimate":
			out.Estimate = o.Value
		case "arms":
			if o.Value != "" {
				out.Arms = strings.Split(o.Value, ",")
			}
		case "gamma":
			out.Gamma = o.Value
		case "epsilon":
			out.Epsilon = o.Value
		case "xi":
			out.Xi = o.Value
		case "qualify-after":
			if d, err := time.ParseDuration(o.Value); err == nil {
				out.QualifyAfter = uint32(d)
			}
		}
	}
	return out, err
}

// Changes is the Choice as Of takes it, without its port.
func (c Choice) Changes() profile.Choice {
	return profile.Choice{Profile: c.Profile, Set: c.Set, Options: []profile.Option{
		{Name: "estimate", Value: c.Estimate}, {Name: "arms", Value: strings.Join(c.Arms, ",")}, {Name: "gamma", Value: c.Gamma},
		{Name: "epsilon", Value: c.Epsilon}, {Name: "xi", Value: c.Xi}, {Name: "qualify-after", Value: waitText(c.QualifyAfter)},
	}}
}
