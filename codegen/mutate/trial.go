package mutate

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
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

// Trial returns the trial of a mutant in the scope Inputs or Callers.
func (p *Prover) Trial(m *Mutant, scope Scope) (*Trial, error) {
	t := &Trial{Mutant: m}
	if scope == Inputs {
		if _, ok := domainOf(m.Func); !ok {
			return nil, errTrial
		}
		t.In = []*ir.Func{m.Func}
	} else if !p.above(m.Func, &t.In) || len(t.In) == 0 {
		return nil, errTrial
	}
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
	return t, nil
}

// above appends the nearest functions over f, on every way from outside to it, that can be
// tried. It returns false where there is a way without.
func (p *Prover) above(f *ir.Func, in *[]*ir.Func) bool {
	if f.Export {
		return false
	}
	for _, c := range p.callersOf(f) {
		if slices.Contains(*in, c) {
			continue
		}
		if _, ok := domainOf(c); ok {
			*in = append(*in, c)
		} else if !p.above(c, in) {
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

// domain is the range of each argument.
type domain []struct{ lo, n uint64 }

// size is the number of combinations.
func (d domain) size() uint64 {
	all := uint64(1)
	for _, x := range d {
		all *= x.n
	}
	return all
}

// at returns the combination of a number: the first argument changes fastest.
func (d domain) at(i uint64) []uint64 {
	var args []uint64
	for _, x := range d {
		args = append(args, x.lo+i%x.n)
		i /= x.n
	}
	return args
}

// domainOf returns the arguments of a function of scalars, which returns scalars, if they
// are few enough to be tried. Declared ranges that name other arguments do not count.
func domainOf(f *ir.Func) (domain, bool) {
	all := limitsOf(f, nil)
	var d domain
	total := uint64(1)
	for i, v := range f.Params {
		if v.ByRef || !v.Type.Kind.IsScalar() {
			return nil, false
		}
		lo, hi := v.Type.Kind.Min(), v.Type.Kind.Max()
		for _, l := range all {
			if l.leaf == i && l.r.Lo.Op == ir.BoundConst && l.r.Hi.Op == ir.BoundConst {
				lo, hi = l.r.Lo.Value, l.r.Hi.Value
			}
		}
		if !lo.IsInt64() || !hi.IsInt64() {
			return nil, false
		}
		n := uint64(hi.Int64()-lo.Int64()) + 1
		if n == 0 || n > maxInputs/total {
			return nil, false
		}
		total *= n
		d = append(d, struct{ lo, n uint64 }{uint64(lo.Int64()), n})
	}
	for _, r := range f.Results {
		if !r.Kind.IsScalar() {
			return nil, false
		}
	}
	return d, len(d) > 0 && len(f.Results) > 0
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
