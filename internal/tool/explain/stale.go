package explain

import (
	"fmt"
	"slices"

	"smartnic-cc/internal/logs/firmwarelog"
)

// staleTrials are the hypotheses that a field of the state is read with an earlier value, as in a port that keeps it
// in two places, or keeps something computed from it, and updates one of them too rarely. The earlier value is that
// before the previous step, after the last event of each kind, or at the beginning of the connection.
func (x *Explainer) staleTrials(d *firmwarelog.Difference) []trial {
	var ts []trial
	a := d.Algorithm
	stale := func(i int, id, when string, old func(in *stepInput) ([]uint64, bool)) {
		name := a.State[i].Name
		t := x.input(stateBefore, name+"/"+id, fmt.Sprintf("state %s was the one %s", name, when), func(in *stepInput) bool {
			v, ok := old(in)
			if !ok || v[i] == in.before[i] {
				return false
			}
			in.before[i] = v[i]
			return true
		})
		ts = append(ts, t)
		// The same for what is computed from it, while the field itself is up to date.
		beside := t
		beside.h.ID += "/beside"
		beside.h.What = fmt.Sprintf("the rest is worked out from an old state %s, the one %s", name, when)
		beside.run = func(in *stepInput) (output, state []uint64, ok bool) {
			output, state, ok = t.run(in)
			if !ok {
				return nil, nil, false
			}
			_, right, ok := x.plain(in)
			if ok {
				state[i] = right[i]
			}
			return output, state, ok
		}
		ts = append(ts, beside)
	}
	initial, err := x.step.Init(d.Params)
	for i := range a.State {
		stale(i, "earlier", "of a step earlier", func(in *stepInput) ([]uint64, bool) {
			p := in.earlier()
			if p == nil {
				return nil, false
			}
			return p.Before, true
		})
		for _, kind := range x.kinds(d) {
			stale(i, fmt.Sprintf("since/%d", kind), "after the last "+x.log.EventName(kind), func(in *stepInput) ([]uint64, bool) {
				return after(in, x.kindAt, kind)
			})
		}
		if err == nil {
			stale(i, "initial", "at the connection's begin", func(*stepInput) ([]uint64, bool) { return initial, true })
		}
	}
	return ts
}

// kinds lists the kinds of event of the difference and of the steps before it that have names.
func (x *Explainer) kinds(d *firmwarelog.Difference) []uint64 {
	if x.kindAt < 0 {
		return nil
	}
	seen := map[uint64]bool{d.Event[x.kindAt]: true}
	for i := range d.History {
		seen[d.History[i].Event[x.kindAt]] = true
	}
	var list []uint64
	for _, k := range x.kindsOf {
		if seen[k.Value] {
			list = append(list, k.Value)
		}
	}
	slices.Sort(list)
	return list
}

// after returns the state after the last event of a kind before the step; ok is false if that is the state before the
// step, or unknown.
func after(in *stepInput, at int, kind uint64) (state []uint64, ok bool) {
	for i := len(in.past) - 2; i >= 0; i-- {
		if in.past[i].Event[at] == kind {
			return in.past[i+1].Before, in.past[len(in.past)-1].Event[at] != kind
		}
	}
	return nil, false
}
