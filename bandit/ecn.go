package bandit

import (
	"math/bits"

	"smartnic-cc/fixedpoint"
)

// Observe adds sent packets (or time slots), marked of them carrying a congestion
// mark, to the pending ECN counts of the state: the numerator and denominator of
// equations (4) and (5).
//
// Counts up to 255 are exact. Beyond, both are kept in units of 2^e with e up to 15
// (8.3 million): rounded so that the error has mean zero if dither is uniform, and
// by less than 1/128 of the larger one each time. At the end of that range both
// saturate. dither has to differ from call to call even where the state does not:
// [Hash32] of the time of the event does. sent and marked are each taken to be at most 2^24.
func Observe[A ArmArray](s *State[A], sent uint32, marked uint32, dither uint32) {
	e := s.Rest >> exponentShift & exponentMask
	allSent := ((s.Rest >> sentShift) << e) + min(sent, 1<<24)
	allMarked := ((s.Rest >> markedShift & pendingMask) << e) + min(marked, 1<<24)
	// The least exponent, not below the present one, at which both fit 8 bits even
	// after rounding up.
	length := uint32(bits.Len32(max(allSent, allMarked)))
	if length > 8 {
		e = max(e, length-8)
	}
	if max(allSent, allMarked)>>e >= pendingMask && e > 0 {
		e++
	}
	e = min(e, exponentMask)
	sentUnits := min(uint32(fixedpoint.Pack16Dither(allSent, e, dither)), pendingMask)
	markedUnits := min(uint32(fixedpoint.Pack16Dither(allMarked, e, dither>>16)), pendingMask)
	s.Rest = s.Rest&iterationMask | e<<exponentShift | markedUnits<<markedShift | sentUnits<<sentShift
}

// ObserveSent is [Observe] for what was sent alone, with [Hash32](salt) for dither, which
// most observations need not compute: counts up to 255 are exact.
func ObserveSent[A ArmArray](s *State[A], sent uint32, salt uint32) {
	sum := (s.Rest >> sentShift) + min(sent, pendingMask+1)
	if sum <= pendingMask && (s.Rest&unitBits) == 0 {
		s.Rest = s.Rest&((1<<sentShift)-1) | sum<<sentShift
		return
	}
	Observe(s, sent, 0, fixedpoint.Hash32(salt))
}

// ObserveMarked is [ObserveSent] for marked packets.
func ObserveMarked[A ArmArray](s *State[A], marked uint16, salt uint32) {
	sum := (s.Rest >> markedShift & pendingMask) + uint32(marked)
	if sum <= pendingMask && (s.Rest&unitBits) == 0 {
		s.Rest = s.Rest&^(pendingMask<<markedShift) | sum<<markedShift
		return
	}
	Observe(s, 0, uint32(marked), fixedpoint.Hash32(salt))
}

// unitBits are the bits of [State.Rest] that are 0 while the counts' unit is 1.
const unitBits = exponentMask << exponentShift

// Pending returns the pending ECN counts, sent and marked, as packets or slots.
func Pending[A ArmArray](s *State[A]) (uint32, uint32) {
	e := s.Rest >> exponentShift & exponentMask
	return (s.Rest >> sentShift) << e, (s.Rest >> markedShift & pendingMask) << e
}

// TakeECNRatio returns marked/sent of the pending ECN counts, UQ0.16, and clears
// them: the ECN ratio of section IV-B. More marked than sent gives 1 (0xFFFF), as
// does any mark where nothing was sent; nothing at all gives 0.
func TakeECNRatio[A ArmArray](s *State[A]) fixedpoint.UQ0x16 {
	sent := s.Rest >> sentShift
	marked := s.Rest >> markedShift & pendingMask
	s.Rest &= iterationMask
	if marked == 0 {
		return 0
	}
	return Ratio(marked, sent)
}

// Ratio returns n/d, UQ0.16, for n < d; 1 or more, and n/0, give 0xFFFF. Off by at
// most one unit of 2^-16; where d is beyond 16 bits it drops its low bits and n the
// same, and the result is off by less than 2^-14.
func Ratio(n uint32, d uint32) fixedpoint.UQ0x16 {
	if n >= d {
		return 0xFFFF
	}
	length := uint32(bits.Len32(d))
	if length > 16 {
		n >>= length - 16
		d >>= length - 16
	}
	// Recip(d * 2^-16) = 2^16/d in UQ16.16, raw 2^32/d; n < 2^16.
	q := uint64(n) * uint64(fixedpoint.Recip(fixedpoint.UQ16x16(d)))
	return fixedpoint.UQ0x16(min((q+(1<<15))>>16, 0xFFFF))
}

// Complement returns 1 - x, UQ0.16: the reward of equation (4) from the ECN
// ratio. 0 and 0xFFFF, which is 1, are each other's complement; between
// them the result is 2^-16 low.
func Complement(x fixedpoint.UQ0x16) fixedpoint.UQ0x16 {
	return 0xFFFF - x
}
