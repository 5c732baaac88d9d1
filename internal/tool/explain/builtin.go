package explain

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/reference"
)

// This file has what explanations know of the built-in algorithms beyond their source.

// countShift is the number of fractional bits in Params.CountShift of package bandit.
const countShift = -1

// fieldFormats are the formats of fields that no directive can express.
var fieldFormats = map[string]format{
	"bandit.Arm.Count": {kind: fixed, frac: countShift}, "bandit.State.Rest": {kind: pending},
}

// varFormats are the formats of local variables and parameters, by function: the intermediate values of the bandit.
var varFormats = map[string]format{
	"bandit.explorationScale.exact": {kind: fixed, frac: 16}, "bandit.explorationScale.unit": {kind: fixed, frac: 16},
	"bandit.explorationScale.lnN": {kind: fixed, frac: 16}, "bandit.explorationScale.logN": {kind: fixed, frac: 16, sign: true},
	"bandit.explorationScale.unitLog": {kind: fixed, frac: 16},
}

// resolved returns a format of the tables under the actual parameters.
func (r *reals) resolved(f format) format {
	if f.frac >= 0 {
		return f
	}
	for i, l := range ir.Layout(r.def.Params) {
		if l.Field != nil && l.Field.Name == "CountShift" && i < len(r.values) {
			f.frac = int(r.values[i])
			return f
		}
	}
	return format{} // the algorithm has no such parameter
}

// BuiltIn returns the profiles of a built-in algorithm, at the line rate of the parameters. Dolce-RC has its own,
// those of DCQCN as reaction point under the given learning, and those with the default learning. It returns nil for
// an algorithm without profiles.
func BuiltIn(algorithm string) Profiles {
	if algorithm != "dcqcn" && !strings.HasPrefix(algorithm, "dolcerc") || strings.HasPrefix(algorithm, "dolcercplus") {
		return nil
	}
	return func(params []uint64) []Profile { return builtInProfiles(algorithm, params) }
}

func builtInProfiles(algorithm string, params []uint64) []Profile {
	var list []Profile
	reaction := func(line dcqcn.Rate, what string) {
		for _, name := range profile.Names() {
			if p, err := profile.Get(name, line); err == nil { // profiles may not have the line rate
				list = append(list, Profile{name, what + name, reference.Flatten(&p.RP)})
			}
		}
	}
	if algorithm == "dcqcn" {
		var p dcqcn.Params
		if reference.Unflatten(params, &p) == nil {
			reaction(p.MaxRate, "the parameters are those of the profile ")
		}
		return list
	}
	var p dolcerc.Params
	if reference.Unflatten(params, &p) != nil {
		return nil
	}
	line := p.Base.MaxRate
	reaction(line, "the reaction point's parameters are those of the profile ")
	var arms int
	if _, err := fmt.Sscanf(algorithm, "dolcerc%d", &arms); err != nil {
		return list
	}
	whole := func(id, what string, c dolcercprofile.Config) {
		if p, err := dolcercprofile.Params(c); err == nil { // as above
			list = append(list, Profile{id, what, reference.Flatten(&p)})
		}
	}
	for _, name := range dolcercprofile.Names() {
		if c, err := dolcercprofile.Get(name, line); err == nil && c.Learn.Arms == arms {
			whole(name, "the parameters are those of the profile "+name, c)
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
			whole(name+"/"+c.Estimate, fmt.Sprintf("the parameters are those of the profile %s, arms and learning the default with %s", name, c.Estimate), c)
		}
	}
	return list
}
