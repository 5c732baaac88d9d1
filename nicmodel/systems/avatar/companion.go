package avatar

import "smartnic-cc/nicmodel/systems/companion"

// Companion compares the paper's experiments with the model's, which take about 2 CPU seconds in any size.
func Companion() companion.System {
	return companion.System{
		Name: "avatar", Title: "Avatar: QPs shared without locks, blocks cut into segments",
		Text: claims.Text,
		Parts: func(companion.Size) []companion.Part {
			return []companion.Part{
				experiments("sharing", (*rows).sharing), experiments("blocking", (*rows).blocking), experiments("scheduling", (*rows).scheduling),
				experiments("whole", (*rows).whole), experiments("latency", (*rows).latency),
			}
		},
	}
}

// experiments is a part of the claims, measured by one function with the default configuration.
func experiments(name string, measure func(r *rows)) companion.Part {
	return claims.Part(name, func(m *companion.Results) error {
		r := &rows{Results: m, study: study{config: Default()}}
		measure(r)
		return r.err
	})
}
