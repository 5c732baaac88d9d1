package reference_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// random returns a value of each leaf, weighted to the ends of the types.
func random(r *rand.Rand, leaves []transducer.Leaf) []uint64 {
	vs := make([]uint64, len(leaves))
	for i, l := range leaves {
		v := r.Uint64()
		switch r.IntN(4) {
		case 0:
			v = uint64(r.IntN(3)) - 1
		case 1:
			v = 1<<uint(l.Bits-1) - uint64(r.IntN(2))
		}
		vs[i] = l.Wrap(v)
	}
	return vs
}

// TestRoundTrip: values -> Go struct -> values is the identity, for every type
// that the algorithms have.
//
//	[]uint64 --Load--> struct --State--> []uint64
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	fw := reference.New()
	for _, a := range reference.Catalog().Algorithms {
		c, err := fw.Open(a.Name, make([]uint64, len(a.Params)))
		require.NoError(t, err)
		for range 200 {
			want := random(r, a.State)
			require.NoError(t, c.Load(want))
			got, err := c.State()
			require.NoError(t, err)
			require.Equal(t, want, got, a.Name)
		}
	}
}

// TestAgreesWithGo: what comes out of the adapter is what the typed functions give.
func TestAgreesWithGo(t *testing.T) {
	p := dcqcn.Params{
		MinRate: 1000, MaxRate: 100_000_000, TargetCap: 100_000_000, RateAI: 40_000, RateHAI: 200_000,
		AlphaPeriod: 55_000, IncreasePeriod: 55_000, CutPeriod: 1, ByteReset: 10_000_000,
		AlphaInit: 1 << 16, AlphaMax: 1 << 16, OldWeight: 65280, AlphaBits: 16, CutShift: 17, Threshold: 5,
	}
	var s dcqcn.State
	dcqcn.Init(&p, &s)
	c, err := reference.New().Open("dcqcn", reference.Flatten(&p))
	require.NoError(t, err)
	initial, err := c.State()
	require.NoError(t, err)
	require.Equal(t, reference.Flatten(&s), initial)
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 2000 {
		e := dcqcn.Event{
			Now: fixedpoint.Time(i * 10_000), Kind: dcqcn.EventKind(r.IntN(7)), Bytes: r.Uint32N(20_000_000),
			Packets: r.Uint32N(100), CNPs: uint16(r.IntN(12)), Marked: uint16(r.IntN(200)),
		}
		o := dcqcn.Step(&p, &s, &e)
		output, state, err := c.Step(reference.Flatten(&e))
		require.NoError(t, err)
		require.Equal(t, reference.Flatten(&o), output)
		require.Equal(t, reference.Flatten(&s), state)

		timer := dcqcn.Next(&s, e.Now)
		next, err := reference.New().Call("dcqcn.Next", append(reference.Flatten(&s), uint64(e.Now)))
		require.NoError(t, err)
		require.Equal(t, reference.Flatten(&timer), next)
	}
	require.Greater(t, s.Rates.RC, dcqcn.Rate(0))
}

// TestLeafNames: the paths are those of the source, arrays with their indices.
func TestLeafNames(t *testing.T) {
	a, err := reference.Catalog().Algorithm("dolcerc4")
	require.NoError(t, err)
	var names []string
	for _, l := range a.State {
		names = append(names, l.Name+" "+l.Type())
	}
	require.Contains(t, names, "Learn.Arm[3].Mean uint16")
	require.Contains(t, names, "Learn.Rest uint32")
	require.Contains(t, names, "React.RC uint32")

	var s dolcerc.State4
	v := make([]uint64, len(a.State))
	for i := range v {
		v[i] = uint64(i)
	}
	require.NoError(t, reference.Unflatten(v, &s))
	require.Equal(t, bandit.Arm{Mean: 6, Count: 7}, s.Learn.Arm[3])
	require.Equal(t, uint32(8), s.Learn.Rest)
	require.Equal(t, v, reference.Flatten(&s))
}

// TestSigned: negative numbers travel as sign-extended patterns.
func TestSigned(t *testing.T) {
	fw := reference.New()
	got, err := fw.Call("fixedpoint.Log2", []uint64{0})
	require.NoError(t, err)
	require.Equal(t, int64(-32<<16), int64(got[0]))
	minus := uint64(0xFFFF_FFFF_FFFF_8000)
	got, err = fw.Call("fixedpoint.AddSatI16", []uint64{minus, minus})
	require.NoError(t, err)
	require.Equal(t, []uint64{minus}, got)
}

// TestRefusals: wrong input is an error that names the place, not a panic.
func TestRefusals(t *testing.T) {
	fw := reference.New()
	open := func(name string, n int) func() error {
		return func() error { _, err := fw.Open(name, make([]uint64, n)); return err }
	}
	call := func(name string, args ...uint64) func() error {
		return func() error { _, err := fw.Call(name, args); return err }
	}
	c, err := fw.Open("bandit2", make([]uint64, 9))
	require.NoError(t, err)
	var names []string
	for _, a := range reference.Catalog().Algorithms {
		names = append(names, a.Name)
	}
	for _, tc := range []struct {
		do   func() error
		want string
	}{
		{open("bandit9", 9), `unknown algorithm "bandit9" (did you mean bandit2?); one of ` + strings.Join(names, ", ")},
		{open("bandit2", 8), "bandit2 parameters: 8 values; want 9"},
		{call("fixedpoint.Log3", 1), `unknown function "fixedpoint.Log3" (did you mean fixedpoint.Log2?); names are package.Function`},
		{call("fixedpoint.Log2"), "fixedpoint.Log2 arguments: 0 values; want 1"},
		{call("fixedpoint.Log2", 1<<32), "fixedpoint.Log2 arguments: field 1 (x) is 4294967296; outside uint32"},
		{call("fixedpoint.AddSatI16", 0, 32768), "field 2 (b) is 32768; outside int16"},
		{func() error { return c.Load([]uint64{1}) }, "bandit2 state: 1 values; want 5"},
		{func() error { _, _, err := c.Step([]uint64{0, 65536}); return err }, "field 2 (Reward) is 65536; outside uint16"},
	} {
		require.ErrorContains(t, tc.do(), tc.want)
	}
	require.NoError(t, fw.Close())
	require.NoError(t, fw.Close())
}

// TestStepAllocatesNothing: a comparison of millions of events makes no garbage.
func TestStepAllocatesNothing(t *testing.T) {
	c, err := reference.New().Open("bandit4", []uint64{266, 0, 3, 0, 65522, 65522, 4294108331, 77458, 22720})
	require.NoError(t, err)
	event := []uint64{1, 50000}
	allocs := testing.AllocsPerRun(100, func() {
		if _, _, err := c.Step(event); err != nil {
			t.Fatal(err)
		}
	})
	require.Zero(t, allocs)
}

// Example calls a function and steps a connection by their names.
func Example() {
	fw := reference.New()
	log, err := fw.Call("fixedpoint.Log2", []uint64{8})
	fmt.Println(log, err)

	// The notification point with an interval of 50 us: two marked packets 10 us
	// apart bring one CNP.
	np, err := fw.Open("dcqcnnp", []uint64{50_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, now := range []uint64{1000, 11_000} {
		output, state, err := np.Step([]uint64{now, 1})
		fmt.Println(output, state, err)
	}
	// Output:
	// [196608] <nil>
	// [1 1] [1000 0 1] <nil>
	// [0 0] [1000 1 1] <nil>
}

func BenchmarkStep(b *testing.B) {
	for _, a := range reference.Catalog().Algorithms {
		b.Run(a.Name, func(b *testing.B) {
			c, err := reference.New().Open(a.Name, make([]uint64, len(a.Params)))
			require.NoError(b, err)
			event := make([]uint64, len(a.Event))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := c.Step(event); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
