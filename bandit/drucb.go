package bandit

import "smartnic-cc/fixedpoint"

// Iteration returns t mod Period, the position in the exploration round.
func (s *State[A]) Iteration() uint32 {
	return s.Rest & iterationMask
}

// weight returns the weight of one choice at iteration r in the unit that the
// counts are kept in: 2^[CountShift] gamma^-j with j = r mod 2^b, rounded to an
// integer by a Weyl sequence in j. The sequence j*phi mod 1 is the most even one
// there is, so that over a block the weights sum to within one unit of the
// exact sum, and it starts at 0, so that the first choices weigh exactly
// 2^[CountShift].
//
// Range: 1..2^14 * 17/16 + 1. The UQ16.16 sum below is under 2^31, no overflow.
//
//ccgen:range r 0..4095
//ccgen:range return 1..17408
//ccgen:split p.BlockShift
func (p *Params) weight(r uint32) uint32 {
	j := r & ((1 << (p.BlockShift & 15)) - 1)
	exact := p.exactWeight(j)
	weyl := j * 40503 & 0xFFFF // 40503 / 2^16 is the golden ratio's fraction, odd
	return (exact + weyl) >> 16
}

// exactWeight returns 2^[CountShift] gamma^-j along its chord, UQ16.16. The growth
// j [GrowthPerStep] is below 1/16, so its UQ0.32 does not overflow.
func (p *Params) exactWeight(j uint32) uint32 {
	shift := uint32(p.CountShift) & 15
	// 1<<32 is 1<<(shift+16) before the shift: one shift for both.
	return uint32(((1 << 32) + uint64(j*p.GrowthPerStep)) >> (16 - shift))
}

// Update records the reward of an arm at the present iteration, and moves to
// the next one: lines 9 and 10 of algorithm 1.
//
// arm is below K; a larger one is ignored, and the iteration ends. reward
// is UQ0.16 with 0xFFFF for 1. The new mean and the aged counts are each off by
// less than one unit of their last place, with mean zero.
func Update[A ArmArray](p *Params, s *State[A], arm uint8, reward fixedpoint.UQ0x16) {
	r := s.Rest & iterationMask
	w := p.weight(r)
	if uint32(arm) < uint32(len(s.Arm)) {
		learn(&s.Arm[arm], reward, w, r)
	}
	r++
	age := uint32(0)
	if r >= uint32(p.Period) {
		r = 0
		age = uint32(p.AgeRest)
	} else if (r & ((1 << (p.BlockShift & 15)) - 1)) == 0 {
		age = uint32(p.AgeBlock)
	}
	if age != 0 {
		for i := uint32(0); i < uint32(len(s.Arm)); i++ {
			// count * age + dither < 2^32: 0xFFFF * 0xFFFF + 0xFFFF. Rounded by a dither
			// that depends on the words of the arm, which change from block to block.
			c := uint32(s.Arm[i].Count)
			dither := fixedpoint.Hash32(c<<16|uint32(s.Arm[i].Mean)) & 0xFFFF
			s.Arm[i].Count = uint16((c*age + dither) >> 16)
		}
	}
	s.Rest = s.Rest&^iterationMask | r
}

// learn adds one choice of weight w and its reward to an arm:
// n' = n + w, m' = m + (X - m) w / n'.
func learn(a *Arm, reward fixedpoint.UQ0x16, w uint32, r uint32) {
	c := uint32(a.Count)
	if c == 0 {
		// The first reward is the mean, exactly.
		a.Count = uint16(min(w, 0xFFFF))
		a.Mean = reward
		return
	}
	n := min(c+w, 0xFFFF)
	a.Count = uint16(n)
	// UQ16.16(n) read as n * 2^-16 has the reciprocal 2^16/n, raw 2^32/n rounded: so
	// step is w/n in UQ0.32. n > w, hence step < 2^32 and the mean moves by less than
	// the difference: no overflow, and m' stays between m and X.
	step := share(w, n)
	dither := uint64(fixedpoint.Hash32((n<<16 | uint32(a.Mean)) ^ r*0x9E37))
	x := uint32(reward)
	m := uint32(a.Mean)
	if x >= m {
		a.Mean = fixedpoint.UQ0x16(m + uint32((uint64(x-m)*step+dither)>>32))
	} else {
		a.Mean = fixedpoint.UQ0x16(m - uint32((uint64(m-x)*step+dither)>>32))
	}
}

// share returns w/n, UQ0.32, w < n: below 1 even where the reciprocal is rounded up, as
// (n-1)(2^32/n + 1/2) = 2^32 - 2^32/n + (n-1)/2 is below 2^32 where n^2 is below 2^33.
//
//ccgen:range n 2..65535
//ccgen:range w 1..min(n-1, 17408)
//ccgen:range return 0..1<<32
//ccgen:exhaustive
func share(w uint32, n uint32) uint64 {
	return uint64(w) * uint64(fixedpoint.Recip(fixedpoint.UQ16x16(n)))
}

// Select returns the arm of the present iteration, I(t): lines 3 to 8 of
// algorithm 1. It changes nothing. Ties go to the lowest index.
func Select[A ArmArray](p *Params, s *State[A]) uint8 {
	r := s.Rest & iterationMask
	if r < uint32(len(s.Arm)) {
		return uint8(r)
	}
	scale := explorationScale(p, s, r)
	// First each index roughly: where one arm's is clearly above all others, it is the
	// arm. A padding is scale * rsqrt * 2^-16 with rsqrt rounded to a unit, and then
	// rounded down. With [RSqrtRough] in its place it is at most 2^-15 of itself too
	// low, and either way off by half of scale * 2^-16 and 2 for rounding.
	var best uint8
	var top uint64     // the best index, roughly
	var topHigh uint64 // and how large it may be
	var rival uint64   // how large those of the others may be
	var mean uint32
	count := uint32(0xFFFFFFFF)
	for i := uint32(0); i < uint32(len(s.Arm)); i++ {
		c := uint32(s.Arm[i].Count)
		m := uint32(s.Arm[i].Mean)
		if c >= count && m <= mean {
			// Neither its mean nor its padding is larger, and ties go to the lower index.
			continue
		}
		if c == 0 {
			return selectExact(s, scale)
		}
		y, k := fixedpoint.RSqrtRough(fixedpoint.UQ16x16(c))
		bonus := uint32(uint64(scale) * uint64(y) >> (38 - k))
		index := uint64(bonus) + uint64(m<<8)
		high := index + uint64(bonus>>15)
		if index > top {
			rival = max(rival, topHigh)
			top = index
			topHigh = high
			mean = m
			count = c
			best = uint8(i)
		} else {
			rival = max(rival, high)
		}
	}
	if top > rival+uint64(scale>>16)+5 && top < 1<<31 {
		return best
	}
	return selectExact(s, scale)
}

// selectExact is lines 6 to 8 of algorithm 1 for arms whose indices are close.
func selectExact[A ArmArray](s *State[A], scale uint32) uint8 {
	best := uint8(0)
	top := uint32(0)
	for i := uint32(0); i < uint32(len(s.Arm)); i++ {
		// [RSqrt](count * 2^-16) = 256 / sqrt(count). UQ16.16 * UQ16.16 * 2^-8 in UQ8.24
		// is the product shifted right by 32 + 8 - 24. A count of 0 saturates: such an
		// arm is chosen.
		rs := uint32(fixedpoint.RSqrt(fixedpoint.UQ16x16(s.Arm[i].Count)))
		bonus := fixedpoint.MulShiftDown(scale, rs, 16)
		index := fixedpoint.AddSat(bonus, uint32(s.Arm[i].Mean)<<8)
		if index > top || i == 0 {
			top = index
			best = uint8(i)
		}
	}
	return best
}

// explorationScale returns sqrt(xi ln N * unit), UQ16.16, where unit is the
// weight that a choice of the step before would have now: with count =
// n_i * unit, scale * rsqrt(count) is the padding of line 7.
//
// N = S/unit, S the sum of the counts; ln N = ln 2 (log2 S - log2 unit). The
// result is below 256: unit N is at most 65535, so xi ln N unit is at most
// xi ln2 * 65535 * log2(N)/N, and log2(N)/N <= 0.5308, xi <= 2.
//
//ccgen:range r 0..4095
//ccgen:split p.BlockShift
func explorationScale[A ArmArray](p *Params, s *State[A], r uint32) uint32 {
	sum := uint32(0)
	for i := uint32(0); i < uint32(len(s.Arm)); i++ {
		sum += uint32(s.Arm[i].Count)
	}
	// unit = 2^[CountShift] gamma^-(j-1). At j = 0 the counts have just been aged.
	j := r & ((1 << (p.BlockShift & 15)) - 1)
	unitLog := (uint32(p.CountShift) << 16) + (j * p.LogPerStep >> 12)
	logN := int32(fixedpoint.Log2(sum)) + int32(p.LogPerStep>>12) - int32(unitLog)
	if logN <= 0 {
		return 0 // N <= 1: log N is not positive, no padding
	}
	// unit in UQ16.16: the weight of the present step, aged by one.
	exact := p.exactWeight(j)
	unit := uint32(uint64(exact) * uint64(p.Gamma) >> 32)
	lnN := fixedpoint.MulShiftDown(uint32(logN), p.XiLn2, 16) // xi ln N, UQ16.16
	return uint32(fixedpoint.Sqrt(fixedpoint.UQ16x16(fixedpoint.MulShiftDown(lnN, unit, 16))))
}
