package laws

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/conformance"
)

// TestOracle: a step that breaks a law fails with the law's words, and one outside of the declared ranges does not.
func TestOracle(t *testing.T) {
	p, _ := withLaws(t, atMost, "law once e.Kind == Notice implies t.Count <= 3")
	fw := Oracle(conformance.Interpreter(p.Machine.Program()), p.Machine.Program())
	c, err := fw.Open("counter", []uint64{1000, 1000, 0})
	require.NoError(t, err)
	for _, event := range [][]uint64{{0, 0, 1}, {0, 0, 1}, {0, 6, 1}} { // each adds 1000, at most 1000
		_, _, err = c.Step(event)
		require.NoError(t, err)
	}
	_, _, err = c.Step([]uint64{0, 1, 2})
	require.ErrorContains(t, err, "a step of counter breaks the law once: e.Kind == Notice implies t.Count <= 3: ")

	c, err = fw.Open("counter", []uint64{1001, 1000, 0}) // a Step above its range
	require.NoError(t, err)
	_, _, err = c.Step([]uint64{0, 0, 1})
	require.NoError(t, err)
	_, _, err = c.Step([]uint64{0, 1, 2})
	require.NoError(t, err)
}
