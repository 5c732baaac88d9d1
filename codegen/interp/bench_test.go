package interp_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcerc/profile"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/reference"
)

var sink uint32

// BenchmarkLog2 runs one correctly rounded logarithm, some 30 operations.
func BenchmarkLog2(b *testing.B) {
	input := func(i int) uint32 { return uint32(i)*2654435761 | 1 }
	b.Run("native", func(b *testing.B) {
		for i := range b.N {
			sink += uint32(fixedpoint.Log2(input(i)))
		}
	})
	b.Run("interpreted", func(b *testing.B) {
		m := interp.New(load(b, "fixedpoint"))
		f := m.Program().Func("fixedpoint.Log2")
		args, result := []uint64{1}, []uint64{0}
		b.ReportAllocs()
		for i := range b.N {
			args[0] = uint64(input(i))
			if err := m.CallInto(f, args, result); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// stepCase is a transducer and an event that it gets again and again, later each time.
type stepCase[P, S any] struct {
	name   string
	step   func(*P, *S, *dcqcn.Event) dcqcn.Output
	params P
	state  S // after its init function
	event  dcqcn.Event
	later  fixedpoint.Time
}

// run measures the case as Go and in the interpreter.
func (c stepCase[P, S]) run(b *testing.B, m *interp.Machine, what string) {
	b.Run(c.name+"/"+what+"/native", func(b *testing.B) {
		p, s, e := c.params, c.state, c.event
		for b.Loop() {
			e.Now += c.later
			c.step(&p, &s, &e)
		}
	})
	b.Run(c.name+"/"+what+"/interpreted", func(b *testing.B) {
		t, err := m.Transducer(c.name)
		require.NoError(b, err)
		p, s, e := reference.Flatten(&c.params), reference.Flatten(&c.state), reference.Flatten(&c.event)
		b.ReportAllocs()
		for b.Loop() {
			e[0] = uint64(uint32(e[0]) + uint32(c.later))
			if _, err := t.Step(p, s, e); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkStep runs whole steps.
func BenchmarkStep(b *testing.B) {
	m := interp.New(load(b, "fixedpoint", "bandit", "dcqcn", "dolcerc"))
	dc, err := dcqcnprofile.Get("connectx", 100_000_000)
	require.NoError(b, err)
	one := stepCase[dcqcn.Params, dcqcn.State]{name: "dcqcn", step: dcqcn.Step, params: dc.RP, later: 1000}
	dcqcn.Init(&one.params, &one.state)
	dp, err := profile.Params(profile.Default(100_000_000))
	require.NoError(b, err)
	two := stepCase[dolcerc.Params, dolcerc.State4]{name: "dolcerc4", step: dolcerc.Step4, params: dp, later: 1000}
	dolcerc.Init4(&two.params, &two.state)
	for i, what := range []string{"alpha", "cut", "increase", "sent", "cnp"} {
		one.event = dcqcn.Event{Kind: dcqcn.EventAlphaTimer + dcqcn.EventKind(i), Bytes: 1000, Packets: 1, CNPs: 1, Marked: 1}
		one.run(b, m, what)
		if i > 1 {
			two.event = one.event
			two.run(b, m, what)
		}
	}
	two.later = 500_000
	two.run(b, m, "qualified cnp")
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
