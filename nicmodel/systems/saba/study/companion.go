package study

import (
	"smartnic-cc/nicmodel/systems/companion"
	"smartnic-cc/nicmodel/systems/saba/cluster"
)

// Companion compares the thesis' statements on Saba's control plane with the model, in some CPU seconds in any size.
func Companion() companion.System {
	return companion.System{
		Name: "saba", Title: "Saba: bandwidth by the sensitivity of applications",
		Text: claims.Text,
		Parts: func(size companion.Size) []companion.Part {
			placements := map[companion.Size]int{companion.Smoke: 3, companion.Fast: 8, companion.Full: 16}[size]
			return []companion.Part{part("profiles", (*rows).profiles), part("maps", (*rows).maps), part("cost", (*rows).cost), part("curves", (*rows).curves), part("stages", (*rows).stages),
				claims.Part("pair", cluster.MeasurePair),
				claims.Part("network", func(m *companion.Results) error { return cluster.MeasureNetwork(m, placements) })}
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
