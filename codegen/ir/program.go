package ir

import (
	"math/big"
	"slices"
	"strconv"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors/transducer"
)

// Program is a set of loaded packages.
type Program struct {
	Module      string        // module path, e.g. "smartnic-cc"
	Packages    []*Package    // in dependency order: a package after all it imports
	Transducers []*Transducer // in order of packages and source
}

// Package is one Go package of the program.
type Package struct {
	Path    string // import path
	Dir     string // directory below the root of the loaded file system
	Name    string // package name, unique in the program
	Doc     []string
	Files   []*SourceFile // sorted by name
	Imports []*Package    // firmware packages imported directly, in dependency order

	// Decls holds all declarations in source order (files by name, then
	// position). An instance of a generic stands where its generic is
	// declared (or where its alias is), or at the end of a later package
	// if a type argument comes from there.
	Decls []Decl
}

// SourceFile is a source file that was loaded.
type SourceFile struct {
	Name   string // relative to the root of the loaded file system
	SHA256 string // hex hash of its content
	Lines  int
	Wraps  []Wrap // in order of lines
}

// Decl is a declaration: *ConstGroup, *TypeDecl, *Table, *Func or *CommentDecl.
type Decl interface{ isDecl() }

// DeclInfo is the part common to all declarations.
type DeclInfo struct {
	Pkg *Package
	Pos Pos
	Doc []string // doc comment lines without comment marks and without directives
}

func (*DeclInfo) isDecl() {}

// CommentDecl is a comment that stands alone between declarations.
type CommentDecl struct{ DeclInfo } // the text is in Doc

// ConstGroup is one const declaration, with or without parentheses.
type ConstGroup struct {
	DeclInfo
	Consts []*ConstDecl
}

// ConstDecl is one package-level constant, or one local to a function.
type ConstDecl struct {
	Pkg         *Package
	Name        string
	Type        *Type    // nil for an untyped constant
	Value       *big.Int // exact; 0 or 1 for a boolean
	Bool        bool     // an untyped boolean
	Text        string   // source of the value; "" where it is implied (iota)
	Pos         Pos
	Doc         []string // comment lines above
	LineComment string   // comment on the same line
	Local       bool     // declared inside a function

	Event   *EventMark   // of a kind of event, by //ccgen:event; else nil
	Outcome *OutcomeMark // of bits of an output, by //ccgen:outcome; else nil
}

// Outcome returns the constant of a transducer's output that has //ccgen:outcome, and the number of the output's leaf
// that has its bits, or nil and -1.
func (t *Transducer) Outcome() (*ConstDecl, int) {
	for i, l := range Layout(t.Output) {
		if l.Type.Decl == nil {
			continue
		}
		for _, c := range l.Type.Decl.Consts() {
			if c.Outcome != nil {
				return c, i
			}
		}
	}
	return nil, -1
}

// TypeDecl is a named type, or one instance of a generic struct type.
type TypeDecl struct {
	DeclInfo
	Name     string // unique in the package among types, funcs, tables and constants
	GoName   string // as Go spells it, e.g. "State[[4]Arm]"
	Type     *Type
	Instance bool   // instance of a generic
	Size     int    // bytes by //ccgen:size, or 0
	SizePos  Pos    // of that directive
	Range    *Range // of the values of a scalar type, by //ccgen:range; else nil

	Meta             // of the values of a scalar type
	Event *EventMark // of an event type without kinds, by //ccgen:event; else nil
}

// Table is a package-level array of constants that is only read.
type Table struct {
	DeclInfo
	Name        string
	Type        *Type  // Array
	Value       Expr   // Composite of Const (or of Composites of Const)
	LineComment string // comment on the last line
}

// Func is a function, method or instance of a generic one.
type Func struct {
	DeclInfo
	Name    string // unique in the package; a method is Type_Method
	GoName  string // as Go spells it, e.g. "(*State[A]).Step"
	Recv    bool   // Params[0] is the receiver
	Params  []*Var // in order
	Results []*Type
	Body    []Stmt

	Instance bool
	Contract Contract // by directives
	// ResultNames are the names of the results in vectors, by //ccgen:export; empty if it names none.
	ResultNames []string
	Export      bool    // marked //ccgen:export, or a step, init or next function of a transducer
	Calls       []*Func // functions called directly, each once, in order of first call
}

// Scalars reports whether f takes and returns scalars only.
func (f *Func) Scalars() bool {
	return !slices.ContainsFunc(f.Params, func(v *Var) bool { return v.ByRef || !v.Type.Kind.IsScalar() }) &&
		!slices.ContainsFunc(f.Results, func(t *Type) bool { return !t.Kind.IsScalar() })
}

// FullName returns "pkg.Name".
func (f *Func) FullName() string { return f.Pkg.Name + "." + f.Name }

// ResultLeaves returns the number of scalars that the function returns.
func (f *Func) ResultLeaves() int {
	return collect.Sum(f.Results, func(r *Type) int { return r.Leaves() })
}

// ResultName returns the name of a result in vectors.
func (f *Func) ResultName(i int) string {
	switch {
	case len(f.ResultNames) > 0:
		return f.ResultNames[i]
	case len(f.Results) > 1:
		return "result" + strconv.Itoa(i+1)
	}
	return "result"
}

// Var is a parameter or a local variable.
type Var struct {
	Name   string // differs from all others in scope
	GoName string // as written; "" for one that the frontend made
	Type   *Type  // for ByRef, the type pointed to
	Pos    Pos
	Param  bool
	ByRef  bool // parameter of Go type *Type
	Index  int  // number in the function: parameters first, then locals in order
}

// Transducer is a step function with its init function, by //ccgen:transducer. If it has timers it has the function
// that returns which of them ends first. It may have one that returns the controls in force before the first event,
// and one that computes values for logs that are not fields of the state; generated code has neither, since only
// tools call them.
type Transducer struct {
	Name   string
	Pkg    *Package
	Pos    Pos
	Step   *Func // func(p *Params, s *State, e *Event) Output
	Init   *Func // func(p *Params, s *State)
	Next   *Func // func(s *State, now T) Timer, T an integer and Timer a struct, or nil
	First  *Func // func(p *Params, s *State) Output, or nil
	View   *Func // func(p *Params, s *State) V, V a struct, or nil
	Params *Type
	State  *Type
	Event  *Type
	Output *Type
	Needs  []Need
	Laws   []*Law
	Rare   []*Func // func(p Params, s State, e Event) bool, by //ccgen:rare: events that seldom come and take long
	// Check is func(p Params, s State, e Event, t State, o Output) uint32: the number, from 1, of the first of Laws that
	// a step does not fulfil, or 0; also 0 if an invariant does not hold of s. Laws of two connections and of a timely
	// driver are not checked. It is nil without laws, and like them among no declarations.
	Check *Func
}

// Need says that events of a NIC event change neither the state nor the controls, unless a parameter is other than 0:
// //ccgen:needs. A driver skips them.
type Need struct {
	Kind  NICEventKind
	Param string // a field of Params
	Leaf  int    // its place in Layout(Params)
	Pos   Pos
}

// Package returns the package of that name, or nil.
func (p *Program) Package(name string) *Package {
	return collect.First(p.Packages, func(q *Package) bool { return q.Name == name })
}

// Wraps returns the reasons why arithmetic is meant to wrap, by files and lines.
func (p *Program) Wraps() map[string]map[int]string {
	m := map[string]map[int]string{}
	for _, q := range p.Packages {
		for _, f := range q.Files {
			m[f.Name] = map[int]string{}
			for _, w := range f.Wraps {
				m[f.Name][w.Line] = w.Reason
			}
		}
	}
	return m
}

// Funcs returns all functions, in order of packages and source.
func (p *Program) Funcs() []*Func {
	var list []*Func
	for _, q := range p.Packages {
		for _, d := range q.Decls {
			if f, ok := d.(*Func); ok {
				list = append(list, f)
			}
		}
	}
	return list
}

// Func returns the function "pkg.Name", or nil.
func (p *Program) Func(full string) *Func {
	return collect.First(p.Funcs(), func(f *Func) bool { return f.FullName() == full })
}

// Transducer returns the transducer of that name, or nil.
func (p *Program) Transducer(name string) *Transducer {
	return collect.First(p.Transducers, func(t *Transducer) bool { return t.Name == name })
}

// Algorithm returns the transducer of that name. The error is a *transducer.UnknownAlgorithmError.
func (p *Program) Algorithm(name string) (*Transducer, error) {
	if t := p.Transducer(name); t != nil {
		return t, nil
	}
	return nil, &transducer.UnknownAlgorithmError{Name: name, Known: p.Algorithms()}
}

// Algorithms returns the names of the transducers.
func (p *Program) Algorithms() []string {
	return collect.Of(p.Transducers, func(t *Transducer) string { return t.Name })
}

// IsView reports whether t is a struct that a view function returns, or that is in one.
// Generated code has neither, unless something else uses the type.
func (p *Program) IsView(t *Type) bool {
	var holds func(in *Type) bool
	holds = func(in *Type) bool {
		if in == t {
			return true
		}
		if in.Kind == Array {
			return holds(in.Elem)
		}
		return slices.ContainsFunc(in.Fields, func(f *Field) bool { return holds(f.Type) })
	}
	return t.Kind == Struct && slices.ContainsFunc(p.Transducers, func(x *Transducer) bool { return x.View != nil && holds(x.View.Results[0]) })
}

// Exports returns the functions with Export set, in order of packages and source.
func (p *Program) Exports() []*Func {
	return slices.DeleteFunc(p.Funcs(), func(f *Func) bool { return !f.Export })
}

// Reachable returns the functions that are called, directly or not, from the
// roots, the roots included, callees before callers and otherwise in order of
// roots and calls. (There is no recursion in the subset.)
func Reachable(roots ...*Func) []*Func {
	var order []*Func
	seen := map[*Func]bool{}
	var visit func(*Func)
	visit = func(f *Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, c := range f.Calls {
			visit(c)
		}
		order = append(order, f)
	}
	for _, f := range roots {
		visit(f)
	}
	return order
}
