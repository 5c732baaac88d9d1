package cost

import (
	"slices"

	"smartnic-cc/testvectors"
)

// leftOut are the files of the corpus that no cost is measured over: handlers that other
// files have, with other parameters. A mean over them as well would change the cycles that
// the NIC model takes, and with these its results, though no handler has changed.
var leftOut = []string{"dolcerc4-recommended.json"}

// Vectors reads the vectors that costs are measured over: the files of the given paths, or the corpus without the
// files of leftOut. The errors are those of testvectors.Load.
func Vectors(paths []string) ([]*testvectors.File, error) {
	files, err := testvectors.Load(paths)
	if err == nil && len(paths) == 0 {
		files = slices.DeleteFunc(files, func(f *testvectors.File) bool { return slices.Contains(leftOut, f.Name) })
	}
	return files, err
}
