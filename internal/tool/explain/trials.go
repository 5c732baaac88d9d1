package explain

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/testvectors/transducer"
)

// Kinds of hypotheses in addition to those of package mutate.
const (
	eventLost    mutate.Kind = "event-lost"    // the event had no effect
	eventTwice   mutate.Kind = "event-twice"   // the event was taken twice
	eventField   mutate.Kind = "event-field"   // a field of the event was misread
	parameter    mutate.Kind = "parameter"     // a parameter has another value
	stateBefore  mutate.Kind = "state-before"  // the state before was that of a step earlier, or misread
	writtenField mutate.Kind = "written-field" // the step is right, a field was logged wrongly
	fieldSwap    mutate.Kind = "field-swap"    // two fields were swapped
)

// ranks order hypotheses by how much they assume: first the mistakes that are typical of ports, last those that could
// explain almost anything.
var ranks = map[mutate.Kind]int{
	mutate.Rounding:   1,
	mutate.CalleeSwap: 2,
	mutate.Width:      2, mutate.ShiftCount: 2, mutate.Signedness: 2, mutate.Boundary: 2,
	mutate.Complement: 2, mutate.Unit: 2, mutate.ByteOrder: 2,
	mutate.Order: 3, mutate.Saturation: 3, mutate.MinMax: 3, parameter: 3, eventLost: 3, eventTwice: 3, eventField: 3,
	twice: 3, badDither: 1,
	mutate.StaleRead: 4, mutate.Deletion: 4, mutate.Sign: 4,
	mutate.Arithmetic: 5, mutate.Condition: 5, stateBefore: 5,
	writtenField: 6, fieldSwap: 6,
	mutate.Constant: 7, mutate.Variable: 7,
	mutate.OffByOne: 8, mutate.ConstantSwap: 8,
	mutate.FieldRead: 9, // many, all equally far-fetched
}

// trials lists the hypotheses about a step, and about earlier ones that may hide a cause.
func (x *Explainer) trials(d *firmwarelog.Difference, step *knownValue, before []*knownValue) []trial {
	var ts []trial
	reached := func(f fault) bool {
		return step.reached[f.at()] || slices.ContainsFunc(before, func(k *knownValue) bool { return k.reached[f.at()] })
	}
	mutants := x.mutants
	if d.Step == 0 {
		mutants = x.initial
	}
	for _, m := range mutants {
		if f := (mutant{m}); reached(f) {
			t := x.mutantTrial(f)
			t.sporadic = d.Step == 0 // steps do not run the init function
			ts = append(ts, t)
		}
	}
	for _, l := range x.faults {
		if reached(l) {
			ts = append(ts, x.funcTrial(l))
		}
	}
	ts = append(ts, x.paramTrials(d)...)
	ts = append(ts, x.profileTrials(d)...)
	if d.Step > 0 {
		ts = append(ts, x.eventTrials(d)...)
		ts = append(ts, x.stateTrials(d)...)
		ts = append(ts, x.ditherTrials(step)...)
	}
	return append(ts, x.writtenTrials(d)...)
}

// earlier runs the steps that may hide a cause that the log does not show at once; none if the log holds whole
// states.
func (x *Explainer) earlier(d *firmwarelog.Difference) []*knownValue {
	if d.State.Complete() {
		return nil
	}
	var before []*knownValue
	for _, h := range connected(d.History, hiddenSteps[len(hiddenSteps)-1]) {
		k, err := x.chain.run(&stepInput{params: d.Params, before: h.Before, event: h.Event})
		if err != nil {
			before = nil // the replay ran this step; earlier ones are ignored
			continue
		}
		before = append(before, k)
	}
	return before
}

func (x *Explainer) mutantTrial(m mutant) trial {
	return trial{
		h: Hypothesis{
			Kind: m.Kind, What: pointed.ReplaceAllString(m.What, "$1"), ID: m.ID, Place: x.placeOf(m.Site), Column: m.Site.Col, Function: m.Func.FullName(),
			Before: pointed.ReplaceAllString(m.Before, "$1"), After: pointed.ReplaceAllString(m.After, "$1"), rank: ranks[m.Kind],
		},
		run: x.plain, fault: m,
	}
}

// plain runs a step as the machine is.
func (x *Explainer) plain(in *stepInput) (output, state []uint64, ok bool) {
	if x.known.tells(in, x.applied) {
		return slices.Clone(x.known.output), slices.Clone(x.known.state), true
	}
	output, state, err := runStep(x.step, in)
	return output, state, err == nil
}

// input makes a trial of a change of a step's input. change returns false if nothing changes.
func (x *Explainer) input(kind mutate.Kind, id, what string, change func(in *stepInput) bool) trial {
	return trial{
		h: Hypothesis{Kind: kind, ID: string(kind) + "/" + id, What: what, rank: ranks[kind]},
		run: func(in *stepInput) (output, state []uint64, ok bool) {
			other := &stepInput{params: slices.Clone(in.params), before: slices.Clone(in.before), event: slices.Clone(in.event), past: in.past}
			if !change(other) {
				return x.plain(in)
			}
			return x.plain(other)
		},
	}
}

// misreading is a way in which a field can be misread or logged wrongly.
type misreading struct {
	id, what string
	of       func(l transducer.Leaf, v uint64) uint64
}

// turned swaps the bytes.
var turned = misreading{"byte-order", "with its bytes in the other order", func(l transducer.Leaf, v uint64) uint64 {
	switch l.Bits {
	case 16:
		return uint64(bits.ReverseBytes16(uint16(v)))
	case 32:
		return uint64(bits.ReverseBytes32(uint32(v)))
	case 64:
		return bits.ReverseBytes64(v)
	}
	return v
}}

// misreadings are those that apply to any field.
var misreadings = []misreading{
	turned,
	{"8-bit", "cut to 8 bits", func(l transducer.Leaf, v uint64) uint64 { return v & 0xFF }},
	{"16-bit", "cut to 16 bits", func(l transducer.Leaf, v uint64) uint64 { return v & 0xFFFF }},
	{"24-bit", "cut to 24 bits", func(l transducer.Leaf, v uint64) uint64 { return v & 0xFFFFFF }},
	{"8-bit-max", "saturated at 8 bits", func(l transducer.Leaf, v uint64) uint64 { return min(v, 0xFF) }},
	{"16-bit-max", "saturated at 16 bits", func(l transducer.Leaf, v uint64) uint64 { return min(v, 0xFFFF) }},
	{"zero", "as 0", func(transducer.Leaf, uint64) uint64 { return 0 }},
	{"half", "shifted right by 1", func(l transducer.Leaf, v uint64) uint64 { return v >> 1 }},
	{"double", "shifted left by 1", func(l transducer.Leaf, v uint64) uint64 { return l.Wrap(v << 1) }},
	{"per-1000", "divided by 1000 (another unit)", func(l transducer.Leaf, v uint64) uint64 { return v / 1000 }},
	{"times-1000", "multiplied by 1000 (another unit)", func(l transducer.Leaf, v uint64) uint64 { return l.Wrap(v * 1000) }},
	{"bytes-of-bits", "divided by 8 (bits for bytes)", func(l transducer.Leaf, v uint64) uint64 { return v >> 3 }},
	{"bits-of-bytes", "multiplied by 8 (bytes for bits)", func(l transducer.Leaf, v uint64) uint64 { return l.Wrap(v << 3) }},
	{"more", "1 more", func(l transducer.Leaf, v uint64) uint64 { return l.Wrap(v + 1) }},
	{"less", "1 less", func(l transducer.Leaf, v uint64) uint64 { return l.Wrap(v - 1) }},
}

// misread lists the misreadings of the fields of one row of a step's input, except those that are a choice.
func (x *Explainer) misread(kind mutate.Kind, name string, leaves []transducer.Leaf, choice func(i int) bool, of func(*stepInput) []uint64) []trial {
	var ts []trial
	for i, l := range leaves {
		if choice(i) {
			continue
		}
		for _, m := range misreadings {
			ts = append(ts, x.input(kind, l.Name+"/"+m.id, fmt.Sprintf("%s %s read %s", name, l.Name, m.what), func(in *stepInput) bool {
				v := of(in)
				old := v[i]
				v[i] = m.of(l, old)
				return v[i] != old && l.Fits(v[i])
			}))
		}
	}
	return ts
}

func (x *Explainer) eventTrials(d *firmwarelog.Difference) []trial {
	a := d.Algorithm
	none := slices.IndexFunc(x.kindsOf, func(k ir.NamedKind) bool { return !x.log.FromNIC(k.Value) })
	ts := []trial{
		{
			h:        Hypothesis{Kind: eventLost, ID: string(eventLost), What: "the event had no effect: it was lost or not handled", rank: ranks[eventLost]},
			sporadic: true,
			run: func(in *stepInput) (output, state []uint64, ok bool) {
				other := &stepInput{params: in.params, before: in.before, event: slices.Clone(in.event)}
				if x.kindAt < 0 || none < 0 {
					return nil, nil, false
				}
				other.event[x.kindAt] = x.kindsOf[none].Value
				output, _, ok = x.plain(other)
				return output, slices.Clone(in.before), ok
			},
		},
		{
			h:        Hypothesis{Kind: eventLost, ID: string(eventLost) + "/output", What: "the event had no effect, and the output is that of the step before", rank: ranks[eventLost]},
			sporadic: true,
			run: func(in *stepInput) (output, state []uint64, ok bool) {
				earlier := in.earlier()
				if earlier == nil || !earlier.Output.Complete() {
					return nil, nil, false
				}
				return slices.Clone(earlier.Output.V), slices.Clone(in.before), true
			},
		},
		{
			h:        Hypothesis{Kind: eventLost, ID: string(eventLost) + "/state", What: "the event was taken, but the state after it was not stored", rank: ranks[eventLost]},
			sporadic: true,
			run: func(in *stepInput) (output, state []uint64, ok bool) {
				output, _, ok = x.plain(in)
				return output, slices.Clone(in.before), ok
			},
		},
		{
			h:        Hypothesis{Kind: eventTwice, ID: string(eventTwice), What: "the event was taken twice", rank: ranks[eventTwice]},
			sporadic: true,
			run: func(in *stepInput) (output, state []uint64, ok bool) {
				_, state, ok = x.plain(in)
				if !ok {
					return nil, nil, false
				}
				return x.plain(&stepInput{params: in.params, before: state, event: in.event})
			},
		},
	}
	ts = append(ts, x.misread(eventField, "event", a.Event, func(i int) bool { return i == x.kindAt }, func(in *stepInput) []uint64 { return in.event })...)
	for i, l := range a.Event {
		if i == x.kindAt {
			for _, k := range x.kindsOf {
				what := fmt.Sprintf("the event was taken for another, %s", k.Name)
				ts = append(ts, x.input(eventField, fmt.Sprintf("%s/%d", l.Name, k.Value), what, func(in *stepInput) bool {
					old := in.event[i]
					in.event[i] = k.Value
					return old != k.Value
				}))
			}
		}
		for j := range i {
			if a.Event[j].Bits == l.Bits {
				what := fmt.Sprintf("event %s and %s in each other's place", a.Event[j].Name, l.Name)
				ts = append(ts, x.input(eventField, a.Event[j].Name+"/swap/"+l.Name, what, func(in *stepInput) bool {
					in.event[i], in.event[j] = in.event[j], in.event[i]
					return in.event[i] != in.event[j]
				}))
			}
		}
	}
	return ts
}

func (x *Explainer) paramTrials(d *firmwarelog.Difference) []trial {
	a := d.Algorithm
	params := func(in *stepInput) []uint64 { return in.params }
	fields := fieldsOf(x.def.Params, nil)
	// A choice may be another choice, but is not misread.
	ts := x.misread(parameter, "parameter", a.Params, func(i int) bool { return a.Params[i].Bool || len(choices(fields[i])) > 0 }, params)
	for i, l := range a.Params {
		set := func(id, what string, v func(old uint64) uint64) {
			ts = append(ts, x.input(parameter, l.Name+"/"+id, what, func(in *stepInput) bool {
				old := in.params[i]
				in.params[i] = v(old)
				return in.params[i] != old && l.Fits(in.params[i])
			}))
		}
		switch {
		case l.Bool:
			set("not", fmt.Sprintf("the other choice of the parameter %s: %v for %v", l.Name, d.Params[i] == 0, d.Params[i] != 0), func(v uint64) uint64 { return v ^ 1 })
		default:
			now := fmt.Sprint(d.Params[i])
			for _, c := range choices(fields[i]) {
				if c.Value == d.Params[i] {
					now = c.Name
				}
			}
			for _, c := range choices(fields[i]) {
				set(fmt.Sprint(c.Value), fmt.Sprintf("another choice of the parameter %s: %s for %s", l.Name, c.Name, now), func(uint64) uint64 { return c.Value })
			}
		}
		if i < len(x.reals.params) && x.reals.params[i].kind == fixed && x.reals.params[i].frac < 32 {
			one := uint64(1) << x.reals.params[i].frac
			set("complement", fmt.Sprintf("1 - %s for the parameter %s", l.Name, l.Name), func(v uint64) uint64 { return l.Wrap(one - v) })
		}
		for j := range i {
			if l.Bits != 32 || a.Params[j].Bits != 32 {
				continue
			}
			for _, p := range [2][2]int{{j, i}, {i, j}} {
				from, to := p[0], p[1]
				what := fmt.Sprintf("the parameter %s taken for %s", a.Params[from].Name, a.Params[to].Name)
				ts = append(ts, x.input(parameter, a.Params[from].Name+"/for/"+a.Params[to].Name, what, func(in *stepInput) bool {
					old := in.params[to]
					in.params[to] = in.params[from]
					return in.params[to] != old
				}))
			}
		}
	}
	return ts
}

// mostChoices is the most values of a field that counts as a choice by its range.
const mostChoices = 4

// choices returns the values of a field that is a choice of a few, by the constants of its type or its range; nil for
// other fields.
func choices(f *ir.Field) []ir.NamedKind {
	if f == nil {
		return nil
	}
	var list []ir.NamedKind
	if d := f.Type.Decl; d != nil && f.Type.Kind.IsInteger() && f.UnitOf() == "" && f.FormatOf() == nil {
		for i, c := range d.Consts() {
			if c.Value.Cmp(big.NewInt(int64(i))) != 0 {
				list = nil // values of another type
				break
			}
			list = append(list, ir.NamedKind{Value: uint64(i), Name: c.Name})
		}
	}
	if len(list) > 1 {
		return list
	}
	if f.Type.Kind != ir.Uint8 || f.Range == nil || f.Range.Hi.Op != ir.BoundConst || f.Range.Hi.Value.Cmp(big.NewInt(mostChoices)) >= 0 {
		return nil
	}
	list = nil
	for v := range f.Range.Hi.Value.Uint64() + 1 {
		list = append(list, ir.NamedKind{Value: v, Name: fmt.Sprint(v)})
	}
	return list
}

// fieldsOf returns the field of each leaf of a type, nil for an element of an array.
func fieldsOf(t *ir.Type, of *ir.Field) []*ir.Field {
	var fs []*ir.Field
	switch t.Kind {
	case ir.Struct:
		return append(fs, collect.Lists(t.Fields, func(f *ir.Field) []*ir.Field { return fieldsOf(f.Type, f) })...)
	case ir.Array:
		for range t.Len {
			fs = append(fs, fieldsOf(t.Elem, nil)...)
		}
		return fs
	}
	return append(fs, of)
}

func (x *Explainer) stateTrials(d *firmwarelog.Difference) []trial {
	ts := x.misread(stateBefore, "state", d.Algorithm.State, func(int) bool { return false }, func(in *stepInput) []uint64 { return in.before })
	ts = append(ts, x.input(stateBefore, "earlier", "the state of a step earlier was gone on from", func(in *stepInput) bool {
		earlier := in.earlier()
		if earlier == nil {
			return false
		}
		in.before = earlier.Before
		return true
	}))
	if initial, err := x.step.Init(d.Params); err == nil {
		again := x.input(stateBefore, "initial", "the connection began again before this event (a log has a record of kind init for that)", func(in *stepInput) bool {
			in.before = initial
			return true
		})
		again.sporadic = true
		ts = append(ts, again)
	}
	return append(ts, x.staleTrials(d)...)
}

// writtenTrials are the hypotheses about what happens after the step: a field stored or logged wrongly.
func (x *Explainer) writtenTrials(d *firmwarelog.Difference) []trial {
	var ts []trial
	a := d.Algorithm
	written := func(kind mutate.Kind, id, what string, change func(in *stepInput, output, state []uint64)) *trial {
		ts = append(ts, trial{
			h: Hypothesis{Kind: kind, ID: string(kind) + "/" + id, What: what, rank: ranks[kind]},
			run: func(in *stepInput) (output, state []uint64, ok bool) {
				if output, state, ok = x.plain(in); ok {
					change(in, output, state)
				}
				return output, state, ok
			},
		})
		return &ts[len(ts)-1]
	}
	for _, m := range misreadings {
		for i, l := range a.Output {
			if d.Step == 0 {
				break // init has no output
			}
			written(writtenField, "output."+l.Name+"/"+m.id, fmt.Sprintf("output %s written %s", l.Name, m.what), func(_ *stepInput, output, _ []uint64) {
				output[i] = l.Wrap(m.of(l, output[i]))
			})
		}
		for i, l := range a.State {
			t := written(writtenField, "state."+l.Name+"/"+m.id, fmt.Sprintf("state %s written %s", l.Name, m.what), func(_ *stepInput, _, state []uint64) {
				state[i] = l.Wrap(m.of(l, state[i]))
			})
			if m.id == turned.id {
				t.written = func(state []uint64) { state[i] = m.of(l, state[i]) }
			}
		}
	}
	for i, l := range a.State {
		if d.Step == 0 {
			break // init has no earlier state
		}
		written(writtenField, "state."+l.Name+"/kept", fmt.Sprintf("state %s not written: it is as before", l.Name), func(in *stepInput, _, state []uint64) {
			state[i] = in.before[i]
		})
		for j := range i {
			if a.State[j].Bits == l.Bits {
				t := written(fieldSwap, a.State[j].Name+"/"+l.Name, fmt.Sprintf("state %s and %s written in each other's place", a.State[j].Name, l.Name), func(_ *stepInput, _, state []uint64) {
					state[i], state[j] = state[j], state[i]
				})
				t.written = func(state []uint64) { state[i], state[j] = state[j], state[i] }
			}
		}
	}
	return append(ts, x.allTurned(d))
}

// allTurned is the hypothesis that every field has its bytes swapped: a binary log whose layout names the wrong byte
// order.
func (x *Explainer) allTurned(d *firmwarelog.Difference) trial {
	all := func(leaves []transducer.Leaf, v []uint64) {
		for i, l := range leaves[:min(len(leaves), len(v))] {
			v[i] = turned.of(l, v[i])
		}
	}
	a := d.Algorithm
	return trial{
		h: Hypothesis{
			Kind: writtenField, ID: string(writtenField) + "/all/byte-order", rank: ranks[writtenField],
			What: "all fields of the log have their bytes in the other order: the byte order of the layout",
		},
		run: func(in *stepInput) (output, state []uint64, ok bool) {
			other := *in
			other.event = slices.Clone(in.event)
			all(a.Event, other.event)
			if output, state, ok = x.plain(&other); ok {
				all(a.Output, output)
				all(a.State, state)
			}
			return output, state, ok
		},
		written: func(state []uint64) { all(a.State, state) },
	}
}
