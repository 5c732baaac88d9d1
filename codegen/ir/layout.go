package ir

import "strconv"

// Leaf is one scalar of a flattened value.
type Leaf struct {
	Name string // path from the value, e.g. "Learn.Arm[0].Mean"; "" for a scalar
	Kind Kind
	Type *Type
}

// Layout flattens t: fields in order, depth first, arrays element by element.
// A bool is a leaf of value 0 or 1.
func Layout(t *Type) []Leaf {
	return appendLeaves(nil, "", t)
}

func appendLeaves(ls []Leaf, name string, t *Type) []Leaf {
	switch t.Kind {
	case Struct:
		for _, f := range t.Fields {
			n := f.Name
			if name != "" {
				n = name + "." + f.Name
			}
			ls = appendLeaves(ls, n, f.Type)
		}
		return ls
	case Array:
		for i := range t.Len {
			ls = appendLeaves(ls, name+"["+strconv.Itoa(i)+"]", t.Elem)
		}
		return ls
	}
	return append(ls, Leaf{Name: name, Kind: t.Kind, Type: t})
}

// Leaves returns the number of scalars in t: len(Layout(t)).
func (t *Type) Leaves() int {
	switch t.Kind {
	case Struct:
		n := 0
		for _, f := range t.Fields {
			n += f.Type.Leaves()
		}
		return n
	case Array:
		return t.Len * t.Elem.Leaves()
	}
	return 1
}
