package cost

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors"
)

// Handler is a part of the firmware that is called and costed separately: the step of a transducer for one kind of
// event, its init function, or an exported function.
type Handler struct {
	// Name is the transducer's with the kind of event and the outcome, as in "dolcerc4 cnp
	// learns", "dolcerc4 init", or "fixedpoint.Log2".
	Name string
	// Func is what runs.
	Func *ir.Func
	// Transducer is the transducer that the handler belongs to, nil for a function.
	Transducer *ir.Transducer
	// Kind is the value of the event's kind, -1 where the event has none.
	Kind int
	// Outcome selects the steps whose output has the bits of that name (//ccgen:outcome).
	Outcome string
}

// HandlerSet is the handlers that vectors exercise, and the vectors.
type HandlerSet struct {
	Program  *ir.Program
	Files    []*testvectors.File
	Handlers []*Handler
	byName   map[string]*Handler
	kinds    map[*ir.Transducer]kinds
}

// kinds are the kinds of events of a transducer, and the outcome that is measured as a separate handler.
type kinds struct {
	leaf    int // of the event: the kind; -1 if the event has no kind
	all     []ir.NamedKind
	did     int    // the leaf of the output with bits of what was done, or -1
	bits    uint64 // its bits that have //ccgen:outcome
	outcome string // what that directive calls them
}

func kindsOf(t *ir.Transducer) kinds {
	k := kinds{did: -1}
	k.leaf, k.all = t.EventKinds()
	if c, leaf := t.Outcome(); c != nil {
		k.did, k.bits, k.outcome = leaf, c.Value.Uint64(), c.Outcome.Word
	}
	return k
}

// name returns the name of a kind, and "unknown" of one without a constant.
func (k *kinds) name(kind uint64) string {
	for _, n := range k.all {
		if n.Value == kind {
			return n.Name
		}
	}
	return "unknown"
}

// usual leaves out vectors found by search, and parameters at the ends of their ranges: a mean over them is
// meaningless.
func usual(files []*testvectors.File) []*testvectors.File {
	var out []*testvectors.File
	strange := func(t *testvectors.Test) bool {
		return slices.Contains(t.Flags, testvectors.FoundBySearch) || slices.Contains(t.Flags, testvectors.ParameterEnds)
	}
	for _, f := range files {
		g := *f
		g.Groups = nil
		for _, group := range f.Groups {
			empty := group.Tests() == 0
			calls, sequences := group.Calls, group.Sequences
			group.Calls, group.Sequences = nil, nil
			group.Calls = append(group.Calls, collect.Where(calls, func(c testvectors.Call) bool { return !strange(&c.Test) })...)
			group.Sequences = append(group.Sequences, collect.Where(sequences, func(s testvectors.Sequence) bool { return !strange(&s.Test) })...)
			if empty || group.Tests() > 0 {
				g.Groups = append(g.Groups, group)
			}
		}
		out = append(out, &g)
	}
	return out
}

// NewHandlerSet finds the handlers that the files exercise, in the order of the program:
// a transducer's init, then its steps by kind of event; then the functions.
func NewHandlerSet(p *ir.Program, files []*testvectors.File) (*HandlerSet, error) {
	files = usual(files)
	s := &HandlerSet{Program: p, Files: files, byName: map[string]*Handler{},
		kinds: map[*ir.Transducer]kinds{}}
	used := map[string]bool{}
	for _, f := range files {
		for i := range f.Groups {
			g := &f.Groups[i]
			used[g.Name] = true
			if t := p.Transducer(g.Name); t == nil && p.Func(g.Name) == nil {
				return nil, fmt.Errorf("%s: group %d: the firmware has no %s", f.Name, i, g.Name)
			}
		}
	}
	seen := map[string]bool{}
	for _, t := range p.Transducers {
		s.kinds[t] = kindsOf(t)
	}
	for _, f := range files {
		for i := range f.Groups {
			g := &f.Groups[i]
			t := p.Transducer(g.Name)
			if t == nil {
				continue
			}
			seen[g.Name+" init"] = true
			for _, q := range g.Sequences {
				for _, row := range q.Steps {
					event, output, _ := g.Split(row)
					seen[s.stepName(t, event, output)] = true
				}
			}
		}
	}
	for _, t := range p.Transducers {
		if !used[t.Name] {
			continue
		}
		s.add(seen, &Handler{Name: t.Name + " init", Func: t.Init, Transducer: t, Kind: -1})
		if s.kinds[t].leaf < 0 {
			s.add(seen, &Handler{Name: t.Name + " step", Func: t.Step, Transducer: t, Kind: -1})
			continue
		}
		for _, k := range s.kinds[t].all {
			s.add(seen, &Handler{Name: t.Name + " " + k.Name, Func: t.Step, Transducer: t, Kind: int(k.Value)})
			if outcome := s.kinds[t].outcome; outcome != "" {
				s.add(seen, &Handler{Name: t.Name + " " + k.Name + " " + outcome, Func: t.Step, Transducer: t, Kind: int(k.Value), Outcome: outcome})
			}
		}
		s.add(seen, &Handler{Name: t.Name + " unknown", Func: t.Step, Transducer: t, Kind: 255})
	}
	for _, f := range p.Exports() {
		if used[f.FullName()] {
			seen[f.FullName()] = true
			s.add(seen, &Handler{Name: f.FullName(), Func: f, Kind: -1})
		}
	}
	return s, nil
}

func (s *HandlerSet) add(seen map[string]bool, h *Handler) {
	if seen[h.Name] {
		s.Handlers = append(s.Handlers, h)
		s.byName[h.Name] = h
	}
}

// Handler returns the handler of that name, or nil.
func (s *HandlerSet) Handler(name string) *Handler { return s.byName[name] }

// Step returns the handler of one step of a transducer.
func (s *HandlerSet) Step(t *ir.Transducer, event, output []uint64) *Handler {
	return s.byName[s.stepName(t, event, output)]
}

func (s *HandlerSet) stepName(t *ir.Transducer, event, output []uint64) string {
	k := s.kinds[t]
	if k.leaf < 0 {
		return t.Name + " step"
	}
	name := t.Name + " " + k.name(event[k.leaf])
	if k.did >= 0 && output[k.did]&k.bits != 0 && name != t.Name+" unknown" {
		name += " " + k.outcome
	}
	return name
}
