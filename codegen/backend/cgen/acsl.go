package cgen

import (
	"fmt"
	"math/bits"
	"strings"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// acsl writes the contract of one function in ACSL, the language of Frama-C's annotations. Its arithmetic is that of
// unbounded integers: what wraps in C is cast.
type acsl struct {
	g     *gen
	t     *ir.Transducer
	args  map[*ir.Type]string // what begins the scalars of parameters, state, event, output and timer: "p->"
	types []*ir.Type          // those that the function has
	lines []string
	at    map[*flat.Value]string
	lets  []string
	long  bool // a number of leading zeros is asked for
}

// contract returns the contract of a function of a transducer, or "": declared ranges, the invariants, and of a step the
// laws that speak of one step whatever the driver does.
func (g *gen) contract(f *ir.Func) string {
	if !g.opt.ACSL {
		return ""
	}
	for _, t := range g.p.Transducers {
		if f == t.Init || f == t.Step || f == t.Next {
			return (&acsl{g: g, t: t, args: map[*ir.Type]string{}}).of(f)
		}
	}
	return ""
}

func (a *acsl) of(f *ir.Func) string {
	w := &fn{g: a.g, f: f, vars: map[*ir.Var]string{}}
	w.push()
	a.g.signature(f, w)
	assigns := `\nothing`
	for _, p := range f.Params {
		name := w.vars[p]
		if !p.ByRef {
			a.bind(p.Type, name)
			continue
		}
		valid := `\valid_read`
		if a.g.mutable[p] {
			valid, assigns = `\valid`, "*"+name
		}
		a.line("requires %s(%s);", valid, name)
		a.bind(p.Type, "*"+name)
	}
	if len(f.Results) == 1 {
		a.bind(f.Results[0], `\result`)
	}
	a.ranges("requires", a.t.Params, a.t.Event)
	if f != a.t.Init {
		a.ranges("requires", a.t.State)
		a.invariants("requires")
	}
	a.line("assigns %s;", assigns)
	if f != a.t.Next {
		a.ranges("ensures", a.t.State)
		a.invariants("ensures")
	}
	if f == a.t.Step {
		a.ranges("ensures", a.t.Output)
		a.laws()
	}
	for i, l := range a.lines {
		a.lines[i] = strings.Join(wrapText(l, " ", 108), "\n  @ ")
	}
	out := "/*@ " + strings.Join(a.lines, "\n  @ ") + "\n  @*/\n"
	if a.long {
		out = rename("/*@ logic integer cc_len(integer x) = x <= 0 ? 0 : 1 + cc_len(x / 2); */\n", a.g.opt.Prefix) + out
	}
	return out
}

func (a *acsl) line(format string, args ...any) {
	a.lines = append(a.lines, fmt.Sprintf(format, args...))
}

// bind says which object a type's value is.
func (a *acsl) bind(t *ir.Type, object string) {
	a.args[t] = object
	a.types = append(a.types, t)
}

// scalars returns the C lvalues of an object's scalars, in the order of ir.Layout.
func (a *acsl) scalars(t *ir.Type, object string) []string {
	list := Names{a.g.n}.Leaves(t)
	for i, l := range list {
		switch {
		case l == "":
			list[i] = object
		case object[0] != '*':
			list[i] = object + l
		case l[0] == '.':
			list[i] = object[1:] + "->" + l[1:]
		default:
			list[i] = "(" + object + ")" + l
		}
	}
	return list
}

// ranges writes the declared ranges of values of types, as far as the function has them. Those of constants come first,
// as EVA takes one clause after the other.
func (a *acsl) ranges(clause string, types ...*ir.Type) {
	var constant, others []string
	defer func() { a.lines = append(append(a.lines, constant...), others...) }()
	for _, t := range types {
		if a.args[t] == "" {
			continue
		}
		names := a.scalars(t, a.args[t])
		for i, l := range ir.Layout(t) {
			if l.Kind == ir.Bool && clause == "requires" {
				constant = append(constant, fmt.Sprintf("%s in_range_%s: 0 <= %s <= 1;", clause, named(&l), names[i]))
			}
			for _, d := range l.Ranges() {
				lo, hi := a.bound(t, &l, d, d.Lo), a.bound(t, &l, d, d.Hi)
				if lo == "" || hi == "" {
					continue
				}
				line := fmt.Sprintf("%s in_range_%s: %s <= %s <= %s;", clause, named(&l), lo, names[i], hi)
				if d.Lo.Op == ir.BoundConst && d.Hi.Op == ir.BoundConst {
					constant = append(constant, line)
				} else {
					others = append(others, line)
				}
			}
		}
	}
}

// named returns a leaf's path as an identifier.
func named(l *ir.Leaf) string {
	return strings.Trim(Snake(strings.NewReplacer(".", "_", "[", "_", "]", "_").Replace(l.Name)), "_")
}

// bound writes an end of a range; "" if it names what the function does not have.
func (a *acsl) bound(t *ir.Type, l *ir.Leaf, d *ir.Range, b *ir.Bound) string {
	switch b.Op {
	case ir.BoundConst:
		return b.Value.String()
	case ir.BoundName, ir.BoundLen:
		in, leaf, length := d.Find(a.types, t, l, b)
		switch {
		case in == nil:
			return ""
		case b.Op == ir.BoundLen:
			return fmt.Sprint(length)
		}
		return a.scalars(in, a.args[in])[leaf]
	}
	x, y := a.bound(t, l, d, b.X), a.bound(t, l, d, b.Y)
	switch {
	case x == "" || y == "":
		return ""
	case b.Op == ir.BoundMin || b.Op == ir.BoundMax:
		return fmt.Sprintf(`\%s(%s, %s)`, b.Op, x, y)
	}
	return fmt.Sprintf("(%s %s %s)", x, b.Op, y)
}

// invariants writes those of the state.
func (a *acsl) invariants(clause string) {
	for _, l := range a.t.Laws {
		if l.Kind == ir.Invariant && a.args[a.t.Params] != "" {
			a.law(clause, l, a.scalars(a.t.Params, a.args[a.t.Params]), a.scalars(a.t.State, a.args[a.t.State]))
		}
	}
}

// laws writes those of one step.
func (a *acsl) laws() {
	s := a.scalars(a.t.State, a.args[a.t.State])
	old := collect.Of(s, func(x string) string { return `\old(` + x + ")" })
	for _, l := range a.t.Laws {
		if l.Kind != ir.Invariant && l.OfOneStep() {
			a.law("ensures", l, a.scalars(a.t.Params, a.args[a.t.Params]), old, a.scalars(a.t.Event, a.args[a.t.Event]), s, a.scalars(a.t.Output, `\result`))
		}
	}
}

// law writes a law of the scalars that its function is given.
func (a *acsl) law(clause string, l *ir.Law, given ...[]string) {
	form := flat.Build(l.Holds, nil)
	a.at, a.lets = map[*flat.Value]string{}, nil
	n := 0
	for _, part := range given {
		for _, name := range part {
			a.at[form.Inputs[n]] = name
			n++
		}
	}
	for _, v := range form.Body {
		if v.Uses > 1 {
			name := fmt.Sprintf("v%d", len(a.lets)+1)
			a.lets = append(a.lets, fmt.Sprintf(`\let %s = %s; `, name, a.term(v)))
			a.at[v] = name
		}
	}
	holds := a.truth(form.Outputs[0].Value)
	a.line("%s %s: %s%s;", clause, strings.ReplaceAll(l.Name, "-", "_"), strings.Join(a.lets, ""), holds)
}

// truth writes a bool as a predicate.
func (a *acsl) truth(v *flat.Value) string {
	if v.Op == flat.Const {
		return map[bool]string{false: `\false`, true: `\true`}[v.Bits != 0]
	}
	if name := a.at[v]; name != "" {
		return name + " != 0"
	}
	switch v.Op {
	case flat.Eq, flat.Ne, flat.Lt, flat.Le:
		if v.Args[0].Kind == ir.Bool {
			return a.join(v, map[flat.Op]string{flat.Eq: "<==>", flat.Ne: "^^"}[v.Op])
		}
		return fmt.Sprintf("%s %s %s", a.term(v.Args[0]), v.Op.Operator(), a.term(v.Args[1]))
	case flat.Or:
		if x := v.Args[0]; x.Op == flat.Not && a.at[x] == "" {
			return fmt.Sprintf("%s ==> %s", a.inner(x.Args[0], flat.And), a.inner(v.Args[1], flat.And))
		}
		return a.join(v, "||")
	case flat.And:
		return a.join(v, "&&")
	case flat.Xor:
		return a.join(v, "^^")
	case flat.Not:
		return fmt.Sprintf("!(%s)", a.truth(v.Args[0]))
	case flat.Select:
		return fmt.Sprintf("(%s ? %s : %s)", a.inner(v.Args[0], flat.Not), a.inner(v.Args[1], flat.Not), a.inner(v.Args[2], flat.Not))
	}
	return a.term(v) + " != 0"
}

func (a *acsl) join(v *flat.Value, op string) string {
	return fmt.Sprintf("%s %s %s", a.inner(v.Args[0], v.Op), op, a.inner(v.Args[1], v.Op))
}

// inner writes a predicate within one of an operation, in parentheses if it is of another one that joins.
func (a *acsl) inner(v *flat.Value, within flat.Op) string {
	text := a.truth(v)
	joins := v.Kind == ir.Bool && a.at[v] == "" && (v.Op == flat.And || v.Op == flat.Or || v.Op == flat.Xor || (v.Op == flat.Eq || v.Op == flat.Ne) && v.Args[0].Kind == ir.Bool)
	if joins && (v.Op != within || strings.Contains(text, "==>")) {
		return "(" + text + ")"
	}
	return text
}

// term writes a value as an integer; a bool is 0 or 1.
func (a *acsl) term(v *flat.Value) string {
	if v.Op == flat.Const {
		return v.Kind.Big(v.Bits).String()
	}
	if name := a.at[v]; name != "" {
		return name
	}
	if v.Kind == ir.Bool && v.Op != flat.Lookup {
		return fmt.Sprintf("((%s) ? 1 : 0)", a.truth(v))
	}
	x := make([]string, 2)
	for i, arg := range v.Args {
		if v.Op != flat.Select && i < 2 {
			x[i] = a.term(arg)
		}
	}
	of := v.Args[0].Kind.Bits()
	text := ""
	switch v.Op {
	case flat.Select:
		text = fmt.Sprintf("((%s) ? %s : %s)", a.truth(v.Args[0]), a.term(v.Args[1]), a.term(v.Args[2]))
	case flat.Lookup:
		last := len(v.Table.Values) - 1
		for i, n := range v.Table.Values[:last] {
			text += fmt.Sprintf("%s == %d ? %s : ", x[0], i, v.Table.Kind.Format(n))
		}
		return "(" + text + v.Table.Kind.Format(v.Table.Values[last]) + ")"
	case flat.MulHi:
		return fmt.Sprintf("((%s * %s) >> %d)", x[0], x[1], v.Kind.Bits())
	case flat.Len, flat.Leading:
		a.long = true
		text = fmt.Sprintf("%slen(%s)", a.g.opt.Prefix, x[0])
		if v.Op == flat.Leading {
			text = fmt.Sprintf("(%d - %s)", of, text)
		}
		return text
	case flat.Trailing:
		a.long = true
		return fmt.Sprintf("(%[1]s == 0 ? %[2]d : %[3]slen(%[1]s & -%[1]s) - 1)", x[0], of, a.g.opt.Prefix)
	case flat.Neg:
		text = "(-" + x[0] + ")"
	case flat.Compl:
		text = "(~" + x[0] + ")"
	case flat.Convert:
		text = x[0]
	default:
		text = fmt.Sprintf("(%s %s %s)", x[0], v.Op.Operator(), x[1])
	}
	if fits(v) {
		return text
	}
	return "(" + cKind[v.Kind] + ")" + text
}

// fits reports whether an operation's result needs no cast: it does not wrap.
func fits(v *flat.Value) bool {
	if v.Kind.IsSigned() {
		return false
	}
	most := v.Kind.Norm(^uint64(0))
	for _, x := range v.Args {
		if x.Kind.IsSigned() {
			return false
		}
	}
	a := v.Args[0].Max
	switch v.Op {
	case flat.Add:
		sum, carry := bits.Add64(a, v.Args[1].Max, 0)
		return carry == 0 && sum <= most
	case flat.Mul:
		hi, lo := bits.Mul64(a, v.Args[1].Max)
		return hi == 0 && lo <= most
	case flat.Div, flat.Rem, flat.Shr, flat.And, flat.Convert:
		return a <= most || v.Op == flat.And && v.Args[1].Max <= most
	case flat.Or, flat.Xor:
		return a <= most && v.Args[1].Max <= most
	case flat.Select:
		return v.Args[1].Max <= most && v.Args[2].Max <= most
	}
	return false
}
