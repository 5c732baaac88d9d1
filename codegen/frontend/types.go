package frontend

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// maxArray bounds the elements of an array type, nested ones multiplied: what
// is meant for a NIC is far below it, and a slip like [1 << 30]T is caught.
const maxArray = 1 << 20

// env gives the type parameters of an instance their types.
type env map[*types.TypeParam]*ir.Type

// translator turns checked packages into ir. One lives for a whole Load.
type translator struct {
	*loader
	prog  *ir.Program
	basic map[ir.Kind]*ir.Type
	array map[string]*ir.Type // by element pointer and length
	named map[string]*ir.Type // by object and type arguments; nil if refused
	insts []*typeInst         // named types that come from generics, in order of discovery
	alias map[*types.TypeName]*aliasDecl

	funcs map[string]*ir.Func // by object and type arguments; nil if refused
	fins  []*funcInst         // those of generics
	queue []*body             // function bodies to translate
	decls map[*pkg][]keyed    // declarations with their place

	byTypes map[*types.Package]*pkg
	consts  map[types.Object]*ir.ConstDecl
	tables  map[types.Object]*ir.Table
	nodes   map[types.Object]declNode // where an object is declared
	dirs    map[*ast.CommentGroup]bool
	docs    map[types.Object]directives
	trial   bool     // translating generics that nothing instantiates
	dropped ast.Node // something that was not translated
}

// declNode is the source of a package-level object or struct field.
type declNode struct {
	p     *pkg
	f     *file
	node  ast.Node // *ast.FuncDecl, *ast.TypeSpec, *ast.ValueSpec, *ast.Field
	doc   *ast.CommentGroup
	order int // offset in the file
}

// keyed is a declaration with the key by which it is sorted into its package.
type keyed struct {
	decl   ir.Decl
	file   int
	offset int
}

type typeInst struct {
	decl   *ir.TypeDecl
	origin *types.TypeName
	args   []*ir.Type
	home   *pkg
	named  bool // has its name
}

type funcInst struct {
	fn     *ir.Func
	origin *types.Func
	args   []*ir.Type
	home   *pkg
}

// aliasDecl is `type X = Inst[...]`.
type aliasDecl struct {
	obj  *types.TypeName
	decl *ir.TypeDecl
}

func instKey(o types.Object, args []*ir.Type) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%p", o)
	for _, a := range args {
		fmt.Fprintf(&b, " %p", a)
	}
	return b.String()
}

func (t *translator) basicType(k ir.Kind) *ir.Type {
	if t.basic[k] == nil {
		t.basic[k] = &ir.Type{Kind: k}
	}
	return t.basic[k]
}

var basicKinds = map[types.BasicKind]ir.Kind{
	types.Bool: ir.Bool, types.UntypedBool: ir.Bool,
	types.Int8: ir.Int8, types.Int16: ir.Int16, types.Int32: ir.Int32, types.Int64: ir.Int64,
	types.Uint8: ir.Uint8, types.Uint16: ir.Uint16, types.Uint32: ir.Uint32, types.Uint64: ir.Uint64,
}

// typ translates a type of the subset. It returns nil after a refusal at pos,
// or in silence for a type that is refused elsewhere already.
func (t *translator) typ(gt types.Type, e env, pos token.Pos) *ir.Type {
	switch gt := types.Unalias(gt).(type) {
	case *types.Basic:
		return t.basicOf(gt, pos)
	case *types.TypeParam:
		if r, ok := e[gt]; ok {
			return r
		}
		return nil
	case *types.Named:
		var args []*ir.Type
		for i := range gt.TypeArgs().Len() {
			a := t.typ(gt.TypeArgs().At(i), e, pos)
			if a == nil {
				return nil
			}
			args = append(args, a)
		}
		return t.namedType(gt.Origin(), args, pos)
	case *types.Array:
		elem := t.typ(gt.Elem(), e, pos)
		if elem == nil {
			return nil
		}
		return t.arrayType(elem, gt.Len(), pos)
	}
	return nil // of a form that is refused where it is written
}

func (t *translator) basicOf(b *types.Basic, pos token.Pos) *ir.Type {
	if k, ok := basicKinds[b.Kind()]; ok {
		return t.basicType(k)
	}
	switch b.Kind() {
	case types.Int, types.Uint, types.Uintptr, types.UntypedInt, types.UntypedRune:
		t.refuse(pos, ruleInt, useFixedWidth+", as in uint32(0)", "value of type %s", b.Name())
	case types.String, types.UntypedString:
		t.refuse(pos, ruleString, "use integers", "value of type string")
	case types.UntypedNil:
		t.refuse(pos, rulePointer, "pass a place, &x", "nil")
	case types.Invalid:
		// Refused at the import that would declare it.
	default:
		t.refuse(pos, ruleFloat, "use a fixed-point type such as fixedpoint.UQ16x16", "value of type %s", b.Name())
	}
	return nil
}

func (t *translator) arrayType(elem *ir.Type, n int64, pos token.Pos) *ir.Type {
	if n < 1 {
		t.refuse(pos, ruleArray, "give it at least one element", "array type without elements")
		return nil
	}
	if n > maxArray || n*int64(elem.Leaves()) > maxArray {
		t.refuse(pos, ruleArray, "make it smaller", "array of more than %d elements", maxArray)
		return nil
	}
	key := fmt.Sprintf("%p %d", elem, n)
	if t.array[key] == nil {
		t.array[key] = &ir.Type{Kind: ir.Array, Elem: elem, Len: int(n)}
	}
	return t.array[key]
}

// namedType returns the named type origin, instantiated with args.
func (t *translator) namedType(origin *types.Named, args []*ir.Type, pos token.Pos) *ir.Type {
	obj := origin.Obj()
	p := t.byTypes[obj.Pkg()]
	if _, ok := origin.Underlying().(*types.Interface); ok || p == nil {
		t.refuse(pos, ruleType, "use a concrete type, or a type parameter", "value of type %s", obj.Name())
		return nil
	}
	key := instKey(obj, args)
	if r, ok := t.named[key]; ok {
		return r
	}
	t.named[key] = nil // until it is known to be good

	e := env{}
	for i := range args {
		e[origin.TypeParams().At(i)] = args[i]
	}
	d := &ir.TypeDecl{Name: obj.Name(), GoName: obj.Name(), Instance: len(args) > 0}
	r := &ir.Type{Decl: d}
	d.Type = r
	if !t.fillType(r, origin, e) {
		return nil
	}
	t.named[key] = r

	n := t.nodes[obj]
	d.Pos, d.Doc, d.Range = t.pos(obj.Pos()), commentLines(n.doc), t.docs[obj].rng
	t.typeMeta(p, d, t.docs[obj])
	home := p
	if d.Instance {
		as := collect.Of(args, func(a *ir.Type) string { return a.String() })
		d.GoName = obj.Name() + "[" + strings.Join(as, ", ") + "]"
		home = t.home(p, args)
		t.insts = append(t.insts, &typeInst{decl: d, origin: obj, args: args, home: home})
	}
	d.Pkg = home.ir
	t.addInstance(home, n, d)
	return r
}

// addInstance adds what is declared at n to a package: in its place there, or if it is another
// package than that of n, at the end.
func (t *translator) addInstance(home *pkg, n declNode, d ir.Decl) {
	k := keyed{decl: d, file: n.f.index, offset: n.order}
	if home != n.p {
		k.file = len(home.files)
	}
	if !t.trial {
		t.decls[home] = append(t.decls[home], k)
	}
}

// home is the package that an instance belongs to: the generic's own, or the
// last in dependency order of those that its type arguments come from.
func (t *translator) home(p *pkg, args []*ir.Type) *pkg {
	var visit func(*ir.Type)
	visit = func(a *ir.Type) {
		switch {
		case a.Decl != nil:
			if q := t.byPath[a.Decl.Pkg.Path]; q.index > p.index {
				p = q
			}
		case a.Elem != nil:
			visit(a.Elem)
		}
	}
	for _, a := range args {
		visit(a)
	}
	return p
}

// fillType gives r the shape of origin's underlying type.
func (t *translator) fillType(r *ir.Type, origin *types.Named, e env) bool {
	switch u := origin.Underlying().(type) {
	case *types.Basic:
		b := t.basicOf(u, origin.Obj().Pos())
		if b == nil {
			return false
		}
		r.Kind = b.Kind
		return true
	case *types.Array:
		elem := t.typ(u.Elem(), e, origin.Obj().Pos())
		if elem == nil {
			return false
		}
		a := t.arrayType(elem, u.Len(), origin.Obj().Pos())
		if a == nil {
			return false
		}
		r.Kind, r.Elem, r.Len = ir.Array, a.Elem, a.Len
		return true
	case *types.Struct:
		return t.fillStruct(r, u, e)
	}
	t.typ(origin.Underlying(), e, origin.Obj().Pos())
	return false
}

func (t *translator) fillStruct(r *ir.Type, u *types.Struct, e env) bool {
	r.Kind = ir.Struct
	ok := u.NumFields() > 0
	leaves := 0
	for i := range u.NumFields() {
		v := u.Field(i)
		ft := t.typ(v.Type(), e, v.Pos())
		if ft == nil || v.Embedded() || v.Name() == "_" {
			ok = false
			continue
		}
		f := &ir.Field{Name: v.Name(), Type: ft, Pos: t.pos(v.Pos()), Index: i}
		if n, known := t.nodes[v]; known {
			if af, _ := n.node.(*ast.Field); af != nil && af.Names[0].Pos() == v.Pos() {
				f.Doc, f.LineComment = commentLines(n.doc), oneLine(commentLines(af.Comment))
			}
			t.fieldMeta(f, u, v, t.docs[v])
		}
		r.Fields = append(r.Fields, f)
		if leaves += ft.Leaves(); leaves > maxArray {
			t.refuse(v.Pos(), ruleStruct, "make it smaller", "struct of more than %d values", maxArray)
			return false
		}
	}
	return ok && len(r.Fields) == u.NumFields()
}
