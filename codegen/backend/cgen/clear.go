package cgen

import (
	"fmt"

	"smartnic-cc/codegen/ir"
)

// MaxStores is the most consecutive stores that clang makes of an assignment for BPF. For more it calls memset or
// memcpy, which that machine does not have. No store is narrower than a scalar.
const MaxStores = 128

// clears reports whether an assignment is printed by clear.
func (f *fn) clears(s *ir.Assign) bool {
	c, ok := s.Src.(*ir.Composite)
	return ok && f.g.opt.Verified && zeroComposite(c) && c.Typ.Leaves() > MaxStores
}

// clear sets each scalar of a place to zero, those of arrays in loops.
func (f *fn) clear(e ir.Expr) {
	dst := f.postfix(e)
	if v, ok := e.(*ir.VarRef); ok && v.Var.ByRef && e.Type().Kind != ir.Array {
		f.clearAt(f.name(v.Var)+"->", dst, e.Type())
		return
	}
	f.clearAt(dst+".", dst, e.Type())
}

// clearAt is clear for the C name dst, with its fields after field.
func (f *fn) clearAt(field, dst string, t *ir.Type) {
	switch t.Kind {
	case ir.Struct:
		for _, x := range t.Fields {
			d := field + f.g.n.fields[x]
			f.clearAt(d+".", d, x.Type)
		}
	case ir.Array:
		i := f.local("i")
		f.open("for (uint32_t %s = 0u; %s < %du; %s++)", i, i, t.Len, i)
		d := fmt.Sprintf("%s[%s]", dst, i)
		f.clearAt(d+".", d, t.Elem)
		f.close("")
		delete(f.scopes[len(f.scopes)-1], i)
	default:
		f.line("%s = %s;", dst, zeroScalar(t.Kind))
	}
}
