package scenario_test

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestThroughput: all that was delivered is in the bins, and the last of them ends with the run.
func TestThroughput(t *testing.T) {
	sum, files := run(t, parse(t, busy, "run.end=100us"), 2)
	require.Less(t, sum.Completed, sum.Messages)
	rows, err := csv.NewReader(strings.NewReader(string(files["throughput.csv"]))).ReadAll()
	require.NoError(t, err)
	var v [7]int64
	delivered := int64(0)
	for _, row := range rows[1:] {
		for i := range v {
			v[i], err = strconv.ParseInt(row[i], 10, 64)
			require.NoError(t, err)
		}
		require.Equal(t, min(v[0]+7_000_000, 100_000_000), v[1])
		delivered += v[6]
	}
	require.EqualValues(t, 98_000_000, v[0])
	require.EqualValues(t, sum.PayloadBytes, delivered)
	_, files = run(t, parse(t, busy, "record.throughput=0"), 1)
	require.NotContains(t, files, "throughput.csv")
}
