package ir

import (
	"slices"
	"strings"
)

// NICContract is what a driver needs to know of a transducer to run it at a NIC: the events and signals to feed it,
// the controls to take from it, and the probes to show (docs/subset.md). Leaves are numbered as in Layout.
type NICContract struct {
	Events   []NICEvent  // by the constants in the order of the source; one, if Kind is -1
	Kind     int         // the leaf of the event that is its kind; -1 if every event is Events[0]
	Now      int         // the leaf of the event that is its time
	Signals  []NICSignal // in the order of the event's leaves, those two included
	Controls []NICControl
	Probes   []NICProbe // those of the state, then those of the view
	Timer    *NICTimer  // nil in an algorithm without timers
}

// NICEvent is a kind of event that a NIC brings.
type NICEvent struct {
	Kind  NICEventKind
	Value uint64     // of the kind
	Const *ConstDecl // nil for an event type without kinds
	Label string     // in words, "cut-timer"; the NIC event's name without a constant
}

// NICSignal is a leaf of the event that the driver fills in.
type NICSignal struct {
	Signal Signal
	Tag    string // for SignalTag
	Hop    int    // the element of the array, for signals that have one for each hop
	Leaf
	Index int
}

// NICControl is a leaf of the output that the driver takes.
type NICControl struct {
	Control Control
	Tag     string // for ControlTag
	Leaf
	Index int
}

// NICProbe is a leaf of the state, or of the view's result, that logs and figures show.
type NICProbe struct {
	Name   string
	InView bool
	Leaf
	Index int
}

// NICTimer says which leaves of the Timer that Next returns are its deadline and the kind of event that it brings. A
// kind that is not a timer's means that no timer runs.
type NICTimer struct{ At, Kind int }

// Control returns the control of a name, or nil.
func (c *NICContract) Control(x Control, tag string) *NICControl {
	i := slices.IndexFunc(c.Controls, func(o NICControl) bool { return o.Control == x && o.Tag == tag })
	if i < 0 {
		return nil
	}
	return &c.Controls[i]
}

// Hops returns the number of hops that the algorithm sees: the length of its arrays, MaxHops if it only counts.
func (c *NICContract) Hops() int {
	for i := range c.Signals {
		if s := &c.Signals[i]; s.Signal.Info().Hops {
			return s.Field.Type.Len
		}
	}
	return MaxHops
}

// Windowed reports whether the algorithm limits what is in flight, in bytes or in packets.
func (c *NICContract) Windowed() bool {
	return c.Control(ControlWindow, "") != nil || c.Control(ControlFabricWindow, "") != nil
}

// Stamped reports whether the algorithm takes what only a note that travels with each packet and its answer tells:
// time stamps, the receiver's buffer, and what is given in packets.
func (c *NICContract) Stamped() bool {
	return slices.ContainsFunc(c.Signals, func(s NICSignal) bool { return s.Signal >= SignalAckedPackets })
}

// Signal returns the signal of a name, the first of an array, or nil.
func (c *NICContract) Signal(x Signal, tag string) *NICSignal {
	i := slices.IndexFunc(c.Signals, func(o NICSignal) bool { return o.Signal == x && o.Tag == tag })
	if i < 0 {
		return nil
	}
	return &c.Signals[i]
}

// Has reports whether the NIC event brings an event of the algorithm.
func (c *NICContract) Has(h NICEventKind) bool {
	return slices.ContainsFunc(c.Events, func(e NICEvent) bool { return e.Kind == h })
}

// Declared collects the directives of a transducer, whether or not they suffice for a NIC: see Contract. Kind, Now
// and Timer are -1 and nil if not declared.
func (t *Transducer) Declared() *NICContract {
	c := &NICContract{Kind: -1, Now: -1}
	for i, l := range Layout(t.Event) {
		if m := markOf(l.Field, func(f *Field) *SignalMark { return f.Signal }); m != nil {
			s := NICSignal{Signal: m.Signal, Tag: m.Tag, Leaf: l, Index: i}
			if n := len(c.Signals); n > 0 && m.Signal.Info().Hops && c.Signals[n-1].Field == l.Field {
				s.Hop = c.Signals[n-1].Hop + 1
			}
			c.Signals = append(c.Signals, s)
		}
	}
	for i, l := range Layout(t.Output) {
		if m := markOf(l.Field, func(f *Field) *ControlMark { return f.Control }); m != nil {
			c.Controls = append(c.Controls, NICControl{Control: m.Control, Tag: m.Tag, Leaf: l, Index: i})
		}
	}
	c.Probes = probes(t.State, false)
	if t.View != nil {
		c.Probes = append(c.Probes, probes(t.View.Results[0], true)...)
	}
	if s := c.Signal(SignalNow, ""); s != nil {
		c.Now = s.Index
	}
	if s := c.Signal(SignalKind, ""); s != nil {
		c.Kind = s.Index
		c.Events = kindsOf(s.Type)
	} else if d := t.Event.Decl; d != nil && d.Event != nil {
		c.Events = []NICEvent{{Kind: d.Event.Kind, Label: d.Event.Kind.String()}}
	}
	c.Timer = t.timer(c)
	return c
}

func markOf[M any](f *Field, get func(*Field) *M) *M {
	if f == nil {
		return nil
	}
	return get(f)
}

func probes(t *Type, inView bool) []NICProbe {
	var list []NICProbe
	for i, l := range Layout(t) {
		if l.Field != nil && l.Field.Probe != nil {
			list = append(list, NICProbe{Name: l.Field.Probe.Name, InView: inView, Leaf: l, Index: i})
		}
	}
	return list
}

func kindsOf(t *Type) []NICEvent {
	var list []NICEvent
	if t.Decl == nil {
		return nil
	}
	labels := t.Decl.Labels()
	for _, k := range t.Decl.Consts() {
		if k.Event != nil {
			v := Word(k.Value)
			list = append(list, NICEvent{Kind: k.Event.Kind, Value: v, Const: k, Label: labels[v]})
		}
	}
	return list
}

// timer finds deadline and kind in Next's result: the one leaf of the type of the event's kind, and the one of the
// type of its time, unless //ccgen:signal marks them.
func (t *Transducer) timer(c *NICContract) *NICTimer {
	if t.Next == nil || c.Kind < 0 || c.Now < 0 {
		return nil
	}
	event := Layout(t.Event)
	leaves := Layout(t.Next.Results[0])
	find := func(s Signal, typ *Type) int {
		var marked, typed []int
		for i, l := range leaves {
			if l.Type == typ {
				typed = append(typed, i)
				if m := l.Field.Signal; m != nil && m.Signal == s {
					marked = append(marked, i)
				}
			}
		}
		switch {
		case len(marked) == 1:
			return marked[0]
		case len(marked) == 0 && len(typed) == 1:
			return typed[0]
		}
		return -1
	}
	timer := &NICTimer{At: find(SignalNow, event[c.Now].Type), Kind: find(SignalKind, event[c.Kind].Type)}
	if timer.At < 0 || timer.Kind < 0 {
		return nil
	}
	return timer
}

// ContractError is the error of Contract: a directive without which no NIC can drive an algorithm.
type ContractError struct {
	Pos    Pos    // of the declaration that lacks it
	Msg    string // what is missing
	Remedy string // which directive, and where
}

// Error returns "file:line:col: message: remedy".
func (e *ContractError) Error() string { return e.Pos.String() + ": " + e.Msg + ": " + e.Remedy }

// Contract returns what a driver needs to know of the transducer. The error is a *ContractError: at the
// sender an algorithm needs a rate or a window, at a notification point (packet) what to send,
// and both the time and at least one NIC event.
func (t *Transducer) Contract() (*NICContract, error) {
	c := t.Declared()
	lacks := func(typ *Type, what, remedy string) error {
		pos := t.Pos
		if typ.Decl != nil {
			pos = typ.Decl.Pos
		}
		return &ContractError{Pos: pos, Msg: "transducer " + t.Name + " " + what, Remedy: remedy + " (docs/subset.md)"}
	}
	switch {
	case len(c.Events) == 0 && c.Kind < 0:
		return nil, lacks(t.Event, "does not say what its events are", "put //ccgen:signal kind on the field of "+name(t.Event)+
			" that is its kind and //ccgen:event HAPPENING on the constants of its type, or //ccgen:event HAPPENING on "+name(t.Event)+
			" if it has one kind only; HAPPENING is one of "+strings.Join(NICEventKindNames(), ", "))
	case c.Now < 0:
		return nil, lacks(t.Event, "has no event with a time", "put //ccgen:signal now on the uint32 field of "+name(t.Event)+" that is its time in ns")
	case c.Has(OnPacket) && slices.ContainsFunc(c.Events, func(e NICEvent) bool { return e.Kind != OnPacket && e.Kind != OnTimer }):
		return nil, lacks(t.Event, "mixes the event of a receiver, packet, with those of a sender", "make two transducers of it")
	case c.Has(OnPacket) && c.Control(ControlSendCNP, "") == nil:
		return nil, lacks(t.Output, "takes packets but never answers", "put //ccgen:control send-cnp on the bool field of "+name(t.Output)+" that is to send a CNP")
	case !c.Has(OnPacket) && c.Control(ControlRate, "") == nil && c.Control(ControlMessageRate, "") == nil && !c.Windowed():
		return nil, lacks(t.Output, "has no output that a NIC obeys", "put //ccgen:control rate (kb/s) or //ccgen:control window (bytes) on a uint32 field of "+name(t.Output))
	case !c.Has(OnPacket) && c.Control(ControlSendCNP, "") != nil:
		return nil, lacks(t.Event, "sends CNPs but sees no packets", "put //ccgen:event packet on the event of a packet that came in")
	}
	return c, nil
}

func name(t *Type) string {
	if t.Decl == nil {
		return "the output, a struct then,"
	}
	return t.Decl.Name
}
