package p4check

// maxStates ends a parser that runs in circles.
const maxStates = 1000

// stateCode does a state and returns the next one: accept and reject are below 0.
type stateCode func(m *machine) int

const (
	accept = -1
	reject = -2
)

// parserBlock checks the parser.
func (c *checker) parserBlock(b *block) code {
	c.push()
	defer c.pop()
	c.bind(b, "in hdr meta std")
	c.inParser = true
	defer func() { c.inParser = false }()
	var first []code
	for _, l := range b.locals {
		first = append(first, c.stmt(l.(*stmt))...)
	}
	index := map[string]int{"accept": accept, "reject": reject}
	for i, s := range b.states {
		if _, ok := index[s.name]; ok {
			fail(s.pos, "a second state %s", s.name)
		}
		index[s.name] = i
	}
	start, ok := index["start"]
	if !ok {
		fail(b.pos, "parser %s has no state start", b.name)
	}
	target := func(name string, at Pos) int {
		i, ok := index[name]
		if !ok {
			fail(at, "no state %s", name)
		}
		return i
	}
	states := make([]stateCode, len(b.states))
	for i, s := range b.states {
		states[i] = c.state(s, target)
	}
	do := sequence(first)
	return func(m *machine) {
		do(m)
		for i, n := start, 0; i >= 0; n++ {
			if n == maxStates {
				m.fault("the parser does not end")
			}
			i = states[i](m)
		}
	}
}

func (c *checker) state(s *state, target func(string, Pos) int) stateCode {
	c.push()
	defer c.pop()
	body := sequence(c.stmts(s.body))
	if s.sel == nil {
		next := target(s.next, s.nextPos)
		return func(m *machine) int { body(m); return next }
	}
	var keys []*val
	for _, e := range s.sel {
		v := c.scalar(e)
		if v.t.kind != kindBit || v.t.width > 64 {
			fail(e.pos, "select on %s is outside the subset", v.t)
		}
		keys = append(keys, v)
	}
	type choice struct {
		value, mask []uint64
		next        int
	}
	var choices []choice
	for _, k := range s.cases {
		parts := []*keyset{k.key}
		if k.key.kind == "tuple" {
			parts = k.key.tuple
		}
		ch := choice{next: target(k.next, k.pos), value: make([]uint64, len(keys)), mask: make([]uint64, len(keys))}
		if !(len(parts) == 1 && parts[0].kind == "any") && len(parts) != len(keys) {
			fail(k.key.pos, "select has %d keys, the case %d", len(keys), len(parts))
		}
		for i, part := range parts {
			if part.kind == "any" {
				continue
			}
			word := func(e *expr) uint64 {
				v := c.assignable(c.scalar(e), keys[i].t, e.pos)
				if v.k == nil {
					fail(e.pos, "a case is a constant")
				}
				return v.k.Uint64()
			}
			switch part.kind {
			case "value":
				ch.value[i], ch.mask[i] = word(part.x), maskOf(keys[i].t.width)
			case "mask":
				ch.value[i], ch.mask[i] = word(part.x), word(part.y)
				ch.value[i] &= ch.mask[i]
			default:
				fail(part.pos, "a range in select is outside the subset")
			}
		}
		choices = append(choices, ch)
	}
	return func(m *machine) int {
		body(m)
	next:
		for i := range choices {
			ch := &choices[i]
			for j, k := range keys {
				if k.n(m)&ch.mask[j] != ch.value[j] {
					continue next
				}
			}
			return ch.next
		}
		return reject // no case: error.NoMatch
	}
}
