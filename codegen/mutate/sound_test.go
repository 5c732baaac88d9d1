package mutate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/fixedpoint"
)

// closeCall draws arguments of bandit.Select for k arms, nearly all of which have about the
// same index: parameters without growth, k means and counts, and the iteration.
func closeCall(rng *rand.Rand, k int) []uint64 {
	shift, xi := rng.Uint32N(15), rng.Uint32N(1<<17)>>rng.IntN(17)
	args := []uint64{300, 12, uint64(shift), 0, 65535, 65535, 1<<32 - 1, 0, uint64(xi)}
	counts := make([]uint32, k)
	sum := uint32(0)
	for i := range counts {
		if rng.IntN(16) > 0 {
			counts[i] = rng.Uint32N(65535)>>rng.IntN(16) + 1
		}
		sum += counts[i]
	}
	scale := uint32(0)
	if log := int32(fixedpoint.Log2(sum)) - int32(shift)<<16; log > 0 {
		x := fixedpoint.MulShiftDown(fixedpoint.MulShiftDown(uint32(log), xi, 16), 1<<(16+shift)-1, 16)
		scale = uint32(fixedpoint.Sqrt(fixedpoint.UQ16x16(x)))
	}
	padding := func(i int) int64 {
		return int64(fixedpoint.MulShiftDown(scale, uint32(fixedpoint.RSqrt(fixedpoint.UQ16x16(counts[i]))), 16))
	}
	index := padding(rng.IntN(k)) + int64(rng.Uint32N(1<<24)>>rng.IntN(24))
	for i, c := range counts {
		mean := (index - padding(i) + rng.Int64N(600) - 300) >> 8
		if mean < 0 || mean > 65535 || rng.IntN(6) == 0 {
			mean = int64(rng.Uint32N(1<<16) >> rng.IntN(16))
		}
		args = append(args, uint64(mean), uint64(c))
	}
	return append(args, uint64(k+rng.IntN(280)))
}

// TestProblemsAdmitDifferences: a call on which a mutant differs from the original solves
// the problems of that mutant that are told lemmas. Lemmas, ranges or other facts that leave out what can
// happen, with which anything would be shown equal, leave such a problem without a solution.
func TestProblemsAdmitDifferences(t *testing.T) {
	p := firmware(t)
	prover := NewProver(p)
	right, wrong := interp.New(p), interp.New(p)
	rng := rand.New(rand.NewPCG(6, 1))
	asked := map[Scope]int{}
	i := 0
	for _, m := range List(p) {
		if m.Func.FullName() != "bandit.Select_2Arm" && m.Func.FullName() != "bandit.Select_4Arm" {
			continue
		}
		if i++; i%admitted != 0 && !*long {
			continue
		}
		k := 2
		if m.Func.FullName() == "bandit.Select_4Arm" {
			k = 4
		}
		limits := limitsOf(m.Func, writtenTypes(p))
		restore := wrong.Replace(m.Func, m.Body())
		var args []uint64
		for range 2000 {
			a := closeCall(rng, k)
			require.True(t, inRange(limits, a), a)
			want, err := right.CallFunc(m.Func, slices.Clone(a))
			require.NoError(t, err)
			if have, err := wrong.CallFunc(m.Func, slices.Clone(a)); err != nil || !slices.Equal(want, have) {
				args = a
				break
			}
		}
		restore()
		if args == nil {
			continue
		}
		for _, scope := range []Scope{Lemmas, Deep} {
			q, err := prover.Problem(m, scope, m.Func)
			require.NoError(t, err)
			require.False(t, q.Same, m.ID)
			var given strings.Builder
			for j, v := range args {
				x := fmt.Sprintf("i%d", j)
				if !strings.Contains(q.Text, "(declare-const "+x+" ") {
					continue
				}
				fmt.Fprintf(&given, "(assert (= %s %d))\n", x, v)
			}
			at := *q
			at.Text, at.inputs = strings.Replace(q.Text, "(check-sat)", given.String()+"(check-sat)", 1), nil
			a, _, err := at.Solve(t.Context(), 200_000)
			require.NoError(t, err)
			require.NotEqual(t, Equal, a, "%s: %v tells it, and the problem of %s denies that", m.ID, args, scope)
			if a == Different {
				asked[scope]++
			}
		}
	}
	t.Log(asked)
	for _, scope := range []Scope{Lemmas, Deep} {
		require.Greater(t, asked[scope], 3, scope)
	}
}

// admitted is one in how many mutants TestProblemsAdmitDifferences takes.
const admitted = 31
