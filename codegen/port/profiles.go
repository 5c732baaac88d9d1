package port

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/cgen"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/linerate"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/reference"
)

func profileNames() string {
	return strings.Join(append(dcqcnprofile.Names(), dolcercprofile.Names()...), ", ") + ", or files (cctrace profile import)"
}

// initializers returns the parameters of the profiles, and what the head of the
// header says of them.
func (c *Config) initializers() ([]cgen.Initializer, string, error) {
	if words := c.Change.Words(); len(c.Profiles) == 0 {
		if len(words) > 0 {
			return nil, "", fmt.Errorf("%s: it changes a profile; name that with --profile", strings.TrimPrefix(words[0], "--"))
		}
		return nil, "none: all parameters are arguments of the functions", nil
	}
	line, err := linerate.Parse(c.Line)
	if err != nil {
		return nil, "", err
	}
	has, err := c.families()
	if err != nil {
		return nil, "", err
	}
	if len(has.arms[familyDolceRC]) == 0 && c.Change.NotLearning("") != nil {
		return nil, "", errors.New("only: the header has no Dolce-RC; leave out estimate, arms, gamma, epsilon, xi and qualify-after")
	}
	if !has.dcqcn {
		if err := c.ownOnly(has); err != nil {
			return nil, "", err
		}
	}
	var all []cgen.Initializer
	var text []string
	from := map[string]string{}
	for _, name := range c.Profiles {
		its, id, title, err := c.initializersOf(name, line, has)
		if err != nil {
			return nil, "", err
		}
		if other, again := from[id]; again {
			return nil, "", fmt.Errorf("profile: %s and %s would both be %s in the header; leave one out, or change the name in its file", other, name, id)
		}
		from[id] = name
		for i := range its {
			its[i].Profile = name
		}
		all = append(all, its...)
		text = append(text, title...)
	}
	return all, strings.Join(text, "\n"), nil
}

// initializersOf returns the macros of one profile, what their names end in, and what the head
// of the header says of it.
func (c *Config) initializersOf(name string, line dcqcn.Rate, has families) (all []cgen.Initializer, id string, text []string, err error) {
	if has.dcqcn {
		s, err := c.settings(name, line, has.arms[familyDolceRC])
		if err != nil {
			return nil, "", nil, err
		}
		all, id = s.initializers(c.Line), s.id
		text = append(text, fmt.Sprintf("%s at %s: %s", name, c.Line, s.title))
		if words := c.Change.Words(); len(words) > 0 {
			text = append(text, "  changed by "+strings.Join(words, " "))
		}
		if s.dolce {
			text = append(text, "  Dolce-RC: "+s.counting())
		}
	} else {
		id = name
		text = append(text, fmt.Sprintf("%s at %s", name, c.Line))
	}
	if name != plainProfile {
		return all, id, text, nil
	}
	more, note, err := c.plain(line, has)
	return append(all, more...), id, append(text, note...), err
}

// settings are what a header holds of one profile.
type settings struct {
	name, id, title string
	own             bool // a profile of Dolce-RC's own
	dcqcn           dcqcnprofile.Profile
	dolcerc         dolcerc.Params
	arms            int
	learning        string // "learning as the paper has it" or ""
	estimate        string
	dolce           bool // the header has Dolce-RC
}

// settings derives a profile's parameters, for Dolce-RC with one of the given numbers of
// arms if there are any.
func (c *Config) settings(name string, line dcqcn.Rate, instances []int) (*settings, error) {
	s := &settings{name: name, id: name, own: slices.Contains(dolcercprofile.Names(), name), dolce: len(instances) > 0}
	choice := c.Change
	choice.Algo, choice.Profile, choice.Line = reaction.AlgoDolceRC, name, line
	p, file, err := choice.Reaction()
	if err != nil {
		return nil, err
	}
	choice = choice.OfProfile(file)
	s.dcqcn, s.title, s.estimate = p, p.Title, choice.Estimate
	if file != nil {
		if s.id, err = file.Word(name); err != nil {
			return nil, err
		}
		s.title = "on " + file.Base
	}
	if c.Change.NotLearning("") == nil {
		s.learning = ", learning as the paper has it"
	}
	if s.own {
		s.id = strings.TrimPrefix(name, "dolcerc-") // what begins with dolcerc_ or dcqcn_ already
		s.title, s.learning = dolcercprofile.Title(name), ""
	} else if len(choice.Arms) == 0 {
		if choice.Arms, err = defaultArms(instances); err != nil {
			return nil, err
		}
	}
	if s.dolcerc, s.arms, err = choice.DolceRC(&p); err != nil {
		return nil, err
	}
	if s.dolce && !slices.Contains(instances, s.arms) {
		return nil, fmt.Errorf("arms: %d with profile %s, and the header has Dolce-RC with %s; give --arms as many, or name another algorithm with --only",
			s.arms, name, list(instances))
	}
	return s, nil
}

// initializers are the macros of a profile at a port speed.
func (s *settings) initializers(line string) []cgen.Initializer {
	var all []cgen.Initializer
	np := dolcercprofile.NPOf(s.dcqcn.NP, s.estimate)
	ours := cgen.Initializer{
		Name: "dcqcn_np_params_" + s.id, Type: "dcqcn.NPParams", Values: reference.Flatten(&np),
		Comment: fmt.Sprintf("Notification point of profile %s.", s.name),
	}
	if !s.own {
		theirs := ours
		theirs.Values = reference.Flatten(&s.dcqcn.NP)
		all = append(all, cgen.Initializer{
			Name: "dcqcn_params_" + s.id, Type: "dcqcn.Params", Values: reference.Flatten(&s.dcqcn.RP),
			Comment: fmt.Sprintf("Reaction point of profile %s at %s.", s.name, line),
		}, theirs)
		ours.Name = "dolcerc_np_params_" + s.id
		ours.Comment = fmt.Sprintf("Notification point of Dolce-RC with estimate %s on profile %s.", s.estimate, s.name)
	}
	if s.own || s.dolce && np != s.dcqcn.NP {
		all = append(all, ours)
	}
	on := "on profile"
	if s.own {
		on = "by profile"
	}
	return append(all, cgen.Initializer{
		Name: "dolcerc_params_" + s.id, Type: "dolcerc.Params", Values: reference.Flatten(&s.dolcerc),
		Comment: fmt.Sprintf("Dolce-RC with %d arms %s %s at %s, estimate %s%s.", s.arms, on, s.name, line, s.estimate, s.learning),
	})
}

// counting says what the estimate wants of CNPs.
func (s *settings) counting() string {
	if s.estimate == dolcercprofile.TxSlots {
		np := dolcercprofile.NPOf(s.dcqcn.NP, s.estimate)
		return fmt.Sprintf("estimate %s, for CNPs that report no marked packets and come up to every %d ns", s.estimate, np.Interval)
	}
	return fmt.Sprintf("estimate %s, for CNPs that report them", s.estimate)
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
