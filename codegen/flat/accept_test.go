package flat_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
)

// TestEveryConstruct runs the packages that hold every construct of the subset, flat and
// structured, on drawn arguments. What is left behind pointers is compared too. Where
// the structured form ends in a fault, the flat one may give anything.
func TestEveryConstruct(t *testing.T) {
	const accept = "codegen/frontend/testdata/accept/"
	p, err := frontend.Load(os.DirFS("../.."), "smartnic-cc", []string{accept + "arith", accept + "control", accept + "structs", accept + "generic"}, frontend.Options{})
	require.NoError(t, err)
	m := interp.New(p)
	r := rand.New(rand.NewPCG(8, 9))
	require.Greater(t, len(p.Exports()), 40)
	for _, f := range p.Exports() {
		fl := flat.Build(f, nil)
		wellFormed(t, fl)
		fm := flat.NewMachine(fl)
		compared, faults := 0, 0
		for range 400 {
			args := flattest.Draw(r, fl.Leaves)
			want := append([]uint64(nil), args...)
			results, err := m.CallFunc(f, want)
			var fault *interp.Fault
			if errors.As(err, &fault) {
				faults++
				_, err := fm.Run(args)
				require.NoError(t, err)
				continue
			}
			require.NoError(t, err)
			at := 0
			for _, v := range f.Params {
				n := v.Type.Leaves()
				if v.ByRef {
					results = append(results, want[at:at+n]...)
				}
				at += n
			}
			got, err := fm.Run(args)
			require.NoError(t, err)
			if len(results) > 0 {
				require.Equal(t, results, got, "%s %v", f.FullName(), args)
			}
			compared++
		}
		require.Positive(t, compared, "%s: %d faults", f.FullName(), faults)
	}
}

// TestNestedTables: tables of tables and of structs, indexed in every way.
func TestNestedTables(t *testing.T) {
	p, err := frontend.Load(os.DirFS("../.."), "smartnic-cc", []string{"codegen/flat/testdata/nested"}, frontend.Options{})
	require.NoError(t, err)
	m := interp.New(p)
	f := p.Func("nested.Sum")
	fm := flat.NewMachine(flat.Build(f, nil))
	for i := range uint64(3) {
		for j := range uint64(4) {
			for k := range uint64(2) {
				want, err := m.CallFunc(f, []uint64{i, j, k})
				require.NoError(t, err)
				got, err := fm.Run([]uint64{i, j, k})
				require.NoError(t, err)
				require.Equal(t, want, got)
			}
		}
	}
}
