package p4check

import (
	"fmt"
	"slices"
)

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
		if s.name == "accept" || s.name == "reject" {
			fail(s.pos, "state %s is the language's own", s.name)
		}
		c.declare(&symbol{kind: symState, pos: s.pos, name: s.name})
		index[s.name] = i
	}
	start, ok := index["start"]
	if !ok {
		fail(b.pos, "parser %s has no state start", b.name)
	}
	goes := make([][]int, len(b.states)) // where each state goes
	states := make([]stateCode, len(b.states))
	for i, s := range b.states {
		states[i] = c.state(s, func(name string, at Pos) int {
			next, ok := index[name]
			if !ok {
				fail(at, "no state %s", name)
			}
			if next >= 0 {
				goes[i] = append(goes[i], next)
			}
			return next
		})
	}
	reached := map[int]bool{start: true}
	for todo := []int{start}; len(todo) > 0; todo = todo[1:] {
		for _, next := range goes[todo[0]] {
			if !reached[next] {
				reached[next] = true
				todo = append(todo, next)
			}
		}
	}
	for i, s := range b.states {
		if !reached[i] {
			fail(s.pos, "state %s is not reached", s.name)
		}
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
			fail(e.at, "select on %s is outside the subset", v.t)
		}
		keys = append(keys, v)
	}
	type choice struct {
		value, mask []uint64
		next        int
	}
	var choices []choice
	everything := false // a case before takes it
	seen := map[string]bool{}
	for _, k := range s.cases {
		if everything {
			fail(k.key.pos, "a case behind the one for everything is not reached")
		}
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
				v := c.assignable(c.scalar(e), keys[i].t, e.at)
				if v.k == nil {
					fail(e.at, "a case is a constant")
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
		everything = !slices.ContainsFunc(ch.mask, func(m uint64) bool { return m != 0 })
		id := fmt.Sprint(ch.value, ch.mask)
		if seen[id] {
			fail(k.key.pos, "a second case for this value")
		}
		seen[id] = true
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
