package explain

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/firmwarelog"
	"smartnic-cc/internal/transducer"
	"smartnic-cc/internal/transducer/reference"
)

// profileTrials are that the firmware has the parameters of another profile: that the wrong
// one was named, more often than not.
func (x *Explainer) profileTrials(d *firmwarelog.Difference) []trial {
	if x.def.Name != "dcqcn" && !strings.HasPrefix(x.def.Name, "dolcerc") || strings.HasPrefix(x.def.Name, "dolcercplus") {
		return nil
	}
	// A reaction point's parameters come first in Dolce-RC's too.
	maxRate := slices.IndexFunc(d.Algorithm.Params, func(l transducer.Leaf) bool { return strings.TrimPrefix(l.Name, "Base.") == "MaxRate" })
	ours, err := x.step.Init(d.Params)
	if maxRate < 0 || err != nil {
		return nil
	}
	var ts []trial
	for _, name := range profile.Names() {
		p, err := profile.Get(name, dcqcn.Rate(d.Params[maxRate]))
		if err != nil {
			continue // a line rate that profiles do not have
		}
		values := reference.Flatten(&p.RP)
		other := slices.Clone(d.Params)
		copy(other, values)
		theirs, err := x.step.Init(other)
		if err != nil || slices.Equal(other, d.Params) {
			continue
		}
		ts = append(ts, x.input(Parameter, "profile/"+name, fmt.Sprintf("the parameters are those of the profile %s", name), func(in *stepInput) bool {
			copy(in.params, values)
			if slices.Equal(in.before, ours) {
				in.before = theirs
			}
			return true
		}))
	}
	return ts
}
