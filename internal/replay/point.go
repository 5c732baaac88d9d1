package replay

import (
	"slices"
	"strings"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
)

// reactionPoint is where an algorithm keeps what the log of a reaction point has (docs/traces.md).
// An algorithm is one if it takes sent and cnp with all their signals, shows rc, rt, alpha,
// time_stage and byte_stage, and has an output whose flags, named constants of its type, are
// among others cut, increase, change and learn.
type reactionPoint struct {
	signals                      [4]int         // leaves of the event
	shows                        map[string]int // in the order of the contract
	did                          int            // leaf of the output
	cut, increase, change, learn uint64         // its flags
}

// The columns of a reaction point, in the order of its log.
var (
	pointSignals = [...]ir.Signal{ir.SignalBytes, ir.SignalPackets, ir.SignalCNPs, ir.SignalMarked}
	pointShows   = []string{"rc", "rt", "alpha", "time_stage", "byte_stage"}
)

// reactionPointOf returns nil for an algorithm of another kind.
func reactionPointOf(a *driver.Algorithm) *reactionPoint {
	p := &reactionPoint{shows: map[string]int{}, did: -1}
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
func (p *reactionPoint) flags(d *ir.TypeDecl) bool {
	found := 0
	for v, label := range d.Labels() {
		for name, bit := range map[string]*uint64{"cut": &p.cut, "increase": &p.increase, "change": &p.change, "learn": &p.learn} {
			if label == name {
				*bit = v
				found++
			}
		}
	}
	return found == 4
}

// columns returns the columns of the log, which has one of the arm in any case.
func (p *reactionPoint) columns(a *driver.Algorithm, params []uint64) []Column {
	all := columnsOf(a, params)
	var list []Column
	pick := func(what What, label string) bool {
		i := slices.IndexFunc(all, func(c Column) bool { return c.What == what && c.Label == label })
		if i >= 0 {
			list = append(list, all[i])
		}
		return i >= 0
	}
	for _, s := range pointSignals {
		pick(Signal, s.String())
	}
	for _, name := range pointShows {
		pick(Show, name)
	}
	if !pick(Show, "arm") {
		list = append(list, Column{Name: "arm", What: Show, Label: "arm", index: -1})
	}
	return append(list, Column{Name: "did", What: Output, Label: "did", Unit: "flags", Kind: ir.Layout(a.Def.Output)[p.did].Kind, index: p.did})
}

// keys returns the columns as lines of JSON have them: the fractional bits are in no name, the arm
// comes last, and only if there is one.
func (p *reactionPoint) keys(columns []Column) []Column {
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
func (p *reactionPoint) worth(r *Row) bool {
	return r.Output[p.did]&(p.cut|p.change|p.learn) != 0 || r.Event.Happening == ir.OnCNP
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

// count counts what a step took and did.
func (p *reactionPoint) count(d *Did, s *driver.Step) {
	if s.Event.Happening == ir.OnCNP {
		d.CNPs += max(s.Values[p.signals[slices.Index(pointSignals[:], ir.SignalCNPs)]], 1)
	}
	for _, f := range [...]struct {
		flag uint64
		n    *uint64
	}{{p.cut, &d.Cuts}, {p.increase, &d.Increases}, {p.learn, &d.Learnt}} {
		if s.Output[p.did]&f.flag != 0 {
			*f.n++
		}
	}
}

// final returns the rates with the arm that is in force.
func (p *reactionPoint) final(c *driver.Conn, r *Rates) (*RC, error) {
	rc := &RC{MeanRC: r.MeanRate, LowestRC: r.LowestRate, FinalRC: r.FinalRate, FinalArm: -1}
	i, ok := p.shows["arm"]
	if !ok {
		return rc, nil
	}
	shows, err := c.Shows(nil)
	if err == nil {
		rc.FinalArm = int(shows[i])
	}
	return rc, err
}
