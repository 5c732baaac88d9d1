// Package ranges proves that the arithmetic of a firmware program does not overflow.
//
// Every addition, subtraction, multiplication, left shift, narrowing or sign-changing conversion, index and declared
// range is a site. Analyse follows each function that others may call, with all its calls, on intervals from the
// declared ranges (//ccgen:range) of parameters, fields and types; what it cannot prove must be covered by a run over
// all arguments of a function (//ccgen:exhaustive), or marked in the source as meant to wrap (//ccgen:wrap);
// otherwise it is an error that names the known facts.
//
// ForAny relies on no declared range, for C, which may be called with any arguments.
//
// State is inductive: a step assumes the declared ranges of the state's fields on entry and must establish them at
// every return.
package ranges

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Report is the result of the analysis of a program.
type Report struct {
	Program  *ir.Program
	Sites    []*Site   // in order of packages, files and places
	Problems []Problem // directives that cannot be used
	Exprs    map[ir.Expr]Interval
	// Runs are the functions for which a run over all arguments covers the declared ranges of the results.
	Runs []*ir.Func

	wideOnce sync.Once
	wide     []Wide
}

// Problem is a directive that is wrong, or a wrap on a line where nothing wraps.
type Problem struct {
	Pos ir.Pos
	Msg string
}

// Error returns "file:line:col: message".
func (p Problem) Error() string { return p.Pos.String() + ": " + p.Msg }

type analysis struct {
	prog      *ir.Program
	syms      *syms
	rec       *recorder
	quiet     int // nothing is recorded while positive
	root      *ir.Func
	limits    []constraint // the declared ranges of what the root was given
	layouts   map[*ir.Func]*layout
	kinds     map[int]ir.Kind
	memo      map[string][]Interval
	worths    map[*ir.Func]bool
	tables    map[*ir.Table]*sym
	results   map[resultKey]*sym
	summaries map[*ir.Func][]Interval
	problems  map[Problem]bool
	targets   []*sym                // what declared ranges name
	diffs     map[question]*big.Int // as in state, of the join at work
	exitAll   *ir.Var               // its exits are checked even if it did not change
	exitDecl  []declared
	exitFrom  []*sym
	apart     *Any // if functions are followed separately, for any arguments
}

type resultKey struct {
	f *ir.Func
	i int
}

type constraint struct {
	v  *sym
	r  *ir.Range
	sc scope
}

// Analyse analyses every function of the program.
func Analyse(p *ir.Program) *Report { return AnalyseWithProgress(p, func(int, int) {}) }

// AnalyseWithProgress is Analyse that calls progress with the number of functions, of those where the analysis
// begins, that are done, and their total.
func AnalyseWithProgress(p *ir.Program, progress func(done, total int)) *Report {
	a := newAnalysis(p.Wraps())
	a.prog = p
	all := p.Funcs()
	rep := &Report{Program: p}
	order := ir.Reachable(all...)
	type root struct {
		f    *ir.Func
		init bool
	}
	var roots []root
	for _, f := range order { // callees first
		if f.Contract.Exhaustive {
			roots = append(roots, root{f, false})
			rep.Runs = append(rep.Runs, f)
		}
	}
	for _, t := range p.Transducers {
		roots = append(roots, root{t.Step, false}, root{t.Init, true})
	}
	for _, f := range all {
		if f.Export && !slices.ContainsFunc(a.prog.Transducers, func(t *ir.Transducer) bool { return t.Step == f || t.Init == f }) && !f.Contract.Exhaustive {
			roots = append(roots, root{f, false})
		}
	}
	for i, r := range roots {
		progress(i, len(roots))
		a.analyseRoot(r.f, r.init)
	}
	for i := len(order) - 1; i >= 0; i-- { // callers first: what nothing exported calls
		if !a.rec.visits[order[i]] {
			a.analyseRoot(order[i], false)
		}
	}
	progress(len(roots), len(roots))
	a.unreached(all)
	a.unusedWraps(p)
	rep.Sites, rep.Exprs = a.rec.order, a.rec.exprs
	slices.SortStableFunc(rep.Sites, func(x, y *Site) int {
		return cmp.Or(x.Pos.Compare(y.Pos), cmp.Compare(x.Func.Name+x.What, y.Func.Name+y.What))
	})
	for q := range a.problems {
		rep.Problems = append(rep.Problems, q)
	}
	slices.SortFunc(rep.Problems, func(x, y Problem) int { return cmp.Or(x.Pos.Compare(y.Pos), cmp.Compare(x.Msg, y.Msg)) })
	return rep
}

func newAnalysis(wraps map[string]map[int]string) *analysis {
	return &analysis{syms: newSyms(), rec: newRecorder(wraps), layouts: map[*ir.Func]*layout{}, kinds: map[int]ir.Kind{},
		memo: map[string][]Interval{}, worths: map[*ir.Func]bool{}, tables: map[*ir.Table]*sym{}, results: map[resultKey]*sym{},
		summaries: map[*ir.Func][]Interval{}, problems: map[Problem]bool{}, diffs: map[question]*big.Int{}}
}

func (a *analysis) problem(pos ir.Pos, f *ir.Func, msg string) {
	a.problems[Problem{pos, msg + " (in " + f.FullName() + ")"}] = true
}

// analyseRoot follows f with all arguments in their declared ranges. For an init
// function the state is unknown on entry.
func (a *analysis) analyseRoot(f *ir.Func, isInit bool) {
	a.root, a.limits, a.exitDecl, a.exitFrom, a.exitAll = f, nil, nil, nil, nil
	a.targets = nil
	if isInit {
		a.exitAll = f.Params[1]
	}
	fr := a.begin(f)
	start := append([]*sym(nil), fr.entry.mem...)
	a.exitFrom = start
	for _, p := range f.Params {
		if r := f.Contract.Params[p.GoName]; r != nil && p.Type.Kind.IsScalar() {
			frozen := &state{mem: start, iv: map[*sym]Interval{}}
			a.limits = append(a.limits, constraint{start[fr.base[p]], r, a.paramScope(fr, frozen)})
			continue // instead of its type's range
		}
		for _, d := range declaredIn(p, p.GoName, p.Type, fr.base[p], nil) {
			if isInit && p == f.Params[1] {
				a.exitDecl = append(a.exitDecl, d)
				continue
			}
			frozen := &state{mem: start, iv: map[*sym]Interval{}}
			sc := a.fieldScope(fr, frozen, d)
			if _, err := a.outer(fr.entry, d.r, sc); err != nil {
				continue // f is not given what the range names, so nothing can be assumed
			}
			a.limits = append(a.limits, constraint{start[d.cell], d.r, sc})
			if p.ByRef {
				a.exitDecl = append(a.exitDecl, d)
			}
		}
	}
	for range 3 { // ranges may name each other
		if !a.reapply(fr.entry) {
			a.problem(f.Pos, f, "the declared ranges of its arguments contradict each other")
			return
		}
	}
	for _, l := range a.limits { // differences last: they hold on all paths
		if name, off := nameAndOffset(l.r.Hi); name != "" {
			if w := l.sc.lookup(name); w != nil {
				a.target(w)
				fr.entry.learn(l.v, w, off)
			}
		}
		if name, off := nameAndOffset(l.r.Lo); name != "" {
			if w := l.sc.lookup(name); w != nil {
				a.target(w)
				fr.entry.learn(w, l.v, neg(off))
			}
		}
	}
	end := a.run(fr)
	if end != nil && f.Contract.Exhaustive {
		rs := collect.Of(end.mem[fr.start:], end.get)
		a.summaries[f] = rs
	}
}

// begin makes the frame of a function that no followed function calls; its arguments may have any values.
func (a *analysis) begin(f *ir.Func) *frame {
	st := &state{iv: map[*sym]Interval{}, facts: map[*sym][]fact{}}
	bases := map[*ir.Var]int{}
	for _, p := range f.Params { // what pointers point to
		if !p.ByRef {
			continue
		}
		bases[p] = len(st.mem)
		for _, l := range ir.Layout(p.Type) {
			a.kinds[len(st.mem)] = l.Kind
			st.mem = append(st.mem, a.syms.fresh(l.Kind, p.GoName+"."+l.Name))
		}
	}
	fr := a.enter(f, st)
	for p, b := range bases {
		fr.base[p] = b
	}
	for _, p := range f.Params {
		if !p.ByRef {
			for i, l := range ir.Layout(p.Type) {
				fr.entry.mem[fr.base[p]+i] = a.syms.fresh(l.Kind, p.GoName+"."+l.Name)
			}
		}
	}
	return fr
}

func (a *analysis) target(w *sym) {
	a.targets = collect.Union(a.targets, w)
}

// reapply narrows the values that the root was given to their declared ranges, by what is now known of the values
// that these name.
func (a *analysis) reapply(st *state) bool {
	for _, l := range a.limits {
		r, err := a.outer(st, l.r, l.sc)
		if err != nil {
			continue
		}
		if !st.note(l.v, r) {
			return false
		}
	}
	return true
}

// exits checks the root's results and what it leaves behind pointers.
func (a *analysis) exits(fr *frame, c *cursor, node any, vals []*sym) {
	for _, d := range a.exitDecl {
		v := c.st.mem[d.cell]
		if v == a.exitFrom[d.cell] && d.param != a.exitAll {
			continue
		}
		a.visitDeclared(fr, c, d, v, c.st)
	}
	off := 0
	for i, t := range fr.fn.Results {
		p := &ir.Var{Name: fmt.Sprintf("result %d", i), Type: t}
		for _, d := range declaredIn(p, "result", t, 0, nil) {
			if d.in == nil {
				continue // checked where it was made
			}
			flat := &state{mem: vals[off:], iv: map[*sym]Interval{}, facts: map[*sym][]fact{}, up: c.st}
			a.visitDeclared(fr, c, d, vals[off+d.cell], flat)
		}
		off += t.Leaves()
	}
}

func (a *analysis) visitDeclared(fr *frame, c *cursor, d declared, v *sym, at *state) {
	a.visitRange(fr.fn, exitKey{d.name}, d.r.Pos, "range of "+d.name+" at the end of "+fr.fn.FullName(), c.st, v, d.r, a.fieldScope(fr, at, d))
}

type exitKey struct{ name string }

// unreached adds the sites that no path reached.
func (a *analysis) unreached(all []*ir.Func) {
	for _, f := range all {
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			if as, ok := s.(*ir.Assign); ok && overflows(as.Op) {
				a.rec.site(f, as, as.Pos, as.Dst.Type().Kind.String()+" "+as.Op.String())
			}
			ir.WalkExprs(s, func(e ir.Expr) {
				if what := siteOf(e); what != "" {
					a.rec.site(f, e, e.At(), what)
				}
			})
		})
	}
}

// siteOf returns what must be proved of an operation, or "".
func siteOf(e ir.Expr) string {
	switch e := e.(type) {
	case *ir.Binary:
		if overflows(e.Op) {
			return e.Typ.Kind.String() + " " + e.Op.String()
		}
	case *ir.Shift:
		if overflows(e.Op) {
			return e.Typ.Kind.String() + " " + e.Op.String()
		}
	case *ir.Unary:
		if e.Op == ir.Neg {
			return e.Typ.Kind.String() + " unary -"
		}
	case *ir.Convert:
		from, to := e.X.Type().Kind, e.Typ.Kind
		if from.IsInteger() && !interval.Of(from).Within(interval.Of(to)) {
			return from.String() + " to " + to.String()
		}
	case *ir.Index:
		if _, isConst := e.I.(*ir.Const); !isConst {
			return "index"
		}
	}
	return ""
}

// unusedWraps finds wrap directives on code that does not wrap, and ranges on types that cannot have one.
func (a *analysis) unusedWraps(p *ir.Program) {
	for file, lines := range p.Wraps() {
		for line := range lines {
			if !a.rec.used[file][line] {
				a.problems[Problem{ir.Pos{File: file, Line: line, Col: 1}, "nothing on this line wraps: remove //ccgen:wrap"}] = true
			}
		}
	}
	for _, f := range p.Funcs() {
		wraps := func(s *Site) bool { return s.Func == f && s.Proof == ByWrapDirective }
		if f.Contract.Wrap && !slices.ContainsFunc(a.rec.order, wraps) {
			a.problem(f.Contract.WrapPos, f, "nothing in this function wraps: remove //ccgen:wrap")
		}
	}
	for _, q := range p.Packages {
		for _, d := range q.Decls {
			t, ok := d.(*ir.TypeDecl)
			switch {
			case !ok || t.Range == nil:
			case !t.Type.Kind.IsInteger():
				a.problems[Problem{t.Range.Pos, "//ccgen:range stands on a type that is no integer: put it on its fields"}] = true
			case t.Range.Lo.Op != ir.BoundConst || t.Range.Hi.Op != ir.BoundConst:
				a.problems[Problem{t.Range.Pos, "the range of a type may name constants only"}] = true
			}
		}
	}
}

// Unproven returns the sites that are not covered.
func (r *Report) Unproven() []*Site {
	return collect.Where(r.Sites, func(s *Site) bool { return s.Proof == Unproven })
}

// Failures returns the directives that cannot be used and the sites that are not covered.
func (r *Report) Failures() []Problem {
	failures := slices.Clone(r.Problems)
	failures = append(failures, collect.Of(r.Unproven(), func(s *Site) Problem { return s.problem() })...)
	return failures
}
