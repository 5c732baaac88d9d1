// Package corner holds what is the same in Go and C only if one takes care. */ This does
// not end the comment, /* nor does this open one, and ??/ is no trigraph.
package corner

// Learn and learn, Value and value fall together in C.
type Learn struct {
	Int     int8 // a keyword
	Default int16
	RC, Rc  uint32 // both are rc
	Signed  Inner
	Unix    uint8 // a macro of some compilers
}

// Inner stands before [Learn] in C.
type Inner struct {
	Inner bool
	Deep  [2]Level
}

// Pair has an array.
//
//ccgen:size 6
type Pair struct {
	A, B uint16
	C    [2]uint8
}

// Flag is a bool by another name, [Level] an int8.
type Flag bool
type Level int8

// Constants at the ends of their types, and untyped ones used as several types.
const (
	Least8              = -128
	Least16      int16  = -1 << 15
	Least32      int32  = -2147483648
	Least64      int64  = -1 << 63
	Most64              = (1 << 64) - 1
	MostU64      uint64 = 0xFFFF_FFFF_FFFF_FFFF
	Mask                = 0xF0
	Octal               = 0o17
	Binary              = 0b1010
	Yes                 = true
	Top          Level  = 127
	Backslash           = 3 // ends with a backslash \
	Star                = 4 // */
	NameA, NameB        = 10, 20
	nameA        uint8  = 7
	NotC                = 1 << 80 // more than C has
)

// Bits that are used together.
const (
	bitA  uint8  = 1
	bitB  uint8  = 0x80
	wordA uint32 = 1 << 30
	wordB uint32 = 5
)

// grid is a table of tables, entries a table of structs with some left out.
var grid = [3][4]int16{{1, -2, 3, -32768}, {}, {2: 7}}

var entries = [4]Pair{{A: 1, C: [2]uint8{3, 4}}, 2: {B: 0xFFFF}}

var signs = [2]bool{true}

//ccgen:export
func (l *Learn) Update(x uint8) uint8 {
	l.Signed.Deep[x&1] += Level(x)
	l.Signed.Inner = x > 3
	l.Int--
	l.Default = -l.Default
	l.RC, l.Rc = l.Rc, l.RC+1
	return uint8(l.Signed.Deep[0]) ^ l.Unix
}

// Product of two uint16, which overflows int in C.
//
//ccgen:export
func Product(a, b uint16) (uint16, uint32, uint16, bool) {
	return a * b, uint32(a*b) + 1, a*b/3 + a*b%7, a*b > 100
}

// Narrow arithmetic wraps before it is compared, shifted or widened.
//
//ccgen:export
func Narrow(a, b uint8, c, d int8, e int16) (uint32, bool, uint8, int32, int8, int16, bool, uint16) {
	return uint32(a + b), a-b < 10, (a + b) >> 1, int32(c * d), -c, (e << 3) - e, c+d < c, uint16(c) + uint16(^a)
}

// Shifts by any count of any type, of constants too.
//
//ccgen:export
func Shifts(a uint8, b int8, c uint16, d int64, n uint8, m uint64) (uint8, int8, uint8, int8, uint16, int64, int64, uint32, uint64, int16) {
	return a << n, b << m, a >> m, b >> n, c << (n & 15), d << n, d >> m, 1 << n, uint64(1) << m, int16(-3) >> n
}

// Constant shifts beyond the width come from constants folded late.
//
//ccgen:export
func Beyond(a uint8, b int32, c uint64) (uint8, int32, int32, uint64) {
	return a << 9, b >> 40, b << 33, (c >> 70) + (c << 64)
}

// Ends overflows int32 and int64 in every way.
//
//ccgen:export
func Ends(a, b int32, c, d int64) (int32, int32, int32, int32, int64, int64, int64, int64, int32, int64) {
	a++
	c--
	x := a
	x += b
	x *= 3
	x -= 5
	y := c
	y <<= 2
	y >>= 1
	y += d
	return a + b, a - b, a * b, -a, c + d, c - d, c * d, -c, x - -7, y / -1
}

// Divide by constants of both signs.
//
//ccgen:export
func Divide(a int8, b int16, c int32, d int64, e uint16, f uint64) (int8, int8, int16, int32, int32, int64, int64, uint16, uint64) {
	return a / -1, a % -1, b / -3, c / -2147483648, c % -5, d % -1, d / 1000, e % 1000, f / 0xFFFFFFFFFFFFFFFF
}

// Folded compares with what the type decides, which compilers warn of.
//
//ccgen:export
func Folded(a uint8, b uint32, c int8, used uint8) (bool, bool, bool, bool, bool, bool, bool) {
	return a >= 0, b < 0, a <= 255, c > 127, (a & 15) > 20, (a&15) == 16 || b == b, used < 0 && c < 0
}

func same[T uint8 | int16 | int64 | uint64](x T) bool {
	return int64(T(x)) == int64(x) && uint64(x) == uint64(T(uint64(x)))
}

//ccgen:export
func Same(a uint8, b int16, c int64, d uint64) (bool, bool, bool, bool) {
	return same(a), same(b), same(c), same(d)
}

// Mixed uses the constants as several types.
//
//ccgen:export
func Mixed(a uint8, b uint32, c int16, d uint64, e int64) (uint8, uint32, int16, uint64, int64, int8, bool) {
	const local = 9 // a local one
	const once = 77
	const sized int16 = -5
	if Yes && a == nameA {
		a += once
	}
	return a & Mask, b&^Mask | Octal, (c ^ Mask) + sized, (d & Most64) / 3, e + Least64 + local, Least8 + int8(a&local), b+NameA > NameB*Binary+Star
}

// Indices may be signed and of 64 bits; out of range is a fault.
//
//ccgen:export
func Indices(a int8, b uint64, c uint8, t [5]uint16) (int16, uint16, uint16, bool) {
	t[c&3] += t[b]
	return grid[a][c&3], t[a], entries[c].B, signs[c&1]
}

// Compose has composites and arrays where C has no value of such a kind.
//
//ccgen:export
func Compose(a, b uint16, t [2]uint8) (Pair, [2][2]uint8, uint32, Pair) {
	p := Pair{a + b, b, t}
	q := p
	q.C = rotate(q.C)
	u := rows([2][2]uint8{t, rotate(t)})
	q.A += sum(Pair{A: a, C: rotate([2]uint8{1, t[0]})}) + uint16(u[1][0])
	v := q.B + entries[b&3].A + first(Pair{}, [2]uint8{}) + first(q, u[0])
	r := [2][2]uint8{rotate(t), {3}}
	r[1] = r[0]
	r = [2][2]uint8{r[1], rotate(r[0])}
	s := Pair{C: r[1]}
	s.A = v
	w := wrap(s)
	return q, r, uint32(w.P.A) + uint32(w.Row[1][1]), w.P
}

func rotate(t [2]uint8) [2]uint8 {
	t[0], t[1] = t[1], t[0]+1
	return t
}

func rows(t [2][2]uint8) [2][2]uint8 { return [2][2]uint8{t[1], t[0]} }

func first(p Pair, t [2]uint8) uint16 { return p.A + uint16(t[0]) }

func sum(p Pair) uint16 { return p.A + p.B + (uint16(p.C[0]) << 8) + uint16(p.C[1]) }

// Held holds a pair and rows.
type Held struct {
	P   Pair
	Row [2][2]uint8
}

func wrap(p Pair) Held { return Held{P: p, Row: [2][2]uint8{p.C, rotate(p.C)}} }

// Alias passes an array by value beside a pointer to the same place.
//
//ccgen:export
func Alias(h *Held, x uint8) uint8 {
	h.Row = rows(h.Row)
	n := poke(h, h.Row[1], x)
	*h = Held{P: h.P, Row: [2][2]uint8{h.Row[1], h.Row[0]}}
	m := touch(&h.Row, &h.P)
	k := peek(h)
	return (n ^ m) + k
}

func poke(h *Held, row [2]uint8, x uint8) uint8 {
	h.Row[1][0] += x
	return row[0]*3 + h.Row[1][0]
}

func touch(r *[2][2]uint8, p *Pair) uint8 {
	r[0], r[1] = r[1], r[0]
	p.C[1]++
	return r[0][1]
}

func peek(h *Held) uint8 { return h.Row[0][0] + h.P.C[1] }

// Many has results of every kind.
//
//ccgen:export
func Many(x uint8, f Flag) ([2]uint8, Flag, [2][2]uint8, Pair, Level) {
	a, g, _, p, l := many(x)
	_, h, c, _, _ := many(x + 1)
	_, _, _, _, _ = many(x)
	var b [2]uint8
	b, g, c, p, l = many(x + a[0])
	return b, f == g && bool(h) != (x > 3), c, p, l - Top
}

func many(x uint8) ([2]uint8, Flag, [2][2]uint8, Pair, Level) {
	return [2]uint8{x, x + 1}, x > 7, [2][2]uint8{{x}, {1: x}}, Pair{B: uint16(x)}, Level(x) - 1
}

// Names that C reserves or that the file uses itself.
//
//ccgen:export
func Names(int uint8, unsigned uint16, min8 int8) uint32 {
	auto, register, main, cc_corner_names := uint32(int), uint32(unsigned), uint32(uint8(min8)), uint32(4)
	value, i, uint8_t := auto*register, main+cc_corner_names, auto
	return value ^ i ^ uint8_t
}

// Extremes has minima and maxima of every width.
//
//ccgen:export
func Extremes(a, b uint8, c, d int16, e, f int64, g uint64) (uint8, int16, int64, uint64, int32) {
	return min(a, b, 9), max(c, -d), max(e, f, Least64), min(g, MostU64, Most64>>1), max(Least32, int32(min(c, Least16+1)))
}

// Apart compares minima and maxima of two variables, which are printed as two comparisons but for equality.
//
//ccgen:export
func Apart(a, b, c uint8, x, y, z int32) uint32 {
	var n uint32 // a bit each
	a &= 3
	b &= 3
	c &= 3
	if max(a, b) >= c {
		n |= 1 << 0
	}
	if max(a, b) > c {
		n |= 1 << 1
	}
	if max(a, b) <= c {
		n |= 1 << 2
	}
	if max(a, b) < c {
		n |= 1 << 3
	}
	if min(a, b) >= c {
		n |= 1 << 4
	}
	if min(a, b) > c {
		n |= 1 << 5
	}
	if min(a, b) <= c {
		n |= 1 << 6
	}
	if min(a, b) < c {
		n |= 1 << 7
	}
	if max(a, b) == c {
		n |= 1 << 8
	}
	if min(a, b) != c {
		n |= 1 << 9
	}
	if max(x, y) > z {
		n |= 1 << 10
	}
	if min(x, y, z) < 2 {
		n |= 1 << 11
	}
	return n
}

// Control has loops with continue in a switch, and ends of functions.
//
//ccgen:export
func Control(x uint32, k uint8) uint32 {
	n := uint32(0)
	for i := int16(-3); i <= 3; i++ {
		switch {
		case i == 0:
			continue
		case uint32(i) == x:
			return n
		}
		switch uint8(i) & k {
		case 1, 3:
			n += 3
			continue
		case nameA:
			n ^= x
		default:
			for j := uint64(5); j > 2; j-- {
				if j == uint64(x) {
					break
				}
				n += uint32(j)
			}
		}
		n *= 3
	}
	switch k {
	case 0:
		return n
	default:
		return ^n
	}
}

// Carried has values that a loop, a branch or a switch changes: what was known of
// them before is not true after.
//
//ccgen:export
func Carried(x uint32, y int32, k uint8) (uint32, int32, uint32, int32, uint32, uint8) {
	n, acc, z := uint32(0), uint32(0), int32(1)
	for i := uint8(0); i < 40; i++ {
		acc ^= x >> n
		n++
		if i > 36 {
			break
		}
		z += z
	}
	m := uint32(3)
	if k > 200 {
		m = x
	} else if k < 5 {
		m += 40
	}
	p := uint32(40)
	if k > 100 {
		p = 1
	}
	m ^= x << p
	w := int32(7)
	switch k {
	case 1:
		w = y
	case 2:
		w--
	}
	v := k &^ (bitA | bitB)
	m += (uint32(v) ^ NameA) + NameB ^ wordA | wordB
	if v != 0 && v <= 31 {
		v = v - 1
	} else if !(v > 40) || y < 0 {
		v -= 1
	}
	if k < 32 || x>>k == 0 && (k >= 40 || x<<(k-32) == x) {
		v ^= 0x80
	}
	s := narrowed(k, 3) ^ narrowed(2, k)
	return acc, z + w, x << m, w * 400000000, (uint32(1) << (m - 3)) + s, v
}

// narrowed is called with several arguments.
func narrowed(a, b uint8) uint32 { return uint32(5) << a >> b }

// Cell is an element of the arrays that renew leaves at zero.
type Cell struct {
	N uint16
	W int32
	P Pair
}

// Three begins with an array of structs.
type Three struct {
	Cells [3]Cell
	Held  Held
	T     uint32
}

// Wide begins with more of them than anyone would print.
type Wide struct {
	Cells [32]Cell
	T     uint32
}

// Renew leaves all fields at zero but for the last, in one go.
//
//ccgen:export
func Renew(n uint16, w int32, t uint32) (uint16, int32, uint32) {
	var s Three
	var v Wide
	s.Cells[1] = Cell{N: n, W: w}
	s.Held.Row[1][1] = 7
	v.Cells[31].N = n
	before := s.Cells[1].N
	renew(&s, &v, t)
	fresh := Three{Cells: [3]Cell{1: {W: w}}, T: t}
	w = fresh.Cells[1].W ^ s.Cells[1].W
	return before ^ s.Cells[1].N ^ v.Cells[31].N, w, s.T + v.T + uint32(s.Held.Row[1][1]) + uint32(fresh.Cells[2].P.C[1])
}

func renew(s *Three, v *Wide, t uint32) {
	*s = Three{T: t}
	*v = Wide{T: t ^ 1}
}
