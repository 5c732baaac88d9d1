package conformance_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/testvectors"
)

// TestOpenKeepsNoParams: whoever serves connections reads the next request into the same memory.
func TestOpenKeepsNoParams(t *testing.T) {
	program, err := codegen.Firmware()
	require.NoError(t, err)
	b, err := testvectors.CorpusBytes("dcqcn-paper.json")
	require.NoError(t, err)
	f, err := testvectors.Decode("dcqcn-paper.json", b)
	require.NoError(t, err)
	g := &f.Groups[0]
	params := append([]uint64(nil), g.ParamValues...)
	c, err := conformance.Interpreter(program).Open(g.Name, params)
	require.NoError(t, err)
	clear(params)
	for _, row := range g.Sequences[0].Steps {
		event, output, state := g.Split(row)
		o, s, err := c.Step(event)
		require.NoError(t, err)
		require.Equal(t, output, o)
		require.Equal(t, state, s)
	}
}
