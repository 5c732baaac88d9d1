package ratelog

import (
	"slices"
	"strings"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
)

// ReactionPoint is where an algorithm keeps what the log of a reaction point has (docs/traces.md).
// An algorithm is one if it takes sent and cnp with all their signals, shows rc, rt, alpha,
// time_stage and byte_stage, and has an output whose flags, named constants of its type, are
// among others cut, increase, change and learn.
type ReactionPoint struct {
	// Flags of the output.
	Cut, Increase, Change, Learn uint64

	signals [4]int         // leaves of the event
	shows   map[string]int // in the order of the contract
	did     int            // leaf of the output
}

// The columns of a reaction point, in the order of its log.
var (
	pointSignals = [...]ir.Signal{ir.SignalBytes, ir.SignalPackets, ir.SignalCNPs, ir.SignalMarked}
	pointShows   = []string{"rc", "rt", "alpha", "time_stage", "byte_stage"}
)

// ReactionPointOf returns nil for an algorithm of another kind.
func ReactionPointOf(a *driver.Algorithm) *ReactionPoint {
	p := &ReactionPoint{shows: map[string]int{}, did: -1}
	for i, x := range pointSignals {
		s := a.Contract.Signal(x, "")
		if s == nil {
			return nil
		}
		p.signals[i] = s.Index
	}
	for i, s := range a.Contract.Shows {
		p.shows[s.Name] = i
	}
	for _, name := range pointShows {
		if _, ok := p.shows[name]; !ok {
			return nil
		}
	}
	for i, l := range ir.Layout(a.Def.Output) {
		if l.Field != nil && l.Field.UnitOf() == "flags" && l.Type.Decl != nil && p.flags(l.Type.Decl) {
			p.did = i
		}
	}
	if p.did < 0 || !a.Takes(ir.OnSent) || !a.Takes(ir.OnCNP) || a.Contract.Control(ir.ControlRate, "") == nil {
		return nil
	}
	return p
}

// flags finds the bits in the constants of a type; false if it has not all of them.
func (p *ReactionPoint) flags(d *ir.TypeDecl) bool {
	found := 0
	for v, label := range d.Labels() {
		for name, bit := range map[string]*uint64{"cut": &p.Cut, "increase": &p.Increase, "change": &p.Change, "learn": &p.Learn} {
			if label == name {
				*bit = v
				found++
			}
		}
	}
	return found == 4
}

// columns returns the columns of the log, which has one of the arm in any case, from all of the algorithm.
func (p *ReactionPoint) columns(a *driver.Algorithm, all []Column) []Column {
	var list []Column
	pick := func(label string, signal bool) bool {
		i := slices.IndexFunc(all, func(c Column) bool { return c.Label == label && (c.Signal != nil) == signal && c.Control == nil })
		if i >= 0 {
			list = append(list, all[i])
		}
		return i >= 0
	}
	for _, s := range pointSignals {
		pick(s.String(), true)
	}
	for _, name := range pointShows {
		pick(name, false)
	}
	if !pick("arm", false) {
		list = append(list, Column{Name: "arm", Label: "arm", index: -1})
	}
	return append(list, Column{Name: "did", Label: "did", Unit: "flags", Kind: ir.Layout(a.Def.Output)[p.did].Kind, index: p.did})
}

// keys returns the columns as lines of JSON have them: the fractional bits are in no name, the arm
// comes last, and only if there is one.
func (p *ReactionPoint) keys(columns []Column) []Column {
	keys := slices.Clone(columns)
	for i := range keys {
		if keys[i].Label == "alpha" {
			keys[i].Name = "alpha"
		}
	}
	i := slices.IndexFunc(keys, func(c Column) bool { return c.Name == "arm" })
	arm := keys[i]
	if keys = slices.Delete(keys, i, i+1); arm.index >= 0 {
		keys = append(keys, arm)
	}
	return keys
}

// worth reports whether a row is logged where not all are: it changed the rate, cut, learnt or is
// of CNPs.
func (p *ReactionPoint) worth(r *Row) bool {
	return p.Did(r.Step, p.Cut|p.Change|p.Learn) || r.Event.Happening == ir.OnCNP
}

// Word is what the log of a reaction point calls an event: what a text trace does.
func Word(e *ir.NICEvent) string {
	switch name, timer := strings.CutSuffix(e.Label, "-timer"); {
	case e.Happening == ir.OnSent:
		return "data"
	case e.Happening == ir.OnCNP:
		return "cnp"
	case timer:
		return "timer_" + name
	}
	return e.Label
}

// CNPs returns the number of CNPs of an event that has some, 0 of another.
func (p *ReactionPoint) CNPs(s *driver.Step) uint64 {
	if s.Event.Happening != ir.OnCNP {
		return 0
	}
	return max(s.Values[p.signals[slices.Index(pointSignals[:], ir.SignalCNPs)]], 1)
}

// Did reports whether a step did what a flag says: Cut, Increase, Change or Learn.
func (p *ReactionPoint) Did(s *driver.Step, flag uint64) bool { return s.Output[p.did]&flag != 0 }

// Arm returns the arm that is shown, -1 without arms.
func (p *ReactionPoint) Arm(shows []uint64) int {
	if i, ok := p.shows["arm"]; ok {
		return int(shows[i])
	}
	return -1
}
