package mutate

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/testvectors"
)

// TestWork: the calls of the built-in algorithms are all usual, so that what is searched for them does not
// depend on their work. Of one that goes through a table of 640 scalars a round makes fewer.
func TestWork(t *testing.T) {
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	p := firmware(t)
	c, err := NewCorpus(p, files)
	require.NoError(t, err)
	h := NewSearcher(p, List(p), c.Inputs(), 1)
	for f, q := range h.calls {
		require.LessOrEqual(t, q.work, usualWork, f.FullName())
	}
	require.Equal(t, 1000, h.budgeted(h.targets(), 1000))

	const folder = "../../../nicmodel/systems/rperf/rttmeter"
	own, err := codegen.Load([]string{folder})
	require.NoError(t, err)
	paths, err := filepath.Glob(folder + "/testdata/*.json")
	require.NoError(t, err)
	files, err = testvectors.Load(paths)
	require.NoError(t, err)
	c, err = NewCorpus(own.Program, files)
	require.NoError(t, err)
	f := own.Program.Func("rttmeter.Quantile")
	h = NewSearcher(own.Program, hunted(own.Program, f.FullName()), c.Inputs(), 1)
	// Three statements and more a turn, and as many scalars.
	require.Greater(t, h.calls[f].work, 640*2+640)
	require.Less(t, h.calls[f].work, Weight(f)+650)
	require.InDelta(t, 1000*usualWork/h.calls[f].work, h.budgeted([]target{{f, 1}}, 1000), 1)
	require.Equal(t, 1000, h.budgeted([]target{{own.Program.Func("rttmeter.Bucket"), 1}}, 1000))
}
