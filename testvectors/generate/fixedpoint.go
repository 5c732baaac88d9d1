package generate

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// fixedpoint makes the vectors of the functions of package fixedpoint.
func (b *builder) fixedpoint() {
	var groups []testvectors.Group
	for _, f := range inCorpusOrder(reference.Funcs()) {
		name, ok := strings.CutPrefix(f.Name, "fixedpoint.")
		if !ok {
			continue
		}
		c := newCalls(&f, b.random(f.Name))
		switch {
		case len(f.Args) == 1:
			c.unary(name)
		case strings.HasPrefix(name, "MulShift"):
			c.mulShift()
		case strings.HasPrefix(name, "Pack16"), strings.HasPrefix(name, "Unpack16"):
			c.pack()
		case name == "Div":
			c.divide()
		case strings.HasPrefix(name, "Time_"):
			c.time()
		default:
			c.binary()
		}
		c.fill()
		if c.err != nil {
			b.fail(c.err)
			return
		}
		groups = append(groups, c.group())
	}
	b.add("fixedpoint.json", "fixedpoint", []string{
		"Functions of package fixedpoint: edges first, then the inputs where results step, then random ones.",
	}, groups)
}

// inCorpusOrder sorts functions as the corpus has them, in which two stand before what precedes
// them in the source.
func inCorpusOrder(funcs []transducer.Func) []transducer.Func {
	for early, late := range map[string]string{"fixedpoint.Log2Small": "fixedpoint.Ln", "fixedpoint.Recip": "fixedpoint.RecipNorm"} {
		at := func(name string) int {
			return slices.IndexFunc(funcs, func(f transducer.Func) bool { return f.Name == name })
		}
		if i, j := at(early), at(late); i == j+1 {
			funcs[i], funcs[j] = funcs[j], funcs[i]
		}
	}
	return funcs
}

// unary directs the cases of a function of one argument: edges, table seams, the
// inputs next to which the result steps, squares and halves.
func (c *calls) unary(name string) {
	l := c.f.Args[0]
	degenerate := strings.HasPrefix(name, "Log2") || name == "Ln" || name == "Recip" || name == "RSqrt"
	for _, e := range edges(l) {
		flags := []string{e.flag}
		if e.v == 0 && degenerate {
			flags = append(flags, flagDegenerate)
		}
		c.add(e.name, flags, e.v)
	}
	if name == "Hash32" {
		return
	}
	for _, x := range hardInputs(name) {
		c.add("next to half way", []string{flagWorst}, x)
		c.add("one below it", []string{flagWorst}, x-1)
		c.add("one above it", []string{flagWorst}, x+1)
	}
	least := int64(0)
	if name == "RecipNorm" {
		least = 1 << 31 // below, it takes another number for its argument
	}
	c.boundaries(least)
	if strings.Contains(name, "Sqrt") {
		for range 24 {
			k := c.r.logUniform(16)
			for d := range uint64(3) {
				c.add(fmt.Sprintf("%d^2%+d", k, int(d)-1), []string{flagBoundary}, k*k+d-1)
			}
			c.add(fmt.Sprintf("%d*(%d+1)", k, k), []string{flagBoundary}, k*(k+1))
			c.add(fmt.Sprintf("%d*(%d+1)+1", k, k), []string{flagBoundary}, k*(k+1)+1)
		}
	}
	if name == "Exp2" {
		for i := -32; i <= 32; i++ {
			for _, d := range []int{-1, 0, 1} {
				c.add(fmt.Sprintf("%d.0%+d", i, d), []string{flagSeam}, uint64(i<<16+d))
			}
		}
		for i := range 64 {
			c.add(fmt.Sprintf("segment %d of 64", i), []string{flagSeam}, uint64(i<<10))
			c.add(fmt.Sprintf("segment %d of 64, last before", i), []string{flagSeam}, uint64(i<<10-1))
		}
	} else {
		for i := range uint64(64) {
			shift := c.r.between(0, 25)
			x := (64 + i) << shift
			c.add(fmt.Sprintf("segment %d of 64", i), []string{flagSeam}, x)
			c.add(fmt.Sprintf("segment %d of 64, last before", i), []string{flagSeam}, x-1)
		}
	}
}

// boundaries adds pairs of neighbouring inputs between which the result steps. The
// functions are monotone: the inputs with one result are an interval, and bisection
// finds its lower end. least is where they begin to be monotone.
func (c *calls) boundaries(least int64) {
	signed := c.f.Args[0].Signed
	for range 60 {
		x, lo := int64(c.r.logUniform(32))|least, least
		if c.r.one(2) {
			x |= 1 << 31 // where one result has the most inputs, the boundary is hardest
		}
		if signed {
			x, lo = int64(c.r.below(64<<16))-32<<16, -32<<16
		}
		want := c.at(uint64(x))
		hi := x
		for lo < hi {
			mid := lo + (hi-lo)/2
			if c.at(uint64(mid)) == want {
				hi = mid
			} else {
				lo = mid + 1
			}
		}
		c.add("result steps here", []string{flagBoundary}, uint64(lo))
		c.add("last before a step", []string{flagBoundary}, uint64(lo-1))
	}
}

// mulShift directs a multiplication with a shift: ties, widths, saturation, signs.
func (c *calls) mulShift() {
	l := c.f.Args[0]
	shift := func(s uint64) []string {
		if s == 0 || s >= 32 {
			return []string{flagShift}
		}
		return nil
	}
	for range 36 {
		// (2m+1) * 2^j, shifted by j+1: half way between m and m+1, both parities.
		s := c.r.between(1, 40)
		j := s - 1
		m := c.r.logUniform(min(20, l.Bits-1))
		odd := m*2 + 1
		ja := min(j, uint64(l.Bits)-22)
		jb := j - ja
		if jb > uint64(l.Bits)-2 {
			continue
		}
		a, x := odd<<ja, uint64(1)<<jb
		c.add(fmt.Sprintf("tie at %d.5", m), []string{flagTie}, a, x, s)
		if l.Signed {
			c.add(fmt.Sprintf("tie at -%d.5", m), []string{flagTie, flagSign}, -a, x, s)
		}
		c.add("just above a tie", []string{flagTie}, a+1, x, s)
		c.add("just below a tie", []string{flagTie}, a-1, x, s)
	}
	for range 24 {
		// Products around 2^(32+s): the result is next to saturation.
		s := c.r.between(0, 31)
		a := c.r.logUniform(31) | 1<<s
		x := (uint64(1)<<(32+s) - 1) / a
		if l.Signed {
			x /= 2
			c.add("about to saturate below", append(shift(s), flagSign), -a, x+1, s)
		}
		c.add("about to saturate", shift(s), a, x, s)
		c.add("saturates or not", shift(s), a, x+1, s)
	}
	for _, s := range []uint64{0, 1, 2, 15, 16, 31, 32, 33, 61, 62, 63, 64, 65, 1<<32 - 1} {
		for _, a := range []uint64{0, 1, 3, 1<<31 - 1, 1 << 31, 1<<32 - 1} {
			for _, x := range []uint64{1, 1 << 31, 1<<32 - 1} {
				c.add(fmt.Sprintf("ends, shift %d", s), append(shift(s), flagEdge), a, x, s)
			}
		}
	}
	for range 60 {
		a, x, s := c.r.leaf(l), c.r.leaf(l), c.r.below(64)
		c.add("random, shift below 64", []string{flagRandom}, a, x, s)
	}
}

// pack directs the functions between 32 and 16 bits.
func (c *calls) pack() {
	l := c.f.Args[0]
	dither := len(c.f.Args) == 3
	for _, s := range []uint64{47, 48, 63, 64, 255, 256, 1<<32 - 1} {
		args := []uint64{l.Wrap(^uint64(0)), s, 1}
		c.add(fmt.Sprintf("shift %d", s), []string{flagShift}, args[:len(c.f.Args)]...)
	}
	if dither {
		// The sum has a bit more than x: from a shift of 32 on it is all that may be left.
		for s := uint64(30); s < 36; s++ {
			for _, x := range []uint64{1, 1<<31 - 1, 1 << 31, 1<<32 - 1} {
				for _, d := range []uint64{1 << 31, 1<<32 - 2, 1<<32 - 1} {
					c.add(fmt.Sprintf("shift %d, a sum of 33 bits", s), []string{flagShift}, x, s, d)
				}
			}
		}
	}
	for s := range uint64(36) {
		flags := []string{flagEdge}
		if s == 0 || s >= 16 {
			flags = []string{flagShift}
		}
		for _, x := range []uint64{0, 1, 0xFFFF, 1 << s, 1<<s - 1, 1 << (s + 15), 0xFFFF << s, 0xFFFF<<s + 1<<s/2, 0x10000<<s - 1, 0x10000 << s, ^uint64(0)} {
			args := []uint64{l.Wrap(x), s}
			if dither {
				for _, d := range []uint64{0, 1<<s - 1} {
					c.add(fmt.Sprintf("shift %d, dither %d", s, uint32(d)), flags, append(args, d)...)
				}
				continue
			}
			c.add(fmt.Sprintf("shift %d", s), flags, args...)
		}
		if s > 0 && s <= 16 && !dither {
			m := c.r.logUniform(15)
			half := m<<s + 1<<(s-1)
			c.add(fmt.Sprintf("half way above %d", m), []string{flagTie}, half, s)
			c.add("just below half way", []string{flagTie}, half-1, s)
		}
	}
	for range 60 {
		args := []uint64{c.r.leaf(l), c.r.below(17), c.r.next()}
		c.add("random, shift up to 16", []string{flagRandom}, args[:len(c.f.Args)]...)
	}
}

// divide directs the division: numerators next to multiples of the denominator.
func (c *calls) divide() {
	for _, n := range []uint64{0, 1, 2, 1 << 31, 1<<32 - 1} {
		c.add("denominator 0", []string{flagDegenerate}, n, 0)
	}
	for range 90 {
		d := c.r.logUniform(32)
		q := c.r.below((1<<32-1)/d + 1)
		c.add("exact multiple", []string{flagRemainder}, q*d, d)
		if q > 0 {
			c.add("one below a multiple", []string{flagRemainder}, q*d-1, d)
		}
		c.add("largest remainder", []string{flagRemainder}, min(q*d+d-1, 1<<32-1), d)
	}
	e := edges(c.f.Args[0])
	c.cross(e, e, 200)
}

// time directs the wrapping clock: distances around half and whole turns.
func (c *calls) time() {
	for _, t := range []uint64{0, 1, 1000, 1<<31 - 1, 1 << 31, 1<<31 + 1, 1<<32 - 1000, 1<<32 - 1} {
		for _, d := range []uint64{0, 1, 2, 1000, 55_000, 1<<31 - 1, 1 << 31, 1<<31 + 1, 1<<32 - 2, 1<<32 - 1} {
			c.add(fmt.Sprintf("distance %d", d), []string{flagWrap}, t, t+d)
			c.add(fmt.Sprintf("distance -%d", d), []string{flagWrap}, t+d, t)
			c.add(fmt.Sprintf("second argument %d", d), []string{flagWrap}, t, d)
		}
	}
	e := edges(c.f.Args[0])
	c.cross(e, e, 200)
}

// binary directs a saturating operation: pairs of edges, and pairs whose exact result
// is next to an end of the type.
func (c *calls) binary() {
	l := c.f.Args[0]
	e := edges(l)
	c.cross(e, e, 380)
	most := l.Wrap(^uint64(0))
	if l.Signed {
		most = 1<<(l.Bits-1) - 1
	}
	for range 30 {
		a := c.r.logUniform(l.Bits - 1)
		for _, d := range []uint64{^uint64(0), 0, 1} {
			c.add("sum next to the end", []string{flagEdge}, a, most-a+d)
			c.add("difference next to the end", []string{flagEdge}, a, a+d)
			c.add("product next to the end", []string{flagEdge}, a, most/a+d)
			if l.Signed {
				c.add("sum next to the lower end", []string{flagSign}, -a, -(most-a)+d-1)
			}
		}
	}
}
