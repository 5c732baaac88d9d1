package frontend

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// body is the state of translating a function instance.
type body struct {
	*translator
	p     *pkg
	f     *file
	fd    *ast.FuncDecl
	sig   *types.Signature
	fn    *ir.Func
	env   env
	vars  map[types.Object]*ir.Var
	names []map[string]bool // of the variables in each scope around
	loops map[*ir.Var]bool
	nest  []byte // 'f' and 's' for the loops and switches around
	count int    // variables so far
}

// funcDecl queues a function that is not generic.
func (t *translator) funcDecl(p *pkg, fd *ast.FuncDecl) {
	o, _ := p.info.Defs[fd.Name].(*types.Func)
	if o == nil || fd.Body == nil || fd.Name.Name == "_" {
		return
	}
	d := t.docs[o]
	if isGeneric(o) {
		pos := d.export
		if d.transduce != nil {
			pos = d.transduce.pos
		}
		if pos.IsValid() {
			t.refuse(pos, ruleDirective, "write a function without type parameters that calls an instance, and mark that",
				"generic function %s is marked for export", o.Name())
		}
		return
	}
	fn := t.instance(o, nil)
	if fn == nil {
		t.drop(fd)
		return
	}
	fn.Export = d.export.IsValid() || d.transduce != nil
	fn.ResultNames = d.results
	if n := len(d.results); n > 0 && n != len(fn.Results) {
		t.refuse(d.export, ruleDirective, fmt.Sprintf("write %d names after //ccgen:export, or none", len(fn.Results)),
			"%d names for %d results of %s", n, len(fn.Results), o.Name())
	}
}

func isGeneric(o *types.Func) bool {
	return typeParams(o.Type().(*types.Signature)).Len() > 0
}

// instance returns the function o with the type arguments args, and queues its body if it is new. It returns nil if
// the signature was refused.
func (t *translator) instance(o *types.Func, args []*ir.Type) *ir.Func {
	key := instKey(o, args)
	if fn, ok := t.funcs[key]; ok {
		return fn
	}
	t.funcs[key] = nil
	n, ok := t.nodes[o]
	if !ok {
		return nil
	}
	fd, _ := n.node.(*ast.FuncDecl)
	if fd == nil || fd.Body == nil {
		return nil
	}
	sig := o.Type().(*types.Signature)
	b := &body{translator: t, p: n.p, f: n.f, fd: fd, sig: sig, env: env{}, vars: map[types.Object]*ir.Var{},
		names: []map[string]bool{{}}, loops: map[*ir.Var]bool{}}
	tps := typeParams(sig)
	for i := range tps.Len() {
		b.env[tps.At(i)] = args[i]
	}
	home := t.home(n.p, args)
	fn := &ir.Func{DeclInfo: ir.DeclInfo{Pkg: home.ir, Pos: t.pos(o.Pos()), Doc: commentLines(fd.Doc)},
		Name: o.Name(), GoName: o.Name(), Recv: sig.Recv() != nil, Instance: len(args) > 0}
	b.fn = fn
	fn.Contract = t.docs[o].contract
	if !b.signature() {
		return nil
	}
	if fn.Recv { // until it is named at the end
		fn.GoName = methodName(fn, o.Name())
	}
	t.funcs[key] = fn
	t.fins = append(t.fins, &funcInst{fn: fn, origin: o, args: args, home: home})
	t.addInstance(home, n, fn)
	t.queue = append(t.queue, b)
	return fn
}

// signature translates parameters and results.
func (b *body) signature() bool {
	ok := !b.sig.Variadic()
	if r := b.sig.Recv(); r != nil {
		ok = b.param(r) && ok
	}
	for i := range b.sig.Params().Len() {
		if b.sig.Variadic() && i == b.sig.Params().Len()-1 {
			break // refused by the checker
		}
		ok = b.param(b.sig.Params().At(i)) && ok
	}
	for i := range b.sig.Results().Len() {
		r := b.sig.Results().At(i)
		pos := r.Pos()
		if !pos.IsValid() {
			pos = b.fd.Type.Results.Pos()
		}
		if _, isPtr := r.Type().(*types.Pointer); isPtr {
			ok = false // refused by the checker
			continue
		}
		rt := b.typ(r.Type(), b.env, pos)
		ok = ok && rt != nil
		b.fn.Results = append(b.fn.Results, rt)
	}
	return ok
}

func (b *body) param(v *types.Var) bool {
	gt, byRef := v.Type(), false
	if pt, ok := types.Unalias(gt).(*types.Pointer); ok {
		gt, byRef = pt.Elem(), true
		if _, again := types.Unalias(gt).(*types.Pointer); again {
			return false
		}
	}
	pt := b.typ(gt, b.env, v.Pos())
	if pt == nil {
		return false
	}
	if byRef && pt.Kind.IsScalar() {
		b.refuse(v.Pos(), rulePointer, "pass the value and return the new one", "pointer to %s", pt)
		return false
	}
	name := v.Name()
	if name == "" || name == "_" {
		name = "unused"
	}
	p := b.newVar(name, pt, v.Pos())
	p.GoName, p.Param, p.ByRef = v.Name(), true, byRef
	b.fn.Params = append(b.fn.Params, p)
	b.vars[v] = p
	return true
}

// newVar makes a variable with a name that is unique in scope.
func (b *body) newVar(name string, typ *ir.Type, pos token.Pos) *ir.Var {
	unique := name
	for i := 2; slices.ContainsFunc(b.names, func(s map[string]bool) bool { return s[unique] }); i++ {
		unique = name + "_" + strconv.Itoa(i)
	}
	b.names[len(b.names)-1][unique] = true
	v := &ir.Var{Name: unique, GoName: name, Type: typ, Pos: b.pos(pos), Index: b.count}
	b.count++
	return v
}

// open starts a scope of names, shut ends it.
func (b *body) open() { b.names = append(b.names, map[string]bool{}) }
func (b *body) shut() { b.names = b.names[:len(b.names)-1] }

// temp makes a variable that is not in the source.
func (b *body) temp(typ *ir.Type, pos token.Pos) *ir.Var {
	v := b.newVar("tmp", typ, pos)
	v.GoName = ""
	return v
}

// drain translates queued bodies until there are no new instances.
func (t *translator) drain() {
	for len(t.queue) > 0 {
		b := t.queue[0]
		t.queue = t.queue[1:]
		b.fn.Body = b.block(b.fd.Body)
	}
}

// trials translates every generic type and function that nothing
// instantiates, with the first types that its constraints admit, only to find
// what is to be refused.
func (t *translator) trials() {
	t.trial = true
	done := collect.Map(t.insts, func(i *typeInst) (types.Object, bool) { return i.origin, true })
	for _, i := range t.fins {
		done[i.origin] = true
	}
	t.eachTypeSpec(func(p *pkg, s *ast.TypeSpec) {
		if s.TypeParams != nil && !s.Assign.IsValid() {
			t.trialType(p, s, done)
		}
	})
	t.eachDecl(func(p *pkg, _ *file, d ast.Decl) {
		if fd, ok := d.(*ast.FuncDecl); ok {
			if o, _ := p.info.Defs[fd.Name].(*types.Func); o != nil && isGeneric(o) && !done[o] {
				t.trialFunc(o)
			}
		}
	})
	t.drain()
}

func (t *translator) trialType(p *pkg, ts *ast.TypeSpec, done map[types.Object]bool) {
	o, _ := p.info.Defs[ts.Name].(*types.TypeName)
	if o == nil || done[o] {
		return
	}
	named, _ := o.Type().(*types.Named)
	if named == nil {
		return
	}
	if _, ok := named.Underlying().(*types.Interface); ok {
		return
	}
	if args := t.trialArgs(named.TypeParams()); args != nil {
		t.namedType(named, args, ts.Name.Pos())
	}
}

func (t *translator) trialFunc(o *types.Func) {
	if args := t.trialArgs(typeParams(o.Type().(*types.Signature))); args != nil {
		t.instance(o, args)
	}
}

// typeParams returns the type parameters of a function, or of a method's receiver.
func typeParams(sig *types.Signature) *types.TypeParamList {
	if sig.RecvTypeParams().Len() > 0 {
		return sig.RecvTypeParams()
	}
	return sig.TypeParams()
}

// trialArgs picks a type for each parameter, or returns nil if no type fits one of them.
func (t *translator) trialArgs(tps *types.TypeParamList) []*ir.Type {
	e := env{}
	var args []*ir.Type
	for i := range tps.Len() {
		tp := tps.At(i)
		a := t.firstTerm(tp.Constraint(), e)
		if a == nil {
			t.refuse(tp.Obj().Pos(), ruleConstraint, "constrain it to integers or to a union of array types",
				"no type of the subset satisfies the constraint of %s", tp.Obj().Name())
			return nil
		}
		e[tp] = a
		args = append(args, a)
	}
	return args
}

// firstTerm returns the first type of the subset in a constraint.
func (t *translator) firstTerm(c types.Type, e env) *ir.Type {
	it, ok := c.Underlying().(*types.Interface)
	if !ok {
		return t.termType(c, e)
	}
	for i := range it.NumEmbeddeds() {
		if u, ok := it.EmbeddedType(i).(*types.Union); ok {
			for j := range u.Len() {
				if r := t.termType(u.Term(j).Type(), e); r != nil {
					return r
				}
			}
		} else if r := t.termType(it.EmbeddedType(i), e); r != nil {
			return r
		}
	}
	return nil
}

func (t *translator) termType(c types.Type, e env) *ir.Type {
	if _, ok := c.Underlying().(*types.Interface); ok {
		return t.firstTerm(c, e)
	}
	if b, ok := c.Underlying().(*types.Basic); ok {
		if _, known := basicKinds[b.Kind()]; !known {
			return nil
		}
	}
	return t.typ(c, e, token.NoPos)
}
