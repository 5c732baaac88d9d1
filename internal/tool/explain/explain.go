package explain

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/testvectors/transducer"
)

// Explainer explains differences of one algorithm under one set of parameters. It is not
// safe for use by several goroutines at once.
type Explainer struct {
	packages *codegen.Packages
	def      *ir.Transducer
	log      *firmwarelog.Algorithm
	kindAt   int            // leaf of the event that is its kind, or -1
	kindsOf  []ir.NamedKind // its possible values
	profiles Profiles
	machine  *interp.Machine
	step     *interp.Transducer
	chain    *tracer
	mutants  []*mutate.Mutant // of the step
	initial  []*mutate.Mutant // of the init function
	faults   []*funcFault
	dither   *dither // nil if the algorithm has none
	reals    *reals
	variants map[*mutate.Mutant]*interp.Variant
	applied  fault       // the fault in the machine, nil for none
	known    *knownValue // the reference's run of the present step; nil if not known
}

// Profile is a set of parameters that a firmware may have instead of the expected ones.
type Profile struct {
	// ID is its stable name among those of the algorithm, What describes it, as in "the parameters are those of the
	// profile fast".
	ID, What string
	// Values are the first of the flattened parameters; the rest is unchanged.
	Values []uint64
}

// Profiles returns the sets of parameters that could have been chosen by mistake instead of the given ones; nil
// returns none.
type Profiles func(params []uint64) []Profile

// New returns an explainer of an algorithm of the packages by its name (dcqcn, dolcerc4); params determine the
// formats of its fields. It fails if the packages have no transducer of that name.
func New(p *codegen.Packages, algorithm string, params []uint64, profiles Profiles) (*Explainer, error) {
	def := p.Program.Transducer(algorithm)
	if def == nil {
		return nil, fmt.Errorf("%s has no instance in the compiler; there is nothing to explain it with", algorithm)
	}
	x := &Explainer{packages: p, def: def, log: firmwarelog.Of(def), machine: interp.New(p.Program), profiles: profiles, variants: map[*mutate.Mutant]*interp.Variant{}}
	var err error
	if x.step, err = x.machine.Transducer(algorithm); err != nil {
		return nil, err
	}
	if x.chain, err = newTracer(p, def); err != nil {
		return nil, err
	}
	steps, inits := ir.Reachable(def.Step), ir.Reachable(def.Init)
	x.mutants = slices.Concat(mutate.ListFuncs(p.Program, steps), mutate.StaleReads(steps), mutate.FieldReads(steps), mutate.CalleeSwaps(steps), mutate.ConstantSwaps(steps))
	x.initial = mutate.ListFuncs(p.Program, inits)
	x.faults = x.funcFaultsOf(steps)
	if l := x.ties(); l != nil {
		x.faults = append(x.faults, l)
	}
	x.dither = ditherOf(steps)
	x.kindAt, x.kindsOf = def.EventKinds()
	x.reals = newReals(p.Program, def, params)
	return x, nil
}

// Explanation is the explanation of a difference.
type Explanation struct {
	// Fields are all fields of event, output and state.
	Fields []Field `json:"fields"`
	// Chain is the links of the reference's computation, in order.
	Chain []Link `json:"chain"`
	// Hypotheses are those that hold, the best first; if none holds for all fields that
	// differ, those that hold for some of them.
	Hypotheses []Hypothesis `json:"hypotheses"`
	// Tried is the number of hypotheses that were tried, Kinds the number of their kinds.
	Tried int `json:"tried"`
	Kinds int `json:"kinds"`
	// Earlier is the number of earlier steps of the connection against which they were checked.
	Earlier int `json:"earlierSteps"`
	// Later is the number of steps after it against which they were checked.
	Later int `json:"laterSteps"`
	// LaterDiffer is how many of those differ from the reference too, each run from the firmware's own state; 0 if
	// the log does not hold whole states.
	LaterDiffer int `json:"laterThatDiffer"`
	// First reports that it is the first step of a connection.
	First bool `json:"firstOfConnection"`
}

// Hypothesis is a way in which a firmware may differ from the reference.
type Hypothesis struct {
	// Kind is one of package mutate's, or one of this package's.
	Kind mutate.Kind `json:"kind"`
	// What describes it in words: "Alpha rounded down instead of half up".
	What string `json:"what"`
	// ID is the stable name of the hypothesis.
	ID string `json:"id"`
	// Place is the line of the Go source, file:line; "" if it is not about a line.
	Place string `json:"place,omitempty"`
	// Column is where the operation begins in that line, in bytes from 1; 0 if unknown.
	Column int `json:"column,omitempty"`
	// Function is the function that contains the line.
	Function string `json:"function,omitempty"`
	// Called is the line of the algorithm's own source that calls the function, if that is in a library; else "".
	Called string `json:"called,omitempty"`
	// Before and After are the operation in the reference, and under the hypothesis.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// Explains are the differing fields that it explains.
	Explains []string `json:"explains"`
	// All: it explains all differing fields, and changes no other.
	All bool `json:"all"`
	// Contradicted is the number of earlier steps, agreeing with the reference, in which it would have shown.
	Contradicted int `json:"contradictedByEarlier"`
	// Elsewhere is the number of such steps of another connection, the first that has any.
	Elsewhere int `json:"contradictedElsewhere,omitempty"`
	// Missed is the number of later steps whose result under it differs from the log: other faults show there, or it
	// is wrong.
	Missed int `json:"missedLater"`
	// Link is the index of the first link of the chain that it changes; -1 for none.
	Link int `json:"link"`
	// Value and Would are the results of that link without and with it.
	Value string `json:"value,omitempty"`
	Would string `json:"would,omitempty"`

	rank  int
	trial *trial
}

// trial is a step run under a hypothesis.
type trial struct {
	h Hypothesis
	// run runs a step; ok is false if it cannot be run under the hypothesis.
	run func(s *stepInput) (output, state []uint64, ok bool)
	// fault is the change of the program, nil for other kinds.
	fault fault
	// sporadic: it is about one event, not about all, so no earlier step contradicts it, and later ones follow the
	// reference.
	sporadic bool
	// choice: a step has several possible results, among which the log's values decide.
	choice bool
	// written turns the state in the log into the one before it was logged wrongly, from which later steps continue;
	// nil if the log is right.
	written func(state []uint64)
}

// afterwards returns the hypothesis for the later steps.
func (t *trial) afterwards(x *Explainer) *trial {
	if t.sporadic {
		return &trial{run: x.plain}
	}
	return t
}

// fault is a change of the program.
type fault interface {
	// plant puts it into a machine that runs the program, until restore is called.
	plant(m *interp.Machine) (restore func())
	// at returns the statement with the fault: a step that does not reach it is unchanged.
	at() ir.Stmt
}

// mutant is a fault of package mutate.
type mutant struct{ *mutate.Mutant }

func (m mutant) plant(on *interp.Machine) (restore func()) { return on.Replace(m.Func, m.Body()) }
func (m mutant) at() ir.Stmt                               { return m.Stmt }

// stepInput is the input of a step. Without an event it is the beginning of a connection: the init function.
type stepInput struct {
	params, before, event []uint64
	// past are the consecutive steps of the connection before it in the log, as far as they are known, the latest
	// last.
	past []firmwarelog.HistoryStep
	// output and state are the log's, for a hypothesis that leaves a choice.
	output, state *transducer.Values
}

// earlier returns the step before it in the log, nil if unknown.
func (in *stepInput) earlier() *firmwarelog.HistoryStep {
	if len(in.past) == 0 {
		return nil
	}
	return &in.past[len(in.past)-1]
}

// Explain explains a difference of the algorithm's step.
func (x *Explainer) Explain(d *firmwarelog.Difference) (*Explanation, error) {
	return x.explain(d, func(ts []trial) []trial { return ts })
}

// explain is Explain with only the hypotheses that keep returns.
func (x *Explainer) explain(d *firmwarelog.Difference, keep func([]trial) []trial) (*Explanation, error) {
	e := &Explanation{Fields: x.reals.fields(d), Hypotheses: []Hypothesis{}}
	in := &stepInput{params: d.Params, before: d.Before, event: d.Event, output: &d.Output, state: &d.State}
	e.First = d.Step == 1 && len(d.History) == 0
	in.past = connected(d.History, maxHistory)
	e.Earlier, e.Later = min(len(d.History), maxHistory), len(d.Later)+len(d.Following)
	e.LaterDiffer = x.unlike(&trial{run: x.plain}, d, d.Later, true)
	step, err := x.chain.run(in)
	if err != nil {
		return nil, err
	}
	e.Chain = slices.Clone(x.chain.links)
	step.chain = e.Chain
	for i := range e.Chain {
		x.reals.link(&e.Chain[i])
	}
	before := x.earlier(d)
	trials := keep(x.trials(d, step, before))
	e.Tried = len(trials)
	kinds := map[mutate.Kind]bool{}
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

// maxHistory bounds the earlier steps that hypotheses are checked against.
const maxHistory = 1024

// maxListed bounds the hypotheses of an explanation.
const maxListed = 100

// holding runs the trials and returns the hypotheses that hold, the best first.
func (x *Explainer) holding(d *firmwarelog.Difference, step *knownValue, before []*knownValue, trials []trial) []Hypothesis {
	defer func() { x.known = nil }()
	var all, some []Hypothesis
	want := len(d.Differing())
	for i := range trials {
		t := &trials[i]
		restore := x.apply(t)
		x.known = step
		output, state, ok := t.run(step.in)
		x.known = nil
		var explains []transducer.FieldRef
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
				h.Contradicted = x.unlike(t, d, d.History[max(0, len(d.History)-maxHistory):], false)
			}
			h.Missed = x.unlike(t.afterwards(x), d, d.Later, true) + x.strays(t.afterwards(x), d, output, state)
			if h.All {
				all = append(all, h)
			} else {
				some = append(some, h)
			}
		}
		restore()
	}
	windows := hiddenSteps
	if slices.ContainsFunc(all, func(h Hypothesis) bool { return h.Contradicted == 0 && h.Missed == 0 }) {
		windows = hiddenSteps[:1] // explained at the step itself
	}
	for _, h := range x.hidden(d, step, before, trials, windows) {
		i := slices.IndexFunc(all, func(o Hypothesis) bool { return o.ID == h.ID })
		switch {
		case i < 0:
			all = append(all, h)
		case all[i].Contradicted > 0:
			all[i] = h // contradicted only by steps whose state it changed
		}
	}
	if len(all) == 0 {
		all = cover(some)
	}
	sortHypotheses(all)
	for i := range all {
		if all[i].trial.fault != nil || all[i].Kind == badDither {
			all[i].What = subject(d, all[i].Explains, all[i].What)
		}
	}
	return all[:min(len(all), maxListed)]
}

// apply puts the trial's fault into the machine.
func (x *Explainer) apply(t *trial) (restore func()) {
	if t.fault == nil {
		return func() {}
	}
	back := x.planted(t.fault)
	x.applied = t.fault
	return func() {
		back()
		x.applied = nil
	}
}

// planted puts a fault into the machine. A mutant is tried several times in an explanation, and again in the next
// one.
func (x *Explainer) planted(f fault) (restore func()) {
	m, ok := f.(mutant)
	if !ok {
		return f.plant(x.machine)
	}
	v := x.variants[m.Mutant]
	if v == nil {
		v = x.machine.Variant(m.Func, m.Body())
		x.variants[m.Mutant] = v
	}
	return v.Apply()
}

// explained returns the differing fields whose values equal the firmware's. ok is false if a field that agreed no
// longer does, or if one has a value that neither side has.
func explained(d *firmwarelog.Difference, output, state []uint64) (fs []transducer.FieldRef, ok bool) {
	for _, p := range []struct {
		part        transducer.Part
		want, under []uint64
		found       *transducer.Values
	}{{transducer.PartOutput, d.ExpectedOutput, output, &d.Output}, {transducer.PartState, d.ExpectedState, state, &d.State}} {
		for i, has := range p.found.Has {
			if !has {
				continue
			}
			switch p.under[i] {
			case p.found.V[i]:
				if p.found.V[i] != p.want[i] {
					fs = append(fs, transducer.FieldRef{Part: p.part, Index: i})
				}
			case p.want[i]:
			default:
				return nil, false
			}
		}
	}
	return fs, true
}

// unlike counts the steps whose results under the hypothesis differ from the log. Later steps begin in the state of
// the log, earlier ones in that of the reference.
func (x *Explainer) unlike(t *trial, d *firmwarelog.Difference, steps []firmwarelog.HistoryStep, later bool) int {
	n, first := 0, 0
	for i := range steps {
		p := &steps[i]
		if steps[first].Run != p.Run {
			first = i
		}
		in := &stepInput{params: d.Params, before: p.Before, event: p.Event, past: steps[first:i], output: &p.Output, state: &p.State}
		if t.written != nil && later {
			in.before = slices.Clone(in.before)
			t.written(in.before)
		}
		output, state, ok := t.run(in)
		if !ok || !p.Output.Agree(output) || !p.State.Agree(state) {
			n++
		}
	}
	return n
}

// strays is for logs that do not hold whole states: it runs the following steps of the connection one after the
// other, from the hypothesis' result for the step that differs. It returns how many are left from the first one whose
// result differs from the log.
func (x *Explainer) strays(t *trial, d *firmwarelog.Difference, output, state []uint64) int {
	if len(d.Following) == 0 {
		return 0
	}
	past := append(slices.Clone(connected(d.History, maxHistory)), firmwarelog.HistoryStep{Before: d.Before, Event: d.Event, Output: transducer.Known(output), State: transducer.Known(state)})
	for i := range d.Following {
		p := &d.Following[i]
		output, after, ok := t.run(&stepInput{
			params: d.Params, before: state, event: p.Event, past: past, output: &p.Output, state: &p.State,
		})
		if !ok || !p.Output.Agree(output) || !p.State.Agree(after) {
			return len(d.Following) - i
		}
		past = append(past, firmwarelog.HistoryStep{Before: state, Event: p.Event, Output: transducer.Known(output), State: transducer.Known(after)})
		state = after
	}
	return 0
}

// hiddenSteps is how many steps back a cause is searched that the log does not show at once: few at first, since that
// is fast, and more only if nothing explains the difference.
var hiddenSteps = []int{32, 512}

// hidden looks for hypotheses under which the firmware diverged some steps before, in fields that the log does not
// hold, and which show only now.
func (x *Explainer) hidden(d *firmwarelog.Difference, step *knownValue, before []*knownValue, trials []trial, windows []int) []Hypothesis {
	var hs []Hypothesis
	tried := 0
	for _, steps := range windows {
		h := before[max(0, len(before)-steps):]
		if len(h) == tried || len(hs) > 0 {
			break // nothing further back, or found
		}
		tried = len(h)
		for i := range trials {
			if t := &trials[i]; !t.choice {
				if output, state, ok := x.leadsTo(t, d, step, h); ok {
					hs = append(hs, x.late(t, d, len(h), output, state))
				}
			}
		}
	}
	return hs
}

// connected returns the last steps that follow one another without a gap, at most most of them.
func connected(h []firmwarelog.HistoryStep, most int) []firmwarelog.HistoryStep {
	first := len(h)
	for first > 0 && len(h)-first < most && h[first-1].Run == h[len(h)-1].Run {
		first--
	}
	return h[first:]
}

// late is a hypothesis that the log confirmed only after the given number of steps, with its result for the step that
// differs.
func (x *Explainer) late(t *trial, d *firmwarelog.Difference, steps int, output, state []uint64) Hypothesis {
	h := t.h
	h.trial, h.All = t, true
	restore := x.apply(t)
	h.Missed = x.strays(t.afterwards(x), d, output, state)
	restore()
	for _, f := range d.Differing() {
		h.Explains = append(h.Explains, f.Name(d.Algorithm))
	}
	h.What += fmt.Sprintf(", in one of the %d steps before", steps)
	return h
}

// leadsTo runs the earlier steps, and that of the difference, one after the other under the hypothesis. ok reports
// that their results equal the log's; output and state are those of the last one.
func (x *Explainer) leadsTo(t *trial, d *firmwarelog.Difference, step *knownValue, before []*knownValue) (output, state []uint64, ok bool) {
	defer x.apply(t)()
	defer func() { x.known = nil }()
	past := d.History[len(d.History)-len(before):]
	state = slices.Clone(before[0].in.before)
	for i, k := range before {
		x.known = k
		output, after, ok := t.run(&stepInput{params: d.Params, before: state, event: k.in.event})
		if !ok || !past[i].Output.Agree(output) || !past[i].State.Agree(after) {
			return nil, nil, false
		}
		state = after
	}
	x.known = step
	output, state, ok = t.run(&stepInput{params: d.Params, before: state, event: d.Event})
	return output, state, ok && d.Output.Agree(output) && d.State.Agree(state)
}

// cover chooses hypotheses that each explain a field, if none explains all: the best for every field that has one.
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
