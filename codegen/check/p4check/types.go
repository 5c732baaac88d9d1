package p4check

import (
	"fmt"
	"math/big"
)

type kind uint8

const (
	kindBool kind = iota
	kindBit
	kindInt
	kindNew     // of a name, with the bits of bit<width>
	kindInteger // a constant without a width
	kindHeader
	kindStruct
	kindPacketIn
	kindPacketOut
)

// maxWidth is the widest bit string.
const maxWidth = 128

// typ is a type. Two types are the same if they are both scalar with the same kind and
// width, or the same pointer.
type typ struct {
	kind   kind
	width  int // bit and int; 1 for bool
	name   string
	fields []field
	slots  int // words of memory: a header's first one is its validity
}

type field struct {
	name string
	t    *typ
	off  int
	// lists are the numbers of the lists of fields that it is in, a bit each.
	lists uint64
}

var (
	boolType    = &typ{kind: kindBool, width: 1, slots: 1}
	integerType = &typ{kind: kindInteger}
	packetIn    = &typ{kind: kindPacketIn, name: "packet_in"}
	packetOut   = &typ{kind: kindPacketOut, name: "packet_out"}
)

func scalarType(k kind, width int) *typ { return &typ{kind: k, width: width, slots: 1} }

func bits(width int) *typ { return scalarType(kindBit, width) }

func (t *typ) String() string {
	switch t.kind {
	case kindBool:
		return "bool"
	case kindBit:
		return fmt.Sprintf("bit<%d>", t.width)
	case kindInt:
		return fmt.Sprintf("int<%d>", t.width)
	case kindInteger:
		return "an integer without width"
	}
	return t.name
}

func (t *typ) scalar() bool  { return t.kind <= kindNew }
func (t *typ) numeric() bool { return t.kind == kindBit || t.kind == kindInt }

func same(a, b *typ) bool {
	if a.kind != b.kind {
		return false
	}
	if a.scalar() && a.kind != kindNew {
		return a.width == b.width
	}
	return a.kind == kindInteger || a == b
}

func (t *typ) field(name string) *field {
	for i := range t.fields {
		if t.fields[i].name == name {
			return &t.fields[i]
		}
	}
	return nil
}

// add places a field behind the others.
func (t *typ) add(name string, of *typ) {
	if t.kind == kindHeader && t.slots == 0 {
		t.slots = 1
	}
	t.fields = append(t.fields, field{name: name, t: of, off: t.slots})
	t.slots += of.slots
}

// under is the type that a new type is made from.
func (t *typ) under() *typ {
	if t.kind == kindNew {
		return bits(t.width)
	}
	return t
}

// mask is the bits of a value.
func (t *typ) mask() u128 {
	all := u128{^uint64(0), ^uint64(0)}
	return all.shr(uint64(maxWidth - t.width))
}

// fits reports whether a constant is a value of the type.
func (t *typ) fits(v *big.Int) bool {
	switch t.kind {
	case kindBit:
		return v.Sign() >= 0 && v.BitLen() <= t.width
	case kindInt:
		if v.Sign() < 0 {
			return new(big.Int).Not(v).BitLen() <= t.width-1
		}
		return v.BitLen() <= t.width-1
	}
	return false
}

// pattern returns the bits of a constant, as a word is kept: zero above the width.
func (t *typ) pattern(v *big.Int) u128 {
	r := new(big.Int).And(v, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(t.width)), big.NewInt(1)))
	lo := new(big.Int).And(r, new(big.Int).SetUint64(^uint64(0)))
	return u128{r.Rsh(r, 64).Uint64(), lo.Uint64()}
}

// wrap returns the value of the bits of a constant that fit the type.
func (t *typ) wrap(v *big.Int) *big.Int {
	p := t.pattern(v)
	r := new(big.Int).SetUint64(p.hi)
	r.Lsh(r, 64).Or(r, new(big.Int).SetUint64(p.lo))
	if t.kind == kindInt && r.Bit(t.width-1) != 0 {
		r.Sub(r, new(big.Int).Lsh(big.NewInt(1), uint(t.width)))
	}
	return r
}

type symbolKind uint8

const (
	symConst symbolKind = iota
	symVar
	symType
	symBlock
	symAction
	symTable
	symRegister
	symHash
	symState
	symLibrary // of core.p4 or the architecture's file, outside the subset
)

type symbol struct {
	kind     symbolKind
	pos      Pos
	file     string // that declares it, if it is not the program
	name     string
	t        *typ     // type; of a variable, its type
	k        *big.Int // constant
	slot     int      // variable
	readOnly bool
	blk      *block
	act      *actionCode
	tbl      *tableCode
	reg      *registerCode
}

type scope map[string]*symbol

// scopes are the current scopes, the innermost last.
type scopes []scope

// find returns the meaning of a name, or nil.
func (all scopes) find(name string) *symbol {
	for i := len(all) - 1; i >= 0; i-- {
		if s := all[i][name]; s != nil {
			return s
		}
	}
	return nil
}
