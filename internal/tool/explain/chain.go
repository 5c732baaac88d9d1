package explain

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Link is one step of a computation: a statement that stored something or decided a branch.
type Link struct {
	// Place is file:line of the Go source, Text that line.
	Place    string `json:"place"`
	Function string `json:"function"`
	// Called is the line of the algorithm's own source that calls the function, if that is in a library; else "".
	Called string `json:"called,omitempty"`
	// Depth is the depth of calls, from 0 for the step function.
	Depth int    `json:"depth"`
	Text  string `json:"text"`
	// Values are the values stored, or the one that decided.
	Values []Value `json:"values"`

	stmt ir.Stmt
	fn   *ir.Func
	raw  []uint64
	vars []variable
}

// Value is a value of a link.
type Value struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value string `json:"value"` // decimal
	Hex   string `json:"hex"`
	// Real is the real value, "" if the integer is the value.
	Real string `json:"real,omitempty"`
}

// variable describes a value of a link.
type variable struct {
	name   string
	typ    *ir.Type
	format format
	// whole is the struct or array of which it is the leaf of that index; nil for a scalar.
	whole *ir.Type
	leaf  int
}

// notComputed is the result of a hypothesis for a link that its computation does not reach.
const notComputed = "not computed"

// again is the result of a hypothesis for the last link of a part that runs twice.
const again = "and again"

// maxLinks bounds a chain, and maxLeaves the values of one link.
const (
	maxLinks  = 20_000
	maxLeaves = 12
)

// tracer runs a step and records its chain.
type tracer struct {
	machine  *interp.Machine
	step     *interp.Transducer
	packages *codegen.Packages
	source   map[string][]string
	stack    []frame
	def      *ir.Transducer
	links    []Link
	reached  map[ir.Stmt]bool
}

func newTracer(p *codegen.Packages, def *ir.Transducer) (*tracer, error) {
	t := &tracer{def: def, packages: p, source: map[string][]string{}}
	t.machine = interp.NewObserved(p.Program, interp.Observer{
		Enter:  func(s ir.Stmt) func() { return func() { t.reached[s] = true } },
		Stored: func(s ir.Stmt) func([]uint64) { return func(v []uint64) { t.note(s, v) } },
		Decided: func(s ir.Stmt) func(uint64) {
			return func(v uint64) { t.note(s, []uint64{v}) }
		},
		Called: func(c *ir.Call) (begin func([]uint64), end func()) {
			return func(v []uint64) { t.enter(c, v) }, func() { t.stack = t.stack[:len(t.stack)-1] }
		},
	})
	var err error
	t.step, err = t.machine.Transducer(def.Name)
	return t, err
}

// run runs a step and keeps its chain in links.
func (t *tracer) run(in *stepInput) (*knownValue, error) {
	root := t.def.Step
	if in.event == nil {
		root = t.def.Init
	}
	t.links, t.stack, t.reached = t.links[:0], append(t.stack[:0], frame{fn: root}), map[ir.Stmt]bool{}
	output, state, err := runStep(t.step, in)
	return &knownValue{in: in, output: slices.Clone(output), state: state, reached: t.reached}, err
}

// runStep runs a step, or the init function, on a machine.
func runStep(step *interp.Transducer, in *stepInput) (output, state []uint64, err error) {
	if in.event == nil {
		state, err = step.Init(in.params)
		return nil, state, err
	}
	state = slices.Clone(in.before)
	output, err = step.Step(in.params, state, in.event)
	return output, state, err
}

// knownValue is a step of the reference: its result, and the statements that ran. Most hypotheses change nothing in
// most steps, which then need not be run again.
type knownValue struct {
	in            *stepInput
	output, state []uint64
	reached       map[ir.Stmt]bool
	chain         []Link // of the step that differs; nil for others
}

// tells reports whether the step's result is known for this input under the machine's fault, nil for none.
func (k *knownValue) tells(in *stepInput, f fault) bool {
	return k != nil && (f == nil || !k.reached[f.at()]) && slices.Equal(in.before, k.in.before) && slices.Equal(in.event, k.in.event) && slices.Equal(in.params, k.in.params)
}

// frame is a call that has not ended.
type frame struct {
	fn *ir.Func
	// own is the call in the algorithm's own source that led there, nil if the function is in that source.
	own *ir.Call
}

// enter begins a call: each argument passed by value is a separate link.
func (t *tracer) enter(c *ir.Call, v []uint64) {
	f, from := c.Func, t.stack[len(t.stack)-1]
	switch {
	case slices.Contains(t.packages.Own, f.Pkg):
		from.own = nil
	case from.own == nil:
		from.own = c
	}
	t.stack = append(t.stack, frame{f, from.own})
	if len(v) == 0 || len(t.links) == maxLinks {
		return
	}
	t.links = append(t.links, Link{
		Place: place(t.packages, f.Pos), Function: f.FullName(), Called: t.called(), Depth: len(t.stack) - 1, Text: t.line(f.Pos), fn: f, raw: slices.Clone(v),
	})
}

// note adds a link.
func (t *tracer) note(s ir.Stmt, v []uint64) {
	if len(v) == 0 || len(t.links) == maxLinks {
		return
	}
	fn := t.stack[len(t.stack)-1].fn
	pos := s.Info().Pos
	t.links = append(t.links, Link{
		Place: place(t.packages, pos), Function: fn.FullName(), Called: t.called(), Depth: len(t.stack) - 1, Text: t.line(pos),
		stmt: s, fn: fn, raw: slices.Clone(v),
	})
}

// called returns the place of the call in the algorithm's own source that led to the present function.
func (t *tracer) called() string {
	if c := t.stack[len(t.stack)-1].own; c != nil {
		return place(t.packages, c.Pos)
	}
	return ""
}

// place writes a position as file:line, with the file named as by the user.
func place(p *codegen.Packages, pos ir.Pos) string {
	pos = p.Place(pos)
	return fmt.Sprintf("%s:%d", pos.File, pos.Line)
}

// placeOf is place of the packages that are explained.
func (x *Explainer) placeOf(pos ir.Pos) string { return place(x.packages, pos) }

// line returns a line of the source that the firmware was compiled from.
func (t *tracer) line(p ir.Pos) string {
	lines, ok := t.source[p.File]
	if !ok {
		text, err := fs.ReadFile(t.packages.Source, p.File)
		if err == nil {
			lines = strings.Split(string(text), "\n")
		}
		t.source[p.File] = lines
	}
	if p.Line < 1 || p.Line > len(lines) {
		return ""
	}
	text, _, _ := strings.Cut(lines[p.Line-1], "//")
	return strings.TrimSpace(text)
}

// variables names what a statement stores; nil is the beginning of a call.
func variables(s ir.Stmt, f *ir.Func) []variable {
	switch s := s.(type) {
	case nil:
		var vs []variable
		for _, p := range f.Params {
			if !p.ByRef {
				vs = append(vs, leavesOf(p.Name, p.Type)...)
			}
		}
		return vs
	case *ir.Declare:
		return leavesOf(s.Var.Name, s.Var.Type)
	case *ir.Assign:
		return leavesOf(exprName(s.Dst), s.Dst.Type())
	case *ir.MultiAssign:
		var vs []variable
		for _, v := range s.Dst {
			if v != nil {
				vs = append(vs, leavesOf(v.Name, v.Type)...)
			}
		}
		return vs
	case *ir.Return:
		return collect.Lists(f.Results, func(r *ir.Type) []variable { return leavesOf("", r) })
	case *ir.If:
		return leavesOf("", s.Cond.Type())
	case *ir.Switch:
		return leavesOf("", s.Tag.Type())
	}
	return nil
}

func leavesOf(name string, t *ir.Type) []variable {
	var vs []variable
	for i, l := range ir.Layout(t) {
		n := l.Name
		switch {
		case n == "":
			n = name
		case name != "" && n[0] != '[':
			n = name + "." + n
		case name != "":
			n = name + n
		}
		v := variable{name: n, typ: l.Type}
		if !t.Kind.IsScalar() {
			v.whole, v.leaf = t, i
		}
		vs = append(vs, v)
	}
	return vs
}

// pointed matches a variable behind a pointer, as the IR prints it.
var pointed = regexp.MustCompile(`\(\*(\w+)\)`)

// exprName writes an expression as the source would.
func exprName(e ir.Expr) string { return pointed.ReplaceAllString(ir.ExprString(e), "$1") }

// first returns the index of the first link that another run of the same step lacks, or has with another value, and
// that value. It is -1 if the runs are the same.
func first(links, other []Link) (index int, would []uint64) {
	other = slices.DeleteFunc(slices.Clone(other), func(l Link) bool { // of a mutant: not in the source
		d, ok := l.stmt.(*ir.Declare)
		return ok && d.Var.Index < 0
	})
	for i := range links {
		if i >= len(other) || other[i].Place != links[i].Place || other[i].fn != links[i].fn {
			return i, nil
		}
		if !slices.Equal(links[i].raw, other[i].raw) {
			return i, other[i].raw
		}
	}
	return -1, nil
}

// place finds the first link of the chain that a hypothesis changes.
func (x *Explainer) place(h *Hypothesis, in *stepInput, chain []Link) {
	h.Link = -1
	f := h.trial.fault
	if h.Kind == badDither {
		if h.Link = x.drawn(chain); h.Link >= 0 {
			h.Value = chain[h.Link].short(chain[h.Link].raw)
		}
		return
	}
	if f == nil {
		return
	}
	restore := f.plant(x.chain.machine)
	defer restore()
	if _, err := x.chain.run(in); err != nil {
		return
	}
	i, would := first(chain, x.chain.links)
	if i < 0 {
		// The values are the same, but one is stored elsewhere.
		i = slices.IndexFunc(chain, func(l Link) bool { return l.stmt == f.at() })
	}
	if i < 0 {
		return
	}
	if h.Kind == twice && i > 0 && would == nil {
		i-- // the last link before the part runs again
		h.Link, h.Value, h.Would = i, chain[i].short(chain[i].raw), again
		return
	}
	h.Link = i
	l := &chain[i]
	if j := slices.IndexFunc(chain, func(l Link) bool { return l.Function == h.Function && l.Called != "" }); j >= 0 {
		if h.Called = chain[j].Called; l.Called != "" {
			h.Called = l.Called
		}
	}
	if would == nil {
		h.Value, h.Would = l.short(l.raw), notComputed
		return
	}
	h.Value, h.Would = l.short(l.raw), l.short(would)
}

// short writes the values of a link in a line.
func (l *Link) short(raw []uint64) string {
	var parts []string
	for i, v := range raw {
		if i >= len(l.vars) || i == maxLeaves {
			break
		}
		s := l.vars[i].typ.Kind.Format(v)
		if l.vars[i].typ.Kind == ir.Bool {
			s = map[bool]string{true: "true", false: "false"}[v != 0]
		}
		if real := l.vars[i].format.text(v); real != "" {
			s += " (" + real + ")"
		}
		if (len(raw) > 1 || l.stmt == nil) && l.vars[i].name != "" {
			s = l.vars[i].name + " " + s
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ", ")
}

// Result writes the values of the link in a line: decimal, and the real value if that differs.
func (l *Link) Result() string { return l.short(l.raw) }
