package p4check

// arguments reads expressions up to the closing parenthesis.
func (p *parser) arguments() []*expr {
	var out []*expr
	for !p.take(")") {
		if len(out) > 0 {
			p.want(",")
		}
		out = append(out, p.expression())
	}
	return out
}

// levels are the binary operators by rising precedence, as the specification orders
// them: the bitwise ones bind tighter than comparisons, unlike in C.
var levels = [][]string{
	{"||"}, {"&&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"|"}, {"^"}, {"&"}, {"<<", ">>"},
	{"+", "-", "++", "|+|", "|-|"}, {"*", "/", "%"},
}

const additiveLevel = 8

func (p *parser) expression() *expr {
	defer p.deeper(p.tok().pos)()
	c := p.binary(0)
	if !p.is("?") {
		return c
	}
	at := p.want("?").pos
	x := p.expression()
	p.want(":")
	y := p.expression()
	return &expr{pos: at, at: c.at, op: "cond", args: []*expr{c, x, y}}
}

// additive reads an expression without comparisons and shifts: what may stand between
// angle brackets.
func (p *parser) additive() *expr {
	defer p.deeper(p.tok().pos)()
	return p.binary(additiveLevel)
}

// operator returns the operator of a level at the cursor, or "".
func (p *parser) operator(level int) string {
	t := p.tok()
	if t.kind != tokenPunct {
		return ""
	}
	shift := t.text == ">" && p.toks[p.i+1].text == ">" && p.toks[p.i+1].start == t.end
	for _, op := range levels[level] {
		if op == ">>" && shift || op == t.text && !(op == ">" && shift) {
			return op
		}
	}
	return ""
}

func (p *parser) binary(level int) *expr {
	if level == len(levels) {
		return p.unary()
	}
	x := p.binary(level + 1)
	for n := 0; ; n++ {
		op := p.operator(level)
		if op == "" {
			return x
		}
		at := p.tok().pos
		if n > maxDepth {
			fail(at, "nested too deeply")
		}
		p.i++
		if op == ">>" {
			p.i++
		}
		x = &expr{pos: at, at: x.at, op: op, args: []*expr{x, p.binary(level + 1)}}
	}
}

func (p *parser) unary() *expr {
	defer p.deeper(p.tok().pos)()
	t := p.tok()
	for _, op := range []string{"!", "~", "-", "+"} {
		if p.take(op) {
			return &expr{pos: t.pos, at: t.pos, op: "unary" + op, args: []*expr{p.unary()}}
		}
	}
	if p.is("(") {
		p.i++
		if p.isType() {
			typ := p.typ()
			p.want(")")
			return &expr{pos: t.pos, at: t.pos, op: "cast", typ: typ, args: []*expr{p.unary()}}
		}
		p.i--
	}
	return p.postfix()
}

// postfix reads a primary expression with fields, calls and slices behind it.
func (p *parser) postfix() *expr {
	defer p.deeper(p.tok().pos)()
	t := p.tok()
	var x *expr
	switch {
	case t.kind == tokenNumber:
		p.i++
		x = &expr{pos: t.pos, at: t.pos, op: "number", num: t}
	case p.take("true"), p.take("false"):
		x = &expr{pos: t.pos, at: t.pos, op: t.text}
	case p.take("("):
		x = p.expression()
		p.want(")")
	case t.kind == tokenName:
		name, _ := p.name()
		x = &expr{pos: t.pos, at: t.pos, op: "name", name: name}
	default:
		fail(t.pos, "expected an expression, found %s", describe(t))
	}
	for n := 0; ; n++ {
		at := p.tok().pos
		if n > maxDepth {
			fail(at, "nested too deeply")
		}
		switch {
		case p.take("."):
			f := p.tok()
			if f.kind != tokenName {
				fail(f.pos, "expected a field, found %s", describe(f))
			}
			p.i++
			x = &expr{pos: f.pos, at: x.at, op: "field", name: f.text, args: []*expr{x}}
		case p.take("("):
			x = &expr{pos: at, at: x.at, op: "call", args: append([]*expr{x}, p.arguments()...)}
		case p.take("["):
			hi := p.expression()
			p.want(":")
			lo := p.expression()
			p.want("]")
			x = &expr{pos: at, at: x.at, op: "slice", args: []*expr{x, hi, lo}}
		default:
			return x
		}
	}
}
