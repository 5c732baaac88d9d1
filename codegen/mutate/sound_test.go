package mutate

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/fixedpoint"
)

// closeCall draws arguments of bandit.Select for k arms, nearly all of which have about the
// same index: parameters without growth, k means and counts, and the iteration.
func closeCall(rng *rand.Rand, k int) []uint64 {
	shift, xi := rng.Uint32N(15), 22713+rng.Uint32N(90852-22713+1)
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

// valuesAt says what the inputs of a problem are at a call: the arguments, and what the calls
// give that the problem does not follow.
func valuesAt(t *testing.T, right *interp.Machine, p *ir.Program, q *Problem, args []uint64) []string {
	var lines []string
	input := make([]uint64, len(q.terms.names))
	set := func(i uint64, v uint64) {
		input[i] = v
		if x := fmt.Sprintf("i%d", i); strings.Contains(q.Text, "(declare-const "+x+" ") {
			lines = append(lines, fmt.Sprintf("(assert (= %s %d))\n", x, v))
		}
	}
	for i, v := range args {
		set(uint64(i), v)
	}
	for _, c := range q.calls.list {
		given := make([]uint64, len(c.args))
		done := map[term]*big.Int{}
		for i, x := range c.args {
			given[i] = evaluate(q.terms, x, input, done).Uint64()
		}
		out, err := right.CallFunc(p.Func(c.callee), given)
		require.NoError(t, err)
		for i, x := range q.calls.results[fmt.Sprint(c.callee, c.args)] {
			n := q.terms.nodes[x]
			set(n.val, out[i]&(1<<max(n.width, 1)-1)) // a negative one has the sign in all 64 bits
		}
	}
	return lines
}

// evaluate returns what a term of a problem without tables and divisions is for the inputs.
func evaluate(tm *terms, x term, input []uint64, done map[term]*big.Int) *big.Int {
	if v, ok := done[x]; ok {
		return v
	}
	n := tm.nodes[x]
	of := func(y term) *big.Int { return evaluate(tm, y, input, done) }
	signed := func(y term) *big.Int {
		v := of(y)
		if w := uint64(tm.width(y)); v.Cmp(pow2(w-1)) >= 0 {
			return new(big.Int).Sub(v, pow2(w))
		}
		return v
	}
	truth := func(is bool) *big.Int {
		if is {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	v := new(big.Int)
	switch n.op {
	case tConst:
		v.SetUint64(n.val)
	case tInput:
		v.SetUint64(input[n.val])
	case tAdd:
		v.Add(of(n.a), of(n.b))
	case tSub:
		v.Sub(of(n.a), of(n.b))
	case tMul:
		v.Mul(of(n.a), of(n.b))
	case tAnd:
		v.And(of(n.a), of(n.b))
	case tOr:
		v.Or(of(n.a), of(n.b))
	case tXor:
		v.Xor(of(n.a), of(n.b))
	case tNot:
		v.Sub(new(big.Int).Sub(pow2(max(uint64(n.width), 1)), big.NewInt(1)), of(n.a))
	case tShl, tLshr, tAshr:
		c := new(big.Int).Set(of(n.b))
		if width := big.NewInt(int64(n.width)); c.Cmp(width) > 0 {
			c = width
		}
		switch n.op {
		case tShl:
			v.Lsh(of(n.a), uint(c.Uint64()))
		case tLshr:
			v.Rsh(of(n.a), uint(c.Uint64()))
		default:
			v.Rsh(signed(n.a), uint(c.Uint64()))
		}
	case tEq:
		v = truth(of(n.a).Cmp(of(n.b)) == 0)
	case tUlt:
		v = truth(of(n.a).Cmp(of(n.b)) < 0)
	case tUle:
		v = truth(of(n.a).Cmp(of(n.b)) <= 0)
	case tSlt:
		v = truth(signed(n.a).Cmp(signed(n.b)) < 0)
	case tSle:
		v = truth(signed(n.a).Cmp(signed(n.b)) <= 0)
	case tIte:
		if of(n.a).Sign() != 0 {
			v = of(n.b)
		} else {
			v = of(n.c)
		}
	case tZext:
		v = of(n.a)
	case tSext:
		v = new(big.Int).Set(signed(n.a))
	case tExtract:
		v.Rsh(of(n.a), uint(n.val))
	default:
		panic("no such term in these problems: " + tm.body(n))
	}
	v = new(big.Int).And(v, new(big.Int).Sub(pow2(max(uint64(n.width), 1)), big.NewInt(1)))
	done[x] = v
	return v
}

// TestProblemsAdmitDifferences: a call on which a mutant differs from the original, with what
// the functions that are not followed give there, solves the problems of that mutant that are
// told lemmas. Lemmas, ranges or other facts that leave out what can happen, with which
// anything would be shown equal, leave such a problem without a solution.
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
			given := strings.Join(valuesAt(t, right, p, q, args), "")
			at := *q
			at.Text, at.inputs = strings.Replace(q.Text, "(check-sat)", given+"(check-sat)", 1), nil
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
