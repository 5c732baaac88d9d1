package drum

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/vectors"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel/systems/drum/bucket"
	"smartnic-cc/nicmodel/systems/drum/budget"
	"smartnic-cc/nicmodel/systems/drum/root"
	"smartnic-cc/nicmodel/systems/drum/topk"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// kernels are the folders of the firmware packages.
var kernels = []string{"./root", "./budget", "./topk", "./bucket"}

// flatten appends a value's integers as vectors have them.
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
	case reflect.Int64:
		return append(out, uint64(v.Int()))
	default:
		return append(out, v.Uint())
	}
	return out
}

// flat flattens several values.
func flat(values ...any) (out []uint64) {
	for _, v := range values {
		out = flatten(out, reflect.ValueOf(v))
	}
	return out
}

const goFlag = "Go"

// newFile begins a file of vectors whose answers are the Go package's.
func newFile(q *codegen.Packages, schema string) *testvectors.File {
	name := q.Named[0].Name
	return &testvectors.File{
		Name: name + ".json", Algorithm: name, Schema: schema,
		Header: []string{name + ": a grid of arguments and runs with the answers of the Go package of DRUM. Made by: go test ./nicmodel/systems/drum -run TestGolden -update"},
		Notes:  map[string]testvectors.Note{goFlag: {BugType: "BASIC", Description: "The answer of the package as the go command compiles it."}},
	}
}

// number numbers the tests of a file.
func number(f *testvectors.File) {
	id := 0
	next := func(t *testvectors.Test) {
		id++
		t.ID, t.Flags = id, []string{goFlag}
	}
	for i := range f.Groups {
		for j := range f.Groups[i].Calls {
			next(&f.Groups[i].Calls[j].Test)
		}
		for j := range f.Groups[i].Sequences {
			next(&f.Groups[i].Sequences[j].Test)
		}
	}
}

// rootFile is the scalar roots over a grid of (a, z, u, price, selected).
func rootFile(q *codegen.Packages) *testvectors.File {
	f := newFile(q, testvectors.FunctionSchema)
	groups := map[string]*testvectors.Group{}
	var order []string
	call := func(name string, args, results []uint64) {
		g := groups[name]
		if g == nil {
			for _, k := range q.Functions() {
				if layout := codegen.FuncOf(k); layout.Name == name {
					g = &testvectors.Group{Type: testvectors.FunctionTest, Source: testvectors.Source{Name: "smartnic-cc/nicmodel/systems/drum/root", Version: "go"}, Name: name, Args: layout.Args, Results: layout.Results}
				}
			}
			groups[name] = g
			order = append(order, name)
		}
		g.Calls = append(g.Calls, testvectors.Call{Test: testvectors.Test{Comment: fmt.Sprint(name[5:], " ", len(g.Calls)+1)}, Args: args, Results: results})
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, a := range []uint32{root.One, 3*root.One + 12345, root.MaxFactor} {
		call("root.Square", flat(a), flat(root.Square(a)))
		for _, rate := range []uint64{0, 1, root.One / 2, 70 * root.One, root.MaxRate} {
			for _, u := range []int64{-root.MaxMultiplier, -root.One, 0, root.One / 3, root.MaxMultiplier} {
				call("root.Update", flat(a, rate, uint64(5*root.One), u), flat(root.Update(a, rate, 5*root.One, u)))
				for _, price := range []uint64{0, 3 << 19, root.MaxPrice} {
					guess := r.Uint64() >> (30 + r.UintN(34))
					up := root.XPull(a, rate, u, price)
					call("root.XPull", flat(a, rate, u, price), flat(up))
					for _, selected := range []bool{false, true} {
						call("root.XRoot", flat(root.Square(a), up, selected), flat(root.XRoot(root.Square(a), up, selected)))
						call("root.XNewton", flat(root.Square(a), up, selected, guess), flat(root.XNewton(root.Square(a), up, selected, guess)))
					}
					up = root.ZPull(a, rate, u, price)
					call("root.ZPull", flat(a, rate, u, price), flat(up))
					call("root.ZRoot", flat(up), flat(root.ZRoot(up)))
					call("root.ZNewton", flat(up, guess), flat(root.ZNewton(up, guess)))
				}
			}
		}
	}
	for bit := range 34 {
		x := uint64(1)<<bit + uint64(bit)
		call("root.ISqrt64", flat(x), flat(root.ISqrt64(x)))
		call("root.Utility", flat(x), flat(root.Utility(x)))
	}
	for _, name := range order {
		f.Groups = append(f.Groups, *groups[name])
	}
	number(f)
	return f
}

// run appends a run of an algorithm from its beginning.
func run[P, S, E, O any](q *codegen.Packages, f *testvectors.File, comment string, p P, start func(*P, *S), step func(*P, *S, *E) O, events []E) {
	var layout transducer.Algorithm
	for i := range q.Program.Transducers {
		if t := q.Program.Transducers[i]; t.Name == f.Algorithm {
			layout = codegen.AlgorithmOf(t)
		}
	}
	g := testvectors.Group{
		Type: testvectors.SequenceTest, Source: testvectors.Source{Name: "smartnic-cc/nicmodel/systems/drum/" + f.Algorithm, Version: "go"}, Name: f.Algorithm, Comment: comment,
		Params: layout.Params, Event: layout.Event, Output: layout.Output, State: layout.State, ParamValues: flat(p),
	}
	var s S
	start(&p, &s)
	sequence := testvectors.Sequence{Test: testvectors.Test{Comment: comment}, Initial: flat(s)}
	for _, e := range events {
		o := step(&p, &s, &e)
		sequence.Steps = append(sequence.Steps, flat(e, o, s))
	}
	g.Sequences = []testvectors.Sequence{sequence}
	f.Groups = append(f.Groups, g)
}

// runsFile is runs of one of the algorithms; of bucket its release times.
func runsFile(q *codegen.Packages) *testvectors.File {
	f := newFile(q, testvectors.SequenceSchema)
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 4 {
		switch f.Algorithm {
		case "bucket":
			now := uint64(0)
			events := make([]bucket.Event, 60)
			for j := range events {
				now += r.Uint64N(3_000_000)
				events[j].Now = now
			}
			run(q, f, fmt.Sprint("a token every us, a burst of ", i+1), bucket.Params{Gap: 1_000_000, Burst: uint32(i + 1)}, bucket.Init, bucket.Step, events)
		case "budget":
			want := r.Uint64() >> (22 + 8*i)
			p := budget.Params{Budget: 1 << 20}
			var s budget.State
			budget.Init(&p, &s)
			var events []budget.Event
			for range 46 {
				e := budget.Event{Sum: 1<<20 - 1}
				if s.Try < want {
					e.Sum = 1<<20 + min(want-s.Try, 1<<30)
				}
				events = append(events, e)
				budget.Step(&p, &s, &e)
			}
			run(q, f, fmt.Sprint("price ", want), p, budget.Init, budget.Step, events)
		case "topk":
			events := make([]topk.Candidate, 50)
			for j := range events {
				events[j] = topk.Candidate{Rate: r.Uint64N(1 << 20), Since: r.Uint32N(90), Job: r.Uint64N(1 << 20), Age: r.Uint32N(9), Weight: uint16(1 + r.Uint32N(3)), App: uint32(j)}
			}
			run(q, f, fmt.Sprint("rule ", i), topk.Params{K: 20, Rule: topk.Rule(i)}, topk.Init, topk.Step, events)
		}
	}
	number(f)
	return f
}

// TestGolden: the Go packages, the IR and the C port agree on the golden vectors, which the Go packages
// make; with what ccgen makes of the sources the IR and the C port agree, too. All arithmetic is shown to
// fit.
func TestGolden(t *testing.T) {
	tier.Require(t, "gcc")
	for _, folder := range kernels {
		t.Run(folder[2:], func(t *testing.T) { golden(t, folder) })
	}
}

// golden is TestGolden of one folder.
func golden(t *testing.T, folder string) {
	q, err := codegen.Load([]string{folder})
	require.NoError(t, err)
	report := ranges.Analyse(q.Program)
	require.Empty(t, report.Problems, folder)
	f := rootFile
	if folder != "./root" {
		f = runsFile
	}
	file := f(q)
	path := filepath.Join(folder, "testdata", file.Name)
	if *update {
		require.NoError(t, file.Write(path))
	}
	want, err := file.Encode()
	require.NoError(t, err)
	have, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, have), "%s: the Go package answers otherwise; go test ./nicmodel/systems/drum -run TestGolden -update rewrites it", path)
	made, err := vectors.Generate(t.Context(), q, vectors.Options{Seed: vectors.DefaultSeed})
	require.NoError(t, err)
	targets := conformance.Targets([]cc.Compiler{{Name: "gcc"}}, []string{"-O2"}, false)
	c := port.Config{Prefix: "cc_", Lines: "none", Folders: q.Folders}
	name, header, err := c.Header()
	require.NoError(t, err)
	program, err := c.Program(name)
	require.NoError(t, err)
	rows, err := conformance.Run(t.Context(), conformance.Config{
		IR: q.Program, Catalog: q.Catalog(), Header: cc.File{Name: name, Data: header}, Program: program, Targets: targets,
		Files: append(made.Files, file),
	})
	require.NoError(t, err)
	for _, r := range rows {
		require.True(t, r.OK, "%s on %s: %+v", folder, r.Target, r.Report)
		t.Logf("%s on %s: %d tests, %d steps", folder, r.Target, r.Tests, r.Steps)
	}
}

// TestTrace: twenty iterations of a host with 50 applications, bit by bit.
func TestTrace(t *testing.T) {
	c := Paper(1, 50, false)
	h := NewHost(&c, 0)
	h.SelectFirst()
	var b bytes.Buffer
	fmt.Fprintln(&b, "iteration,lambda_q19,mu_q19,app,a_q16,selected,x_q16,z_q16,u_q16")
	for k := range 20 {
		h.Iterate()
		for j := range h.X {
			fmt.Fprintf(&b, "%d,%d,%d,%d,%d,%t,%d,%d,%d\n", k+1, h.IssuePrice, h.PollPrice, j, h.Factor[j], h.Selected[j], h.X[j], h.Z[j], h.Multiplier[j])
		}
	}
	const path = "testdata/trace50.csv"
	if *update {
		require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String())
}
