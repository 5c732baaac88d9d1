// Package derive makes the parameters of the bandit by itself: those of the paper.
package derive

import (
	"fmt"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/reference"
)

// Family is the one profile of the bandit.
type Family struct{ profile.Paper }

// Title implements profile.Family, as the other methods do.
func (Family) Title() string { return "DR-UCB" }

// Algorithm is the one with the paper's 4 arms.
func (Family) Algorithm(profile.Choice) string { return "bandit4" }

// Params has as many arms as the algorithm.
func (f Family) Params(algorithm string, c profile.Choice) ([]uint64, string, error) {
	if err := f.Check(algorithm, c); err != nil {
		return nil, "", err
	}
	values, err := params(profile.Instance("bandit", algorithm))
	return values, "Profile " + c.Profile, err
}

// Header has parameters for the arms of the header's one bandit, or for 4.
func (Family) Header(r profile.Request) (*profile.Header, error) {
	if len(r.Algorithms) == 0 {
		return &profile.Header{ID: r.Profile}, nil
	}
	arms := 4
	if len(r.Algorithms) == 1 {
		arms = profile.Instance("bandit", r.Algorithms[0])
	}
	values, err := params(arms)
	return &profile.Header{ID: r.Profile, Macros: []profile.Macro{{
		Name: "bandit_params_" + r.Profile, Type: "bandit.Params", Values: values,
		Comment: fmt.Sprintf("DR-UCB with %d arms by profile %s.", arms, r.Profile),
	}}}, err
}

func params(arms int) ([]uint64, error) {
	config := decimal.Paper()
	config.Arms = arms
	p, err := decimal.Params(config)
	return reference.Flatten(&p), err
}
