package interp_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// flatten appends the scalars of a Go value as ir.Layout orders them.
func flatten(out []uint64, v reflect.Value) []uint64 {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			out = flatten(out, v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			out = flatten(out, v.Index(i))
		}
	case reflect.Bool:
		if v.Bool() {
			return append(out, 1)
		}
		return append(out, 0)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return append(out, uint64(v.Int()))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return append(out, v.Uint())
	default:
		panic("flatten: " + v.Type().String())
	}
	return out
}

// fill sets the scalars of an addressable Go value, fields that are not
// exported too, and returns what is left of bits.
func fill(v reflect.Value, bits []uint64) []uint64 {
	if !v.CanSet() {
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			bits = fill(v.Field(i), bits)
		}
		return bits
	case reflect.Array:
		for i := range v.Len() {
			bits = fill(v.Index(i), bits)
		}
		return bits
	case reflect.Bool:
		v.SetBool(bits[0] != 0)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(bits[0]))
	default:
		v.SetUint(bits[0])
	}
	return bits[1:]
}

// goCall runs a Go function on flattened arguments, like Machine.Call: what it
// changes through pointers is written back. fault is the text of a panic.
func goCall(fn any, args []uint64) (results []uint64, fault string) {
	f := reflect.ValueOf(fn)
	var in, ptrs []reflect.Value
	rest := args
	for i := range f.Type().NumIn() {
		t := f.Type().In(i)
		byRef := t.Kind() == reflect.Pointer
		if byRef {
			t = t.Elem()
		}
		p := reflect.New(t)
		rest = fill(p.Elem(), rest)
		ptrs = append(ptrs, p)
		if byRef {
			in = append(in, p)
		} else {
			in = append(in, p.Elem())
		}
	}
	defer func() {
		if r := recover(); r != nil {
			results, fault = nil, fmt.Sprint(r)
		}
	}()
	for _, r := range f.Call(in) {
		results = flatten(results, r)
	}
	var after []uint64
	for i, p := range ptrs {
		if f.Type().In(i).Kind() == reflect.Pointer {
			after = flatten(after, p.Elem())
			continue
		}
		after = append(after, args[len(after):len(after)+len(flatten(nil, p.Elem()))]...)
	}
	copy(args, after)
	return results, ""
}

// sample draws a value of a scalar type, weighted to the edges.
func sample(r *rand.Rand, k ir.Kind) uint64 {
	switch n := uint(k.Bits()); r.IntN(6) {
	case 0: // near 0, or near the end of the type for unsigned ones
		return k.Norm(uint64(r.IntN(9)) - 4)
	case 1: // near the ends
		return k.Norm(1<<(n-1) + uint64(r.IntN(5)) - 2)
	case 2: // near a power of two
		return k.Norm(1<<r.IntN(int(n)) + uint64(r.IntN(3)) - 1)
	case 3: // few bits
		return k.Norm(r.Uint64() >> r.IntN(64))
	case 4:
		return k.Norm(uint64(r.IntN(300)))
	}
	return k.Norm(r.Uint64())
}

func sampleArgs(r *rand.Rand, f *ir.Func) []uint64 {
	var args []uint64
	for _, p := range f.Params {
		for _, l := range ir.Layout(p.Type) {
			args = append(args, sample(r, l.Kind))
		}
	}
	return args
}

func describe(f *ir.Func, args []uint64) string {
	var b strings.Builder
	i := 0
	for _, p := range f.Params {
		for _, l := range ir.Layout(p.Type) {
			fmt.Fprintf(&b, " %s.%s=%s", p.Name, l.Name, l.Kind.Format(args[i]))
			i++
		}
	}
	return b.String()
}

// compare runs one function on n drawn arguments, by the interpreter and as Go.
func compare(t *testing.T, m *interp.Machine, f *ir.Func, fn any, n int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(len(f.Name))))
	faults := 0
	for range n {
		if !compareOnce(t, m, f, fn, sampleArgs(r, f), &faults) {
			return
		}
	}
	if faults == n {
		t.Errorf("%s faults on every sample: nothing was compared", f.FullName())
	}
}

func compareOnce(t *testing.T, m *interp.Machine, f *ir.Func, fn any, args []uint64, faults *int) bool {
	t.Helper()
	before := append([]uint64{}, args...)
	goArgs := append([]uint64{}, args...)
	got, err := m.CallFunc(f, args)
	want, fault := goCall(fn, goArgs)
	if fault != "" {
		*faults++
		if err == nil || !strings.Contains(fault, "index out of range") {
			t.Errorf("%s(%s): Go panics: %s, the interpreter gives %v, %v", f.FullName(), describe(f, before), fault, got, err)
			return false
		}
		return true
	}
	if err != nil {
		t.Errorf("%s(%s): %v, Go gives %v", f.FullName(), describe(f, before), err, want)
		return false
	}
	if fmt.Sprint(want) != fmt.Sprint(got) || fmt.Sprint(goArgs) != fmt.Sprint(args) {
		t.Errorf("%s(%s):\n got %v, changed to %s\nwant %v, changed to %s", f.FullName(), describe(f, before),
			got, describe(f, args), want, describe(f, goArgs))
		return false
	}
	return true
}

// compareTransducer runs a transducer over drawn events, by the interpreter
// and as Go, and compares state and output after each. params may be nil for
// drawn ones.
func compareTransducer(t *testing.T, m *interp.Machine, name string, init, step any, seqs, events int) {
	t.Helper()
	tr, err := m.Transducer(name)
	require.NoError(t, err)
	d := tr.Def()
	r := rand.New(rand.NewPCG(2, uint64(len(name))))
	draw := func(ty *ir.Type) []uint64 {
		var out []uint64
		for _, l := range ir.Layout(ty) {
			out = append(out, sample(r, l.Kind))
		}
		return out
	}
	for range seqs {
		params := draw(d.Params)
		state, err := tr.Init(params)
		require.NoError(t, err)
		args := append(append([]uint64{}, params...), make([]uint64, len(state))...)
		_, fault := goCall(init, args)
		require.Empty(t, fault)
		require.Equal(t, args[len(params):], state, "%s: state after init", name)
		for i := range events {
			event := draw(d.Event)
			args = append(append(append([]uint64{}, params...), state...), event...)
			want, fault := goCall(step, args)
			got, err := tr.Step(params, state, event)
			if fault != "" {
				require.ErrorContains(t, err, "out of range", "%s: Go panics: %s", name, fault)
				break
			}
			require.NoError(t, err)
			require.Equal(t, want, got, "%s: output of event %d", name, i)
			require.Equal(t, args[len(params):len(params)+len(state)], state, "%s: state after event %d", name, i)
		}
	}
}
