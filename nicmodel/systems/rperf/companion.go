package rperf

import "smartnic-cc/nicmodel/systems/companion"

// Companion returns the thesis's measurements beside the model's, which take about 5 CPU seconds in any size.
func Companion() companion.System {
	return companion.System{
		Name: "rperf", Title: "RPerf: the RTT without that of the end points",
		Text: []string{
			"Chapter 5 of the thesis \"Application-Centric Bandwidth Allocation in Datacenters\" (Edinburgh, 2022) measures one InfiniBand switch of 56 Gb/s with ConnectX-4, " +
				"and repeats some of it in a simulator. Here host 0 measures to host 1 through the model's credit switches (package nicmodel/credit) from the NIC's host interface (package nicmodel/hostpath). " +
				"Sources that always have a one-packet message to send replace the thesis's Spark jobs. Numbers are the median or the 99.9th percentile of 2000 measurements, one seed.",
		},
		Parts: func(companion.Size) []companion.Part {
			return []companion.Part{
				part("unloaded", (*rows).oneToOne), part("tools", (*rows).comparators), part("shared", (*rows).loaded), part("sizes", (*rows).bySize),
			}
		},
	}
}

// part is a part of the claims that one function measures.
func part(name string, measure func(r *rows)) companion.Part {
	return claims.Part(name, func(m *companion.Measured) error {
		r := &rows{Measured: m}
		measure(r)
		return r.err
	})
}

// loaded are sources of 4096 B.
func (r *rows) loaded() {
	shared := r.mixed()
	r.arbiters(shared)
	r.priorities(shared)
}
