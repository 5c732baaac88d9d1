// Package derive makes DCQCN's parameters of profiles, built-in ones and files of NICs' settings.
package derive

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/reference"
)

// Family is the profiles of DCQCN, of both its ends.
type Family struct{}

// Title implements profile.Family, as the other methods do.
func (Family) Title() string { return "DCQCN" }

// Algorithm is the reaction point.
func (Family) Algorithm(profile.Choice) string { return reaction.AlgoDCQCN }

// Names are those of package dcqcn/profile.
func (Family) Names() []string { return dcqcnprofile.Names() }

// Has takes files too.
func (Family) Has(name string) bool {
	return profile.IsPath(name) || slices.Contains(dcqcnprofile.Names(), name)
}

// Files is true.
func (Family) Files() bool { return true }

// Changes is true: they have the vendors' names.
func (Family) Changes() bool { return true }

// Settings returns nil: DCQCN has no settings beyond its parameters.
func (Family) Settings() []profile.Setting { return nil }

// Params returns those of the reaction point or of the notification point.
func (Family) Params(algorithm string, c profile.Choice) ([]uint64, string, error) {
	choice, err := reaction.Of(reaction.AlgoDCQCN, c)
	if err != nil {
		return nil, "", err
	}
	if err := choice.NotLearning(algorithm); err != nil {
		return nil, "", err
	}
	p, _, _, err := reaction.ResolveProfile(reaction.AlgoDCQCN, c)
	if err != nil {
		return nil, "", err
	}
	title := c.Title() + ": " + p.Title
	if algorithm == "dcqcn" {
		return reference.Flatten(&p.RP), title, nil
	}
	return reference.Flatten(&p.NP), title, nil
}

// Header has the macros of both ends.
func (Family) Header(r profile.Request) (*profile.Header, error) {
	p, _, id, err := reaction.ResolveProfile(reaction.AlgoDolceRC, r.Choice)
	if err != nil {
		return nil, err
	}
	return &profile.Header{ID: id, Title: p.Title, Macros: []profile.Macro{
		{
			Name: "dcqcn_params_" + id, Type: "dcqcn.Params", Values: reference.Flatten(&p.RP),
			Comment: fmt.Sprintf("Reaction point of profile %s at %s.", r.Profile, r.Line),
		},
		NotificationPoint("dcqcn_np_params_"+id, p.NP, fmt.Sprintf("Notification point of profile %s.", r.Profile)),
	}}, nil
}

// NotificationPoint is the macro of a notification point.
func NotificationPoint(name string, p dcqcn.NPParams, comment string) profile.Macro {
	return profile.Macro{Name: name, Type: "dcqcn.NPParams", Values: reference.Flatten(&p), Comment: comment}
}
