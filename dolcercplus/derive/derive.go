// Package derive makes Dolce-RC+'s parameters: those of the paper, for a port's speed.
package derive

import (
	"fmt"

	"smartnic-cc/codegen/profile"
	plusprofile "smartnic-cc/dolcercplus/profile"
	"smartnic-cc/internal/base/num/linerate"
	"smartnic-cc/internal/reference"
)

// Family is the one profile of Dolce-RC+.
type Family struct{ profile.Paper }

// Title implements profile.Family, as the other methods do.
func (Family) Title() string { return "Dolce-RC+" }

// Algorithm is the one with the paper's 4 arms.
func (Family) Algorithm(profile.Choice) string { return "dolcercplus4" }

// Params has as many arms as the algorithm.
func (f Family) Params(algorithm string, c profile.Choice) ([]uint64, string, error) {
	if err := f.Check(algorithm, c); err != nil {
		return nil, "", err
	}
	line, err := c.Rate()
	if err != nil {
		return nil, "", err
	}
	values, err := params(line, profile.Instance("dolcercplus", algorithm))
	return values, c.Title(), err
}

// Header has parameters for the arms of the header's one Dolce-RC+, or for 4. A header of
// everything is also for ports that are too slow for it; one that names it is not.
func (Family) Header(r profile.Request) (*profile.Header, error) {
	h := &profile.Header{ID: r.Profile}
	line, err := r.Rate()
	if err != nil || len(r.Algorithms) == 0 {
		return h, err
	}
	if line < plusprofile.MinLine && r.All {
		h.Notes = []string{"Dolce-RC+: none, its ports have at least " + linerate.Format(plusprofile.MinLine)}
		return h, nil
	}
	arms := 4
	if len(r.Algorithms) == 1 {
		arms = profile.Instance("dolcercplus", r.Algorithms[0])
	}
	values, err := params(line, arms)
	h.Macros = []profile.Macro{{
		Name: "dolcercplus_params_" + r.Profile, Type: "dolcercplus.Params", Values: values,
		Comment: fmt.Sprintf("Dolce-RC+ with %d arms by profile %s at %s.", arms, r.Profile, r.Line),
	}}
	return h, err
}

func params(line uint32, arms int) ([]uint64, error) {
	c := plusprofile.Default(line)
	c.Learn.Arms = arms
	p, err := plusprofile.Params(c)
	return reference.Flatten(&p), err
}
