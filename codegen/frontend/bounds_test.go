package frontend

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
)

// TestRangesReachIR checks that declared ranges are at their places in the IR.
func TestRangesReachIR(t *testing.T) {
	const src = `package p

const top = 1 << 4

// T is a type.
//
//ccgen:range -top..top*2-1
type T int32

// S is a struct.
type S[E uint8 | uint16] struct {
	// A is first.
	//
	//ccgen:range 0..max(top, 3)
	A, B E
	//ccgen:range 1..Params.N
	C [3]E
}

//ccgen:range x 1..min(top, 7)>>1
//ccgen:range return1 0..x+1
//ccgen:split x 2..3
//ccgen:exhaustive
//ccgen:wrap as it must
func f(x uint32, s *S[uint8]) (uint32, uint32) {
	y := x * x //ccgen:wrap squares
	return y, x // what wraps
}
`
	p, err := Load(fstest.MapFS{"p/p.go": {Data: []byte(src)}}, "m", []string{"p"}, Options{})
	require.NoError(t, err)
	f := p.Func("p.f")
	c := f.Contract
	require.True(t, c.Exhaustive)
	require.True(t, c.Wrap)
	require.Equal(t, "as it must", c.WrapReason)
	require.Equal(t, "3", c.Params["x"].Hi.Value.String())
	require.Len(t, c.Results, 2)
	require.Nil(t, c.Results[0])
	require.Equal(t, ir.BoundAdd, c.Results[1].Hi.Op)
	require.Equal(t, "x", c.Results[1].Hi.X.Name)
	require.Equal(t, "2", c.Splits[0].Lo.Value.String())
	fields := f.Params[1].Type.Fields
	require.Equal(t, "16", fields[0].Range.Hi.Value.String())
	require.Same(t, fields[0].Range, fields[1].Range)
	require.Equal(t, "Params.N", fields[2].Range.Hi.Name)
	require.Equal(t, []ir.Wrap{{Line: 26, Reason: "squares"}}, p.Packages[0].Files[0].Wraps)
	require.Equal(t, "wraps: squares", f.Body[0].Info().LineComment)
	for _, d := range p.Packages[0].Decls {
		if d, ok := d.(*ir.TypeDecl); ok && d.Name == "T" {
			require.Equal(t, "-16", d.Range.Lo.Value.String())
			require.Equal(t, "31", d.Range.Hi.Value.String())
			require.Equal(t, []string{"T is a type."}, d.Doc)
		}
	}
}
