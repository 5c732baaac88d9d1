package explain

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/firmwarelog"
	"smartnic-cc/internal/transducer"
	"smartnic-cc/internal/transducer/reference"
)

// hostile draws values of a row: of any pattern that fits the types, often of few bits.
func hostile(rng *rand.Rand, leaves []transducer.Leaf) []uint64 {
	v := make([]uint64, len(leaves))
	for i, l := range leaves {
		v[i] = l.Wrap(rng.Uint64() >> rng.IntN(64))
		if rng.IntN(8) == 0 {
			v[i] = l.Wrap(^uint64(0))
		}
	}
	return v
}

// FuzzExplain: parameters, states and events far outside their ranges, as a log may hold
// them, make neither the reference nor an explanation panic; and the field that was
// changed is the one that differs.
func FuzzExplain(f *testing.F) {
	names := []string{"dcqcn", "dcqcnnp", "bandit2", "bandit4", "dolcerc4", "dolcercplus4"}
	for i := range names {
		f.Add(uint64(i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64, which uint8) {
		rng := rand.New(rand.NewPCG(seed, uint64(which)))
		a, err := reference.Catalog().Algorithm(names[int(which)%len(names)])
		require.NoError(t, err)
		params := hostile(rng, a.Params)
		c, err := reference.New().Open(a.Name, params)
		require.NoError(t, err)
		before, event := hostile(rng, a.State), hostile(rng, a.Event)
		require.NoError(t, c.Load(before))
		output, state, err := c.Step(event)
		require.NoError(t, err)
		d := &firmwarelog.Difference{
			Step: 1, Algorithm: a, Params: params, Before: before, Event: event, ExpectedOutput: clone(output), ExpectedState: clone(state),
			Output: firmwarelog.All(clone(output)), State: firmwarelog.All(clone(state)),
		}
		at := rng.IntN(len(a.State))
		d.State.V[at] = a.State[at].Wrap(d.State.V[at] + uint64(1+rng.IntN(255)))
		if a.State[at].Bool {
			d.State.V[at] = 1 - d.ExpectedState[at]
		}
		x, err := New(a.Name, params)
		require.NoError(t, err)
		e, err := x.Explain(d)
		require.NoError(t, err)
		for _, h := range e.Hypotheses {
			require.Equal(t, []string{"state." + a.State[at].Name}, h.Explains)
		}
		var b strings.Builder
		require.NoError(t, e.Write(&b, TextOptions{Chain: -1, Others: 100}))
		for _, line := range strings.Split(b.String(), "\n") {
			if strings.Contains(line, " ") && !strings.Contains(strings.TrimSpace(line), " ") {
				continue // a word that is longer than a line
			}
			require.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
		}
	})
}

func clone(v []uint64) []uint64 { return append([]uint64(nil), v...) }
