// Package generic has type parameters, and a transducer.
package generic

import (
	"golang.org/x/exp/constraints"

	"smartnic-cc/codegen/frontend/testdata/accept/lib"
)

// State is a bandit of some arms.
type State[A lib.Arms] struct {
	Arm  A
	T    uint32
	Last uint8
}

// State4 has four arms.
//
//ccgen:size 40
type State4 = State[[4]lib.Arm]

// State3 has no size.
type State3 = State[[3]lib.Arm]

// Params of the learner.
type Params struct {
	Gain lib.Fixed
	On   bool
}

// Event is what happens.
type Event struct {
	Reward lib.Fixed
	Kind   uint8
}

// Output is what comes out.
type Output struct {
	Arm  uint8
	Mean lib.Fixed
}

// Best returns the arm of the highest mean; ties go to the lowest index.
func (s *State[A]) Best() uint8 {
	best := uint8(0)
	for i := uint8(1); i < uint8(len(s.Arm)); i++ {
		if s.Arm[i].Mean > s.Arm[best].Mean {
			best = i
		}
	}
	return best
}

// learn updates one arm. i is below the number of arms.
func learn[A lib.Arms](s *State[A], i uint8, reward, gain lib.Fixed) {
	a := s.Arm[i]
	if a.Count < 0xFFFF {
		a.Count++
	}
	a.Mean = a.Mean - a.Mean.Mul(gain) + reward.Mul(gain)
	s.Arm[i] = a
}

func step[A lib.Arms](p *Params, s *State[A], e *Event) Output {
	s.T++
	if e.Kind == 1 && p.On {
		learn(s, s.Last, e.Reward, p.Gain)
	}
	if s.T <= uint32(len(s.Arm)) {
		s.Last = uint8(s.T - 1)
	} else {
		s.Last = s.Best()
	}
	return Output{Arm: s.Last, Mean: s.Arm[s.Last].Mean}
}

// Step4 is the step of four arms.
//
//ccgen:transducer learner4 init=Init4
func Step4(p *Params, s *State4, e *Event) Output { return step(p, s, e) }

// Init4 starts it.
func Init4(p *Params, s *State4) {
	*s = State4{}
	for i := range uint32(4) {
		s.Arm[i].Mean = p.Gain
	}
}

// Step3 is the step of three arms, with a number as output.
//
//ccgen:transducer learner3 init=Init3
func Step3(p *Params, s *State3, e *Event) uint8 {
	o := step(p, s, e)
	return o.Arm
}

// Init3 starts it.
func Init3(p *Params, s *State3) {
	*s = State3{}
	s.T = uint32(p.Gain) & 1
}

// Sat adds and stops at the ends of the type.
func Sat[T constraints.Unsigned](a, b T) T {
	if s := a + b; s >= a {
		return s
	}
	return ^T(0)
}

// Fill is generic over an element and an array of it.
func Fill[T uint8 | uint32](x T) [4]T {
	var a [4]T
	for i := range uint8(4) {
		a[i] = x + T(i)
	}
	return a
}

// Use calls what is generic, with types inferred and given.
//
//ccgen:export
func Use(a, b uint8, c, d uint64, s *State3) (uint8, uint64, uint32, uint32, uint32) {
	var box lib.Box[[4]uint8]
	n := box.Put(Fill(a))
	var other lib.Box[lib.Arm]
	other.Put(s.Arm[1])
	m := other.Put(lib.Arm{Count: 3})
	n += m
	n += uint32(box.Item[3]) + uint32(other.Item.Count)
	words := Fill[uint32](n)
	m = lib.Total(s.Arm)
	return Sat(a, b), Sat[uint64](c, d), n, m, words[3]
}

// far shifts by counts that instantiation makes constants, beyond the width.
func far[A lib.Arms](a A, x uint32, y int16) (uint32, uint32, int16, int16) {
	return x << (uint32(len(a)) * 16), x >> (uint8(len(a)) * 30), y << (uint64(len(a)) * 5), y >> (uint16(len(a)) * 20000)
}

//ccgen:export
func Far(a [4]lib.Arm, x uint32, y int16) (uint32, uint32, int16, int16) { return far(a, x, y) }

// never is instantiated nowhere; it is checked all the same.
func never[T constraints.Signed](x T) T {
	if x < 0 {
		return -x
	}
	return x
}
