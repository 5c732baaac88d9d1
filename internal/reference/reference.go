// Package reference puts the Go firmware packages behind transducer.Firmware: integers in, integers out, as for the
// interpreter and a firmware program. They are compared to it.
//
// Tools that want speed and types call the firmware packages directly.
package reference

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/testvectors/transducer"
)

// algorithm is one entry of the table: its layout, how a connection is made, and an engine.
type algorithm struct {
	transducer.Algorithm
	open   func(a *algorithm, params []uint64) transducer.Connection
	native func() driver.Engine
}

// function is one entry of the table of functions.
type function struct {
	transducer.Func
	fn   reflect.Value
	args []reflect.Type
}

// register makes an entry of a transducer; next, first and view are nil where it has none.
func register[P, S, E, O any](name string, start func(*P, *S), step func(*P, *S, *E) O,
	next driver.NextFunc[S], first func(*P, *S) O, view driver.ViewFunc[P, S]) algorithm {
	output := ""
	if reflect.TypeFor[O]().Kind() != reflect.Struct {
		output = "Output"
	}
	return algorithm{
		Algorithm: transducer.Algorithm{
			Name:   name,
			Params: Leaves(reflect.TypeFor[P](), ""),
			State:  Leaves(reflect.TypeFor[S](), ""),
			Event:  Leaves(reflect.TypeFor[E](), ""),
			Output: Leaves(reflect.TypeFor[O](), output),
		},
		open: func(a *algorithm, params []uint64) transducer.Connection {
			c := &connection[P, S, E, O]{step: step, layout: &a.Algorithm, what: a.Name + " event"}
			c.event = bind(reflect.ValueOf(&c.e).Elem())
			c.stateOf = bind(reflect.ValueOf(&c.s).Elem())
			c.outputOf = bind(reflect.ValueOf(&c.o).Elem())
			c.state = make([]uint64, len(a.State))
			c.output = make([]uint64, len(a.Output))
			bind(reflect.ValueOf(&c.p).Elem()).load(params)
			start(&c.p, &c.s)
			return c
		},
		native: func() driver.Engine {
			return driver.Native(driver.Table[P, S, E, O]{Init: start, Step: step, Next: next, First: first, View: view})
		},
	}
}

// fn makes an entry of a function. names are those of its parameters and, after
// an arrow, of its results, as in "n d -> q r ok"; a single result needs none.
func fn(name string, f any, names string) function {
	v := reflect.ValueOf(f)
	t := v.Type()
	left, right, found := strings.Cut(names, "->")
	params, results := strings.Fields(left), strings.Fields(right)
	if !found {
		results = []string{"result"}
	}
	e := function{fn: v, Func: transducer.Func{Name: name}}
	if len(params) != t.NumIn() || len(results) != t.NumOut() {
		panic(fmt.Sprintf("reference: %s has %d parameters and %d results, not %q", name, t.NumIn(), t.NumOut(), names))
	}
	for i := range t.NumIn() {
		e.args = append(e.args, t.In(i))
		e.Args = append(e.Args, Leaves(t.In(i), params[i])...)
	}
	for i := range t.NumOut() {
		e.Results = append(e.Results, Leaves(t.Out(i), results[i])...)
	}
	return e
}

// call calls the function. What it writes through a pointer is not answered.
func (f *function) call(args []uint64) []uint64 {
	in := make([]reflect.Value, len(f.args))
	for i, t := range f.args {
		elem := t
		if t.Kind() == reflect.Pointer {
			elem = t.Elem()
		}
		v := reflect.New(elem)
		b := bind(v.Elem())
		b.load(args[:len(b)])
		args = args[len(b):]
		if t.Kind() == reflect.Pointer {
			in[i] = v
		} else {
			in[i] = v.Elem()
		}
	}
	results := make([]uint64, 0, len(f.Results))
	for _, v := range f.fn.Call(in) {
		b := bind(v)
		n := len(results)
		b.store(results[n : n+len(b)])
		results = results[:n+len(b)]
	}
	return results
}

// connection is one connection: parameters and state as Go has them.
type connection[P, S, E, O any] struct {
	p                        P
	s                        S
	e                        E
	o                        O
	step                     func(*P, *S, *E) O
	layout                   *transducer.Algorithm
	what                     string // names an event in messages; made here since a step makes no garbage
	event, stateOf, outputOf binding
	state, output            []uint64
}

// State implements transducer.Connection.
func (c *connection[P, S, E, O]) State() ([]uint64, error) {
	return c.stateOf.store(c.state), nil
}

// Load implements transducer.Connection.
func (c *connection[P, S, E, O]) Load(state []uint64) error {
	if err := transducer.Check(c.layout.Name+" state", c.layout.State, state); err != nil {
		return err
	}
	c.stateOf.load(state)
	return nil
}

// Step implements transducer.Connection.
func (c *connection[P, S, E, O]) Step(event []uint64) (output, state []uint64, err error) {
	if err := transducer.Check(c.what, c.layout.Event, event); err != nil {
		return nil, nil, err
	}
	c.event.load(event)
	c.o = c.step(&c.p, &c.s, &c.e)
	return c.outputOf.store(c.output), c.stateOf.store(c.state), nil
}

// tables are built once: the reflection is not free and the answer never changes.
var tables = sync.OnceValue(func() *table {
	t := &table{algorithms: map[string]*algorithm{}, functions: map[string]*function{}, native: map[string]func() driver.Engine{}}
	var algorithms []transducer.Algorithm
	var funcs []transducer.Func
	for _, a := range algorithmTable() {
		t.algorithms[a.Name] = &a
		t.native[a.Name] = a.native
		algorithms = append(algorithms, a.Algorithm)
	}
	for _, a := range instanceTable() {
		t.native[a.Name] = a.native
	}
	for _, f := range functionTable() {
		t.functions[f.Name] = &f
		funcs = append(funcs, f.Func)
	}
	t.catalog = transducer.NewCatalog(algorithms, funcs)
	return t
})

type table struct {
	algorithms map[string]*algorithm
	functions  map[string]*function
	native     map[string]func() driver.Engine // instances too
	catalog    *transducer.Catalog
}

// Native returns an engine of a transducer of the firmware packages or of an instance, linked in,
// or nil.
func Native(name string) driver.Engine {
	if native := tables().native[name]; native != nil {
		return native()
	}
	return nil
}

// Catalog returns what the firmware packages offer. It is shared: do not change it.
func Catalog() *transducer.Catalog { return tables().catalog }

// Firmware is the Go reference. The zero value is ready; it is safe for concurrent
// use as long as each connection is used by one goroutine at a time.
type Firmware struct{}

// New returns the Go reference.
func New() transducer.Firmware { return Firmware{} }

// Name implements transducer.Firmware.
func (Firmware) Name() string { return "reference" }

// Call implements transducer.Firmware.
func (Firmware) Call(name string, args []uint64) ([]uint64, error) {
	f, ok := tables().functions[name]
	if !ok {
		_, err := Catalog().Func(name)
		return nil, err
	}
	if err := transducer.Check(name+" arguments", f.Args, args); err != nil {
		return nil, err
	}
	return f.call(args), nil
}

// Open implements transducer.Firmware. Parameters outside the range that an
// algorithm states, but inside their types, are taken as they are.
func (Firmware) Open(name string, params []uint64) (transducer.Connection, error) {
	a, ok := tables().algorithms[name]
	if !ok {
		_, err := Catalog().Algorithm(name)
		return nil, err
	}
	if err := transducer.Check(name+" parameters", a.Params, params); err != nil {
		return nil, err
	}
	return a.open(a, params), nil
}

// Close implements transducer.Firmware.
func (Firmware) Close() error { return nil }
