// Package interp runs a program of package ir with Go's semantics: integers wrap, shifts by the width or more give 0
// or the sign, && and || short-circuit, and an index out of range is a fault with its position.
//
// It is the reference for what is printed from the source: a backend's output is compared with it, and it is compared
// with the Go code. It also runs packages that are not built in. When a function is first called it is compiled, with
// its callees inlined, to three-address instructions on one flat memory, in which every variable and everything that
// pointers refer to has a fixed address. A run takes one to two nanoseconds an instruction and allocates nothing.
package interp

import (
	"fmt"
	"maps"

	"smartnic-cc/codegen/ir"
)

// Machine holds a program, its compiled functions, and memory. It keeps no state from one call to the next. It is not
// safe for use by several goroutines at once; see Fork.
type Machine struct {
	prog     *ir.Program
	observer Observer
	funcs    map[*ir.Func]bool        // of the program
	named    map[string]*ir.Func      // the same by their full names
	bodies   map[*ir.Func][]ir.Stmt   // replacing a function's own
	known    map[*ir.Func]*properties // of functions, cached
	codes    map[*ir.Func]*code       // compiled functions
	mem      *memory                  // nil before the first call
	roomy    int                      // as the constant
	loaded   *code                    // whose constants are in memory, one of codes
}

// Fault is an index out of range at run time.
type Fault struct {
	Pos ir.Pos
	Msg string
}

// Error returns "file:line:col: message".
func (f *Fault) Error() string { return f.Pos.String() + ": " + f.Msg }

// New makes a machine for the program, which may not be changed afterwards. A function is
// compiled when it is first called.
func New(prog *ir.Program) *Machine { return newMachine(prog, Observer{}) }

func newMachine(prog *ir.Program, o Observer) *Machine {
	m := &Machine{
		prog: prog, observer: o, funcs: map[*ir.Func]bool{}, named: map[string]*ir.Func{}, bodies: map[*ir.Func][]ir.Stmt{},
		known: map[*ir.Func]*properties{}, codes: map[*ir.Func]*code{}, roomy: roomy,
	}
	for _, f := range prog.Funcs() {
		m.funcs[f], m.named[f.FullName()] = true, f
	}
	return m
}

// Add makes functions that call some of the program callable, with what they call.
func (m *Machine) Add(funcs ...*ir.Func) {
	for _, f := range ir.Reachable(funcs...) {
		m.funcs[f] = true
	}
}

// Fork returns another machine, for another goroutine, with what m has compiled so far. An observer sees both. m may
// not run meanwhile.
func (m *Machine) Fork() *Machine {
	f := *m
	f.bodies, f.known, f.codes = maps.Clone(m.bodies), maps.Clone(m.known), maps.Clone(m.codes)
	f.mem, f.loaded = nil, nil
	return &f
}

// Replace makes the function run another body, of the same variables, until restore is called, to run a program with
// a fault. Only the function's callers are compiled again. The program itself is not changed.
func (m *Machine) Replace(f *ir.Func, body []ir.Stmt) (restore func()) {
	if !m.funcs[f] {
		panic("interp: function " + f.Name + " is not of this program")
	}
	codes, known := m.codes, m.known[f]
	was, replaced := m.bodies[f]
	m.codes = map[*ir.Func]*code{}
	for g, c := range codes {
		if !c.calls[f] {
			m.codes[g] = c
		}
	}
	m.bodies[f] = body
	delete(m.known, f)
	m.loaded = nil
	return func() {
		m.loaded = nil
		m.codes, m.bodies[f] = codes, was
		delete(m.known, f)
		if known != nil {
			m.known[f] = known
		}
		if !replaced {
			delete(m.bodies, f)
		}
	}
}

// Variant is a function with another body that one machine runs repeatedly: the code compiled with it is cached.
type Variant struct {
	m     *Machine
	fn    *ir.Func
	body  []ir.Stmt
	codes map[*ir.Func]*code
	known *properties
}

// Variant returns a function of the program with another body, of the same variables.
func (m *Machine) Variant(f *ir.Func, body []ir.Stmt) *Variant {
	return &Variant{m: m, fn: f, body: body, codes: map[*ir.Func]*code{}}
}

// Apply is Replace by the variant.
func (v *Variant) Apply() (restore func()) {
	m := v.m
	alone := len(m.bodies) == 0 // code compiled under other replaced bodies contains these
	undo := m.Replace(v.fn, v.body)
	if !alone {
		return undo
	}
	maps.Copy(m.codes, v.codes)
	if v.known != nil {
		m.known[v.fn] = v.known
	}
	return func() {
		for f, c := range m.codes {
			if c.calls[v.fn] {
				v.codes[f] = c
			}
		}
		v.known = m.known[v.fn]
		undo()
	}
}

// body returns the body that a function has now.
func (m *Machine) body(f *ir.Func) []ir.Stmt {
	if body, ok := m.bodies[f]; ok {
		return body
	}
	return f.Body
}

// Program returns the program that m runs.
func (m *Machine) Program() *ir.Program { return m.prog }

// Call runs the function "pkg.Name". args are its parameters flattened by ir.Layout, in order, including those passed
// by pointer; results are its results flattened in order. What the function changes through pointers is written back
// to args. The error is a *Fault, which leaves args unchanged, or says what is wrong with name or args, or that the
// values do not fit the memory.
func (m *Machine) Call(name string, args []uint64) ([]uint64, error) {
	f := m.named[name]
	if f == nil {
		return nil, fmt.Errorf("no function %s: the name is package.Function, as in fixedpoint.Log2", name)
	}
	return m.CallFunc(f, args)
}

// CallFunc is Call for a function of the program. It also fails if f is of another program.
func (m *Machine) CallFunc(f *ir.Func, args []uint64) (results []uint64, err error) {
	c, err := m.code(f)
	if err != nil {
		return nil, err
	}
	results = make([]uint64, c.result.n)
	if err := m.call(c, args, results); err != nil {
		return nil, err
	}
	return results, nil
}

// CallInto is CallFunc with the results stored in results, without allocating. It also fails if their number is
// wrong.
func (m *Machine) CallInto(f *ir.Func, args, results []uint64) error {
	c, err := m.code(f)
	if err != nil {
		return err
	}
	if len(results) != c.result.n {
		return fmt.Errorf("%s has %d results, not %d", f.FullName(), c.result.n, len(results))
	}
	return m.call(c, args, results)
}

func (m *Machine) call(c *code, args, results []uint64) error {
	if len(args) != len(c.leaves) {
		return fmt.Errorf("%s takes %d values, not %d", c.fn.FullName(), len(c.leaves), len(args))
	}
	r := m.load(c)
	if err := c.take(r, 0, args); err != nil {
		return err
	}
	if f := c.run(r); f != nil {
		return f
	}
	for _, s := range c.back {
		copy(args[s.at:s.at+s.n], r[s.at:])
	}
	copy(results, r[c.result.at:])
	return nil
}

// code returns a function compiled.
func (m *Machine) code(f *ir.Func) (*code, error) {
	if c := m.loaded; c != nil && c.fn == f {
		return c, nil
	}
	if m.mem == nil {
		m.mem = new(memory)
	}
	c := m.codes[f]
	if c == nil {
		if !m.funcs[f] {
			return nil, fmt.Errorf("function %s is not of this program", f.Name)
		}
		c = compile(m, f)
		m.codes[f] = c
	}
	return c, c.err
}

// load prepares memory for the code.
func (m *Machine) load(c *code) *memory {
	if m.loaded != c {
		m.loaded = c
		copy(m.mem[words-len(c.upper):], c.upper)
	}
	return m.mem
}

// take copies arguments into memory, starting with parameter leaf from. The error names the first that does not fit
// its type.
func (c *code) take(r *memory, from int, args []uint64) error {
	for i, v := range args {
		if l := &c.limits[from+i]; uint64(int64(v<<l.signed)>>l.signed)&l.mask != v {
			leaf := &c.leaves[from+i]
			return fmt.Errorf("%s: argument %s = %#x is outside the range of %s", c.fn.FullName(), leaf.Name, v, leaf.Kind)
		}
		r[from+i] = v
	}
	return nil
}
