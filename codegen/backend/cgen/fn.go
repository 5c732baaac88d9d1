package cgen

import (
	"cmp"
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
)

// fn prints one function.
type fn struct {
	g      *gen
	f      *ir.Func
	vars   map[*ir.Var]string
	scopes []map[string]bool // C names in the enclosing blocks
	out    *strings.Builder
	indent int
	fresh  bool // at the start of a block: no blank line

	read   []*ir.Var                // variables in the order of their mentions
	consts map[*ir.ConstDecl]string // names of constants local to the function
	info   *fnInfo                  // what the first pass found
	reread bool                     // fields are read from memory: see Options.Verified
	trail  string                   // comment for the end of the next line
}

// fnInfo is the result of the first of the two passes over a function, for the second.
type fnInfo struct {
	kinds  map[*ir.ConstDecl]ir.Kind // of the uses of a local constant; Invalid if several
	unread map[*ir.Var]bool          // variables that nothing printed mentions
}

func (i *fnInfo) use(c *ir.ConstDecl, k ir.Kind) {
	if old, ok := i.kinds[c]; ok && old != k {
		k = ir.Invalid
	}
	i.kinds[c] = k
}

func (f *fn) fail(p ir.Pos, format string, args ...any) {
	if f.g.err == nil {
		f.g.err = fmt.Errorf("%s: %s", p, fmt.Sprintf(format, args...))
	}
}

func (f *fn) push() { f.scopes = append(f.scopes, map[string]bool{}) }

func (f *fn) pop() { f.scopes = f.scopes[:len(f.scopes)-1] }

// fresh name: declared in no enclosing block and not at file scope.
func (f *fn) local(name string) string {
	name = safe(Snake(name))
	n := name
	for i := 2; f.taken(n); i++ {
		n = fmt.Sprintf("%s_%d", name, i)
	}
	f.scopes[len(f.scopes)-1][n] = true
	return n
}

func (f *fn) taken(n string) bool {
	for _, s := range f.scopes {
		if s[n] {
			return true
		}
	}
	return f.g.n.taken[n]
}

func (f *fn) declareVar(v *ir.Var) string {
	name := cmp.Or(v.GoName, v.Name)
	f.vars[v] = f.local(name)
	return f.vars[v]
}

func (f *fn) line(format string, args ...any) {
	f.out.WriteString(strings.Repeat("\t", f.indent))
	fmt.Fprintf(f.out, format, args...)
	if f.trail != "" {
		f.out.WriteString(" " + f.trail)
		f.trail = ""
	}
	f.out.WriteByte('\n')
	f.fresh = false
}

func (f *fn) open(format string, args ...any) {
	f.line(format+" {", args...)
	f.indent++
	f.push()
	f.fresh = true
}

func (f *fn) close(s string) {
	f.indent--
	f.pop()
	f.line("}%s", s)
}

// lead prints the comments before a statement, and keeps the one after it.
func (f *fn) lead(s *ir.StmtInfo) {
	if s.Blank && !f.fresh {
		f.out.WriteByte('\n')
	}
	if len(s.LeadComment) > 0 {
		f.out.WriteString(comment(f.prose(s.LeadComment), strings.Repeat("\t", f.indent)))
		f.fresh = false
	}
	if s.Pos.Line > 0 {
		switch f.g.opt.Lines {
		case LineDirectives:
			fmt.Fprintf(f.out, "#line %d \"%s\"\n", s.Pos.Line, s.Pos.File)
		case LineComments:
			f.trail = fmt.Sprintf("/* %s:%d */", s.Pos.File, s.Pos.Line)
		}
	}
	if s.LineComment != "" {
		f.trail = strings.TrimSpace(f.trail + " " + f.remark(s.LineComment))
	}
}
