package mutate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
)

// TestWeight: loops count as often as they run, with what is called in them.
func TestWeight(t *testing.T) {
	p, err := codegen.Load([]string{"../../../nicmodel/systems/rperf/rttmeter", "../../../nicmodel/systems/drum/root"})
	require.NoError(t, err)
	weight := map[string]int{}
	for _, f := range ir.Reachable(p.Program.Exports()...) {
		weight[f.FullName()] = Weight(f)
	}
	require.Equal(t, 3, weight["rttmeter.Bucket"])
	require.Greater(t, weight["rttmeter.Quantile"], 640*3)
	require.Equal(t, 3+32*3, weight["root.ISqrt64"])
	require.Equal(t, 1+weight["root.ISqrt64"], weight["root.Utility"])
	require.False(t, asks(p.Program.Func("rttmeter.Quantile")))
	require.True(t, asks(p.Program.Func("root.XNewton")))
}

// TestWeightOfFirmware: z3 is asked about every function of the built-in packages.
func TestWeightOfFirmware(t *testing.T) {
	p, err := codegen.Load(nil)
	require.NoError(t, err)
	for _, f := range ir.Reachable(p.Program.Exports()...) {
		require.True(t, asks(f), f.FullName())
	}
}
