package interp_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/reference"
)

// forms returns machines that compile a program in all ways: as fast as can be, with calls not inlined,
// and observed, where nothing is shared or unrolled.
func forms(p *ir.Program, roomy int) map[string]*interp.Machine {
	machines := map[string]*interp.Machine{}
	for _, calls := range []string{"", ", calling"} {
		for name, m := range map[string]*interp.Machine{
			"plain":   interp.New(p),
			"watched": interp.NewObserved(p, interp.Observer{Value: func(ir.Expr) func(uint64) error { return func(uint64) error { return nil } }}),
			"observed": interp.NewObserved(p, interp.Observer{
				Stored:  func(ir.Stmt) func([]uint64) { return func([]uint64) {} },
				Decided: func(ir.Stmt) func(uint64) { return func(uint64) {} },
			}),
		} {
			if calls != "" {
				m.SetRoomy(roomy)
			}
			machines[name+calls] = m
		}
	}
	return machines
}

// TestForms: drawn programs come to the same in whatever way they are compiled.
func TestForms(t *testing.T) {
	for seed := range uint64(150) {
		p, src, err := flattest.Program(seed)
		require.NoError(t, err)
		r := rand.New(rand.NewPCG(seed, 1))
		machines := forms(p, int(seed%50))
		for _, f := range p.Exports() {
			for range 20 {
				args := sampleArgs(r, f)
				results := map[string]string{}
				for name, m := range machines {
					after := slices.Clone(args)
					out, err := m.CallFunc(f, after)
					results[name] = fmt.Sprint(out, after, err)
				}
				for name, have := range results {
					require.Equal(t, results["plain"], have, "%s: %s%v\n%s", name, f.FullName(), args, src)
				}
			}
		}
	}
}

// TestCallsInPlace runs the constructs of the subset and the firmware with calls.
func TestCallsInPlace(t *testing.T) {
	m := interp.New(loadAccepted(t))
	m.SetRoomy(0)
	for name, fn := range accepted {
		compare(t, m, m.Program().Func(name), fn, 200)
	}
	m = interp.New(load(t, "fixedpoint", "bandit", "dcqcn", "dolcerc", "dolcercplus"))
	m.SetRoomy(40)
	for name, fns := range transducers {
		compareTransducer(t, m, name, fns[0], fns[1], 10, 100)
	}
}

// TestNoGarbage: what runs for every event of a simulation allocates nothing.
func TestNoGarbage(t *testing.T) {
	m := interp.New(load(t, "fixedpoint", "bandit", "dcqcn", "dolcerc"))
	for _, name := range []string{"dcqcn", "dolcerc4"} {
		tr, err := m.Transducer(name)
		require.NoError(t, err)
		params := make([]uint64, tr.Def().Params.Leaves())
		state, err := tr.Init(params)
		require.NoError(t, err)
		event := make([]uint64, tr.Def().Event.Leaves())
		require.Zero(t, testing.AllocsPerRun(100, func() {
			event[0]++
			if _, err := tr.Step(params, state, event); err != nil {
				panic(err)
			}
			if _, err := tr.Next(state, event[0]); err != nil {
				panic(err)
			}
		}))
	}
	f := m.Program().Func("fixedpoint.Log2")
	args, result := []uint64{1000}, []uint64{0}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if err := m.CallInto(f, args, result); err != nil {
			panic(err)
		}
	}))
	require.EqualError(t, m.CallInto(f, args, nil), "fixedpoint.Log2 has 1 results, not 0")
}

// TestFork steps connections in several goroutines, each on a forked machine that shares the compiled code, and
// compares them with Go.
func TestFork(t *testing.T) {
	m := interp.New(load(t, "fixedpoint", "dcqcn"))
	pr, err := profile.Get("connectx", 100_000_000)
	require.NoError(t, err)
	params := reference.Flatten(&pr.RP)
	tr, err := m.Transducer("dcqcn")
	require.NoError(t, err)
	first, err := tr.Init(params)
	require.NoError(t, err)
	var wg sync.WaitGroup
	for g := range 4 {
		fork := m.Fork()
		wg.Go(func() {
			tr, err := fork.Transducer("dcqcn")
			if err != nil {
				t.Error(err)
				return
			}
			r := rand.New(rand.NewPCG(uint64(g), 1))
			state, s, p := slices.Clone(first), dcqcn.State{}, pr.RP
			dcqcn.Init(&p, &s)
			e := dcqcn.Event{}
			for range 2000 {
				e.Now += 7000
				e.Kind, e.Bytes, e.CNPs = dcqcn.EventAlphaTimer+dcqcn.EventKind(r.IntN(5)), r.Uint32N(1<<20), 1
				want := dcqcn.Step(&p, &s, &e)
				have, err := tr.Step(params, state, reference.Flatten(&e))
				next := dcqcn.Next(&s, e.Now)
				timer, _ := tr.Next(state, uint64(e.Now))
				if err != nil || !slices.Equal(have, reference.Flatten(&want)) || !slices.Equal(state, reference.Flatten(&s)) ||
					!slices.Equal(timer, reference.Flatten(&next)) {
					t.Errorf("%v: %v, state %v, timer %v, error %v; Go gives %v, %v and %v", e, have, state, timer, err, want, s, next)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestStepRefuses: an event outside its type, or of another size, changes nothing.
func TestStepRefuses(t *testing.T) {
	tr, err := interp.New(load(t, "fixedpoint", "dcqcn")).Transducer("dcqcn")
	require.NoError(t, err)
	params := make([]uint64, tr.Def().Params.Leaves())
	state, err := tr.Init(params)
	require.NoError(t, err)
	event := make([]uint64, tr.Def().Event.Leaves())
	event[1] = 1 << 32
	before := slices.Clone(state)
	_, err = tr.Step(params, state, event)
	require.EqualError(t, err, "dcqcn.Step: argument e.Bytes = 0x100000000 is outside the range of uint32")
	require.Equal(t, before, state)
	_, err = tr.Next(state, 1<<32)
	require.EqualError(t, err, "dcqcn.Next: argument now = 0x100000000 is outside the range of uint32")
	_, err = tr.Next(nil, 0)
	require.EqualError(t, err, "transducer dcqcn has 11 state words, not 0")
}

// TestTooLarge: what memory does not hold is an error that says so, and the machine goes on.
func TestTooLarge(t *testing.T) {
	src := `package p

//ccgen:export
func Large(n uint32) uint8 {
	var a [70000]uint8
	return a[n]
}

//ccgen:export
func Small(n uint32) uint8 { return table[n] }

var table = [70000]uint8{` + strings.Repeat("7, ", 70000) + `}
`
	prog, err := frontend.Load(fstest.MapFS{"p/p.go": {Data: []byte(src)}}, "example", []string{"p"}, frontend.Options{})
	require.NoError(t, err)
	m := interp.New(prog)
	for range 2 {
		_, err = m.Call("p.Large", []uint64{1})
		require.EqualError(t, err, "p/p.go:4:6: the variables of p.Large and what it calls are more than the 65536 that the interpreter has room for: use smaller arrays")
	}
	res, err := m.Call("p.Small", []uint64{69999})
	require.NoError(t, err, "a table needs no memory")
	require.Equal(t, []uint64{7}, res)
	_, err = m.Call("p.Small", []uint64{70000})
	require.EqualError(t, err, "p/p.go:10:43: index 70000 is out of range for an array of 70000")
}

// TestDeepCalls: functions each of which calls the next one twice, and loops in loops, do not come
// to more instructions than memory holds.
func TestDeepCalls(t *testing.T) {
	var src strings.Builder
	src.WriteString("package p\n\ntype Count struct{ N uint32 }\n\nfunc f0(n *Count, x uint32) uint32 {\n\tn.N++\n\treturn x\n}\n")
	const depth = 40
	for i := range depth {
		fmt.Fprintf(&src, "\nfunc f%d(n *Count, x uint32) uint32 {\n\tif x != %d {\n\t\ty := f%d(n, x)\n\t\treturn y\n\t}\n\ty := f%d(n, x+1)\n\treturn y * 3\n}\n", i+1, i, i, i)
	}
	fmt.Fprintf(&src, "\n//ccgen:export\nfunc Deep(n *Count, x uint32) uint32 {\n\ty := f%d(n, x)\n\treturn y\n}\n", depth)
	fmt.Fprintf(&src, "\n//ccgen:export\nfunc Loops() uint32 {\n\tn := uint32(0)\n\t%sn++\n\t%sreturn n\n}\n", func() (s string) {
		for i := range 8 {
			s += fmt.Sprintf("for i%d := uint8(0); i%d < 4; i%d++ {\n", i, i, i)
		}
		return s
	}(), strings.Repeat("}\n", 8))
	prog, err := frontend.Load(fstest.MapFS{"p/p.go": {Data: []byte(src.String())}}, "example", []string{"p"}, frontend.Options{})
	require.NoError(t, err)
	m := interp.New(prog)
	args := []uint64{7, 30}
	res, err := m.Call("p.Deep", args)
	require.NoError(t, err)
	require.Equal(t, []uint64{93}, res) // 3 (30 + 1)
	require.EqualValues(t, 8, args[0])
	res, err = m.Call("p.Loops", nil)
	require.NoError(t, err)
	require.Equal(t, []uint64{1 << 16}, res)
}
