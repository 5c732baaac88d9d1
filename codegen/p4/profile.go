package p4

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/dolcercplus"
	plusprofile "smartnic-cc/dolcercplus/profile"
	"smartnic-cc/internal/linerate"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/transducer/reference"
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
	return "", fmt.Errorf("unknown algorithm %.40q; one of %s", name, strings.Join(all, ", "))
}

// Profile returns the parameters of an algorithm by a profile's name or file for a port of
// the given speed ("100G"), flattened, and what they are in a line. The error is that of
// the rate or of the profile, or says that the algorithm has no profiles.
func Profile(algorithm, name, line string) ([]uint64, string, error) {
	rate, err := linerate.Parse(line)
	if err != nil {
		return nil, "", err
	}
	family := strings.TrimRight(algorithm, "0123456789")
	arms := int(algorithm[len(algorithm)-1] - '0')
	title := fmt.Sprintf("Profile %s at %s", name, linerate.Format(rate))
	switch family {
	case "dcqcn", "dcqcnnp":
		c := reaction.Choice{Algo: reaction.AlgoDCQCN, Profile: name, Line: rate}
		p, file, err := c.Resolve()
		if err == nil && file != nil {
			_, err = file.Word(name)
			p.Title = "on " + file.Base
		}
		if err != nil {
			return nil, "", err
		}
		if family == "dcqcn" {
			return reference.Flatten(&p.RP), title + ": " + p.Title, nil
		}
		return reference.Flatten(&p.NP), title + ": " + p.Title, nil
	case "dolcerc":
		return dolcercParams(name, rate, arms, title)
	}
	if name != "paper" {
		return nil, "", fmt.Errorf("unknown profile %.40q of %s; it has paper", name, algorithm)
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

func dolcercParams(name string, rate dcqcn.Rate, arms int, title string) ([]uint64, string, error) {
	c := reaction.Choice{Algo: reaction.AlgoDolceRC, Profile: name, Line: rate}
	if slices.Contains(dolcercprofile.Names(), name) {
		title += ": " + dolcercprofile.Title(name)
	} else {
		all, err := dolcercprofile.Arms(arms)
		if err != nil {
			return nil, "", err
		}
		for _, a := range all {
			c.Arms = append(c.Arms, a.Alpha+":"+a.Beta)
		}
		title += ", learning as the paper has it"
	}
	base, file, err := c.Resolve()
	if err == nil && file != nil {
		_, err = file.Word(name)
	}
	if err != nil {
		return nil, "", err
	}
	p, has, err := c.DolceRC(&base)
	if err != nil {
		return nil, "", err
	}
	if has != arms {
		return nil, "", fmt.Errorf("profile %s has %d arms; name dolcerc%[2]d, or another profile", name, has)
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
