// Package divide divides by constants what a core of 32 bits has no instruction for.
package divide

// Words divides 32 bits and less.
//
//ccgen:export
func Words(a uint32, b int32, c uint16, d int8) (uint32, uint32, int32, int32, uint16, int8) {
	return a / 10, a % 1000, b / -7, b % 7, c / 1000, d % 10
}

// Doubles divides 64 bits.
//
//ccgen:export
func Doubles(a uint64, b int64) (uint64, uint64, uint64, int64, int64, int64) {
	return a / 1000, a % 1_000_000_007, a / 0xFFFFFFFFFFFFFFFF, b / -1000, b % 10, b / 0x7FFFFFFFFFFFFFFF
}
