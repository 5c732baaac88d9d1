package compare

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel/lab/scenario"
)

// TestUntraced: an algorithm that takes hops is warned of where packets pass more of them than it can hold.
func TestUntraced(t *testing.T) {
	a, err := folder.Open("../../testdata/hops", folder.Options{Set: []string{"Least=2000B", "Most=200000B", "Queue=30000B"}})
	require.NoError(t, err)
	s, err := scenario.Read("../../../docs/sample/hpcc320.toml")
	require.NoError(t, err)
	config, err := s.Config()
	require.NoError(t, err)
	require.Equal(t, 5, farthest(config), "up to the core and down again")
	c := &Contender{config: config, setup: &a.Setup}
	room := a.Algorithm.Contract.Hops()
	if room < 5 {
		require.Contains(t, untraced(c), "takes the telemetry of")
		require.Contains(t, untraced(c), "and packets here pass up to 5")
	} else {
		require.Empty(t, untraced(c))
	}
	// With arrays of another length.
	for i := range a.Algorithm.Contract.Signals {
		if x := &a.Algorithm.Contract.Signals[i]; x.Signal.Info().Hops {
			field, kind := *x.Field, *x.Field.Type
			kind.Len = 3
			field.Type = &kind
			x.Field = &field
		}
	}
	require.Equal(t, 3, a.Algorithm.Contract.Hops())
	require.Equal(t, "takes the telemetry of 3 switches, and packets here pass up to 5: it sees nothing of the others", untraced(c))
	require.Empty(t, untraced(&Contender{config: config}))
	require.NotNil(t, a.Algorithm.Contract.Signal(ir.SignalHops, ""))
}
