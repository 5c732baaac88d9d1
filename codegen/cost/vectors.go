package cost

import (
	"slices"

	"smartnic-cc/testvectors"
)

// leftOut are the files of the corpus that no cost is measured over: handlers that other
// files have, with other parameters. A mean over them as well would change the cycles that
// the NIC model takes, and with these its results, though no handler has changed.
var leftOut = []string{"dolcerc4-recommended.json"}

// unusual are the flags of tests that no cost of the corpus is measured over, for the same
// reason: they have parameters and states that no NIC has, and are added whenever a port
// could be wrong in another way.
var unusual = []string{"ParameterEnds", "FoundBySearch"}

// Vectors reads the vectors that costs are measured over: the files of the given paths, or
// the corpus without those and the tests that are left out. The errors are those of
// testvectors.Load.
func Vectors(paths []string) ([]*testvectors.File, error) {
	files, err := testvectors.Load(paths)
	if err != nil || len(paths) > 0 {
		return files, err
	}
	files = slices.DeleteFunc(files, func(f *testvectors.File) bool { return slices.Contains(leftOut, f.Name) })
	for _, f := range files {
		for i := range f.Groups {
			g := &f.Groups[i]
			g.Sequences = slices.DeleteFunc(g.Sequences, func(s testvectors.Sequence) bool {
				return slices.ContainsFunc(s.Flags, func(flag string) bool { return slices.Contains(unusual, flag) })
			})
		}
	}
	return files, nil
}
