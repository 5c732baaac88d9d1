package cost_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/cost"
	nic "smartnic-cc/nicmodel/cost"
)

// TestStepsOf: the steps of an algorithm that no vector is evaluated of cost at worst what the NIC model's table,
// which was measured over the corpus, has of them.
func TestStepsOf(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	host, err := cost.LoadProfile("x86-64")
	require.NoError(t, err)
	dpa, err := cost.LoadProfile("dpa")
	require.NoError(t, err)
	found := 0
	for _, name := range []string{"dcqcn", "dolcerc4", "dolcercplus4"} {
		steps, err := cost.NewModel(cost.StepsOf(p, p.Transducer(name))).Measure(host, nil, nil)
		require.NoError(t, err)
		require.NotEmpty(t, steps)
		for i := range steps {
			want, err := nic.Default().Of(steps[i].Name, "dpa")
			if err != nil {
				continue // a kind that no vector has
			}
			found++
			_, worst := dpa.Of(&steps[i])
			require.Equal(t, want.Worst, int64(math.Round(1000*worst)), steps[i].Name)
			require.Zero(t, steps[i].Calls)
		}
	}
	require.Greater(t, found, 8)
}
