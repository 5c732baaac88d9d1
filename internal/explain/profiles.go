package explain

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/firmwarelog"
	"smartnic-cc/internal/reference"
)

// candidate is a set of parameters that the firmware may have in place of those that the log
// is held against.
type candidate struct {
	id, what string
	// values are the first of the parameters; those behind them stay.
	values []uint64
}

// profileTrials are that the firmware has the parameters of another profile: that the wrong
// one was named, more often than not.
func (x *Explainer) profileTrials(d *firmwarelog.Difference) []trial {
	ours, err := x.step.Init(d.Params)
	if err != nil {
		return nil
	}
	var ts []trial
	seen := [][]uint64{d.Params}
	for _, c := range x.candidates(d.Params) {
		other := slices.Clone(d.Params)
		copy(other, c.values)
		theirs, err := x.step.Init(other)
		if err != nil || slices.ContainsFunc(seen, func(s []uint64) bool { return slices.Equal(s, other) }) {
			continue
		}
		seen = append(seen, other)
		ts = append(ts, x.input(Parameter, c.id, c.what, func(in *stepInput) bool {
			copy(in.params, c.values)
			if slices.Equal(in.before, ours) {
				in.before = theirs
			}
			return true
		}))
	}
	return ts
}

// candidates lists the profiles that the algorithm has, at the line rate of the parameters.
// Dolce-RC has its own, DCQCN's as the reaction point beneath the learning that is there, and
// those with the default learning.
func (x *Explainer) candidates(params []uint64) []candidate {
	var list []candidate
	reaction := func(line dcqcn.Rate, what string) {
		for _, name := range profile.Names() {
			if p, err := profile.Get(name, line); err == nil { // a line rate that profiles do not have
				list = append(list, candidate{"profile/" + name, what + name, reference.Flatten(&p.RP)})
			}
		}
	}
	if x.def.Name == "dcqcn" {
		var p dcqcn.Params
		if reference.Unflatten(params, &p) == nil {
			reaction(p.MaxRate, "the parameters are those of the profile ")
		}
		return list
	}
	var p dolcerc.Params
	if !strings.HasPrefix(x.def.Name, "dolcerc") || reference.Unflatten(params, &p) != nil {
		return nil // Dolce-RC+ among them, which has other parameters
	}
	line := p.Base.MaxRate
	reaction(line, "the reaction point's parameters are those of the profile ")
	var arms int
	if _, err := fmt.Sscanf(x.def.Name, "dolcerc%d", &arms); err != nil {
		return list
	}
	whole := func(id, what string, c dolcercprofile.Config) {
		if p, err := dolcercprofile.Params(c); err == nil { // as above
			list = append(list, candidate{id, what, reference.Flatten(&p)})
		}
	}
	for _, name := range dolcercprofile.Names() {
		if c, err := dolcercprofile.Get(name, line); err == nil && c.Learn.Arms == arms {
			whole("profile/"+name, "the parameters are those of the profile "+name, c)
		}
	}
	proposed, err := dolcercprofile.Arms(arms)
	if err != nil {
		return list
	}
	for _, of := range []func(dcqcn.Rate) dolcercprofile.Config{dolcercprofile.Default, dolcercprofile.DefaultTxSlots} {
		for _, name := range profile.Names() {
			c := of(line)
			c.Base, c.Arms, c.Learn.Arms = name, proposed, arms
			whole("profile/"+name+"/"+c.Estimate, fmt.Sprintf("the parameters are those of the profile %s, arms and learning the default with %s", name, c.Estimate), c)
		}
	}
	return list
}
