package cost

import "smartnic-cc/codegen/ir"

// StepsOf returns the steps of a transducer, a handler a kind of event, without vectors: of what Measure finds of
// them only Worst and Depth say anything.
func StepsOf(p *ir.Program, t *ir.Transducer) *HandlerSet {
	k := kindsOf(t)
	s := &HandlerSet{Program: p, byName: map[string]*Handler{}, kinds: map[*ir.Transducer]kinds{t: k}}
	seen := map[string]bool{}
	add := func(name string, kind int) {
		seen[name] = true
		s.add(seen, &Handler{Name: name, Func: t.Step, Transducer: t, Kind: kind})
	}
	if k.leaf < 0 {
		add(t.Name+" step", -1)
	}
	for _, one := range k.all {
		add(t.Name+" "+one.Name, int(one.Value))
	}
	return s
}
