package verilog

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"smartnic-cc/testvectors"
)

// script is the input of a bench, and where its answers belong.
type script struct {
	d     *Design
	b     strings.Builder
	width int
	seqs  []*answer   // in order
	calls [][]*answer // by group of calls; each has one step
	wants []want      // the expected answers, in order of the lines; those with numbers by lane
	lanes map[uint64][]want
	// number is that of the next event of a core of the shared form.
	number uint64
	// Of events with numbers: how many went in, the latest of those that came out, and how many came out after a
	// later one.
	events, latest, overtaken int
	// At most most connections are live at once; live is how many were.
	most, live int
}

// answer is the result of a sequence.
type answer struct {
	initial []uint64
	loaded  bool
	output  [][]uint64
	state   [][]uint64
	steps   int
}

// put records the result of a step. Steps of a core may come out of order.
func (a *answer) put(step int, output, state []uint64) {
	for len(a.output) <= step {
		a.output, a.state = append(a.output, nil), append(a.state, nil)
	}
	a.output[step], a.state[step] = output, state
}

// want is an expected answer: the number of its step, -1 for the initial state.
type want struct {
	kind int
	to   *answer
	step int
	turn int // among all events, if they have numbers
}

func (s *script) line(kind int, p *packer) { fmt.Fprintf(&s.b, "%d %x\n", kind, p.v) }

func (s *script) params(values []uint64) {
	if s.d.o.Values != nil {
		return
	}
	p := newPacker()
	for _, x := range s.d.allParams() {
		p.add(x.Bits, x.Leaf.Kind, values[x.Index])
	}
	s.line(lineParams, p)
}

func (s *script) file(f *testvectors.File, wrapper bool) {
	for i := range f.Groups {
		g := &f.Groups[i]
		switch {
		case g.Type == testvectors.FunctionTest:
			s.nexts(g)
		case wrapper:
			s.params(g.ParamValues)
			s.interleaved(g)
		default:
			s.params(g.ParamValues)
			s.steps(g)
		}
	}
}

// nexts adds the calls of the next function.
func (s *script) nexts(g *testvectors.Group) {
	var list []*answer
	for _, c := range g.Calls {
		p, a := newPacker(), &answer{}
		for i, x := range s.d.next.inputs {
			p.add(x.Bits, x.Leaf.Kind, c.Args[i])
		}
		s.line(lineNext, p)
		s.wants = append(s.wants, want{kind: lineNext, to: a, step: 0})
		list = append(list, a)
	}
	s.calls = append(s.calls, list)
}

// steps adds sequences one after another. The state before each step is the vector's.
func (s *script) steps(g *testvectors.Group) {
	for i := range g.Sequences {
		q := &g.Sequences[i]
		a := &answer{loaded: q.Loaded, initial: q.Initial, steps: len(q.Steps)}
		s.seqs = append(s.seqs, a)
		if !q.Loaded {
			s.line(lineInit, newPacker())
			s.wants = append(s.wants, want{kind: lineInit, to: a, step: -1})
		}
		before := q.Initial
		for j, row := range q.Steps {
			e, _, after := g.Split(row)
			p := newPacker()
			w := want{kind: lineEvent, to: a, step: j}
			if s.d.o.Shared > 0 { // outputs may come out of order
				conn := s.number % (1 << s.d.numbers)
				s.number++
				p.number(s.d.numbers, new(big.Int).SetUint64(conn))
				s.lane(conn, w)
			} else {
				s.wants = append(s.wants, w)
			}
			for _, x := range s.d.core.inputs {
				if strings.HasPrefix(x.Name, "s_") {
					p.add(x.Bits, x.Leaf.Kind, before[x.Index])
				} else {
					p.add(x.Bits, x.Leaf.Kind, e[x.Index])
				}
			}
			s.line(lineEvent, p)
			before = after
		}
	}
}

// lane adds an expected answer of a connection.
func (s *script) lane(conn uint64, w want) {
	if s.lanes == nil {
		s.lanes = map[uint64][]want{}
	}
	s.events++
	w.turn = s.events
	s.lanes[conn] = append(s.lanes[conn], w)
}

// mostLanes is the default number of connections that are live at once.
const mostLanes = 16

// interleaved runs sequences on several connections at once, in random order, with bursts of one connection so that
// events are held.
func (s *script) interleaved(g *testvectors.Group) {
	r := rand.New(rand.NewPCG(seed, uint64(len(g.Sequences))))
	n := min(s.most, s.d.o.Connections, len(g.Sequences))
	s.live = max(s.live, n)
	type lane struct {
		conn uint64
		q    *testvectors.Sequence
		a    *answer
		at   int
	}
	var lanes []*lane
	taken := 0
	take := func(l *lane) bool {
		if taken == len(g.Sequences) {
			return false
		}
		l.q, l.at = &g.Sequences[taken], 0
		taken++
		l.a = &answer{loaded: l.q.Loaded, initial: l.q.Initial, steps: len(l.q.Steps)}
		s.seqs = append(s.seqs, l.a)
		p, kind := newPacker(), lineInit
		p.number(s.d.numbers, new(big.Int).SetUint64(l.conn))
		if l.q.Loaded {
			kind = lineLoad
			for i := range s.d.init.outputs {
				x := &s.d.init.outputs[i]
				p.add(x.Bits, x.Leaf.Kind, l.q.Initial[i])
			}
		}
		s.line(kind, p)
		return true
	}
	stride := max(1, s.d.o.Connections/max(n, 1))
	for i := range n {
		l := &lane{conn: uint64(i * stride)}
		take(l)
		lanes = append(lanes, l)
	}
	for len(lanes) > 0 {
		at := r.IntN(len(lanes))
		l := lanes[at]
		for range 1 + r.IntN(3)*r.IntN(2) {
			for l.at == len(l.q.Steps) {
				if !take(l) {
					l.q = nil
					break
				}
			}
			if l.q == nil {
				lanes = append(lanes[:at], lanes[at+1:]...)
				break
			}
			e, _, _ := g.Split(l.q.Steps[l.at])
			p := newPacker()
			p.number(s.d.numbers, new(big.Int).SetUint64(l.conn))
			for _, x := range s.d.events() {
				p.add(x.Bits, x.Leaf.Kind, e[x.Index])
			}
			s.line(lineEvent, p)
			s.lane(l.conn, want{kind: lineEvent, to: l.a, step: l.at})
			l.at++
		}
	}
}
