package laws

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/num/splitmix"
	"smartnic-cc/internal/base/text/plural"
)

// Event is one event of a trace, by leaf of the transducer's event.
type Event []uint64

// Counterexample is arguments of a question that make it false.
type Counterexample struct {
	Args []uint64 // as Question.Func takes them
	// Trace leads from init under Args' parameters to Args' state; Args' event is the last one. It is nil where none
	// was found: then the invariants may be too weak.
	Trace []Event
	// Other leads to the second state of a law of two.
	Other []Event
}

// Tries is how many random traces Reach draws, and Length how many events one has at most, its timers not counted.
const (
	Tries  = 400
	Length = 24
)

// Reach looks for a counterexample of a question that is reachable from init, and returns the one of the shortest
// trace that it finds, else x. Half of the random traces have the parameters of x. The driver is timely: each timer
// ends at its deadline.
func (p *Prover) Reach(q *Question, x *Counterexample) (*Counterexample, error) {
	if q.Init {
		x.Trace = []Event{}
		return x, nil
	}
	t, err := p.Machine.Transducer(q.Tr.Name)
	if err != nil {
		return nil, err
	}
	s := &search{q: q, t: t, prover: p, c: q.Tr.Declared(), ranges: mutate.RangesOf(p.Machine.Program(), q.Func), rng: splitmix.Source(1),
		np: q.Tr.Params.Leaves(), ns: q.Tr.State.Leaves(), ne: q.Tr.Event.Leaves()}
	s.hint = x.Args[s.np+s.ns : s.np+s.ns+s.ne]
	best := x
	for try := range Tries {
		params := x.Args[:s.np]
		if try%2 == 1 {
			if params = s.draw(make([]uint64, len(x.Args)), 0, s.np); params == nil {
				continue
			}
			params = params[:s.np]
		}
		if found := s.try(slices.Clone(params)); found != nil && (best.Trace == nil || len(found.Trace) < len(best.Trace)) {
			best = found
		}
	}
	return best, nil
}

// search draws traces.
type search struct {
	q          *Question
	t          *interp.Transducer
	prover     *Prover
	c          *ir.NICContract
	ranges     *mutate.Ranges
	rng        splitmix.Source
	np, ns, ne int
	hint       []uint64 // an event that is worth a try
}

// external is an event that no timer brings, some time after the one before.
type external struct {
	gap   uint64
	event []uint64
}

// draw returns given with values in their declared ranges at from..to-1, or nil.
func (s *search) draw(given []uint64, from, to int) []uint64 {
	given = slices.Clone(given)
	for i := from; i < to; i++ {
		r := s.ranges.At(given, i)
		width := uint64(r.Hi) - uint64(r.Lo)
		switch s.rng.Uint64() % 6 {
		case 0:
			given[i] = uint64(r.Lo)
		case 1:
			given[i] = uint64(r.Hi)
		case 2:
			given[i] = uint64(r.Lo) + min(1, width)
		default:
			v := s.rng.Uint64() >> (64 - s.rng.Uint64()%uint64(bits.Len64(width)+1))
			given[i] = uint64(r.Lo) + min(v, width)
		}
		given[i] = s.ranges.At(given, i).Nearest(given[i])
	}
	for range 8 {
		ok := true
		for i := from; i < to; i++ {
			if r := s.ranges.At(given, i); !r.Empty() && !r.Has(given[i]) {
				given[i], ok = r.Nearest(given[i]), false
			}
		}
		if ok {
			return given
		}
	}
	return nil
}

// try draws a trace and returns a counterexample on it, with what it does not need left out.
func (s *search) try(params []uint64) *Counterexample {
	var list []external
	kinds := slices.DeleteFunc(slices.Clone(s.c.Events), func(k ir.NICEvent) bool { return k.Kind == ir.OnTimer })
	if len(kinds) == 0 && len(s.c.Events) > 0 {
		return nil // nothing but timers, of which none runs at first
	}
	args := make([]uint64, s.np+s.ns+s.ne)
	if s.q.Law.Kind == ir.OfTwo {
		args = append(args, make([]uint64, s.ns)...)
	}
	copy(args, params)
	for range 1 + s.rng.Uint64()%Length {
		drawn := s.draw(args, s.np+s.ns, s.np+s.ns+s.ne)
		if drawn == nil {
			return nil
		}
		event := drawn[s.np+s.ns : s.np+s.ns+s.ne]
		if len(kinds) > 0 {
			kind := kinds[s.rng.Uint64()%uint64(len(kinds))]
			for _, g := range s.c.Signals {
				if !g.Signal.Info().Given(kind.Kind) {
					event[g.Index] = 0
				}
			}
			if s.c.Kind >= 0 {
				event[s.c.Kind] = kind.Value
			}
		}
		if hint := s.hint; s.rng.Uint64()%3 == 0 && (s.c.Kind < 0 || slices.ContainsFunc(kinds, func(k ir.NICEvent) bool { return k.Value == hint[s.c.Kind] })) {
			event = slices.Clone(hint)
		}
		list = append(list, external{s.rng.Uint64() >> (34 + s.rng.Uint64()%30), event})
	}
	found := s.play(params, list)
	for again := found != nil; again; {
		again = false
		for i := len(list) - 1; i >= 0; i-- {
			less := slices.Delete(slices.Clone(list), i, i+1)
			if f := s.play(params, less); f != nil {
				list, found, again = less, f, true
			}
		}
	}
	return found
}

// maxTimers bounds the ends of timers between two events.
const maxTimers = 64

// play runs a trace from init and returns the first counterexample on it.
func (s *search) play(params []uint64, list []external) *Counterexample {
	state, err := s.t.Init(params)
	if err != nil {
		return nil
	}
	var trace []Event
	states := [][]uint64{slices.Clone(state)}
	clock := uint64(1 << 20)
	step := func(event []uint64) *Counterexample {
		trace = append(trace, slices.Clone(event))
		for j := range states { // of a law of two: any state that was reached; else the state alone
			args := slices.Concat(params, state, event)
			if s.q.Law.Kind == ir.OfTwo {
				args = append(args, states[j]...)
			} else if j > 0 {
				break
			}
			if holds, err := s.prover.holds(s.q, args); !holds && err == nil {
				return &Counterexample{Args: args, Trace: trace, Other: trace[:j]}
			}
		}
		if _, err := s.t.Step(params, state, event); err != nil {
			return nil
		}
		states = append(states, slices.Clone(state))
		return nil
	}
	for _, e := range list {
		end := clock + e.gap
		for range maxTimers {
			at, kind, ok := s.due(state, clock)
			if !ok || at > end {
				break
			}
			clock = at
			event := make([]uint64, s.ne)
			event[s.c.Kind], event[s.c.Now] = kind, uint64(uint32(clock))
			if x := step(event); x != nil {
				return x
			}
		}
		clock = end
		event := slices.Clone(e.event)
		if s.c.Now >= 0 {
			event[s.c.Now] = uint64(uint32(clock))
		}
		if x := step(event); x != nil {
			return x
		}
	}
	return nil
}

// due returns when the next timer ends, and its kind.
func (s *search) due(state []uint64, clock uint64) (at, kind uint64, ok bool) {
	if s.c.Timer == nil {
		return 0, 0, false
	}
	timer, err := s.t.Next(state, uint64(uint32(clock)))
	if err != nil {
		return 0, 0, false
	}
	kind = timer[s.c.Timer.Kind]
	if !slices.ContainsFunc(s.c.Events, func(k ir.NICEvent) bool { return k.Kind == ir.OnTimer && k.Value == kind }) {
		return 0, 0, false
	}
	ahead := int32(uint32(timer[s.c.Timer.At]) - uint32(clock))
	return clock + uint64(max(ahead, 0)), kind, true
}

// Describe writes a counterexample: the values other than 0 of the parameters, the states, the event and the outputs,
// then the trace.
func (p *Prover) Describe(q *Question, x *Counterexample) (string, error) {
	var b strings.Builder
	n := 0
	part := func(name string, t *ir.Type, values []uint64) {
		fmt.Fprintf(&b, "  %-3s%s\n", name, values0(t, values))
	}
	args := map[string][]uint64{}
	for _, v := range q.Func.Params {
		args[v.Name] = x.Args[n : n+v.Type.Leaves()]
		part(v.Name, v.Type, args[v.Name])
		n += v.Type.Leaves()
	}
	if q.Init {
		return b.String(), nil
	}
	t, err := p.Machine.Transducer(q.Tr.Name)
	if err != nil {
		return "", err
	}
	for _, suffix := range []string{"", "2"} {
		if args["s"+suffix] == nil {
			continue
		}
		state := slices.Clone(args["s"+suffix])
		out, err := t.Step(args["p"], state, args["e"])
		if err != nil {
			return "", err
		}
		part("t"+suffix, q.Tr.State, state)
		part("o"+suffix, q.Tr.Output, out)
	}
	if x.Trace == nil {
		fmt.Fprintf(&b, "  not reached from init in %d random traces: an invariant may exclude it\n", Tries)
		return b.String(), nil
	}
	fmt.Fprintf(&b, "  reached from init by %s:\n", plural.Of(len(x.Trace), "event"))
	for _, e := range x.Trace {
		fmt.Fprintf(&b, "    %s\n", values0(q.Tr.Event, e))
	}
	if q.Law.Kind == ir.OfTwo {
		fmt.Fprintf(&b, "  the second connection by the first %d of them\n", len(x.Other))
	}
	return b.String(), nil
}

// values0 writes the values other than 0, each with its name.
func values0(t *ir.Type, values []uint64) string {
	var list []string
	for i, l := range ir.Layout(t) {
		if values[i] != 0 {
			list = append(list, strings.TrimPrefix(l.Name+"="+l.Kind.Format(values[i]), "="))
		}
	}
	if len(list) == 0 {
		return "all 0"
	}
	return strings.Join(list, " ")
}
