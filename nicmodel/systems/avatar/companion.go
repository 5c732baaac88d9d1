package avatar

import "smartnic-cc/nicmodel/systems/companion"

// Companion returns the paper's experiments beside the model's, which take about 2 CPU seconds in any size.
func Companion() companion.System {
	return companion.System{
		Name: "avatar", Title: "Avatar: QPs shared without locks, blocks cut into segments",
		Text: claims.Text(),
		Parts: func(companion.Size) []companion.Part {
			return []companion.Part{
				part("sharing", (*rows).sharing), part("blocking", (*rows).blocking), part("scheduling", (*rows).scheduling),
				part("whole", (*rows).whole), part("latency", (*rows).latency),
			}
		},
	}
}

// part is a part of the claims that one function measures, with the default configuration.
func part(name string, measure func(r *rows)) companion.Part {
	return claims.Part(name, func(m *companion.Measured) error {
		r := &rows{Measured: m, study: study{config: Default()}}
		measure(r)
		return r.err
	})
}
