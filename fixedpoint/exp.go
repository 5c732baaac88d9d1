package fixedpoint

import "math/bits"

// exp2Root[i] is 2^(2^-(i+1)) in Q1.63.
var exp2Root = [16]uint64{
	0xB504F333F9DE6484, 0x9837F0518DB8A96F, 0x8B95C1E3EA8BD6E7, 0x85AAC367CC487B15,
	0x82CD8698AC2BA1D7, 0x8164D1F3BC030773, 0x80B1ED4FD999AB6C, 0x8058D7D2D5E5F6B1,
	0x802C6436D0E04F51, 0x8016302F17467628, 0x800B179C82028FD1, 0x80058BAF7FEE3B5D,
	0x8002C5D00FDCFCB7, 0x800162E61BED4A49, 0x8000B17292F702A4, 0x800058B92ABBAE02,
}

// Exp2 returns 2^x, correctly rounded, 2^-17 (a tie) upward.
//
//ccgen:export
func Exp2(x Q5x16) UQ16x16 {
	if x >= 16<<16 {
		return MaxUQ16x16
	}
	if x < -17<<16 {
		return 0
	}
	v := uint64(1 << 63)
	for i := uint32(0); i < 16; i++ {
		if uint32(x)>>(15-i)&1 != 0 {
			hi, lo := bits.Mul64(v, exp2Root[i])
			v = hi<<1 | lo>>63
		}
	}
	s := uint32(47 - int32(x>>16))
	return UQ16x16((v>>(s-1) + 1) >> 1)
}
