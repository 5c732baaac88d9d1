package flat

import (
	"fmt"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// block translates statements in a frame that has not been left.
func (f *frame) block(stmts []ir.Stmt) {
	for i, s := range stmts {
		rest := stmts[i+1:]
		if branch, ok := s.(*ir.If); ok {
			if f.branch(branch, rest) {
				return
			}
		} else {
			f.stmt(s)
		}
		live := f.live()
		switch {
		case isConst(live, 1):
			continue
		case isConst(live, 0) && f.path == nil:
			return
		}
		// The rest runs only where nothing has been left.
		g := f.fork(live, true)
		g.block(rest)
		f.merge(live, g, f)
		return
	}
}

// branch translates an if. If one side leaves and the other goes on, it translates the rest in the latter and returns
// true.
func (f *frame) branch(s *ir.If, rest []ir.Stmt) bool {
	f.at(s)
	c := f.resolve(f.facts, f.scalar(s.Cond))
	if c.Op == Const && f.path == nil { // Source has what is never reached, too
		if c.Bits != 0 {
			f.block(s.Then)
		} else {
			f.block(s.Else)
		}
		return false
	}
	x, y := f.fork(c, true), f.fork(c, false)
	x.block(s.Then)
	y.block(s.Else)
	lx, ly := x.live(), y.live()
	done := false
	switch {
	case isConst(lx, 0) && isConst(ly, 1):
		y.block(rest)
		done = true
	case isConst(ly, 0) && isConst(lx, 1):
		x.block(rest)
		done = true
	}
	f.merge(c, x, y)
	return done
}

// at records the statement that values come from.
func (f *frame) at(s ir.Stmt) {
	i := s.Info()
	f.builder.pos, f.builder.stmt, f.builder.fn = i.Pos, i.Pos, f.fn
	if len(i.LeadComment) > 0 || i.LineComment != "" {
		said := append([]string(nil), i.LeadComment...)
		if i.LineComment != "" {
			said = append(said, i.LineComment)
		}
		f.comments[i.Pos] = said // an unrolled loop or a second call says it only once
	}
}

func (f *frame) stmt(s ir.Stmt) {
	f.at(s)
	switch s := s.(type) {
	case *ir.Declare:
		vals := f.zero(s.Var.Type)
		if s.Init != nil {
			vals = f.leaves(s.Init)
		}
		f.declare(s.Var, vals, sourceName(s.Var))
	case *ir.Assign:
		f.assign(s)
	case *ir.MultiAssign:
		f.multi(s)
	case *ir.For:
		f.loop(s, s.Lo.Value.Int64(), 0)
		f.broken = f.flag(false)
	case *ir.Switch:
		f.choose(s)
	case *ir.Return:
		r := collect.Lists(s.Values, f.leaves)
		f.results, f.returned = r, f.flag(true)
	case *ir.Break:
		f.broken = f.flag(true)
	case *ir.Continue:
		f.continued = f.flag(true)
	case *ir.Block:
		f.block(s.Body)
	case *ir.CallStmt:
		f.call(s.Call)
	case *ir.DeclareConst, *ir.Comment:
	default:
		panic(fmt.Sprintf("flat: statement %T", s))
	}
}

// operations maps the source's operators.
var operations = func() map[ir.Op]Op {
	m := map[ir.Op]Op{ir.LAnd: And, ir.LOr: Or}
	for o, op := range operators {
		if op != ir.NoOp {
			m[op] = Op(o)
		}
	}
	return m
}()

// binary returns a source operator on two values; k is the kind of the result.
func (f *frame) binary(op ir.Op, k ir.Kind, x, y *Value) *Value {
	if op == ir.AndNot {
		return f.op(And, k, x, f.op(Compl, k, y))
	}
	if op == ir.Gt || op == ir.Ge {
		op, x, y = op.Swapped(), y, x
	}
	return f.op(operations[op], k, x, y)
}

func (f *frame) assign(s *ir.Assign) {
	src := f.leaves(s.Src)
	dst := f.place(s.Dst)
	if s.Op != ir.NoOp {
		x, k := f.read(dst)[0], s.Dst.Type().Kind
		f.require(s.Pos, operations[s.Op], k, x, src[0])
		src = []*Value{f.binary(s.Op, k, x, src[0])}
	}
	f.write(dst, src, nil)
}

func (f *frame) multi(s *ir.MultiAssign) {
	var vals []*Value
	var widths []int
	switch e := s.From.(type) {
	case *ir.Call:
		vals = f.call(e)
		widths = append(widths, collect.Of(e.Func.Results, func(t *ir.Type) int { return t.Leaves() })...)
	case *ir.Intrinsic:
		vals = f.pair(e)
		widths = []int{1, 1}
	}
	at := 0
	for i, v := range s.Dst {
		part := vals[at : at+widths[i]]
		at += widths[i]
		switch {
		case v == nil:
		case s.Define[i]:
			f.declare(v, append([]*Value(nil), part...), sourceName(v))
		default:
			f.write(f.whole(v), part, nil)
		}
	}
}

// loop unrolls a loop from iteration turn on, in which the variable is at.
func (f *frame) loop(s *ir.For, at int64, turn uint64) {
	if turn == s.Iterations {
		return
	}
	if turn > 0 && f.between != nil {
		f.turn()
	}
	f.declare(s.Var, []*Value{f.constant(s.Var.Type.Kind, s.Var.Type.Kind.Norm(uint64(at)))}, sourceName(s.Var))
	f.block(s.Body)
	f.continued = f.flag(false)
	next := at + 1
	if s.Down {
		next = at - 1
	}
	switch live := f.live(); {
	case isConst(live, 1):
		f.loop(s, next, turn+1)
	case !isConst(live, 0):
		g := f.fork(live, true)
		g.loop(s, next, turn+1)
		f.merge(live, g, f)
	}
}

// choose translates a switch as a chain of branches in the order of the source, the
// default last.
func (f *frame) choose(s *ir.Switch) {
	tag := f.scalar(s.Tag)
	var otherwise []ir.Stmt
	var cases []*ir.Case
	for _, c := range s.Cases {
		if c.Default {
			otherwise = c.Body
		} else {
			cases = append(cases, c)
		}
	}
	f.chain(tag, cases, otherwise)
}

func (f *frame) chain(tag *Value, cases []*ir.Case, otherwise []ir.Stmt) {
	if len(cases) == 0 {
		f.block(otherwise)
		return
	}
	hit := f.flag(false)
	for _, v := range cases[0].Values {
		hit = f.or(hit, f.op(Eq, ir.Bool, tag, f.mention(tag.Kind, v.Word(), v.Ref)))
	}
	if hit = f.resolve(f.facts, hit); hit.Op == Const && f.path == nil {
		if hit.Bits != 0 {
			f.block(cases[0].Body)
		} else {
			f.chain(tag, cases[1:], otherwise)
		}
		return
	}
	x, y := f.fork(hit, true), f.fork(hit, false)
	x.block(cases[0].Body)
	y.chain(tag, cases[1:], otherwise)
	f.merge(hit, x, y)
}
