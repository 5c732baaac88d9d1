// Package small has one of each that a mutant can be made of.
package small

import "math/bits"

// Params are parameters.
type Params struct {
	// Weight is UQ1.16.
	//
	//ccgen:range 0..65536
	Weight uint32
	// Period is a time.
	//
	//ccgen:unit ns
	Period uint32
	// Shift is a count.
	//
	//ccgen:range 0..31
	Shift uint8
}

// State is a state.
type State struct {
	Low, High uint32
	Ring      [4]uint16
	Seen      bool
}

// Event is an event.
type Event struct {
	Now uint32
}

// Output is an output.
type Output struct {
	Value uint32
	Due   bool
}

// Init sets the state.
func Init(p *Params, s *State) { *s = State{Low: 1} }

// Step goes through all forms.
//
//ccgen:transducer small init=Init
func Step(p *Params, s *State, e *Event) Output {
	before := s.Low
	s.Low = min(s.Low+e.Now, p.Period)
	mixed := blend(before, s.Low, p)
	s.High += mixed
	if s.Seen && s.Low < s.High || e.Now == 0 {
		s.Ring[1]++
		s.Seen = false
	}
	for i := uint32(0); i < 4; i++ {
		if s.Ring[i] > 9 {
			break
		}
		s.Ring[i] = s.Ring[i] | 1<<(p.Shift&7)
	}
	switch e.Now {
	case 1, 2:
		s.Low = s.High
		s.High = 3
	default:
		s.Seen = true
	}
	return Output{Value: s.High, Due: before > 7}
}

// blend weighs two numbers, rounded half up.
func blend(a, b uint32, p *Params) uint32 {
	product := uint64(a)*uint64(p.Weight) + uint64(b)*uint64(65536-p.Weight)
	product += 1 << 15
	return uint32(product >> 16)
}

// Signed has what only signed numbers have, and both results of a product.
//
//ccgen:export
func Signed(a, b int32, c uint32) int64 {
	hi, _ := bits.Mul32(c, c)
	return int64(-a)*int64(b) + int64((a+4)>>3) + int64(^hi) + int64(max(a, b, -9)/2)
}
