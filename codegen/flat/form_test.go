package flat_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/ir"
)

func text(f *flat.Function) string {
	var b strings.Builder
	for _, v := range f.Body {
		fmt.Fprintln(&b, v, v.Pos, v.Comment)
	}
	for _, o := range f.Outputs {
		fmt.Fprintln(&b, o.Leaf.Name, o.Value.Name, o.Value.Bits)
	}
	return b.String()
}

// TestFirmwareForm: every function of the firmware has the form, the same each time, and
// keeps the names of its source.
func TestFirmwareForm(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	for _, f := range p.Exports() {
		fl := flat.Build(f, nil)
		wellFormed(t, fl)
		require.Equal(t, text(fl), text(flat.Build(f, nil)), f.FullName())
	}
	step := text(flat.Build(p.Transducer("dcqcn").Step, nil))
	for _, name := range []string{"s_Rates_RC_", "s_Alpha_", "target_", "keep_", "wide_"} {
		require.Contains(t, step, name)
	}
	require.Equal(t, 1, strings.Count(step, "At most 62 * 2^28"), "a comment is said once, however often the loop is unrolled")
}

// TestFixed: with inputs fixed the form is smaller, and gives what it gives without, for
// those values; other values are refused.
func TestFixed(t *testing.T) {
	for seed := range uint64(60) {
		p, _, err := flattest.Program(3000 + seed)
		require.NoError(t, err)
		tr := p.Transducers[0]
		r := rand.New(rand.NewPCG(seed, 3))
		params := flattest.Draw(r, ir.Layout(tr.Params))
		fixed := flat.Build(tr.Step, func(v *ir.Var, i int) (uint64, bool) {
			if v.Type != tr.Params {
				return 0, false
			}
			return params[i], true
		})
		wellFormed(t, fixed)
		open := flat.Build(tr.Step, nil)
		require.LessOrEqual(t, len(fixed.Body), len(open.Body)+len(open.Body)/10)
		a, b := flat.NewMachine(fixed), flat.NewMachine(open)
		for range 20 {
			in := append(append(append([]uint64(nil), params...), flattest.Draw(r, ir.Layout(tr.State))...), flattest.Draw(r, ir.Layout(tr.Event))...)
			x, err := a.Run(in)
			require.NoError(t, err)
			y, err := b.Run(in)
			require.NoError(t, err)
			require.Equal(t, y, x)
			in[0] ^= 1
			_, err = a.Run(in)
			require.ErrorContains(t, err, "was made for X = ")
		}
	}
}

// TestBounds: Value.Max bounds every value, with each operation made a separate output.
func TestBounds(t *testing.T) {
	for seed := range uint64(40) {
		p, _, err := flattest.Program(4000 + seed)
		require.NoError(t, err)
		tr := p.Transducers[0]
		f := flat.Build(tr.Step, nil)
		f.Outputs = nil
		for _, v := range f.Body {
			f.Outputs = append(f.Outputs, flat.Output{Value: v})
		}
		m := flat.NewMachine(f)
		r := rand.New(rand.NewPCG(seed, 4))
		for range 30 {
			in := append(append(flattest.Draw(r, ir.Layout(tr.Params)), flattest.Draw(r, ir.Layout(tr.State))...), flattest.Draw(r, ir.Layout(tr.Event))...)
			out, err := m.Run(in)
			require.NoError(t, err)
			for i, v := range f.Body {
				require.Equal(t, v.Kind.Norm(out[i]), out[i], "%s", v)
				if !v.Kind.IsSigned() {
					require.LessOrEqual(t, out[i], v.Max, "%s", v)
				}
			}
		}
	}
}

func TestWrongCalls(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	fw := flatFirmware(p)
	_, err = fw.Call("fixedpoint.None", nil)
	require.EqualError(t, err, "no function fixedpoint.None: the name is package.Function, as in fixedpoint.Log2")
	_, err = fw.Call("fixedpoint.Log2", nil)
	require.EqualError(t, err, "fixedpoint.Log2 takes 1 values, not 0")
	_, err = fw.Open("none", nil)
	require.EqualError(t, err, "no transducer none")
	require.NoError(t, fw.Close())
	require.Equal(t, "flat form", fw.Name())
}
