package p4

import (
	"fmt"
	"math/bits"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
)

// Site is a place of the source that a target cannot express.
type Site struct {
	Pos  ir.Pos
	Func string
	What string
}

// String returns "file:line:col: function: what".
func (s Site) String() string { return fmt.Sprintf("%s: %s: %s", s.Pos, s.Func, s.What) }

// UnsupportedError is the error of a program that a target cannot express.
type UnsupportedError struct {
	Target string
	Sites  []Site // in the order in which they are computed, each once
}

// Error says how many sites there are and names the first.
func (u *UnsupportedError) Error() string {
	return fmt.Sprintf("target %s cannot express %d places of the source; the first is %s", u.Target, len(u.Sites), u.Sites[0])
}

// body prints the operations of flat functions as statements of a control's apply block, and the declarations that
// they need in the control: variables that tables set, and the tables.
type body struct {
	decls   strings.Builder
	text    strings.Builder
	target  string
	noMul   bool
	lines   bool
	inputs  map[*flat.Value]string
	refs    map[*flat.Value]string
	names   names
	tables  map[string]int  // instances by the table's name
	said    map[string]bool // tables whose comment has been printed
	sites   []Site
	siteSet map[Site]bool
	consts  *constants
	prefix  string // of the variables' names, so that init's and step's differ
	indent  string
	fn      *ir.Func
}

// maxInline is how long a part of an expression may be to be printed where it is used.
const maxInline = 56

// function prints the operations of f; the references of its outputs are then known.
func (b *body) function(f *flat.Function) {
	b.fn = nil
	for _, v := range f.Body {
		b.value(v)
	}
}

// ref is how a value is written where it is used.
func (b *body) ref(v *flat.Value) string {
	switch v.Op {
	case flat.Const:
		if v.Ref != nil && v.Kind != ir.Bool {
			return b.consts.name(v)
		}
		return literal(v.Kind, v.Bits)
	case flat.Input:
		return b.inputs[v]
	}
	return b.refs[v]
}

// wire is how a value is written into a field of a packet. A constant is a number there, without its name, as the type
// of the field may be another one.
func (b *body) wire(v *flat.Value) string {
	if v.Op == flat.Const {
		w := wireBits(v.Kind)
		return unsigned(w, v.Bits<<(64-w)>>(64-w))
	}
	return strip(toWire(v.Kind, b.ref(v)))
}

// name gives a value its name.
func (b *body) name(v *flat.Value) string { return b.names.take(b.prefix + v.Name) }

func (b *body) value(v *flat.Value) {
	if b.fn != v.Func {
		b.fn = v.Func
		b.line("// " + v.Func.Pkg.Name + "." + v.Func.GoName)
	}
	b.text.WriteString(printer.Comment(v.Comment, b.indent+"//"))
	switch v.Op {
	case flat.Lookup:
		b.lookup(v)
		return
	case flat.Leading, flat.Trailing, flat.Len:
		b.count(v)
		return
	}
	x := b.expr(v)
	if v.Uses == 1 && !v.Source && len(x) <= maxInline {
		b.refs[v] = "(" + x + ")"
		return
	}
	end := ";"
	if b.lines && v.Pos.Line != 0 {
		end += fmt.Sprintf(" // %s:%d", v.Pos.File, v.Pos.Line)
	}
	name := b.name(v)
	b.line(typeName(v.Kind) + " " + name + " = " + strip(x) + end)
	b.refs[v] = name
}

// strip leaves out parentheses around a whole expression.
func strip(x string) string {
	if !strings.HasPrefix(x, "(") || !strings.HasSuffix(x, ")") {
		return x
	}
	depth := 0
	for i := range x {
		switch x[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && i < len(x)-1 {
			return x
		}
	}
	return x[1 : len(x)-1]
}

func (b *body) line(s string) { b.text.WriteString(b.indent + s + "\n") }

func (b *body) refuse(v *flat.Value, what string) {
	s := Site{v.Pos, v.Func.Pkg.Name + "." + v.Func.GoName, what}
	if !b.siteSet[s] {
		b.siteSet[s] = true
		b.sites = append(b.sites, s)
	}
}

// expr prints an operation.
func (b *body) expr(v *flat.Value) string {
	arg := func(i int) string { return b.as(v.Kind, v.Args[i]) }
	switch v.Op {
	case flat.And, flat.Or:
		op := v.Op.Operator().String()
		if v.Kind == ir.Bool {
			op += op
		}
		return arg(0) + " " + op + " " + arg(1)
	case flat.Xor, flat.Add, flat.Sub:
		if v.Kind == ir.Bool {
			return arg(0) + " != " + arg(1)
		}
		return arg(0) + " " + v.Op.Operator().String() + " " + arg(1)
	case flat.Eq, flat.Ne, flat.Lt, flat.Le:
		return b.compare(v)
	case flat.Mul, flat.MulHi:
		return b.product(v)
	case flat.Div, flat.Rem:
		b.refuse(v, fmt.Sprintf("%s by %s, which is no power of two", map[flat.Op]string{flat.Div: "division", flat.Rem: "remainder"}[v.Op], v.Args[1].Kind.Format(v.Args[1].Bits)))
		return literal(v.Kind, 0)
	case flat.Shl:
		return arg(0) + " << " + b.amount(v.Args[1])
	case flat.Shr:
		k := v.Kind
		if x := v.Args[0]; x.Kind.Bits() > k.Bits() || x.Kind.IsSigned() != k.IsSigned() {
			k = x.Kind
		}
		x := b.as(k, v.Args[0]) + " >> " + b.amount(v.Args[1])
		if k != v.Kind {
			x = convert(v.Kind, k, "("+x+")")
		}
		return x
	case flat.Neg:
		return "-" + arg(0)
	case flat.Compl:
		return "~" + arg(0)
	case flat.Not:
		return "!" + arg(0)
	case flat.Select:
		return b.ref(v.Args[0]) + " ? " + arg(1) + " : " + arg(2)
	case flat.Convert:
		return convert(v.Kind, v.Args[0].Kind, b.ref(v.Args[0]))
	}
	panic("p4: operation " + v.Op.String())
}

// as is how a value is written where one of kind k is wanted. A constant is one of k.
func (b *body) as(k ir.Kind, v *flat.Value) string {
	switch {
	case v.Kind == k:
		return b.ref(v)
	case v.Op == flat.Const && v.Ref == nil:
		return literal(k, k.Norm(v.Bits))
	}
	return "(" + convert(k, v.Kind, b.ref(v)) + ")"
}

// compare prints a comparison, in the wider of the two kinds, a constant on the right.
func (b *body) compare(v *flat.Value) string {
	x, y, op := v.Args[0], v.Args[1], v.Op.Operator().String()
	if x.Op == flat.Const {
		x, y, op = y, x, mirrored[op]
	}
	k := x.Kind
	if y.Kind.Bits() > k.Bits() && (y.Op != flat.Const || y.Bits != k.Norm(y.Bits)) {
		k = y.Kind
	}
	return b.as(k, x) + " " + op + " " + b.as(k, y)
}

var mirrored = map[string]string{"==": "==", "!=": "!=", "<": ">", "<=": ">="}

// amount prints a shift's amount: 8 bits without sign. What is more than that is as
// good as 255, since no width passes 64.
func (b *body) amount(n *flat.Value) string {
	if n.Op == flat.Const {
		return unsigned(8, min(n.Bits, 255))
	}
	x := b.ref(n)
	switch {
	case n.Kind.Bits() == 8:
		return x
	case n.Max <= 255:
		return "((bit<8>)" + x + ")"
	}
	if !isName(x) { // it occurs twice
		name := b.names.take(fmt.Sprintf("%samount_%d", b.prefix, b.count1("amount")))
		b.line(typeName(n.Kind) + " " + name + " = " + strip(x) + ";")
		x = name
	}
	return fmt.Sprintf("(%s > %s ? 8w255 : (bit<8>)%s)", x, literal(n.Kind, 255), x)
}

func isName(x string) bool { return !strings.ContainsAny(x, " ()") }

func (b *body) count1(name string) int {
	b.tables[name]++
	return b.tables[name]
}

// product prints a multiplication.
func (b *body) product(v *flat.Value) string {
	x, y := v.Args[0], v.Args[1]
	if b.noMul {
		if x.Op == flat.Const {
			x, y = y, x
		}
		switch {
		case v.Op == flat.Mul && y.Op == flat.Const:
			return b.shiftAdd(v.Kind, x, y.Bits)
		case v.Op == flat.Mul:
			b.refuse(v, fmt.Sprintf("multiplication of two variables (%s)", v.Kind))
		case y.Op == flat.Const:
			b.refuse(v, fmt.Sprintf("high half of a product with a constant (%s)", v.Kind))
		default:
			b.refuse(v, fmt.Sprintf("high half of a product of two variables (%s)", v.Kind))
		}
		return literal(v.Kind, 0)
	}
	if v.Op == flat.Mul {
		return b.as(v.Kind, x) + " * " + b.as(v.Kind, y)
	}
	w := v.Kind.Bits()
	return fmt.Sprintf("(bit<%d>)(((bit<%d>)%s * (bit<%d>)%s) >> 8w%d)", w, 2*w, b.ref(x), 2*w, b.ref(y), w)
}

// shiftAdd multiplies by a constant in its form with the fewest non-zero digits 1
// and -1.
func (b *body) shiftAdd(k ir.Kind, x *flat.Value, c uint64) string {
	r := b.as(k, x)
	if !isName(r) {
		name := b.names.take(fmt.Sprintf("%sfactor_%d", b.prefix, b.count1("factor")))
		b.line(typeName(k) + " " + name + " = " + strip(r) + ";")
		r = name
	}
	text := ""
	for n := 0; c != 0 && n < k.Bits(); n++ {
		if c&1 != 0 {
			sign := " + "
			if c&3 == 3 {
				sign = " - "
				c++ // carries into the next digits
			} else {
				c--
			}
			term := fmt.Sprintf("(%s << 8w%d)", r, n)
			switch {
			case text != "":
				text = "(" + text + sign + term + ")"
			case sign == " - ":
				text = "(-" + term + ")"
			default:
				text = term
			}
		}
		c >>= 1
	}
	if text == "" {
		return literal(k, 0)
	}
	return text
}

// variable declares in the control a variable that a table sets.
func (b *body) variable(v *flat.Value) string {
	name := b.name(v)
	fmt.Fprintf(&b.decls, "    %s %s;\n", typeName(v.Kind), name)
	b.refs[v] = name
	return name
}

// table prints an instance of a table: a key, an action that sets the variable, and
// entries. values are by key, otherwise is that of a key without an entry. An action's
// data are bits without a sign, since the switch cannot load negative ones: the action
// gives them the variable's type.
func (b *body) table(v *flat.Value, name, keyType, key, match string, entries []entry, otherwise uint64, doc []string) {
	n := b.count1(name)
	keyName := b.names.take(fmt.Sprintf("%s_key_%d", name, n))
	set := b.names.take(fmt.Sprintf("%s_set_%d", name, n))
	table := b.names.take(fmt.Sprintf("%s_table_%d", name, n))
	out := b.variable(v)
	d := &b.decls
	width, value := v.Kind.Bits(), "value"
	switch {
	case v.Kind == ir.Bool:
		width, value = 1, "value == 1w1"
	case v.Kind.IsSigned():
		value = "(" + typeName(v.Kind) + ")value"
	}
	data := func(x uint64) string { return fmt.Sprintf("%s(%s)", set, unsigned(width, x<<(64-width)>>(64-width))) }
	fmt.Fprintf(d, "    %s %s;\n", keyType, keyName)
	fmt.Fprintf(d, "    action %s(bit<%d> value) {\n        %s = %s;\n    }\n", set, width, out, value)
	if !b.said[name] {
		b.said[name] = true
		d.WriteString(printer.Comment(doc, "    //"))
	}
	fmt.Fprintf(d, "    table %s {\n        key = {\n            %s : %s;\n        }\n", table, keyName, match)
	fmt.Fprintf(d, "        actions = {\n            %s;\n        }\n", set)
	fmt.Fprintf(d, "        const default_action = %s;\n        const entries = {\n", data(otherwise))
	for _, e := range entries {
		fmt.Fprintf(d, "            %s : %s;\n", e.key, data(e.value))
	}
	d.WriteString("        }\n    }\n")
	b.line(fmt.Sprintf("%s = %s;", keyName, strip(key)))
	b.line(table + ".apply();")
}

// entry is an entry of a table: the key as written, and the value that it gives.
type entry struct {
	key   string
	value uint64
}

// lookup prints a look-up in a table of constants as an exact match on the index. The key is as narrow as the known
// range of the index allows. Narrow values of a long table stand several in a word, since p4c and bmv2 take time and
// memory for each entry.
func (b *body) lookup(v *flat.Value) {
	i := v.Args[0]
	width, index := i.Kind.Bits(), b.ref(i)
	if i.Kind.IsSigned() {
		index = fmt.Sprintf("(bit<%d>)%s", width, index)
	}
	key := index
	if w := max(1, bits.Len64(i.Max)); w < width && !i.Kind.IsSigned() {
		width = w
		key = fmt.Sprintf("(bit<%d>)%s", width, index)
	}
	out, size, shift := v, v.Kind.Bits(), 0
	if v.Kind != ir.Bool && len(v.Table.Values) >= 64 {
		shift = bits.Len(uint(64/size)) - 1
	}
	if shift > 0 {
		if !isName(index) { // it occurs twice
			name := b.names.take(fmt.Sprintf("%sindex_%d", b.prefix, b.count1("index")))
			b.line(fmt.Sprintf("bit<%d> %s = %s;", i.Kind.Bits(), name, strip(index)))
			index = name
		}
		width -= shift
		key = fmt.Sprintf("(bit<%d>)(%s >> 8w%d)", width, index, shift)
		out = &flat.Value{Kind: ir.Uint64, Name: fmt.Sprintf("%s_word_%d", v.Table.Name, b.tables[v.Table.Name]+1)}
	}
	var entries []entry
	for n := 0; n < len(v.Table.Values) && (width >= 64 || uint64(n)>>shift>>width == 0); n += 1 << shift { // what the index reaches
		e := entry{key: unsigned(width, uint64(n)>>shift)}
		for at, c := range v.Table.Values[n:min(n+1<<shift, len(v.Table.Values))] {
			e.value |= c << (64 - size) >> (64 - size) << (at * size)
		}
		if e.value != 0 || n == 0 { // a key without an entry gives 0
			entries = append(entries, e)
		}
	}
	b.table(out, v.Table.Name, fmt.Sprintf("bit<%d>", width), key, "exact", entries, 0, v.Table.Doc)
	if shift == 0 {
		return
	}
	if i.Kind.Bits() != 8 {
		index = "(bit<8>)" + index
	}
	name := b.name(v)
	word := fmt.Sprintf("(%s >> (((%s) & 8w%d) << 8w%d))", b.refs[out], index, 1<<shift-1, bits.Len(uint(size))-1)
	b.line(fmt.Sprintf("%s %s = %s;", typeName(v.Kind), name, strip(convert(v.Kind, ir.Uint64, word))))
	b.refs[v] = name
}

// count prints the counting of zero bits as a match on the top or the lowest one.
func (b *body) count(v *flat.Value) {
	w := v.Args[0].Kind.Bits()
	all := ^uint64(0) >> (64 - w)
	match := "lpm"
	var entries []entry
	for n := range w {
		value, mask, result := uint64(1)<<n, all<<n&all, n+1
		if value > v.Args[0].Max {
			break // no bit from here on
		}
		switch v.Op {
		case flat.Leading:
			result = w - 1 - n
		case flat.Trailing:
			match, mask, result = "ternary", 1<<n<<1-1, n
			if n == 63 {
				mask = all
			}
		}
		entries = append(entries, entry{unsigned(w, value) + " &&& " + unsigned(w, mask), uint64(result)})
	}
	zero := uint64(w)
	if v.Op == flat.Len {
		zero = 0
	}
	name := fmt.Sprintf("%s%d", map[flat.Op]string{flat.Leading: "LeadingZeros", flat.Trailing: "TrailingZeros", flat.Len: "Len"}[v.Op], w)
	b.table(v, name, fmt.Sprintf("bit<%d>", w), b.ref(v.Args[0]), match, entries, zero, []string{"bits." + name + " of math/bits."})
}
