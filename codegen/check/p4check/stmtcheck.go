package p4check

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

func (c *checker) stmts(ss []*stmt) []code {
	var out []code
	for _, s := range ss {
		out = append(out, c.stmt(s)...)
	}
	return out
}

func (c *checker) stmt(s *stmt) []code {
	switch s.kind {
	case "const":
		c.constant(s.v)
		return nil
	case "var":
		return []code{c.variable(s.v)}
	case "assign":
		return []code{c.assign(s)}
	case "block":
		c.push()
		defer c.pop()
		return c.stmts(s.then)
	case "if":
		return []code{c.ifStmt(s)}
	}
	return []code{c.call(s.x)}
}

func (c *checker) variable(v *variable) code {
	t := c.storable(v.typ)
	if !t.scalar() {
		fail(v.typ.pos, "a variable of type %s is outside the subset", t)
	}
	slot := c.slot(1)
	var init code
	if v.init != nil {
		n := c.assignable(c.scalar(v.init), t, v.init.at).n
		init = func(m *machine) { m.s[slot] = n(m) }
	} else {
		g := garbageOf(t)
		init = func(m *machine) { m.s[slot] = g }
	}
	c.declare(&symbol{kind: symVar, pos: v.pos, name: v.name, t: t, slot: slot})
	return init
}

// target checks what is assigned to.
func (c *checker) target(e *expr) *val {
	x := c.expr(e)
	switch {
	case x.place == nil:
		fail(e.at, "this cannot be assigned to")
	case x.place.ro:
		fail(e.at, "an in parameter is not assigned to")
	case !x.t.scalar():
		fail(e.at, "assigning a whole %s is outside the subset", x.t)
	}
	return x
}

// store makes what puts a word where x is kept.
func store(x *val) func(m *machine, v uint64) {
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

func (c *checker) assign(s *stmt) code {
	x := c.target(s.x)
	n := c.assignable(c.scalar(s.y), x.t, s.y.at).n
	set := store(x)
	return func(m *machine) { set(m, n(m)) }
}

func (c *checker) ifStmt(s *stmt) code {
	if c.inAction {
		fail(s.pos, "a branch in an action is outside the subset: not every target has it")
	}
	if c.inParser {
		fail(s.pos, "a branch in a parser is outside the subset")
	}
	q := c.scalar(s.x)
	if q.t.kind != kindBool {
		fail(s.x.at, "the condition of if is %s, not bool", q.t)
	}
	branch := func(ss []*stmt) code {
		c.push()
		defer c.pop()
		return sequence(c.stmts(ss))
	}
	test, then, other := q.n, branch(s.then), branch(s.other)
	return func(m *machine) {
		if test(m) != 0 {
			then(m)
		} else {
			other(m)
		}
	}
}

// call checks a call without a value.
func (c *checker) call(e *expr) code {
	f, args := e.args[0], e.args[1:]
	if f.op == "name" {
		if f.name == "mark_to_drop" {
			return c.drop(e, args)
		}
		s := c.find(f.name, f.pos)
		if s.kind != symAction {
			fail(f.pos, "%s is no action", f.name)
		}
		return c.bindAction(s.act, args, e.pos, false)
	}
	if f.op != "field" {
		fail(e.pos, "this call is outside the subset")
	}
	if o := f.args[0]; o.op == "name" {
		switch s := c.find(o.name, o.pos); {
		case s.kind == symRegister:
			return c.registerCall(s.reg, f, args)
		case s.kind == symTable && f.name == "apply" && len(args) == 0:
			return c.apply(s.tbl, e.pos)
		case s.kind == symVar && s.t == packetIn && f.name == "extract":
			return c.extract(e, args)
		case s.kind == symVar && s.t == packetOut && f.name == "emit":
			return c.emit(e, args)
		}
	}
	if (f.name == "setValid" || f.name == "setInvalid") && len(args) == 0 {
		h := c.expr(f.args[0])
		if h.t.kind == kindHeader {
			if h.place.ro {
				fail(f.at, "an in parameter is not changed")
			}
			return setValid(h, f.name == "setValid")
		}
	}
	fail(e.pos, "the call of %s is outside the subset here", f.name)
	return nil
}

// setValid makes a header valid, its fields without a value if it was not, or invalid.
func setValid(h *val, valid bool) code {
	at, t := h.place.slot, h.t
	return func(m *machine) {
		if valid && m.s[at] == 0 {
			for _, f := range t.fields {
				m.s[at+f.off] = garbageOf(f.t)
			}
		}
		m.s[at] = truth(valid)
	}
}

func (c *checker) drop(e *expr, args []*expr) code {
	if len(args) != 1 || c.inParser {
		fail(e.pos, "mark_to_drop takes standard_metadata, in a control")
	}
	x := c.expr(args[0])
	if x.t != c.std {
		fail(args[0].at, "mark_to_drop takes standard_metadata")
	}
	slot := x.place.slot + c.std.field("egress_spec").off
	return func(m *machine) { m.s[slot] = dropPort }
}

func (c *checker) registerCall(r *registerCode, f *expr, args []*expr) code {
	if len(args) != 2 || f.name != "read" && f.name != "write" {
		fail(f.pos, "a register has read(result, index) and write(index, value)")
	}
	at := args[1]
	if f.name == "write" {
		at = args[0]
	}
	i := c.assignable(c.scalar(at), bits(32), at.at).n
	n, name, size := r.index, r.name, uint64(r.size)
	check := func(m *machine) uint64 {
		j := i(m)
		if j >= size {
			m.fault("register %s has %d elements, none at %d", name, size, j)
		}
		return j
	}
	if f.name == "read" {
		x := c.target(args[0])
		if !same(x.t, r.t) {
			fail(args[0].at, "register %s holds %s, not %s", r.name, r.t, x.t)
		}
		set := store(x)
		return func(m *machine) { set(m, m.regs[n][check(m)]) }
	}
	v := c.assignable(c.scalar(args[1]), r.t, args[1].at).n
	return func(m *machine) { j := check(m); m.regs[n][j] = v(m) }
}

// header checks an argument that is a header.
func (c *checker) header(e *expr, args []*expr) *val {
	if len(args) != 1 {
		fail(e.pos, "one header is expected")
	}
	h := c.expr(args[0])
	if h.t.kind != kindHeader {
		fail(args[0].at, "%s is no header", h.t)
	}
	return h
}

func (c *checker) extract(e *expr, args []*expr) code {
	h := c.header(e, args)
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

func (c *checker) emit(e *expr, args []*expr) code {
	if !c.deparser {
		fail(e.pos, "emit outside the deparser")
	}
	h := c.header(e, args)
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
