package saba

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/nearest"
	"smartnic-cc/nicmodel/systems/saba/weigh"
	"smartnic-cc/testvectors"
)

// flat appends the integers of values as vectors have them.
func flat(values ...any) (out []uint64) {
	var add func(v reflect.Value)
	add = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				add(v.Field(i))
			}
		case reflect.Array:
			for i := range v.Len() {
				add(v.Index(i))
			}
		case reflect.Bool:
			out = append(out, map[bool]uint64{true: 1}[v.Bool()])
		case reflect.Int64:
			out = append(out, uint64(v.Int()))
		default:
			out = append(out, v.Uint())
		}
	}
	for _, v := range values {
		add(reflect.ValueOf(v))
	}
	return out
}

// file is golden vectors that are being made.
type file struct {
	*testvectors.File
	q *codegen.Packages
	r *rand.Rand
}

// test numbers the next test.
func (f *file) test(comment string) testvectors.Test {
	id := 1
	for _, g := range f.Groups {
		id += len(g.Calls) + len(g.Sequences)
	}
	return testvectors.Test{ID: id, Comment: comment, Flags: []string{"Go"}}
}

// call appends a call; calls of one function follow one another.
func (f *file) call(name string, args, results []uint64) {
	if n := len(f.Groups); n == 0 || f.Groups[n-1].Name != name {
		for _, k := range f.q.Functions() {
			if layout := codegen.FuncOf(k); layout.Name == name {
				f.Groups = append(f.Groups, testvectors.Group{Type: testvectors.FunctionTest, Source: f.source(), Name: name, Args: layout.Args, Results: layout.Results})
			}
		}
	}
	t := f.test(fmt.Sprint(name, " ", len(f.Groups[len(f.Groups)-1].Calls)+1))
	g := &f.Groups[len(f.Groups)-1]
	g.Calls = append(g.Calls, testvectors.Call{Test: t, Args: args, Results: results})
}

func (f *file) source() testvectors.Source {
	return testvectors.Source{Name: "smartnic-cc/nicmodel/systems/saba", Version: "go"}
}

// models are the shapes that a kernel meets: lines, convex, bent, of the ends of the ranges, drawn.
func models(r *rand.Rand, n int) []curve.Model {
	const most = curve.MaxCoefficient
	list := []curve.Model{
		{}, {C: [4]int64{One}}, {C: [4]int64{3 * One, -2 * One}}, {C: [4]int64{4 * One, -6 * One, 3 * One}, Slope: 6 * One, Low: 13},
		{C: [4]int64{11 * One, -50 * One, 90 * One, -50 * One}, Slope: 40 * One, Low: 13},
		{C: [4]int64{most, most, most, most}, Slope: most, Low: curve.Units}, {C: [4]int64{-most, -most, -most, -most}}, {C: [4]int64{most, -most, most, -most}},
	}
	for len(list) < n {
		var m curve.Model
		for i := range m.C {
			m.C[i] = r.Int64N(60*One) - 30*One
		}
		m.Slope, m.Low = r.Int64N(60*One), r.Uint32N(20)
		list = append(list, m)
	}
	return list
}

// kernels are the firmware packages with what makes their golden vectors.
var kernels = map[string]func(f *file){
	"curve": func(f *file) {
		for _, m := range models(f.r, 24) {
			for _, share := range []uint32{0, 1, 12, 13, 64, 128, 255, 256} {
				f.call("curve.At", flat(m, share), flat(curve.At(&m, share)))
			}
		}
		for _, m := range models(f.r, 24) {
			for _, ends := range [][2]uint32{{0, curve.Units}, {5, 255}, {12, 20}, {13, 100}, {200, 201}, {253, curve.Units}, {30, 10}} {
				f.call("curve.Bent", flat(m, ends[0], ends[1]), flat(curve.Bent(&m, ends[0], ends[1])))
			}
		}
	},
	"nearest": func(f *file) {
		all := models(f.r, 40)
		for used := uint32(1); used <= nearest.Levels; used++ {
			t := nearest.Table{Used: used}
			for i := range t.Level {
				t.Level[i].C = all[i%11].C
			}
			for i := range 8 {
				p := nearest.Point{C: all[(int(used)+5*i)%len(all)].C}
				level, distance := nearest.Of(&t, &p)
				f.call("nearest.Of", flat(t, p), flat(level, distance))
			}
		}
		for i := range all[1:] {
			a, b := nearest.Point{C: all[i].C}, nearest.Point{C: all[i+1].C}
			f.call("nearest.Distance", flat(a, b), flat(nearest.Distance(&a, &b)))
		}
	},
	"weigh": func(f *file) {
		layout := codegen.AlgorithmOf(f.q.Program.Transducers[0])
		for i, p := range []weigh.Params{{Capacity: 256, Least: 5}, {Capacity: 255, Least: 8}, {Capacity: 40, Least: 9}, {Capacity: 1, Least: 1}, {Capacity: 200, Least: 150}} {
			var s weigh.State8
			weigh.Init8(&p, &s)
			comment := fmt.Sprintf("%d units, %d or more each", p.Capacity, p.Least)
			sequence := testvectors.Sequence{Test: f.test(comment), Initial: flat(s)}
			all := models(f.r, 30)
			if p.Capacity == 200 {
				// Its last gain, at 199, is one unit, and those before are 0.
				all = []curve.Model{{C: [4]int64{536870713, 423180548, 253, 1}, Slope: curve.MaxCoefficient, Low: 255}}
			}
			// One more application and a few more units than there is room for.
			for step := range 9 + int(p.Capacity)/4 {
				e := weigh.Event{Kind: weigh.EventGive}
				if step < 3*i+3 {
					e = weigh.Event{Kind: weigh.EventAdd, Model: all[(7*i+step)%len(all)]}
				}
				o := weigh.Step8(&p, &s, &e)
				sequence.Steps = append(sequence.Steps, flat(e, o, s))
			}
			f.Groups = append(f.Groups, testvectors.Group{
				Type: testvectors.SequenceTest, Source: f.source(), Name: f.Algorithm, Comment: comment,
				Params: layout.Params, Event: layout.Event, Output: layout.Output, State: layout.State, ParamValues: flat(p),
				Sequences: []testvectors.Sequence{sequence},
			})
		}
	},
}

// TestGolden: the Go packages give the kernels' golden vectors. The interpreter and the C port do so in
// internal/dev/kernels.
func TestGolden(t *testing.T) {
	for name, fill := range kernels {
		t.Run(name, func(t *testing.T) {
			q, err := codegen.Load([]string{"./" + name})
			require.NoError(t, err)
			f := &file{q: q, r: rand.New(rand.NewPCG(1, 2)), File: &testvectors.File{
				Name: name + ".json", Algorithm: name, Schema: testvectors.FunctionSchema,
				Header: []string{"Saba's package " + name + ": the answers of Go. Made by: go test ./nicmodel/systems/saba -run TestGolden -update"},
				Notes:  map[string]testvectors.Note{"Go": {BugType: "BASIC", Description: "The answer of the package as the go command compiles it."}},
			}}
			if len(q.Program.Transducers) > 0 {
				f.Algorithm, f.Schema = q.Program.Transducers[0].Name, testvectors.SequenceSchema
				f.Name = f.Algorithm + ".json"
			}
			fill(f)
			want, err := f.Encode()
			require.NoError(t, err)
			golden.Check(t, filepath.Join(name, "testdata", f.Name), want)
		})
	}
}
