package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// Target is a published number of a scheme, which a fit aims at.
type Target struct {
	// Scheme and Environment are numbers in Sweep.Schemes and Sweep.Environments.
	Scheme, Environment int
	Metric              Metric
	// Value is in the metric's unit.
	Value float64
	// HeldOut reports whether it is not fitted, only reported for the results.
	HeldOut bool
}

// Bounds of targets: their number in a file, and values with finite quotients.
const (
	maxTargets           = 1000
	minTarget, maxTarget = 1e-6, 1e15
)

// targets reads the tables [[target]].
func (s *Sweep) targets(r *reader, list []targetTable) error {
	if len(list) > maxTargets {
		return r.errorf("target", "%d tables; use at most %d", len(list), maxTargets)
	}
	envs := collect.Of(s.Environments, func(x Environment) string { return x.Name })
	type number struct {
		scheme, env int
		metric      string
	}
	seen, fitted := map[number]int{}, 0
	for i := range list {
		t := &list[i]
		key := fmt.Sprintf("target[%d]", i)
		one := Target{Value: t.Value, HeldOut: t.HeldOut}
		var err error
		if one.Scheme, err = r.index(key+".scheme", t.Scheme, []string{s.Schemes[Baseline].Name, s.Schemes[Rival].Name}); err != nil {
			return err
		}
		if one.Environment, err = r.index(key+".environment", t.Environment, envs); err != nil {
			return err
		}
		if one.Metric, err = ParseMetric(t.Metric); err != nil {
			return r.errorf(key+".metric", "%v", err)
		}
		// Written so that NaN fails, too.
		if !(t.Value >= minTarget && t.Value <= maxTarget) {
			return r.errorf(key+".value", "%v is not from %v to %v; give the published number in the metric's unit, as in value = 481.43", t.Value, minTarget, maxTarget)
		}
		n := number{one.Scheme, one.Environment, one.Metric.Name}
		if first, ok := seen[n]; ok {
			return r.errorf(key, "is the same number as target[%d]: %s of %s in %s; give it once", first, n.metric, t.Scheme, t.Environment)
		}
		seen[n] = i
		if !t.HeldOut {
			fitted++
		}
		s.Targets = append(s.Targets, one)
	}
	if len(list) > 0 && fitted == 0 {
		return r.errorf("target", "all are held out; leave held_out out where a number is to be fitted")
	}
	return nil
}

// index finds a name in a list.
func (r *reader) index(key, name string, list []string) (int, error) {
	if i := slices.Index(list, name); i >= 0 {
		return i, nil
	}
	text := fmt.Sprintf("%.60q is not known%s; one of", name, nearest.Hint(name, list))
	const most = 12
	for i, one := range list {
		if i == most {
			text += fmt.Sprintf(" and %d more", len(list)-most)
			break
		}
		text += fmt.Sprintf(" %q", one)
	}
	return 0, r.errorf(key, "%s", text)
}

// fit reports whether the sweep has targets.
func (s *Sweep) fit() bool { return len(s.Targets) > 0 }

// share gives both schemes the axes for both, before their own.
func (s *Sweep) share(both []Axis) {
	s.shared = len(both)
	for k := range s.Schemes {
		s.Schemes[k].Axes = slices.Concat(both, s.Schemes[k].Axes)
	}
}

// joint returns the axes of both schemes: those for both, the baseline's, the rival's. The names of the latter two
// begin with the scheme's.
func (s *Sweep) joint() Scheme {
	x := Scheme{Axes: slices.Clone(s.Schemes[Baseline].Axes[:s.shared])}
	for k := range s.Schemes {
		for _, a := range s.Schemes[k].Axes[s.shared:] {
			a.Name = s.Schemes[k].Name + " " + a.Name
			x.Axes = append(x.Axes, a)
		}
	}
	return x
}

// part returns a scheme's part of a setting of all axes.
func (s *Sweep) part(k int, x setting) setting {
	from, n := s.shared, len(s.Schemes[k].Axes)-s.shared
	if k == Rival {
		from = len(s.Schemes[Baseline].Axes)
	}
	return slices.Concat(x[:s.shared], x[from:from+n])
}

// aimed lists the runs that settings need for the fitted targets, without duplicates and earlier runs.
func (q *search) aimed(list []setting) []trial {
	var out []trial
	listed := map[cellKey]bool{}
	for _, x := range list {
		out = append(out, q.toward(x, q.Seeds, listed, func(t *Target) bool { return !t.HeldOut })...)
	}
	return out
}

// toward lists the runs of a setting for some targets that are neither listed nor run.
func (q *search) toward(x setting, seeds []uint64, listed map[cellKey]bool, some func(*Target) bool) []trial {
	var out []trial
	for i := range q.Targets {
		t := &q.Targets[i]
		part := q.part(t.Scheme, x)
		key := cellKey{t.Scheme, t.Environment, part.key()}
		list := q.seeded(t.Scheme, t.Environment, part, seeds)
		if !some(t) || len(list) == 0 || listed[key] || q.found[column(list[0].heldOut)][key] != nil {
			continue
		}
		listed[key] = true
		out = append(out, list...)
	}
	return out
}

// reading is the number of a setting for a target.
type reading struct {
	Cell
	// messages counts those of all runs, left the incomplete ones.
	messages, left int
	// value is the mean over the seeds in the metric's unit; 0 if a run has none, since it
	// completed no message.
	value float64
}

// read returns the reading of a setting for a target, with the search's seeds or held-out ones.
func (q *search) read(t *Target, x setting, heldOut bool) reading {
	runs := q.results(t.Scheme, t.Environment, q.part(t.Scheme, x), heldOut)
	r := reading{Cell: t.Metric.sum(runs)}
	r.value = t.Metric.Value(r.Cell)
	for _, one := range runs {
		r.messages += one.All.Messages
		r.left += one.All.Messages - one.All.Completed
		if one.All.Completed == 0 {
			r.value = 0
		}
	}
	return r
}

// factor is the larger of a value over the target's and its inverse, infinite for 0. A quotient is the same on all
// machines.
func (t *Target) factor(value float64) float64 {
	if value == 0 {
		return math.Inf(1)
	}
	return max(value/t.Value, t.Value/value)
}

// distance returns the largest factor of a setting over the fitted targets, or over the held-out ones.
func (q *search) distance(x setting, heldOutTargets, heldOutSeeds bool) float64 {
	far := 0.0
	for i := range q.Targets {
		if t := &q.Targets[i]; t.HeldOut == heldOutTargets {
			far = max(far, t.factor(q.read(t, x, heldOutSeeds).value))
		}
	}
	return far
}

// nearby is the number of settings that a fit reports and runs with held-out seeds.
const nearby = 5

// candidate is a setting found by a fit, and how many others give the same values.
type candidate struct {
	setting setting
	same    int
}

// fits are the results of a fit's search.
type fits struct {
	walk progress
	// ranked are the tried settings by distance, of equals the one tried first; best are the first of them that
	// differ in a fitted value.
	ranked []setting
	best   []candidate
}

func (q *search) fitted(walk progress) *fits {
	f := &fits{walk: walk, ranked: slices.Clone(walk.tried)}
	far := q.score(0)
	slices.SortStableFunc(f.ranked, func(a, b setting) int { return cmp.Compare(far(a).distance, far(b).distance) })
	at := map[string]int{}
	for _, x := range f.ranked {
		if len(f.best) == nearby && far(x).distance > far(f.best[nearby-1].setting).distance {
			break // the rest does not equal the best
		}
		values := ""
		for i := range q.Targets {
			if t := &q.Targets[i]; !t.HeldOut {
				values += fmt.Sprint(q.read(t, x, false), ";")
			}
		}
		if i, ok := at[values]; ok {
			f.best[i].same++
		} else if len(f.best) < nearby {
			at[values] = len(f.best)
			f.best = append(f.best, candidate{setting: x})
		}
	}
	return f
}

// confirm lists the runs of the best settings with held-out seeds, and with all seeds for held-out targets.
func (q *search) confirm(f *fits) []trial {
	var list []trial
	search, heldOut := map[cellKey]bool{}, map[cellKey]bool{}
	every := func(*Target) bool { return true }
	for _, b := range f.best {
		list = append(list, q.toward(b.setting, q.Seeds, search, every)...)
		list = append(list, q.toward(b.setting, q.HeldOut, heldOut, every)...)
	}
	return list
}
