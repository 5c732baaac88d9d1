package themis

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
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel/systems/themis/notify"
	"smartnic-cc/nicmodel/systems/themis/pace"
	"smartnic-cc/nicmodel/systems/themis/resubmit"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// flatten appends a value's integers as vectors have them.
func flatten(out []uint64, v reflect.Value) []uint64 {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			out = flatten(out, v.Field(i))
		}
	case reflect.Bool:
		if v.Bool() {
			return append(out, 1)
		}
		return append(out, 0)
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
func newFile(algorithm string) *testvectors.File {
	return &testvectors.File{
		Name: algorithm + ".json", Algorithm: algorithm, Schema: testvectors.SequenceSchema,
		Header: []string{algorithm + " at a gateway of THEMIS, with the answers of the Go package. Made by: go test ./nicmodel/systems/themis -run TestGolden -update"},
		Notes:  map[string]testvectors.Note{goFlag: {BugType: "BASIC", Description: "The answer of the package as the go command compiles it."}},
	}
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
		Type: testvectors.SequenceTest, Source: testvectors.Source{Name: "smartnic-cc/nicmodel/systems/themis", Version: "go"}, Name: f.Algorithm, Comment: comment,
		Params: layout.Params, Event: layout.Event, Output: layout.Output, State: layout.State, ParamValues: flat(p),
	}
	var s S
	start(&p, &s)
	t := testvectors.Sequence{Test: testvectors.Test{ID: len(f.Groups) + 1, Flags: []string{goFlag}, Comment: comment}, Initial: flat(s)}
	for _, e := range events {
		o := step(&p, &s, &e)
		t.Steps = append(t.Steps, flat(e, o, s))
	}
	g.Sequences = []testvectors.Sequence{t}
	f.Groups = append(f.Groups, g)
}

// notifyFile is marks and CNPs of a flow.
func notifyFile(q *codegen.Packages) *testvectors.File {
	f := newFile("themisnotify")
	r := rand.New(rand.NewPCG(1, 1))
	for _, p := range []notify.Params{{Interval: 50_000, React: true}, {Interval: 50_000}, {Interval: 0, React: true}, {Interval: 1 << 30}} {
		now := fixedpoint.Time(0xFFFF0000) // it wraps
		var events []notify.Event
		for range 80 {
			now += fixedpoint.Time([]uint32{0, 1, p.Interval, p.Interval + 1, r.Uint32N(30_000), r.Uint32()}[r.Uint32N(6)])
			events = append(events, notify.Event{Now: now, Kind: notify.EventKind(r.Uint32N(5)), Reacted: r.Uint32N(2) == 0})
		}
		run(q, f, fmt.Sprintf("%+v", p), p, notify.Init, notify.Step, events)
	}
	return f
}

// paceFile is rates of a flow and its packets.
func paceFile(q *codegen.Packages) *testvectors.File {
	f := newFile("themispace")
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range []pace.Params{{Line: 100_000_000}, {Line: 1000}, {Line: dcqcn.MaxRepresentable}} {
		now := uint64(0)
		var events []pace.Event
		for i := range 120 {
			if i%8 == 0 {
				rate := dcqcn.Rate(r.Uint32N(1 << 31))
				if i%3 == 0 {
					rate = []dcqcn.Rate{0, 999, 1000, 3_125_000, p.Line - 1, p.Line, dcqcn.MaxRepresentable}[r.Uint32N(7)]
				}
				events = append(events, pace.Event{Kind: pace.EventRate, Rate: rate})
			}
			now += []uint64{0, 84, 2_000, r.Uint64N(1 << 20), r.Uint64N(1 << 39)}[r.Uint32N(5)]
			events = append(events, pace.Event{Kind: pace.EventPacket, Now: now, Bytes: []uint16{1048, 0, 65535, 60}[r.Uint32N(4)]})
		}
		events = append(events, pace.Event{}, pace.Event{Kind: pace.EventPacket, Now: pace.MaxTime, Bytes: 65535}, pace.Event{Kind: pace.EventRate}, pace.Event{Kind: pace.EventPacket, Now: pace.MaxTime, Bytes: 65535})
		// Of all rates these two have an inverse that one unit more before the last shift would change.
		events = append(events, pace.Event{Kind: pace.EventRate, Rate: 227_185_787}, pace.Event{Kind: pace.EventRate, Rate: 454_371_574})
		run(q, f, fmt.Sprintf("%+v", p), p, pace.Init, pace.Step, events)
	}
	return f
}

// resubmitFile is T_block, n_prev and the length of the ingress queue at each pass, to the last.
func resubmitFile(q *codegen.Packages) *testvectors.File {
	f := newFile("themisresubmit")
	r := rand.New(rand.NewPCG(1, 3))
	for _, p := range []resubmit.Params{{PerByte: 83886, Least: 484}, {PerByte: 1 << 24, Least: 1}, {PerByte: 0, Least: 1 << 20}} {
		for i := range 12 {
			e := resubmit.Event{First: true, Block: r.Uint64N(1 << (4 * uint(i%8))), Queue: r.Uint32N(1 << 24), Before: r.Uint32N(uint32(1 + 9*(i%3)))}
			var s resubmit.State
			var events []resubmit.Event
			for len(events) < 60 {
				events = append(events, e)
				if !resubmit.Step(&p, &s, &e).Again {
					break
				}
				e = resubmit.Event{Queue: r.Uint32N(1 << (8 + uint(i)))}
			}
			run(q, f, fmt.Sprintf("%+v, T_block %d ns, n_prev %d", p, events[0].Block, events[0].Before), p, resubmit.Init, resubmit.Step, events)
		}
	}
	return f
}

// reactionFile is the reaction point: DCQCN's source with the parameters of a gateway.
func reactionFile(q *codegen.Packages) *testvectors.File {
	f := newFile("dcqcn")
	f.Name = "reaction.json"
	for _, line := range []dcqcn.Rate{100_000_000, 1000} {
		p := Reaction(line)
		var s dcqcn.State
		dcqcn.Init(&p, &s)
		now := fixedpoint.Time(0)
		var events []dcqcn.Event
		add := func(e dcqcn.Event) {
			events = append(events, e)
			dcqcn.Step(&p, &s, &e)
		}
		for _, gap := range []uint32{0, 4_000, 4_000, 9_500, 100_000, 2_000_000, 4_000, 4_000} {
			until := now.Add(gap)
			for {
				t := dcqcn.Next(&s, now)
				if t.Kind == dcqcn.EventNone || until.Before(t.At) || len(events) > 400 {
					break
				}
				now = t.At
				add(dcqcn.Event{Now: now, Kind: t.Kind})
			}
			now = until
			add(dcqcn.Event{Now: now, Kind: dcqcn.EventCNP, CNPs: 1})
		}
		run(q, f, fmt.Sprintf("a line rate of %d kb/s", line), p, dcqcn.Init, dcqcn.Step, events)
	}
	return f
}

// TestGolden: the Go packages, the IR, the C port and the P4 programs agree on the golden vectors, which the
// Go packages make. All arithmetic is shown to fit. Package internal/dev/kernels has the C port of the
// kernels; that of the reaction point is here.
func TestGolden(t *testing.T) {
	tier.Require(t, "gcc")
	for _, k := range []struct {
		folder, into string
		file         func(*codegen.Packages) *testvectors.File
	}{{"./notify", "notify/testdata", notifyFile}, {"./pace", "pace/testdata", paceFile}, {"./resubmit", "resubmit/testdata", resubmitFile}, {"../../../dcqcn", "testdata", reactionFile}} {
		t.Run(filepath.Base(k.folder), func(t *testing.T) {
			q, err := codegen.Load([]string{k.folder})
			require.NoError(t, err)
			require.Empty(t, ranges.Analyse(q.Program).Problems)
			file := k.file(q)
			path := filepath.Join(k.into, file.Name)
			if *update {
				require.NoError(t, file.Write(path))
			}
			want, err := file.Encode()
			require.NoError(t, err)
			have, err := os.ReadFile(path)
			require.NoError(t, err)
			require.True(t, bytes.Equal(want, have), "%s: the Go package answers otherwise; go test ./nicmodel/systems/themis -run TestGolden -update rewrites it", path)
			files := []*testvectors.File{file}
			text := &p4.Text{Def: q.Program.Transducer(file.Algorithm)}
			text.Program, err = p4.Generate(q.Program, p4.Options{Algorithm: file.Algorithm})
			require.NoError(t, err)
			o, err := text.CheckBuiltin(t.Context(), files)
			require.NoError(t, err)
			require.Nil(t, o.Report)
			require.Positive(t, o.Steps)
			if k.into != "testdata" {
				return // package kernels has the other ports
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
				require.True(t, r.OK, "%s on %s: %+v", k.folder, r.Target, r.Report)
				t.Logf("%s on %s: %d tests, %d steps", k.folder, r.Target, r.Tests, r.Steps)
			}
		})
	}
}
