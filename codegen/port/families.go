package port

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/cgen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/dolcercplus"
	plusprofile "smartnic-cc/dolcercplus/profile"
	"smartnic-cc/internal/linerate"
	"smartnic-cc/internal/reference"
)

// Packages whose algorithms learn with a number of arms.
const (
	familyDolceRC = "dolcerc"
	familyPlus    = "dolcercplus"
	familyBandit  = "bandit"
)

// plainProfile is the one profile of Dolce-RC+ and of the bandit alone: the others are of NICs
// that have neither.
const plainProfile = "paper"

// families are the algorithms of a header that have parameters in profiles.
type families struct {
	dcqcn bool             // DCQCN, or Dolce-RC, which has it
	arms  map[string][]int // the numbers of arms of each learning family, ascending
}

// families returns what Only names, everything if it is empty. An unknown name is left to
// cgen.Generate to refuse.
func (c *Config) families() (families, error) {
	has := families{dcqcn: len(c.Only) == 0, arms: map[string][]int{}}
	p, err := codegen.Firmware()
	if err != nil {
		return has, err
	}
	for _, t := range p.Transducers {
		arms := strings.TrimPrefix(t.Name, t.Pkg.Name)
		if len(arms) == 1 && arms[0] >= '2' && arms[0] <= '8' && (len(c.Only) == 0 || slices.ContainsFunc(c.Only, func(name string) bool { return names(t, name) })) {
			has.arms[t.Pkg.Name] = append(has.arms[t.Pkg.Name], int(arms[0]-'0'))
		}
	}
	for family, arms := range has.arms {
		slices.Sort(arms)
		has.arms[family] = slices.Compact(arms)
	}
	for _, name := range c.Only {
		pkg, _, _ := strings.Cut(name, ".")
		if t := p.Transducer(name); t != nil {
			pkg = t.Pkg.Name
		}
		has.dcqcn = has.dcqcn || pkg == "dcqcn" || pkg == familyDolceRC || p.Package(pkg) == nil
	}
	return has, nil
}

// names reports whether an element of Only names a transducer: itself, its package, or a
// function of its package with its number of arms or none (dolcerc.Step4).
func names(t *ir.Transducer, name string) bool {
	pkg, f, _ := strings.Cut(name, ".")
	arms := strings.TrimLeft(f, "_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	return name == t.Name || pkg == t.Pkg.Name && (arms == "" || t.Name == pkg+arms)
}

// ownOnly refuses profiles and changes that say nothing of a header without DCQCN.
func (c *Config) ownOnly(has families) error {
	only := strings.Join(c.Only, ",")
	if len(has.arms) == 0 {
		return fmt.Errorf("profile: %s has no parameters that profiles give; leave --profile out, or name algorithms with --only, as in dolcerc4", only)
	}
	for _, name := range c.Profiles {
		if name != plainProfile {
			return fmt.Errorf("profile: %s has no parameters of %s; its one profile is %s", name, only, plainProfile)
		}
	}
	if words := c.Change.Words(); len(words) > 0 {
		return fmt.Errorf("%s: it changes profiles of DCQCN and Dolce-RC, and the header has only %s; leave it out", strings.TrimPrefix(words[0], "--"), only)
	}
	return nil
}

// plain returns the macros that Dolce-RC+ and the bandit have of the paper, and what the head of
// the header says of them. A header of everything is also for ports that are too slow for
// Dolce-RC+; one that names it is not.
func (c *Config) plain(line dcqcn.Rate, has families) (all []cgen.Initializer, text []string, err error) {
	if arms := armsOf(has.arms[familyBandit]); arms > 0 {
		config := decimal.Paper()
		config.Arms = arms
		p, err := decimal.Params(config)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, cgen.Initializer{
			Name: "bandit_params_" + plainProfile, Type: "bandit.Params", Values: reference.Flatten(&p),
			Comment: fmt.Sprintf("DR-UCB with %d arms by profile %s.", arms, plainProfile),
		})
	}
	arms := armsOf(has.arms[familyPlus])
	if arms == 0 {
		return all, nil, nil
	}
	if dolcercplus.Rate(line) < plusprofile.MinLine && len(c.Only) == 0 {
		return all, []string{"  Dolce-RC+: none, its ports have at least " + linerate.Format(dcqcn.Rate(plusprofile.MinLine))}, nil
	}
	config := plusprofile.Default(dolcercplus.Rate(line))
	config.Learn.Arms = arms
	p, err := plusprofile.Params(config)
	if err != nil {
		return nil, nil, err
	}
	return append(all, cgen.Initializer{
		Name: "dolcercplus_params_" + plainProfile, Type: "dolcercplus.Params", Values: reference.Flatten(&p),
		Comment: fmt.Sprintf("Dolce-RC+ with %d arms by profile %s at %s.", arms, plainProfile, c.Line),
	}), nil, nil
}

// armsOf is the number of arms of the parameters of a header that has algorithms with these
// numbers: theirs if it is one, else 4, and 0 if there are none.
func armsOf(instances []int) int {
	switch len(instances) {
	case 0:
		return 0
	case 1:
		return instances[0]
	}
	return 4
}

// defaultArms are the arms of Dolce-RC in such a header.
func defaultArms(instances []int) ([]string, error) {
	k := armsOf(instances)
	if k == 0 {
		k = 4
	}
	all, err := dolcercprofile.Arms(k)
	if err != nil {
		return nil, err
	}
	var arms []string
	for _, a := range all {
		arms = append(arms, a.Alpha+":"+a.Beta)
	}
	return arms, nil
}
