package bpf_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/ir"
)

// TestMemory checks the layout against what the C of the platform gives: scalars at multiples of
// their size, structs of their largest scalar's.
func TestMemory(t *testing.T) {
	scalar := func(k ir.Kind) *ir.Type { return &ir.Type{Kind: k} }
	inner := &ir.Type{Kind: ir.Struct, Fields: []*ir.Field{{Name: "A", Type: scalar(ir.Uint16)}, {Name: "B", Type: scalar(ir.Bool)}}}
	outer := &ir.Type{Kind: ir.Struct, Fields: []*ir.Field{
		{Name: "A", Type: scalar(ir.Uint8)}, {Name: "B", Type: scalar(ir.Int64)},
		{Name: "C", Type: &ir.Type{Kind: ir.Array, Elem: inner, Len: 2}}, {Name: "D", Type: scalar(ir.Uint32)}, {Name: "E", Type: scalar(ir.Uint8)},
	}}
	got := bpf.Memory(outer, []uint64{1, ^uint64(1), 3, 1, 5, 0, 7, 8})
	want := make([]byte, 32)
	want[0] = 1
	binary.NativeEndian.PutUint64(want[8:], ^uint64(1))
	binary.NativeEndian.PutUint16(want[16:], 3)
	want[18] = 1
	binary.NativeEndian.PutUint16(want[20:], 5)
	binary.NativeEndian.PutUint32(want[24:], 7)
	want[28] = 8
	require.Equal(t, want, got)
}
