package mutate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlantedAbstract shows mutants equal where some terms stand for anything, and others not.
// Without that, in the lesser scope, none is shown.
func TestPlantedAbstract(t *testing.T) {
	const turns = "\n\tfor i := uint32(0); i < 3; i++ {\n\t\tif i == n {\n\t\t\tbreak\n\t\t}\n\t\tb = b*b + 1\n\t}\n\treturn b\n}"
	for _, c := range []struct {
		body, what  string
		less, scope Scope
		want        Answer
	}{
		// On no path does the bit come up before.
		{"func F(a, b uint32) uint32 {\n\td := uint32(4)\n\tif a > b {\n\t\td = 1\n\t}\n\tif a > 9 {\n\t\td |= 2\n\t}\n\treturn d\n}", "^= for |=", Alone, Paths, Equal},
		{"func F(a, b uint32) uint32 {\n\td := uint32(4)\n\tif a > b {\n\t\td = 3\n\t}\n\tif a > 9 {\n\t\td |= 2\n\t}\n\treturn d\n}", "^= for |=", Alone, Paths, Different},
		// The turn too many ends at once, or where n is 4 it does not.
		{"func F(a, b uint32) uint32 {\n\tn := min(a, 3)" + turns, "a turn too many", Expression, Guards, Equal},
		{"func F(a, b uint32) uint32 {\n\tn := min(a, 4)" + turns, "a turn too many", Expression, Guards, Different},
		// Nothing times something is nothing.
		{"func F(a, b uint32) uint32 {\n\tp := uint64(a) * uint64(b)\n\tif b == 0 {\n\t\treturn 0\n\t}\n\treturn uint32(p >> 7)\n}", "branch never taken", Site, Products, Equal},
		{"func F(a, b uint32) uint32 {\n\tp := uint64(a) * uint64(b)\n\tif b == 0 {\n\t\treturn 1\n\t}\n\treturn uint32(p >> 7)\n}", "branch never taken", Site, Products, Different},
		// What is looked up is the same at the same place.
		{"var t = [4]uint32{5, 6, 7, 8}\n\nfunc F(a, b uint32) uint32 {\n\tx := t[a&3]\n\tif a == b {\n\t\tx = t[a&3]\n\t}\n\treturn x\n}", "branch never taken", Site, Products, Equal},
		{"var t = [4]uint32{5, 6, 7, 8}\n\nfunc F(a, b uint32) uint32 {\n\tx := t[a&3]\n\tif a == b {\n\t\tx = t[a>>30]\n\t}\n\treturn x\n}", "branch never taken", Site, Products, Different},
	} {
		planted(t, c.body, c.less, c.scope, c.want, func(m *Mutant) bool { return m.What == c.what })
	}
}

// TestWeakerIsWeaker tries conditions of two inputs of one bit: wherever a condition is true, the
// weaker one is.
func TestWeakerIsWeaker(t *testing.T) {
	x := newTerms()
	a, b, v := x.input(0, "a"), x.input(0, "b"), x.input(8, "v")
	other := x.op(tAdd, v, x.constant(8, 1))
	w := weaker{x, map[[2]term]term{}, map[term]bool{}}
	for i := range x.nodes {
		w.isShort[term(i)] = true
	}
	// From here on nothing is short but what was made above.
	long := func(c term) term { w.isShort[c] = false; return c }
	choice := func(c, y, z term) term { return long(x.ite(c, y, z)) }
	one := choice(a, other, v)
	two := choice(b, one, v)
	for _, c := range []struct{ goal, want term }{
		{long(x.not(x.eq(one, v))), a},
		{long(x.not(x.eq(v, one))), a},
		{long(x.not(x.eq(two, v))), x.and(b, a)},
		{long(x.and(x.not(x.eq(two, v)), x.not(b))), x.truth(false)},
		{long(x.and(long(x.or(a, b)), x.not(b))), x.and(a, x.not(b))},
		{long(x.eq(one, v)), x.truth(true)},
	} {
		for i := range x.nodes {
			if _, known := w.isShort[term(i)]; !known {
				w.isShort[term(i)] = x.nodes[i].op == tNot || x.nodes[i].op == tConst
			}
		}
		w.isShort[c.goal] = false
		have := w.truth(c.goal)
		p := &Problem{terms: x}
		p.ask(x.not(x.eq(have, c.want)), nil, nil)
		got, _, err := p.Solve(t.Context(), 100_000)
		require.NoError(t, err)
		require.Equal(t, Equal, got, "%s for %s", x.ref(have), x.ref(c.goal))
	}
}
