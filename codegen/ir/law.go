package ir

import (
	"slices"

	"smartnic-cc/internal/base/text/enum"
)

// Law is what must hold of a transducer, by //ccgen:law, //ccgen:invariant or //ccgen:progress. It is an expression of
// the subset over values: p, the parameters; s and t, the state before and after a step; e, the event; o, the output.
// Its functions are called by nothing, and are not among the declarations of a package.
type Law struct {
	Name   string // unique among those of a transducer
	Kind   LawKind
	Text   string // as written, after the name
	Pos    Pos
	Timely bool // that it speaks of timely
	// Holds returns whether it holds: of an invariant func(p Params, s State) bool, else func(p Params, s State,
	// e Event, t State, o Output, timely bool) bool, and of OfTwo with s2, t2 State and o2 Output between o and timely.
	// timely is that the driver brings each timer when it ends, and nothing else past one that has ended.
	Holds *Func
	// Most and By are func(p Params) uint64 of a Progress, else nil: its rank is at most Most, and each event that
	// counts lowers it by By, or to 0. So it is 0 after Most/By of them, rounded up.
	Most, By *Func
}

// OfOneStep reports whether a step alone shows that the law holds of it: it speaks of one connection, and not of what only
// a driver knows. Check checks these.
func (l *Law) OfOneStep() bool { return l.Kind != OfTwo && !l.Timely }

// Checked returns a function that runs the step and returns, after its output, the number from 1 of the first law that
// the step does not fulfil, 0 if it fulfils all; nil if the transducer has no laws that a step can be checked against.
func (t *Transducer) Checked() *Func {
	if t.Check == nil {
		return nil
	}
	f := &Func{DeclInfo: DeclInfo{Pkg: t.Pkg, Pos: t.Step.Pos}, Name: t.Step.Name, GoName: t.Step.GoName, Calls: []*Func{t.Step, t.Check},
		Results: append(slices.Clone(t.Step.Results), t.Check.Results...)}
	vars := 0
	variable := func(name string, of *Type) *Var {
		vars++
		return &Var{Name: name, GoName: name, Type: of, Index: vars - 1, Pos: f.Pos}
	}
	ref := func(v *Var) Expr { return &VarRef{ExprInfo: ExprInfo{Typ: v.Type, Pos: f.Pos}, Var: v} }
	var given []*Var
	for _, p := range t.Step.Params {
		v := variable(p.Name, p.Type)
		v.GoName, v.Param, v.ByRef = p.GoName, true, p.ByRef
		f.Params, given = append(f.Params, v), append(given, v)
	}
	call := func(to *Func, args ...*Var) Expr {
		c := &Call{ExprInfo: ExprInfo{Typ: to.Results[0], Pos: f.Pos}, Func: to}
		for i, v := range args {
			c.Args = append(c.Args, Arg{X: ref(v), ByRef: to.Params[i].ByRef})
		}
		return c
	}
	p, s, e := given[0], given[1], given[2]
	before, out, law := variable("before", t.State), variable("output", t.Output), variable("law", t.Check.Results[0])
	f.Body = []Stmt{&Declare{Var: before, Init: ref(s)}, &Declare{Var: out, Init: call(t.Step, p, s, e)},
		&Declare{Var: law, Init: call(t.Check, p, before, e, s, out)}, &Return{Values: []Expr{ref(out), ref(law)}}}
	return f
}

// LawKind is what a law speaks of.
type LawKind uint8

// The kinds of laws.
const (
	Invariant LawKind = iota // a state that init made, or a step of a state of which all invariants hold
	OfStep                   // one step from a state of which all invariants hold
	OfTwo                    // one step each of two such states with the same parameters and event
	Progress                 // a rank that steps lower
	Rare                     // none, but events that seldom come: Transducer.Rare
)

// String returns the kind in a word.
func (k LawKind) String() string { return enum.Name(k, "invariant", "step", "two", "progress", "rare") }
