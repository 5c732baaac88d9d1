package drum

import (
	"slices"

	"smartnic-cc/internal/base/num/quantile"
	"smartnic-cc/nicmodel/event"
)

// Percentile returns the percentile of the completion times of the batches of connections first to last; 0 without
// any.
func (m *Measurement) Percentile(percent int, first, last int) event.Time {
	all := slices.Concat(m.Times[first : last+1]...)
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[quantile.Percent(percent, len(all))]
}

// Mean returns the mean completion time of connections first to last; 0 without any.
func (m *Measurement) Mean(first, last int) event.Time {
	return quantile.Mean(slices.Concat(m.Times[first : last+1]...))
}

// loads repeats a load for n connections.
func loads(n int, l Load) []Load {
	return slices.Repeat([]Load{l}, n)
}

// small returns the testbed of connections with one outstanding WQE of 32 bytes each.
func small(scheme Scheme, conns int) *Testbed {
	return &Testbed{Scheme: scheme, Loads: loads(conns, Load{Batch: 1, Bytes: 32}), Warm: 2 * event.Millisecond, Length: 22 * event.Millisecond, Seed: 1}
}
