package frontend

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// What can be done only when all instances are known: names, sizes, transducers, recursion.

// nameInstances gives every instance and method its name. An instance of a
// generic type takes the name of the first alias for it in its own package,
// else the name of the generic and its arguments joined with underscores:
// State[[4]Arm] is State_4Arm. A function likewise; a method is Type_Method.
func (t *translator) nameInstances() {
	byDecl := collect.Map(t.insts, func(i *typeInst) (*ir.TypeDecl, *typeInst) { return i.decl, i })
	t.takeAliasNames(byDecl)
	for _, i := range t.insts {
		t.nameType(i, byDecl)
	}
	for _, i := range t.fins {
		t.nameFunc(i)
	}
	for _, p := range t.order {
		t.clashes(p)
	}
}

func (t *translator) takeAliasNames(byDecl map[*ir.TypeDecl]*typeInst) {
	for _, a := range slices.SortedFunc(maps.Values(t.alias), func(a, b *aliasDecl) int { return t.inOrder(a.obj, b.obj) }) {
		i, n := byDecl[a.decl], t.nodes[a.obj]
		if i == nil || i.named || n.p != i.home {
			continue
		}
		i.named = true
		a.decl.Name, a.decl.Pos = a.obj.Name(), t.pos(a.obj.Pos())
		if doc := commentLines(n.doc); len(doc) > 0 {
			a.decl.Doc = doc
		}
		for k := range t.decls[i.home] {
			if d := &t.decls[i.home][k]; d.decl == a.decl {
				d.file, d.offset = n.f.index, n.order
			}
		}
	}
}

// inOrder compares where two objects are declared.
func (t *translator) inOrder(a, b types.Object) int {
	x, y := t.nodes[a], t.nodes[b]
	return cmp.Or(cmp.Compare(x.p.index, y.p.index), cmp.Compare(x.f.index, y.f.index), cmp.Compare(x.order, y.order))
}

func (t *translator) nameType(i *typeInst, byDecl map[*ir.TypeDecl]*typeInst) {
	for _, a := range i.args { // inner ones first
		for a.Decl == nil && a.Elem != nil {
			a = a.Elem
		}
		if j := byDecl[a.Decl]; a.Decl != nil && j != nil && j != i {
			t.nameType(j, byDecl)
		}
	}
	if !i.named {
		i.named = true
		i.decl.Name = i.origin.Name() + suffix(i.args, i.home.ir)
	}
	i.decl.GoName = i.origin.Name() + goArgs(i.args, i.home.ir)
}

func (t *translator) nameFunc(i *funcInst) {
	fn := i.fn
	if !fn.Recv {
		fn.Name = i.origin.Name() + suffix(i.args, i.home.ir)
		fn.GoName = i.origin.Name() + goArgs(i.args, i.home.ir)
		return
	}
	fn.Name = fn.Params[0].Type.Decl.Name + "_" + i.origin.Name()
	fn.GoName = methodName(fn, i.origin.Name())
}

// methodName returns a method as Go spells it.
func methodName(fn *ir.Func, name string) string {
	recv := fn.Params[0]
	if recv.ByRef {
		return "(*" + recv.Type.Decl.GoName + ")." + name
	}
	return recv.Type.Decl.GoName + "." + name
}

func suffix(args []*ir.Type, home *ir.Package) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteByte('_')
		for a.Decl == nil && a.Kind == ir.Array {
			b.WriteString(strconv.Itoa(a.Len))
			if a = a.Elem; a.Decl == nil && a.Kind == ir.Array {
				b.WriteByte('x')
			}
		}
		if a.Decl == nil {
			b.WriteString(a.Kind.String())
			continue
		}
		if a.Decl.Pkg != home {
			b.WriteString(a.Decl.Pkg.Name + "_")
		}
		b.WriteString(a.Decl.Name)
	}
	return b.String()
}

func goArgs(args []*ir.Type, home *ir.Package) string {
	if len(args) == 0 {
		return ""
	}
	names := collect.Of(args, func(a *ir.Type) string { return goType(a, home) })
	return "[" + strings.Join(names, ", ") + "]"
}

func goType(a *ir.Type, home *ir.Package) string {
	switch {
	case a.Decl != nil && a.Decl.Pkg != home:
		return a.Decl.Pkg.Name + "." + a.Decl.GoName
	case a.Decl != nil:
		return a.Decl.GoName
	case a.Kind == ir.Array:
		return "[" + strconv.Itoa(a.Len) + "]" + goType(a.Elem, home)
	}
	return a.Kind.String()
}

// clashes refuses two declarations of a package with the same name in C: Go distinguishes methods and instances, C
// does not.
func (t *translator) clashes(p *pkg) {
	seen := map[string]ir.Pos{}
	claim := func(name, goName string, pos ir.Pos) {
		if at, ok := seen[name]; ok {
			t.add(Diagnostic{Pos: pos, Rule: ruleName, Msg: goName + " would be named " + name + " like the declaration at " + at.String(),
				Remedy: "rename one, or give the instance an alias"})
			return
		}
		seen[name] = pos
	}
	// Names from the source come first.
	for _, made := range []bool{false, true} {
		for _, k := range t.decls[p] {
			switch d := k.decl.(type) {
			case *ir.ConstGroup:
				for _, c := range d.Consts {
					if !made {
						claim(c.Name, c.Name, c.Pos)
					}
				}
			case *ir.TypeDecl:
				if made == d.Instance {
					claim(d.Name, d.GoName, d.Pos)
				}
			case *ir.Table:
				if !made {
					claim(d.Name, d.Name, d.Pos)
				}
			case *ir.Func:
				if made == (d.Instance || d.Recv) {
					claim(d.Name, d.GoName, d.Pos)
				}
			}
		}
	}
}

// sizes checks the //ccgen:size directives.
func (t *translator) sizes() { t.eachTypeSpec(t.sizeOf) }

func (t *translator) sizeOf(p *pkg, ts *ast.TypeSpec) {
	o := p.info.Defs[ts.Name]
	dir, ok := t.docs[o]
	if !ok || dir.size == 0 {
		return
	}
	if ts.TypeParams != nil {
		t.refuse(dir.sizePos, ruleSize, "put it on an alias of an instance, as in type State4 = State[[4]Arm]",
			"the size of generic type %s depends on its arguments", ts.Name.Name)
		return
	}
	r := t.typ(o.Type(), nil, ts.Name.Pos())
	if r == nil {
		return
	}
	if r.Kind != ir.Struct || r.Decl == nil {
		t.refuse(dir.sizePos, ruleSize, "put it on a struct type", "//ccgen:size on %s, which is no struct", ts.Name.Name)
		return
	}
	if n := r.Size(); n != dir.size {
		t.refuse(dir.sizePos, ruleSize, "correct one of the two (a field is aligned to its own size)",
			"%s is %d bytes, not %d", ts.Name.Name, n, dir.size)
		return
	}
	r.Decl.Size, r.Decl.SizePos = dir.size, t.pos(dir.sizePos)
}

// transducers binds the step functions to their init and next functions.
func (t *translator) transducers() {
	seen := map[string]bool{}
	t.eachDecl(func(p *pkg, _ *file, d ast.Decl) {
		fd, ok := d.(*ast.FuncDecl)
		if !ok {
			return
		}
		o, _ := p.info.Defs[fd.Name].(*types.Func)
		dir := t.docs[o]
		if o == nil || dir.transduce == nil || isGeneric(o) {
			return
		}
		if seen[dir.transduce.name] {
			t.refuse(dir.transduce.pos, ruleTransducer, "rename one", "two transducers are named %s", dir.transduce.name)
		}
		seen[dir.transduce.name] = true
		t.transducer(p, o, dir.transduce)
	})
}

func (t *translator) transducer(p *pkg, o *types.Func, dir *transducerDir) {
	step := t.funcs[instKey(o, nil)]
	if step == nil {
		return // refused
	}
	const shape = "write func Step(p *Params, s *State, e *Event) Output with structs, and Output a struct or integer"
	if step.Recv || len(step.Params) != 3 || len(step.Results) != 1 || step.Results[0].Kind == ir.Array || step.Results[0].Kind == ir.Bool {
		t.refuse(o.Pos(), ruleTransducer, shape, "%s has not the form of a step function", o.Name())
		return
	}
	for _, v := range step.Params {
		if !v.ByRef || v.Type.Kind != ir.Struct {
			t.refuse(o.Pos(), ruleTransducer, shape, "%s has not the form of a step function", o.Name())
			return
		}
	}
	tr := &ir.Transducer{Name: dir.name, Pkg: p.ir, Pos: t.pos(dir.pos), Step: step, Params: step.Params[0].Type,
		State: step.Params[1].Type, Event: step.Params[2].Type, Output: step.Results[0]}
	var pos token.Pos
	if tr.Init, pos = t.companion(p, dir.pos, "init", dir.init); tr.Init == nil {
		return // refused
	}
	ps := tr.Init.Params
	if len(ps) != 2 || len(tr.Init.Results) != 0 || !ps[0].ByRef || !ps[1].ByRef || ps[0].Type != tr.Params || ps[1].Type != tr.State {
		t.refuse(pos, ruleTransducer, "write func "+dir.init+"(p *"+tr.Params.Decl.Name+", s *"+tr.State.Decl.Name+")",
			"%s has not the form of the init function of %s", dir.init, dir.name)
		return
	}
	tr.Init.Export = true
	if dir.next != "" {
		if tr.Next, pos = t.companion(p, dir.pos, "next", dir.next); tr.Next == nil {
			return // refused
		}
		ps, rs := tr.Next.Params, tr.Next.Results
		if len(ps) != 2 || len(rs) != 1 || !ps[0].ByRef || ps[0].Type != tr.State || !ps[1].Type.Kind.IsInteger() || rs[0].Kind != ir.Struct {
			t.refuse(pos, ruleTransducer, "write func "+dir.next+"(s *"+tr.State.Decl.Name+", now uint32) Timer, Timer a struct",
				"%s has not the form of the next function of %s", dir.next, dir.name)
			return
		}
		tr.Next.Export = true
	}
	var ok bool
	isOutput := func(r *ir.Type) bool { return r == tr.Output }
	if tr.First, ok = t.ofState(p, tr, dir, "first", dir.first, tr.Output.String(), isOutput); !ok {
		return
	}
	isStruct := func(r *ir.Type) bool { return r.Kind == ir.Struct }
	if tr.View, ok = t.ofState(p, tr, dir, "view", dir.view, "View, View a struct", isStruct); !ok {
		return
	}
	t.needs(tr, t.docs[o].needs)
	t.prog.Transducers = append(t.prog.Transducers, tr)
}

// needs finds the parameters without which a transducer ignores a NIC event.
func (t *translator) needs(tr *ir.Transducer, dirs []needsDir) {
	for _, d := range dirs {
		leaf, param := ir.FieldAt(tr.Params, d.param)
		if param == nil || !param.Kind.IsScalar() {
			t.refuse(d.pos, ruleTransducer, "name a number or bool of it, as in Learn.Rest where it is in a struct", "%s has no parameter %s", tr.Params, d.param)
			continue
		}
		tr.Needs = append(tr.Needs, ir.Need{Kind: d.kind, Param: d.param, Leaf: leaf, Pos: t.pos(d.pos)})
	}
}

// ofState finds the first or view function, func(p *Params, s *State) R, where fits reports whether R is allowed. It
// returns false if the function is refused, and nil if none is named.
func (t *translator) ofState(p *pkg, tr *ir.Transducer, dir *transducerDir, role, name, result string, fits func(*ir.Type) bool) (*ir.Func, bool) {
	if name == "" {
		return nil, true
	}
	f, pos := t.companion(p, dir.pos, role, name)
	if f == nil {
		return nil, false
	}
	ps, rs := f.Params, f.Results
	if len(ps) != 2 || len(rs) != 1 || !ps[0].ByRef || !ps[1].ByRef || ps[0].Type != tr.Params || ps[1].Type != tr.State || !fits(rs[0]) {
		t.refuse(pos, ruleTransducer, "write func "+name+"(p *"+tr.Params.Decl.Name+", s *"+tr.State.Decl.Name+") "+result,
			"%s has not the form of the %s function of %s", name, role, dir.name)
		return nil, false
	}
	return f, true
}

// companion finds the function that a transducer's directive at pos names for a role, and where it is declared. It
// returns nil if that is refused.
func (t *translator) companion(p *pkg, pos token.Pos, role, name string) (*ir.Func, token.Pos) {
	o, _ := p.tpkg.Scope().Lookup(name).(*types.Func)
	if o == nil {
		t.refuse(pos, ruleTransducer, "name a function of the same package", "%s function %s is not declared", role, name)
		return nil, pos
	}
	if isGeneric(o) {
		t.refuse(pos, ruleTransducer, "name a function without type parameters", "%s function %s is generic", role, name)
		return nil, pos
	}
	return t.funcs[instKey(o, nil)], o.Pos()
}

// recursion refuses cycles of calls.
func (t *translator) recursion() {
	const (
		open = 1
		shut = 2
	)
	state := map[*ir.Func]int{}
	var stack []*ir.Func
	var visit func(f *ir.Func)
	visit = func(f *ir.Func) {
		state[f] = open
		stack = append(stack, f)
		for _, c := range f.Calls {
			switch state[c] {
			case 0:
				visit(c)
			case open:
				t.cycle(stack[slices.Index(stack, c):])
			}
		}
		stack = stack[:len(stack)-1]
		state[f] = shut
	}
	list := slices.Clone(t.fins)
	slices.SortStableFunc(list, func(a, b *funcInst) int { return t.inOrder(a.origin, b.origin) })
	for _, i := range list {
		if state[i.fn] == 0 {
			visit(i.fn)
		}
	}
}

func (t *translator) cycle(fs []*ir.Func) {
	names := collect.Of(fs, func(f *ir.Func) string { return f.GoName })
	names = append(names, fs[0].GoName)
	t.add(Diagnostic{Pos: fs[0].Pos, Rule: ruleRecursion, Msg: "recursion: " + strings.Join(names, " calls "),
		Remedy: "write a loop with constant bounds"})
}
