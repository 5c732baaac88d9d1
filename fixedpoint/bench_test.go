package fixedpoint

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Each function runs over the same 1024 arguments as its peers: float64 math
// with the conversions that a fixed-point caller needs (to nearest, and the
// function's own treatment of zero), and the bit-by-bit algorithm. The
// arguments have every length from 1 to 32 bits, so branches on the size are
// not learnt.
//
// The argument of a call does not depend on the result of the one before:
// what is measured is throughput, as in a loop over connections. The chain
// cases of Log2 and ISqrt measure latency.

const benchSize = 1024

func benchInputs() (v [benchSize]uint32) {
	r := rand.New(rand.NewPCG(7, 7))
	for i := range v {
		v[i] = r.Uint32() | 1<<31
		v[i] >>= r.UintN(32)
	}
	return v
}

var sink uint32

// peers runs the cases of one function one after the other.
type peer struct {
	name string
	f    func(in *[benchSize]uint32, n int) uint32
}

func runPeers(b *testing.B, peers ...peer) {
	in := benchInputs()
	for _, p := range peers {
		b.Run(p.name, func(b *testing.B) {
			b.ReportAllocs()
			sink += p.f(&in, b.N)
		})
	}
}

func BenchmarkLog2(b *testing.B) {
	runPeers(b,
		peer{"fixed", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(Log2(in[i&(benchSize-1)]))
			}
			return s
		}},
		peer{"float64", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(math.Floor(math.Log2(float64(in[i&(benchSize-1)]))*65536 + 0.5))
			}
			return s
		}},
		peer{"bitwise", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(bitLog2(in[i&(benchSize-1)], 16))
			}
			return s
		}},
		peer{"bitwise-inexact", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += bitLog2Inexact(in[i&(benchSize-1)])
			}
			return s
		}},
		peer{"fixed-chain", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s = uint32(Log2(in[i&(benchSize-1)] ^ s&1))
			}
			return s
		}},
		peer{"float64-chain", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s = uint32(math.Floor(math.Log2(float64(in[i&(benchSize-1)]^s&1))*65536 + 0.5))
			}
			return s
		}},
		peer{"bitwise-chain", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s = uint32(bitLog2(in[i&(benchSize-1)]^s&1, 16))
			}
			return s
		}},
	)
}

func BenchmarkLog2Wide(b *testing.B) {
	runPeers(b,
		peer{"fixed", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(Log2Wide(in[i&(benchSize-1)]))
			}
			return s
		}},
		peer{"float64", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(int64(math.Floor(math.Log2(float64(in[i&(benchSize-1)]))*(1<<26) + 0.5)))
			}
			return s
		}},
		peer{"bitwise", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(bitLog2(in[i&(benchSize-1)], 26))
			}
			return s
		}},
	)
}

func BenchmarkLog2Small(b *testing.B) {
	runPeers(b, peer{"fixed", func(in *[benchSize]uint32, n int) (s uint32) {
		for i := range n {
			s += uint32(Log2Small(in[i&(benchSize-1)]))
		}
		return s
	}})
}

func BenchmarkLn(b *testing.B) {
	runPeers(b,
		peer{"fixed", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(Ln(in[i&(benchSize-1)]))
			}
			return s
		}},
		peer{"float64", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(math.Floor(math.Log(float64(in[i&(benchSize-1)]))*65536 + 0.5))
			}
			return s
		}},
		peer{"bitwise", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(bitLog2(in[i&(benchSize-1)], 26) * 0xB17217F8 >> 42)
			}
			return s
		}},
	)
}

func BenchmarkExp2(b *testing.B) {
	// Arguments over the whole range that gives a result, -17 to 16.
	arg := func(v uint32) Q5x16 { return Q5x16(int32(v%(33<<16)) - 17<<16) }
	runPeers(b,
		peer{"fixed", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(Exp2(arg(in[i&(benchSize-1)])))
			}
			return s
		}},
		peer{"float64", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(min(math.Floor(math.Exp2(float64(arg(in[i&(benchSize-1)]))/65536)*65536+0.5), 1<<32-1))
			}
			return s
		}},
		peer{"bitwise", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(bitExp2(arg(in[i&(benchSize-1)])))
			}
			return s
		}},
	)
}

func BenchmarkISqrt(b *testing.B) {
	runPeers(b,
		peer{"fixed", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += ISqrt(in[i&(benchSize-1)])
			}
			return s
		}},
		peer{"float64", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(math.Sqrt(float64(in[i&(benchSize-1)])))
			}
			return s
		}},
		peer{"bitwise", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += bitSqrt(in[i&(benchSize-1)])
			}
			return s
		}},
		peer{"fixed-chain", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s = ISqrt(in[i&(benchSize-1)] ^ s&1)
			}
			return s
		}},
		peer{"float64-chain", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s = uint32(math.Sqrt(float64(in[i&(benchSize-1)] ^ s&1)))
			}
			return s
		}},
		peer{"bitwise-chain", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s = bitSqrt(in[i&(benchSize-1)] ^ s&1)
			}
			return s
		}},
	)
}

func BenchmarkSqrt(b *testing.B) {
	runPeers(b,
		peer{"fixed", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(Sqrt(UQ16x16(in[i&(benchSize-1)])))
			}
			return s
		}},
		peer{"float64", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(math.Floor(math.Sqrt(float64(in[i&(benchSize-1)])*65536) + 0.5))
			}
			return s
		}},
		peer{"bitwise", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32((bitSqrt64(uint64(in[i&(benchSize-1)])<<18) + 1) >> 1)
			}
			return s
		}},
	)
}

func BenchmarkRSqrt(b *testing.B) {
	runPeers(b,
		peer{"fixed", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(RSqrt(UQ16x16(in[i&(benchSize-1)])))
			}
			return s
		}},
		peer{"float64", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(math.Floor((1<<24)/math.Sqrt(float64(in[i&(benchSize-1)])) + 0.5))
			}
			return s
		}},
		peer{"bitwise", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += bitRSqrt(in[i&(benchSize-1)])
			}
			return s
		}},
	)
}

func BenchmarkRecip(b *testing.B) {
	runPeers(b,
		peer{"fixed", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(Recip(UQ16x16(in[i&(benchSize-1)])))
			}
			return s
		}},
		peer{"float64", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(min(math.Floor((1<<32)/float64(in[i&(benchSize-1)])+0.5), 1<<32-1))
			}
			return s
		}},
		peer{"bitwise", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += bitRecip(in[i&(benchSize-1)])
			}
			return s
		}},
	)
}

func BenchmarkDiv(b *testing.B) {
	runPeers(b,
		peer{"fixed", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				q, r, _ := Div(in[i&(benchSize-1)], in[(i+1)&(benchSize-1)])
				s += q + r
			}
			return s
		}},
		peer{"float64", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				x, y := in[i&(benchSize-1)], in[(i+1)&(benchSize-1)]
				q := uint32(float64(x) / float64(y))
				s += q + x - q*y
			}
			return s
		}},
		peer{"hardware", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				x, y := in[i&(benchSize-1)], in[(i+1)&(benchSize-1)]
				s += x/y + x%y
			}
			return s
		}},
		peer{"bitwise", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				q, r := bitDiv(uint64(in[i&(benchSize-1)]), in[(i+1)&(benchSize-1)])
				s += uint32(q + r)
			}
			return s
		}},
	)
}

func BenchmarkMulShift(b *testing.B) {
	runPeers(b,
		peer{"down", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += MulShiftDown(in[i&(benchSize-1)], in[(i+1)&(benchSize-1)], 16)
			}
			return s
		}},
		peer{"half-up", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += MulShiftHalfUp(in[i&(benchSize-1)], in[(i+1)&(benchSize-1)], 16)
			}
			return s
		}},
		peer{"half-even", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += MulShiftHalfEven(in[i&(benchSize-1)], in[(i+1)&(benchSize-1)], 16)
			}
			return s
		}},
		peer{"float64", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(min(math.Floor(float64(in[i&(benchSize-1)])*float64(in[(i+1)&(benchSize-1)])*(1.0/65536)+0.5), 1<<32-1))
			}
			return s
		}},
	)
}

func BenchmarkSmall(b *testing.B) {
	runPeers(b,
		peer{"AddSatU32", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += AddSatU32(in[i&(benchSize-1)], in[(i+1)&(benchSize-1)])
			}
			return s
		}},
		peer{"MulSatU32", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += MulSatU32(in[i&(benchSize-1)], in[(i+1)&(benchSize-1)])
			}
			return s
		}},
		peer{"Pack16Dither", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += uint32(Pack16Dither(in[i&(benchSize-1)], 12, in[(i+1)&(benchSize-1)]))
			}
			return s
		}},
		peer{"Hash32", func(in *[benchSize]uint32, n int) (s uint32) {
			for i := range n {
				s += Hash32(in[i&(benchSize-1)])
			}
			return s
		}},
	)
}
