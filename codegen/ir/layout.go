package ir

import (
	"path"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/text/collect"
)

// Leaf is one scalar of a flattened value.
type Leaf struct {
	Name string // path from the value, e.g. "Learn.Arm[0].Mean"; "" for a scalar
	Kind Kind
	Type *Type

	Field *Field // the innermost field that holds it; nil in a value without fields
}

// Ranges returns the ranges that the leaf's field and type declare.
func (l *Leaf) Ranges() []*Range {
	var list []*Range
	if l.Field != nil && l.Field.Range != nil {
		list = append(list, l.Field.Range)
	}
	if d := l.Type.Decl; d != nil && d.Range != nil {
		list = append(list, d.Range)
	}
	return list
}

// Layout flattens t: fields in order, depth first, arrays element by element.
// A bool is a leaf of value 0 or 1.
func Layout(t *Type) []Leaf {
	return appendLeaves(nil, "", t, nil)
}

func appendLeaves(ls []Leaf, name string, t *Type, in *Field) []Leaf {
	switch t.Kind {
	case Struct:
		for _, f := range t.Fields {
			n := f.Name
			if name != "" {
				n = name + "." + f.Name
			}
			ls = appendLeaves(ls, n, f.Type, f)
		}
		return ls
	case Array:
		for i := range t.Len {
			ls = appendLeaves(ls, name+"["+strconv.Itoa(i)+"]", t.Elem, in)
		}
		return ls
	}
	return append(ls, Leaf{Name: name, Kind: t.Kind, Type: t, Field: in})
}

// Leaves returns the number of scalars in t: len(Layout(t)).
func (t *Type) Leaves() int {
	switch t.Kind {
	case Struct:
		return collect.Sum(t.Fields, func(f *Field) int { return f.Type.Leaves() })
	case Array:
		return t.Len * t.Elem.Leaves()
	}
	return 1
}

// Component returns the type of field i of a struct, or of element i of an array.
func (t *Type) Component(i int) *Type {
	if t.Kind == Array {
		return t.Elem
	}
	return t.Fields[i].Type
}

// Words returns the scalars of a table as they are held, in the order of Layout. What the
// source leaves out is 0.
func (t *Table) Words() []uint64 { return appendWords(nil, t.Type, t.Value) }

func appendWords(words []uint64, t *Type, e Expr) []uint64 {
	switch e := e.(type) {
	case *Const:
		return append(words, e.Word())
	case *Composite:
		for i, x := range e.Elems {
			words = appendWords(words, t.Component(i), x)
		}
		return words
	}
	return append(words, make([]uint64, t.Leaves())...)
}

// Uninitialized returns the scalars of a value in memory that nobody has set yet, as an init
// function may find it: all bytes are 0xA5, and a bool is true.
func Uninitialized(t *Type) []uint64 {
	return collect.Of(Layout(t), func(l Leaf) uint64 { return l.Kind.Norm(0xA5A5A5A5A5A5A5A5) })
}

// FieldAt returns at which leaf of a struct the field of a path ("Learn.Rest") begins,
// and its type; the type is nil if there is no such field.
func FieldAt(t *Type, name string) (leaf int, field *Type) {
	first, rest, dotted := strings.Cut(name, ".")
	for _, f := range t.Fields {
		if f.Name == first {
			if !dotted {
				return leaf, f.Type
			}
			in, ft := FieldAt(f.Type, rest)
			return leaf + in, ft
		}
		leaf += f.Type.Leaves()
	}
	return 0, nil
}

// StructIn finds the first struct in a value of type t that has the name and is declared in the folder of a file, as
// a Bound names it. It returns its type and the leaf at which it begins; the type is nil if there is no such struct.
// Structs in arrays do not count.
func StructIn(t *Type, name, file string) (leaf int, in *Type) {
	if t.Kind != Struct {
		return 0, nil
	}
	if t.Decl != nil && t.Decl.Name == name && path.Dir(t.Decl.Pos.File) == path.Dir(file) {
		return 0, t
	}
	for _, f := range t.Fields {
		if at, ft := StructIn(f.Type, name, file); ft != nil {
			return leaf + at, ft
		}
		leaf += f.Type.Leaves()
	}
	return 0, nil
}
