package interp

import "smartnic-cc/codegen/ir"

// properties are what the builder needs to know of a function.
type properties struct {
	assigned map[*ir.Var]bool // variables that it sets after their declaration, or passes by address
	tail     bool             // its only return is its last statement, of one scalar
	weight   int              // expressions, including those of callees
}

func (m *Machine) facts(f *ir.Func) *properties {
	p := m.known[f]
	if p == nil {
		body := m.body(f)
		p = &properties{assigned: map[*ir.Var]bool{}}
		ir.WalkStmts(body, p.note)
		if n := len(body) - 1; n >= 0 {
			r, ok := body[n].(*ir.Return)
			p.tail = ok && len(r.Values) == 1 && r.Values[0].Type().Kind.IsScalar() && !ir.HasReturn(body[:n])
		}
		p.weight = m.weight(body)
		m.known[f] = p
	}
	return p
}

func (p *properties) note(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Assign:
		p.assigned[ir.BaseVar(s.Dst)] = true
	case *ir.MultiAssign:
		for _, v := range s.Dst {
			p.assigned[v] = true
		}
	}
	ir.WalkExprs(s, func(e ir.Expr) {
		if c, ok := e.(*ir.Call); ok {
			for _, a := range c.Args {
				if a.ByRef {
					p.assigned[ir.BaseVar(a.X)] = true
				}
			}
		}
	})
}

// weight counts the expressions that run if each statement runs once, or as often as the bounds of a short loop say.
func (m *Machine) weight(list []ir.Stmt) int {
	n := 0
	ir.WalkStmts(list, func(s ir.Stmt) {
		n++
		if f, ok := s.(*ir.For); ok && f.Iterations > 1 && f.Iterations <= fewTurns {
			n += m.weight(f.Body) * int(f.Iterations-1)
		}
		ir.WalkExprs(s, func(e ir.Expr) {
			n++
			if c, ok := e.(*ir.Call); ok {
				n += m.facts(c.Func).weight
			}
		})
	})
	return min(n, 1<<20)
}

// compute returns the result of an instruction on one or two constants.
func (m *Machine) compute(in instr, x operand, y []operand) uint64 {
	m.mem[1] = x.val
	for _, y := range y {
		m.mem[2] = y.val
	}
	in.d, in.a, in.b = 0, 1, 2
	(&code{instrs: []instr{in, {op: opEnd}}}).run(m.mem)
	return m.mem[0]
}
