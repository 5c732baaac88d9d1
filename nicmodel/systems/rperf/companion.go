package rperf

import "smartnic-cc/nicmodel/systems/companion"

// Companion compares the thesis's measurements with the model's, which take about 5 CPU seconds in any size.
func Companion() companion.System {
	return companion.System{
		Name: "rperf", Title: "RPerf: the RTT without that of the end points",
		Text: claims.Text,
		Parts: func(companion.Size) []companion.Part {
			return []companion.Part{
				part("unloaded", (*rows).oneToOne), part("tools", (*rows).comparators), part("shared", (*rows).loaded), part("sizes", (*rows).bySize),
			}
		},
	}
}

// part is a part of the claims, measured by one function.
func part(name string, measure func(r *rows)) companion.Part {
	return claims.Part(name, func(m *companion.Results) error {
		r := &rows{Results: m}
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
