// Package derive makes Dolce-RC's parameters of profiles: its own, and DCQCN's with arms and
// learning added.
package derive

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dcqcnderive "smartnic-cc/dcqcn/derive"
	"smartnic-cc/dolcerc"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/reference"
)

// Family is the profiles of Dolce-RC.
type Family struct{}

// Title implements profile.Family, as the other methods do.
func (Family) Title() string { return "Dolce-RC" }

// Algorithm is the one with as many arms as are given, or as the profile has, else 4.
func (Family) Algorithm(c profile.Choice) string {
	arms := 4
	if choice, err := reaction.Of(reaction.AlgoDolceRC, c); err == nil && c.Profile != "" {
		if d, err := choice.Config(); err == nil {
			arms = len(d.Arms)
		}
	}
	return fmt.Sprintf("dolcerc%d", arms)
}

// Names are those that have the learning too.
func (Family) Names() []string { return dolcercprofile.Names() }

// Has takes what DCQCN takes too.
func (Family) Has(name string) bool {
	return slices.Contains(dolcercprofile.Names(), name) || dcqcnderive.Family{}.Has(name)
}

// Files is true.
func (Family) Files() bool { return true }

// Changes is true: they are of the reaction point.
func (Family) Changes() bool { return true }

// Settings are what it learns with.
func (Family) Settings() []profile.Setting {
	return reaction.Settings("what the profile's CNPs can give")
}

// settings are Dolce-RC on a profile.
type settings struct {
	id, title string
	own       bool // a profile of Dolce-RC's own
	asPaper   bool // nothing of the learning was changed
	np        dcqcn.NPParams
	params    dolcerc.Params
	arms      int
	estimate  string
}

// derive makes them, with this number of arms if none are given.
func derive(c profile.Choice, arms int) (*settings, error) {
	p, file, id, err := reaction.ResolveProfile(reaction.AlgoDolceRC, c)
	if err != nil {
		return nil, err
	}
	choice, err := reaction.Of(reaction.AlgoDolceRC, c)
	if err != nil {
		return nil, err
	}
	s := &settings{id: id, title: p.Title, own: slices.Contains(dolcercprofile.Names(), c.Profile), asPaper: choice.NotLearning("") == nil, np: p.NP}
	choice = choice.OfProfile(file)
	s.estimate = choice.Estimate
	if s.own {
		s.id = strings.TrimPrefix(c.Profile, "dolcerc-") // what begins with dolcerc_ or dcqcn_ already
		s.title, s.asPaper = dolcercprofile.Title(c.Profile), false
	} else if len(choice.Arms) == 0 {
		all, err := dolcercprofile.Arms(arms)
		if err != nil {
			return nil, err
		}
		for _, a := range all {
			choice.Arms = append(choice.Arms, a.Alpha+":"+a.Beta)
		}
	}
	s.params, s.arms, err = choice.DolceRC(&p)
	return s, err
}

// learning says where the learning is from, if it is the paper's.
func (s *settings) learning() string {
	if s.asPaper {
		return ", learning as the paper has it"
	}
	return ""
}

// Params has as many arms as the algorithm.
func (Family) Params(algorithm string, c profile.Choice) ([]uint64, string, error) {
	arms := profile.Instance("dolcerc", algorithm)
	s, err := derive(c, arms)
	if err != nil {
		return nil, "", err
	}
	title := c.Title()
	if s.own {
		title += ": " + s.title
	}
	title += ", estimate " + s.estimate + s.learning()
	if s.arms != arms && s.own {
		return nil, "", fmt.Errorf("profile %s has %d arms; name dolcerc%[2]d, or another profile", c.Profile, s.arms)
	}
	if s.arms != arms {
		return nil, "", fmt.Errorf("arms: %d for %s; give %d, or name dolcerc%[1]d", s.arms, algorithm, arms)
	}
	return reference.Flatten(&s.params), title, nil
}

// Header has the macros of the reaction point too, unless the profile is Dolce-RC's own, and the
// notification point that goes with its estimate.
func (Family) Header(r profile.Request) (*profile.Header, error) {
	instances := collect.Of(r.Algorithms, func(a string) int { return profile.Instance("dolcerc", a) })
	slices.Sort(instances)
	arms := 4
	if len(instances) == 1 {
		arms = instances[0]
	}
	s, err := derive(r.Choice, arms)
	if err != nil {
		return nil, err
	}
	if len(instances) > 0 && !slices.Contains(instances, s.arms) {
		return nil, fmt.Errorf("arms: %d with profile %s, and the header has Dolce-RC with %s; give --arms as many, or name another algorithm with --only",
			s.arms, r.Profile, list(instances))
	}
	h := &profile.Header{ID: s.id, Title: s.title}
	np := dolcercprofile.NPOf(s.np, s.estimate)
	on := "on profile"
	if s.own {
		on = "by profile"
		h.Macros = append(h.Macros, dcqcnderive.NotificationPoint("dcqcn_np_params_"+s.id, np, fmt.Sprintf("Notification point of profile %s.", r.Profile)))
	} else {
		base, err := dcqcnderive.Family{}.Header(r)
		if err != nil {
			return nil, err
		}
		h.Macros = base.Macros
		if len(instances) > 0 && np != s.np {
			h.Macros = append(h.Macros, dcqcnderive.NotificationPoint("dolcerc_np_params_"+s.id, np,
				fmt.Sprintf("Notification point of Dolce-RC with estimate %s on profile %s.", s.estimate, r.Profile)))
		}
	}
	h.Macros = append(h.Macros, profile.Macro{
		Name: "dolcerc_params_" + s.id, Type: "dolcerc.Params", Values: reference.Flatten(&s.params),
		Comment: fmt.Sprintf("Dolce-RC with %d arms %s %s at %s, estimate %s%s.", s.arms, on, r.Profile, r.Line, s.estimate, s.learning()),
	})
	if len(instances) > 0 {
		h.Notes = []string{"Dolce-RC: " + counting(s.estimate, np)}
	}
	return h, nil
}

// counting says what the estimate requires of CNPs.
func counting(estimate string, np dcqcn.NPParams) string {
	if estimate == dolcercprofile.TxSlots {
		return fmt.Sprintf("estimate %s, for CNPs that report no marked packets and come up to every %d ns", estimate, np.Interval)
	}
	return fmt.Sprintf("estimate %s, for CNPs that report them", estimate)
}

// list is "2, 4 or 8 arms".
func list(arms []int) string {
	var text string
	for i, k := range arms {
		switch {
		case i > 0 && i == len(arms)-1:
			text += " or "
		case i > 0:
			text += ", "
		}
		text += fmt.Sprint(k)
	}
	return text + " arms"
}
