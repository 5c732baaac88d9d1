package p4check

import "slices"

type parser struct {
	toks  []token
	i     int
	depth int
}

// maxDepth is how deep expressions and blocks may nest.
const maxDepth = 250

func (p *parser) tok() token { return p.toks[p.i] }

func (p *parser) is(text string) bool {
	t := p.tok()
	return t.text == text && (t.kind == tokenPunct || t.kind == tokenName)
}

func (p *parser) take(text string) bool {
	if p.is(text) {
		p.i++
		return true
	}
	return false
}

func (p *parser) want(text string) token {
	t := p.tok()
	if !p.take(text) {
		fail(t.pos, "expected %s, found %s", text, describe(t))
	}
	return t
}

func describe(t token) string {
	if t.kind == tokenEnd {
		return "the end of the file"
	}
	return t.text
}

// keywords cannot be names.
var keywords = []string{"abstract", "action", "bit", "bool", "const", "control", "default", "else", "enum", "error", "exit",
	"extern", "false", "for", "header", "header_union", "if", "in", "inout", "int", "match_kind", "out", "package", "parser", "return",
	"select", "struct", "switch", "table", "this", "transition", "true", "tuple", "typedef", "varbit", "value_set", "void", "string",
	"apply", "actions", "entries", "key", "state", "type", "priority", "list", "break", "continue", "pragma", "_"}

func (p *parser) name() (string, Pos) {
	t := p.tok()
	if t.kind != tokenName {
		fail(t.pos, "expected a name, found %s", describe(t))
	}
	if slices.Contains(keywords, t.text) {
		fail(t.pos, "%s is a word of the language, not a name", t.text)
	}
	p.i++
	return t.text, t.pos
}

func (p *parser) deeper(at Pos) func() {
	if p.depth++; p.depth > maxDepth {
		fail(at, "nested too deeply")
	}
	return func() { p.depth-- }
}

// parseProgram reads a whole text.
func parseProgram(text string) *program {
	p := &parser{toks: tokens(text)}
	g := &program{}
	for {
		t := p.tok()
		switch {
		case t.kind == tokenEnd:
			return g
		case t.kind == tokenInclude:
			g.includes = append(g.includes, t)
			g.late = g.late || len(g.decls) > 0
			p.i++
		case p.is("const"):
			g.decls = append(g.decls, p.constant())
		case p.is("header"), p.is("struct"):
			g.decls = append(g.decls, p.composite())
		case p.is("parser"), p.is("control"):
			g.decls = append(g.decls, p.block())
		case p.is("V1Switch"):
			if g.main != nil {
				fail(t.pos, "a second V1Switch")
			}
			g.main, g.mainPos = p.expression(), t.pos
			p.want("main")
			p.want(";")
		default:
			fail(t.pos, "%s is outside the subset here: constants, headers, structs, parsers, controls and V1Switch are in it", describe(t))
		}
	}
}

// typ reads a type.
func (p *parser) typ() *typeExpr {
	t := p.tok()
	x := &typeExpr{pos: t.pos, name: t.text}
	switch {
	case p.take("bool"):
	case p.take("bit"), p.take("int"):
		if p.take("<") {
			x.width = p.additive()
			p.want(">")
		} else if x.name == "int" {
			fail(t.pos, "int without a width is outside the subset")
		}
	case p.take("register"):
		p.want("<")
		x.arg = p.typ()
		p.want(">")
	default:
		x.name, _ = p.name()
	}
	return x
}

func (p *parser) isType() bool { return p.is("bool") || p.is("bit") || p.is("int") }

func (p *parser) constant() *stmt {
	at := p.want("const").pos
	v := &variable{typ: p.typ()}
	v.name, v.pos = p.name()
	p.want("=")
	v.init = p.expression()
	p.want(";")
	return &stmt{pos: at, kind: "const", v: v}
}

func (p *parser) composite() *composite {
	c := &composite{header: p.is("header")}
	p.i++
	c.name, c.pos = p.name()
	p.want("{")
	for !p.take("}") {
		v := &variable{typ: p.typ()}
		v.name, v.pos = p.name()
		p.want(";")
		c.fields = append(c.fields, v)
	}
	return c
}

func (p *parser) params() []*variable {
	var out []*variable
	p.want("(")
	for !p.take(")") {
		if len(out) > 0 {
			p.want(",")
		}
		v := &variable{}
		for _, d := range []string{"in", "out", "inout"} {
			if p.take(d) {
				v.dir = d
				break
			}
		}
		v.typ = p.typ()
		v.name, v.pos = p.name()
		out = append(out, v)
	}
	return out
}

func (p *parser) block() *block {
	b := &block{parser: p.is("parser")}
	p.i++
	b.name, b.pos = p.name()
	b.params = p.params()
	p.want("{")
	for {
		t := p.tok()
		switch {
		case p.take("}"):
			return b
		case b.parser && p.is("state"):
			b.states = append(b.states, p.state())
		case b.apply != nil || b.states != nil:
			fail(t.pos, "%s behind %s", describe(t), map[bool]string{true: "the states of a parser", false: "the apply block of a control"}[b.parser])
		case p.is("const"):
			b.locals = append(b.locals, p.constant())
		case !b.parser && p.is("action"):
			b.locals = append(b.locals, p.action())
		case !b.parser && p.is("table"):
			b.locals = append(b.locals, p.table())
		case !b.parser && p.is("register"):
			v := &variable{typ: p.typ()}
			p.want("(")
			v.args = p.arguments()
			v.name, v.pos = p.name()
			p.want(";")
			b.locals = append(b.locals, v)
		case p.isType():
			b.locals = append(b.locals, p.declaration())
		case !b.parser && p.take("apply"):
			b.apply = p.braces()
		default:
			fail(t.pos, "%s is outside the subset here", describe(t))
		}
	}
}

// declaration reads a variable.
func (p *parser) declaration() *stmt {
	v := &variable{typ: p.typ()}
	v.name, v.pos = p.name()
	if p.take("=") {
		v.init = p.expression()
	}
	p.want(";")
	return &stmt{pos: v.pos, kind: "var", v: v}
}

func (p *parser) braces() []*stmt {
	defer p.deeper(p.tok().pos)()
	p.want("{")
	out := []*stmt{}
	for !p.take("}") {
		out = append(out, p.statement())
	}
	return out
}

func (p *parser) statement() *stmt {
	defer p.deeper(p.tok().pos)()
	t := p.tok()
	switch {
	case p.is("{"):
		return &stmt{pos: t.pos, kind: "block", then: p.braces()}
	case p.is("const"):
		return p.constant()
	case p.isType():
		return p.declaration()
	case p.take("if"):
		s := &stmt{pos: t.pos, kind: "if"}
		p.want("(")
		s.x = p.expression()
		p.want(")")
		s.then = []*stmt{p.branch()}
		if p.take("else") {
			s.other = []*stmt{p.branch()}
		}
		return s
	case p.is("register"), p.is("action"), p.is("table"):
		fail(t.pos, "%s is declared in a control, not among statements", t.text)
	}
	for _, w := range []string{"for", "switch", "return", "exit", "break", "continue"} {
		if p.is(w) {
			fail(t.pos, "%s is outside the subset", w)
		}
	}
	x := p.postfix()
	if p.take("=") {
		y := p.expression()
		p.want(";")
		return &stmt{pos: t.pos, kind: "assign", x: x, y: y}
	}
	if x.op != "call" {
		fail(t.pos, "expected a statement")
	}
	p.want(";")
	return &stmt{pos: t.pos, kind: "call", x: x}
}

// branch reads what if chooses: a statement, and no declaration.
func (p *parser) branch() *stmt {
	if p.is("const") || p.isType() {
		fail(p.tok().pos, "a declaration is no statement: if takes it in braces")
	}
	return p.statement()
}

func (p *parser) action() *action {
	a := &action{pos: p.want("action").pos}
	a.name, a.pos = p.name()
	a.params = p.params()
	a.body = p.braces()
	return a
}

func (p *parser) table() *table {
	p.want("table")
	t := &table{}
	t.name, t.pos = p.name()
	p.want("{")
	for !p.take("}") {
		at := p.tok().pos
		once := func(given bool) {
			if given {
				fail(at, "a second %s of table %s", p.toks[p.i-1].text, t.name)
			}
		}
		switch {
		case p.take("key"):
			once(t.key != nil)
			p.want("=")
			p.want("{")
			t.key = p.expression()
			p.want(":")
			t.match, t.matchPos = p.name()
			p.want(";")
			if !p.is("}") {
				fail(p.tok().pos, "a second key is outside the subset")
			}
			p.want("}")
		case p.take("actions"):
			once(t.actions != nil)
			p.want("=")
			p.want("{")
			for !p.take("}") {
				t.actions = append(t.actions, p.postfix())
				p.want(";")
			}
		case p.take("const"):
			p.constProperty(t, once)
		default:
			fail(at, "%s is outside the subset in a table: key, actions, const default_action and const entries are in it", describe(p.tok()))
		}
	}
	return t
}

// constProperty reads a property behind const; once refuses a second one.
func (p *parser) constProperty(t *table, once func(given bool)) {
	switch {
	case p.take("default_action"):
		once(t.def != nil)
		p.want("=")
		t.def = p.postfix()
		p.want(";")
	case p.take("entries"):
		once(t.entries != nil)
		t.entries = []entry{}
		p.want("=")
		p.want("{")
		for !p.take("}") {
			var e entry
			e.key = p.keyset()
			p.want(":")
			e.call = p.postfix()
			p.want(";")
			t.entries = append(t.entries, e)
		}
	default:
		fail(p.tok().pos, "%s is outside the subset in a table", describe(p.tok()))
	}
}

// keyset reads what a key is compared with, or a tuple of these.
func (p *parser) keyset() *keyset {
	if !p.is("(") {
		return p.oneKey()
	}
	// A tuple, or an expression in parentheses.
	mark, at := p.i, p.tok().pos
	p.i++
	first := p.oneKey()
	if !p.is(",") {
		p.i = mark
		return p.oneKey()
	}
	k := &keyset{pos: at, kind: "tuple", tuple: []*keyset{first}}
	for p.take(",") {
		k.tuple = append(k.tuple, p.oneKey())
	}
	p.want(")")
	return k
}

// oneKey reads a value, a value and a mask, a range, _ or default.
func (p *parser) oneKey() *keyset {
	at := p.tok().pos
	if p.take("default") || p.take("_") {
		return &keyset{pos: at, kind: "any"}
	}
	k := &keyset{pos: at, kind: "value", x: p.expression()}
	switch {
	case p.take("&&&"):
		k.kind, k.y = "mask", p.expression()
	case p.take(".."):
		k.kind, k.y = "range", p.expression()
	}
	return k
}

func (p *parser) state() *state {
	p.want("state")
	s := &state{}
	s.name, s.pos = p.name()
	p.want("{")
	for !p.is("transition") {
		if p.is("}") {
			fail(p.tok().pos, "a state without a transition")
		}
		s.body = append(s.body, p.statement())
	}
	p.want("transition")
	if !p.take("select") {
		s.next, s.nextPos = p.name()
		p.want(";")
		p.want("}")
		return s
	}
	p.want("(")
	s.sel = p.arguments()
	p.want("{")
	for !p.take("}") {
		var c selectCase
		c.key = p.keyset()
		p.want(":")
		c.next, c.pos = p.name()
		p.want(";")
		s.cases = append(s.cases, c)
	}
	p.want("}")
	return s
}
