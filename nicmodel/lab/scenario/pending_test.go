package scenario_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
)

// TestPending: what is posted and not complete at the end is listed, and nothing else.
func TestPending(t *testing.T) {
	const header = "conn,message,src,dst,bytes,start_ps\n"
	for settings, want := range map[string]string{
		"run.end=3ms": header,
		// Two connections of eight are logged.
		"run.end=100us,record.rates=2-3,record.throughput=0": header + "2,2,2,8,2000000,0\n3,3,3,8,2000000,0\n",
		"run.end=1ps,record.throughput=0":                    "",
		// With throughput all are listed, though one is logged.
		"run.end=100us,record.rates=2": "",
	} {
		s, err := scenario.Read("../../../docs/sample/incast.toml", strings.Split(settings, ",")...)
		require.NoError(t, err)
		sum, files := run(t, s, 1)
		if want == "" {
			require.Zero(t, sum.Completed)
			require.Equal(t, 9, strings.Count(string(files["pending.csv"]), "\n"), settings)
			continue
		}
		require.Equal(t, want, string(files["pending.csv"]), settings)
	}
}
