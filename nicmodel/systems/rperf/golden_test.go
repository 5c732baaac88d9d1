package rperf

import (
	"bytes"
	"flag"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/systems/rperf/rttmeter"
	"smartnic-cc/testvectors"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// flatten appends a value's integers as vectors have them.
func flatten(out []uint64, v reflect.Value) []uint64 {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			out = flatten(out, v.Field(i))
		}
		return out
	case reflect.Array:
		for i := range v.Len() {
			out = flatten(out, v.Index(i))
		}
		return out
	case reflect.Bool:
		if v.Bool() {
			return append(out, 1)
		}
		return append(out, 0)
	case reflect.Int32:
		return append(out, uint64(v.Int()))
	}
	return append(out, v.Uint())
}

func flat(values ...any) (out []uint64) {
	for _, v := range values {
		out = flatten(out, reflect.ValueOf(v))
	}
	return out
}

const goFlag = "Go"

// newFile begins a file of vectors whose answers are the Go package's.
func newFile(name, schema string) *testvectors.File {
	return &testvectors.File{
		Name: name + ".json", Algorithm: "rttmeter", Schema: schema,
		Header: []string{name + ": readings of the NIC model, with the answers of the Go package. Made by: go test ./nicmodel/systems/rperf -run TestGolden -update"},
		Notes:  map[string]testvectors.Note{goFlag: {BugType: "BASIC", Description: "The answer of the package as the go command compiles it."}},
	}
}

// origin is where the answers come from.
var origin = testvectors.Source{Name: "smartnic-cc/nicmodel/systems/rperf/rttmeter", Version: "go"}

// timelines are pairs measured in the model (T_P, T_L, T_W to RTT): back to back, and with five sources; then a clock
// that wraps, and a pair that is dropped.
func timelines(t *testing.T, q *codegen.Packages) *testvectors.File {
	f := newFile("timelines", testvectors.SequenceSchema)
	at := slices.IndexFunc(q.Program.Transducers, func(t *ir.Transducer) bool { return t.Name == f.Algorithm })
	require.GreaterOrEqual(t, at, 0)
	layout := codegen.AlgorithmOf(q.Program.Transducers[at])
	near := ^uint64(0) - 4000
	runs := []struct {
		comment string
		longest uint32
		events  []rttmeter.Event
	}{
		{"back to back", rttmeter.MaxTicks, readings(t, BackToBack(RPerf, 4096))},
		{"five sources", rttmeter.MaxTicks, readings(t, Mixed(5, MaxPayload, credit.FCFS))},
		{"the clock wraps, and a completion comes too late", 9000, []rttmeter.Event{
			{Ticks: near, Kind: rttmeter.EventPost}, {Ticks: near + 5000, Kind: rttmeter.EventWire}, {Ticks: near + 3000, Kind: rttmeter.EventLoopback},
			{Ticks: 100, Kind: rttmeter.EventPost}, {Ticks: 9101, Kind: rttmeter.EventLoopback}, {Ticks: 5000, Kind: rttmeter.EventWire},
		}},
	}
	for i, r := range runs {
		p := rttmeter.Params{Longest: r.longest}
		var s rttmeter.State
		rttmeter.Init(&p, &s)
		sequence := testvectors.Sequence{Test: testvectors.Test{ID: i + 1, Flags: []string{goFlag}, Comment: r.comment}, Initial: flat(s)}
		for _, e := range r.events {
			o := rttmeter.Step(&p, &s, &e)
			sequence.Steps = append(sequence.Steps, flat(e, o, s))
		}
		f.Groups = append(f.Groups, testvectors.Group{
			Type: testvectors.SequenceTest, Source: origin, Name: "rttmeter", Comment: r.comment, Params: layout.Params, Event: layout.Event,
			Output: layout.Output, State: layout.State, ParamValues: flat(p), Sequences: []testvectors.Sequence{sequence},
		})
	}
	return f
}

// readings are the events of 20 measurements.
func readings(t *testing.T, s Setup) (events []rttmeter.Event) {
	s.Samples = 20
	r := measured(t, s)
	ticks := uint64(1_000_000)
	for _, k := range r.Samples {
		rtt := uint64(k.Reading) * s.TSC / 1e12
		events = append(events, rttmeter.Event{Ticks: ticks, Kind: rttmeter.EventPost}, rttmeter.Event{Ticks: ticks + 4400, Kind: rttmeter.EventLoopback},
			rttmeter.Event{Ticks: ticks + 4400 + rtt, Kind: rttmeter.EventWire})
		ticks += 50_000
	}
	return events
}

// counted returns a histogram with more values.
func counted(h rttmeter.Histogram, values ...uint32) rttmeter.Histogram {
	for _, v := range values {
		rttmeter.Add(&h, v)
	}
	return h
}

// counts are values counted one by one: from an empty histogram, and from such as are nearly full.
func counts(t *testing.T, q *codegen.Packages) *testvectors.File {
	f := newFile("counts", testvectors.SequenceSchema)
	f.Algorithm = "histogram"
	i := slices.IndexFunc(q.Program.Transducers, func(t *ir.Transducer) bool { return t.Name == f.Algorithm })
	require.GreaterOrEqual(t, i, 0)
	layout := codegen.AlgorithmOf(q.Program.Transducers[i])
	p := rttmeter.Params{Longest: rttmeter.MaxTicks}
	g := testvectors.Group{
		Type: testvectors.SequenceTest, Source: origin, Name: f.Algorithm, Comment: "values", Params: layout.Params, Event: layout.Event,
		Output: layout.Output, State: layout.State, ParamValues: flat(p),
	}
	with := func(total, seventh uint32) (h rttmeter.Histogram) {
		h.Total, h.Count[7] = total, seventh
		return h
	}
	for i, r := range []struct {
		comment string
		begin   rttmeter.Histogram
		values  []uint32
	}{
		{"from the beginning", rttmeter.Histogram{}, []uint32{0, 1, 7, 7, 63, 64, 5000, rttmeter.MaxValue, 1<<32 - 1}},
		{"the total comes to its end", with(0xFFFFFFFE, 9), []uint32{7, 7, 8}},
		{"a bucket comes to its end", with(0xFFFFFF00, 0xFFFFFFFC), []uint32{7, 7, 7, 7, 7}},
		{"more than 16 bits", with(0x1FFFFF, 0x1FFFF), []uint32{7, 7}},
	} {
		h := r.begin
		sequence := testvectors.Sequence{Test: testvectors.Test{ID: i + 1, Flags: []string{goFlag}, Comment: r.comment}, Loaded: i > 0, Initial: flat(h)}
		for _, v := range r.values {
			e := rttmeter.Value{Value: v}
			total := rttmeter.Count(&p, &h, &e)
			sequence.Steps = append(sequence.Steps, flat(e, total, h))
		}
		g.Sequences = append(g.Sequences, sequence)
	}
	f.Groups = []testvectors.Group{g}
	return f
}

// histograms are those of runs, with median and 99.9 %, and the buckets' ends.
func histograms(t *testing.T, q *codegen.Packages) *testvectors.File {
	f := newFile("histograms", testvectors.FunctionSchema)
	groups := map[string]*testvectors.Group{}
	var order []string
	call := func(name, comment string, args, results []uint64) {
		if groups[name] == nil {
			for _, k := range q.Functions() {
				if l := codegen.FuncOf(k); l.Name == name {
					groups[name] = &testvectors.Group{Type: testvectors.FunctionTest, Source: origin, Name: name, Args: l.Args, Results: l.Results}
				}
			}
			require.NotNil(t, groups[name], name)
			order = append(order, name)
		}
		groups[name].Calls = append(groups[name].Calls, testvectors.Call{Test: testvectors.Test{Flags: []string{goFlag}, Comment: comment}, Args: args, Results: results})
	}
	for bit := range 32 {
		for _, v := range []uint32{1<<bit - 1, 1 << bit, 1<<bit + 1<<bit/3} {
			call("rttmeter.Bucket", fmt.Sprint("value ", v), flat(v), flat(rttmeter.Bucket(v)))
			call("rttmeter.Least", fmt.Sprint("bucket of ", v), flat(rttmeter.Bucket(v)), flat(rttmeter.Least(rttmeter.Bucket(v))))
		}
	}
	few := counted(rttmeter.Histogram{}, 1, 5, rttmeter.MaxValue)
	for _, share := range []uint32{43690, 43691, 65536} {
		call("rttmeter.Quantile", fmt.Sprint("three values, share ", share), flat(few, share), flat(rttmeter.Quantile(&few, share)))
	}
	for i, s := range []Setup{BackToBack(RPerf, 64), Mixed(1, MaxPayload, credit.FCFS)} {
		h := measured(t, s).Histogram
		for _, share := range []uint32{0, 32768, 65470, 65536} {
			low := rttmeter.Quantile(&h, share)
			require.LessOrEqual(t, bits.Len32(low), 12)
			call("rttmeter.Quantile", fmt.Sprint("run ", i+1, ", share ", share), flat(h, share), flat(low))
		}
	}
	id := 0
	for _, name := range order {
		for i := range groups[name].Calls {
			id++
			groups[name].Calls[i].ID = id
		}
		f.Groups = append(f.Groups, *groups[name])
	}
	return f
}

// TestGolden: the Go package, the IR and the C port agree on the golden vectors, which the Go package
// makes, and all arithmetic is shown to fit.
func TestGolden(t *testing.T) {
	tier.Require(t, "gcc")
	q, err := codegen.Load([]string{"./rttmeter"})
	require.NoError(t, err)
	require.Empty(t, ranges.Analyse(q.Program).Problems)
	files := []*testvectors.File{timelines(t, q), histograms(t, q), counts(t, q)}
	for _, f := range files {
		path := filepath.Join("rttmeter", "testdata", f.Name)
		if *update {
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
			require.NoError(t, f.Write(path))
		}
		want, err := f.Encode()
		require.NoError(t, err)
		have, err := os.ReadFile(path)
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, have), "%s: the Go package answers otherwise; go test ./nicmodel/systems/rperf -run TestGolden -update rewrites it", path)
	}
	c := port.Config{Prefix: "cc_", Lines: "none", Folders: q.Folders}
	name, header, err := c.Header()
	require.NoError(t, err)
	program, err := c.Program(name)
	require.NoError(t, err)
	rows, err := conformance.Run(t.Context(), conformance.Config{
		IR: q.Program, Catalog: q.Catalog(), Header: cc.File{Name: name, Data: header}, Program: program,
		Targets: conformance.Targets([]cc.Compiler{{Name: "gcc"}}, []string{"-O2"}, false), Files: files,
	})
	require.NoError(t, err)
	for _, r := range rows {
		require.True(t, r.OK, "%s: %+v", r.Target, r.Report)
		t.Logf("%s: %d tests, %d steps", r.Target, r.Tests, r.Steps)
	}
}
