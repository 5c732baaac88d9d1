package flat_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/dev/golden"
)

// TestShrink gives the operations, and those on the longest path, of functions of
// which each shows one way to save some, and compares them with the interpreter.
func TestShrink(t *testing.T) {
	p, err := frontend.Load(os.DirFS("../.."), "smartnic-cc", []string{"codegen/flat/testdata/shrink"}, frontend.Options{})
	require.NoError(t, err)
	m := interp.New(p)
	r := rand.New(rand.NewPCG(10, 11))
	var b strings.Builder
	for _, f := range p.Exports() {
		fl := flat.Build(f, nil)
		wellFormed(t, fl)
		fmt.Fprintf(&b, "%s: %d operations, %d on the longest path\n", f.GoName, len(fl.Body), fl.Depth())
		for _, v := range fl.Body {
			fmt.Fprintf(&b, "    %s\n", v)
		}
		fm := flat.NewMachine(fl)
		for range 2000 {
			args := flattest.Draw(r, fl.Leaves)
			want := append([]uint64(nil), args...)
			results, err := m.CallFunc(f, want)
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
			require.Equal(t, results, got, "%s %v", f.GoName, args)
		}
	}
	golden.Check(t, "testdata/shrink.txt", []byte(b.String()))
}

// TestSizes gives the size of each algorithm's step with its parameters as inputs, and
// with those of the paper.
func TestSizes(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	var b strings.Builder
	fmt.Fprintf(&b, "%-14s %24s %24s\n%-14s %24s %24s\n", "", "parameters as inputs", "those of the paper", "", "operations  longest path", "operations  longest path")
	for _, tr := range p.Transducers {
		fmt.Fprintf(&b, "%-14s", tr.Name)
		values, _, err := algorithms.Params(tr.Name, profile.Choice{Profile: "paper", Line: "100G"})
		require.NoError(t, err)
		for _, constant := range []bool{false, true} {
			f := flat.Build(tr.Step, func(v *ir.Var, leaf int) (uint64, bool) {
				if !constant || v.Type != tr.Params {
					return 0, false
				}
				return values[leaf], true
			})
			fmt.Fprintf(&b, " %10d  %12d", len(f.Body), f.Depth())
		}
		b.WriteString("\n")
	}
	golden.Check(t, "testdata/sizes.txt", []byte(b.String()))
}
