package p4

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/codegen/ir"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/dolcercplus"
	plusprofile "smartnic-cc/dolcercplus/profile"
	"smartnic-cc/internal/linerate"
	"smartnic-cc/internal/nearest"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/reference"
)

// Resolve returns the name of a transducer: that of the program, or dolcerc, dolcercplus or
// bandit for the one with 4 arms. The error of an unknown name lists those that there are.
func Resolve(p *ir.Program, name string) (string, error) {
	all := Algorithms(p)
	for _, n := range []string{name, name + "4"} {
		if slices.Contains(all, n) {
			return n, nil
		}
	}
	return "", fmt.Errorf("unknown algorithm %.40q%s; one of %s", name, nearest.Hint(name, all), strings.Join(all, ", "))
}

// Profile returns the parameters of an algorithm by a profile's name or file for a port of
// the given speed ("100G"), flattened, and what they are in a line. The error is that of
// the rate or of the profile, or says that the algorithm has no profiles.
func Profile(algorithm, name, line string) ([]uint64, string, error) {
	return Changed(algorithm, name, line, reaction.Choice{})
}

// Changed is Profile with changes; the Algo, Profile and Line of change play no part. The
// error may also be that of a change that the profile or the algorithm does not take.
func Changed(algorithm, name, line string, change reaction.Choice) ([]uint64, string, error) {
	rate, err := linerate.Parse(line)
	if err != nil {
		return nil, "", err
	}
	family := strings.TrimRight(algorithm, "0123456789")
	arms := int(algorithm[len(algorithm)-1] - '0')
	title := fmt.Sprintf("Profile %s at %s", name, linerate.Format(rate))
	words := change.Words()
	if len(words) > 0 {
		title += " with " + strings.Join(words, " ")
	}
	change.Profile, change.Line = name, rate
	switch family {
	case "dcqcn", "dcqcnnp":
		return dcqcnParams(family, change, title)
	case "dolcerc":
		return dolcercParams(algorithm, arms, change, title)
	}
	if name != "paper" {
		return nil, "", fmt.Errorf("unknown profile %.40q of %s%s; it has paper", name, algorithm, nearest.Hint(name, []string{"paper"}))
	}
	if len(words) > 0 {
		return nil, "", fmt.Errorf("%s: it changes profiles of DCQCN and Dolce-RC, not those of %s", strings.TrimPrefix(words[0], "--"), algorithm)
	}
	switch family {
	case "dolcercplus":
		c := plusprofile.Default(dolcercplus.Rate(rate))
		c.Learn.Arms = arms
		p, err := plusprofile.Params(c)
		return reference.Flatten(&p), title, err
	case "bandit":
		c := decimal.Paper()
		c.Arms = arms
		p, err := decimal.Params(c)
		return reference.Flatten(&p), "Profile paper", err
	}
	return nil, "", fmt.Errorf("%s has no profiles; use --params register", algorithm)
}

func dcqcnParams(family string, c reaction.Choice, title string) ([]uint64, string, error) {
	c.Algo = reaction.AlgoDCQCN
	if err := c.NotLearning(family); err != nil {
		return nil, "", err
	}
	p, file, err := c.Reaction()
	if err == nil && file != nil {
		_, err = file.Word(c.Profile)
		p.Title = "on " + file.Base
	}
	if err != nil {
		return nil, "", err
	}
	if family == "dcqcn" {
		return reference.Flatten(&p.RP), title + ": " + p.Title, nil
	}
	return reference.Flatten(&p.NP), title + ": " + p.Title, nil
}

func dolcercParams(algorithm string, arms int, c reaction.Choice, title string) ([]uint64, string, error) {
	c.Algo = reaction.AlgoDolceRC
	base, file, err := c.Reaction()
	if err == nil && file != nil {
		_, err = file.Word(c.Profile)
	}
	if err != nil {
		return nil, "", err
	}
	own := slices.Contains(dolcercprofile.Names(), c.Profile)
	asPaper := c.NotLearning("") == nil && !own
	c = c.OfProfile(file)
	if own {
		title += ": " + dolcercprofile.Title(c.Profile)
	} else if len(c.Arms) == 0 {
		all, err := dolcercprofile.Arms(arms)
		if err != nil {
			return nil, "", err
		}
		for _, a := range all {
			c.Arms = append(c.Arms, a.Alpha+":"+a.Beta)
		}
	}
	title += ", estimate " + c.Estimate
	if asPaper {
		title += ", learning as the paper has it"
	}
	p, has, err := c.DolceRC(&base)
	if err != nil {
		return nil, "", err
	}
	if has != arms && own {
		return nil, "", fmt.Errorf("profile %s has %d arms; name dolcerc%[2]d, or another profile", c.Profile, has)
	}
	if has != arms {
		return nil, "", fmt.Errorf("arms: %d for %s; give %d, or name dolcerc%[1]d", has, algorithm, arms)
	}
	return reference.Flatten(&p), title, nil
}

// Grouped writes the sites a function: its name, and its sites below it.
func (u *Unsupported) Grouped() string {
	var order []string
	by := map[string][]Site{}
	for _, s := range u.Sites {
		if by[s.Func] == nil {
			order = append(order, s.Func)
		}
		by[s.Func] = append(by[s.Func], s)
	}
	var b strings.Builder
	for _, f := range order {
		fmt.Fprintf(&b, "%s\n", f)
		slices.SortStableFunc(by[f], func(a, c Site) int {
			if a.Pos.Line != c.Pos.Line {
				return a.Pos.Line - c.Pos.Line
			}
			return a.Pos.Col - c.Pos.Col
		})
		for _, s := range by[f] {
			fmt.Fprintf(&b, "  %s: %s\n", s.Pos, s.What)
		}
	}
	return b.String()
}
