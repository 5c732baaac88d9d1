package avatar

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/nicmodel/systems/avatar/egress"
	"smartnic-cc/nicmodel/systems/avatar/ingress"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

var update = flag.Bool("update", false, "rewrite the golden vectors")

// flatten appends a value's integers, as vectors have them.
func flatten(out []uint64, v reflect.Value) []uint64 {
	switch v.Kind() {
	case reflect.Pointer:
		return flatten(out, v.Elem())
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
	default:
		return append(out, v.Uint())
	}
	return out
}

// golden makes groups of vectors of one algorithm by running its Go.
type golden struct {
	file      testvectors.File
	algorithm transducer.Algorithm
}

// sequence runs events from a state on, and appends their results to the group of the parameters
// p. A state that is not initial is loaded.
func sequence[P, S, E, O any](g *golden, comment string, p *P, s S, loaded bool, step func(*P, *S, *E) O, events []E) {
	values := flatten(nil, reflect.ValueOf(p))
	title := fmt.Sprint("parameters ", values)
	groups := g.file.Groups
	if n := len(groups); n == 0 || groups[n-1].Comment != title {
		a := &g.algorithm
		g.file.Groups = append(groups, testvectors.Group{
			Type: testvectors.SequenceTest, Source: testvectors.Source{Name: "smartnic-cc", Version: "2"}, Name: a.Name, Comment: title,
			Params: a.Params, Event: a.Event, Output: a.Output, State: a.State, ParamValues: values,
		})
	}
	t := testvectors.Sequence{Test: testvectors.Test{Comment: comment, Flags: []string{"Traffic"}}, Loaded: loaded, Initial: flatten(nil, reflect.ValueOf(s))}
	for i := range events {
		row := flatten(nil, reflect.ValueOf(events[i]))
		out := step(p, &s, &events[i])
		t.Steps = append(t.Steps, flatten(flatten(row, reflect.ValueOf(out)), reflect.ValueOf(s)))
	}
	last := &g.file.Groups[len(g.file.Groups)-1]
	last.Sequences = append(last.Sequences, t)
}

// compare checks the vectors against the stored ones, and the interpreter against them.
func (g *golden) compare(t *testing.T, p *codegen.Packages) {
	t.Helper()
	g.file.Renumber()
	got, err := g.file.Encode()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(p.Folders[0], "testdata", g.file.Algorithm+".json")
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is not what the Go gives; -update rewrites it", name)
	}
	f, err := testvectors.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := testvectors.Verify(conformance.Interpreter(p.Program), f, testvectors.Options{}); err != nil || !r.OK() {
		t.Errorf("the interpreter: %+v, %v", r, err)
	}
}

// newGolden begins the vectors of the one algorithm of a folder.
func newGolden(t *testing.T, folder, header string) (*golden, *codegen.Packages) {
	t.Helper()
	p, err := codegen.Load([]string{folder})
	if err != nil {
		t.Fatal(err)
	}
	names := p.Algorithms()
	a, err := p.Catalog().Algorithm(names[0])
	if len(names) != 1 || err != nil {
		t.Fatalf("%s has %v: %v", folder, names, err)
	}
	return &golden{algorithm: *a, file: testvectors.File{
		Name: a.Name, Algorithm: a.Name, Schema: testvectors.SequenceSchema, Header: []string{header},
		Notes: map[string]testvectors.Note{"Traffic": {BugType: "BASIC", Description: "Connections with blocks of any length, and what is refused."}},
	}}, p
}

// TestRanges: the arithmetic of both folders is proven to fit.
func TestRanges(t *testing.T) {
	for _, folder := range []string{"./egress", "./ingress"} {
		p, err := codegen.Load([]string{folder})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ranges.Analyse(p.Program).Failures() {
			t.Errorf("%s: %s", f.Pos, f.Msg)
		}
	}
}

// TestEgressVectors: lists of arrivals and the exact order of segments, with offsets and virtual times.
func TestEgressVectors(t *testing.T) {
	g, p := newGolden(t, "./egress", "Avatar's scheduler: blocks of connections that share a QP come and segments are picked. Made by go test -update.")
	r := rand.New(rand.NewPCG(3, 1))
	for _, weighted := range []bool{false, true} {
		for _, k := range []struct {
			segment uint32
			rebase  uint64
		}{{4096, 1 << 62}, {1, 1 << 16}, {1 << 24, 1 << 40}, {1000, 1 << 26}} {
			params := egress.Params{Segment: k.segment, Weighted: weighted, RebaseAt: k.rebase}
			for n := range 2 {
				var s egress.State8
				egress.Init8(&params, &s)
				var events []egress.Event
				for c := range uint16(7) {
					events = append(events, egress.Event{Kind: egress.EventOpen, Conn: c, Peer: r.Uint32N(1 << 31), Inverse: egress.MaxInverse / (1 + r.Uint32N(1<<(uint32(c)%5)))})
				}
				events = append(events, egress.Event{Kind: egress.EventPost, Conn: 7, Length: 1}, egress.Event{Kind: egress.EventOpen, Conn: 7, Peer: 1, Inverse: 1})
				for range 50 {
					e := egress.Event{Kind: egress.EventPick}
					switch v := r.Uint32N(20); {
					case v < 8:
						// Few segments a block, and the ends of it.
						e = egress.Event{Kind: egress.EventPost, Conn: uint16(r.Uint32N(9)), Length: uint32(min(uint64(k.segment)*uint64(r.Uint32N(4))+uint64(r.Uint32N(3)), 1<<32-1))}
					case v == 8:
						e = egress.Event{Kind: egress.EventOpen, Conn: uint16(r.Uint32N(9)), Peer: r.Uint32N(1 << 31), Inverse: egress.MaxInverse}
					}
					events = append(events, e)
				}
				if n == 0 {
					events = append(events, egress.Event{}, egress.Event{Kind: 9, Conn: 3}, egress.Event{Kind: egress.EventPost, Conn: 0xFFFF, Length: 1})
				}
				sequence(g, fmt.Sprintf("arrivals %d", n), &params, s, false, egress.Step8, events)
			}
			// Late virtual times, where they saturate and are rebased.
			var s egress.State8
			egress.Init8(&params, &s)
			s.Virtual = min(k.rebase, 1<<62) - 1
			for i := range s.Conn {
				s.Conn[i].Peer, s.Conn[i].Inverse, s.Conn[i].Finish = uint32(i), egress.MaxInverse, []uint64{0, s.Virtual, egress.MaxFinish, egress.MaxFinish - 5, s.Virtual + 9, 7, 1 << 61, s.Virtual - 3}[i]
			}
			var events []egress.Event
			for c := range uint16(8) {
				events = append(events, egress.Event{Kind: egress.EventPost, Conn: 7 - c, Length: 2*k.segment + 1})
			}
			for range 28 {
				events = append(events, egress.Event{Kind: egress.EventPick})
			}
			sequence(g, "late virtual times", &params, s, true, egress.Step8, events)
			// More ready than there are connections: no program leaves that.
			s.Ready = 7
			sequence(g, "too many ready", &params, s, true, egress.Step8, events[:3])
		}
	}
	g.compare(t, p)
}

// TestIngressVectors: CQEs of connections that open and close, and who gets what.
func TestIngressVectors(t *testing.T) {
	g, p := newGolden(t, "./ingress", "Avatar's demultiplexing table: connections open and close, and segments come by their immediate data. Made by go test -update.")
	r := rand.New(rand.NewPCG(3, 2))
	for _, longest := range []uint32{1 << 31, 9000, 1} {
		params := ingress.Params{MaxBlock: longest}
		for n := range 8 {
			var s ingress.State8
			if n%2 != 0 {
				s.Stale = 0xFFFFFFFD
				for i := range s.Slot {
					s.Slot[i] = ingress.Slot{Generation: ingress.MaxGeneration, Open: i%2 == 0, Segments: 0xFFFFFFFE, Bytes: 0}
				}
			}
			var events []ingress.Event
			for range 70 {
				slot := uint16(r.Uint32N(10))
				e := ingress.Event{Kind: ingress.EventOpen, Slot: slot}
				switch v := r.Uint32N(20); {
				case v == 0:
					e.Kind = ingress.EventClose
				case v == 1:
					e = ingress.Event{Kind: ingress.EventArrive, Imm: r.Uint32(), Length: 5}
				case v == 2:
					e.Kind = ingress.EventKind(r.Uint32N(6))
				case v > 6:
					generation := []uint16{0, 0, 1, ingress.MaxGeneration}[r.Uint32N(4)]
					e = ingress.Event{Kind: ingress.EventArrive, Imm: ingress.ID(slot, generation)<<1 | r.Uint32N(2), Length: []uint32{1, longest / 3, longest / 2, min(longest, 1<<31-1), 0, r.Uint32N(5000)}[r.Uint32N(6)]}
				}
				events = append(events, e)
			}
			for k := ingress.EventOpen; k <= ingress.EventArrive; k++ {
				events = append(events, ingress.Event{Kind: k, Slot: 0xFFFF, Imm: 0xFFFFFFFE})
			}
			sequence(g, fmt.Sprintf("arrivals %d", n), &params, s, n%2 != 0, ingress.Step8, events)
		}
	}
	g.compare(t, p)
}
