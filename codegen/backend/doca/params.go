package doca

import (
	"math/bits"

	"smartnic-cc/codegen/backend/doca/device"
)

// Param is a parameter as the device library knows it: one word of 32 bits.
type Param = device.Param

// Reciprocal returns the words by which a rate becomes a fraction of the line rate, kb/s,
// 1..2^31-1, without a division: with 2^(n-1) < line <= 2^n, the smallest integer that is
// at least 2^(31+n)/line, and n + 11. It has 32 bits, the highest set.
//
// floor(rate * reciprocal / 2^shift) is then floor(2^20 rate/line) or one more for every
// rate <= line: the reciprocal is at most 1 too large, so the product's relative error
// below line/2^(31+n) <= 2^-31, and the quotient's error below 2^20 2^-31 = 2^-11. The
// device compares once and takes the one off.
func Reciprocal(line uint32) (reciprocal, shift uint32) {
	n := uint(bits.Len32(line - 1))
	one := uint64(1) << (31 + n)
	return uint32((one + uint64(line) - 1) / uint64(line)), uint32(n + 11)
}

// lineParams describe the port.
func lineParams(line uint32) []Param {
	reciprocal, shift := Reciprocal(line)
	return []Param{
		{Name: "line_rate", Text: "the port's speed, kb/s", Min: 1, Max: device.MaxRate, Default: line},
		{Name: "line_reciprocal", Text: "2^(line_shift+20)/line_rate, rounded up", Min: 1 << 31, Max: device.MaxWord, Default: reciprocal},
		{Name: "line_shift", Text: "11 + log2 of line_rate, rounded up", Min: 11, Max: 42, Default: shift},
	}
}
