package explain

import (
	"slices"

	"smartnic-cc/internal/logs/firmwarelog"
)

// profileTrials are the hypotheses that the firmware has the parameters of another profile, usually since the wrong
// one was named.
func (x *Explainer) profileTrials(d *firmwarelog.Difference) []trial {
	ours, err := x.step.Init(d.Params)
	if err != nil {
		return nil
	}
	var ts []trial
	seen := [][]uint64{d.Params}
	if x.profiles == nil {
		return nil
	}
	for _, c := range x.profiles(d.Params) {
		other := slices.Clone(d.Params)
		copy(other, c.Values)
		theirs, err := x.step.Init(other)
		if err != nil || slices.ContainsFunc(seen, func(s []uint64) bool { return slices.Equal(s, other) }) {
			continue
		}
		seen = append(seen, other)
		ts = append(ts, x.input(parameter, "profile/"+c.ID, c.What, func(in *stepInput) bool {
			copy(in.params, c.Values)
			if slices.Equal(in.before, ours) {
				in.before = theirs
			}
			return true
		}))
	}
	return ts
}
