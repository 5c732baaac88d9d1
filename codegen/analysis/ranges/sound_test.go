package ranges

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// draw returns a value of a parameter, weighted to the ends of its range and to
// powers of two.
func draw(r *rand.Rand, f *ir.Func, p *ir.Var) uint64 {
	k := p.Type.Kind
	in := interval.Of(k)
	if d := f.Contract.Params[p.GoName]; d != nil {
		in = interval.New(d.Lo.Value, d.Hi.Value)
	} else if t := p.Type.Decl; t != nil && t.Range != nil {
		in = interval.New(t.Range.Lo.Value, t.Range.Hi.Value)
	}
	lo, _ := k.FromBig(in.Lo)
	hi, _ := k.FromBig(in.Hi)
	size := hi - lo // modulo 2^64 for signed ones too
	var off uint64
	switch r.IntN(4) {
	case 0:
		off = min(uint64(r.IntN(3)), size)
	case 1:
		off = size - min(uint64(r.IntN(3)), size)
	case 2:
		off = min(uint64(1)<<r.IntN(64), size)
	default:
		off = r.Uint64()
		if size != 1<<64-1 {
			off %= size + 1
		}
	}
	return lo + off
}

// sound calls the exported functions of scalars of a program with random arguments
// in their ranges: every value of every expression must be in the range found for it.
func sound(t testing.TB, rep *Report, r *rand.Rand, calls int) {
	p := rep.Program
	fw := guardedFirmware(rep)
	for _, f := range p.Exports() {
		scalars := true
		for _, v := range f.Params {
			scalars = scalars && v.Type.Kind.IsInteger() && !v.ByRef
		}
		if !scalars {
			continue
		}
		for range calls {
			var args []uint64
			for _, v := range f.Params {
				args = append(args, draw(r, f, v))
			}
			_, err := fw.Call(f.FullName(), args)
			require.NoError(t, err, "%s%v", f.FullName(), args)
		}
	}
}

// TestSound runs what was analysed: testdata, the refused sources too (what overflows
// has a range all the same; an index may be out of range there, so none of those),
// and the firmware.
func TestSound(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for _, name := range []string{"accept/arith.go", "accept/convert.go", "accept/state.go", "refuse/arith.go"} {
		src, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(t, err)
		sound(t, Analyse(load(t, filepath.Base(name), string(src))), r, 3000)
	}
	sound(t, firmware(t), r, 2000)
}

// FuzzSound draws arguments of the firmware's functions from a seed.
func FuzzSound(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Add(uint64(0), uint64(1<<63))
	rep := firmware(f)
	fw := guardedFirmware(rep)
	f.Fuzz(func(t *testing.T, a, b uint64) {
		r := rand.New(rand.NewPCG(a, b))
		for _, fn := range rep.Program.Exports() {
			var args []uint64
			for _, v := range fn.Params {
				if v.ByRef || !v.Type.Kind.IsInteger() {
					args = nil
					break
				}
				args = append(args, draw(r, fn, v))
			}
			if args == nil {
				continue
			}
			_, err := fw.Call(fn.FullName(), args)
			require.NoError(t, err, "%s%v", fn.FullName(), args)
		}
	})
}
