package ranges

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// TestCorpusInRanges runs every vector, or one group in four, with every value checked against the range
// that the analysis found for it, and declared ranges around every step.
func TestCorpusInRanges(t *testing.T) {
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	fw := guardedFirmware(firmware(t))
	for _, f := range files {
		some := *f
		some.Groups = nil
		for i := range f.Groups {
			if tier.Sampled(fmt.Sprint(f.Name, i), 4) {
				some.Groups = append(some.Groups, f.Groups[i])
			}
		}
		report, err := testvectors.Verify(fw, &some, testvectors.Options{})
		require.NoError(t, err)
		if !report.OK() {
			t.Fatal(report.First.Summary())
		}
	}
}

const guardSrc = `package g

type P struct {
	//ccgen:range 1..9
	Step uint32
}

type S struct {
	//ccgen:range 0..10
	Sum uint32
}

type E struct {
	//ccgen:range 0..3
	By uint32
}

func Init(p *P, s *S) { *s = S{} }

//ccgen:transducer g init=Init
func Step(p *P, s *S, e *E) uint32 {
	s.Sum = min(s.Sum+e.By*p.Step, 10)
	return s.Sum
}
`

// TestGuardCatches violates each kind of declared range, and an inferred one, and checks the line that is reported.
func TestGuardCatches(t *testing.T) {
	open := func(t *testing.T, params ...uint64) (transducer.Connection, error) {
		r := Analyse(load(t, "g.go", guardSrc))
		require.Empty(t, r.Failures())
		return guardedFirmware(r).Open("g", params)
	}
	c, err := open(t, 9)
	require.NoError(t, err)
	_, _, err = c.Step([]uint64{3})
	require.NoError(t, err)
	_, _, err = c.Step([]uint64{4})
	require.EqualError(t, err, "g/g.go:14:2: before the step: e.By is 4, outside its declared range 0..3 (0..3)")
	require.NoError(t, c.Load([]uint64{11}))
	_, _, err = c.Step([]uint64{3})
	require.ErrorContains(t, err, "g/g.go:9:2: before the step: s.Sum is 11, outside its declared range 0..10")
	_, err = open(t, 10)
	require.ErrorContains(t, err, "g/g.go:4:2: after Init: p.Step is 10")

	// A range that the analysis found wrongly, had it done so.
	r := Analyse(load(t, "g.go", guardSrc))
	for e := range r.Exprs {
		if m, ok := e.(*ir.MinMax); ok {
			r.Exprs[m] = interval.Span(0, 4)
		}
	}
	c, err = guardedFirmware(r).Open("g", []uint64{5})
	require.NoError(t, err)
	_, _, err = c.Step([]uint64{1})
	require.ErrorContains(t, err, "g/g.go:22:10: value 5 is outside 0..4")
}

// TestProfilesAgree holds dcqcn/profile.Check against the declared ranges: at each
// end of each parameter's range, and just beyond, both say the same.
func TestProfilesAgree(t *testing.T) {
	r := firmware(t)
	d := r.Program.Transducer("dcqcn")
	leaves := ir.Layout(d.Params)
	for _, name := range profile.Names() {
		base := paramsOf(t, name)
		require.NoError(t, profile.Check(fromWords(base)))
		for i, l := range leaves {
			if l.Kind == ir.Bool {
				continue
			}
			for _, v := range edges(base, i) {
				vals := append([]uint64(nil), base...)
				vals[i] = l.Kind.Norm(v)
				all := append(append([]uint64{}, vals...), make([]uint64, d.State.Leaves()+d.Event.Leaves())...)
				f := &ir.Func{Params: d.Step.Params[:1]}
				byRange := checkValues("", f, all, nil)
				byCheck := profile.Check(fromWords(vals))
				require.Equal(t, byCheck == nil, byRange == nil, "%s: %s = %d: %v, %v", name, l.Name, vals[i], byCheck, byRange)
			}
		}
	}
}

// edges returns the ends of the declared range of parameter i and their neighbours.
func edges(base []uint64, i int) []uint64 {
	out := []uint64{0, 1, 1 << 31, 1<<32 - 1}
	for v := uint64(0); v < 70; v++ {
		out = append(out, v, base[i]+v-35)
	}
	for n := range 33 {
		out = append(out, 1<<n-1, 1<<n, 1<<n+1)
	}
	return append(out, base[0], base[0]+1, base[1], base[1]+1, base[1]-1, base[2], base[2]-1, base[2]+1)
}

// paramsOf returns the parameters of a profile, flattened.
func paramsOf(t *testing.T, name string) []uint64 {
	p, err := profile.Get(name, 100_000_000)
	require.NoError(t, err)
	v := reflect.ValueOf(p.RP)
	var out []uint64
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Bool:
			b := uint64(0)
			if f.Bool() {
				b = 1
			}
			out = append(out, b)
		default:
			out = append(out, f.Uint())
		}
	}
	return out
}

func fromWords(vals []uint64) dcqcn.Params {
	var p dcqcn.Params
	v := reflect.ValueOf(&p).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Bool {
			f.SetBool(vals[i] != 0)
		} else {
			f.SetUint(vals[i])
		}
	}
	return p
}

// TestDecimalAgrees checks that the parameters that bandit/decimal derives are in their ranges.
func TestDecimalAgrees(t *testing.T) {
	d := firmware(t).Program.Transducer("bandit8")
	f := &ir.Func{Params: d.Step.Params[:1]}
	n := 0
	for _, gamma := range []string{"0.5", "0.51", "0.6", "0.75", "0.9", "0.94", "0.9411", "0.9412", "0.95", "0.97", "0.985", "0.99", "0.995", "0.999", "0.9995", "0.9998", "0.9999", "0.99998"} {
		for _, epsilon := range []string{"0.002", "0.015", "0.1", "0.5", "0.9"} {
			for _, xi := range []string{"0.5001", "1", "2"} {
				p, err := decimal.Params(decimal.Config{Arms: 8, Gamma: gamma, Epsilon: epsilon, Xi: xi})
				require.NoError(t, err)
				var words []uint64
				for i := range reflect.ValueOf(p).NumField() {
					words = append(words, reflect.ValueOf(p).Field(i).Uint())
				}
				require.NoError(t, checkValues("", f, words, nil), "gamma %s epsilon %s xi %s", gamma, epsilon, xi)
				n++
			}
		}
	}
	require.Equal(t, 270, n)
}
