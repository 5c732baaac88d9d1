package mutate

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// The scopes in which a mutant is run on every input, natively (Try), instead of asking a
// solver.
const (
	Inputs  Scope = "inputs"  // what the function returns, for all arguments
	Callers Scope = "callers" // what the functions that call it return, for all arguments
)

// Reasoned is the scope of a mutant that a proof in words shows to be the same, of which a test
// tries the premises (TestReasoned). What it is about is identified as in the scope Inputs.
const Reasoned Scope = "reasoned"

// Trial is the question whether a mutant gives the same on all arguments of some functions.
type Trial struct {
	Mutant *Mutant
	// In are the functions: the mutant's own, or all those through which others come to it.
	In []*ir.Func
	// text says what is compared; it has everything that the answer follows from.
	text string
}

// Hash identifies what is compared.
func (t *Trial) Hash() string { return hashOf(t.text) }

func hashOf(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:8])
}

// maxInputs is how many combinations of arguments are tried.
const maxInputs = 1 << 32

// errTrial says that there is no function with few enough arguments.
var errTrial = errors.New("more arguments than can be tried, or a caller with such")

// Trial returns the trial of a mutant in the scope Inputs or Callers, or in Reasoned what
// identifies it.
func (p *Prover) Trial(m *Mutant, scope Scope) (*Trial, error) {
	var in []*ir.Func
	if scope == Reasoned {
		return p.trialOf(m, []*ir.Func{m.Func}), nil
	} else if scope == Inputs {
		if _, ok := domainOf(m.Func); !ok {
			return nil, errTrial
		}
		in = []*ir.Func{m.Func}
	} else if !p.above(m.Func, nil, &in) || len(in) == 0 {
		return nil, errTrial
	}
	return p.trialOf(m, in), nil
}

// trialOf returns the trial of a mutant in some functions.
func (p *Prover) trialOf(m *Mutant, in []*ir.Func) *Trial {
	t := &Trial{Mutant: m, In: in}
	var b strings.Builder
	fmt.Fprintf(&b, "mutant of %s:\n", m.Func.FullName())
	writeBody(&b, m.Body(), "\t")
	for _, f := range t.In {
		d, _ := domainOf(f)
		fmt.Fprintf(&b, "try %s: %v\n", f.FullName(), d)
	}
	named := map[string]string{}
	for _, f := range ir.Reachable(t.In...) {
		writeFunc(&b, f, named)
	}
	collectNamed(m.Body(), named)
	var names []string
	for n := range named {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		fmt.Fprintf(&b, "%s = %s\n", n, named[n])
	}
	t.text = b.String()
	return t
}

// above appends the nearest functions over f, on every way from outside to it, that can be
// tried. It returns false where there is a way without. Ways through the function but do not
// count, if there is one, and then only functions are taken that others can call: an inner
// one may be told by arguments that it is never given.
func (p *Prover) above(f, but *ir.Func, in *[]*ir.Func) bool {
	if f.Export {
		return false
	}
	for _, c := range p.callersOf(f) {
		if c == but || slices.Contains(*in, c) {
			continue
		}
		if _, ok := domainOf(c); ok && (c.Export || but == nil) {
			*in = append(*in, c)
		} else if !p.above(c, but, in) {
			return false
		}
	}
	return true
}

// callersOf returns the functions that call f and are reached from outside, in the order of
// the program.
func (p *Prover) callersOf(f *ir.Func) []*ir.Func {
	var out []*ir.Func
	for _, q := range p.prog.Packages {
		for _, d := range q.Decls {
			if c, ok := d.(*ir.Func); ok && slices.Contains(c.Calls, f) && p.reached[c] {
				out = append(out, c)
			}
		}
	}
	return out
}

// domain is what the arguments of a function can be.
type domain struct {
	args []span
	// related are the ranges that name other arguments: of the combinations only those count
	// that are in all of them.
	related []limit
}

// span is the range of an argument.
type span struct{ lo, n uint64 }

// size is the number of combinations.
func (d domain) size() uint64 {
	all := uint64(1)
	for _, x := range d.args {
		all *= x.n
	}
	return all
}

// String returns the ranges.
func (d domain) String() string {
	s := fmt.Sprint(d.args)
	for _, l := range d.related {
		s += fmt.Sprintf(" and %d in %s", l.leaf, l.r.Text)
	}
	return s
}

// at returns the combination of a number: the first argument changes fastest.
func (d domain) at(i uint64) []uint64 {
	var args []uint64
	for _, x := range d.args {
		args = append(args, x.lo+i%x.n)
		i /= x.n
	}
	return args
}

// domainOf returns the arguments of a function of scalars, which returns scalars, if they
// are few enough to be tried.
func domainOf(f *ir.Func) (d domain, ok bool) {
	all := limitsOf(f, nil)
	total := uint64(1)
	for i, v := range f.Params {
		if v.ByRef || !v.Type.Kind.IsScalar() {
			return d, false
		}
		lo, hi := v.Type.Kind.Min(), v.Type.Kind.Max()
		for _, l := range all {
			if l.leaf != i {
				continue
			}
			if x := least(l.r.Lo); x != nil {
				lo = x
			}
			if x := most(l.r.Hi); x != nil {
				hi = x
			}
			if l.resolves(l.r.Lo) && l.resolves(l.r.Hi) && (l.r.Lo.Op != ir.BoundConst || l.r.Hi.Op != ir.BoundConst) {
				d.related = append(d.related, l)
			}
		}
		if !lo.IsInt64() || !hi.IsInt64() {
			return d, false
		}
		n := uint64(hi.Int64()-lo.Int64()) + 1
		if n == 0 || n > maxInputs/total {
			return d, false
		}
		total *= n
		d.args = append(d.args, span{uint64(lo.Int64()), n})
	}
	for _, r := range f.Results {
		if !r.Kind.IsScalar() {
			return d, false
		}
	}
	return d, len(d.args) > 0 && len(f.Results) > 0
}

// resolves tells whether an end names arguments only; what a type's range names is not there.
func (l *limit) resolves(b *ir.Bound) bool {
	switch b.Op {
	case ir.BoundConst:
		return true
	case ir.BoundName, ir.BoundLen:
		_, k, _ := l.find(b.Name)
		return k.IsInteger() && b.Op == ir.BoundName
	}
	return l.resolves(b.X) && l.resolves(b.Y)
}

// least returns what a lower end is not below, and most what an upper end is not above,
// whatever the arguments that it names; nil if that takes more than a look at it.
func least(b *ir.Bound) *big.Int { return outermost(b, ir.BoundMax, 1) }

func most(b *ir.Bound) *big.Int { return outermost(b, ir.BoundMin, -1) }

// outermost takes the constant among the ends that op joins that is the farthest to the side
// of sign: all of them bound the value.
func outermost(b *ir.Bound, op ir.BoundOp, sign int) *big.Int {
	switch b.Op {
	case ir.BoundConst:
		return b.Value
	case op:
		x, y := outermost(b.X, op, sign), outermost(b.Y, op, sign)
		if x == nil || y != nil && y.Cmp(x) == sign {
			return y
		}
		return x
	}
	return nil
}

// writeFunc writes a function without what does not change what it computes, and notes the
// constants and tables that it names.
func writeFunc(b *strings.Builder, f *ir.Func, named map[string]string) {
	b.WriteString(f.FullName())
	for _, v := range f.Params {
		fmt.Fprintf(b, " %s %s %v", v.Name, v.Type.Kind, v.ByRef)
	}
	for _, r := range f.Results {
		fmt.Fprintf(b, " %s", r.Kind)
	}
	b.WriteByte('\n')
	writeBody(b, f.Body, "\t")
	collectNamed(f.Body, named)
}

func writeBody(b *strings.Builder, list []ir.Stmt, indent string) {
	for _, s := range list {
		switch s := s.(type) {
		case *ir.Comment, *ir.DeclareConst:
			continue
		case *ir.Declare:
			fmt.Fprintf(b, "%s%s as %s\n", indent, stmtText(s), s.Var.Type.Kind)
		default:
			b.WriteString(indent + stmtText(s) + "\n")
		}
		switch s := s.(type) {
		case *ir.If:
			writeBody(b, s.Then, indent+"\t")
			b.WriteString(indent + "else\n")
			writeBody(b, s.Else, indent+"\t")
		case *ir.For:
			fmt.Fprintf(b, "%sdown %v\n", indent, s.Down)
			writeBody(b, s.Body, indent+"\t")
		case *ir.Switch:
			for _, c := range s.Cases {
				fmt.Fprintf(b, "%scase", indent)
				for _, v := range c.Values {
					fmt.Fprintf(b, " %s", v.Value)
				}
				b.WriteByte('\n')
				writeBody(b, c.Body, indent+"\t")
			}
		case *ir.Block:
			writeBody(b, s.Body, indent+"\t")
		}
	}
}

// collectNamed notes the values of the constants and tables that statements name.
func collectNamed(list []ir.Stmt, named map[string]string) {
	ir.EachStmt(list, func(s ir.Stmt) {
		ir.EachExpr(s, func(e ir.Expr) {
			switch e := e.(type) {
			case *ir.Const:
				if e.Ref != nil {
					named[e.Ref.Name] = e.Value.String()
				}
			case *ir.TableRef:
				named[e.Table.Pkg.Name+"."+e.Table.Name] = tableText(e.Table)
			}
		})
	})
}

func tableText(t *ir.Table) string {
	var b strings.Builder
	b.WriteString(t.Type.String())
	for _, x := range t.Value.(*ir.Composite).Elems {
		v := "0"
		if c, ok := x.(*ir.Const); ok {
			v = c.Value.String()
		}
		b.WriteString(" " + v)
	}
	return b.String()
}
