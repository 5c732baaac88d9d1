package firmwarelog

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/testvectors/transducer"
)

// Algorithm is an algorithm in the form of its logs: how its values flatten, and what the directives of its source
// say.
type Algorithm struct {
	transducer.Algorithm
	contract *ir.NICContract
	columns  []ratelog.Column  // of its rate logs
	next     string            // the function that returns the first timer to end; "" without timers
	needed   []int             // leaves of the event that a step cannot be without: time and kind
	labels   map[uint64]string // words for the kinds of its events; nil without kinds
	kinds    map[string]uint64 // kinds by the words that logs may have for them
}

// Of returns the Algorithm of a transducer. It may lack any directive: what none explains keeps its name in the
// source.
func Of(t *ir.Transducer) *Algorithm {
	a := &Algorithm{Algorithm: codegen.AlgorithmOf(t), contract: t.Declared(), kinds: map[string]uint64{}}
	a.columns = ratelog.Columns(t, a.contract, nil)
	a.needed = collect.Where([]int{a.contract.Now, a.contract.Kind}, func(i int) bool { return i >= 0 })
	if a.contract.Timer != nil {
		a.next = t.Next.FullName()
	}
	if d := a.kindType(); d != nil {
		a.labels = d.Labels()
		for _, c := range d.Consts() {
			a.called(c.Name, c.Value.Uint64())
		}
		for kind, label := range a.labels {
			a.called(label, kind)
		}
	}
	for _, e := range a.contract.Events {
		a.called(e.Label, e.Value)
		if e.Kind != ir.OnTimer {
			a.called(e.Kind.String(), e.Value)
		}
		a.called(e.Label+"-assumed", e.Value) // of bytes that a trace does not show
		for _, name := range ratelog.OldWords(&e) {
			a.called(name, e.Value)
		}
	}
	return a
}

// called notes a word for a kind.
func (a *Algorithm) called(name string, kind uint64) { a.kinds[name], a.kinds[word(name)] = kind, kind }

// kindType is the type of the event's kind, nil if it has none or it has no name.
func (a *Algorithm) kindType() *ir.TypeDecl {
	if s := a.contract.Signal(ir.SignalKind, ""); s != nil {
		return s.Type.Decl
	}
	return nil
}

// word makes one of the spellings of the name of a kind.
func word(name string) string { return normal(strings.ReplaceAll(name, "-", "_")) }

// EventName names the kind of an event as its constant does, "cut-timer"; "" for an unknown
// one, and in an algorithm without kinds.
func (a *Algorithm) EventName(kind uint64) string { return a.labels[kind] }

// nameOf names an event for people.
func (a *Algorithm) nameOf(event []uint64) string {
	switch at := a.contract.Kind; {
	case at >= 0 && a.labels[event[at]] != "":
		return a.labels[event[at]]
	case at >= 0:
		return fmt.Sprintf("kind %d", event[at])
	case len(a.contract.Events) == 1:
		return a.contract.Events[0].Label
	}
	return "event"
}

// kindWords are the words for the kinds that a NIC brings, for messages.
func (a *Algorithm) kindWords() string {
	words := collect.Of(a.contract.Events, func(e ir.NICEvent) string { return e.Label })
	return strings.Join(words, ", ")
}

// FromNIC reports whether a NIC brings events of the kind.
func (a *Algorithm) FromNIC(kind uint64) bool {
	return slices.ContainsFunc(a.contract.Events, func(e ir.NICEvent) bool { return e.Value == kind })
}

// isTimer reports whether the kind is a timer's.
func (a *Algorithm) isTimer(kind uint64) bool {
	return slices.ContainsFunc(a.contract.Events, func(e ir.NICEvent) bool { return e.Kind == ir.OnTimer && e.Value == kind })
}
