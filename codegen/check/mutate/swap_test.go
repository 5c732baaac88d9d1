package mutate_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// TestCalleesAndConstants: a call is swapped for functions of the called one's package with the same types, a
// constant for the named ones that fit; each mutant computes what its description says.
func TestCalleesAndConstants(t *testing.T) {
	prog, err := frontend.Load(fstest.MapFS{
		"lib/lib.go": {Data: []byte(`package lib

// Down divides by 8.
//
//ccgen:export
func Down(x uint32) uint32 { return x >> 3 }

// Up divides by 8, rounded up.
//
//ccgen:export
func Up(x uint32) uint32 { return (x + 7) >> 3 }

// Wide is of other types.
//
//ccgen:export
func Wide(x uint64) uint32 { return uint32(x >> 3) }
`)},
		"cc/cc.go": {Data: []byte(`package cc

import "example/lib"

const (
	Low  = 10
	High = 200
	Most = 1000
)

var table = [2]uint32{3, 4}

// Part is an eighth of what is above Low.
//
//ccgen:export
func Part(x uint8) uint32 {
	if x > Low {
		return lib.Down(uint32(x)) + table[1]
	}
	return 0
}
`)},
	}, "example", []string{"lib", "cc"}, frontend.Options{})
	require.NoError(t, err)
	part := prog.Func("cc.Part")
	machine := interp.New(prog)
	call := func(m *mutate.Mutant, x uint64) uint64 {
		undo := machine.Replace(m.Func, m.Body())
		defer undo()
		r, err := machine.Call("cc.Part", []uint64{x})
		require.NoError(t, err)
		return r[0]
	}
	callees := mutate.CalleeSwaps([]*ir.Func{part})
	require.Len(t, callees, 1, "Wide takes another type")
	require.Equal(t, "Up is called for Down", callees[0].What)
	require.Equal(t, 18, callees[0].Site.Line)
	require.EqualValues(t, 3+4, call(callees[0], 17))
	got := map[string]uint64{}
	for _, m := range mutate.ConstantSwaps([]*ir.Func{part}) {
		got[m.What] = call(m, 12)
	}
	require.EqualValues(t, map[string]uint64{
		"High for Low": 0, "20 for Low": 0, "5 for Low": 5, "0 for Low": 5, // Most is no uint8
		"Low for 0": 5, "High for 0": 5, "Most for 0": 5,
	}, got)
}
