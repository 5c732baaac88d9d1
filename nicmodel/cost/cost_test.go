package cost_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/cost"
)

func TestTable(t *testing.T) {
	table := cost.Default()
	require.NotEmpty(t, table.Handlers)
	for i := range table.Handlers {
		h := &table.Handlers[i]
		require.Len(t, h.Costs, len(table.Units), h.Name)
		for profile := range table.Units {
			c, err := table.Of(h.Name, profile)
			require.NoError(t, err)
			require.GreaterOrEqual(t, c.Mean, int64(0))
			require.Equal(t, h.Costs[profile], c)
		}
	}
	_, err := table.Of("dolcerc4 cmp", "dpa")
	require.ErrorContains(t, err, "dolcerc4 cnp learns")
	_, err = table.Of("dolcerc4 cnp", "dpb")
	require.ErrorContains(t, err, "no profile")
	_, err = cost.Parse([]byte("{"))
	require.ErrorContains(t, err, "ccgen cost --table")
}

func Example() {
	cnp, _ := cost.Default().Of("dolcerc4 cnp learns", "dpa")
	alone, _ := cost.Default().Of("dolcerc4 cnp", "dpa")
	fmt.Println(cnp.Mean > alone.Mean, cnp.Worst >= cnp.Mean)
	// Output: true true
}
