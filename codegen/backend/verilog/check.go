package verilog

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// Run says what a check runs.
type Run struct {
	Sim Simulator
	// Wrapper runs the wrapper with interleaved connections instead of the core.
	Wrapper bool
	// Stalls inserts clocks without an event, and makes outputs wait.
	Stalls bool
	// MaxTests limits the events, by sampling; 0 takes all.
	MaxTests int
	// Live is how many connections of the wrapper are live at once. 0 is as many as the vectors with the same
	// parameters have, up to 16; to reach more, the vectors of the parameters with most events run on several
	// connections each.
	Live int
	// Wave is the file for the waves, FST if its name ends in .fst, else VCD; "" for none.
	Wave string
}

// Check runs vectors on the design, those that it can run: of its algorithm, with its parameters where they are
// constants, within the declared ranges and the assumptions. The outcome has as facts the number of steps left out
// for that ("left"); for the wrapper how many connections were live at once, how many clocks the run took, and in how
// many of them an event waited ("live", "clocks", "held"); and for the shared form how many outputs followed that of
// a later event ("overtaken"). It is an error if there are no vectors; errors of the simulator are *child.ToolError.
func (d *Design) Check(ctx context.Context, r Run, all []*testvectors.File) (testvectors.Outcome, error) {
	part := "core"
	if r.Wrapper {
		part = "wrapper"
	}
	o := testvectors.Outcome{Target: d.Def.Name + " " + part + " by " + r.Sim.Name}
	files, left := d.pick(all, r)
	if len(files) == 0 {
		switch {
		case left > 0:
			return o, fmt.Errorf("no vectors of %s keep the ranges and assumptions; leave out --assume", d.Def.Name)
		case d.o.Values != nil:
			return o, fmt.Errorf("no vectors of %s have these parameters; check without --profile, which runs them all", d.Def.Name)
		}
		return o, &testvectors.NoVectorsError{Of: d.Def.Name}
	}
	s := &script{d: d, most: mostLanes}
	if r.Wrapper && r.Live > 0 {
		s.most = r.Live
		stretch(files, min(r.Live, d.o.Connections))
	}
	for _, f := range files {
		s.file(f, r.Wrapper)
	}
	bench := d.coreBench
	switch {
	case r.Wrapper:
		bench = d.wrapperBench
	case d.o.Shared > 0:
		bench = d.sharedBench
	}
	text, width := bench(r.Wave != "")
	s.width = width
	lines, err := r.Sim.run(ctx, d, text, s.b.String(), r)
	var p *player
	if err == nil {
		if p, err = s.answers(lines, r.Wrapper); err != nil {
			err = &child.ToolError{Tool: r.Sim.Name, What: "gave an answer that makes no sense", Output: err.Error()}
		}
	}
	if err != nil {
		o.Given, o.Err = files, err
		return o, err
	}
	if r.Wrapper {
		o.Facts.Add("live", s.live)
		o.Facts.Add("clocks", p.cycles)
		o.Facts.Add("held", p.held)
		if d.o.Shared > 0 {
			o.Facts.Add("overtaken", s.overtaken)
		}
	}
	if left > 0 {
		o.Facts.Add("left", left)
		o.Note = "left: steps left out, as their inputs are outside the declared ranges or the assumptions"
	}
	err = o.Run(ctx, p, files, nil)
	return o, err
}

// pick picks the vectors that the design can run: those of its algorithm, with its parameters where they are
// constants and inputs within their ranges. Large sets are sampled.
func (d *Design) pick(files []*testvectors.File, r Run) (out []*testvectors.File, left int) {
	total := 0
	for _, f := range files {
		g := *f
		g.Groups = nil
		for i := range f.Groups {
			group := f.Groups[i]
			switch {
			case group.Type == testvectors.SequenceTest && group.Name == d.Def.Name:
				if d.o.Values != nil && transducer.FirstDifference(d.o.Values, group.ParamValues) >= 0 {
					continue
				}
				if !d.within(params, group.ParamValues) {
					left += group.Steps()
					continue
				}
				n := 0
				group.Sequences, n = d.sequences(&group)
				left += n
			case group.Type == testvectors.FunctionTest && d.next != nil && group.Name == d.Def.Next.FullName() && !r.Wrapper:
				var calls []testvectors.Call
				for _, c := range group.Calls {
					if d.within(state, c.Args[:len(c.Args)-1]) {
						calls = append(calls, c)
					} else {
						left++
					}
				}
				group.Calls = calls
			default:
				continue
			}
			if group.Tests() > 0 {
				g.Groups = append(g.Groups, group)
				total += group.Steps()
			}
		}
		if len(g.Groups) > 0 {
			out = append(out, &g)
		}
	}
	if r.MaxTests > 0 && total > r.MaxTests {
		out = sample(out, (total+r.MaxTests-1)/r.MaxTests)
	}
	return out, left
}

// sample keeps one test in n of each group, always the first one.
func sample(files []*testvectors.File, n int) []*testvectors.File {
	for _, f := range files {
		for i := range f.Groups {
			g := &f.Groups[i]
			var seqs []testvectors.Sequence
			for j := 0; j < len(g.Sequences); j += n {
				seqs = append(seqs, g.Sequences[j])
			}
			var calls []testvectors.Call
			for j := 0; j < len(g.Calls); j += n {
				calls = append(calls, g.Calls[j])
			}
			g.Sequences, g.Calls = seqs, calls
		}
	}
	return files
}

// stretch repeats the sequences of the group with most events until there are n.
func stretch(files []*testvectors.File, n int) {
	var most *testvectors.Group
	for _, f := range files {
		for i := range f.Groups {
			if g := &f.Groups[i]; len(g.Sequences) > 0 && (most == nil || g.Steps() > most.Steps()) {
				most = g
			}
		}
	}
	if most == nil {
		return
	}
	all := most.Sequences[:len(most.Sequences):len(most.Sequences)]
	for i := 0; len(most.Sequences) < n; i++ {
		most.Sequences = append(most.Sequences, all[i%len(all)])
	}
}

// sequences returns those of a group, cut where an input is outside its range: the rest continues with its state
// loaded.
func (d *Design) sequences(g *testvectors.Group) (out []testvectors.Sequence, left int) {
	for _, s := range g.Sequences {
		now, before := s, s.Initial
		now.Steps = nil
		ok := d.within(state, before)
		for _, row := range s.Steps {
			e, _, after := g.Split(row)
			if !ok || !d.within(event, e) {
				left++
				if ok && len(now.Steps) > 0 {
					out = append(out, now)
				}
				now.Loaded, now.Initial, now.Steps = true, after, nil
			} else {
				now.Steps = append(now.Steps, row)
			}
			ok = d.within(state, after)
		}
		if len(now.Steps) > 0 || len(s.Steps) == 0 && d.within(state, s.Initial) {
			out = append(out, now)
		}
	}
	return out, left
}

// within reports whether values are in the ranges of a part.
func (d *Design) within(p part, values []uint64) bool {
	for i, v := range values {
		if n := d.in.leaves[p][i].Kind.Big(v); !interval.Point(n).Within(d.in.of(p, i)) {
			return false
		}
	}
	return true
}

// answers assigns what the bench wrote to the steps.
func (s *script) answers(lines []string, wrapper bool) (*player, error) {
	p := &player{name: s.d.Def.Name, seqs: s.seqs, calls: s.calls}
	wants := map[int][]want{}
	for _, w := range s.wants {
		wants[w.kind] = append(wants[w.kind], w)
	}
	for _, l := range lines {
		var kind int
		var hex string
		if strings.HasPrefix(l, "assumption ") {
			return nil, fmt.Errorf("an input breaks the %s", l)
		}
		if _, err := fmt.Sscanf(l, "9 %d %d", &p.cycles, &p.held); err == nil {
			continue
		}
		if _, err := fmt.Sscanf(l, "%d %s", &kind, &hex); err != nil {
			return nil, fmt.Errorf("line %.80q", l)
		}
		v, ok := new(big.Int).SetString(hex, 16)
		if !ok { // bits that are x
			v = new(big.Int)
			p.undefined++
		}
		var w want
		if wrapper || s.d.o.Shared > 0 && kind == lineEvent {
			conn := new(big.Int).And(v, new(big.Int).SetUint64(1<<s.d.numbers-1)).Uint64()
			v = new(big.Int).Rsh(v, uint(s.d.numbers))
			if len(s.lanes[conn]) == 0 {
				return nil, fmt.Errorf("connection %d has no event in flight: %.80q", conn, l)
			}
			w, s.lanes[conn] = s.lanes[conn][0], s.lanes[conn][1:]
			if w.turn < s.latest {
				s.overtaken++
			}
			s.latest = max(s.latest, w.turn)
			states := s.d.init.outputs // as the wrapper packs them
			if !wrapper {
				states = s.d.core.outputs[len(s.d.results()):]
			}
			out, rest := unpack(v, s.d.results())
			st, _ := unpack(rest, states)
			w.to.put(w.step, out, st)
			continue
		}
		if len(wants[kind]) == 0 {
			return nil, fmt.Errorf("an answer to nothing: %.80q", l)
		}
		w, wants[kind] = wants[kind][0], wants[kind][1:]
		switch kind {
		case lineInit:
			w.to.initial, _ = unpack(v, s.d.init.outputs)
		case lineNext:
			out, _ := unpack(v, s.d.next.outputs)
			w.to.put(w.step, out, nil)
		case lineEvent:
			all, _ := unpack(v, s.d.core.outputs)
			n := len(s.d.results())
			w.to.put(w.step, all[:n], all[n:])
		}
	}
	return p, nil
}

// player replays the simulator's answers.
type player struct {
	name            string
	seqs            []*answer
	calls           [][]*answer
	at, group, call int
	cycles, held    int
	undefined       int
}

func (p *player) Name() string { return p.name }
func (p *player) Close() error { return nil }

// Call answers the calls of next in their order.
func (p *player) Call(string, []uint64) ([]uint64, error) {
	for p.group < len(p.calls) && p.call == len(p.calls[p.group]) {
		p.group, p.call = p.group+1, 0
	}
	if p.group == len(p.calls) {
		return nil, fmt.Errorf("more calls than were simulated")
	}
	a := p.calls[p.group][p.call]
	p.call++
	if len(a.output) == 0 {
		return nil, fmt.Errorf("the simulation ended before this call")
	}
	return a.output[0], nil
}

func (p *player) Open(string, []uint64) (transducer.Connection, error) {
	if p.at == len(p.seqs) {
		return nil, fmt.Errorf("more sequences than were simulated")
	}
	a := p.seqs[p.at]
	p.at++
	return &connection{a: a}, nil
}

type connection struct {
	a  *answer
	at int
}

func (c *connection) State() ([]uint64, error)  { return c.a.initial, nil }
func (c *connection) Load(state []uint64) error { return nil }

func (c *connection) Step([]uint64) (output, state []uint64, err error) {
	if c.at >= len(c.a.output) || c.a.output[c.at] == nil {
		return nil, nil, fmt.Errorf("the simulation ended before step %d", c.at+1)
	}
	c.at++
	return c.a.output[c.at-1], c.a.state[c.at-1], nil
}
