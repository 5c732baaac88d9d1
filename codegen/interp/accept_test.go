package interp_test

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/frontend/testdata/accept/arith"
	"smartnic-cc/codegen/frontend/testdata/accept/control"
	"smartnic-cc/codegen/frontend/testdata/accept/generic"
	"smartnic-cc/codegen/frontend/testdata/accept/structs"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

const acceptIn = "codegen/frontend/testdata/accept/"

// accepted holds the Go functions that the frontend compiles from source.
var accepted = map[string]any{
	"arith.I8": arith.I8, "arith.I16": arith.I16, "arith.I32": arith.I32, "arith.I64": arith.I64,
	"arith.U8": arith.U8, "arith.U16": arith.U16, "arith.U32": arith.U32, "arith.U64": arith.U64,
	"arith.AssignI8": arith.AssignI8, "arith.AssignI16": arith.AssignI16,
	"arith.AssignI32": arith.AssignI32, "arith.AssignI64": arith.AssignI64,
	"arith.AssignU8": arith.AssignU8, "arith.AssignU16": arith.AssignU16,
	"arith.AssignU32": arith.AssignU32, "arith.AssignU64": arith.AssignU64,
	"arith.DivNegative": arith.DivNegative,
	"arith.FromI8":      arith.FromI8, "arith.FromI16": arith.FromI16, "arith.FromI32": arith.FromI32, "arith.FromI64": arith.FromI64,
	"arith.FromU8": arith.FromU8, "arith.FromU16": arith.FromU16, "arith.FromU32": arith.FromU32, "arith.FromU64": arith.FromU64,
	"arith.FoldI8": arith.FoldI8, "arith.FoldU8": arith.FoldU8, "arith.FoldI32": arith.FoldI32,
	"arith.FoldU32": arith.FoldU32, "arith.FoldI64": arith.FoldI64, "arith.FoldU64": arith.FoldU64,
	"arith.Promote": arith.Promote, "arith.ShiftWide": arith.ShiftWide,
	"arith.Counts": arith.Counts, "arith.Wide": arith.Wide, "arith.Halves": arith.Halves,
	"arith.Product": arith.Product, "arith.Rotate": arith.Rotate,
	"control.Loops": control.Loops, "control.Search": control.Search, "control.Choose": control.Choose,
	"control.Class": control.Class, "control.Shadow": control.Shadow, "control.Empty": control.Empty,
	"control.Logic": control.Logic, "control.Fault": control.Fault, "control.Commented": control.Commented, "control.Constants": control.Constants,
	"structs.Copies": structs.Copies, "structs.Through": structs.Through, "structs.Parallel": structs.Parallel,
	"structs.Results": structs.Results, "structs.Whole": structs.Whole, "structs.Tables": structs.Tables,
	"structs.Nested": structs.Nested, "structs.Unused": structs.Unused,
	"generic.Use": generic.Use, "generic.Far": generic.Far, "generic.Step3": generic.Step3, "generic.Init3": generic.Init3,
	"generic.Step4": generic.Step4, "generic.Init4": generic.Init4,
}

func load(t testing.TB, dirs ...string) *ir.Program {
	t.Helper()
	prog, err := frontend.Load(os.DirFS("../.."), "smartnic-cc", dirs, frontend.Options{})
	require.NoError(t, err)
	return prog
}

func loadAccepted(t testing.TB) *ir.Program {
	return load(t, acceptIn+"arith", acceptIn+"control", acceptIn+"structs", acceptIn+"generic")
}

// TestRoundTrip closes the triangle
//
//	Go source ──go build──────────────► result
//	    └─────frontend──► ir ──interp──► result, the same
//
// for every construct of the subset, over drawn arguments.
func TestRoundTrip(t *testing.T) {
	prog := loadAccepted(t)
	m := interp.New(prog)
	for _, f := range prog.Exports() {
		fn := accepted[f.FullName()]
		if fn == nil {
			t.Errorf("%s is not compared: add it to accepted", f.FullName())
			continue
		}
		n := 3000
		if len(f.Params) == 0 {
			n = 1
		}
		compare(t, m, f, fn, n)
	}
	if n := len(prog.Exports()); n != len(accepted) {
		t.Errorf("the program exports %d functions, accepted has %d", n, len(accepted))
	}
}

// TestRoundTripNarrow compares functions of two 8-bit arguments on all of them.
func TestRoundTripNarrow(t *testing.T) {
	prog := loadAccepted(t)
	m := interp.New(prog)
	for _, name := range []string{"arith.I8", "arith.U8", "arith.AssignI8", "arith.AssignU8"} {
		f := prog.Func(name)
		require.NotNil(t, f)
		faults := 0
		for i := range 256 * 256 {
			a, b := f.Params[0].Type.Kind.Norm(uint64(i)), f.Params[1].Type.Kind.Norm(uint64(i>>8))
			if !compareOnce(t, m, f, accepted[name], []uint64{a, b, uint64(i*7) % 11}, &faults) {
				break
			}
		}
	}
}

func TestTransducers(t *testing.T) {
	m := interp.New(loadAccepted(t))
	compareTransducer(t, m, "learner4", generic.Init4, generic.Step4, 50, 100)
	compareTransducer(t, m, "learner3", generic.Init3, generic.Step3, 50, 100)
}

func TestFaultNamesPlace(t *testing.T) {
	m := interp.New(loadAccepted(t))
	_, err := m.Call("control.Fault", []uint64{0, 8, 1, 2, 3, 4})
	require.EqualError(t, err, acceptIn+"control/control.go:187:24: index 8 is out of range for an array of 8")
	_, err = m.Call("control.Fault", []uint64{^uint64(0), 7, 1, 2, 3, 4})
	require.EqualError(t, err, acceptIn+"control/control.go:188:22: index -1 is out of range for an array of 4")
	res, err := m.Call("control.Fault", []uint64{3, 7, 1, 2, 3, 4})
	require.NoError(t, err, "a fault leaves the machine usable")
	require.Equal(t, []uint64{1<<15 + 4}, res)
}

func TestBadArguments(t *testing.T) {
	m := interp.New(loadAccepted(t))
	_, err := m.Call("control.Nothing", nil)
	require.EqualError(t, err, "no function control.Nothing: the name is package.Function, as in fixedpoint.Log2")
	_, err = m.Call("arith.U8", []uint64{1, 2})
	require.EqualError(t, err, "arith.U8 takes 3 values, not 2")
	_, err = m.Call("arith.U8", []uint64{1, 256, 0})
	require.EqualError(t, err, "arith.U8: argument b = 0x100 is outside the range of uint8")
	_, err = m.Call("arith.I8", []uint64{1, 0x80, 0})
	require.EqualError(t, err, "arith.I8: argument b = 0x80 is outside the range of int8")
	_, err = m.Call("structs.Whole", []uint64{1 << 32, 0})
	require.EqualError(t, err, "structs.Whole: argument p.A = 0x100000000 is outside the range of uint32")
	_, err = m.Transducer("x")
	require.EqualError(t, err, "no transducer x")
	tr, err := m.Transducer("learner3")
	require.NoError(t, err)
	_, err = tr.Step(nil, nil, nil)
	require.ErrorContains(t, err, "transducer learner3 takes 2 parameters, 8 state words and 2 event words, not 0, 0 and 0")
}

// TestReplace runs another body for a function, also where another function calls it, and
// the right one again.
func TestReplace(t *testing.T) {
	prog := loadAccepted(t)
	f := prog.Func("arith.U8")
	m := interp.New(prog)
	args := []uint64{200, 100, 3}
	right, err := m.CallFunc(f, args)
	require.NoError(t, err)
	restore := m.Replace(f, nil)
	nothing, err := m.CallFunc(f, args)
	require.NoError(t, err)
	require.NotEqual(t, right, nothing)
	restore()
	again, err := m.CallFunc(f, args)
	require.NoError(t, err)
	require.Equal(t, right, again)
	require.Panics(t, func() { m.Replace(&ir.Func{Name: "foreign"}, nil) })
}

// TestVariant runs a variant repeatedly, alternating with the function's original body, and never with code compiled
// under another replaced body.
func TestVariant(t *testing.T) {
	prog := loadAccepted(t)
	caller := prog.Func("arith.U8")
	callee := caller.Calls[0]
	m := interp.New(prog)
	run := func() []uint64 {
		results, err := m.CallFunc(caller, []uint64{200, 100, 3})
		require.NoError(t, err)
		return results
	}
	right := run()
	v, twice := m.Variant(callee, nil), m.Variant(caller, append(slices.Clone(caller.Body), caller.Body...))
	nothing := make([]uint64, len(right))
	for range 3 {
		restore := v.Apply()
		require.Equal(t, nothing, run())
		beside := twice.Apply()
		require.Equal(t, nothing, run())
		beside()
		require.Equal(t, nothing, run())
		restore()
		require.Equal(t, right, run())

		restore = twice.Apply()
		require.Equal(t, right, run())
		beside = v.Apply()
		require.Equal(t, nothing, run())
		beside()
		require.Equal(t, right, run())
		restore()
		require.Equal(t, right, run())
	}
}

// TestTraced sees each statement of a run, and no other.
func TestTraced(t *testing.T) {
	prog := loadAccepted(t)
	entered := map[ir.Stmt]int{}
	m := interp.NewObserved(prog, interp.Observer{Enter: func(s ir.Stmt) func() {
		if _, ok := s.(*ir.Return); ok {
			return nil
		}
		return func() { entered[s]++ }
	}})
	f := prog.Func("control.Search")
	_, err := m.CallFunc(f, []uint64{251})
	require.NoError(t, err)
	require.NotEmpty(t, entered)
	most := 0
	own := map[ir.Stmt]bool{}
	for _, g := range ir.Reachable(f) {
		ir.WalkStmts(g.Body, func(s ir.Stmt) { own[s] = true })
	}
	for s, n := range entered {
		require.True(t, own[s])
		_, isReturn := s.(*ir.Return)
		require.False(t, isReturn)
		most = max(most, n)
	}
	require.Equal(t, 256, most, "the body of its loop")
}
