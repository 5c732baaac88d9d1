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

type registerCode struct {
	name  string
	t     *typ
	size  int
	index int
}

type tableCode struct {
	name    string
	applied *Pos
	run     code
}

func (c *checker) action(a *action) {
	ac := &actionCode{name: a.name}
	c.push()
	for _, p := range a.params {
		if p.dir != "" {
			fail(p.pos, "an action's parameter with a direction is outside the subset")
		}
		t := c.storable(p.typ)
		if !t.scalar() {
			fail(p.pos, "a parameter of type %s is outside the subset", t)
		}
		slot := c.slot(1)
		ac.params, ac.slots = append(ac.params, t), append(ac.slots, slot)
		c.declare(&symbol{kind: symVar, pos: p.pos, name: p.name, t: t, slot: slot, readOnly: true})
	}
	c.inAction = true
	ac.body = sequence(c.stmts(a.body))
	c.inAction = false
	c.pop()
	c.declare(&symbol{kind: symAction, pos: a.pos, name: a.name, act: ac})
}

// bindAction gives an action its arguments.
func (c *checker) bindAction(a *actionCode, args []*expr, at Pos, constant bool) code {
	if len(args) != len(a.params) {
		fail(at, "action %s takes %d arguments, not %d", a.name, len(a.params), len(args))
	}
	var vals []*val
	for i, e := range args {
		v := c.assignable(c.scalar(e), a.params[i], e.at)
		if constant && v.k == nil {
			fail(e.at, "an argument in a table is a constant")
		}
		if constant && v.t.kind == kindInt {
			fail(e.at, "an argument in a table of type %s: simple_switch ends at one below 0, so data have no sign", v.t)
		}
		vals = append(vals, v)
	}
	slots, body := a.slots, a.body
	if len(vals) == 1 {
		slot, n := slots[0], vals[0].n
		return func(m *machine) { m.s[slot] = n(m); body(m) }
	}
	return func(m *machine) {
		for i, v := range vals {
			m.s[slots[i]] = v.n(m)
		}
		body(m)
	}
}

// tableAction checks an action that a table names.
func (c *checker) tableAction(t *table, e *expr, named map[string]bool) code {
	f, args := e, []*expr(nil)
	if e.op == "call" {
		f, args = e.args[0], e.args[1:]
	}
	if f.op != "name" {
		fail(e.pos, "expected an action")
	}
	s := c.find(f.name, f.pos)
	if s.kind != symAction {
		fail(f.pos, "%s is no action", f.name)
	}
	if named == nil {
		if e.op == "call" {
			fail(e.pos, "an argument in the list of actions is outside the subset")
		}
		return nil
	}
	if !named[f.name] {
		fail(f.pos, "table %s does not list action %s", t.name, f.name)
	}
	return c.bindAction(s.act, args, e.pos, true)
}

// match is one entry: what the key is under the mask, or between two ends.
type match struct {
	value, mask, end uint64
	do               code
}

func (c *checker) table(t *table) {
	if t.key == nil || t.actions == nil || t.def == nil {
		fail(t.pos, "table %s lacks a key, actions or a const default_action: the subset wants all three", t.name)
	}
	key := c.scalar(t.key)
	if key.t.kind != kindBit || key.t.width > 64 {
		fail(t.key.at, "a key of type %s is outside the subset", key.t)
	}
	if !slices.Contains([]string{"exact", "lpm", "ternary", "range"}, t.match) {
		fail(t.matchPos, "match kind %s is outside the subset", t.match)
	}
	named := map[string]bool{}
	for _, a := range t.actions {
		c.tableAction(t, a, nil)
		if named[a.name] {
			fail(a.pos, "table %s lists action %s twice", t.name, a.name)
		}
		named[a.name] = true
	}
	miss := c.tableAction(t, t.def, named)
	var entries []match
	seen := map[[3]uint64]bool{}
	for _, e := range t.entries {
		m := c.key(t, e.key, key.t)
		id := [3]uint64{m.value, m.mask, m.end}
		if seen[id] {
			fail(e.key.pos, "a second entry for this key")
		}
		seen[id] = true
		m.do = c.tableAction(t, e.call, named)
		entries = append(entries, m)
	}
	tc := &tableCode{name: t.name, run: finder(t, key.n, entries, miss)}
	c.declare(&symbol{kind: symTable, pos: t.pos, name: t.name, tbl: tc})
}

// key checks an entry's key against the kind of match.
func (c *checker) key(t *table, k *keyset, kt *typ) match {
	word := func(e *expr) uint64 {
		v := c.assignable(c.scalar(e), kt, e.at)
		if v.k == nil {
			fail(e.at, "an entry's key is a constant")
		}
		return v.k.Uint64()
	}
	if k.kind == "tuple" {
		fail(k.pos, "table %s has 1 key, the entry %d", t.name, len(k.tuple))
	}
	all := maskOf(kt.width)
	switch {
	case k.kind == "value":
		v := word(k.x)
		return match{value: v, mask: all, end: v}
	case k.kind == "mask" && (t.match == "lpm" || t.match == "ternary"):
		m := match{value: word(k.x), mask: word(k.y)}
		if m.value&^m.mask != 0 {
			fail(k.pos, "the key has bits outside its mask")
		}
		if ones := mathbits.OnesCount64(m.mask); t.match == "lpm" && m.mask != all&^(all>>ones) {
			fail(k.pos, "the mask of a longest prefix match is no prefix")
		}
		return m
	case k.kind == "range" && t.match == "range":
		m := match{value: word(k.x), end: word(k.y)}
		if m.value > m.end {
			fail(k.pos, "an empty range")
		}
		return m
	case k.kind == "any" && t.match != "exact":
		return match{end: all}
	}
	fail(k.pos, "this key does not go with match kind %s", t.match)
	return match{}
}

// finder makes the look-up. Constant entries have the priority of their order, but for
// the longest prefix.
func finder(t *table, key func(m *machine) uint64, entries []match, miss code) code {
	switch t.match {
	case "exact":
		at := make(map[uint64]code, len(entries))
		for _, e := range entries {
			at[e.value] = e.do
		}
		return func(m *machine) {
			if do, ok := at[key(m)]; ok {
				do(m)
			} else {
				miss(m)
			}
		}
	case "range":
		return func(m *machine) {
			k := key(m)
			for i := range entries {
				if e := &entries[i]; e.value <= k && k <= e.end {
					e.do(m)
					return
				}
			}
			miss(m)
		}
	case "lpm":
		sort.SliceStable(entries, func(i, j int) bool { return entries[i].mask > entries[j].mask })
	}
	return func(m *machine) {
		k := key(m)
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
func (c *checker) apply(t *tableCode, at Pos) code {
	if !c.inApply || c.inAction {
		fail(at, "a table is applied in an apply block only")
	}
	if t.applied != nil {
		fail(at, "table %s is applied a second time (first at %d:%d): a target has it once", t.name, t.applied.Line, t.applied.Col)
	}
	t.applied = &at
	return t.run
}
