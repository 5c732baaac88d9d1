// Package flattest draws random programs of the firmware subset, to compare what
// compiles them.
package flattest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing/fstest"

	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
)

// Program draws a package with one transducer, named rand: a step function of nested branches, loops with break and
// continue, switches, early returns, calls that change what pointers point to, arrays indexed by variables, a table,
// and arithmetic of all widths and signs. It returns the source, too. An error means that the frontend refused the
// source, which is a bug of this package.
func Program(seed uint64) (*ir.Program, string, error) {
	g := &gen{r: rand.New(rand.NewPCG(seed, 0x5eed))}
	src := g.source()
	fsys := fstest.MapFS{"go.mod": {Data: []byte("module m\n")}, "random/random.go": {Data: []byte(src)}}
	p, err := frontend.Load(fsys, "m", []string{"random"}, frontend.Options{})
	return p, src, err
}

type gen struct {
	r *rand.Rand
	b strings.Builder
	// What is in scope to be read and written, by type.
	read, write map[string][]string
	loops       int
	names       int
	helpers     int
	budget      int
	inHelper    bool
}

var types = []string{"uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"}

func (g *gen) pick(s []string) string { return s[g.r.IntN(len(s))] }

func (g *gen) f(format string, args ...any) { fmt.Fprintf(&g.b, format, args...) }

func (g *gen) name() string {
	g.names++
	return fmt.Sprintf("v%d", g.names)
}

// source writes the package. State holds scalars of all types, a bool and an array of
// structs.
func (g *gen) source() string {
	g.f("package random\n\nimport \"math/bits\"\n\n")
	g.f("type Pair struct {\n\tA uint16\n\tB int32\n}\n\n")
	g.f("type Params struct {\n\tX uint32\n\tY int16\n\tOn bool\n}\n\n")
	g.f("type State struct {\n")
	for i, t := range types {
		g.f("\tF%d %s\n", i, t)
	}
	g.f("\tB bool\n\tP [4]Pair\n}\n\ntype Event struct {\n\tK uint8\n\tU uint32\n\tW uint64\n\tI int32\n}\n\ntype Output struct {\n\tR uint32\n\tS int16\n\tOK bool\n}\n\n")
	g.f("var table = [8]uint32{")
	for range 8 {
		g.f("%d, ", g.r.Uint32())
	}
	g.f("}\n\nfunc Init(p *Params, s *State) {\n\t*s = State{F2: p.X, B: p.On}\n\ts.P[1].B = int32(p.Y) + int32(bits.Len32(p.X))\n}\n\n")
	g.helpers = 2
	for i := range g.helpers {
		g.helper(i)
	}
	g.f("//ccgen:transducer rand init=Init\nfunc Step(p *Params, s *State, e *Event) Output {\n")
	g.scope()
	g.add("uint8", "e.K", false)
	g.add("uint32", "e.U", false)
	g.add("uint64", "e.W", false)
	g.add("int32", "e.I", false)
	g.add("uint32", "p.X", false)
	g.add("int16", "p.Y", false)
	g.add("bool", "p.On", false)
	g.budget = 22
	g.block(1)
	g.f("\treturn %s\n}\n", g.output())
	return g.b.String()
}

// use reads a new variable, as Go requires.
func (g *gen) use(in, t, v string) {
	g.f("%ss.F%d ^= %s\n", in, slices.Index(types, t), v)
}

func (g *gen) scope() {
	g.read, g.write = map[string][]string{}, map[string][]string{}
	for i, t := range types {
		g.add(t, fmt.Sprintf("s.F%d", i), true)
	}
	g.add("bool", "s.B", true)
	for i := range 4 {
		g.add("uint16", fmt.Sprintf("s.P[%d].A", i), true)
		g.add("int32", fmt.Sprintf("s.P[%d].B", i), true)
	}
	g.add("uint16", "s.P[s.F0&3].A", true)
	g.add("int32", "s.P[s.F5&3].B", true)
}

func (g *gen) add(t, name string, writable bool) {
	g.read[t] = append(g.read[t], name)
	if writable {
		g.write[t] = append(g.write[t], name)
	}
}

// helper writes a function that changes a state and a pair.
func (g *gen) helper(i int) {
	g.f("func help%d(s *State, q *Pair, n uint32) uint32 {\n", i)
	g.scope()
	g.add("uint16", "q.A", true)
	g.add("int32", "q.B", true)
	g.add("uint32", "n", true)
	g.budget = 7
	g.inHelper = true
	saved := g.helpers
	g.helpers = i
	g.block(1)
	g.helpers = saved
	g.inHelper = false
	g.f("\treturn %s\n}\n\n", g.expr("uint32", 2))
}

func (g *gen) output() string {
	return fmt.Sprintf("Output{R: %s, S: %s, OK: %s}", g.expr("uint32", 2), g.expr("int16", 1), g.cond(1))
}

// block writes statements. Variables declared in it are not seen outside.
func (g *gen) block(depth int) {
	read, write := clone(g.read), clone(g.write)
	for range 1 + g.r.IntN(4) {
		if g.budget <= 0 {
			break
		}
		g.budget--
		g.stmt(depth)
	}
	g.read, g.write = read, write
}

func clone(m map[string][]string) map[string][]string {
	c := map[string][]string{}
	for k, v := range m {
		c[k] = v[:len(v):len(v)]
	}
	return c
}

func (g *gen) stmt(depth int) {
	in := strings.Repeat("\t", depth)
	n := g.r.IntN(100)
	deep := depth < 4
	switch {
	case n < 25 && deep:
		g.f("%sif %s {\n", in, g.cond(2))
		g.block(depth + 1)
		if g.r.IntN(2) == 0 {
			g.f("%s} else {\n", in)
			g.block(depth + 1)
		}
		g.f("%s}\n", in)
	case n < 38 && deep:
		v := g.name()
		g.f("%sfor %s := uint32(0); %s < %d; %s++ {\n", in, v, v, 1+g.r.IntN(4), v)
		g.loops++
		read := clone(g.read)
		g.add("uint32", v, false)
		g.block(depth + 1)
		g.read = read
		g.loops--
		g.f("%s}\n", in)
	case n < 48 && deep:
		// A continue or return at the end is one of the statements of the cases.
		t := g.pick(types[:3])
		g.f("%sswitch %s & 3 {\n", in, g.expr(t, 1))
		for _, c := range []string{"case 0:", "case 2, 3:", "default:"} {
			g.f("%s%s\n", in, c)
			loops := g.loops
			g.loops = 0
			g.block(depth + 1)
			g.loops = loops
		}
		g.f("%s}\n", in)
	case n < 54 && g.loops > 0 && depth > 2:
		g.f("%sif %s {\n%s\t%s\n%s}\n", in, g.cond(1), in, g.pick([]string{"break", "continue"}), in)
	case n < 60 && depth > 1:
		r := g.expr("uint32", 2)
		if !g.inHelper {
			r = g.output()
		}
		g.f("%sif %s {\n%s\treturn %s\n%s}\n", in, g.cond(1), in, r, in)
	case n < 68:
		t := g.pick(types)
		v := g.name()
		g.f("%s%s := %s\n", in, v, g.expr(t, 2))
		g.use(in, t, v)
		g.add(t, v, true)
	case n < 76 && g.helpers > 0:
		// The pair is a local copy, so that the arguments do not overlap.
		v, q := g.name(), g.name()
		pair := fmt.Sprintf(g.pick([]string{"%s := s.P[1]", "%s := s.P[3]", "var %s Pair"}), q)
		g.f("%s%s\n%s%s := help%d(s, &%s, %s)\n%ss.P[%d] = %s\n", in, pair, in, v, g.r.IntN(g.helpers), q, g.expr("uint32", 1), in, g.r.IntN(4), q)
		g.use(in, "uint32", v)
		g.add("uint32", v, true)
	case n < 80:
		hi, lo := g.name(), g.name()
		w := g.pick([]string{"32", "64"})
		switch g.r.IntN(3) {
		case 0:
			g.f("%s%s, %s := bits.Mul%s(%s, %s)\n", in, hi, lo, w, g.expr("uint"+w, 1), g.expr("uint"+w, 1))
		case 1:
			g.f("%s%s, %s := bits.Add%s(%s, %s, %s&1)\n", in, hi, lo, w, g.expr("uint"+w, 1), g.expr("uint"+w, 1), g.expr("uint"+w, 0))
		default:
			g.f("%s%s, %s := bits.Sub%s(%s, %s, %s&1)\n", in, hi, lo, w, g.expr("uint"+w, 1), g.expr("uint"+w, 1), g.expr("uint"+w, 0))
		}
		g.use(in, "uint"+w, hi)
		g.use(in, "uint"+w, lo)
		g.add("uint"+w, hi, true)
		g.add("uint"+w, lo, true)
	case n < 84:
		g.f("%ss.B = %s\n", in, g.cond(2))
	default:
		t := g.pick(types)
		op := g.pick([]string{"=", "=", "=", "+=", "-=", "*=", "^=", "|=", "&=", "&^="})
		g.f("%s%s %s %s\n", in, g.pick(g.write[t]), op, g.expr(t, 3))
	}
}

// expr writes an expression of a type.
func (g *gen) expr(t string, depth int) string {
	if depth == 0 || g.r.IntN(5) == 0 {
		v := g.pick(g.read[t])
		if g.r.IntN(4) > 0 {
			return v
		}
		// A constant goes with a variable, or Go would fold the expression and refuse an overflow.
		return fmt.Sprintf("(%s %s %d)", v, g.pick([]string{"&", "|", "^", "+", "-"}), g.r.IntN(128))
	}
	x := func() string { return g.expr(t, depth-1) }
	for {
		switch g.r.IntN(14) {
		case 0, 1, 2, 3:
			return fmt.Sprintf("(%s %s %s)", x(), g.pick([]string{"+", "-", "*", "&", "|", "^", "&^"}), x())
		case 4:
			return fmt.Sprintf("(%s << (%s & 31))", x(), g.expr(g.pick(types[:4]), 0))
		case 5:
			return fmt.Sprintf("(%s >> %s)", x(), g.expr(g.pick(types[:4]), 0))
		case 6:
			return fmt.Sprintf("(%s %s %d)", x(), g.pick([]string{"<<", ">>"}), g.r.IntN(70))
		case 7, 8:
			return fmt.Sprintf("%s(%s)", t, g.expr(g.pick(types), depth-1))
		case 9:
			return fmt.Sprintf("%s(%s, %s)", g.pick([]string{"min", "max"}), x(), x())
		case 10:
			return fmt.Sprintf("%s(%s)", g.pick([]string{"-", "^"}), x())
		case 11:
			w := g.pick([]string{"8", "16", "32", "64"})
			return fmt.Sprintf("%s(bits.%s%s(%s))", t, g.pick([]string{"LeadingZeros", "TrailingZeros", "Len", "OnesCount"}), w, g.expr("uint"+w, depth-1))
		case 12:
			if t == "uint32" {
				return fmt.Sprintf("table[%s & 7]", g.expr(g.pick(types[:4]), depth-1))
			}
			if t == "uint64" {
				return fmt.Sprintf("bits.RotateLeft64(%s, %d)", x(), g.r.IntN(64))
			}
		case 13:
			return fmt.Sprintf("(%s %s %d)", x(), g.pick([]string{"/", "%"}), 1<<g.r.IntN(7))
		}
	}
}

func (g *gen) cond(depth int) string {
	if depth > 0 && g.r.IntN(3) == 0 {
		return fmt.Sprintf("(%s %s %s)", g.cond(depth-1), g.pick([]string{"&&", "||"}), g.cond(depth-1))
	}
	switch g.r.IntN(6) {
	case 0:
		return "s.B"
	case 1:
		return "!s.B"
	}
	t := g.pick(types)
	return fmt.Sprintf("(%s %s %s)", g.expr(t, 1), g.pick([]string{"==", "!=", "<", "<=", ">", ">="}), g.expr(t, 1))
}

// Draw returns values for leaves, weighted to the ends of their ranges.
func Draw(r *rand.Rand, leaves []ir.Leaf) []uint64 {
	out := make([]uint64, len(leaves))
	for i, l := range leaves {
		v := r.Uint64()
		switch r.IntN(4) {
		case 0:
			v = uint64(r.IntN(8))
		case 1:
			v = -uint64(r.IntN(8))
		case 2:
			v = 1<<r.IntN(64) - uint64(r.IntN(2))
		}
		if l.Kind == ir.Bool {
			v &= 1
		}
		out[i] = l.Kind.Norm(v)
	}
	return out
}
