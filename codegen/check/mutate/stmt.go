package mutate

import (
	"math/big"

	"smartnic-cc/codegen/ir"
)

func (c *collector) block(list []ir.Stmt) {
	outer := len(c.scope)
	for i, s := range list {
		c.stmt = s
		c.statement(s)
		c.stmt = s
		c.order(list, i)
	}
	c.scope = c.scope[:outer]
}

// statement lists the mutants of one statement and of what is nested in it.
func (c *collector) statement(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Declare:
		if s.Init != nil {
			c.value(s.Init)
			c.result(s.Init)
		}
		c.declare(s.Var)
	case *ir.Assign:
		c.assign(s)
	case *ir.MultiAssign:
		c.parts(s.From)
		for i, v := range s.Dst {
			if v != nil && s.Define[i] {
				c.declare(v)
			}
		}
	case *ir.If:
		c.branch(s)
	case *ir.For:
		c.loop(s)
	case *ir.Switch:
		c.choice(s)
	case *ir.Return:
		for _, e := range s.Values {
			c.value(e)
			c.result(e)
		}
	case *ir.Break, *ir.Continue:
		c.substitute(Deletion, s, nil, "the loop goes on")
	case *ir.Block:
		c.block(s.Body)
	case *ir.CallStmt:
		c.parts(s.Call)
		c.substitute(Deletion, s, nil, "call missing")
	}
}

func (c *collector) assign(s *ir.Assign) {
	shift := s.Op == ir.Shl || s.Op == ir.Shr
	if !shift {
		c.value(s.Src)
	}
	c.place(s.Dst)
	half, up := roundingOf(s)
	if half != nil {
		c.substitute(Rounding, s, nil, "rounded down instead of half up")
		c.replace(Rounding, half, up, "rounded up instead of half up")
	}
	c.substitute(Deletion, s, nil, "assignment missing")
	if s.Op == ir.NoOp {
		c.result(s.Src)
		c.target(s)
		return
	}
	for _, op := range others[s.Op] {
		n := *s
		n.Op, n.Inc = op, false
		c.substitute(Arithmetic, s, []ir.Stmt{&n}, op.String()+"= for "+s.Op.String()+"=")
	}
	if shift {
		c.count(s.Src, s.Dst.Type().Kind)
		return
	}
}

// roundingOf returns the constant of a statement that adds half of what is dropped later, as in product += 1<<15, and
// the constant that would round up.
func roundingOf(s *ir.Assign) (half, up *ir.Const) {
	k, ok := s.Src.(*ir.Const)
	if !ok || s.Op != ir.Add || s.Inc {
		return nil, nil
	}
	if n, ok := powerOfTwo(k); !ok || n == 0 {
		return nil, nil
	}
	return k, constOf(k.Typ, new(big.Int).Sub(new(big.Int).Lsh(k.Value, 1), big.NewInt(1)))
}

// target lists assignments to the neighbour of the assigned variable or field.
func (c *collector) target(s *ir.Assign) {
	if _, ok := s.Dst.(*ir.FieldRef); !ok {
		return
	}
	for _, d := range c.neighbours(s.Dst) {
		n := *s
		n.Dst = d
		c.substitute(Variable, s, []ir.Stmt{&n}, "another field is written")
	}
}

func (c *collector) branch(s *ir.If) {
	c.value(s.Cond)
	t := s.Cond.Type()
	c.replace(Condition, s.Cond, not(s.Cond), "condition negated")
	c.replace(Condition, s.Cond, constOf(t, big.NewInt(1)), "branch always taken")
	c.replace(Condition, s.Cond, constOf(t, new(big.Int)), "branch never taken")
	c.block(s.Then)
	c.block(s.Else)
}

// loop lists the loop with one iteration less or more at either end; the constants of the loop's head are not
// expressions.
func (c *collector) loop(s *ir.For) {
	step := int64(1)
	if s.Down {
		step = -1
	}
	moved := func(k *ir.Const, by int64) *ir.Const {
		return constOf(k.Typ, new(big.Int).Add(k.Value, big.NewInt(by)))
	}
	if s.Iterations > 0 {
		late, short := *s, *s
		late.Lo, late.Iterations = moved(s.Lo, step), s.Iterations-1
		c.substitute(Constant, s, []ir.Stmt{&late}, "the first turn is missing")
		short.Hi, short.Iterations = moved(s.Hi, -step), s.Iterations-1
		c.substitute(Constant, s, []ir.Stmt{&short}, "the last turn is missing")
	}
	// The variable must not wrap before the end test fails.
	k := s.Var.Type.Kind
	end := new(big.Int).Add(s.Hi.Value, big.NewInt(2*step))
	if end.Cmp(k.Min()) >= 0 && end.Cmp(k.Max()) <= 0 {
		more := *s
		more.Hi, more.Iterations = moved(s.Hi, step), s.Iterations+1
		c.substitute(Constant, s, []ir.Stmt{&more}, "a turn too many")
	}
	outer := len(c.scope)
	c.declare(s.Var)
	c.block(s.Body)
	c.scope = c.scope[:outer]
}

func (c *collector) choice(s *ir.Switch) {
	c.value(s.Tag)
	for i, k := range s.Cases {
		// If the body is one statement, its deletion is listed there.
		if len(k.Body) > 1 {
			n, empty := *s, *k
			empty.Body = nil
			n.Cases = append([]*ir.Case(nil), s.Cases...)
			n.Cases[i] = &empty
			c.add(Deletion, k.Pos, "case does nothing", caseText(k)+" {...}", caseText(k)+" {}", edit{stmt: s, by: []ir.Stmt{&n}})
		}
	}
	for _, k := range s.Cases {
		c.block(k.Body)
	}
}

func caseText(k *ir.Case) string {
	if k.Default {
		return "default"
	}
	s := "case"
	for i, v := range k.Values {
		if i > 0 {
			s += ","
		}
		s += " " + ir.ExprString(v)
	}
	return s
}

// order lists the statements i and i+1 swapped, if one depends on the other.
func (c *collector) order(list []ir.Stmt, i int) {
	j := i + 1
	for j < len(list) && !acts(list[j]) {
		j++
	}
	if !acts(list[i]) || j == len(list) {
		return
	}
	a, b := effectsOf(list[i]), effectsOf(list[j])
	if jumps(list[i]) || jumps(list[j]) || !a.movable(b) || !a.meets(b) {
		return
	}
	x, y := stmtText(list[i]), stmtText(list[j])
	c.add(Order, list[j].Info().Pos, "in the other order", x+"; "+y, y+"; "+x, edit{swapped: []ir.Stmt{list[i], list[j]}})
}

func acts(s ir.Stmt) bool {
	switch s.(type) {
	case *ir.Comment, *ir.DeclareConst:
		return false
	}
	return true
}

func jumps(s ir.Stmt) bool {
	switch s.(type) {
	case *ir.Return, *ir.Break, *ir.Continue:
		return true
	}
	return false
}
