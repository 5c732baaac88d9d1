package mutate

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// linearSource has each operation that integers say exactly.
const linearSource = `package p

//ccgen:export
//ccgen:wrap all of it
func F(a uint8, b uint16, c int8) uint32 {
	x := uint32(a)*77 + (uint32(b) << 5) - uint32(b>>3)
	y := b*1000 + (uint16(a) << 9)
	z := c - int8(a)
	if z < c && uint8(z)>>2 != (a&15) {
		x = x - 70000
	}
	w := uint32(z>>3) &^ 7
	if x <= w || b == 0 {
		return min(x, uint32(y)) + w
	}
	return max(uint32(y&0x1FF), ^x) - uint32(uint8(w>>4))
}
`

func loadOne(t *testing.T, source string) *ir.Program {
	fsys := fstest.MapFS{"p/p.go": {Data: []byte(source)}}
	p, err := frontend.Load(fsys, "m", []string{"p"}, frontend.Options{})
	require.NoError(t, err, source)
	return p
}

// solves asks z3 whether a problem has a solution.
func solves(t *testing.T, text string) bool {
	cmd := exec.CommandContext(t.Context(), "z3", "rlimit=4000000000", "-in")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	require.NoError(t, err)
	answer := strings.TrimSpace(string(out))
	require.Contains(t, []string{"sat", "unsat"}, answer, text)
	return answer == "sat"
}

// TestLinearIsExact wants of a function without products and logic of bits the one value
// that the interpreter gives, and no other, from the problem in integers.
func TestLinearIsExact(t *testing.T) {
	p := loadOne(t, linearSource)
	f := p.Func("p.F")
	m := interp.New(p)
	rng := rand.New(rand.NewPCG(5, 1))
	for range 25 {
		args := []uint64{ir.Uint8.Norm(rng.Uint64() >> rng.IntN(64)), ir.Uint16.Norm(rng.Uint64() >> rng.IntN(64)), ir.Int8.Norm(rng.Uint64())}
		tm := newTerms()
		s := &symbolic{terms: tm, fault: tm.truth(false), differs: tm.truth(false)}
		fr := &frame{fn: f, vars: map[*ir.Var]*cells{}, alive: tm.truth(true)}
		var facts []term
		for i, v := range f.Params {
			x := tm.input(widthOf(v.Type.Kind), v.Name)
			fr.vars[v] = &cells{[]term{x}}
			facts = append(facts, tm.eq(x, tm.constant(widthOf(v.Type.Kind), args[i])))
		}
		s.run(fr)
		require.NoError(t, s.err)
		out, err := m.CallFunc(f, args)
		require.NoError(t, err)
		is := tm.eq(fr.results[0], tm.constant(32, out[0]))
		require.True(t, solves(t, tm.linear(is, facts, false)), "%v gives %d", args, out[0])
		require.False(t, solves(t, tm.linear(tm.not(is), facts, false)), "%v gives nothing but %d", args, out[0])
	}
}

// TestMost holds the bounds that are found by form against values.
func TestMost(t *testing.T) {
	tm := newTerms()
	a, b := tm.input(8, "a"), tm.input(16, "b")
	wide := tm.extend(a, false, 16)
	for _, c := range []struct {
		x    term
		want int64
	}{
		{a, 255}, {wide, 255}, {tm.op(tAdd, wide, wide), 510}, {tm.op(tAdd, wide, b), 65535},
		{tm.op(tMul, wide, tm.constant(16, 257)), 65535}, {tm.op(tMul, wide, tm.constant(16, 256)), 65280},
		{tm.op(tLshr, b, tm.constant(16, 4)), 4095}, {tm.op(tLshr, b, tm.constant(16, 99)), 0}, {tm.op(tLshr, wide, b), 255},
		{tm.op(tShl, wide, tm.constant(16, 8)), 65280}, {tm.op(tShl, wide, tm.constant(16, 9)), 65535},
		{tm.op(tAnd, wide, b), 255}, {tm.extract(b, 12, 4), 15}, {tm.ite(tm.eq(a, a), wide, b), 255},
		{tm.ite(tm.eq(a, tm.constant(8, 0)), wide, tm.constant(16, 300)), 300},
	} {
		require.Equal(t, c.want, tm.most(c.x).Int64(), tm.body(tm.nodes[c.x]))
	}
}

// TestDeepIsExact wants the same of a shift by a variable that the form bounds, where the
// problem is to say it, and of a product that its own value is admitted and none above its
// bounds.
func TestDeepIsExact(t *testing.T) {
	p := loadOne(t, "package p\n\n//ccgen:export\n//ccgen:wrap all of it\nfunc F(a uint16, b uint32, c uint8) uint32 {\n"+
		"\treturn uint32(((uint64(b) << 3) + uint64(a)) >> (16 - (uint32(c) & 15)))\n}\n\n"+
		"//ccgen:export\nfunc G(a uint16, b uint16) uint32 { return uint32(a) * uint32(b) }\n")
	m := interp.New(p)
	rng := rand.New(rand.NewPCG(5, 2))
	for range 20 {
		for _, f := range []*ir.Func{p.Func("p.F"), p.Func("p.G")} {
			tm := newTerms()
			s := &symbolic{terms: tm, fault: tm.truth(false), differs: tm.truth(false)}
			fr := &frame{fn: f, vars: map[*ir.Var]*cells{}, alive: tm.truth(true)}
			var facts []term
			var args []uint64
			for _, v := range f.Params {
				k := v.Type.Kind
				args = append(args, k.Norm(rng.Uint64()>>rng.IntN(64)))
				x := tm.input(widthOf(k), v.Name)
				fr.vars[v] = &cells{[]term{x}}
				facts = append(facts, tm.eq(x, tm.constant(widthOf(k), args[len(args)-1])))
			}
			s.run(fr)
			require.NoError(t, s.err)
			out, err := m.CallFunc(f, args)
			require.NoError(t, err)
			x := fr.results[0]
			require.True(t, solves(t, tm.linear(tm.eq(x, tm.constant(32, out[0])), facts, true)), "%v gives %d", args, out[0])
			other := tm.not(tm.eq(x, tm.constant(32, out[0])))
			if f.Name == "G" {
				other = tm.compare(tUlt, tm.constant(32, 65535*min(args[0], args[1])), x)
			}
			require.False(t, solves(t, tm.linear(other, facts, true)), "%v gives %d", args, out[0])
		}
	}
}
