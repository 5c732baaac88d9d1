package dolcercplus

import (
	"smartnic-cc/bandit"
	"smartnic-cc/fixedpoint"
)

// Init sets the state before the first message, which goes with arm 0.
func Init[A bandit.ArmArray](p *Params, s *State[A]) {
	*s = State[A]{}
}

// Step is Dolce-RC+ as a transducer (algorithm 3, lines 2 to 6).
//
// The ACK's iteration is carried for logs and figure 7's sake; learning needs the
// arm alone, so that ACKs may come late and out of order.
func Step[A bandit.ArmArray](p *Params, s *State[A], e *Event) Output {
	if uint32(e.Arm) >= uint32(len(s.Learn.Arm)) {
		// A damaged or foreign ACK is ignored: the decision stays.
		if s.Lost < 255 {
			s.Lost++
		}
		return Output{Rate: armRate(p.LinkRate, p.MinRate, uint32(len(s.Learn.Arm)), s.Arm), Iteration: s.Iteration, Arm: s.Arm}
	}
	x := Reward(p, e)
	bandit.Update(&p.Learn, &s.Learn, e.Arm, x)
	s.Arm = bandit.Select(&p.Learn, &s.Learn)
	s.Iteration++ //ccgen:wrap the number is modulo 2^16
	return Output{
		Rate:      armRate(p.LinkRate, p.MinRate, uint32(len(s.Learn.Arm)), s.Arm),
		Reward:    x,
		Iteration: s.Iteration,
		Arm:       s.Arm,
	}
}

// First returns what the first message goes with. Only tools call it: no port has it.
func First[A bandit.ArmArray](p *Params, s *State[A]) Output {
	return Output{Rate: armRate(p.LinkRate, p.MinRate, uint32(len(s.Learn.Arm)), s.Arm), Iteration: s.Iteration, Arm: s.Arm}
}

// armRate returns the rate of an arm, C / 2^(K-1-i), rounded down, at least the floor
// (definition 3).
func armRate(link uint32, floor uint32, arms uint32, arm uint8) uint32 {
	return max(link>>(arms-1-uint32(arm)), floor)
}

// Reward returns the reward of equation (5), UQ0.16, 0xFFFF for 1, with the ideal
// MCT in whole ns, rounded down. From there on the error is below 2^-13: 4 units of
// 2^-16 for the ratio of the times, and half a unit for each of up to 7
// multiplications. Times are wrapping: a message that takes longer than 4.29 s is
// taken for a shorter one.
func Reward(p *Params, e *Event) fixedpoint.UQ0x16 {
	// Ideal MCT: bytes < 2^30 + 1, [NsPerByte] < 2^32: 62 bits; then whole ns, saturated.
	serial := min(uint64(min(e.Bytes, 1<<30))*uint64(p.NsPerByte)>>24, 1<<31)
	ideal := uint32(serial) + min(p.BaseDelay, 1<<30)
	actual := e.Now.Since(e.Departed)
	// UQ1.16, so that 1 is exact and stays 1 under multiplication.
	x := widen(bandit.Ratio(ideal, actual))
	unmarked := (1 << 16) - widen(e.ECNRatio)
	for i := uint8(0); i < bandit.MaxArms-1; i++ {
		if i == e.Arm {
			break
		}
		// 65536 * 65536 + 32768 does not fit 32 bits.
		x = uint32((uint64(x)*uint64(unmarked) + (1 << 15)) >> 16)
	}
	return fixedpoint.UQ0x16(min(x, 0xFFFF))
}

// widen turns a UQ0.16 in which 0xFFFF is 1 into UQ1.16.
func widen(x fixedpoint.UQ0x16) uint32 {
	if x == 0xFFFF {
		return 1 << 16
	}
	return uint32(x)
}
