package cgen

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// A step is mostly a switch on the kind of event. As one function, each event would save the registers
// that any of them needs, and what two of them call would stay apart from both. So where code is to be
// fast each kind has a function of its own: the step for an event whose kind is known, of which the
// compiler keeps one clause.

// eventSwitch is the switch on the kind in a step.
type eventSwitch struct {
	*ir.Switch
	event *ir.Var
	kinds []ir.NamedKind
}

// eventSwitches returns those of the transducers that are printed, by the function they are in.
func eventSwitches(p *ir.Program, isRoot map[*ir.Func]bool) map[*ir.Func]eventSwitch {
	found := map[*ir.Func]eventSwitch{}
	for _, t := range p.Transducers {
		leaf, kinds := t.EventKinds()
		if leaf < 0 || !isRoot[t.Step] {
			continue
		}
		f := instance(t.Step)
		for _, s := range f.Body {
			s, ok := s.(*ir.Switch)
			if !ok {
				continue
			}
			tag, ok := s.Tag.(*ir.FieldRef)
			if !ok || tag.Offset() != leaf {
				continue
			}
			if e, ok := tag.X.(*ir.VarRef); ok && e.Var == f.Params[len(f.Params)-1] {
				found[f] = eventSwitch{s, e.Var, kinds}
			}
		}
	}
	return found
}

// instance returns the function that does all of f: a step may be one call of an instance of a generic.
func instance(f *ir.Func) *ir.Func {
	if r, ok := f.Body[0].(*ir.Return); ok && len(r.Values) == 1 {
		if call, ok := r.Values[0].(*ir.Call); ok {
			return instance(call.Func)
		}
	}
	return f
}

// atName returns the name of the step with a parameter for the kind.
func (g *gen) atName(f *ir.Func) string {
	return g.named("event "+g.n.funcs[f], g.n.funcs[f]+"_at")
}

// apart prints the functions of the kinds and the step that chooses among them, behind the body with
// a parameter for the kind.
func (g *gen) apart(f *ir.Func, body string) string {
	s := g.events[f]
	w := &fn{g: g, f: f, vars: map[*ir.Var]string{}}
	w.push()
	step := g.signature(f, w)
	var args []string
	for _, p := range f.Params {
		args = append(args, w.vars[p])
	}
	list := strings.Join(args, ", ")
	kind := w.vars[s.event] + "->" + g.n.fields[s.Tag.(*ir.FieldRef).Field]
	name, at := g.n.funcs[f], g.atName(f)

	var functions, cases strings.Builder
	add := func(labels, suffix, value string) {
		own := g.named("event "+name+suffix, name+"_"+suffix)
		fmt.Fprintf(&functions, "static %sAPART %s\n{\n\treturn %s(%s, %s);\n}\n", g.upper, strings.Replace(step, name+"(", own+"(", 1), at, list, value)
		fmt.Fprintf(&cases, "%s\t\treturn %s(%s);\n", labels, own, list)
	}
	taken := map[uint64]bool{}
	for _, c := range s.Cases {
		labels := ""
		for _, v := range c.Values {
			taken[v.Value.Uint64()] = true
			labels += "\tcase " + w.constant(v).s + ":\n"
		}
		if !c.Default {
			add(labels, s.suffix(c.Values[0]), w.constant(c.Values[0]).s)
		}
	}
	other := uint64(0)
	for taken[other] {
		other++
	}
	add("\tdefault:\n", "other", number(s.Tag.Type().Kind, new(big.Int).SetUint64(other), "", false).s)
	return fmt.Sprintf("static %[1]sINLINE %[2]s\n#ifdef %[1]sAPART\n%[3]s#endif\n%[4]s%[5]s\n{\n#ifdef %[1]sAPART\n\tswitch (%[6]s) {\n%[7]s\t}\n#else\n\treturn %[8]s(%[9]s, %[6]s);\n#endif\n}\n",
		g.upper, body, functions.String(), g.storage(f), step, kind, cases.String(), at, list)
}

// suffix returns how the function of a kind ends.
func (s eventSwitch) suffix(v *ir.Const) string {
	for _, k := range s.kinds {
		if k.Value == v.Value.Uint64() {
			return Snake(strings.ReplaceAll(k.Name, "-", "_"))
		}
	}
	return "kind_" + v.Value.String()
}

// inlineInEvents marks the leaves that are small enough counted by events, for each of which they are called
// by another function: a function that calls none keeps all in registers that it need not save.
func (g *gen) inlineInEvents() {
	for f, s := range g.events {
		around := slices.DeleteFunc(slices.Clone(f.Body), func(of ir.Stmt) bool { return of == ir.Stmt(s.Switch) })
		var alone [][]*ir.Func
		for _, c := range s.Cases {
			_, calls := CountOps(&ir.Func{Body: append(slices.Clone(around), c.Body...)})
			alone = append(alone, calls)
		}
		for c, n := range sites(alone) {
			size, calls := CountOps(c)
			if len(calls) == 0 && size*(n-1) <= inlineGrowth && !g.isRoot[c] {
				g.inline[c] = true
			}
		}
	}
}
