package sweep

import (
	"cmp"
	"slices"
)

// finals are the results of the search: the settings to run again with held-out seeds.
type finals struct {
	walks []progress
	// best are the settings with the best scores over all environments.
	best [2]setting
	// here are the best settings in each environment, worst the rival's worst ones.
	here  [2][]setting
	worst []setting
	// top and bottom are the settings and environments in which the rival does best and worst against the baseline's
	// here.
	top, bottom []place
}

// place is a setting of the rival in an environment.
type place struct {
	env     int
	setting setting
	// ratio is the metric of the baseline, tuned to the environment, over the rival's.
	ratio float64
	// incomplete reports whether the rival's runs had incomplete messages.
	incomplete bool
}

// places is the number of places at each end of the list.
const places = 5

// finalists returns the results of the search. Of equals the one tried first counts.
func (q *search) finalists(walks []progress) *finals {
	f := &finals{walks: walks}
	for k := range walks {
		tried := walks[k].tried
		f.best[k] = tried[0]
		for _, x := range tried[1:] {
			if q.score(k)(x).better(q.score(k)(f.best[k])) {
				f.best[k] = x
			}
		}
		for env := range q.Environments {
			in := func(x setting) Cell { return q.cell(k, env, x) }
			f.here[k] = append(f.here[k], slices.MinFunc(tried, func(a, b setting) int { return in(a).compare(in(b)) }))
			if k == Rival {
				// Reversed, so that MinFunc keeps the first of equals.
				f.worst = append(f.worst, slices.MinFunc(tried, func(a, b setting) int { return in(b).compare(in(a)) }))
			}
		}
	}
	var all []place
	for env := range q.Environments {
		base := q.cell(Baseline, env, f.here[Baseline][env])
		seen := map[Cell]bool{} // equivalent settings are listed once
		for _, x := range walks[Rival].tried {
			c := q.cell(Rival, env, x)
			if seen[c] {
				continue
			}
			seen[c] = true
			all = append(all, place{env, x, ratio(base, c), c.Incomplete > 0})
		}
	}
	slices.SortStableFunc(all, func(a, b place) int {
		if a.incomplete != b.incomplete {
			if a.incomplete {
				return 1
			}
			return -1
		}
		return cmp.Compare(b.ratio, a.ratio)
	})
	n := min(places, len(all))
	f.top = slices.Clone(all[:n])
	f.bottom = slices.Clone(all[len(all)-n:])
	slices.Reverse(f.bottom)
	return f
}

// ratio returns the baseline's metric over the rival's: above 1 the rival is better. 0 if one of them was not run.
func ratio(base, rival Cell) float64 {
	if !base.known() || !rival.known() || rival.Sum == 0 {
		return 0
	}
	// Both have the same number of seeds.
	return float64(base.Sum) / float64(rival.Sum)
}

// heldOut lists the runs with held-out seeds.
func (q *search) heldOut(f *finals) []trial {
	var list []trial
	seen := map[cellKey]bool{}
	add := func(k, env int, x setting) {
		if key := (cellKey{k, env, x.key()}); !seen[key] {
			seen[key] = true
			list = append(list, q.seeded(k, env, x, q.HeldOut)...)
		}
	}
	for env := range q.Environments {
		for k := range q.Schemes {
			add(k, env, own(len(q.Schemes[k].Axes)))
			add(k, env, f.best[k])
			add(k, env, f.here[k][env])
		}
		add(Rival, env, f.worst[env])
		for i := range q.Others {
			add(len(q.Schemes)+i, env, own(0))
		}
	}
	for _, p := range slices.Concat(f.top, f.bottom) {
		add(Rival, p.env, p.setting)
	}
	return list
}
