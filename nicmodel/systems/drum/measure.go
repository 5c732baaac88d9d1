package drum

import (
	"slices"

	"smartnic-cc/nicmodel/event"
)

// Percentile returns the percentile of the completion times of the batches of connections first to last; 0 without
// any.
func (m *Measurement) Percentile(percent int, first, last int) event.Time {
	var all []event.Time
	for _, t := range m.Times[first : last+1] {
		all = append(all, t...)
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min((len(all)*percent+99)/100, len(all))-1]
}

// Mean returns the mean completion time of connections first to last; 0 without any.
func (m *Measurement) Mean(first, last int) event.Time {
	sum, n := event.Time(0), event.Time(0)
	for _, t := range m.Times[first : last+1] {
		for _, x := range t {
			sum += x
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// loads repeats a load for n connections.
func loads(n int, l Load) []Load {
	all := make([]Load, n)
	for i := range all {
		all[i] = l
	}
	return all
}

// small returns the testbed of connections with one outstanding WQE of 32 bytes each.
func small(scheme Scheme, conns int) *Testbed {
	return &Testbed{Scheme: scheme, Loads: loads(conns, Load{Batch: 1, Bytes: 32}), Warm: 2 * event.Millisecond, Length: 22 * event.Millisecond, Seed: 1}
}
