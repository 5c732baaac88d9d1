package firmwarelog

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors/transducer"
)

// LawReport is what Laws found.
type LawReport struct {
	Algorithm string `json:"algorithm"`
	Steps     uint64 `json:"steps"`
	// Gaps is how many steps come after a timer's end that the log does not have: the state before them is not known.
	Gaps uint64 `json:"gaps"`
	// Complete is whether the log has steps that change no control. Of another only controls are known before a step.
	Complete bool     `json:"complete"`
	Laws     []LawUse `json:"laws"`
	Breach   *Breach  `json:"breach,omitempty"` // the first
}

// LawUse says how often a law was held against a log.
type LawUse struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Steps uint64 `json:"steps"`
	// Missing is a value that the law speaks of and a step did not have, if no step had all.
	Missing string `json:"missing,omitempty"`
}

// Breach is a step that does not fulfil a law.
type Breach struct {
	Law   string `json:"law"`
	Text  string `json:"text"`
	Conn  string `json:"connection"`
	Step  uint64 `json:"step"` // of the connection, from 1
	Time  uint64 `json:"timeNS"`
	Place Place  `json:"-"`
	Line  int    `json:"line,omitempty"`
	// Values are those that the law speaks of, by name.
	Values []string `json:"values"`
}

// Error says where and what in a line.
func (b *Breach) Error() string {
	where := b.Place.String()
	if b.Conn != "" {
		where += ", connection " + b.Conn
	}
	return fmt.Sprintf("%s, step %d, at %d ns: %s does not hold: %s", where, b.Step, b.Time, b.Law, b.Text)
}

// law is a law with the values that it depends on.
type law struct {
	*ir.Law
	inputs []input // of Holds
	leaf   []ir.Leaf
	use    *LawUse
}

// input is where a value is: a part, and its place there.
type input struct {
	part lawPart
	leaf int
	used bool
}

// lawPart is what a law speaks of, in the order of its arguments.
type lawPart uint8

const (
	ofParams lawPart = iota
	ofState
	ofEvent
	ofAfter
	ofOutput
	ofDriver
)

// Laws holds a log against the laws of its algorithm alone, none of the arithmetic: each law of one step and each
// invariant, wherever the log has all values of which it speaks. The state before a step is that after the step before;
// of a first step it is that of init, unless join or its name says that the connection begins in mid-life, and it is
// unknown where a timer of that state ended meanwhile. A log may leave out steps that change no control; until it has
// one, CNPs aside, only controls are known of the state before. It ends at the first breach.
// Invariants of values that the log does not have are taken to hold.
func Laws(r *Reader, m *interp.Machine, params []uint64, join bool) (*LawReport, error) {
	a := r.Algorithm()
	tr := m.Program().Transducer(a.Name)
	t, err := m.Transducer(a.Name)
	if err != nil {
		return nil, err
	}
	initial, err := t.Init(params)
	if err != nil {
		return nil, err
	}
	out := &LawReport{Algorithm: a.Name}
	list := lawsOf(tr, m, out)
	type life struct {
		state transducer.Values
		steps uint64
		at    uint64 // the time of the last step
	}
	conns := map[string]*life{}
	controls := controlsIn(tr, a.contract)
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		c := conns[row.Conn]
		if c == nil {
			if len(conns) == maxConns {
				return out, &Error{Name: r.Name(), Place: row.Place, Msg: fmt.Sprintf("more than %d connections; split the log", maxConns)}
			}
			c = &life{state: transducer.NewValues(len(initial))}
			if !join && !goesOn.MatchString(row.Conn) {
				c.state = transducer.Known(slices.Clone(initial))
			}
			conns[string(append([]byte(nil), row.Conn...))] = c
		}
		after := row.Parts[transducer.PartState].Clone()
		switch row.Kind {
		case Init:
			c.state = transducer.Known(slices.Clone(initial))
			continue
		case Load:
			c.state = after
			continue
		}
		c.steps++
		out.Steps++
		event := row.Parts[transducer.PartEvent]
		if missed(a, t, &c.state, &event, c.at) {
			out.Gaps++
			c.state = transducer.NewValues(len(initial))
		}
		before := c.state.Clone()
		if !out.Complete {
			out.Complete = c.steps > 1 && silent(a, controls, &before, &after, &event)
		}
		if !out.Complete {
			for i := range before.Has {
				before.Has[i] = before.Has[i] && (controls[i] || c.steps == 1 && !join)
			}
		}
		given := []transducer.Values{ofParams: transducer.Known(params), ofState: before, ofEvent: event, ofAfter: after, ofOutput: row.Parts[transducer.PartOutput], ofDriver: transducer.NewValues(1)}
		for i := range list {
			l := &list[i]
			holds, err := l.holds(m, given)
			if err != nil {
				return out, err
			}
			if !holds {
				b := &Breach{Law: l.Name, Text: l.Text, Conn: row.Conn, Step: c.steps, Place: row.Place, Line: row.Place.Line, Values: l.values(given)}
				if a.contract.Now >= 0 {
					b.Time = event.V[a.contract.Now]
				}
				out.Breach = b
				return out, nil
			}
		}
		c.state = after
		if a.contract.Now >= 0 {
			c.at = event.V[a.contract.Now]
		}
	}
}

// missed reports whether a timer of a state, which is known, ended before an event that is not its end.
func missed(a *Algorithm, t *interp.Transducer, state, event *transducer.Values, at uint64) bool {
	if a.contract.Timer == nil || !state.Complete() {
		return false
	}
	timer, err := t.Next(state.V, at)
	if err != nil || !a.isTimer(timer[a.contract.Timer.Kind]) {
		return false
	}
	// Times are of 32 bits and wrap.
	return uint32(timer[a.contract.Timer.At]-at) < uint32(event.V[a.contract.Now]-at)
}

// controlsIn reports which leaves of the state are controls: an output of a step is that leaf, whatever happens.
func controlsIn(tr *ir.Transducer, c *ir.NICContract) []bool {
	var is []bool
	form := flat.Build(tr.Step, nil)
	for _, after := range form.Outputs {
		if after.Param == tr.Step.Params[1] {
			is = append(is, slices.ContainsFunc(c.Controls, func(x ir.NICControl) bool { return form.Outputs[x.Index].Value == after.Value }))
		}
	}
	return is
}

// silent reports whether a step, not of a CNP, is known to change no control: a log that leaves out such steps has none.
func silent(a *Algorithm, controls []bool, before, after, event *transducer.Values) bool {
	if k := a.contract.Kind; k >= 0 && (!event.Has[k] || slices.ContainsFunc(a.contract.Events, func(e ir.NICEvent) bool { return e.Kind == ir.OnCNP && e.Value == event.V[k] })) {
		return false
	}
	for i, is := range controls {
		if is && (!before.Has[i] || !after.Has[i] || before.V[i] != after.V[i]) {
			return false
		}
	}
	return slices.Contains(controls, true)
}

// lawsOf returns the laws that a log can be held against.
func lawsOf(tr *ir.Transducer, m *interp.Machine, out *LawReport) []law {
	var list []law
	for _, l := range tr.Laws {
		if l.Kind != ir.OfTwo {
			out.Laws = append(out.Laws, LawUse{Name: l.Name, Text: l.Text})
		}
	}
	for _, l := range tr.Laws {
		if l.Kind == ir.OfTwo {
			continue
		}
		m.Add(l.Holds)
		x := law{Law: l, use: &out.Laws[len(list)]}
		form := flat.Build(l.Holds, nil)
		at := 0
		for n, p := range l.Holds.Params {
			part, name := lawPart(n), p.Name
			if l.Kind == ir.Invariant && n == 1 {
				part, name = ofAfter, "t" // it holds of the state after
			}
			for i, leaf := range ir.Layout(p.Type) {
				x.inputs = append(x.inputs, input{part, i, form.Inputs[at].Uses > 0})
				leaf.Name = strings.TrimSuffix(name+"."+leaf.Name, ".")
				x.leaf = append(x.leaf, leaf)
				at++
			}
		}
		list = append(list, x)
	}
	return list
}

// holds reports whether a law holds, or speaks of a value that is not known.
func (l *law) holds(m *interp.Machine, given []transducer.Values) (bool, error) {
	args := make([]uint64, len(l.inputs))
	for i, x := range l.inputs {
		v := &given[x.part]
		if x.used && !v.Has[x.leaf] {
			if l.use.Steps == 0 {
				l.use.Missing = l.leaf[i].Name
			}
			return true, nil
		}
		args[i] = v.V[x.leaf]
	}
	l.use.Steps++
	l.use.Missing = ""
	out, err := m.CallFunc(l.Holds, args)
	return err == nil && out[0] != 0, err
}

// values writes what a law speaks of.
func (l *law) values(given []transducer.Values) []string {
	var list []string
	for i, x := range l.inputs {
		if x.used {
			list = append(list, l.leaf[i].Name+"="+l.leaf[i].Kind.Format(given[x.part].V[x.leaf]))
		}
	}
	return list
}
