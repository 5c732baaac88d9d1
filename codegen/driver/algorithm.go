package driver

import (
	"math"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Algorithm is a transducer as a driver sees it. It is not changed after New and may be shared.
type Algorithm struct {
	Def      *ir.Transducer
	Contract *ir.NICContract
	// Tags are the labels of the tags that the algorithm outputs, in the order of Controls.Tags.
	Tags []string

	event    int // leaves of the event
	happen   [ir.OnPacket + 1]delivery
	timers   []timer
	controls []take
	early    uint64 // the least kind that is not a timer's
}

// delivery is how the driver handles a NIC event.
type delivery struct {
	event  int // index in Contract.Events; -1: the algorithm does not take it
	kind   uint64
	writes []write
	hops   []hopWrites
	words  bool // all of hops are uint32, in a layout
}

// timer is a timer of the algorithm. There are few, so they are searched linearly.
type timer struct {
	kind  uint64
	event int // index in Contract.Events
}

// timerOf returns the index in Contract.Events of the timer of a kind, -1 if no timer has it.
func (a *Algorithm) timerOf(kind uint64) int {
	for i := range a.timers {
		if a.timers[i].kind == kind {
			return a.timers[i].event
		}
	}
	return -1
}

// take is a leaf of the output that the driver reads.
type take struct {
	leaf    int
	control ir.Control
	tag     int
}

// New returns what a driver needs to know of a transducer. The error is that of ir.Transducer.Contract.
func New(def *ir.Transducer) (*Algorithm, error) {
	c, err := def.Contract()
	if err != nil {
		return nil, err
	}
	a := &Algorithm{Def: def, Contract: c, event: def.Event.Leaves(), early: math.MaxUint64}
	for _, o := range c.Controls {
		t := take{leaf: o.Index, control: o.Control, tag: -1}
		if o.Control == ir.ControlTag {
			t.tag = len(a.Tags)
			a.Tags = append(a.Tags, o.Tag)
		}
		a.controls = append(a.controls, t)
	}
	slices.SortStableFunc(a.controls, func(x, y take) int { return int(x.control) - int(y.control) })
	for h := range a.happen {
		a.happen[h].event = -1
	}
	for i, e := range c.Events {
		if e.Kind == ir.OnTimer {
			a.timers = append(a.timers, timer{e.Value, i})
			continue
		}
		t := &a.happen[e.Kind]
		t.event, t.kind = i, e.Value
		a.early = min(a.early, e.Value)
		for _, s := range c.Signals {
			if s.Signal == ir.SignalNow || s.Signal == ir.SignalKind || !s.Signal.Info().Given(e.Kind) {
				continue
			}
			w := write{leaf: s.Index, signal: s.Signal, tag: slices.Index(a.Tags, s.Tag), hops: c.Hops(), most: Most(s.Leaf)}
			if !s.Signal.Info().Hops {
				t.writes = append(t.writes, w)
				continue
			}
			if t.hops == nil {
				t.hops = make([]hopWrites, c.Hops())
			}
			t.hops[s.Hop][s.Signal-ir.SignalHopQueue] = w
		}
	}
	return a, nil
}

// Accepts reports whether the NIC event brings an event of the algorithm.
func (a *Algorithm) Accepts(h ir.NICEventKind) bool {
	return a.happen[h].event >= 0 || h == ir.OnTimer && len(a.timers) > 0
}

// Handles reports whether the NIC event brings an event that may change something under these parameters: one that
// the algorithm takes and that no //ccgen:needs rules out.
func (a *Algorithm) Handles(h ir.NICEventKind, params []uint64) bool {
	for _, n := range a.Def.Needs {
		if n.Kind == h && params[n.Leaf] == 0 {
			return false
		}
	}
	return a.Accepts(h)
}

// Order returns the value of the kind that a NIC event brings, which orders events of the same nanosecond. timer is
// NICEvent.Timer.
func (a *Algorithm) Order(h ir.NICEventKind, timer uint64) uint64 {
	if h == ir.OnTimer {
		return timer
	}
	return a.happen[h].kind
}

// TimersFirst reports whether a timer's kind goes before all other NIC events of its nanosecond.
func (a *Algorithm) TimersFirst(kind uint64) bool { return kind < a.early }

// Timer returns the value of the kind of the timer with a label, as in "cut-timer".
func (a *Algorithm) Timer(label string) (kind uint64, ok bool) {
	for _, e := range a.Contract.Events {
		if e.Kind == ir.OnTimer && e.Label == label {
			return e.Value, true
		}
	}
	return 0, false
}

// Labels returns the names of the probes, in the order of Conn.Probes.
func (a *Algorithm) Labels() []string {
	return collect.Of(a.Contract.Probes, func(s ir.NICProbe) string { return s.Name })
}
