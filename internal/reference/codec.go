package reference

import (
	"fmt"
	"reflect"
	"strconv"

	"smartnic-cc/testvectors/transducer"
)

// Leaves returns the leaves of a type: fields in order, depth first, arrays element
// by element. name is the path of the value itself; a pointer is what it
// points to. It panics on a type that firmware cannot have, which only a mistake in
// this package's tables can bring about.
func Leaves(t reflect.Type, name string) []transducer.Leaf {
	return appendLeaves(nil, t, name)
}

func appendLeaves(ls []transducer.Leaf, t reflect.Type, name string) []transducer.Leaf {
	switch t.Kind() {
	case reflect.Pointer:
		return appendLeaves(ls, t.Elem(), name)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			path := f.Name
			if name != "" {
				path = name + "." + f.Name
			}
			ls = appendLeaves(ls, f.Type, path)
		}
		return ls
	case reflect.Array:
		for i := range t.Len() {
			ls = appendLeaves(ls, t.Elem(), name+"["+strconv.Itoa(i)+"]")
		}
		return ls
	case reflect.Bool:
		return append(ls, transducer.Leaf{Name: name, Bits: 8, Bool: true})
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return append(ls, transducer.Leaf{Name: name, Bits: t.Bits(), Signed: true})
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return append(ls, transducer.Leaf{Name: name, Bits: t.Bits()})
	}
	panic(fmt.Sprintf("reference: %s has type %s, which firmware cannot have", name, t))
}

// A binding ties a Go value to its leaves: the addressable scalars in leaf order.
// Made once a connection, so that a step costs no look-up and no allocation.
type binding []reflect.Value

// bind returns the binding of an addressable value.
func bind(v reflect.Value) binding {
	return appendBinding(nil, v)
}

func appendBinding(b binding, v reflect.Value) binding {
	switch v.Kind() {
	case reflect.Pointer:
		return appendBinding(b, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			b = appendBinding(b, v.Field(i))
		}
		return b
	case reflect.Array:
		for i := range v.Len() {
			b = appendBinding(b, v.Index(i))
		}
		return b
	}
	return append(b, v)
}

// load writes the values into the bound Go value. They fit their leaves.
func (b binding) load(values []uint64) {
	for i, v := range b {
		switch {
		case v.Kind() == reflect.Bool:
			v.SetBool(values[i] != 0)
		case v.CanInt():
			v.SetInt(int64(values[i]))
		default:
			v.SetUint(values[i])
		}
	}
}

// store reads the bound Go value into values and returns them.
func (b binding) store(values []uint64) []uint64 {
	for i, v := range b {
		switch {
		case v.Kind() == reflect.Bool:
			values[i] = 0
			if v.Bool() {
				values[i] = 1
			}
		case v.CanInt():
			values[i] = uint64(v.Int())
		default:
			values[i] = v.Uint()
		}
	}
	return values
}

// Flatten returns the values of a firmware value in leaf order.
func Flatten[T any](v *T) []uint64 {
	b := bind(reflect.ValueOf(v).Elem())
	return b.store(make([]uint64, len(b)))
}

// Unflatten sets a firmware value from values in leaf order. The error is that of
// transducer.Check: a wrong number of values, or one outside its type.
func Unflatten[T any](values []uint64, v *T) error {
	leaves := Leaves(reflect.TypeFor[T](), "")
	if err := transducer.Check(reflect.TypeFor[T]().String(), leaves, values); err != nil {
		return err
	}
	bind(reflect.ValueOf(v).Elem()).load(values)
	return nil
}
