package arith

import "golang.org/x/exp/constraints"

// folded computes with what is constant only once T is known.
func folded[T constraints.Integer]() ([22]T, [9]bool) {
	return [22]T{
			T(100) * T(3), T(100) + T(100), T(3) - T(100), T(77) / T(5), T(77) % T(5),
			T(0x5A) & T(0x0F), T(0x5A) | T(0x0F), T(0x5A) ^ T(0x0F), T(0x5A) &^ T(0x0F),
			-T(5), ^T(0), ^T(0) / T(3), ^T(0) % T(7), -T(100) / T(7), -T(100) % T(7),
			T(1) << (T(6) + T(1)), ^T(0) << 3, ^T(0) >> 3, -T(127) >> 1,
			min(T(3), ^T(0)), max(T(3), ^T(0), T(7)),
			T(int8(-1)&3) + T(uint8(200)>>1),
		}, [9]bool{
			T(3) == T(4), T(3) != T(4), ^T(0) < T(0), ^T(0) <= T(0), ^T(0) > T(0), ^T(0) >= T(0),
			^T(0) < 0 && T(1) == 1, ^T(0) < 0 || T(1) == 2, !(^T(0) < 0),
		}
}

//ccgen:export
func FoldI8() ([22]int8, [9]bool) { return folded[int8]() }

//ccgen:export
func FoldU8() ([22]uint8, [9]bool) { return folded[uint8]() }

//ccgen:export
func FoldI32() ([22]int32, [9]bool) { return folded[int32]() }

//ccgen:export
func FoldU32() ([22]uint32, [9]bool) { return folded[uint32]() }

//ccgen:export
func FoldI64() ([22]int64, [9]bool) { return folded[int64]() }

//ccgen:export
func FoldU64() ([22]uint64, [9]bool) { return folded[uint64]() }
