// Package sharing has what a compiler gets wrong that lets a parameter be the caller's variable,
// a result be the place where it is wanted, or one instruction do what two expressions say.
package sharing

// Pair is two numbers.
type Pair struct{ A, B uint32 }

// State holds pairs and an array of them.
type State struct {
	One  Pair
	Many [4]Pair
	Nums [5]uint16
	N    uint8
}

// bump changes what it is given by address, then reads what it is given by value.
func bump(p *Pair, by uint32, whole Pair) uint32 {
	p.A += by
	p.B ^= p.A
	return by + whole.A*3 + whole.B
}

//ccgen:export
func (s *State) Same(by uint32) uint32 {
	x := bump(&s.One, s.One.A, s.One)
	y := bump(&s.One, s.Many[1].A, s.Many[2])
	return x ^ y<<1 ^ by
}

//ccgen:export
func (s *State) Chosen(i uint32, j uint32) uint32 {
	x := bump(&s.Many[i&3], s.Many[j&3].B, s.Many[j&3])
	y := bump(&s.Many[i&3], s.Many[3].A, s.Many[0])
	s.N++
	return x + y + uint32(s.N)
}

// spend changes what it is given by value.
func spend(p Pair, n uint32) uint32 {
	for i := uint32(0); i < 3; i++ {
		p.A = (p.A >> 1) + n
		n += p.B
	}
	return p.A ^ n
}

// pass gives on what it was given, and needs it afterwards.
func pass(p Pair, n uint32) uint32 {
	x := spend(p, n)
	y := spend(Pair{A: p.B, B: n}, p.A)
	return x + y*7 + p.A + n
}

//ccgen:export
func Spent(a uint32, b uint32, n uint32) uint32 {
	p := Pair{A: a, B: b}
	x := pass(p, n)
	y := pass(Pair{A: b, B: a}, n+1)
	return x ^ y ^ p.A<<3 ^ p.B
}

// swap returns its arguments in the other order.
func swap(a uint32, b uint32) (uint32, uint32) { return b, a }

// turned is swap for pairs.
func turned(p Pair) Pair { return Pair{A: p.B, B: p.A} }

//ccgen:export
func Swapped(a uint32, b uint32, n uint8) (uint32, uint32) {
	p := Pair{A: a + 1, B: b + 2}
	for i := uint8(0); i < 5; i++ {
		a, b = swap(a, b)
		p = turned(p)
		p = Pair{A: p.B + a, B: p.A}
		if i == n {
			break
		}
	}
	x, y := swap(p.A, p.B)
	_, z := swap(x, y)
	return a ^ x, b ^ z
}

// early returns from many places.
func early(x uint32, s *State) uint32 {
	switch x & 7 {
	case 0:
		return s.One.A
	case 1:
		s.One.A = x
	case 3:
		if x > 1000 {
			return 3
		}
	case 6, 7:
		for i := uint32(0); i < 200; i++ {
			if i*i > (x & 0xFFF) {
				return i
			}
		}
	}
	return x / 3
}

//ccgen:export
func (s *State) Early(x uint32, y uint32) uint32 {
	x = early(x, s)
	y = early(y, s)
	z := early(x+y, s)
	s.One.B = early(s.One.B, s)
	return x - y + z*2
}

// odd is a condition of a call.
func odd(s *State, x uint32) bool {
	s.N++
	if (x & 2) != 0 {
		return (x&1) != 0 && s.N > 4
	}
	return (x&1) != 0 || s.N < 200
}

//ccgen:export
func (s *State) Conditions(x uint32, y int16) uint32 {
	r := uint32(0)
	if odd(s, x) {
		r |= 1
	}
	if odd(s, x>>1) {
		r |= 16
	} else {
		r |= 2
	}
	both := y < -5 && odd2(x)
	if both || y >= 300 && !both && (x&0x30) == 0 {
		r |= 4
	}
	if (x & s.One.A) != 0 != (y > 0) {
		r |= 8
	}
	return r
}

func odd2(x uint32) bool { return (x >> 3 & 1) == 1 }

var squares = [16]uint8{0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225}

var few = [9]uint8{3, 1, 4, 1, 5, 9, 2, 6, 5}

var pairs = [4]Pair{{1, 2}, {3, 4}, {A: 5}, {B: 8}}

//ccgen:export
func Bits(x uint64, y uint32) uint64 {
	a := uint64(squares[x>>60]) + (uint64(squares[x&15]) << 8) + uint64(squares[y>>9&15])
	b := x * uint64(y) >> 20 & 0xFFFFF
	c := uint32(x*uint64(y)) >> 7
	d := y * 5 >> 3
	e := uint8(x>>8) + uint8(y) - squares[d&7]
	z := (x >> 3) & (x >> 11)
	return a ^ b<<16 ^ uint64(c) ^ uint64(d)<<9 ^ uint64(e)<<50 ^ z&0xFF00FF
}

// Faults when the low bits of either are too large.
//
//ccgen:export
func Faults(x uint32, y uint32) uint8 { return few[x>>28] + few[y&15] }

//ccgen:export
func Signed(x int32, y int16, z int64) int64 {
	a := int32(z>>31) + int32(z>>32)
	b := int16(x>>16) - y
	c := int8(z>>55) ^ int8(z>>56)
	d := uint16(z >> 48)
	e := uint64(x) >> 12
	f := int32(uint32(z>>3) >> 1)
	g := int32(uint64(d) * uint64(uint16(y)))
	return int64(g) ^ int64(a) ^ int64(b)<<3 ^ int64(c)<<40 ^ int64(d) ^ int64(e) ^ int64(f) ^ int64(uint32(y))
}

//ccgen:export
func (s *State) Tables(i uint8, j uint8) uint32 {
	s.Many[j&3] = pairs[i&3]
	p := pairs[j&3]
	s.One = s.Many[i&3]
	s.Many = [4]Pair{s.Many[1], s.Many[0], 3: s.One}
	s.Nums[j%5] += uint16(p.A) + s.Nums[i%5]
	return spend(pairs[2], p.B) + spend(pairs[i&3], 1)
}

//ccgen:export
func Loops(x int8, y uint8) int32 {
	r := int32(0)
	for i := int8(127); i >= -128+1; i-- {
		if i == x {
			continue
		}
		r = r*3 + int32(i)
	}
	for i := int8(3); i > -4; i-- {
		r += int32(x) * int32(i)
		if (r & 0x40) != 0 {
			break
		}
	}
	for i := uint8(250); i < 255; i++ {
		switch i {
		case 251, 252:
			continue
		}
		r ^= int32(i) << (y & 7)
	}
	return r
}

//ccgen:export
func Choices(x int16) uint8 {
	switch x {
	case -2:
		return 1
	case -1:
		return 2
	case 0:
		return 3
	case 3:
		return 4
	case 5, 6:
		return 5
	default:
		if x > 1000 {
			break2 := uint8(x)
			return break2 | 0x80
		}
	case 9:
	}
	return 77
}
