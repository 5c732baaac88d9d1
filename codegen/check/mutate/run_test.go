package mutate

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors"
)

// corpus is the corpus, on the firmware, once for all tests.
var corpus = sync.OnceValues(func() (*Corpus, error) {
	p, err := program()
	if err != nil {
		return nil, err
	}
	files, err := testvectors.Corpus()
	if err != nil {
		return nil, err
	}
	return NewCorpus(p, files)
})

// TestRunAgreesWithVerify compares verdicts with the plain way: the mutant applied to the
// program, and every vector of the corpus run from its beginning.
func TestRunAgreesWithVerify(t *testing.T) {
	p := firmware(t)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	c, err := corpus()
	require.NoError(t, err)
	all := List(p)
	r := rand.New(rand.NewPCG(5, 6))
	var sample []*Mutant
	for range 30 {
		sample = append(sample, all[r.IntN(len(all))])
	}
	verdicts, err := c.Run(t.Context(), sample, nil)
	require.NoError(t, err)
	killed := 0
	for i, v := range verdicts {
		require.Same(t, sample[i], v.Mutant)
		undo := v.Mutant.Apply()
		fw := conformance.Interpreter(p)
		dead := false
		for _, f := range files {
			report, err := testvectors.Verify(fw, f, testvectors.Options{Continue: true})
			dead = dead || err != nil || !report.OK()
			if v.Killed && v.By.File == f.Name && err == nil {
				require.False(t, report.OK(), "%s is said to fail %s", v.Mutant.ID, v.By)
			}
			if dead && (!v.Killed || v.By.File == f.Name) {
				break
			}
		}
		undo()
		require.Equal(t, dead, v.Killed, v.Mutant.ID)
		if dead {
			killed++
		}
	}
	require.NotZero(t, killed)
	require.Less(t, killed, len(sample), "no survivor among them: take another seed")
}

// TestInitSetsAll: an init function that leaves the state as it finds it is killed.
func TestInitSetsAll(t *testing.T) {
	c, err := corpus()
	require.NoError(t, err)
	inits := map[*ir.Func]bool{}
	for _, d := range c.prog.Transducers {
		inits[d.Init] = true
	}
	var deleted []*Mutant
	for _, m := range List(c.prog) {
		if inits[m.Func] && m.Kind == Deletion {
			deleted = append(deleted, m)
		}
	}
	require.GreaterOrEqual(t, len(deleted), 9)
	verdicts, err := c.Run(t.Context(), deleted, nil)
	require.NoError(t, err)
	for _, v := range verdicts {
		require.True(t, v.Killed, "%s: %s", v.Mutant.ID, v.Mutant.Before)
	}
}

// TestSpread checks that every number occurs once.
func TestSpread(t *testing.T) {
	for n := range 70 {
		seen := map[int]bool{}
		for i := range spread(n) {
			require.False(t, seen[i] || i < 0 || i >= n, "%d of %d", i, n)
			seen[i] = true
		}
		require.Len(t, seen, n)
	}
}
