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
	scopes scopes
	arch   *arch
	// The types of headers and metadata, and where all blocks have them and the architecture's metadata.
	headers, meta              *typ
	at                         map[*typ]int
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
	r := &reader{toks: tokens(text), prog: &Program{}, at: map[*typ]int{}}
	r.push()
	r.includes()
	r.program()
	return r.prog, nil
}

// includes reads the architecture that the program is for, and declares its names.
func (r *reader) includes() {
	have := map[string]bool{}
	for r.tok().kind == tokenInclude {
		t := r.tok()
		line := strings.Join(strings.Fields(t.text), " ")
		file := strings.TrimSuffix(strings.TrimPrefix(line, "#include <"), ">")
		if line != "#include <"+file+">" || library[file] == "" {
			fail(t.pos, "%s is outside the subset: it takes #include <core.p4>, and <v1model.p4> or <bmv2/pna.p4>", t.text)
		}
		have[file] = true
		r.i++
	}
	r.arch = v1model
	if have[pna.include] {
		r.arch = pna
	}
	if len(have) != 2 || !have["core.p4"] {
		fail(Pos{1, 1}, "the program includes core.p4 and v1model.p4 or bmv2/pna.p4, two files, before all else")
	}
	r.prog.arch = r.arch
	for file := range have {
		for _, name := range declares(file) {
			r.scopes[0][name] = &symbol{kind: symLibrary, name: name, file: file}
		}
	}
	for _, t := range slices.Concat(r.arch.std, r.arch.types, []*typ{packetIn, packetOut}) {
		s := r.scopes[0][t.name]
		s.kind, s.t = symType, t
	}
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
	s := r.scopes.find(name.text)
	if s == nil {
		fail(name.pos, "%s is not declared", name.text)
	}
	return s
}

// slot reserves n words of memory.
func (r *reader) slot(n int) int {
	at := r.prog.slots
	r.prog.slots += n
	return at
}

func (r *reader) isType() bool {
	return r.is("bool") || r.is("bit") || r.is("int") || slices.ContainsFunc(r.arch.types, func(t *typ) bool { return r.is(t.name) })
}

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
	var blocks []*block
	var main *token
	pack := r.arch.pack
	for r.tok().kind != tokenEnd {
		t := r.tok()
		switch {
		case r.take("const"):
			r.constants()
		case r.is("header"), r.is("struct"):
			r.composite()
		case r.is("parser"), r.is("control"):
			blocks = append(blocks, r.block())
		case r.is(pack):
			if main != nil {
				fail(t.pos, "a second %s", pack)
			}
			main = &t
			r.pipeline()
		default:
			fail(t.pos, "%s is outside the subset here: constants, headers, structs, parsers, controls and %s are in it", t, pack)
		}
	}
	if main == nil {
		fail(Pos{1, 1}, "no %s(...) main", pack)
	}
	for _, b := range blocks {
		if !b.used {
			fail(b.pos, "%s is no part of %s: a block that is not used is outside the subset", b.name, pack)
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
		lists := r.fieldLists(t.kind == kindStruct && r.arch == v1model)
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
		fail(name.pos, "header %s has %d bits, which is not a whole number of bytes: %s", t.name, total, r.arch.unaligned)
	}
	r.declare(name, &symbol{kind: symType, t: t})
}

// pipeline reads the package and the blocks that it names.
func (r *reader) pipeline() {
	a := r.arch
	at := r.want(a.pack).pos
	r.want("(")
	for i, part := range a.parts(r.prog) {
		if i > 0 && !r.take(",") {
			fail(at, "%s takes %d blocks, not %d", a.pack, len(a.blocks), i)
		}
		name := r.name()
		s := r.find(name)
		r.want("(")
		r.want(")")
		switch {
		case s.kind != symBlock || (s.blk.shape == a.blocks[0]) != (i == 0):
			fail(name.pos, "%s is no %s", name.text, map[bool]string{true: "parser", false: "control"}[i == 0])
		case s.blk.used:
			fail(name.pos, "a second instance of %s is outside the subset", name.text)
		case s.blk.shape != a.blocks[i]:
			fail(s.pos, "%s has the parameters of another block: %s has (%s) there", name.text, a.name, a.blocks[i])
		}
		s.blk.used = true
		for what, at := range s.blk.calls {
			if where := a.callers[what]; where != i {
				fail(at, "%s is for block %d of %s, not for block %d", what, where+1, a.pack, i+1)
			}
		}
		*part = s.blk.run
	}
	r.want(")")
	main := r.want("main")
	r.declare(main, &symbol{kind: symLibrary})
	r.want(";")
}
