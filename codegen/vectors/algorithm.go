package vectors

import (
	"context"
	"fmt"
	"slices"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// Numbers of parameters and steps of an algorithm.
const (
	randomParams = 12 // groups with parameters at random
	randomSteps  = 60 // of a sequence of events at random
	// In this many groups the vectors try the ends of events and of states, too.
	edgeGroups = 3
	// loadedAtRandom is how many random states each group with typical or random parameters loads.
	loadedAtRandom = 40
	// mostLoaded limits the loaded states of a group.
	mostLoaded = 120
)

// algorithm makes the vectors of one algorithm.
type algorithm struct {
	*generator
	drawer
	t      *ir.Transducer
	layout transducer.Algorithm
	np, ns int // leaves of parameters, and of the state
	kind   int // leaf of the event that is its kind, or -1
	kinds  []ir.NamedKind
	now    int          // leaf of the event that is its time, or -1
	timer  *ir.NICTimer // leaves of what the next function returns; nil without one
	timers map[uint64]bool
	group  *testvectors.Group
}

// algorithm makes the file of an algorithm.
func (g *generator) algorithm(ctx context.Context, t *ir.Transducer) error {
	a := &algorithm{generator: g, t: t, layout: codegen.AlgorithmOf(t), timers: map[uint64]bool{}}
	a.np, a.ns = len(a.layout.Params), len(a.layout.State)
	a.drawer = drawer{ranges: mutate.RangesOf(g.p.Program, t.Step), rng: g.random(t.Name),
		leaves: slices.Concat(a.layout.Params, a.layout.State, a.layout.Event)}
	a.kind, a.kinds = t.EventChoices()
	declared := t.Declared()
	a.now, a.timer = declared.Now, declared.Timer
	if t.Next != nil && a.timer == nil {
		return fmt.Errorf("%s: %s: its timers cannot be fed: the source does not say which events they are; put //ccgen:signal now and //ccgen:signal kind on fields of %s, and //ccgen:event timer on the constants that %s returns (docs/subset.md)",
			t.Pos, t.Name, t.Event, t.Next.GoName)
	}
	for _, e := range declared.Events {
		if e.Kind == ir.OnTimer {
			a.timers[e.Value] = true
		}
	}
	f := g.file(t.Pkg, t.Name, testvectors.SequenceSchema)
	for i, p := range a.params() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := a.groupOf(f, i, p); err != nil {
			return err
		}
	}
	return nil
}

// parameters are the parameters of a group.
type parameters struct {
	values []uint64
	name   string
	flags  []string
}

// params returns typical parameters first, then random ones, then those with one value at an end.
func (a *algorithm) params() []parameters {
	base := a.typical()
	all := []parameters{{base, "typical parameters", nil}}
	for range randomParams {
		if p := a.drawer.random(base, 0, a.np); p != nil {
			all = append(all, parameters{p, "parameters at random", nil})
		}
	}
	for e := range a.edges(base, 0, a.np) {
		all = append(all, parameters{e.values, e.name, []string{testvectors.ParameterEnds}})
	}
	// One group for each set of parameters.
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(p parameters) bool {
		key := fmt.Sprint(p.values[:a.np])
		again := seen[key]
		seen[key] = true
		return again
	})
}

// groupOf makes the group of one set of parameters.
func (a *algorithm) groupOf(f *testvectors.File, i int, p parameters) error {
	l := &a.layout
	f.Groups = append(f.Groups, testvectors.Group{
		Type: testvectors.SequenceTest, Source: source(a.t.Pkg), Name: l.Name, Comment: title(p.name),
		Params: l.Params, Event: l.Event, Output: l.Output, State: l.State, ParamValues: slices.Clone(p.values[:a.np]),
	})
	a.group = &f.Groups[len(f.Groups)-1]
	if err := a.randomSequence(p); err != nil {
		return err
	}
	if len(p.flags) == 0 {
		if err := a.randomStates(p); err != nil {
			return err
		}
	}
	if i >= edgeGroups {
		return nil
	}
	if err := a.eventEnds(p); err != nil {
		return err
	}
	return a.stateEnds(p)
}

// tape records a sequence.
type tape struct {
	a    *algorithm
	conn transducer.Connection
	seq  testvectors.Sequence
	args []uint64 // parameters, state and the last event
}

// begin begins a sequence in the initial state, or the given one.
func (a *algorithm) begin(comment string, load []uint64, flags ...string) (*tape, error) {
	conn, err := a.fw.Open(a.layout.Name, slices.Clone(a.group.ParamValues))
	if err != nil {
		return nil, a.trap("init", err, nil)
	}
	t := &tape{a: a, conn: conn, seq: testvectors.Sequence{Test: testvectors.Test{Comment: title(comment), Flags: flags}}}
	if load != nil {
		t.seq.Loaded = true
		if err := conn.Load(load); err != nil {
			return nil, err
		}
	}
	state, err := conn.State()
	if err != nil {
		return nil, err
	}
	t.seq.Initial = slices.Clone(state)
	t.args = slices.Concat(a.group.ParamValues, state, make([]uint64, len(a.layout.Event)))
	return t, nil
}

// step feeds an event.
func (t *tape) step(event []uint64) error {
	state := t.args[t.a.np : t.a.np+t.a.ns]
	output, after, err := t.conn.Step(slices.Clone(event))
	if err != nil {
		return t.a.trap("step", err, slices.Concat(state, event))
	}
	t.seq.Steps = append(t.seq.Steps, slices.Concat(event, output, after))
	copy(state, after)
	copy(t.args[t.a.np+t.a.ns:], event)
	return nil
}

// end adds the sequence to its group.
func (t *tape) end() {
	if len(t.seq.Steps) > 0 {
		t.a.group.Sequences = append(t.a.group.Sequences, t.seq)
	}
}

// trap returns the error of a step that traps.
func (a *algorithm) trap(what string, err error, rest []uint64) error {
	given := append(slices.Clone(a.group.ParamValues), rest...)
	return fmt.Errorf("vectors: the %s of %s: %w; with %s; declare the ranges of its fields with //ccgen:range, and see ccgen ranges", what, a.layout.Name, err, values(a.leaves[:len(given)], given))
}

// eachKind returns the kinds of events, or a single one if events have no kinds.
func (a *algorithm) eachKind() []ir.NamedKind {
	if len(a.kinds) == 0 {
		return []ir.NamedKind{{Name: "event"}}
	}
	return a.kinds
}

// eventEnds makes for each kind of event a sequence in which one field of the event at a time is at an end of its
// range.
func (a *algorithm) eventEnds(p parameters) error {
	from := a.np + a.ns
	for _, k := range a.eachKind() {
		t, err := a.begin(k.Name+": the ends of its fields", nil, append([]string{flagEdge}, p.flags...)...)
		if err != nil {
			return err
		}
		base := slices.Clone(p.values)
		if a.kind >= 0 {
			base[from+a.kind] = k.Value
		}
		for e := range a.edges(base, from, len(base)) {
			if a.kind >= 0 && e.values[from+a.kind] != k.Value {
				continue
			}
			if err := t.step(e.values[from:]); err != nil {
				return err
			}
		}
		t.end()
	}
	return nil
}

// randomStates loads random states, which few events might not reach, and feeds two events to each.
func (a *algorithm) randomStates(p parameters) error {
	from := a.np + a.ns
	for range loadedAtRandom {
		given := a.drawer.random(p.values, a.np, len(p.values))
		if given == nil {
			continue
		}
		t, err := a.begin("a state at random", given[a.np:from], flagLoaded, flagRandom)
		if err != nil {
			return err
		}
		for range 2 {
			if a.kind >= 0 {
				given[from+a.kind] = a.randomKind(given[from+a.kind])
			}
			if err := t.step(given[from:]); err != nil {
				return err
			}
			next := a.drawer.random(t.args, from, len(t.args))
			if next == nil {
				break
			}
			given = next
		}
		t.end()
	}
	return nil
}

// stateEnds loads states with one value at an end of its range and feeds each kind of event to them; the base of
// these states is one that events led to.
func (a *algorithm) stateEnds(p parameters) error {
	from := a.np + a.ns
	base := slices.Clone(p.values)
	if n := len(a.group.Sequences); n > 0 {
		steps := a.group.Sequences[0].Steps
		_, _, state := a.group.Split(steps[len(steps)/2])
		copy(base[a.np:], state)
	}
	loaded := 0
	for e := range a.edges(base, a.np, from) {
		if loaded++; loaded > mostLoaded {
			break
		}
		for _, k := range a.eachKind() {
			t, err := a.begin(e.name, e.values[a.np:from], append([]string{flagLoaded}, p.flags...)...)
			if err != nil {
				return err
			}
			given := a.drawer.random(e.values, from, len(e.values))
			if given == nil {
				continue
			}
			if a.kind >= 0 {
				given[from+a.kind] = k.Value
			}
			if err := t.step(given[from:]); err != nil {
				return err
			}
			t.end()
		}
	}
	return nil
}
