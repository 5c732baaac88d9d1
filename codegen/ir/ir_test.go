package ir_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
)

var scalars = []ir.Kind{ir.Bool, ir.Int8, ir.Int16, ir.Int32, ir.Int64, ir.Uint8, ir.Uint16, ir.Uint32, ir.Uint64}

func TestKindRange(t *testing.T) {
	want := map[ir.Kind][2]string{
		ir.Bool: {"0", "1"}, ir.Int8: {"-128", "127"}, ir.Uint8: {"0", "255"},
		ir.Int16: {"-32768", "32767"}, ir.Uint16: {"0", "65535"},
		ir.Int32: {fmt.Sprint(math.MinInt32), fmt.Sprint(math.MaxInt32)}, ir.Uint32: {"0", fmt.Sprint(math.MaxUint32)},
		ir.Int64: {fmt.Sprint(math.MinInt64), fmt.Sprint(math.MaxInt64)}, ir.Uint64: {"0", "18446744073709551615"},
	}
	for k, w := range want {
		require.Equal(t, w, [2]string{k.Min().String(), k.Max().String()}, k)
	}
}

// TestWrap compares Wrap on big integers and Norm on words with Go's own
// conversions.
func TestWrap(t *testing.T) {
	goConv := map[ir.Kind]func(uint64) uint64{
		ir.Int8: func(v uint64) uint64 { return uint64(int8(v)) }, ir.Int16: func(v uint64) uint64 { return uint64(int16(v)) },
		ir.Int32: func(v uint64) uint64 { return uint64(int32(v)) }, ir.Int64: func(v uint64) uint64 { return v },
		ir.Uint8: func(v uint64) uint64 { return uint64(uint8(v)) }, ir.Uint16: func(v uint64) uint64 { return uint64(uint16(v)) },
		ir.Uint32: func(v uint64) uint64 { return uint64(uint32(v)) }, ir.Uint64: func(v uint64) uint64 { return v },
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		v := r.Uint64() >> r.IntN(64)
		if r.IntN(2) == 0 {
			v = -v
		}
		for k, conv := range goConv {
			want := conv(v)
			require.Equal(t, want, k.Norm(v), "%s.Norm(%#x)", k, v)
			// A number far outside that has the same low bits.
			b := new(big.Int).SetUint64(v)
			b.Sub(b, new(big.Int).Lsh(big.NewInt(int64(r.IntN(9))), 64))
			w := k.Wrap(b)
			bits, err := k.FromBig(w)
			require.NoError(t, err)
			require.Equal(t, want, bits, "%s.Wrap(%s)", k, b)
			require.Equal(t, want, (&ir.Const{Value: w}).Word())
		}
	}
}

// TestFormatParse: what Format writes Parse reads; the next integers outside
// the range are refused with the range.
func TestFormatParse(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	one := big.NewInt(1)
	for _, k := range scalars {
		for range 500 {
			v := k.Norm(r.Uint64() >> r.IntN(64))
			got, err := k.Parse(k.Format(v))
			require.NoError(t, err)
			require.Equal(t, v, got)
		}
		for _, b := range []*big.Int{new(big.Int).Add(k.Max(), one), new(big.Int).Sub(k.Min(), one)} {
			_, err := k.Parse(b.String())
			require.EqualError(t, err, fmt.Sprintf("%s is outside the range of %s, %s to %s", b, k, k.Min(), k.Max()))
		}
	}
	v, err := ir.Uint16.Parse("0xFFFF")
	require.NoError(t, err)
	require.Equal(t, uint64(0xFFFF), v)
	_, err = ir.Uint16.Parse("x")
	require.EqualError(t, err, `"x" is not an integer: write it in decimal or with 0x`)
	_, err = ir.Struct.Parse("1")
	require.EqualError(t, err, "struct is not an integer type")
}

func scalar(k ir.Kind) *ir.Type { return &ir.Type{Kind: k} }

func structOf(ts ...*ir.Type) *ir.Type {
	s := &ir.Type{Kind: ir.Struct}
	for i, t := range ts {
		s.Fields = append(s.Fields, &ir.Field{Name: string(rune('A' + i)), Type: t, Index: i})
	}
	return s
}

func arrayOf(n int, t *ir.Type) *ir.Type { return &ir.Type{Kind: ir.Array, Elem: t, Len: n} }

// TestWords: the scalars of a table stand where Layout has them, negative ones extended by
// their sign, and what is left out is 0.
func TestWords(t *testing.T) {
	c := func(v int64) ir.Expr { return &ir.Const{Value: big.NewInt(v)} }
	row := structOf(scalar(ir.Int16), arrayOf(2, scalar(ir.Uint8)), scalar(ir.Bool))
	require.Equal(t, []ir.Kind{ir.Int16, ir.Array, ir.Bool}, []ir.Kind{row.Component(0).Kind, row.Component(1).Kind, row.Component(2).Kind})
	require.Equal(t, ir.Uint8, row.Component(1).Component(1).Kind)
	table := &ir.Table{Type: arrayOf(3, row), Value: &ir.Composite{Elems: []ir.Expr{
		&ir.Composite{Elems: []ir.Expr{c(-2), &ir.Composite{Elems: []ir.Expr{nil, c(7)}}, c(1)}},
		nil,
		&ir.Composite{Elems: []ir.Expr{c(5), nil, nil}},
	}}}
	require.Equal(t, []uint64{1<<64 - 2, 0, 7, 1, 0, 0, 0, 0, 5, 0, 0, 0}, table.Words())
}

func TestSizeAndLayout(t *testing.T) {
	inner := structOf(scalar(ir.Uint8), scalar(ir.Uint16)) // 1, pad, 2
	outer := structOf(scalar(ir.Bool), inner, arrayOf(2, inner), scalar(ir.Int64), scalar(ir.Int8))
	require.Equal(t, 4, inner.Size())
	require.Equal(t, 2, inner.Align())
	require.Equal(t, 2+4+8+2+8+8, outer.Size())
	require.Equal(t, 8, outer.Align())
	require.Equal(t, 6, arrayOf(3, scalar(ir.Uint16)).Size())
	var names []string
	for _, l := range ir.Layout(outer) {
		names = append(names, l.Name+" "+l.Kind.String())
	}
	require.Equal(t, []string{"A bool", "B.A uint8", "B.B uint16", "C[0].A uint8", "C[0].B uint16",
		"C[1].A uint8", "C[1].B uint16", "D int64", "E int8"}, names)
	require.Equal(t, len(names), outer.Leaves())
	require.Equal(t, []uint64{1, 0xA5, 0xA5A5, 0xA5, 0xA5A5, 0xA5, 0xA5A5, ir.Int64.Norm(0xA5A5A5A5A5A5A5A5), ir.Int8.Norm(0xA5)}, ir.Uninitialized(outer))
	require.Equal(t, []ir.Leaf{{Kind: ir.Int8, Type: nil}}, func() []ir.Leaf {
		ls := ir.Layout(scalar(ir.Int8))
		ls[0].Type = nil
		return ls
	}())
}

// TestFieldAt checks places in a struct against the names in its layout.
func TestFieldAt(t *testing.T) {
	word := &ir.Type{Kind: ir.Uint16}
	arm := &ir.Type{Kind: ir.Struct, Decl: &ir.TypeDecl{Name: "Arm", DeclInfo: ir.DeclInfo{Pos: ir.Pos{File: "bandit/state.go"}}}, Fields: []*ir.Field{{Name: "Mean", Type: word}, {Name: "Count", Type: word, Index: 1}}}
	pair := &ir.Type{Kind: ir.Array, Elem: arm, Len: 2}
	learn := &ir.Type{Kind: ir.Struct, Decl: &ir.TypeDecl{Name: "State", DeclInfo: ir.DeclInfo{Pos: ir.Pos{File: "bandit/state.go"}}}, Fields: []*ir.Field{{Name: "Arm", Type: pair}, {Name: "Best", Type: arm, Index: 1}, {Name: "Rest", Type: word, Index: 2}}}
	whole := &ir.Type{Kind: ir.Struct, Decl: &ir.TypeDecl{Name: "State", DeclInfo: ir.DeclInfo{Pos: ir.Pos{File: "dolcerc/state.go"}}}, Fields: []*ir.Field{{Name: "Flags", Type: word}, {Name: "Learn", Type: learn, Index: 1}, {Name: "Last", Type: word, Index: 2}}}
	for i, l := range ir.Layout(whole) {
		if strings.Contains(l.Name, "[") {
			continue
		}
		at, ft := ir.FieldAt(whole, l.Name)
		require.Same(t, l.Type, ft, l.Name)
		require.Equal(t, i, at, l.Name)
	}
	at, ft := ir.FieldAt(whole, "Learn.Arm")
	require.Same(t, pair, ft)
	require.Equal(t, 1, at)
	for _, name := range []string{"", "None", "Learn.None", "Flags.None", "Learn."} {
		_, ft = ir.FieldAt(whole, name)
		require.Nil(t, ft, name)
	}
	at, in := ir.StructIn(whole, "State", "bandit/learn.go")
	require.Same(t, learn, in)
	require.Equal(t, 1, at)
	at, in = ir.StructIn(whole, "State", "dolcerc/step.go")
	require.Same(t, whole, in)
	require.Zero(t, at)
	at, in = ir.StructIn(whole, "Arm", "bandit/learn.go")
	require.Same(t, arm, in)
	require.Equal(t, 5, at)
	_, in = ir.StructIn(whole, "State", "step.go") // of a package at the root of its module
	require.Nil(t, in)
	_, in = ir.StructIn(whole, "Arm", "dolcerc/step.go")
	require.Nil(t, in)
}

func TestReachable(t *testing.T) {
	p := &ir.Package{Name: "p"}
	f := func(name string, calls ...*ir.Func) *ir.Func {
		return &ir.Func{DeclInfo: ir.DeclInfo{Pkg: p}, Name: name, Calls: calls}
	}
	c := f("c")
	b := f("b", c)
	d := f("d", c, b)
	f("e", d)
	var names []string
	for _, x := range ir.Reachable(b, d) {
		names = append(names, x.FullName())
	}
	require.Equal(t, []string{"p.c", "p.b", "p.d"}, names, "callees first, each once, e is not called")
}

// A struct's scalars have names and kinds in a fixed order.
func ExampleLayout() {
	arm := structOf(scalar(ir.Uint16), scalar(ir.Uint16))
	for _, l := range ir.Layout(structOf(arrayOf(2, arm), scalar(ir.Bool))) {
		fmt.Println(l.Name, l.Kind)
	}
	// Output:
	// A[0].A uint16
	// A[0].B uint16
	// A[1].A uint16
	// A[1].B uint16
	// B bool
}
