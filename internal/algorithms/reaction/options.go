package reaction

import (
	"slices"
	"strings"
	"time"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/base/text/pattern"
)

// Settings returns the options by which a Choice changes what Dolce-RC learns with. estimate describes the default of
// the option of that name.
func Settings(estimate string) []profile.Setting {
	estimates := strings.Join(dolcercprofile.Estimates(), " or ")
	return []profile.Setting{
		{Name: "estimate", Type: "string", Help: "how Dolce-RC counts marks: " + estimates + " (default " + estimate + ")", Form: estimates,
			Read: func(text string) (string, bool) { return text, slices.Contains(dolcercprofile.Estimates(), text) }},
		{Name: "arms", Type: "strings", List: true, Help: "Dolce-RC's arms as alpha:beta, 2 to 8 of them", Form: "arms as alpha:beta, as in 0.25:1.05,0.5:1", Read: form(`^[0-9.]{1,20}:[0-9.]{1,20}(,[0-9.]{1,20}:[0-9.]{1,20})*$`)},
		{Name: "gamma", Type: "string", Help: "discount factor of DR-UCB (default 0.9998)", Form: "a decimal number of 0.5 to 0.99998, as in 0.9998", Read: form(`^[01](\.[0-9]+)?$`)},
		{Name: "epsilon", Type: "string", Help: "random exploration probability of DR-UCB (default 0.015)", Form: "a decimal number below 1, as in 0.015", Read: form(`^[01](\.[0-9]+)?$`)},
		{Name: "xi", Type: "string", Help: "exploration constant of DR-UCB (default 0.5001)", Form: "a decimal number above 0.5 and up to 2, as in 0.5001", Read: form(`^[0-2](\.[0-9]+)?$`)},
		{Name: "qualify-after", Type: "time", Help: "least time between qualified CNPs, as in 250us", Form: "a time of 1ns to 1.07s with its unit, as in 250us", Read: readWait},
	}
}

// form returns a check of a value alone; package bandit/decimal has the ranges.
func form(expr string) func(string) (string, bool) {
	is := pattern.Of(expr)
	return func(text string) (string, bool) { return text, is().MatchString(text) }
}

func readWait(text string) (string, bool) {
	d, err := time.ParseDuration(text)
	return waitText(uint32(d)), err == nil && d >= 1 && d <= 1<<30
}

// waitText writes a time in ns, "" for 0, in ASCII, for heads of generated files.
func waitText(ns uint32) string {
	if ns == 0 {
		return ""
	}
	return strings.Replace(time.Duration(ns).String(), "µ", "u", 1)
}

// Of returns the Choice of an algorithm, AlgoDCQCN or AlgoDolceRC, that corresponds to c. It fails if c's port speed
// is invalid. Options that a Choice does not have are ignored.
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

// Changes returns the Choice in the form that Of takes, without its port.
func (c Choice) Changes() profile.Choice {
	return profile.Choice{Profile: c.Profile, Set: c.Set, Options: []profile.Option{
		{Name: "estimate", Value: c.Estimate}, {Name: "arms", Value: strings.Join(c.Arms, ",")}, {Name: "gamma", Value: c.Gamma},
		{Name: "epsilon", Value: c.Epsilon}, {Name: "xi", Value: c.Xi}, {Name: "qualify-after", Value: waitText(c.QualifyAfter)},
	}}
}
