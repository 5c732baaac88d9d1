package cgen

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

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

// multiIntrinsic prints bits.Mul, Add and Sub. Unused results are not computed.
func (f *fn) multiIntrinsic(dst []*ir.Var, define []bool, in *ir.Intrinsic) {
	k := ir.Uint32
	if in.Bits == 64 {
		k = ir.Uint64
	}
	x := collect.Of(in.Args, f.value)
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
		for i, a := range in.Args {
			if f.g.faults(a) {
				f.line("(void)%s;", x[i].in(precUnary))
			}
		}
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
	if k == ir.Uint64 {
		return f.macro("mul64", k, x...)
	}
	return infix(ir.Mul, x[0], x[1], k)
}
