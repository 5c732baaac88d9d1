package p4check

import (
	mathbits "math/bits"
	"slices"
	"sort"
)

// actionCode is a checked action. Its parameters are words of memory.
type actionCode struct {
	name   string
	params []*typ
	slots  []int
	body   code
}

type tableCode struct {
	name    string
	applied *Pos
	run     code
}

func (r *reader) action() {
	r.want("action")
	name := r.name()
	a := &actionCode{name: name.text}
	r.push()
	for _, p := range r.params() {
		if p.dir != "" || !p.t.scalar() {
			fail(p.name.pos, "parameter %s of an action is outside the subset: it has a direction, or is no scalar", p.name.text)
		}
		if p.t.kind == kindBool {
			fail(p.name.pos, "parameter %s of an action is bool: p4c takes bit and int", p.name.text)
		}
		slot := r.slot(1)
		a.params, a.slots = append(a.params, p.t), append(a.slots, slot)
		r.declare(p.name, &symbol{kind: symVar, t: p.t, slot: slot, readOnly: true})
	}
	r.inAction = true
	a.body = r.body()
	r.inAction = false
	r.pop()
	r.declare(name, &symbol{kind: symAction, act: a})
}

// body reads the statements of an action, in the scope of its parameters.
func (r *reader) body() code {
	r.want("{")
	var out []code
	for !r.take("}") {
		out = append(out, r.statement())
	}
	return sequence(out)
}

// bindAction reads the arguments of an action. In a table they are unsigned constants, and without arguments the
// parentheses may be missing.
func (r *reader) bindAction(a *actionCode, at Pos, inTable bool) code {
	var vals []*val
	if !inTable || r.is("(") {
		r.want("(")
		for !r.take(")") {
			if len(vals) > 0 {
				r.want(",")
			}
			vals = append(vals, r.expression())
		}
	}
	if len(vals) != len(a.params) {
		fail(at, "action %s takes %d arguments, not %d", a.name, len(a.params), len(vals))
	}
	for i, v := range vals {
		v = assignable(v, a.params[i])
		if inTable && v.k == nil {
			fail(v.at, "an argument in a table is a constant")
		}
		if inTable && v.t.kind == kindInt {
			fail(v.at, "an argument in a table of type %s: simple_switch ends at one below 0, so data have no sign", v.t)
		}
		vals[i] = v
	}
	slots, body := a.slots, a.body
	return func(m *machine) {
		for i, v := range vals {
			m.s[slots[i]] = v.n(m).lo
		}
		body(m)
	}
}

// tableAction reads an action that a table names, with its arguments.
func (r *reader) tableAction(table string, named []string) code {
	name := r.name()
	if !slices.Contains(named, name.text) {
		fail(name.pos, "table %s does not list action %s", table, name.text)
	}
	run := r.bindAction(r.find(name).act, name.pos, true)
	r.want(";")
	return run
}

// match is one entry: what the key is under the mask.
type match struct {
	value, mask uint64
	do          code
}

// table reads a table: key, actions, const default_action and const entries, in this order.
func (r *reader) table() {
	r.want("table")
	name := r.name()
	r.want("{")
	r.want("key")
	r.want("=")
	r.want("{")
	key := r.expression()
	if key.t.kind != kindBit || key.t.width > 64 {
		fail(key.at, "a key of type %s is outside the subset", key.t)
	}
	r.want(":")
	kind := r.name()
	if !slices.Contains([]string{"exact", "lpm", "ternary"}, kind.text) {
		fail(kind.pos, "match kind %s is outside the subset", kind.text)
	}
	r.want(";")
	r.want("}")
	r.want("actions")
	r.want("=")
	r.want("{")
	var named []string
	for !r.take("}") {
		a := r.name()
		if r.find(a).kind != symAction {
			fail(a.pos, "%s is no action", a.text)
		}
		if slices.Contains(named, a.text) {
			fail(a.pos, "table %s lists action %s twice", name.text, a.text)
		}
		named = append(named, a.text)
		r.want(";")
	}
	r.want("const")
	r.want("default_action")
	r.want("=")
	miss := r.tableAction(name.text, named)
	var entries []match
	if r.take("const") {
		r.want("entries")
		r.want("=")
		r.want("{")
		for !r.take("}") {
			at := r.tok().pos
			m := r.key(kind.text, key.t)
			if slices.ContainsFunc(entries, func(e match) bool { return e.value == m.value && e.mask == m.mask }) {
				fail(at, "a second entry for this key")
			}
			r.want(":")
			m.do = r.tableAction(name.text, named)
			entries = append(entries, m)
		}
	}
	r.want("}")
	r.declare(name, &symbol{kind: symTable, tbl: &tableCode{name: name.text, run: finder(kind.text, key.n, entries, miss)}})
}

// key reads an entry's key: a value, and for lpm and ternary perhaps a mask.
func (r *reader) key(kind string, t *typ) match {
	at := r.tok().pos
	const what = "an entry's key is a constant"
	all := t.mask().lo
	m := match{value: r.word(t, what), mask: all}
	if kind == "exact" || !r.take("&&&") {
		return m
	}
	m.mask = r.word(t, what)
	if m.value&^m.mask != 0 {
		fail(at, "the key has bits outside its mask")
	}
	if ones := mathbits.OnesCount64(m.mask); kind == "lpm" && m.mask != all&^(all>>ones) {
		fail(at, "the mask of a longest prefix match is no prefix")
	}
	return m
}

// finder makes the look-up. Constant entries have the priority of their order, but for
// the longest prefix.
func finder(kind string, key func(m *machine) u128, entries []match, miss code) code {
	if kind == "exact" {
		at := make(map[uint64]code, len(entries))
		for _, e := range entries {
			at[e.value] = e.do
		}
		return func(m *machine) {
			if do, ok := at[key(m).lo]; ok {
				do(m)
			} else {
				miss(m)
			}
		}
	}
	if kind == "lpm" {
		sort.SliceStable(entries, func(i, j int) bool { return entries[i].mask > entries[j].mask })
	}
	return func(m *machine) {
		k := key(m).lo
		for i := range entries {
			if e := &entries[i]; k&e.mask == e.value {
				e.do(m)
				return
			}
		}
		miss(m)
	}
}

// apply uses a table, which the target does once.
func (r *reader) apply(t *tableCode, at Pos) code {
	if !r.inBody {
		fail(at, "a table is applied in an apply block only")
	}
	if t.applied != nil {
		fail(at, "table %s is applied a second time (first at %d:%d): a target has it once", t.name, t.applied.Line, t.applied.Col)
	}
	t.applied = &at
	return t.run
}
