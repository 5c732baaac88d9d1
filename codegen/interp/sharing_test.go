package interp_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/interp/testdata/sharing"
)

// TestSharing compares what tempts the compiler with Go, in whatever way it is compiled.
func TestSharing(t *testing.T) {
	fns := map[string]any{
		"State_Same": (*sharing.State).Same, "State_Chosen": (*sharing.State).Chosen, "Spent": sharing.Spent, "Swapped": sharing.Swapped,
		"State_Early": (*sharing.State).Early, "State_Conditions": (*sharing.State).Conditions, "Bits": sharing.Bits,
		"Faults": sharing.Faults, "Signed": sharing.Signed, "State_Tables": (*sharing.State).Tables, "Loops": sharing.Loops,
		"Choices": sharing.Choices,
	}
	p := load(t, "codegen/interp/testdata/sharing")
	require.Len(t, p.Exports(), len(fns))
	for _, roomy := range []int{0, 3, 30} {
		machines := forms(p, roomy)
		for name, fn := range fns {
			f := p.Func("sharing." + name)
			require.NotNil(t, f, name)
			r := rand.New(rand.NewPCG(uint64(roomy), 1))
			for range 500 {
				args := sampleArgs(r, f)
				after := slices.Clone(args)
				want, fault := goCall(fn, after)
				for form, m := range machines {
					have := slices.Clone(args)
					out, err := m.CallFunc(f, have)
					if fault != "" {
						require.ErrorContains(t, err, "is out of range for an array", "%s %s%v: Go panics: %s", form, name, args, fault)
						continue
					}
					require.NoError(t, err)
					require.Equal(t, fmt.Sprint(want, after), fmt.Sprint(out, have), "%s %s%v", form, name, args)
				}
			}
		}
	}
}
