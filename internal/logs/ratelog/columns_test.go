package ratelog_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/internal/logs/ratelog"
)

// names are the columns of a transducer.
func names(t *testing.T, folder, algorithm string, params []uint64) string {
	t.Helper()
	p, err := codegen.Load([]string{folder})
	require.NoError(t, err)
	def := p.Program.Transducer(algorithm)
	require.NotNil(t, def)
	var list []string
	for _, c := range ratelog.Columns(def, def.Declared(), params) {
		list = append(list, c.Name)
	}
	return strings.Join(list, " ")
}

// TestColumns: units and formats end a name, what is there already gets a prefix, and a format
// whose bits are a parameter's is open without the parameters.
func TestColumns(t *testing.T) {
	require.Equal(t, "rtt_ns acked_bytes rate_kbps show_rate_kbps show_rtt_ns gradient_ns_q4 calm", names(t, "../../../docs/examples/timely", "timely", nil))
	require.Equal(t, "bytes packets cnps marked did rate_kbps rc_kbps rt_kbps time_stage byte_stage alpha_q*", names(t, "../../../dcqcn", "dcqcn", nil))
	p, err := codegen.Load([]string{"../../../dcqcn"})
	require.NoError(t, err)
	params := make([]uint64, p.Program.Transducer("dcqcn").Params.Leaves())
	for i := range params {
		params[i] = 10
	}
	require.True(t, strings.HasSuffix(names(t, "../../../dcqcn", "dcqcn", params), " alpha_q10"))
}
