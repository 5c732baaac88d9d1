package p4check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// block is a parser or a control.
type block struct {
	name  string
	pos   Pos
	shape string // its parameters, as blocks of arch has them
	run   code
	used  bool
	calls map[string]Pos // of functions that belong to one block
}

type param struct {
	name token
	dir  string // "", in, out, inout
	t    *typ
}

func (r *reader) params() []param {
	var out []param
	r.want("(")
	for !r.take(")") {
		if len(out) > 0 {
			r.want(",")
		}
		var p param
		for _, d := range []string{"in", "out", "inout"} {
			if r.take(d) {
				p.dir = d
				break
			}
		}
		p.t = r.storable()
		p.name = r.name()
		out = append(out, p)
	}
	return out
}

// block reads a parser or a control.
func (r *reader) block() *block {
	parser := r.is("parser")
	r.i++
	name := r.name()
	b := &block{name: name.text, pos: name.pos, calls: map[string]Pos{}}
	r.inBlock = b
	r.declare(name, &symbol{kind: symBlock, blk: b})
	r.push()
	defer r.pop()
	params := r.params()
	if parser && r.headers == nil {
		r.memory(b, params)
	}
	r.bind(b, params)
	r.push()
	defer r.pop()
	r.want("{")
	if parser {
		if b.shape != r.arch.blocks[0] {
			fail(b.pos, "%s has parameters that the parser of %s has not: (%s)", b.name, r.arch.name, r.arch.blocks[0])
		}
		b.run = r.parser(b)
	} else {
		b.run = r.control(b)
	}
	return b
}

// memory lays out what all blocks share. The parser's parameters are of the types of headers and
// metadata.
func (r *reader) memory(b *block, params []param) {
	if len(params) != 4 {
		fail(b.pos, "a parser for %s has 4 parameters, not %d", r.arch.name, len(params))
	}
	r.headers, r.meta = params[1].t, params[2].t
	if r.headers.kind != kindStruct || r.meta.kind != kindStruct {
		fail(b.pos, "headers and metadata are structs")
	}
	for _, t := range append([]*typ{r.headers, r.meta}, r.arch.std...) {
		r.at[t] = r.slot(t.slots)
	}
	for _, f := range r.headers.fields {
		if f.t.kind != kindHeader {
			fail(b.pos, "%s in the struct of headers is outside the subset", f.t)
		}
		r.prog.headers = append(r.prog.headers, r.at[r.headers]+f.off)
	}
	r.prog.meta, r.prog.metaAt, r.prog.stdAt = r.meta, r.at[r.meta], r.at[r.arch.std[0]]
}

// bind declares the parameters of a block, which the architecture prescribes.
func (r *reader) bind(b *block, params []param) {
	for i, p := range params {
		what := cmp.Or(map[*typ]string{r.headers: "headers", r.meta: "metadata"}[p.t], p.t.name)
		if i > 0 {
			b.shape += ", "
		}
		b.shape += strings.TrimSpace(p.dir + " " + what)
		if !slices.ContainsFunc(r.arch.blocks, func(s string) bool { return strings.HasPrefix(s+",", b.shape+",") }) {
			fail(p.name.pos, "parameter %s is not what %s has there", p.name.text, r.arch.name)
		}
		r.declare(p.name, &symbol{kind: symVar, t: p.t, slot: r.at[p.t], readOnly: p.dir == "in"})
	}
}

// control reads a control's body, and returns its apply block.
func (r *reader) control(b *block) code {
	if only := r.arch.narrow[b.shape]; only != "" {
		return r.narrow(b, only)
	}
	var all []code
	for !r.is("apply") {
		t := r.tok()
		switch {
		case r.is("action"):
			r.action()
		case r.is("table"):
			r.table()
		case r.is(r.arch.register):
			r.register()
		case r.is("Hash") && r.arch == pna:
			r.hasher()
		case r.isType():
			all = append(all, r.variable())
		case r.is("}"):
			fail(b.pos, "control %s has no apply", b.name)
		default:
			fail(t.pos, "%s is outside the subset here", t)
		}
	}
	r.want("apply")
	r.inBody = true
	all = append(all, r.braces())
	r.inBody = false
	if !r.take("}") {
		fail(r.tok().pos, "%s behind the apply block of a control", r.tok())
	}
	return sequence(all)
}

// narrow reads the body of a control in which p4c takes only some calls.
func (r *reader) narrow(b *block, only string) code {
	if r.is("}") {
		fail(b.pos, "control %s has no apply", b.name)
	}
	const what = "p4c takes nothing but calls of %s in this block"
	if !r.take("apply") {
		fail(r.tok().pos, what, strings.ReplaceAll(only, " ", " and "))
	}
	var all []code
	r.want("{")
	for !r.take("}") {
		call := r.tok()
		if after := r.toks[min(r.i+2, len(r.toks)-1)]; r.toks[min(r.i+1, len(r.toks)-1)].text == "." {
			call.text = after.text
		}
		if !slices.Contains(strings.Fields(only), call.text) {
			fail(call.pos, what, strings.ReplaceAll(only, " ", " and "))
		}
		all = append(all, r.statement())
	}
	if !r.take("}") {
		fail(r.tok().pos, "%s behind the apply block of a control", r.tok())
	}
	return sequence(all)
}

// The largest register, and the most elements of all together.
const (
	maxRegister = 1 << 17
	maxElements = 1 << 23
)

type registerCode struct {
	name  string
	t     *typ
	size  int
	index int
}

func (r *reader) register() {
	r.want(r.arch.register)
	r.want("<")
	at := r.tok().pos
	t := r.storable()
	if t.kind != kindBit {
		fail(at, "a register of %s is outside the subset: bit is in it", t)
	}
	if r.arch.indexed {
		r.want(",")
		if at, t := r.tok().pos, r.storable(); !same(t, bits(32)) {
			fail(at, "a register with an index of %s is outside the subset: bit<32> is in it", t)
		}
	}
	r.want(">")
	r.want("(")
	at = r.tok().pos
	n := r.constant(nil, "expected a constant number")
	if r.is(",") && r.arch.indexed {
		fail(r.tok().pos, "a register with an initial value: p4c-bm2-pna takes none")
	}
	r.want(")")
	if !n.IsInt64() || n.Int64() < 1 || n.Int64() > maxRegister {
		fail(at, "a register of %s elements is outside the subset", n)
	}
	name := r.name()
	r.want(";")
	if r.elements += int(n.Int64()); r.elements > maxElements {
		fail(name.pos, "registers of more than %d elements together are outside the subset", maxElements)
	}
	reg := &registerCode{name: name.text, t: t, size: int(n.Int64()), index: len(r.prog.registers)}
	r.prog.registers = append(r.prog.registers, reg)
	r.declare(name, &symbol{kind: symRegister, reg: reg})
}

// maxStates ends a parser that runs in circles.
const maxStates = 1000

// state is a state of the parser: what it extracts, and its next state.
type state struct {
	name  token
	body  code
	keys  []*val
	cases []selectCase // the last one is for all packets if there are no keys
}

type selectCase struct {
	all    bool // default
	values []uint64
	next   token
	to     int // the state, or accept or reject
}

const (
	accept = -1
	reject = -2
)

// parser reads the states of a parser.
func (r *reader) parser(b *block) code {
	r.inParser = true
	defer func() { r.inParser = false }()
	index := map[string]int{"accept": accept, "reject": reject}
	var states []*state
	for !r.take("}") {
		if !r.is("state") {
			fail(r.tok().pos, "%s is outside the subset here", r.tok())
		}
		s := r.state()
		if s.name.text == "accept" || s.name.text == "reject" {
			fail(s.name.pos, "state %s is the language's own", s.name.text)
		}
		r.declare(s.name, &symbol{kind: symState})
		index[s.name.text] = len(states)
		states = append(states, s)
	}
	start, ok := index["start"]
	if !ok {
		fail(b.pos, "parser %s has no state start", b.name)
	}
	for _, s := range states {
		for i := range s.cases {
			c := &s.cases[i]
			if c.to, ok = index[c.next.text]; !ok {
				fail(c.next.pos, "no state %s", c.next.text)
			}
		}
	}
	reached := map[int]bool{start: true, accept: true, reject: true}
	for todo := []int{start}; len(todo) > 0; todo = todo[1:] {
		for _, c := range states[todo[0]].cases {
			if !reached[c.to] {
				reached[c.to] = true
				todo = append(todo, c.to)
			}
		}
	}
	for i, s := range states {
		if !reached[i] {
			fail(s.name.pos, "state %s is not reached", s.name.text)
		}
	}
	return func(m *machine) {
		for i, n := start, 0; i >= 0; n++ {
			if n == maxStates {
				m.fault("the parser does not end")
			}
			states[i].body(m)
			i = states[i].next(m)
		}
	}
}

// next chooses the case of a packet.
func (s *state) next(m *machine) int {
next:
	for _, c := range s.cases {
		for j, v := range c.values {
			if s.keys[j].n(m).lo != v {
				continue next
			}
		}
		return c.to
	}
	return reject // no case: error.NoMatch
}

func (r *reader) state() *state {
	r.want("state")
	s := &state{name: r.name()}
	r.want("{")
	var body []code
	for !r.is("transition") {
		if r.is("}") {
			fail(r.tok().pos, "a state without a transition")
		}
		body = append(body, r.statement())
	}
	s.body = sequence(body)
	r.want("transition")
	if !r.take("select") {
		s.cases = []selectCase{{next: r.name()}}
		r.want(";")
		r.want("}")
		return s
	}
	r.want("(")
	for !r.take(")") {
		if len(s.keys) > 0 {
			r.want(",")
		}
		v := r.expression()
		if v.t.kind != kindBit || v.t.width > 64 {
			fail(v.at, "select on %s is outside the subset", v.t)
		}
		s.keys = append(s.keys, v)
	}
	r.want("{")
	seen := map[string]bool{}
	for !r.take("}") {
		at := r.tok().pos
		c := r.selectCase(s)
		id := fmt.Sprint(c.values)
		switch {
		case len(s.cases) > 0 && s.cases[len(s.cases)-1].all:
			fail(at, "a case behind the one for everything is not reached")
		case seen[id]:
			fail(at, "a second case for this value")
		}
		seen[id] = true
		s.cases = append(s.cases, c)
	}
	r.want("}")
	return s
}

// selectCase reads default, a constant, or as many as there are keys in parentheses, and the state.
func (r *reader) selectCase(s *state) selectCase {
	at := r.tok().pos
	c := selectCase{all: r.take("default")}
	tuple := !c.all && len(s.keys) > 1 && r.take("(")
	for i := 0; !c.all; i++ {
		if i == len(s.keys) {
			fail(at, "select has %d keys, the case more", i)
		}
		c.values = append(c.values, r.word(s.keys[i].t, "a case is a constant"))
		if !tuple || !r.take(",") {
			break
		}
	}
	if !c.all && len(c.values) != len(s.keys) {
		fail(at, "select has %d keys, the case %d", len(s.keys), len(c.values))
	}
	if tuple {
		r.want(")")
	}
	r.want(":")
	c.next = r.name()
	r.want(";")
	return c
}
