// Package structs has values, pointers and tables.
package structs

// Point is a pair.
type Point struct {
	X, Y int16 // in units
}

// Rect nests.
type Rect struct {
	Min, Max Point
	// Tag holds flags.
	Tag  [3]bool
	Ring Ring
}

// Ring is a named array.
type Ring [4]uint32

// Grid is an array of arrays of structs.
type Grid [2][3]Point

// Pair of words.
//
//ccgen:size 8
type Pair struct {
	A, B uint32
}

// names of rows
var rows = [3][2]uint8{{1, 2}, {3}, {5, 6}}

var points = [...]Point{
	{1, -2}, // first
	{Y: 7},
	5: {X: 9},
}

// Area is a method of a value.
func (p Point) Area() int32 { return int32(p.X) * int32(p.Y) }

// Move is a method of a pointer.
func (p *Point) Move(dx, dy int16) {
	p.X += dx
	(*p).Y += dy
}

// Push is a method of a pointer to an array.
func (r *Ring) Push(x uint32) uint32 {
	old := r[3]
	for i := uint8(3); i > 0; i-- {
		r[i] = r[i-1]
	}
	r[0] = x
	return old
}

// Swap through a pointer, with the value built of its own parts.
func (p *Pair) Swap() {
	*p = Pair{A: p.B, B: p.A}
}

// split returns several results and changes its argument.
func split(p *Pair) (uint32, uint32) {
	p.A++
	return p.A * 3, p.B ^ p.A
}

// Copies are values: changing one does not change the other.
//
//ccgen:export
func Copies(r Rect, i uint8) (Rect, int32) {
	s := r
	s.Min.Move(1, 2)
	s.Ring.Push(77)
	t := s.Ring
	t[i&3] = 5
	s.Tag[i%3] = !s.Tag[0]
	p := r.Max
	p.X = 9
	var zero Rect
	zero.Max = p
	if i > 200 {
		return zero, p.Area()
	}
	r.Ring = t
	return s, r.Max.Area() + int32(r.Ring[1]) + int32(t[i&3])
}

// Through changes parts by pointer.
//
//ccgen:export
func Through(r *Rect, g *Grid, i uint8) uint32 {
	r.Max.Move(3, 4)
	g[1][i%3].Move(1, 1)
	g[0][2].X++
	old := r.Ring.Push(uint32(i))
	both(&r.Min, &r.Max)
	both(&g[0][1], &g[0][2])
	shift(&g[1])
	return old
}

func both(p, q *Point) {
	p.X, q.X = q.X, p.X
	p.Y = q.Y
}

func shift(row *[3]Point) {
	row[0], row[1], row[2] = row[2], row[0], row[1]
}

// Parallel assigns several at a time.
//
//ccgen:export
func Parallel(p *Pair, a [4]uint32, i, j uint8) ([4]uint32, Pair) {
	i, j = i&3, j&3
	a[i], a[j] = a[j], a[i]
	p.A, p.B = p.B, p.A+p.B
	x, y := p.A, a[0]
	x, y, z := y, x+y, x
	a[3], x = x+z, y
	return a, Pair{x, y}
}

// Results of calls go to fields, to parameters, and on.
//
//ccgen:export
func Results(p *Pair, q Pair) (uint32, uint32, Pair) {
	p.A, p.B = split(p)
	var r Pair
	r.B, r.A = split(&q)
	x, y := split(&r)
	x, _ = split(&q)
	_, y = split(p)
	r, x = make2(x, y)
	if z, w := pass(r); z < w {
		x += z
	}
	r.Swap()
	return x, y, r
}

func make2(x, y uint32) (Pair, uint32) { return Pair{x, y}, x - y }

func pass(p Pair) (uint32, uint32) { return split(&p) }

// Next returns a struct and changes its argument.
func (p *Pair) Next() Pair {
	p.B += p.A
	return Pair{p.B, p.A}
}

// Whole uses a call with a pointer wherever one may stand.
//
//ccgen:export
func Whole(p *Pair) (uint32, Pair) {
	n := uint32(0)
	if p.flag() {
		n++
	} else if p.flag() {
		n += 2
	}
	switch p.kind() {
	case 0:
		n += 10
	case 1:
		n += 20
	}
	*p = p.Next()
	q := p.Next()
	p.A = p.low()
	p.Swap()
	_ = p.low()
	switch {
	case p.flag():
		n += 100
	}
	return n, q
}

func (p *Pair) flag() bool {
	p.A++
	return (p.A & 1) == 0
}

func (p *Pair) kind() uint8 {
	p.B++
	return uint8(p.B & 3)
}

func (p *Pair) low() uint32 {
	p.B >>= 1
	return p.B
}

// Tables are read by index.
//
//ccgen:export
func Tables(i, j uint8) (uint8, Point, int16) {
	row := rows[i%uint8(len(rows))]
	p := points[j%6]
	return row[j&1] + rows[2][0], p, points[i%6].Y
}

// Nested calls without pointers may stand anywhere.
//
//ccgen:export
func Nested(a, b uint32) uint32 {
	p, _ := make2(mix(a, mix(b, 3)), mix(mix(a, b), mix(b, a)))
	return mix(p.A, p.B) + mix(sum(Pair{a, mix(a, 1)}), sumOf([2]Pair{{b, 1}, p}))
}

func mix(a, b uint32) uint32 { return a*2654435761 ^ b>>3 }

func sum(p Pair) uint32 { return p.A + p.B }

func sumOf(ps [2]Pair) uint32 {
	ps[0].A++
	return sum(ps[0]) ^ sum(ps[1])
}

// Unused parameters and results.
//
//ccgen:export
func Unused(_ uint8, x uint32, _ *Pair) uint32 { return x }
