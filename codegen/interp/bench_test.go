package interp_test

import (
	"testing"

	"smartnic-cc/codegen/interp"
)

// BenchmarkLog2 runs one correctly rounded logarithm, some 25 operations.
func BenchmarkLog2(b *testing.B) {
	m := interp.New(load(b, "fixedpoint"))
	f := m.Program().Func("fixedpoint.Log2")
	args := []uint64{1}
	for i := range b.N {
		args[0] = uint64(uint32(i)*2654435761 | 1)
		if _, err := m.CallFunc(f, args); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoop runs 256 turns of a loop of about 6 operations each.
func BenchmarkLoop(b *testing.B) {
	m := interp.New(loadAccepted(b))
	f := m.Program().Func("control.Search")
	args := []uint64{251} // a prime above 15: never found
	for b.Loop() {
		if _, err := m.CallFunc(f, args); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(256*6*b.N)/b.Elapsed().Seconds(), "ops/s")
}
