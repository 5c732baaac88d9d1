// Package shrink has one function for each way in which the flat form gets smaller.
package shrink

// State is what the functions change.
type State struct {
	Rate  uint32
	Stage uint8
	Flags uint8
}

func (s *State) raise(by uint32) {
	s.Rate = (s.Rate*3 + by*uint32(s.Stage)) ^ s.Rate>>3
	s.Flags |= 4
}

// Copies raises before or after the stage is counted: in one copy of raise.
//
//ccgen:export
func Copies(s *State, first bool, by uint32) {
	if first {
		s.raise(by)
	}
	s.Stage = min(s.Stage+1, 63)
	if !first {
		s.raise(by)
	}
}

// Cases raises in two of three cases, at different places: in one copy.
//
//ccgen:export
func Cases(s *State, kind uint8, by uint32) uint32 {
	switch kind {
	case 1:
		s.raise(by)
	case 2:
		s.Stage = s.Stage / 2
		s.raise(by)
		s.Rate += uint32(s.Flags)
	}
	return s.Rate
}

// Known asks what a branch around it has decided.
//
//ccgen:export
func Known(s *State, mode uint8) uint32 {
	if mode == 2 {
		s.Flags |= 8
		if mode != 2 || (s.Flags&8) == 0 {
			return s.Rate * 7
		}
	} else if mode == 2 {
		s.Rate = s.Rate * 5
	}
	if (s.Flags&8) != 0 && ((s.Flags&8) == 0 || s.Rate > 3) {
		s.Rate++
	}
	return s.Rate
}

// Bits keeps flags in a byte and asks for them after they have been set on one side.
//
//ccgen:export
func Bits(s *State, on bool) uint32 {
	if on {
		s.Flags |= 2
	} else {
		s.Flags &^= 2
	}
	if (s.Flags & 2) != 0 {
		return s.Rate
	}
	return s.Rate + 1
}

// Field replaces one field of a packed word on one side, and reads another.
//
//ccgen:export
func Field(word uint32, on bool, n uint8) uint32 {
	if on {
		word = word&0xFFFF | uint32(n)<<16
	}
	return word & 0xFF
}

// Widths computes in 64 bits what 32 bits and their product need.
//
//ccgen:export
func Widths(a, b uint32) uint32 {
	p := uint64(a) * uint64(b)
	return uint32(uint64(uint32(p>>16)) + uint64(a&0xFF))
}

// Clamp holds a chain of sums between bounds, each in two operations one after the other
// once it is compared with both.
//
//ccgen:export
func Clamp(a, b, lo, hi uint32) uint32 {
	for i := uint32(0); i < 6; i++ {
		a = max(min((a+b)^i, hi), lo)
	}
	return a
}

// Halves holds halves between constant bounds, compared before they are halved.
//
//ccgen:export
func Halves(a uint32) uint32 {
	for i := uint32(0); i < 4; i++ {
		a = max(min((a^0x5555)>>1, 1000000), 40)
	}
	return a
}

// Sum adds in a tree.
//
//ccgen:export
func Sum(v [8]uint32) uint32 {
	s := uint32(0)
	for i := uint32(0); i < 8; i++ {
		s += v[i] ^ i
	}
	return s
}

// Find reads an array by an index, in a tree.
//
//ccgen:export
func Find(v [8]uint16, i uint8) uint16 {
	return v[i&7]
}

// Leave leaves a loop: the last value passes one Select, not eight.
//
//ccgen:export
func Leave(a uint32, n uint8) uint32 {
	for i := uint8(0); i < 8; i++ {
		if i == n {
			break
		}
		a = a*5 + 1
	}
	return a
}

// Round adds a half where that is asked for.
//
//ccgen:export
func Round(a uint32, g uint32, up bool) uint32 {
	for i := uint32(0); i < 4; i++ {
		p := uint64(a)*uint64(g) + 77
		if up {
			p += 1 << 15
		}
		a = uint32(p >> 16)
	}
	return a
}

// Saturate ends in one comparison, whatever b is.
//
//ccgen:export
func Saturate(a, b uint32) uint32 {
	s := a + b
	if b > 0 {
		if s < a {
			return a | ^a
		}
		return s
	}
	if s > a {
		return 0
	}
	return s
}
