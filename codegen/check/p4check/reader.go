package p4check

import (
	"math/big"
	"slices"
	"strings"
)

// reader reads a program from its first token to its last: it resolves names, checks types, and
// makes closures of what it has checked.
type reader struct {
	toks   []token
	i      int
	depth  int
	prog   *Program
	scopes []scope
	// The types of headers, metadata and standard metadata, and where all blocks have them.
	headers, meta, std         *typ
	headersAt, metaAt, stdAt   int
	inParser, inAction, inBody bool // where the statement being read is; body: an apply block
	inBlock                    *block
	elements                   int // of registers
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
	r := &reader{toks: tokens(text), prog: &Program{}, std: standardMetadata()}
	r.push()
	for name, file := range predeclared {
		r.scopes[0][name] = &symbol{kind: symLibrary, name: name, file: file}
	}
	for _, t := range []*typ{r.std, packetIn, packetOut} {
		s := r.scopes[0][t.name]
		s.kind, s.t = symType, t
	}
	r.program()
	return r.prog, nil
}

func (r *reader) tok() token { return r.toks[r.i] }

func (r *reader) is(text string) bool {
	t := r.tok()
	return t.text == text && (t.kind == tokenPunct || t.kind == tokenName)
}

func (r *reader) take(text string) bool {
	if r.is(text) {
		r.i++
		return true
	}
	return false
}

func (r *reader) want(text string) token {
	t := r.tok()
	if !r.take(text) {
		fail(t.pos, "expected %s, found %s", text, t)
	}
	return t
}

// keywords cannot be names.
var keywords = strings.Fields(`abstract action bit bool const control default else enum error exit extern false for header
	header_union if in inout int match_kind out package parser return select struct switch table this transition true
	tuple typedef varbit value_set void string apply actions entries key state type priority list break continue
	pragma _`)

func (r *reader) name() token {
	t := r.tok()
	if t.kind != tokenName {
		fail(t.pos, "expected a name, found %s", t)
	}
	if slices.Contains(keywords, t.text) {
		fail(t.pos, "%s is a word of the language, not a name", t.text)
	}
	r.i++
	return t
}

// maxDepth is how deep expressions and blocks may nest.
const maxDepth = 250

func (r *reader) deeper() func() {
	if r.depth++; r.depth > maxDepth {
		fail(r.tok().pos, "nested too deeply")
	}
	return func() { r.depth-- }
}

func (r *reader) push() { r.scopes = append(r.scopes, scope{}) }
func (r *reader) pop()  { r.scopes = r.scopes[:len(r.scopes)-1] }

// declare adds a name to the innermost scope. The compiler refuses one that is there, and
// warns of one that hides another.
func (r *reader) declare(name token, s *symbol) {
	s.name, s.pos = name.text, name.pos
	top := len(r.scopes) - 1
	for i := top; i >= 0; i-- {
		switch old := r.scopes[i][s.name]; {
		case old == nil:
		case old.file != "":
			fail(s.pos, "%s is declared by %s", s.name, old.file)
		case i == top:
			fail(s.pos, "%s is declared twice, first at %d:%d", s.name, old.pos.Line, old.pos.Col)
		default:
			fail(s.pos, "%s hides what is declared at %d:%d", s.name, old.pos.Line, old.pos.Col)
		}
	}
	r.scopes[top][s.name] = s
}

// find returns the meaning of a name in the current scope.
func (r *reader) find(name token) *symbol {
	for i := len(r.scopes) - 1; i >= 0; i-- {
		if s := r.scopes[i][name.text]; s != nil {
			return s
		}
	}
	fail(name.pos, "%s is not declared", name.text)
	return nil
}

// slot reserves n words of memory.
func (r *reader) slot(n int) int {
	at := r.prog.slots
	r.prog.slots += n
	return at
}

func (r *reader) isType() bool { return r.is("bool") || r.is("bit") || r.is("int") }

// typ reads a type.
func (r *reader) typ() *typ {
	t := r.tok()
	if r.take("bool") {
		return boolType
	}
	if r.take("bit") || r.take("int") {
		r.want("<")
		w := r.tok()
		if w.kind != tokenNumber || w.width != 0 || !w.value.IsInt64() || w.value.Int64() < 1 || w.value.Int64() > maxWidth {
			fail(t.pos, "a width of %s bits is outside the subset, 1 to %d", w, maxWidth)
		}
		r.i++
		r.want(">")
		if t.text == "int" {
			return scalarType(kindInt, int(w.value.Int64()))
		}
		return bits(int(w.value.Int64()))
	}
	s := r.find(r.name())
	if s.kind != symType {
		fail(t.pos, "%s is no type", t.text)
	}
	return s.t
}

// storable reads a type that a variable or field of one word can have.
func (r *reader) storable() *typ {
	at := r.tok().pos
	t := r.typ()
	if t.scalar() && t.width > 64 {
		fail(at, "%s: a variable or field of more than 64 bits is outside the subset", t)
	}
	return t
}

// constant reads an expression whose value is known, of a type if t is not nil.
func (r *reader) constant(t *typ, what string) *big.Int {
	at := r.tok().pos
	v := r.expression()
	if t != nil {
		v = assignable(v, t)
	}
	if v.k == nil || t == nil && v.t.kind == kindBool {
		fail(at, "%s", what)
	}
	return v.k
}

// word is constant for a value of up to 64 bits.
func (r *reader) word(t *typ, what string) uint64 { return t.pattern(r.constant(t, what)).lo }

// program reads a whole text.
func (r *reader) program() {
	have := map[string]bool{}
	var blocks []*block
	var main *token
	for r.tok().kind == tokenInclude {
		t := r.tok()
		line := strings.Join(strings.Fields(t.text), " ")
		if line != "#include <core.p4>" && line != "#include <v1model.p4>" {
			fail(t.pos, "%s is outside the subset: it takes #include <core.p4> and <v1model.p4>", t.text)
		}
		have[line] = true
		r.i++
	}
	if len(have) != 2 {
		fail(Pos{1, 1}, "the program includes core.p4 and v1model.p4, both, before all else")
	}
	for r.tok().kind != tokenEnd {
		t := r.tok()
		switch {
		case r.take("const"):
			r.constants()
		case r.is("header"), r.is("struct"):
			r.composite()
		case r.is("parser"), r.is("control"):
			blocks = append(blocks, r.block())
		case r.is("V1Switch"):
			if main != nil {
				fail(t.pos, "a second V1Switch")
			}
			main = &t
			r.pipeline()
		default:
			fail(t.pos, "%s is outside the subset here: constants, headers, structs, parsers, controls and V1Switch are in it", t)
		}
	}
	if main == nil {
		fail(Pos{1, 1}, "no V1Switch(...) main")
	}
	for _, b := range blocks {
		if !b.used {
			fail(b.pos, "%s is no part of V1Switch: a block that is not used is outside the subset", b.name)
		}
	}
}

// constants reads a declaration behind const.
func (r *reader) constants() {
	t := r.typ()
	name := r.name()
	r.want("=")
	k := r.constant(t, "the value of "+name.text+" is no constant")
	r.want(";")
	r.declare(name, &symbol{kind: symConst, t: t, k: k})
}

// composite reads a header or struct.
func (r *reader) composite() {
	t := &typ{kind: kindStruct}
	if r.is("header") {
		t.kind = kindHeader
	}
	r.i++
	name := r.name()
	t.name = name.text
	r.want("{")
	total := 0
	for !r.take("}") {
		lists := r.fieldLists(t.kind == kindStruct)
		at := r.tok().pos
		ft := r.storable()
		field := r.name()
		r.want(";")
		switch {
		case t.field(field.text) != nil:
			fail(field.pos, "field %s is declared twice", field.text)
		case t.kind == kindHeader && ft.kind != kindBit:
			fail(at, "%s in a header is outside the subset: its fields are bit strings", ft)
		case !ft.scalar() && ft.kind != kindHeader:
			fail(at, "%s in a struct is outside the subset", ft)
		}
		t.add(field.text, ft)
		t.fields[len(t.fields)-1].lists = lists
		if lists != 0 && !ft.scalar() {
			fail(field.pos, "a header in a list of fields is outside the subset")
		}
		total += ft.width
	}
	if t.kind == kindHeader && total%8 != 0 {
		fail(name.pos, "header %s has %d bits, which is not a whole number of bytes: v1model refuses it", t.name, total)
	}
	r.declare(name, &symbol{kind: symType, t: t})
}

// pipeline reads V1Switch and the blocks that it names.
func (r *reader) pipeline() {
	p := r.prog
	at := r.want("V1Switch").pos
	r.want("(")
	for i, part := range []struct {
		code  *code
		shape string
	}{
		{&p.parse, "in hdr meta std"}, {&p.verify, "hdr meta"}, {&p.ingress, "hdr meta std"},
		{&p.egress, "hdr meta std"}, {&p.compute, "hdr meta"}, {&p.deparse, "out hdr"},
	} {
		if i > 0 && !r.take(",") {
			fail(at, "V1Switch takes 6 blocks, not %d", i)
		}
		name := r.name()
		s := r.find(name)
		r.want("(")
		r.want(")")
		switch {
		case s.kind != symBlock || (s.blk.shape == "in hdr meta std") != (i == 0):
			fail(name.pos, "%s is no %s", name.text, map[bool]string{true: "parser", false: "control"}[i == 0])
		case s.blk.used:
			fail(name.pos, "a second instance of %s is outside the subset", name.text)
		case s.blk.shape != part.shape:
			fail(s.pos, "%s has the parameters of another block: v1model has (%s) there", name.text, part.shape)
		}
		s.blk.used = true
		for what, at := range s.blk.calls {
			if where := callers[what]; where != i {
				fail(at, "%s is for block %d of V1Switch, not for block %d", what, where+1, i+1)
			}
		}
		*part.code = s.blk.run
	}
	r.want(")")
	main := r.want("main")
	r.declare(main, &symbol{kind: symLibrary})
	r.want(";")
}
