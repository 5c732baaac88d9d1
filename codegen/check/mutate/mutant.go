package mutate

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Mutant is a program with one fault.
type Mutant struct {
	// ID names it: function, kind and number of the mutant of that kind in the function, as in
	// "dcqcn.Params_roundAlpha/rounding/1". It is stable as long as the function is unchanged.
	ID   string
	Kind Kind
	// Func is the function that has the fault.
	Func *ir.Func
	// Site is the position in the source of the changed operation.
	Site ir.Pos
	// What describes the fault in words: "rounded down instead of half up".
	What string
	// Before and After are the operation without and with the fault.
	Before, After string
	// Stmt is the statement of Func.Body that contains the fault; the first of two in the wrong order.
	Stmt ir.Stmt

	edit edit
	// prologue comes before the body.
	prologue []ir.Stmt
}

// Body returns the body of Func with the fault. It shares unchanged parts with Func.Body, so nothing in it may be
// changed.
func (m *Mutant) Body() []ir.Stmt {
	body := m.edit.list(m.Func.Body)
	if len(m.prologue) > 0 {
		body = append(append([]ir.Stmt(nil), m.prologue...), body...)
	}
	return body
}

// Apply puts the fault into the program that the mutant was listed from, for printers that take a program; undo
// removes it. Only one mutant of a program may be applied at a time, and nobody may read the program meanwhile.
func (m *Mutant) Apply() (undo func()) {
	right := m.Func.Body
	m.Func.Body = m.Body()
	return func() { m.Func.Body = right }
}

// List returns the mutants of all functions of the program that an exported function or a transducer reaches, in the
// order of the declarations and statements. Mutants of one statement that read the same are listed once. The first
// and view functions of transducers are not included: only tools call them, so no vector can test them.
func List(p *ir.Program) []*Mutant {
	return ListFuncs(p, ir.Reachable(p.Exports()...))
}

// ListFuncs is List for the given functions of the program.
func ListFuncs(p *ir.Program, funcs []*ir.Func) []*Mutant {
	wanted := collect.Map(funcs, func(f *ir.Func) (*ir.Func, bool) { return f, true })
	c := &collector{types: basicTypes(p)}
	for _, q := range p.Packages {
		for _, d := range q.Decls {
			if f, ok := d.(*ir.Func); ok && wanted[f] {
				c.function(f)
			}
		}
	}
	return slices.DeleteFunc(c.out, (*Mutant).dividesByZero)
}

// dividesByZero reports whether a mutant divides by the constant 0, which the subset does not have.
func (m *Mutant) dividesByZero() (found bool) {
	zero := func(op ir.Op, e ir.Expr) bool {
		k, ok := e.(*ir.Const)
		return ok && (op == ir.Div || op == ir.Rem) && k.Value.Sign() == 0
	}
	ir.WalkStmts(m.edit.list([]ir.Stmt{m.Stmt}), func(s ir.Stmt) {
		if a, ok := s.(*ir.Assign); ok {
			found = found || zero(a.Op, a.Src)
		}
		ir.WalkExprs(s, func(e ir.Expr) {
			if b, ok := e.(*ir.Binary); ok {
				found = found || zero(b.Op, b.Y)
			}
		})
	})
	return found
}

// collector makes mutants while it walks through functions.
type collector struct {
	types  map[ir.Kind]*ir.Type
	out    []*Mutant
	fn     *ir.Func
	stmt   ir.Stmt   // being visited
	scope  []*ir.Var // scalar variables that can be read here
	loops  map[*ir.Var]bool
	seen   map[string]bool // statement and text of mutants of the function
	number map[Kind]int
}

func (c *collector) function(f *ir.Func) {
	c.fn, c.scope = f, nil
	c.loops, c.seen, c.number = map[*ir.Var]bool{}, map[string]bool{}, map[Kind]int{}
	for _, v := range f.Params {
		c.declare(v)
	}
	c.block(f.Body)
}

func (c *collector) declare(v *ir.Var) {
	if v.Type.Kind.IsScalar() && v.GoName != "_" {
		c.scope = append(c.scope, v)
	}
}

// add lists a mutant of the statement being visited, unless it reads like one that is listed or like the original.
func (c *collector) add(k Kind, at ir.Pos, what, before, after string, e edit) {
	if at.Line == 0 {
		at = c.stmt.Info().Pos
	}
	// The text of the statement with the fault; if it is unchanged, the change is in a nested statement.
	changed := ""
	for _, s := range e.list([]ir.Stmt{c.stmt}) {
		changed += "\n" + stmtText(s)
	}
	if changed == "\n"+stmtText(c.stmt) {
		changed = before + "\n" + after
	}
	key := fmt.Sprintf("%p %s", c.stmt, changed)
	if before == after || c.seen[key] {
		return
	}
	c.seen[key] = true
	c.number[k]++
	c.out = append(c.out, &Mutant{
		ID: fmt.Sprintf("%s/%s/%d", c.fn.FullName(), k, c.number[k]), Kind: k, Func: c.fn, Site: at,
		What: what, Before: before, After: after, Stmt: c.stmt, edit: e,
	})
}

// replace lists the mutant that replaces e by another expression.
func (c *collector) replace(k Kind, e, with ir.Expr, what string) {
	c.add(k, e.At(), what, ir.ExprString(e), ir.ExprString(with), edit{expr: e, with: with})
}

// substitute lists the mutant that replaces s by other statements.
func (c *collector) substitute(k Kind, s ir.Stmt, by []ir.Stmt, what string) {
	after := ""
	for i, n := range by {
		if i > 0 {
			after += "; "
		}
		after += stmtText(n)
	}
	if len(by) == 0 {
		after = "(nothing)"
	}
	c.add(k, s.Info().Pos, what, stmtText(s), after, edit{stmt: s, by: by})
}

// replacing returns a mutant that replaces e by another expression, of a kind that List does not have.
func replacing(f *ir.Func, k Kind, number int, s ir.Stmt, e, with ir.Expr, what string) *Mutant {
	return &Mutant{
		ID: fmt.Sprintf("%s/%s/%d", f.FullName(), k, number), Kind: k, Func: f, Site: e.At(), Stmt: s,
		What: what, Before: ir.ExprString(e), After: ir.ExprString(with), edit: edit{expr: e, with: with},
	}
}

// basicTypes returns the unnamed scalar types of a program, and makes those that it does not mention.
func basicTypes(p *ir.Program) map[ir.Kind]*ir.Type {
	m := map[ir.Kind]*ir.Type{}
	note := func(t *ir.Type) {
		if t != nil && t.Decl == nil && t.Kind.IsScalar() {
			m[t.Kind] = t
		}
	}
	for _, q := range p.Packages {
		for _, d := range q.Decls {
			if f, ok := d.(*ir.Func); ok {
				ir.WalkStmts(f.Body, func(s ir.Stmt) {
					ir.WalkExprs(s, func(e ir.Expr) { note(e.Type()) })
				})
			}
		}
	}
	for k := ir.Bool; k <= ir.Uint64; k++ {
		if m[k] == nil {
			m[k] = &ir.Type{Kind: k}
		}
	}
	return m
}
