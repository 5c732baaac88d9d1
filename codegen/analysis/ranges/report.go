package ranges

import (
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"text/tabwriter"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Count is how many sites of a function each cover shows.
type Count struct {
	Func                                            *ir.Func
	Sites, Interval, Exhaustive, Wrapping, Unproven int
	Wide                                            int // 64-bit operations for which 32 bits suffice
}

func (c *Count) add(s *Site) {
	c.Sites++
	switch s.Proof {
	case ByRun:
		c.Exhaustive++
	case ByWrapDirective:
		c.Wrapping++
	case Unproven:
		c.Unproven++
	default: // unreachable code needs no proof beyond the ranges
		c.Interval++
	}
}

// Counts returns the functions in order of packages and source, without those that have neither sites nor wide
// operations.
func (r *Report) Counts() []Count {
	byFunc := map[*ir.Func]*Count{}
	of := func(f *ir.Func) *Count {
		if byFunc[f] == nil {
			byFunc[f] = &Count{Func: f}
		}
		return byFunc[f]
	}
	for _, s := range r.Sites {
		of(s.Func).add(s)
	}
	for _, w := range r.Wide() {
		of(w.Func).Wide++
	}
	var out []Count
	for _, f := range r.Program.Funcs() {
		if c := byFunc[f]; c != nil {
			out = append(out, *c)
		}
	}
	return out
}

// WriteTable prints one line per function and the sums. The error is that of w.
func (r *Report) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "package\tfunction\tsites\tinterval\texhaustive\twrapping\tunproven\t64 for 32\t")
	line := func(pkg, name string, c *Count) {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", pkg, name, c.Sites, c.Interval, c.Exhaustive, c.Wrapping, c.Unproven, c.Wide)
	}
	for _, c := range r.Counts() {
		line(c.Func.Pkg.Name, c.Func.Name, &c)
	}
	sum := Count{Wide: len(r.Wide())}
	for _, s := range r.Sites {
		sum.add(s)
	}
	line("all", "", &sum)
	return t.Flush()
}

// Wide is a 64-bit operation, comparisons and choices included, whose operands and
// result fit 32 bits.
type Wide struct {
	Func *ir.Func
	Pos  ir.Pos
	Text string
}

// Wide returns the 64-bit operations for which 32 bits suffice, by the ranges, in order of functions.
func (r *Report) Wide() []Wide {
	r.wideOnce.Do(func() { r.wide = r.findWide() })
	return r.wide
}

func (r *Report) findWide() []Wide {
	var out []Wide
	for _, f := range r.Program.Funcs() {
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			ir.WalkExprs(s, func(e ir.Expr) {
				what, parts, kind := operation(e)
				if len(parts) == 0 || kind.Bits() != 64 {
					return
				}
				in := Interval{}
				for i, p := range parts {
					v, ok := r.Exprs[p]
					if k, isConst := p.(*ir.Const); isConst {
						v, ok = interval.Point(k.Value), true
					}
					if !ok {
						return
					}
					if i == 0 {
						in = v
					} else {
						in = in.Join(v)
					}
				}
				if in.Fits(ir.Uint32) || in.Fits(ir.Int32) {
					out = append(out, Wide{f, e.At(), fmt.Sprintf("%s %s on %s", kind, what, in)})
				}
			})
		})
	}
	return out
}

// operation returns the operator of an expression, its result and operands, and the kind that the machine computes
// in; "" if the expression is not an operation.
func operation(e ir.Expr) (what string, parts []ir.Expr, k ir.Kind) {
	switch e := e.(type) {
	case *ir.Binary:
		switch {
		case e.Op == ir.LAnd || e.Op == ir.LOr:
			return "", nil, ir.Invalid
		case e.Op.IsCompare():
			return e.Op.String(), []ir.Expr{e.X, e.Y}, e.X.Type().Kind
		}
		return e.Op.String(), []ir.Expr{e, e.X, e.Y}, e.Typ.Kind
	case *ir.Shift:
		return e.Op.String(), []ir.Expr{e, e.X}, e.Typ.Kind
	case *ir.Unary:
		if e.Op != ir.Not {
			return "unary " + e.Op.String(), []ir.Expr{e, e.X}, e.Typ.Kind
		}
	case *ir.MinMax:
		what = "min"
		if e.Max {
			what = "max"
		}
		return what, e.Args, e.Typ.Kind
	case *ir.Intrinsic:
		// The operands of an intrinsic with two results are not expressions of one value.
		if len(e.Args) == 1 {
			return e.Op.String(), e.Args, e.Args[0].Type().Kind
		}
	}
	return "", nil, ir.Invalid
}

// Find returns the functions of a program of that name: "pkg.Name" as the table lists it, or
// the name of a generic one for all its instances.
func Find(p *ir.Program, name string) []*ir.Func {
	var exact, instances []*ir.Func
	for _, f := range p.Funcs() {
		switch {
		case f.FullName() == name || f.Pkg.Name+"."+f.GoName == name:
			exact = append(exact, f)
		case f.Instance && strings.HasPrefix(f.FullName(), name+"_"):
			instances = append(instances, f)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return instances
}

// Explanation is the source of a function with what is known at each line.
type Explanation struct {
	Func  string // full name
	Pos   ir.Pos
	Lines []Line
}

// Line is a line of the source, with the ranges known there and how each site there is covered.
type Line struct {
	Number int      `json:"line"`
	Text   string   `json:"text"`
	Notes  []string `json:"notes"`
}

// Explain explains f. The error is that of reading the source, which is looked up in source by
// the name in f.Pos.
func (r *Report) Explain(source fs.FS, f *ir.Func) (*Explanation, error) {
	src, err := fs.ReadFile(source, f.Pos.File)
	if err != nil {
		return nil, err
	}
	notes := r.notes(f)
	e := &Explanation{Func: f.FullName(), Pos: f.Pos}
	lines := strings.Split(string(src), "\n")
	for n := f.Pos.Line; n <= len(lines); n++ {
		text := strings.TrimRight(lines[n-1], " \r")
		e.Lines = append(e.Lines, Line{n, text, append([]string{}, notes[n]...)})
		if text == "}" || n == f.Pos.Line && strings.HasSuffix(text, "}") {
			break
		}
	}
	return e, nil
}

// Write prints the lines, each with its notes below. The error is that of w.
func (e *Explanation) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", e.Pos, e.Func)
	for _, l := range e.Lines {
		fmt.Fprintf(&b, "%5d  %s\n", l.Number, strings.ReplaceAll(l.Text, "\t", "    "))
		for _, note := range l.Notes {
			fmt.Fprintf(&b, "         | %s\n", note)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// notes returns what is known at each line of f: first values, then sites.
func (r *Report) notes(f *ir.Func) map[int][]string {
	notes := map[int][]string{}
	seen := map[string]bool{}
	add := func(line int, text string) {
		if key := fmt.Sprint(line, text); !seen[key] {
			seen[key] = true
			notes[line] = append(notes[line], text)
		}
	}
	ir.WalkStmts(f.Body, func(s ir.Stmt) {
		line := s.Info().Pos.Line
		switch s := s.(type) {
		case *ir.Declare:
			if i, ok := r.Exprs[s.Init]; ok && s.Init != nil {
				add(line, s.Var.Name+" is "+i.String())
			}
		case *ir.Assign:
			if i, ok := r.Exprs[s.Src]; ok && s.Op == ir.NoOp {
				add(line, placeName(s.Dst)+" is "+i.String())
			}
		case *ir.Return:
			for _, v := range s.Values {
				if i, ok := r.Exprs[v]; ok {
					add(line, "result is "+i.String())
				}
			}
		}
		ir.WalkExprs(s, func(e ir.Expr) {
			switch e.(type) {
			case *ir.VarRef, *ir.FieldRef:
				if i, ok := r.Exprs[e]; ok {
					add(e.At().Line, placeName(e)+" in "+i.String())
				}
			}
		})
	})
	for _, s := range r.Sites {
		if s.Func != f {
			continue
		}
		text := s.What + ": " + s.Proof.String()
		switch s.Proof {
		case ByRun:
			text += " over the domain of " + strings.Join(s.By, ", ")
		case ByWrapDirective:
			text += ": " + s.Reason
		}
		if s.Facts != "" {
			text += " (" + s.Facts + ")"
		}
		add(s.Pos.Line, text)
	}
	for _, w := range r.Wide() {
		if w.Func == f {
			add(w.Pos.Line, "32 bits would do for "+w.Text)
		}
	}
	return notes
}

// placeName writes a place as in the source.
func placeName(e ir.Expr) string {
	switch e := e.(type) {
	case *ir.VarRef:
		return e.Var.Name
	case *ir.FieldRef:
		return placeName(e.X) + "." + e.Field.Name
	case *ir.Index:
		if k, ok := e.I.(*ir.Const); ok {
			return placeName(e.X) + "[" + k.Value.String() + "]"
		}
		return placeName(e.X) + "[" + placeName(e.I) + "]"
	case *ir.TableRef:
		return e.Table.Name
	}
	return "..."
}

// Names returns the names under which Find finds one function or the instances of a generic
// one, sorted.
func Names(p *ir.Program) []string {
	var out []string
	for _, f := range p.Funcs() {
		out = append(out, f.FullName(), f.Pkg.Name+"."+f.GoName)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Of returns the part of the report about functions of some packages of the program.
func (r *Report) Of(packages []*ir.Package) *Report {
	part := &Report{Program: &ir.Program{Module: r.Program.Module, Packages: packages}, Exprs: r.Exprs}
	part.Sites = collect.Where(r.Sites, func(s *Site) bool { return slices.Contains(packages, s.Func.Pkg) })
	part.Runs = collect.Where(r.Runs, func(f *ir.Func) bool { return slices.Contains(packages, f.Pkg) })
	return part
}
