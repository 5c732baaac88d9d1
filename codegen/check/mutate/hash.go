package mutate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// reach is how much of the program an argument rests on.
type reach uint8

const (
	own     reach = iota // the function, and the ranges of the values in it
	callees              // also all that it calls
	callers              // also its callers, up to functions that others may call, with all that they call
)

// text describes the code of a reach.
func (r reach) text(fn *ir.Func) string {
	return fn.FullName() + map[reach]string{callees: " or what it calls", callers: ", what it calls, or what calls it"}[r]
}

// basis is the code that arguments about the mutants of a function rest on.
type basis struct {
	fn    *ir.Func
	reach reach
}

// Hash identifies a mutant and the code that an argument of this kind rests on, without its comments.
func (f *Facts) Hash(m *Mutant, r Reason) string {
	b := basis{m.Func, reasonOf(r).reach}
	text, ok := f.texts[b]
	if !ok {
		text = f.text(b)
		f.texts[b] = text
	}
	h := sha256.Sum256([]byte(m.Before + " -> " + m.After + "\n" + text))
	return hex.EncodeToString(h[:8])
}

// text writes the code of a basis: functions, the tables that they read, declared ranges, and the known ranges of the
// values in the function itself.
func (f *Facts) text(b basis) string {
	funcs := []*ir.Func{b.fn}
	switch b.reach {
	case callees:
		funcs = ir.Reachable(b.fn)
	case callers:
		funcs = ir.Reachable(f.above(b.fn)...)
	}
	var w strings.Builder
	named := map[string]bool{}
	for _, fn := range funcs {
		f.writeFunc(&w, fn, named)
	}
	fmt.Fprintf(&w, "in %s:", b.fn.FullName())
	ir.WalkStmts(b.fn.Body, func(s ir.Stmt) {
		ir.WalkExprs(s, func(e ir.Expr) {
			if r, ok := f.known[e]; ok {
				fmt.Fprintf(&w, " %v..%v", r.Lo, r.Hi)
			}
		})
	})
	for _, n := range slices.Sorted(maps.Keys(named)) {
		w.WriteString("\n" + n)
	}
	return w.String()
}

// writeFunc writes a function, with the kinds of all values in it, and notes the constants and tables that it names,
// with their values.
func (f *Facts) writeFunc(w *strings.Builder, fn *ir.Func, named map[string]bool) {
	w.WriteString(fn.FullName())
	for _, v := range fn.Params {
		fmt.Fprintf(w, " %s %s %v", v.Name, v.Type.Kind, v.ByRef)
	}
	for _, r := range fn.Results {
		fmt.Fprintf(w, " %s", r.Kind)
	}
	for _, l := range limitsOf(fn, f.written) {
		fmt.Fprintf(w, ", %d in %s..%s", l.leaf, boundText(l.r.Lo), boundText(l.r.Hi))
	}
	w.WriteByte('\n')
	writeBody(w, fn.Body)
	ir.WalkStmts(fn.Body, func(s ir.Stmt) {
		ir.WalkExprs(s, func(e ir.Expr) {
			if t := e.Type(); t != nil {
				fmt.Fprintf(w, " %s", t.Kind)
			}
			switch e := e.(type) {
			case *ir.Const:
				if e.Ref != nil {
					named[fmt.Sprintf("%s.%s = %s", e.Ref.Pkg.Name, e.Ref.Name, e.Value)] = true
				}
			case *ir.TableRef:
				named[fmt.Sprintf("%s.%s = %s%s", e.Table.Pkg.Name, e.Table.Name, e.Table.Type, constantText(e.Table.Value))] = true
			}
		})
	})
}

// boundText writes an end of a range with the values of constants.
func boundText(b *ir.Bound) string {
	switch b.Op {
	case ir.BoundConst:
		return b.Value.String()
	case ir.BoundName, ir.BoundLen:
		return fmt.Sprintf("%d %s", b.Op, b.Name)
	}
	return fmt.Sprintf("(%s %d %s)", boundText(b.X), b.Op, boundText(b.Y))
}

func writeBody(w *strings.Builder, list []ir.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ir.Comment, *ir.DeclareConst:
			continue
		case *ir.Declare:
			fmt.Fprintf(w, "%s as %s", stmtText(s), s.Var.Type.Kind)
		case *ir.For:
			fmt.Fprintf(w, "for %s %s %d %v", s.Var.Name, s.Lo.Value, s.Iterations, s.Down)
		default:
			w.WriteString(stmtText(s))
		}
		w.WriteString("\n{")
		switch s := s.(type) {
		case *ir.If:
			writeBody(w, s.Then)
			w.WriteString("}{")
			writeBody(w, s.Else)
		case *ir.For:
			writeBody(w, s.Body)
		case *ir.Switch:
			for _, c := range s.Cases {
				w.WriteString("case")
				for _, v := range c.Values {
					fmt.Fprintf(w, " %s", v.Value)
				}
				w.WriteByte('\n')
				writeBody(w, c.Body)
			}
		case *ir.Block:
			writeBody(w, s.Body)
		}
		w.WriteString("}\n")
	}
}

// constantText writes the content of a table.
func constantText(e ir.Expr) string {
	switch e := e.(type) {
	case *ir.Const:
		return " " + e.Value.String()
	case *ir.Composite:
		text := " {"
		for _, x := range e.Elems {
			text += constantText(x)
		}
		return text + "}"
	}
	return " 0"
}
