package explain

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/mutate"
	"smartnic-cc/internal/firmwarelog"
)

// Explainer explains differences of one algorithm under one set of parameters. It is not
// safe for use by several goroutines at once.
type Explainer struct {
	def     *ir.Transducer
	machine *interp.Machine
	step    *interp.Transducer
	chain   *tracer
	mutants []*mutate.Mutant
	reals   *reals
	applied *mutate.Mutant // what the machine has, nil for none
	known   *known         // the step that is run, as the reference has it; nil if that is not known
}

// New returns an explainer of an algorithm by its name (dcqcn, dolcerc4); params tell the
// formats of its fields. The error is about an algorithm that the compiler has no instance of.
func New(algorithm string, params []uint64) (*Explainer, error) {
	p, err := codegen.Firmware()
	if err != nil {
		return nil, err
	}
	def := p.Transducer(algorithm)
	if def == nil {
		return nil, fmt.Errorf("%s has no instance in the compiler; there is nothing to explain it with", algorithm)
	}
	x := &Explainer{def: def, machine: interp.New(p)}
	if x.step, err = x.machine.Transducer(algorithm); err != nil {
		return nil, err
	}
	if x.chain, err = newTracer(p, def); err != nil {
		return nil, err
	}
	x.mutants = append(mutate.ListFuncs(p, ir.Reachable(def.Step)), mutate.Stales(ir.Reachable(def.Step))...)
	x.reals = newReals(def, params)
	return x, nil
}

// Explanation is what is to be said of a difference.
type Explanation struct {
	// Fields are all fields of event, output and state.
	Fields []Field `json:"fields"`
	// Chain are the steps of the reference's computation, in order.
	Chain []Link `json:"chain"`
	// Hypotheses are those that hold, the best first; if none holds for all fields that
	// differ, those that hold for some of them.
	Hypotheses []Hypothesis `json:"hypotheses"`
	// Tried is the number of hypotheses that were tried, of so many kinds.
	Tried int `json:"tried"`
	Kinds int `json:"kinds"`
	// Earlier is the number of earlier steps of the connection that they were held
	// against.
	Earlier int `json:"earlierSteps"`
	// Later is the number of steps after it that they were held against.
	Later int `json:"laterSteps"`
}

// Hypothesis is a way in which a firmware may differ from the reference.
type Hypothesis struct {
	// Kind is one of package mutate's, or one of this package's.
	Kind string `json:"kind"`
	// What says it in words: "Alpha rounded down instead of half up".
	What string `json:"what"`
	// ID is the stable name of the hypothesis.
	ID string `json:"id"`
	// Place is the line of the Go source, file:line; "" where no line is concerned.
	Place string `json:"place,omitempty"`
	// Function holds the line.
	Function string `json:"function,omitempty"`
	// Before and After are the operation as the reference has it, and under the
	// hypothesis.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// Explains are the differing fields that it explains.
	Explains []string `json:"explains"`
	// All: it explains everything that differs, and changes nothing else.
	All bool `json:"all"`
	// Contradicted is the number of earlier steps, agreeing with the reference, in which
	// it would have shown.
	Contradicted int `json:"contradictedByEarlier"`
	// Missed is the number of later steps that do not come out under it as the log has
	// them: other faults show there, or it is the wrong one.
	Missed int `json:"missedLater"`
	// Link is the index of the link of the chain that it changes first; -1 for none.
	Link int `json:"link"`
	// Value and Would are what that link gives, and would give.
	Value string `json:"value,omitempty"`
	Would string `json:"would,omitempty"`

	rank  int
	trial *trial
}

// trial is a step run under a hypothesis.
type trial struct {
	h Hypothesis
	// run runs a step; ok is false if it cannot be run so.
	run func(s *stepInput) (output, state []uint64, ok bool)
	// mutant is what it changes of the program, nil for the other sorts.
	mutant *mutate.Mutant
	// sporadic: it is about one event, not about all, so no earlier step contradicts it,
	// and those that follow are the reference's.
	sporadic bool
}

// afterwards is what the hypothesis says of the steps that follow.
func (t *trial) afterwards(x *Explainer) *trial {
	if t.sporadic {
		return &trial{run: x.plain}
	}
	return t
}

// stepInput is what a step is given.
type stepInput struct {
	params, before, event []uint64
	// earlier is the step before it in the log, nil if that is not known.
	earlier *firmwarelog.Past
}

// Explain explains a difference of the algorithm's step.
func (x *Explainer) Explain(d *firmwarelog.Difference) (*Explanation, error) {
	return x.explain(d, func(ts []trial) []trial { return ts })
}

// explain is Explain by those hypotheses that keep leaves.
func (x *Explainer) explain(d *firmwarelog.Difference, keep func([]trial) []trial) (*Explanation, error) {
	e := &Explanation{Fields: x.reals.fields(d), Hypotheses: []Hypothesis{}}
	if d.Step == 0 {
		return e, nil // an initial state: no step led to it
	}
	in := &stepInput{params: d.Params, before: d.Before, event: d.Event}
	if n := len(d.History); n > 0 {
		in.earlier = &d.History[n-1]
	}
	e.Earlier, e.Later = min(len(d.History), maxHistory), len(d.Later)
	step, err := x.chain.run(in)
	if err != nil {
		return nil, err
	}
	e.Chain = slices.Clone(x.chain.links)
	for i := range e.Chain {
		x.reals.link(&e.Chain[i])
	}
	before := x.earlier(d)
	trials := keep(x.trials(d, step, before))
	e.Tried = len(trials)
	kinds := map[string]bool{}
	for i := range trials {
		kinds[trials[i].h.Kind] = true
	}
	e.Kinds = len(kinds)
	e.Hypotheses = x.holding(d, step, before, trials)
	for i := range e.Hypotheses {
		x.place(&e.Hypotheses[i], in, e.Chain)
	}
	return e, nil
}

// maxHistory bounds the earlier steps that hypotheses are held against.
const maxHistory = 1024

// maxListed bounds the hypotheses of an explanation.
const maxListed = 100

// holding runs the trials and returns the hypotheses that hold, the best first.
func (x *Explainer) holding(d *firmwarelog.Difference, step *known, before []*known, trials []trial) []Hypothesis {
	defer func() { x.known = nil }()
	var all, some []Hypothesis
	want := len(d.Fields())
	for i := range trials {
		t := &trials[i]
		restore := x.apply(t)
		x.known = step
		output, state, ok := t.run(step.in)
		x.known = nil
		var explains []firmwarelog.FieldRef
		if ok {
			explains, ok = explained(d, output, state)
		}
		if ok && len(explains) > 0 {
			h := t.h
			h.trial = t
			h.All = len(explains) == want
			for _, f := range explains {
				h.Explains = append(h.Explains, f.Name(d.Algorithm))
			}
			if !t.sporadic {
				h.Contradicted = x.unlike(t, d, d.History[max(0, len(d.History)-maxHistory):])
			}
			h.Missed = x.unlike(t.afterwards(x), d, d.Later)
			if h.All {
				all = append(all, h)
			} else {
				some = append(some, h)
			}
		}
		restore()
	}
	windows := hiddenSteps
	if slices.ContainsFunc(all, func(h Hypothesis) bool { return h.Contradicted == 0 }) {
		windows = hiddenSteps[:1] // explained where it shows
	}
	for _, h := range x.hidden(d, step, before, trials, windows) {
		i := slices.IndexFunc(all, func(o Hypothesis) bool { return o.ID == h.ID })
		switch {
		case i < 0:
			all = append(all, h)
		case all[i].Contradicted > 0:
			all[i] = h // by the steps before, of which it changed the state
		}
	}
	if len(all) == 0 {
		all = cover(some)
	}
	sortHypotheses(all)
	for i := range all {
		if all[i].trial.mutant != nil {
			all[i].What = subject(all[i].Explains, all[i].What)
		}
	}
	return all[:min(len(all), maxListed)]
}

// apply puts the trial's mutant into the machine.
func (x *Explainer) apply(t *trial) (restore func()) {
	if t.mutant == nil {
		return func() {}
	}
	back := x.machine.Replace(t.mutant.Func, t.mutant.Body())
	x.applied = t.mutant
	return func() {
		back()
		x.applied = nil
	}
}

// explained returns the differing fields that came out as the firmware has them. ok is
// false if a field that agreed no longer does, or one came out as neither has it.
func explained(d *firmwarelog.Difference, output, state []uint64) (fs []firmwarelog.FieldRef, ok bool) {
	for _, p := range []struct {
		part        firmwarelog.Part
		want, under []uint64
		found       *firmwarelog.Values
	}{{firmwarelog.Output, d.ExpectedOutput, output, &d.Output}, {firmwarelog.State, d.ExpectedState, state, &d.State}} {
		for i, has := range p.found.Has {
			if !has {
				continue
			}
			switch p.under[i] {
			case p.found.V[i]:
				if p.found.V[i] != p.want[i] {
					fs = append(fs, firmwarelog.FieldRef{Part: p.part, Index: i})
				}
			case p.want[i]:
			default:
				return nil, false
			}
		}
	}
	return fs, true
}

// unlike counts the steps that do not come out under the hypothesis as the log has them.
func (x *Explainer) unlike(t *trial, d *firmwarelog.Difference, steps []firmwarelog.Past) int {
	n := 0
	for i := range steps {
		p := &steps[i]
		in := &stepInput{params: d.Params, before: p.Before, event: p.Event}
		if i > 0 && steps[i-1].Run == p.Run {
			in.earlier = &steps[i-1]
		}
		output, state, ok := t.run(in)
		if !ok || !agrees(&p.Output, output) || !agrees(&p.State, state) {
			n++
		}
	}
	return n
}

// agrees reports whether values are those of the log, as far as it holds them.
func agrees(found *firmwarelog.Values, v []uint64) bool {
	for i, has := range found.Has {
		if has && found.V[i] != v[i] {
			return false
		}
	}
	return true
}

// hiddenSteps is how far back a cause is looked for that the log does not show at once: not
// so far first, since that is fast, and farther only if nothing explains the difference.
var hiddenSteps = []int{32, 512}

// hidden looks for hypotheses under which the firmware went another way in fields that
// the log does not hold, some of the steps before, and comes to show it now.
func (x *Explainer) hidden(d *firmwarelog.Difference, step *known, before []*known, trials []trial, windows []int) []Hypothesis {
	var hs []Hypothesis
	tried := 0
	for _, steps := range windows {
		h := before[max(0, len(before)-steps):]
		if len(h) == tried || len(hs) > 0 {
			break // nothing further back, or found
		}
		tried = len(h)
		for i := range trials {
			if t := &trials[i]; x.leadsTo(t, d, step, h) {
				hs = append(hs, x.late(t, d, len(h)))
			}
		}
	}
	return hs
}

// connected returns the last steps that follow one another without a gap, at most so many.
func connected(h []firmwarelog.Past, most int) []firmwarelog.Past {
	first := len(h)
	for first > 0 && len(h)-first < most && h[first-1].Run == h[len(h)-1].Run {
		first--
	}
	return h[first:]
}

func (x *Explainer) late(t *trial, d *firmwarelog.Difference, steps int) Hypothesis {
	h := t.h
	h.trial, h.All = t, true
	for _, f := range d.Fields() {
		h.Explains = append(h.Explains, f.Name(d.Algorithm))
	}
	h.What += fmt.Sprintf(", in one of the %d steps before", steps)
	return h
}

func complete(v *firmwarelog.Values) bool { return !slices.Contains(v.Has, false) }

// leadsTo runs the steps before, and that of the difference, one after the other under the
// hypothesis.
func (x *Explainer) leadsTo(t *trial, d *firmwarelog.Difference, step *known, before []*known) bool {
	defer x.apply(t)()
	past := d.History[len(d.History)-len(before):]
	state := slices.Clone(before[0].in.before)
	for i, k := range before {
		x.known = k
		output, after, ok := t.run(&stepInput{params: d.Params, before: state, event: k.in.event})
		if !ok || !agrees(&past[i].Output, output) || !agrees(&past[i].State, after) {
			return false
		}
		state = after
	}
	x.known = step
	output, after, ok := t.run(&stepInput{params: d.Params, before: state, event: d.Event})
	return ok && agrees(&d.Output, output) && agrees(&d.State, after)
}

// cover chooses, where nothing explains all, hypotheses that explain a field each: the
// best for every field that one explains.
func cover(some []Hypothesis) []Hypothesis {
	sortHypotheses(some)
	slices.SortStableFunc(some, func(a, b Hypothesis) int { return len(b.Explains) - len(a.Explains) })
	seen := map[string]bool{}
	var out []Hypothesis
	for _, h := range some {
		fresh := false
		for _, f := range h.Explains {
			fresh = fresh || !seen[f]
			seen[f] = true
		}
		if fresh {
			out = append(out, h)
		}
	}
	return out
}
