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

// eventSwitch is the switch on the kind in a function that does all of a step.
type eventSwitch struct {
	*ir.Switch
	step  *ir.Func // that function, or what calls an instance of a generic
	event *ir.Var
	kinds []ir.NamedKind
}

// eventSwitches returns those of the transducers that are printed, by the function they are in.
func eventSwitches(p *ir.Program, roots []*ir.Func) map[*ir.Func]eventSwitch {
	found := map[*ir.Func]eventSwitch{}
	for _, t := range p.Transducers {
		leaf, kinds := t.EventKinds()
		if leaf < 0 || !slices.Contains(roots, t.Step) {
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
				found[f] = eventSwitch{s, t.Step, e.Var, kinds}
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

// atKind prints the signature of the function that has the switch, with a parameter for the kind.
func (g *gen) atKind(f *ir.Func, w *fn) string {
	w.kind = w.local("kind")
	return g.signatureOf(f, w, g.atName(f), g.decl(g.events[f].Tag.Type(), w.kind))
}

// atName returns its name, another one than that of the step.
func (g *gen) atName(f *ir.Func) string {
	name := g.n.funcs[f]
	if g.events[f].step != f {
		return name
	}
	return g.named("event "+name, name+"_at")
}

// dispatch prints the functions of the kinds, and the step that chooses among them.
func (g *gen) dispatch(step, f *ir.Func) string {
	s := g.events[f]
	w := &fn{g: g, f: step, vars: map[*ir.Var]string{}}
	w.push()
	signature := g.signature(step, w)
	var params []string
	for _, p := range step.Params {
		params = append(params, w.vars[p])
	}
	kind := params[len(params)-1] + "->" + g.n.fields[s.Tag.(*ir.FieldRef).Field]
	args := strings.Join(params, ", ")
	name, at := g.n.funcs[step], g.atName(f)

	var functions, cases strings.Builder
	add := func(labels, suffix, value string) {
		own := g.named("event "+name+suffix, name+"_"+suffix)
		fmt.Fprintf(&functions, "static %sAPART %s\n{\n\treturn %s(%s, %s);\n}\n", g.upper, strings.Replace(signature, name+"(", own+"(", 1), at, args, value)
		fmt.Fprintf(&cases, "%s\t\treturn %s(%s);\n", labels, own, args)
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
	return fmt.Sprintf("#ifdef %[1]sAPART\n%[2]s#endif\n%[3]s%[4]s\n{\n#ifdef %[1]sAPART\n\tswitch (%[5]s) {\n%[6]s\t}\n#else\n\treturn %[7]s(%[8]s, %[5]s);\n#endif\n}\n",
		g.upper, functions.String(), g.storage(step), signature, kind, cases.String(), at, args)
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

// eventLeaves returns the functions that are small enough counted by events, each of which another function
// takes, and call none: a function without a call keeps all in registers that it need not save.
func eventLeaves(events map[*ir.Func]eventSwitch) map[*ir.Func]bool {
	leaves := map[*ir.Func]bool{}
	for f, s := range events {
		around := slices.DeleteFunc(slices.Clone(f.Body), func(of ir.Stmt) bool { return of == ir.Stmt(s.Switch) })
		var alone [][]*ir.Func
		for _, c := range s.Cases {
			_, calls := CountOps(&ir.Func{Body: append(slices.Clone(around), c.Body...)})
			alone = append(alone, calls)
		}
		for c, n := range sites(alone) {
			size, calls := CountOps(c)
			leaves[c] = leaves[c] || len(calls) == 0 && size*(n-1) <= inlineGrowth
		}
	}
	return leaves
}
