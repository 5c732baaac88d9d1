package explain

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/internal/logs/firmwarelog/logtest"
)

var update = flag.Bool("update", false, "write the sample log")

// sample is the log of docs/vectors.md: of a firmware that truncates alpha.
const sample = "../../../docs/sample/firmware.csv"

// TestSampleLog: the sample is what a firmware writes that runs the first sequences of
// the paper's profile and leaves the rounding of alpha away.
func TestSampleLog(t *testing.T) {
	g := &corpus(t, "dcqcn-paper.json").Groups[0]
	g.Sequences = g.Sequences[:3]
	x, a := explainer(t, g)
	var truncated *mutate.Mutant
	for _, m := range x.mutants {
		if m.Func.FullName() == "dcqcn.Params_roundAlpha" && m.What == "rounded down instead of half up" {
			truncated = m
		}
	}
	require.NotNil(t, truncated)
	defer x.machine.Replace(truncated.Func, truncated.Body())()
	rs := faultyLog(t, g, x.plain)
	for i := range rs {
		if rs[i].Kind == "load" {
			rs[i].Kind = "init"
		}
		rs[i].Conn = "qp-" + rs[i].Conn[:1]
	}
	text := logtest.CSV(a, g.ParamValues, rs)
	if *update {
		require.NoError(t, os.WriteFile(sample, []byte(text), 0o644))
	}
	want, err := os.ReadFile(sample)
	require.NoError(t, err)
	require.Equal(t, string(want), text, "go test ./internal/tool/explain -run Sample -update rewrites it")
}
