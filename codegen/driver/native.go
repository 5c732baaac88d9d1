package driver

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// Table is the functions of an algorithm that is linked in, those of its directive //ccgen:transducer. Next, First
// and View are nil if it has none.
type Table[P, S, E, O any] struct {
	Init  func(*P, *S)
	Step  func(*P, *S, *E) O
	Next  NextFunc[S] // by NextOf
	First func(*P, *S) O
	View  ViewFunc[P, S] // by ViewOf
}

// TableOf begins a table, with types inferred from init and step.
func TableOf[P, S, E, O any](init func(*P, *S), step func(*P, *S, *E) O) Table[P, S, E, O] {
	return Table[P, S, E, O]{Init: init, Step: step}
}

// NextFunc is a next function that stores the leaves of its Timer.
type NextFunc[S any] func(s *S, now uint32, timer []uint64) []uint64

// NextOf makes the entry of a table for a next function.
func NextOf[S any, N ~uint32, T any](next func(*S, N) T) NextFunc[S] {
	c := codecOf[T]()
	return func(s *S, now uint32, timer []uint64) []uint64 {
		t := next(s, N(now))
		if len(c) == 2 && c[0].kind == reflect.Uint32 && c[1].kind == reflect.Uint8 && cap(timer) > 1 { // as most are
			timer = timer[:2]
			timer[0], timer[1] = uint64(*(*uint32)(unsafe.Add(unsafe.Pointer(&t), c[0].offset))), uint64(*(*uint8)(unsafe.Add(unsafe.Pointer(&t), c[1].offset)))
			return timer
		}
		return c.store(unsafe.Pointer(&t), timer)
	}
}

// ViewFunc is a view function that stores the leaves of its result.
type ViewFunc[P, S any] func(p *P, s *S, view []uint64) []uint64

// ViewOf makes the entry of a table for a view function.
func ViewOf[P, S, V any](view func(*P, *S) V) ViewFunc[P, S] {
	c := codecOf[V]()
	return func(p *P, s *S, values []uint64) []uint64 {
		v := view(p, s)
		return c.store(unsafe.Pointer(&v), values)
	}
}

// Native returns an engine of an algorithm that is linked in.
func Native[P, S, E, O any](t Table[P, S, E, O]) Engine {
	return &native[P, S, E, O]{
		Table: t, params: codecOf[P](), stateOf: codecOf[S](), event: codecOf[E](), out: codecOf[O](),
		// other grows to the leaves of a Timer or a View when first used.
		output: make([]uint64, len(codecOf[O]())), state: make([]uint64, len(codecOf[S]())), other: make([]uint64, 0, 16),
	}
}

type native[P, S, E, O any] struct {
	Table[P, S, E, O]
	params, stateOf, event, out codec
	output, state, other        []uint64

	given  []uint64 // the params that shared holds
	shared *P
	e      E
	o      O
}

type nativeConn[P, S, E, O any] struct {
	n *native[P, S, E, O]
	p *P
	s S
}

// Open implements Engine.
func (n *native[P, S, E, O]) Open(params []uint64) (Machine, error) {
	if len(params) != len(n.params) {
		return nil, fmt.Errorf("%d parameters; the algorithm takes %d", len(params), len(n.params))
	}
	if n.shared == nil || !slices.Equal(n.given, params) {
		n.given, n.shared = slices.Clone(params), new(P)
		n.params.load(unsafe.Pointer(n.shared), params)
	}
	c := &nativeConn[P, S, E, O]{n: n, p: n.shared}
	n.Init(c.p, &c.s)
	return c, nil
}

// Step implements Machine.
func (c *nativeConn[P, S, E, O]) Step(event []uint64) ([]uint64, error) {
	c.n.event.load(unsafe.Pointer(&c.n.e), event)
	return c.take(), nil
}

// blank implements inPlace.
func (c *nativeConn[P, S, E, O]) blank() unsafe.Pointer {
	var e E
	c.n.e = e
	return unsafe.Pointer(&c.n.e)
}

// leaves implements inPlace.
func (c *nativeConn[P, S, E, O]) leaves() codec { return c.n.event }

// take implements inPlace.
func (c *nativeConn[P, S, E, O]) take() []uint64 {
	n := c.n
	n.o = n.Table.Step(c.p, &c.s, &n.e)
	return n.out.store(unsafe.Pointer(&n.o), n.output)
}

// Next implements Machine.
func (c *nativeConn[P, S, E, O]) Next(now uint32) ([]uint64, error) {
	c.n.other = c.n.Table.Next(&c.s, now, c.n.other[:0])
	return c.n.other, nil
}

// First implements Machine.
func (c *nativeConn[P, S, E, O]) First() ([]uint64, error) {
	c.n.o = c.n.Table.First(c.p, &c.s)
	return c.n.out.store(unsafe.Pointer(&c.n.o), c.n.output), nil
}

// View implements Machine.
func (c *nativeConn[P, S, E, O]) View() ([]uint64, error) {
	c.n.other = c.n.Table.View(c.p, &c.s, c.n.other[:0])
	return c.n.other, nil
}

// State implements Machine.
func (c *nativeConn[P, S, E, O]) State() []uint64 {
	return c.n.stateOf.store(unsafe.Pointer(&c.s), c.n.state)
}

// Load implements Machine.
func (c *nativeConn[P, S, E, O]) Load(state []uint64) { c.n.stateOf.load(unsafe.Pointer(&c.s), state) }

// codec maps the leaves of a firmware type, which has no pointers, to their memory.
type codec []slot

type slot struct {
	offset uintptr
	kind   reflect.Kind
}

func codecOf[T any]() codec { return appendSlots(nil, reflect.TypeFor[T](), 0) }

func appendSlots(c codec, t reflect.Type, at uintptr) codec {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			c = appendSlots(c, t.Field(i).Type, at+t.Field(i).Offset)
		}
		return c
	case reflect.Array:
		for i := range t.Len() {
			c = appendSlots(c, t.Elem(), at+uintptr(i)*t.Elem().Size())
		}
		return c
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return append(c, slot{at, t.Kind()})
	}
	panic(fmt.Sprintf("driver: firmware has no type %s", t))
}

// load sets a value of the codec's type. The values must fit their leaves.
func (c codec) load(to unsafe.Pointer, values []uint64) {
	values = values[:len(c)]
	for i := range c {
		c[i].load(to, values[i])
	}
}

// load sets a slot.
func (s *slot) load(to unsafe.Pointer, v uint64) {
	if s.kind == reflect.Uint32 { // as most are
		*(*uint32)(unsafe.Add(to, s.offset)) = uint32(v)
		return
	}
	s.loadOther(unsafe.Add(to, s.offset), v)
}

// loadOther sets a slot of another kind, at p.
func (s *slot) loadOther(p unsafe.Pointer, v uint64) {
	switch s.kind {
	case reflect.Int32:
		*(*uint32)(p) = uint32(v)
	case reflect.Uint16, reflect.Int16:
		*(*uint16)(p) = uint16(v)
	case reflect.Uint8, reflect.Int8:
		*(*uint8)(p) = uint8(v)
	case reflect.Bool:
		*(*bool)(p) = v != 0
	default:
		*(*uint64)(p) = v
	}
}

// store reads a value of the codec's type into values, which grows if needed.
func (c codec) store(from unsafe.Pointer, values []uint64) []uint64 {
	if cap(values) < len(c) {
		values = make([]uint64, len(c))
	}
	values = values[:len(c)]
	for i := range values {
		s := &c[i]
		p := unsafe.Add(from, s.offset)
		switch { // most are the first, then the second
		case s.kind == reflect.Uint32:
			values[i] = uint64(*(*uint32)(p))
		case s.kind == reflect.Uint8 || s.kind == reflect.Bool:
			values[i] = uint64(*(*uint8)(p))
		default:
			values[i] = s.other(p)
		}
	}
	return values
}

// other reads the kinds that store does not.
func (s *slot) other(p unsafe.Pointer) uint64 {
	switch s.kind {
	case reflect.Uint16:
		return uint64(*(*uint16)(p))
	case reflect.Int8:
		return uint64(*(*int8)(p))
	case reflect.Int16:
		return uint64(*(*int16)(p))
	case reflect.Int32:
		return uint64(*(*int32)(p))
	}
	return *(*uint64)(p)
}
