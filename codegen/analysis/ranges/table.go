package ranges

import (
	"fmt"
	"math/big"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// table returns an element of a table: one of those that the indices allow.
func (a *analysis) table(fr *frame, c *cursor, e ir.Expr, t *ir.Table) *sym {
	key := []*sym{a.tableSym(t)}
	elems := a.elements(fr, c, e, &key)
	var r Interval
	for i, x := range elems {
		v := zero
		if k, ok := x.(*ir.Const); ok {
			v = k.Value
		}
		if i == 0 {
			r = interval.Point(v)
		} else {
			r = r.Join(interval.Point(v))
		}
	}
	if r.IsPoint() {
		return a.syms.constant(r.Lo)
	}
	v := a.syms.apply(symCallBase+64, e.Type().Kind, key...)
	c.st.set(v, c.st.narrowed(v, r))
	return v
}

func (a *analysis) tableSym(t *ir.Table) *sym {
	if a.tables[t] == nil {
		a.tables[t] = a.syms.fresh(ir.Uint8, t.Name)
	}
	return a.tables[t]
}

func (a *analysis) elements(fr *frame, c *cursor, e ir.Expr, key *[]*sym) []ir.Expr {
	var out []ir.Expr
	switch e := e.(type) {
	case *ir.TableRef:
		return []ir.Expr{e.Table.Value}
	case *ir.FieldRef:
		for _, x := range a.elements(fr, c, e.X, key) {
			if comp, ok := x.(*ir.Composite); ok {
				out = append(out, comp.Elems[e.Field.Index])
			} else {
				out = append(out, nil)
			}
		}
		*key = append(*key, a.syms.constant(big.NewInt(int64(e.Field.Index))))
	case *ir.Index:
		of := a.elements(fr, c, e.X, key)
		v := a.eval(fr, c, e.I)
		*key = append(*key, v)
		lo, hi := a.indices(fr, c, e, v)
		for _, x := range of {
			comp, ok := x.(*ir.Composite)
			for i := lo; i <= hi; i++ {
				if ok {
					out = append(out, comp.Elems[i])
				} else {
					out = append(out, nil)
				}
			}
		}
	}
	return out
}

// indices checks an index and returns the elements that it may name.
func (a *analysis) indices(fr *frame, c *cursor, e *ir.Index, v *sym) (lo, hi int) {
	n := int64(e.X.Type().Len)
	limit := interval.Span(0, n-1)
	if !c.st.get(v).Within(limit) {
		a.tighten(c.st, v)
	}
	i := c.st.get(v)
	if _, isConst := e.I.(*ir.Const); !isConst {
		a.visit(fr.fn, e, e.Pos, "index", i.Within(limit), false, i, func() string {
			return fmt.Sprintf("index %s of an array of %d", i, n)
		})
	}
	m, ok := i.Meet(limit)
	if !ok || a.apart != nil {
		m = limit
	}
	return int(m.Lo.Int64()), int(m.Hi.Int64())
}
