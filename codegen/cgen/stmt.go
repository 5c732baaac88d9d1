package cgen

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
)

// fn prints one function.
type fn struct {
	g      *gen
	f      *ir.Func
	vars   map[*ir.Var]string
	scopes []map[string]bool // C names in the enclosing blocks
	out    *strings.Builder
	indent int
	fresh  bool // at the start of a block: no blank line

	read   []*ir.Var                // variables in the order of their mentions
	consts map[*ir.ConstDecl]string // names of constants local to the function
	info   *fnInfo                  // what the first pass found
	trail  string                   // comment for the end of the next line
}

// fnInfo is what the first of the two passes over a function finds out for the
// second.
type fnInfo struct {
	kinds  map[*ir.ConstDecl]ir.Kind // of the uses of a local constant; Invalid if several
	unread map[*ir.Var]bool          // variables that nothing printed mentions
}

func (i *fnInfo) use(c *ir.ConstDecl, k ir.Kind) {
	if old, ok := i.kinds[c]; ok && old != k {
		k = ir.Invalid
	}
	i.kinds[c] = k
}

func (f *fn) fail(p ir.Pos, format string, args ...any) {
	if f.g.err == nil {
		f.g.err = fmt.Errorf("%s: %s", p, fmt.Sprintf(format, args...))
	}
}

func (f *fn) push() { f.scopes = append(f.scopes, map[string]bool{}) }
func (f *fn) pop()  { f.scopes = f.scopes[:len(f.scopes)-1] }

// fresh name: declared in no enclosing block and not at file scope.
func (f *fn) local(name string) string {
	name = safe(Snake(name))
	n := name
	for i := 2; f.taken(n); i++ {
		n = fmt.Sprintf("%s_%d", name, i)
	}
	f.scopes[len(f.scopes)-1][n] = true
	return n
}

func (f *fn) taken(n string) bool {
	for _, s := range f.scopes {
		if s[n] {
			return true
		}
	}
	return f.g.n.taken[n]
}

func (f *fn) declareVar(v *ir.Var) string {
	name := v.GoName
	if name == "" {
		name = v.Name
	}
	f.vars[v] = f.local(name)
	return f.vars[v]
}

func (f *fn) line(format string, args ...any) {
	f.out.WriteString(strings.Repeat("\t", f.indent))
	fmt.Fprintf(f.out, format, args...)
	if f.trail != "" {
		f.out.WriteString(" " + f.trail)
		f.trail = ""
	}
	f.out.WriteByte('\n')
	f.fresh = false
}

func (f *fn) open(format string, args ...any) {
	f.line(format+" {", args...)
	f.indent++
	f.push()
	f.fresh = true
}

func (f *fn) close(s string) {
	f.indent--
	f.pop()
	f.line("}%s", s)
}

// lead prints what stands before a statement, and keeps what stands after it.
func (f *fn) lead(s *ir.StmtInfo) {
	if s.Blank && !f.fresh {
		f.out.WriteByte('\n')
	}
	if len(s.Lead) > 0 {
		f.out.WriteString(comment(f.prose(s.Lead), strings.Repeat("\t", f.indent)))
		f.fresh = false
	}
	if s.Pos.Line > 0 {
		switch f.g.opt.Lines {
		case LineDirectives:
			fmt.Fprintf(f.out, "#line %d \"%s\"\n", s.Pos.Line, s.Pos.File)
		case LineComments:
			f.trail = fmt.Sprintf("/* %s:%d */", s.Pos.File, s.Pos.Line)
		}
	}
	if s.Trail != "" {
		f.trail = strings.TrimSpace(f.trail + " " + f.remark(s.Trail))
	}
}

// stmts prints a list and reports whether its end is out of reach; what stands
// after a return is not printed.
func (f *fn) stmts(list []ir.Stmt) bool {
	for _, s := range list {
		if f.stmt(s) {
			return true
		}
	}
	return false
}

func (f *fn) stmt(s ir.Stmt) bool {
	if b, ok := s.(*ir.Block); ok && b.Implicit {
		return f.implicit(b)
	}
	f.lead(s.Info())
	switch s := s.(type) {
	case *ir.Declare:
		f.declare(s)
	case *ir.DeclareConst:
		f.declareConst(s)
	case *ir.Assign:
		f.assign(s)
	case *ir.MultiAssign:
		f.multi(s.Dst, s.Define, s.From)
	case *ir.CallStmt:
		f.callStmt(s.Call)
	case *ir.If:
		return f.ifStmt(s)
	case *ir.For:
		f.forStmt(s)
	case *ir.Switch:
		return f.switchStmt(s)
	case *ir.Block:
		f.open("")
		end := f.stmts(s.Body)
		f.close("")
		return end
	case *ir.Return:
		f.ret(s)
		return true
	case *ir.Break:
		f.line("break;")
		return true
	case *ir.Continue:
		f.line("continue;")
		return true
	case *ir.Comment:
	default:
		f.fail(s.Info().Pos, "unexpected statement %T", s)
	}
	f.trail = ""
	return false
}

// implicit prints a block that the source has no braces for. It needs none here:
// names in scope are distinct.
func (f *fn) implicit(b *ir.Block) bool {
	info := b.StmtInfo
	info.Pos, info.Trail = ir.Pos{}, ""
	f.lead(&info)
	if b.Trail != "" {
		f.trail = f.remark(b.Trail)
	}
	f.fresh = f.fresh || b.Blank // one blank line is enough
	return f.stmts(b.Body)
}

func (f *fn) declare(s *ir.Declare) {
	v := s.Var
	var init string
	k := v.Type.Kind
	switch x := s.Init.(type) {
	case nil:
		init = f.g.useZero()
		if k.IsScalar() {
			init = zeroScalar(k)
		}
	case *ir.Composite:
		b, ok := f.braces(x)
		if !ok {
			f.buildComposite(v, x)
			return
		}
		init = b
	default:
		if k == ir.Array {
			f.declareArray(v, s.Init)
			return
		}
		init = f.byValue(s.Init)
	}
	f.line("%s = %s;", f.g.decl(v.Type, f.declareVar(v)), init)
	f.voidUnread(v)
}

// voidUnread marks a variable as used whose only mentions were in branches that
// the types decide.
func (f *fn) voidUnread(v *ir.Var) {
	if f.info.unread[v] {
		f.line("(void)%s;", f.vars[v])
	}
}

// buildComposite declares v and fills it element by element.
func (f *fn) buildComposite(v *ir.Var, c *ir.Composite) {
	name := f.declareVar(v)
	f.line("%s = %s;", f.g.decl(v.Type, name), f.g.useZero())
	f.fill(name, c)
}

func (f *fn) fill(dst string, c *ir.Composite) {
	for i, e := range c.Elems {
		if e == nil {
			continue
		}
		d := fmt.Sprintf("%s[%d]", dst, i)
		if c.Typ.Kind == ir.Struct {
			d = dst + "." + f.g.n.fields[c.Typ.Fields[i]]
		}
		if x, ok := e.(*ir.Composite); ok {
			f.fill(d, x)
			continue
		}
		f.store(d, e)
	}
}

// store prints dst = e for any type; dst is new, so e does not mention it.
func (f *fn) store(dst string, e ir.Expr) {
	if e.Type().Kind != ir.Array {
		f.line("%s = %s;", dst, f.byValue(e))
		return
	}
	src := f.arraySource(e)
	f.copyArray(dst, src, e.Type())
}

// arraySource prints an array that can be read element by element, putting one
// that has no place into a variable.
func (f *fn) arraySource(e ir.Expr) string {
	if !temporary(e) {
		s, _ := f.place(e)
		return s
	}
	w := f.wrapper(e)
	t := f.local("array")
	f.line("%s %s = %s;", f.g.wrapperName(e.Type()), t, w)
	return t + ".v"
}

func (f *fn) copyArray(dst, src string, t *ir.Type) {
	i := f.local("i")
	f.open("for (uint32_t %s = 0u; %s < %du; %s++)", i, i, t.Len, i)
	d, s := fmt.Sprintf("%s[%s]", dst, i), fmt.Sprintf("%s[%s]", src, i)
	if t.Elem.Kind == ir.Array {
		f.copyArray(d, s, t.Elem)
	} else {
		f.line("%s = %s;", d, s)
	}
	f.close("")
	delete(f.scopes[len(f.scopes)-1], i)
}

func (f *fn) declareArray(v *ir.Var, init ir.Expr) {
	src := f.arraySource(init)
	f.line("%s;", f.g.decl(v.Type, f.declareVar(v)))
	f.copyArray(f.vars[v], src, v.Type)
	f.voidUnread(v)
}

// declareConst prints constants of a block as const variables. One that is
// never used, or used as several types, is printed as its value where it is used.
func (f *fn) declareConst(s *ir.DeclareConst) {
	for _, c := range s.Consts {
		if !f.localConst(c) {
			continue
		}
		if len(c.Doc) > 0 {
			f.out.WriteString(comment(f.prose(c.Doc), strings.Repeat("\t", f.indent)))
		}
		k := f.info.kinds[c]
		t := cKind[k]
		if c.Type != nil {
			t = f.g.typeName(c.Type)
		}
		f.consts[c] = f.local(c.Name)
		if c.Trail != "" {
			f.trail = f.remark(c.Trail)
		}
		f.line("const %s %s = %s;", t, f.consts[c], number(k, c.Value, c.Text, true).s)
	}
}

// localConst reports whether the local constant has a name in C.
func (f *fn) localConst(c *ir.ConstDecl) bool {
	return f.g.final && f.info.kinds[c] != ir.Invalid
}

func (f *fn) assign(s *ir.Assign) {
	k := s.Dst.Type().Kind
	switch {
	case s.Op == ir.NoOp && k == ir.Array:
		src := f.assignSource(s)
		dst, _ := f.place(s.Dst)
		f.copyArray(dst, src, s.Dst.Type())
	case s.Op == ir.NoOp && k == ir.Struct:
		src := f.structSource(s.Src)
		dst, _ := f.place(s.Dst)
		f.line("%s = %s;", dst, src)
	case s.Op == ir.NoOp:
		dst := f.target(s.Dst)
		f.line("%s = %s;", dst, f.value(s.Src).s)
	default:
		f.opAssign(s, k)
	}
}

// target prints the left side of an assignment, which is not a use of a
// variable for compilers that look for unused ones.
func (f *fn) target(e ir.Expr) string {
	mark := len(f.read)
	dst, _ := f.place(e)
	if v, ok := e.(*ir.VarRef); ok && !v.Var.ByRef {
		f.read = f.read[:mark]
	}
	return dst
}

func (f *fn) assignSource(s *ir.Assign) string {
	if c, ok := s.Src.(*ir.Composite); ok {
		return f.compositeVar(c)
	}
	return f.arraySource(s.Src)
}

// compositeVar puts a composite into a new variable.
func (f *fn) compositeVar(c *ir.Composite) string {
	b, ok := f.braces(c)
	name := f.local("value")
	if !ok {
		f.line("%s = %s;", f.g.decl(c.Typ, name), f.g.useZero())
		f.fill(name, c)
		return name
	}
	f.line("%s = %s;", f.g.decl(c.Typ, name), b)
	return name
}

func (f *fn) structSource(e ir.Expr) string {
	if c, ok := e.(*ir.Composite); ok && !zeroComposite(c) {
		return f.compositeVar(c)
	}
	return f.aggregate(e)
}

// opAssign prints x op= y, as such where C means the same by it.
func (f *fn) opAssign(s *ir.Assign, k ir.Kind) {
	rx, ry := f.g.r.of(s.Dst), f.g.r.of(s.Src)
	dst, prec := f.place(s.Dst)
	x := cx{s: dst, prec: prec, k: k}
	var full cx
	if s.Op == ir.Shl || s.Op == ir.Shr {
		full = f.shift(s.Op, x, rx, s.Src, k)
	} else {
		full = f.arith(s.Op, x, f.expr(s.Src), rx, ry, k)
	}
	plain := cx{s: dst, prec: prec}.in(precMul) + " " + cOps[s.Op].s + " "
	simple := wide(k) && strings.HasPrefix(full.s, plain) && full.prec == cOps[s.Op].prec
	switch {
	case s.Inc && (simple || !k.IsSigned()):
		f.line("%s%s;", cx{s: dst, prec: prec}.in(precPostfix), s.Op.String()+s.Op.String())
	case simple:
		rest := strings.TrimPrefix(full.s, plain)
		if n := len(rest); rest[0] == '(' && matching(rest) == n-1 {
			rest = rest[1 : n-1]
		}
		f.line("%s %s= %s;", dst, cOps[s.Op].s, rest)
	default:
		f.line("%s = %s;", dst, as(full, k).s)
	}
}

// matching returns the index of the parenthesis that closes the first one.
func matching(s string) int {
	depth := 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func (f *fn) callStmt(c *ir.Call) {
	if len(c.Func.Results) == 0 {
		f.line("%s;", f.call(c))
		return
	}
	f.multi(make([]*ir.Var, len(c.Func.Results)), make([]bool, len(c.Func.Results)), c)
}

// multi prints the assignment of several results: the first is the C result,
// the others go through pointers.
func (f *fn) multi(dst []*ir.Var, define []bool, from ir.Expr) {
	if in, ok := from.(*ir.Intrinsic); ok {
		f.multiIntrinsic(dst, define, in)
		return
	}
	c := from.(*ir.Call)
	args := f.args(c)
	outs := make([]string, 0, len(dst))
	for i, v := range dst[1:] {
		outs = append(outs, f.outVar(v, define[i+1], c.Func.Results[i+1]))
	}
	call := f.g.n.funcs[c.Func] + "(" + strings.Join(append(args, outs...), ", ") + ")"
	v, t := dst[0], c.Func.Results[0]
	switch {
	case v == nil:
		f.line("(void)%s;", call)
	case t.Kind == ir.Array:
		tmp := f.local("array")
		f.line("%s %s = %s;", f.g.wrapperName(t), tmp, call)
		if define[0] {
			f.line("%s;", f.g.decl(v.Type, f.declareVar(v)))
		}
		d, _ := f.varRef(v)
		f.copyArray(d, tmp+".v", t)
	case define[0]:
		f.line("%s = %s;", f.g.decl(v.Type, f.declareVar(v)), call)
		f.voidUnread(v)
	default:
		f.line("%s = %s;", f.vars[v], call)
	}
}

// outVar returns the address for a result, declaring its variable if needed.
func (f *fn) outVar(v *ir.Var, define bool, t *ir.Type) string {
	var name string
	switch {
	case v == nil:
		name = f.local("unused")
		f.line("%s;", f.g.decl(t, name))
	case define:
		name = f.declareVar(v)
		f.line("%s;", f.g.decl(t, name))
	default:
		name, _ = f.varRef(v)
	}
	if t.Kind == ir.Array {
		return name
	}
	return "&" + name
}

var multiNames = map[ir.IntrinsicOp]string{ir.MulWide: "mul_wide", ir.AddCarry: "add_carry", ir.SubBorrow: "sub_borrow"}

// multiIntrinsic prints bits.Mul, Add and Sub. What is not asked for is not
// computed.
func (f *fn) multiIntrinsic(dst []*ir.Var, define []bool, in *ir.Intrinsic) {
	k := ir.Uint32
	if in.Bits == 64 {
		k = ir.Uint64
	}
	x := make([]cx, len(in.Args))
	for i, a := range in.Args {
		x[i] = f.value(a)
	}
	low, high := dst[0], dst[1] // of Add and Sub: the word, the carry
	lowDef := define[0]
	if in.Op == ir.MulWide {
		low, high = dst[1], dst[0]
		lowDef = define[1]
	}
	var call cx
	target, def := dst[0], define[0]
	switch {
	case high == nil && low == nil:
		return
	case high == nil:
		call, target, def = f.lowWord(in, x, k), low, lowDef
	case low == nil && in.Op == ir.MulWide:
		call = f.helper(fmt.Sprintf("mul_high%d", in.Bits), k, x...)
	default:
		out := cx{s: f.outVar(dst[1], define[1], &ir.Type{Kind: k})}
		call = f.helper(fmt.Sprintf("%s%d", multiNames[in.Op], in.Bits), k, append(x, out)...)
	}
	switch {
	case target == nil:
		f.line("(void)%s;", call.s)
	case def:
		f.line("%s = %s;", f.g.decl(target.Type, f.declareVar(target)), call.s)
		f.voidUnread(target)
	default:
		f.line("%s = %s;", f.vars[target], call.s)
	}
}

// lowWord prints the result without the high word or carry.
func (f *fn) lowWord(in *ir.Intrinsic, x []cx, k ir.Kind) cx {
	switch in.Op {
	case ir.AddCarry:
		return infix(ir.Add, infix(ir.Add, x[0], x[1], k), x[2], k)
	case ir.SubBorrow:
		return infix(ir.Sub, infix(ir.Sub, x[0], x[1], k), x[2], k)
	}
	return infix(ir.Mul, x[0], x[1], k)
}

func (f *fn) ret(s *ir.Return) {
	for i := 1; i < len(s.Values); i++ {
		name := f.g.outNames(f.f)[i]
		t := f.f.Results[i]
		if t.Kind == ir.Array {
			f.storeArrayResult(name, s.Values[i])
			continue
		}
		f.line("*%s = %s;", name, f.resultValue(s.Values[i]))
	}
	if len(s.Values) == 0 {
		f.line("return;")
		return
	}
	f.line("return %s;", f.resultValue(s.Values[0]))
}

// storeArrayResult copies an array result out.
func (f *fn) storeArrayResult(name string, e ir.Expr) {
	src := ""
	if c, ok := e.(*ir.Composite); ok {
		src = f.compositeVar(c)
	} else {
		src = f.arraySource(e)
	}
	f.copyArray(name, src, e.Type())
}

// resultValue prints a result, with a variable for a composite.
func (f *fn) resultValue(e ir.Expr) string {
	if c, ok := e.(*ir.Composite); ok && c.Typ.Kind == ir.Struct && !zeroComposite(c) {
		return f.compositeVar(c)
	}
	return f.byValue(e)
}
