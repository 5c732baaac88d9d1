package p4check

import "slices"

// code is a checked statement.
type code func(m *machine)

func sequence(cs []code) code {
	if len(cs) == 1 {
		return cs[0]
	}
	return func(m *machine) {
		for _, c := range cs {
			c(m)
		}
	}
}

// braces reads a block of statements in a new scope.
func (r *reader) braces() code {
	defer r.deeper()()
	r.push()
	defer r.pop()
	r.want("{")
	var out []code
	for !r.take("}") {
		out = append(out, r.statement())
	}
	return sequence(out)
}

// variable reads the declaration of one.
func (r *reader) variable() code {
	t := r.storable()
	name := r.name()
	slot, garbage := r.slot(1), undefinedValue(t)
	run := func(m *machine) { m.s[slot] = garbage }
	if r.take("=") {
		n := assignable(r.expression(), t).n
		run = func(m *machine) { m.s[slot] = n(m).lo }
	}
	r.want(";")
	r.declare(name, &symbol{kind: symVar, t: t, slot: slot})
	return run
}

func (r *reader) statement() code {
	defer r.deeper()()
	t := r.tok()
	switch {
	case r.isType():
		return r.variable()
	case r.take("if"):
		return r.ifStmt(t.pos)
	case r.is(r.arch.register), r.is("action"), r.is("table"):
		fail(t.pos, "%s is declared in a control, not among statements", t.text)
	case slices.Contains([]string{"for", "switch", "return", "exit", "break", "continue", "const", "{"}, t.text):
		fail(t.pos, "%s is outside the subset here", t.text)
	}
	run := r.simple()
	r.want(";")
	return run
}

// simple reads an assignment or a call.
func (r *reader) simple() code {
	t := r.tok()
	if t.kind != tokenName {
		fail(t.pos, "expected a statement, found %s", t)
	}
	name := r.name()
	s := r.find(name)
	switch {
	case s.kind == symLibrary && r.arch.externs[name.text] != nil:
		return r.extern(name)
	case s.kind == symAction:
		return r.bindAction(s.act, r.tok().pos, false)
	case s.kind == symTable:
		r.want(".")
		r.want("apply")
		at := r.want("(").pos
		r.want(")")
		return r.apply(s.tbl, at)
	case s.kind == symRegister:
		r.want(".")
		return r.registerCall(s.reg)
	case s.kind == symVar && s.t == packetIn:
		r.want(".")
		r.want("extract")
		return extract(r.header())
	case s.kind == symVar && s.t == packetOut:
		r.want(".")
		r.want("emit")
		return emit(r.header())
	case s.kind != symVar && s.kind != symConst:
		r.lacking(name)
		fail(name.pos, "%s is no action", name.text)
	}
	x, method := r.path(name, s)
	switch {
	case method == "isValid":
		fail(x.at, "isValid is no statement")
	case method != "" && x.place.readOnly:
		fail(x.at, "an in parameter is not changed")
	case method != "":
		return setValid(x, method == "setValid")
	}
	set := target(x)
	r.want("=")
	from := r.scopes.find(r.tok().text)
	if from != nil && from.kind == symHash {
		return r.getHash(x, set)
	}
	if from != nil && from.kind == symRegister && r.arch.indexed {
		r.i++
		r.want(".")
		r.want("read")
		r.want("(")
		place := element(from.reg, r.expression())
		r.want(")")
		return from.reg.into(x, place)
	}
	n := assignable(r.expression(), x.t).n
	return func(m *machine) { set(m, n(m).lo) }
}

// target returns what puts a word where x is kept.
func target(x *val) func(m *machine, v uint64) {
	switch {
	case x.place == nil:
		fail(x.at, "this cannot be assigned to")
	case x.place.readOnly:
		fail(x.at, "an in parameter is not assigned to")
	case !x.t.scalar():
		fail(x.at, "assigning a whole %s is outside the subset", x.t)
	}
	slot, valid := x.place.slot, x.place.valid
	if valid < 0 {
		return func(m *machine, v uint64) { m.s[slot] = v }
	}
	return func(m *machine, v uint64) {
		if m.s[valid] == 0 {
			m.fault("a field of an invalid header is written")
		}
		m.s[slot] = v
	}
}

// ifStmt reads a branch behind if.
func (r *reader) ifStmt(at Pos) code {
	if r.inAction {
		fail(at, "a branch in an action is outside the subset: not every target has it")
	}
	if r.inParser {
		fail(at, "a branch in a parser is outside the subset")
	}
	r.want("(")
	q := r.expression()
	if q.t.kind != kindBool {
		fail(q.at, "the condition of if is %s, not bool", q.t)
	}
	r.want(")")
	test, then, other := q.n, r.braces(), code(func(*machine) {})
	if r.take("else") {
		if at := r.tok().pos; r.take("if") {
			other = r.ifStmt(at)
		} else {
			other = r.braces()
		}
	}
	return func(m *machine) {
		if test(m).lo != 0 {
			then(m)
		} else {
			other(m)
		}
	}
}

// setValid makes a header valid, its fields without a value if it was not, or invalid.
func setValid(h *val, valid bool) code {
	at, t := h.place.slot, h.t
	return func(m *machine) {
		if valid && m.s[at] == 0 {
			for _, f := range t.fields {
				m.s[at+f.off] = undefinedValue(f.t)
			}
		}
		m.s[at] = truth(valid).lo
	}
}

// registerCall reads write(index, value), or read(result, index) where a read has no value.
func (r *reader) registerCall(reg *registerCode) code {
	method := r.tok()
	switch {
	case r.take("write"), !r.arch.indexed && r.take("read"):
	case r.arch.indexed:
		fail(method.pos, "a register has write(index, value), and read(index) as all of what is assigned")
	default:
		fail(method.pos, "a register has read(result, index) and write(index, value)")
	}
	r.want("(")
	x := r.expression()
	r.want(",")
	y := r.expression()
	r.want(")")
	if method.text == "read" {
		return reg.into(x, element(reg, y))
	}
	place, v := element(reg, x), assignable(y, reg.t).n
	return func(m *machine) { p := place(m); *p = v(m).lo }
}

// element returns what finds the element at an index.
func element(reg *registerCode, index *val) func(m *machine) *uint64 {
	i := assignable(index, bits(32)).n
	return func(m *machine) *uint64 {
		j := i(m).lo
		if j >= uint64(reg.size) {
			m.fault("register %s has %d elements, none at %d", reg.name, reg.size, j)
		}
		return &m.regs[reg.index][j]
	}
}

// into returns what puts an element into x.
func (reg *registerCode) into(x *val, place func(m *machine) *uint64) code {
	set := target(x)
	if !same(x.t, reg.t) {
		fail(x.at, "register %s holds %s, not %s", reg.name, reg.t, x.t)
	}
	return func(m *machine) { set(m, *place(m)) }
}

// header reads an argument that is a header.
func (r *reader) header() *val {
	r.want("(")
	h := r.value()
	if h.t.kind != kindHeader {
		fail(h.at, "%s is no header", h.t)
	}
	r.want(")")
	return h
}

func extract(h *val) code {
	at, t := h.place.slot, h.t
	total := 0
	for _, f := range t.fields {
		total += f.t.width
	}
	return func(m *machine) {
		if !m.in.has(total) {
			panic(errTooShort)
		}
		for _, f := range t.fields {
			m.s[at+f.off] = m.in.take(f.t.width)
		}
		m.s[at] = 1
	}
}

func emit(h *val) code {
	at, t := h.place.slot, h.t
	return func(m *machine) {
		if m.s[at] == 0 {
			return
		}
		for _, f := range t.fields {
			m.out.put(m.s[at+f.off], f.t.width)
		}
	}
}
