package nicmodel

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel/cost"
	"smartnic-cc/nicmodel/event"
)

// handlerTimes is how long each handler keeps a core.
type handlerTimes struct {
	events []handlerTime // by the events of the contract
}

// handlerTime is that of an event. Steps whose output has a flag may take another time: the first of special that
// matches.
type handlerTime struct {
	event    *ir.NICEvent
	duration event.Time
	special  []flagTime
}

type flagTime struct {
	leaf     int // of the output
	mask     uint64
	duration event.Time
}

// of returns how long the handler of a step takes.
func (t *handlerTimes) of(s *driver.Step) event.Time {
	for i := range t.events {
		h := &t.events[i]
		if h.event != s.Event {
			continue
		}
		for _, f := range h.special {
			if s.Output[f.leaf]&f.mask != 0 {
				return f.duration
			}
		}
		return h.duration
	}
	panic("nicmodel: a step of no event of the contract") // the driver's events are those
}

// sameTimes gives all handlers Cycles.
func (e *Engine) sameTimes(s *driver.Setup) *handlerTimes {
	t := &handlerTimes{}
	for i := range s.Algorithm.Contract.Events {
		t.events = append(t.events, handlerTime{event: &s.Algorithm.Contract.Events[i], duration: e.duration(e.Cycles * 1000)})
	}
	return t
}

// duration returns how long thousandths of a cycle take, rounded to nearest.
func (e *Engine) duration(thousandths uint64) event.Time {
	// At most 1e18.
	return max(event.Time((thousandths*1_000_000_000+e.ClockHz/2)/e.ClockHz), 1)
}

// handlerTimes looks up the handlers of an algorithm, "NAME EVENT" or, without kinds of events, "NAME step". If the
// table also has "NAME EVENT FLAGs", with a flag of the output, as in "dolcerc4 cnp learns", it applies to steps
// whose output has the flag.
func (e *Engine) handlerTimes(s *driver.Setup, table *cost.Table) (*handlerTimes, error) {
	t := &handlerTimes{}
	name, contract := s.Algorithm.Def.Name, s.Algorithm.Contract
	for i := range contract.Events {
		h := handlerTime{event: &contract.Events[i]}
		suffix := " step"
		if contract.Kind >= 0 {
			suffix = " " + h.event.Label
		}
		var err error
		if h.duration, err = e.look(table, name, suffix); err != nil {
			return nil, err
		}
		for leaf, l := range ir.Layout(s.Algorithm.Def.Output) {
			for _, f := range flagsOf(l) {
				if special := suffix + " " + f.word + "s"; table.Has(name + special) {
					took, err := e.look(table, name, special)
					if err != nil {
						return nil, err
					}
					h.special = append(h.special, flagTime{leaf, f.mask, took})
				}
			}
		}
		t.events = append(t.events, h)
	}
	return t, nil
}

// flag is a bit of an output.
type flag struct {
	word string
	mask uint64
}

// flagsOf returns the flags of a leaf with that unit, named by their constants without the type's name, in lower
// case: DidLearn of a Did is "learn".
func flagsOf(l ir.Leaf) (flags []flag) {
	if l.Field == nil || l.Field.UnitOf() != "flags" || l.Type.Decl == nil {
		return flags
	}
	for _, c := range l.Type.Decl.Consts() {
		if word, ok := strings.CutPrefix(c.Name, l.Type.Decl.Name); ok && c.Value.IsUint64() {
			flags = append(flags, flag{strings.ToLower(word), c.Value.Uint64()})
		}
	}
	return flags
}

// look returns how long a handler takes by the table.
func (e *Engine) look(table *cost.Table, name, suffix string) (event.Time, error) {
	handler := name + suffix
	c, err := table.Of(handler, e.Target)
	if err != nil {
		return 0, fmt.Errorf("engine: the cost table does not say what %.40q costs on %.40q; it has %s; give engine.cycles, what every handler takes (ccgen cost tells)",
			handler, e.Target, strings.Join(knownTo(table, suffix), ", "))
	}
	thousandths := c.Mean
	if e.Worst {
		thousandths = c.Worst
	}
	if thousandths < 0 || thousandths > 1000*MaxCycles {
		return 0, fmt.Errorf("engine: the cost table gives %.40q %d thousandths of a cycle; a handler takes 0 to a million cycles", handler, thousandths)
	}
	return e.duration(uint64(thousandths)), nil
}

// knownTo returns the algorithms of a table that have a handler with the suffix.
func knownTo(t *cost.Table, suffix string) []string {
	var names []string
	for i := range t.Handlers {
		if name, ok := strings.CutSuffix(t.Handlers[i].Name, suffix); ok {
			names = append(names, name)
		}
	}
	return names
}

// targets returns the profiles of a table that count cycles, in order of name.
func targets(t *cost.Table) []string {
	var names []string
	for name, unit := range t.Units {
		if unit == "cycles" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
