package p4check

import (
	"math/big"
	"strings"
)

// checker resolves names, checks types, and makes closures of what it has checked.
type checker struct {
	prog   *Program
	scopes []scope
	types  struct{ headers, meta *typ }
	std    *typ
	// Where the fixed parameters of all blocks lie.
	headersAt, metaAt, stdAt int
	// What the statement being checked stands in.
	inAction, inParser, inApply bool
	deparser                    bool
	elements                    int // of registers
}

// Parse reads and checks a program. The error is an *Error.
func Parse(text string) (prog *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			prog, err = nil, e
		}
	}()
	tree := parseProgram(text)
	c := &checker{prog: &Program{}, std: standardMetadata()}
	c.push()
	c.includes(tree)
	c.predeclare()
	for _, d := range tree.decls {
		switch d := d.(type) {
		case *stmt:
			c.constant(d.v)
		case *composite:
			c.composite(d)
		case *block:
			c.declare(&symbol{kind: symBlock, pos: d.pos, name: d.name, blk: d})
		}
	}
	if tree.main != nil {
		c.declare(&symbol{kind: symLibrary, pos: tree.mainPos, name: "main"})
	}
	c.pipeline(tree)
	c.prog.initial = make([]uint64, c.prog.slots)
	return c.prog, nil
}

// predeclare fills the outermost scope: with types where the subset has them.
func (c *checker) predeclare() {
	for name, file := range predeclared {
		c.scopes[0][name] = &symbol{kind: symLibrary, name: name, file: file}
	}
	for _, t := range []*typ{c.std, packetIn, packetOut} {
		s := c.scopes[0][t.name]
		s.kind, s.t = symType, t
	}
}

// includes wants the two headers that declare what the subset uses.
func (c *checker) includes(tree *program) {
	have := map[string]bool{}
	for _, t := range tree.includes {
		line := strings.Join(strings.Fields(t.text), " ")
		if line != "#include <core.p4>" && line != "#include <v1model.p4>" {
			fail(t.pos, "%s is outside the subset: it takes #include <core.p4> and <v1model.p4>", t.text)
		}
		have[line] = true
	}
	if len(have) != 2 || tree.late {
		fail(Pos{1, 1}, "the program includes core.p4 and v1model.p4, both, before all else")
	}
}

func (c *checker) push() { c.scopes = append(c.scopes, scope{}) }
func (c *checker) pop()  { c.scopes = c.scopes[:len(c.scopes)-1] }

// declare adds a name to the innermost scope. The compiler refuses one that is there, and
// warns of one that hides another.
func (c *checker) declare(s *symbol) *symbol {
	top := len(c.scopes) - 1
	for i := top; i >= 0; i-- {
		switch old := c.scopes[i][s.name]; {
		case old == nil:
		case old.file != "":
			fail(s.pos, "%s is declared by %s", s.name, old.file)
		case i == top:
			fail(s.pos, "%s is declared twice, first at %d:%d", s.name, old.pos.Line, old.pos.Col)
		default:
			fail(s.pos, "%s hides what is declared at %d:%d", s.name, old.pos.Line, old.pos.Col)
		}
	}
	c.scopes[top][s.name] = s
	return s
}

// find returns what a name means at a place, which is behind its declaration.
func (c *checker) find(name string, at Pos) *symbol {
	for i := len(c.scopes) - 1; i >= 0; i-- {
		if s := c.scopes[i][name]; s != nil {
			if s.pos.Line > at.Line || s.pos.Line == at.Line && s.pos.Col > at.Col {
				fail(at, "%s is used before its declaration at %d:%d", name, s.pos.Line, s.pos.Col)
			}
			return s
		}
	}
	fail(at, "%s is not declared", name)
	return nil
}

// slot reserves n words of memory.
func (c *checker) slot(n int) int {
	at := c.prog.slots
	c.prog.slots += n
	return at
}

// constInt evaluates a constant that is a number.
func (c *checker) constInt(e *expr) *big.Int {
	v := c.expr(e)
	if v.k == nil || v.t.kind == kindBool {
		fail(e.at, "expected a constant number")
	}
	return v.k
}

func (c *checker) typ(t *typeExpr) *typ {
	width := func() int {
		if t.width == nil {
			return 1
		}
		w := c.constInt(t.width)
		if !w.IsInt64() || w.Int64() < 1 || w.Int64() > maxWidth {
			fail(t.pos, "a width of %s bits is outside the subset, 1 to %d", w, maxWidth)
		}
		return int(w.Int64())
	}
	switch t.name {
	case "bool":
		return boolType
	case "bit":
		return bits(width())
	case "int":
		return scalarType(kindInt, width())
	case "register":
		fail(t.pos, "a register is no type of a variable")
	}
	s := c.find(t.name, t.pos)
	if s.kind != symType {
		fail(t.pos, "%s is no type", t.name)
	}
	return s.t
}

// storable is a type of which a variable or field of one word can be.
func (c *checker) storable(t *typeExpr) *typ {
	r := c.typ(t)
	if r.scalar() && r.width > 64 {
		fail(t.pos, "%s: a variable or field of more than 64 bits is outside the subset", r)
	}
	return r
}

func (c *checker) constant(v *variable) {
	t := c.typ(v.typ)
	x := c.assignable(c.expr(v.init), t, v.init.at)
	if x.k == nil {
		fail(v.init.at, "the value of %s is no constant", v.name)
	}
	c.declare(&symbol{kind: symConst, pos: v.pos, name: v.name, t: t, k: x.k})
}

func (c *checker) composite(d *composite) {
	t := &typ{kind: kindStruct, name: d.name}
	if d.header {
		t.kind = kindHeader
	}
	for _, f := range d.fields {
		if t.field(f.name) != nil {
			fail(f.pos, "field %s is declared twice", f.name)
		}
		ft := c.storable(f.typ)
		if d.header && ft.kind != kindBit {
			fail(f.typ.pos, "%s in a header is outside the subset: its fields are bit strings", ft)
		}
		if !ft.scalar() && ft.kind != kindHeader {
			fail(f.typ.pos, "%s in a struct is outside the subset", ft)
		}
		t.fields = append(t.fields, field{name: f.name, t: ft})
	}
	t.layout()
	total := 0
	for _, f := range t.fields {
		total += f.t.width
	}
	if d.header && total%8 != 0 {
		fail(d.pos, "header %s has %d bits, which is not a whole number of bytes: v1model refuses it", d.name, total)
	}
	c.declare(&symbol{kind: symType, pos: d.pos, name: d.name, t: t})
}

// pipeline checks V1Switch and the blocks that it names.
func (c *checker) pipeline(tree *program) {
	if tree.main == nil {
		fail(Pos{1, 1}, "no V1Switch(...) main")
	}
	m := tree.main
	if m.op != "call" || m.args[0].op != "name" {
		fail(tree.mainPos, "expected V1Switch(...)")
	}
	parts := m.args[1:]
	if len(parts) != 6 {
		fail(tree.mainPos, "V1Switch takes 6 blocks, not %d", len(parts))
	}
	var blocks [6]*block
	used := map[*block]bool{}
	for i, a := range parts {
		if a.op != "call" || len(a.args) != 1 || a.args[0].op != "name" {
			fail(a.at, "expected a parser or control and ()")
		}
		s := c.find(a.args[0].name, a.args[0].at)
		if s.kind != symBlock || s.blk.parser != (i == 0) {
			fail(a.args[0].at, "%s is no %s", a.args[0].name, map[bool]string{true: "parser", false: "control"}[i == 0])
		}
		if used[s.blk] {
			fail(a.args[0].at, "a second instance of %s is outside the subset", s.name)
		}
		used[s.blk] = true
		blocks[i] = s.blk
	}
	for _, d := range tree.decls {
		if b, ok := d.(*block); ok && !used[b] {
			fail(b.pos, "%s is no part of V1Switch: a block that is not used is outside the subset", b.name)
		}
	}
	// The parser's parameters tell the types of headers and metadata.
	p := blocks[0].params
	if len(p) != 4 {
		fail(blocks[0].pos, "a parser for v1model has 4 parameters, not %d", len(p))
	}
	c.types.headers, c.types.meta = c.typ(p[1].typ), c.typ(p[2].typ)
	if c.types.headers.kind != kindStruct || c.types.meta.kind != kindStruct {
		fail(blocks[0].pos, "headers and metadata are structs")
	}
	c.headersAt = c.slot(c.types.headers.slots)
	c.metaAt = c.slot(c.types.meta.slots)
	c.stdAt = c.slot(c.std.slots)
	c.prog.garbage = append(c.prog.garbage, span{c.metaAt, c.types.meta.slots, c.types.meta})
	for _, f := range c.types.headers.fields {
		if f.t.kind != kindHeader {
			fail(blocks[0].pos, "%s in the struct of headers is outside the subset", f.t)
		}
		c.prog.headers = append(c.prog.headers, c.headersAt+f.off)
	}
	c.prog.stdAt = c.stdAt
	c.prog.parse = c.parserBlock(blocks[0])
	c.prog.verify = c.control(blocks[1], "hdr meta")
	c.prog.ingress = c.control(blocks[2], "hdr meta std")
	c.prog.egress = c.control(blocks[3], "hdr meta std")
	c.prog.compute = c.control(blocks[4], "hdr meta")
	c.prog.deparse = c.control(blocks[5], "out hdr")
}

// bind declares the parameters of a block, which v1model prescribes.
func (c *checker) bind(b *block, shape string) {
	want := strings.Fields(shape)
	if len(b.params) != len(want) {
		fail(b.pos, "%s has %d parameters where v1model has %d", b.name, len(b.params), len(want))
	}
	for i, v := range b.params {
		t := c.typ(v.typ)
		s := &symbol{kind: symVar, pos: v.pos, name: v.name, t: t}
		var ok bool
		switch want[i] {
		case "in":
			ok = t == packetIn && v.dir == ""
		case "out":
			ok = t == packetOut && v.dir == ""
		case "hdr":
			s.slot = c.headersAt
			dir := "inout"
			if b.parser {
				dir = "out"
			} else if want[0] == "out" {
				dir, s.readOnly = "in", true
			}
			ok = t == c.types.headers && v.dir == dir
		case "meta":
			s.slot = c.metaAt
			ok = t == c.types.meta && v.dir == "inout"
		case "std":
			s.slot = c.stdAt
			ok = t == c.std && v.dir == "inout"
		}
		if !ok {
			fail(v.pos, "parameter %s is not what v1model has there", v.name)
		}
		c.declare(s)
	}
}

// control checks a control and returns its apply block.
func (c *checker) control(b *block, shape string) code {
	c.push()
	defer c.pop()
	c.bind(b, shape)
	c.push()
	defer c.pop()
	c.deparser = shape == "out hdr"
	defer func() { c.deparser = false }()
	var first []code
	for _, l := range b.locals {
		switch l := l.(type) {
		case *stmt:
			first = append(first, c.stmt(l)...)
		case *action:
			c.action(l)
		case *table:
			c.table(l)
		case *variable:
			c.register(l)
		}
	}
	if b.apply == nil {
		fail(b.pos, "control %s has no apply", b.name)
	}
	c.inApply = true
	defer func() { c.inApply = false }()
	return sequence(append(first, c.stmts(b.apply)...))
}

// The largest register, and the most elements of all together.
const (
	maxRegister = 1 << 17
	maxElements = 1 << 23
)

func (c *checker) register(v *variable) {
	t := c.storable(v.typ.arg)
	if !t.numeric() {
		fail(v.typ.pos, "a register of %s is outside the subset: bit and int are in it", t)
	}
	if len(v.args) != 1 {
		fail(v.pos, "a register has one argument, its size")
	}
	n := c.constInt(v.args[0])
	if !n.IsInt64() || n.Int64() < 1 || n.Int64() > maxRegister {
		fail(v.args[0].at, "a register of %s elements is outside the subset", n)
	}
	if c.elements += int(n.Int64()); c.elements > maxElements {
		fail(v.pos, "registers of more than %d elements together are outside the subset", maxElements)
	}
	r := &registerCode{name: v.name, t: t, size: int(n.Int64()), index: len(c.prog.registers)}
	c.prog.registers = append(c.prog.registers, r)
	c.declare(&symbol{kind: symRegister, pos: v.pos, name: v.name, reg: r})
}
