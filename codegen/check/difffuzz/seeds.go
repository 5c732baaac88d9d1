package difffuzz

import (
	"slices"

	"smartnic-cc/testvectors"
)

// Limits of a seed: mutation is more effective on short ones.
const (
	seedCalls = 8
	seedSteps = 24
)

// Seeds makes inputs of vectors, so that the fuzzer starts from real parameters and events. Groups of other targets
// are skipped.
func Seeds(targets []Target, files []*testvectors.File) ([][]byte, error) {
	var seeds [][]byte
	add := func(c Case) error {
		b, err := Encode(targets, c)
		seeds = append(seeds, b)
		return err
	}
	for _, f := range files {
		for i := range f.Groups {
			g := &f.Groups[i]
			target := slices.IndexFunc(targets, func(t Target) bool { return t.Name() == g.Name })
			if target < 0 {
				continue
			}
			for calls := range slices.Chunk(g.Calls, seedCalls) {
				c := Case{Target: target}
				for _, call := range calls {
					c.Rows = append(c.Rows, call.Args)
				}
				if err := add(c); err != nil {
					return nil, err
				}
			}
			for j := range g.Sequences {
				if err := add(seed(target, g, &g.Sequences[j])); err != nil {
					return nil, err
				}
			}
		}
	}
	return seeds, nil
}

// seed takes the first steps of a sequence; of a long one those from its middle, with the state there loaded.
func seed(target int, g *testvectors.Group, s *testvectors.Sequence) Case {
	c := Case{Target: target, Params: g.ParamValues}
	if s.Loaded {
		c.Loaded, c.State = true, s.Initial
	}
	steps := s.Steps
	if mid := len(steps) / 2; mid > seedSteps && s.ID%2 == 0 {
		_, _, state := g.Split(steps[mid-1])
		c.Loaded, c.State, steps = true, state, steps[mid:]
	}
	for _, row := range steps[:min(len(steps), seedSteps)] {
		event, _, _ := g.Split(row)
		c.Rows = append(c.Rows, event)
	}
	return c
}
