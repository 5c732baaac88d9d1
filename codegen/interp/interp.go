// Package interp runs a program of package ir with Go's semantics: integers
// wrap, shifts by the width or more give 0 or the sign, && and || stop early,
// and an index out of range is a fault that names its place.
//
// It is the judge between the source and what is printed from it: a backend's
// output is compared with it, and it with the Go code itself. New resolves
// names to slots of one flat memory and compiles every function to closures,
// so that a run costs some nanoseconds an operation.
package interp

import (
	"fmt"

	"smartnic-cc/codegen/ir"
)

// Machine holds a compiled program and its memory. It keeps no state from one
// call to the next. It is not safe for use by several goroutines at once.
type Machine struct {
	prog  *ir.Program
	funcs map[*ir.Func]*code
	mem   []uint64 // tables, then frames; a scalar is a word, see ir.Kind.Norm
	base  int      // end of the tables
	fp    int      // start of the running function's frame
	sp    int      // end of the frames in use
	watch Watch
	// observer is nil if nobody looks.
	observer *Observer

	tables map[*ir.Table]int // where each begins
}

// Fault is an index out of range at run time.
type Fault struct {
	Pos ir.Pos
	Msg string
}

// Error returns "file:line:col: message".
func (f *Fault) Error() string { return f.Pos.String() + ": " + f.Msg }

// Watch is asked once for every scalar expression of the program that is not a
// constant. What it returns, unless nil, is called with each value that the
// expression has; an error ends the run as a *Fault at the expression.
type Watch func(e ir.Expr) func(v uint64) error

// Enter is asked once for every statement of the program. What it returns, unless nil,
// is called whenever the statement is about to run.
type Enter func(s ir.Stmt) func()

// New compiles the program for the interpreter. The program is not changed, and may not be
// afterwards.
func New(prog *ir.Program) *Machine { return NewWatched(prog, nil) }

// NewWatched compiles the program such that watch sees all values, for checks that
// cost time. A nil watch is none.
func NewWatched(prog *ir.Program, watch Watch) *Machine { return compile(prog, watch, nil) }

// NewTraced compiles the program such that enter sees which statements run. A nil enter
// is none.
func NewTraced(prog *ir.Program, enter Enter) *Machine {
	return compile(prog, nil, &Observer{Enter: enter})
}

func compile(prog *ir.Program, watch Watch, o *Observer) *Machine {
	m := &Machine{prog: prog, funcs: map[*ir.Func]*code{}, watch: watch, observer: o, tables: map[*ir.Table]int{}}
	for _, p := range prog.Packages {
		for _, d := range p.Decls {
			switch d := d.(type) {
			case *ir.Table:
				m.tables[d] = len(m.mem)
				m.mem = append(m.mem, d.Words()...)
			case *ir.Func:
				m.funcs[d] = newCode(d)
			}
		}
	}
	m.base = len(m.mem)
	m.mem = append(m.mem, make([]uint64, 1024)...)
	for _, c := range m.funcs {
		b := &builder{m: m, code: c}
		c.body = b.block(c.fn.Body)
	}
	return m
}

// Replace has the function run another body, of the same variables, until restore is
// called: a program with a fault, without compiling all of it. The program itself stays
// as it is.
func (m *Machine) Replace(f *ir.Func, body []ir.Stmt) (restore func()) {
	c := m.funcs[f]
	if c == nil {
		panic("interp: function " + f.Name + " is not of this program")
	}
	was := c.body
	b := &builder{m: m, code: c}
	c.body = b.block(body)
	return func() { c.body = was }
}

// Program returns the program that m runs.
func (m *Machine) Program() *ir.Program { return m.prog }

// Call runs the function "pkg.Name". args are its parameters flattened by
// ir.Layout, in order, those passed by pointer included; results are its
// results flattened in order. What the function changes through pointers is
// written back to args. The error is a *Fault, or tells what is wrong with
// name or args.
func (m *Machine) Call(name string, args []uint64) ([]uint64, error) {
	f := m.prog.Func(name)
	if f == nil {
		return nil, fmt.Errorf("no function %s: the name is package.Function, as in fixedpoint.Log2", name)
	}
	return m.CallFunc(f, args)
}

// CallFunc is Call for a function of the program. The error is a *Fault, or tells that f
// is of another program or what is wrong with args.
func (m *Machine) CallFunc(f *ir.Func, args []uint64) (results []uint64, err error) {
	c := m.funcs[f]
	if c == nil {
		return nil, fmt.Errorf("function %s is not of this program", f.Name)
	}
	if err := checkArgs(c, args); err != nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil {
			fault, ok := r.(*Fault)
			if !ok {
				panic(r)
			}
			results, err = nil, fault
		}
	}()
	m.sp = m.base
	// What pointers point to lies below the frame.
	place := m.sp
	m.reserve(len(args))
	copy(m.mem[place:], args)
	frame := m.sp
	m.reserve(c.frame)
	c.clearResults(m, frame)
	at := place
	for i, v := range f.Params {
		n := v.Type.Leaves()
		if v.ByRef {
			m.mem[frame+c.params[i]] = uint64(at)
		} else {
			copy(m.mem[frame+c.params[i]:], m.mem[at:at+n])
		}
		at += n
	}
	m.fp = frame
	run(m, c.body)
	at = place
	for _, v := range f.Params {
		n := v.Type.Leaves()
		if v.ByRef {
			copy(args[at-place:], m.mem[at:at+n])
		}
		at += n
	}
	results = make([]uint64, c.results)
	copy(results, m.mem[frame+c.ret:])
	return results, nil
}

func checkArgs(c *code, args []uint64) error {
	if len(args) != len(c.leaves) {
		return fmt.Errorf("%s takes %d values, not %d", c.fn.FullName(), len(c.leaves), len(args))
	}
	for i, l := range c.leaves {
		if l.Kind.Norm(args[i]) != args[i] {
			return fmt.Errorf("%s: argument %s = %#x is outside the range of %s", c.fn.FullName(), l.Name, args[i], l.Kind)
		}
	}
	return nil
}

// reserve extends the frames in use by n words.
func (m *Machine) reserve(n int) {
	m.sp += n
	if m.sp > len(m.mem) {
		m.mem = append(m.mem, make([]uint64, m.sp)...)
	}
}

// Transducer runs one transducer of a machine.
type Transducer struct {
	m   *Machine
	def *ir.Transducer
}

// Transducer returns the transducer of that name. The error tells that there is none.
func (m *Machine) Transducer(name string) (*Transducer, error) {
	t := m.prog.Transducer(name)
	if t == nil {
		return nil, fmt.Errorf("no transducer %s", name)
	}
	return &Transducer{m, t}, nil
}

// Def returns the definition, with the types of params, state, event and output.
func (t *Transducer) Def() *ir.Transducer { return t.def }

// Init returns the state that the init function makes of params, in memory that nobody has set
// (ir.Unset). All values are flattened by ir.Layout. The error is a *Fault, or tells that the
// number of params is wrong.
func (t *Transducer) Init(params []uint64) ([]uint64, error) {
	np := t.def.Params.Leaves()
	args := make([]uint64, np+t.def.State.Leaves())
	if len(params) != np {
		return nil, fmt.Errorf("transducer %s takes %d parameters, not %d", t.def.Name, np, len(params))
	}
	copy(args, params)
	copy(args[np:], ir.Unset(t.def.State)) // Init sets all of it
	if _, err := t.m.CallFunc(t.def.Init, args); err != nil {
		return nil, err
	}
	return args[np:], nil
}

// Step runs one event: it changes state in place and returns the output. All values are
// flattened by ir.Layout. The error is a *Fault, which leaves state as it was, or tells
// which number of values is wrong.
func (t *Transducer) Step(params, state, event []uint64) ([]uint64, error) {
	d := t.def
	if len(params) != d.Params.Leaves() || len(state) != d.State.Leaves() || len(event) != d.Event.Leaves() {
		return nil, fmt.Errorf("transducer %s takes %d parameters, %d state words and %d event words, not %d, %d and %d", d.Name,
			d.Params.Leaves(), d.State.Leaves(), d.Event.Leaves(), len(params), len(state), len(event))
	}
	args := make([]uint64, 0, len(params)+len(state)+len(event))
	args = append(append(append(args, params...), state...), event...)
	out, err := t.m.CallFunc(d.Step, args)
	if err != nil {
		return nil, err
	}
	copy(state, args[len(params):])
	return out, nil
}
