package mutate

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
)

//go:embed lemmas/*.go
var lemmaSource embed.FS

const lemmaDir = "codegen/mutate/lemmas"

// The less a solver is told, the sooner it ends: lemmas of the file deepLemmas are said in the
// scope Deep only, and there, as those of roundedLemmas everywhere, only of what the problem
// has in it.
const (
	deepLemmas    = "deep.go"
	roundedLemmas = "rounded.go"
)

// sources are the firmware's packages with that of the lemmas beside them.
type sources struct{}

// Open opens a file of either.
func (sources) Open(name string) (fs.File, error) {
	f, err := smartnic.Source.Open(name)
	if errors.Is(err, fs.ErrNotExist) && len(name) > len(lemmaDir)-len("lemmas") {
		return lemmaSource.Open(name[len(lemmaDir)-len("lemmas"):])
	}
	return f, err
}

// lemmaProgram is the firmware with the lemmas.
var lemmaProgram = sync.OnceValues(func() (*ir.Program, error) {
	return frontend.Load(sources{}, smartnic.Module, append([]string{lemmaDir}, smartnic.FirmwareDirs...), frontend.Options{})
})

// lemmaFuncs are the lemmas: functions of the firmware's subset that are true for all
// arguments, which the tests of package lemmas, and Roots, show.
var lemmaFuncs = sync.OnceValues(func() ([]*ir.Func, error) {
	p, err := lemmaProgram()
	if err != nil {
		return nil, err
	}
	var out []*ir.Func
	for _, q := range p.Packages {
		for _, d := range q.Decls {
			if f, ok := d.(*ir.Func); ok && q.Dir == lemmaDir {
				out = append(out, f)
			}
		}
	}
	return out, nil
})

// lemmas returns what the lemmas say of the calls that a problem does not follow. A lemma is
// said of every choice of its arguments among what such calls are given: where it passes a
// parameter on to a function, any term that the function is given there. only, if not nil, has
// the names of those to be said.
func (s *symbolic) lemmas(only []string) ([]term, error) {
	funcs, err := lemmaFuncs()
	if err != nil {
		return nil, err
	}
	var out []term
	met := slices.Clone(s.calls.list)
	known := term(len(s.nodes))
	for _, f := range funcs {
		file := path.Base(f.Pos.File)
		if file == deepLemmas && !s.calls.deep || only != nil && !slices.Contains(only, f.Name) {
			continue
		}
		choices := make([][]term, len(f.Params))
		for i, v := range f.Params {
			for _, at := range passedOn(f, v) {
				for _, c := range met {
					if c.callee == at.callee && s.width(c.args[at.arg]) == widthOf(v.Type.Kind) && !slices.Contains(choices[i], c.args[at.arg]) {
						choices[i] = append(choices[i], c.args[at.arg])
					}
				}
			}
		}
		each(choices, nil, func(args []term) {
			side := &symbolic{terms: s.terms, fault: s.truth(false), differs: s.truth(false), calls: s.calls}
			fr := &frame{fn: f, vars: map[*ir.Var]*cells{}, alive: s.truth(true)}
			for i, v := range f.Params {
				fr.vars[v] = &cells{[]term{args[i]}}
			}
			side.run(fr)
			if side.err != nil && err == nil {
				err = fmt.Errorf("lemma %s: %w", f.Name, side.err)
				return
			}
			holds := fr.results[0]
			for _, in := range s.within(limitsOf(f, nil), args) {
				holds = s.or(s.not(in), holds)
			}
			if !s.calls.deep && file != roundedLemmas || !s.strange(holds, known) {
				out = append(out, holds)
			}
		})
	}
	return out, err
}

// strange tells whether a term is made of calls, products or shifts that are not among the
// terms known before: a lemma of such does not help.
func (t *terms) strange(x, known term) bool {
	for i, needed := range t.madeOf(x) {
		if !needed || term(i) < known {
			continue
		}
		n := t.nodes[i]
		switch n.op {
		case tInput:
			return true
		case tMul, tShl, tLshr, tAshr:
			_, a := t.constantOf(n.a)
			_, b := t.constantOf(n.b)
			if !b && !(a && n.op == tMul) {
				return true
			}
		}
	}
	return false
}

// each calls f for every choice of one of each.
func each(choices [][]term, chosen []term, f func([]term)) {
	if len(choices) == 0 {
		f(chosen)
		return
	}
	for _, x := range choices[0] {
		each(choices[1:], append(slices.Clone(chosen), x), f)
	}
}

// position is an argument of a function.
type position struct {
	callee string
	arg    int
}

// passedOn returns where a function passes a parameter on, as it is or converted.
func passedOn(f *ir.Func, v *ir.Var) []position {
	var out []position
	ir.EachStmt(f.Body, func(s ir.Stmt) {
		ir.EachExpr(s, func(e ir.Expr) {
			c, ok := e.(*ir.Call)
			if !ok {
				return
			}
			for i, a := range c.Args {
				x := a.X
				for {
					conv, ok := x.(*ir.Convert)
					if !ok {
						break
					}
					x = conv.X
				}
				if r, ok := x.(*ir.VarRef); ok && r.Var == v {
					out = append(out, position{c.Func.FullName(), i})
				}
			}
		})
	})
	return out
}
