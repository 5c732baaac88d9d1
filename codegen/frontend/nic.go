package frontend

import (
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/nearest"
)

// What the directives of a transducer mean together: docs/subset.md. What it lacks to be driven at a NIC is the error
// of ir.Transducer's Contract.

// contracts refuses directives that do not fit together.
func (t *translator) contracts() {
	used := map[ir.Pos]bool{}
	local := map[*ir.Package]bool{}
	for _, tr := range t.prog.Transducers {
		local[tr.Pkg] = true
		t.contractOf(tr, used)
	}
	asked := 0
	for _, d := range t.docs {
		if d.transduce != nil {
			asked++
		}
	}
	if asked > len(t.prog.Transducers) {
		return // one was refused: what it would have used is unknown
	}
	for _, p := range t.order {
		if local[p.ir] { // else the types are for the transducers of other packages
			for _, d := range p.ir.Decls {
				t.unusedMarks(d, used)
			}
		}
	}
}

// contractOf checks one transducer, and adds the positions of the directives that it uses to used.
func (t *translator) contractOf(tr *ir.Transducer, used map[ir.Pos]bool) {
	c := tr.Declared()
	if d := tr.Event.Decl; d.Event != nil {
		used[d.Event.Pos] = true
	}
	for _, e := range c.Events {
		if e.Const != nil {
			used[e.Const.Event.Pos] = true
		}
	}
	signals := map[string]*ir.Field{}
	for _, s := range c.Signals {
		m := s.Field.Signal
		used[m.Pos] = true
		if first := signals[m.String()]; first != nil && (first != s.Field || s.Hop == 0 || s.Hop >= s.Field.Type.Len) {
			t.twice(m.Pos, "signal "+m.String(), tr.Event, first, s.Leaf)
		}
		signals[m.String()] = s.Field
	}
	controls := map[string]*ir.NICControl{}
	for i, s := range c.Controls {
		m := s.Field.Control
		used[m.Pos] = true
		if first := controls[m.String()]; first != nil {
			t.twice(m.Pos, "control "+m.String(), tr.Output, first.Field, s.Leaf)
		}
		controls[m.String()] = &c.Controls[i]
	}
	shows := map[string]ir.NICProbe{}
	for _, s := range c.Probes {
		m := s.Field.Probe
		used[m.Pos] = true
		if first, ok := shows[m.Name]; ok {
			t.refuseAt(m.Pos, ruleSignal, "give each a name of its own", "transducer %s shows %s twice, as %s and %s", tr.Name, m.Name, first.Leaf.Name, s.Leaf.Name)
		}
		shows[m.Name] = s
	}
	t.outcomes(tr, used)
	for _, n := range tr.Needs {
		if !c.Has(n.Kind) || n.Kind == ir.OnTimer {
			t.refuseAt(n.Pos, ruleSignal, "name a happening that brings an event, other than timer", "%s takes no event %s that could be left out", tr.Name, n.Kind)
		}
	}
	t.events(tr, c)
	t.given(tr, c)
	t.tags(c)
	t.windows(c)
	t.hops(c)
	t.timers(tr, c, used)
}

func (t *translator) twice(pos ir.Pos, what string, in *ir.Type, first *ir.Field, l ir.Leaf) {
	t.refuseAt(pos, ruleSignal, "leave one", "%s of %s is both field %s (line %d) and %s", what, in, first.Name, first.Pos.Line, l.Name)
}

// events checks the kinds of a transducer's events.
func (t *translator) events(tr *ir.Transducer, c *ir.NICContract) {
	whole := tr.Event.Decl.Event
	if c.Kind < 0 {
		if whole != nil && whole.Kind == ir.OnTimer {
			t.refuseAt(whole.Pos, ruleSignal, "give the event a field with //ccgen:signal kind, and its timers a constant each", "event %s has no kind that would name its timer", tr.Event)
		}
		return
	}
	kind := c.Signal(ir.SignalKind, "")
	if whole != nil {
		t.refuseAt(whole.Pos, ruleSignal, "put //ccgen:event on the constants of the kind", "event %s has the kind %s", tr.Event, kind.Leaf.Name)
	}
	if len(c.Events) == 0 && kind.Type.Decl != nil {
		t.refuseAt(kind.Field.Signal.Pos, ruleSignal, "put //ccgen:event HAPPENING on those that a NIC brings: "+strings.Join(ir.NICEventKindNames(), ", "),
			"no constant of type %s, the kind of %s, has //ccgen:event", kind.Type, tr.Event)
	}
	byValue, byHappening := map[uint64]ir.NICEvent{}, map[ir.NICEventKind]ir.NICEvent{}
	for _, e := range c.Events {
		pos := e.Const.Event.Pos
		if first, ok := byValue[e.Value]; ok {
			t.refuseAt(pos, ruleSignal, "give each kind of event a value of its own", "%s and %s are both %d", first.Const.Name, e.Const.Name, e.Value)
		}
		if first, ok := byHappening[e.Kind]; ok && e.Kind != ir.OnTimer {
			t.refuseAt(pos, ruleSignal, "leave one; only timer may have several", "%s and %s are both event %s", first.Const.Name, e.Const.Name, e.Kind)
		}
		byValue[e.Value], byHappening[e.Kind] = e, e
	}
}

// given refuses signals that no NIC event has.
func (t *translator) given(tr *ir.Transducer, c *ir.NICContract) {
next:
	for _, s := range c.Signals {
		info := s.Signal.Info()
		if info.With == nil {
			continue
		}
		var with []string
		for _, h := range info.With {
			if c.Has(h) {
				continue next
			}
			with = append(with, h.String())
		}
		t.refuseAt(s.Field.Signal.Pos, ruleSignal, "declare the kind of event with //ccgen:event, or leave the signal out",
			"signal %s comes with %s, which is no event of %s", s.Field.Signal, strings.Join(with, " or "), tr.Event)
	}
}

// hops checks that arrays of hops have the same length, and that there is a count of their entries.
func (t *translator) hops(c *ir.NICContract) {
	var first *ir.Field
	for _, s := range c.Signals {
		switch {
		case !s.Signal.Info().Hops || s.Hop != 0 || s.Field.Type.Kind != ir.Array:
			continue
		case first == nil:
			first = s.Field
			if c.Signal(ir.SignalHops, "") == nil {
				t.refuseAt(s.Field.Signal.Pos, ruleSignal, "put //ccgen:signal hops on an unsigned integer of the event: how many of its entries count",
					"signal %s without hops", s.Field.Signal)
			}
		case s.Field.Type.Len != first.Type.Len:
			t.refuseAt(s.Field.Signal.Pos, ruleSignal, "give all arrays of hops one length", "field %s has %d hops, field %s (line %d) has %d",
				s.Field.Name, s.Field.Type.Len, first.Name, first.Pos.Line, first.Type.Len)
		}
	}
}

// tags checks that what is echoed was sent, and that what a CNP reports comes with a CNP.
func (t *translator) tags(c *ir.NICContract) {
	var known []string
	for _, o := range c.Controls {
		if o.Control == ir.ControlTag {
			known = append(known, o.Tag)
		}
		if o.Control == ir.ControlCNPMarked && c.Control(ir.ControlSendCNP, "") == nil {
			t.refuseAt(o.Field.Control.Pos, ruleSignal, "put //ccgen:control send-cnp on the bool that says when", "control cnp-marked without send-cnp")
		}
	}
	for _, s := range c.Signals {
		if s.Signal != ir.SignalTag {
			continue
		}
		pos := s.Field.Signal.Pos
		switch o := c.Control(ir.ControlTag, s.Tag); {
		case o == nil:
			t.refuseAt(pos, ruleSignal, "put //ccgen:control tag "+s.Tag+" on the field of the output that gives it",
				"no control gives the tag %s%s", s.Tag, nearest.Hint(s.Tag, known))
		case o.Kind != s.Kind:
			t.refuseAt(pos, ruleSignal, "give both one type", "tag %s goes out as %s and comes back as %s", s.Tag, o.Kind, s.Kind)
		}
	}
}

// windows checks that there is one unit of windows, and a window of the fabric with that of the NIC.
func (t *translator) windows(c *ir.NICContract) {
	fabric := c.Control(ir.ControlFabricWindow, "")
	if o := c.Control(ir.ControlNICWindow, ""); o != nil && fabric == nil {
		t.refuseAt(o.Field.Control.Pos, ruleSignal, "put //ccgen:control fabric-window on the other window", "control nic-window without fabric-window")
	}
	if fabric != nil && c.Control(ir.ControlWindow, "") != nil {
		t.refuseAt(fabric.Field.Control.Pos, ruleSignal, "leave one", "control window, in bytes, with fabric-window, in packets")
	}
}

// timers checks that timers and the next function fit together.
func (t *translator) timers(tr *ir.Transducer, c *ir.NICContract, used map[ir.Pos]bool) {
	for _, e := range c.Events {
		if e.Kind == ir.OnTimer && e.Const != nil && tr.Next == nil {
			t.refuseAt(tr.Pos, ruleTransducer, "add next=FUNC, with func FUNC(s *"+tr.State.Decl.Name+", now uint32) Timer",
				"transducer %s has the timer %s (%s:%d) but no next function that says when it ends", tr.Name, e.Const.Name, e.Const.Pos.File, e.Const.Pos.Line)
		}
	}
	if tr.Next == nil || c.Kind < 0 || c.Now < 0 {
		return
	}
	timer := tr.Next.Results[0]
	for _, l := range ir.Layout(timer) {
		if m := l.Field.Signal; m != nil && (m.Signal == ir.SignalNow || m.Signal == ir.SignalKind) {
			used[m.Pos] = true
		}
	}
	kind, now := c.Signal(ir.SignalKind, ""), c.Signal(ir.SignalNow, "")
	switch {
	case !c.Has(ir.OnTimer):
		t.refuseAt(tr.Pos, ruleTransducer, "put //ccgen:event timer on the constants that "+tr.Next.GoName+" returns, or leave next= out",
			"transducer %s has a next function but no event timer", tr.Name)
	case c.Timer == nil:
		t.refuseAt(timer.Decl.Pos, ruleTransducer, "give it one field of type "+kind.Type.String()+", the event, and one of type "+now.Type.String()+
			", its deadline; of several mark the one with //ccgen:signal kind or //ccgen:signal now",
			"%s, which %s returns, does not say which timer ends or when", timer, tr.Next.GoName)
	}
}

// outcomes checks the bits of a transducer's output.
func (t *translator) outcomes(tr *ir.Transducer, used map[ir.Pos]bool) {
	first, _ := tr.Outcome()
	for _, l := range ir.Layout(tr.Output) {
		if l.Type.Decl == nil {
			continue
		}
		for _, c := range l.Type.Decl.Consts() {
			if c.Outcome == nil {
				continue
			}
			used[c.Outcome.Pos] = true
			if c != first {
				t.refuseAt(c.Outcome.Pos, ruleSignal, "leave one", "transducer %s has two outcomes, %s and %s", tr.Name, first.Name, c.Name)
			}
		}
	}
}

// unusedMarks refuses directives on types that are not an event, output, state or view of any transducer.
func (t *translator) unusedMarks(d ir.Decl, used map[ir.Pos]bool) {
	unused := func(pos ir.Pos, word, remedy string, what ...string) {
		if !used[pos] {
			t.refuseAt(pos, ruleSignal, remedy, "//ccgen:%s on %s", word, strings.Join(what, ""))
		}
	}
	switch d := d.(type) {
	case *ir.ConstGroup:
		for _, c := range d.Consts {
			if c.Event != nil {
				unused(c.Event.Pos, "event", "put //ccgen:signal kind on the field of the event that has this type", c.Name, ", whose type is the kind of no event")
			}
			if c.Outcome != nil {
				unused(c.Outcome.Pos, "outcome", "put it on a constant of the type of a field of the output", c.Name, ", whose type is in no output")
			}
		}
	case *ir.TypeDecl:
		if d.Event != nil && d.Type.Kind == ir.Struct {
			unused(d.Event.Pos, "event", "put it on the struct that Step takes as its event", d.GoName, ", which is the event of no transducer")
		}
		for _, f := range d.Type.Fields {
			what := "field " + f.Name + " of " + d.GoName + ", which "
			if f.Signal != nil {
				unused(f.Signal.Pos, "signal", "put it on a field of the struct that Step takes as its event", what, "is the event of no transducer")
			}
			if f.Control != nil {
				unused(f.Control.Pos, "control", "put it on a field of the struct that Step returns", what, "is the output of no transducer")
			}
			if f.Probe != nil {
				unused(f.Probe.Pos, "show", "put it on a field of the state, or of the struct that the function of view= returns", what, "is the state or view of no transducer")
			}
		}
	}
}
