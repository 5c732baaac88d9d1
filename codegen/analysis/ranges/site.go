package ranges

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/enum"
)

// Proof is how a site is proved.
type Proof uint8

// The proofs, from the strongest to the weakest.
const (
	Unreachable     Proof = iota // no path reaches it
	ByInterval                   // the ranges prove that it fits
	ByRun                        // a run over all arguments of a function proves it
	ByWrapDirective              // the source says that it is meant to wrap
	Unproven
)

// String returns the word that reports use.
func (c Proof) String() string {
	return enum.Name(c, "unreached", "interval", "exhaustive", "wraps", "UNPROVEN")
}

// Site is something to prove: a place where arithmetic must fit, an index must be in range, or a declared range must
// hold.
type Site struct {
	Func   *ir.Func
	Pos    ir.Pos
	What   string // "uint32 +", "index", "uint64 to uint32", "range of State.RC"
	Proof  Proof
	Result Interval // of the exact result, joined over all paths
	Facts  string   // of the first path on which it could not be proved, else of the first
	By     []string // for ByRun the functions whose runs cover it
	Reason string   // for ByWrapDirective
	seen   bool
}

type siteKey struct {
	fn   *ir.Func
	node any
	what string
}

// recorder collects sites and ranges of expressions.
type recorder struct {
	sites  map[siteKey]*Site
	order  []*Site
	exprs  map[ir.Expr]Interval
	wraps  map[string]map[int]string // reasons by file and line
	used   map[string]map[int]bool
	visits map[*ir.Func]bool
}

func newRecorder(wraps map[string]map[int]string) *recorder {
	r := &recorder{sites: map[siteKey]*Site{}, exprs: map[ir.Expr]Interval{},
		wraps: wraps, used: map[string]map[int]bool{}, visits: map[*ir.Func]bool{}}
	for file := range r.wraps {
		r.used[file] = map[int]bool{}
	}
	return r
}

// site returns the site of that key, creating it if needed.
func (r *recorder) site(fn *ir.Func, node any, pos ir.Pos, what string) *Site {
	k := siteKey{fn, node, what}
	s := r.sites[k]
	if s == nil {
		s = &Site{Func: fn, Pos: pos, What: what}
		r.sites[k] = s
		r.order = append(r.order, s)
	}
	return s
}

// wrapping returns the reason why arithmetic at pos in fn is meant to wrap.
func (r *recorder) wrapping(fn *ir.Func, pos ir.Pos) (string, bool) {
	if fn.Contract.Wrap {
		return fn.Contract.WrapReason, true
	}
	reason, ok := r.wraps[pos.File][pos.Line]
	return reason, ok
}

// visit records that a path reaches the site. mayWrap says that a wrap directive may excuse it.
func (a *analysis) visit(fn *ir.Func, node any, pos ir.Pos, what string, ok, mayWrap bool, result Interval, facts func() string) {
	if a.quiet > 0 || a.apart != nil {
		return
	}
	s := a.rec.site(fn, node, pos, what)
	if !s.seen {
		s.seen, s.Result = true, result
		s.Facts = facts()
	} else {
		s.Result = s.Result.Join(result)
	}
	c := ByInterval
	if !ok {
		reason, wraps := a.rec.wrapping(fn, pos)
		switch {
		case mayWrap && wraps:
			c, s.Reason = ByWrapDirective, reason
			if !fn.Contract.Wrap {
				a.rec.used[pos.File][pos.Line] = true
			}
		case a.root.Contract.Exhaustive:
			c = ByRun
			s.by(a.root.FullName())
		default:
			c = Unproven
		}
	}
	if c > s.Proof {
		s.Proof = c
		if !ok {
			s.Facts = facts()
		}
	}
}

func (s *Site) by(name string) {
	if i, found := slices.BinarySearch(s.By, name); !found {
		s.By = slices.Insert(s.By, i, name)
	}
}

// visitRange is visit of a site where the value v must be in the declared range r. Differences may prove it, too, if
// sc finds the names of the range.
func (a *analysis) visitRange(fn *ir.Func, node any, pos ir.Pos, what string, st *state, v *sym, r *ir.Range, sc scope) {
	limit, err := a.inner(st, r, sc)
	if err != nil {
		a.problem(r.Pos, fn, err.Error())
		return
	}
	ok := st.get(v).Within(limit) || a.byFacts(st, v, r, sc)
	if !ok {
		a.tighten(st, v)
		ok = st.get(v).Within(limit)
	}
	in := st.get(v)
	a.visit(fn, node, pos, what, ok, false, in, func() string { return fmt.Sprintf("%s, declared %s", in, r.Text) })
}

// problem describes what could not be proved, where, and from which facts.
func (s *Site) problem() Problem {
	return Problem{s.Pos, fmt.Sprintf("in %s: %s: cannot show that it fits: %s", s.Func.FullName(), s.What, s.Facts)}
}
