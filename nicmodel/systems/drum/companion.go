package drum

import "smartnic-cc/nicmodel/systems/companion"

// Companion compares the paper's experiments with the model's, which take some CPU seconds in any size.
func Companion() companion.System {
	return companion.System{
		Name: "drum", Title: "DRUM: rates of WQEs and of CQ polls by ADMM",
		Text: claims.Text,
		Parts: func(companion.Size) []companion.Part {
			return []companion.Part{part("observations", (*rows).observations), part("testbed", (*rows).testbed), part("simulations", (*rows).simulations)}
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
