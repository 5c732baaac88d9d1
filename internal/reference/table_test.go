package reference_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// TestNamesAreUnique: a name that occurs twice would hide the second entry.
func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range reference.Catalog().Algorithms {
		require.False(t, seen[a.Name], a.Name)
		seen[a.Name] = true
		for _, leaves := range [][]transducer.Leaf{a.Params, a.State, a.Event, a.Output} {
			names := map[string]bool{}
			for _, l := range leaves {
				require.NotEmpty(t, l.Name, a.Name)
				require.False(t, names[l.Name], "%s: two leaves %s", a.Name, l.Name)
				names[l.Name] = true
			}
		}
	}
	for _, f := range reference.Catalog().Funcs {
		require.False(t, seen[f.Name], f.Name)
		seen[f.Name] = true
	}
}
