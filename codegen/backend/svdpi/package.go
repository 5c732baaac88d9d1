package svdpi

import (
	"cmp"
	_ "embed" // the parts that are the same for all algorithms
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

var (
	//go:embed text/before.c
	beforeText string
	//go:embed text/after.c
	afterText string
	//go:embed text/next.c
	nextText string
	//go:embed text/scoreboard.sv
	scoreboardText string
	//go:embed text/bench.sv
	benchText string
)

// c prints the header of the port and the glue.
func (g *gen) c() (header, glue []byte, err error) {
	o := cgen.Options{HeaderName: g.id + ".h", Command: g.o.Command, Only: []string{g.t.Init.FullName(), g.t.Step.FullName()}}
	after := afterText
	if g.t.Next != nil {
		o.Only = append(o.Only, g.t.Next.FullName())
		after += strings.NewReplacer("@NEXT@", g.t.Next.FullName(), "@NOW@", fmt.Sprint(bits(g.t.Next.Params[1].Type)), "@TIMER@", fmt.Sprint(bits(g.t.Next.Results[0]))).Replace(nextText)
	}
	if header, err = cgen.Generate(g.p, o); err != nil {
		return nil, nil, err
	}
	var widths strings.Builder
	for i, name := range []string{"", "state", "", "output", "timer"} {
		if name == "" || i >= len(g.roots) {
			continue
		}
		list := collect.Of(ir.Layout(g.roots[i]), func(l ir.Leaf) string { return fmt.Sprintf("%du", l.Kind.Bits()) })
		fmt.Fprintf(&widths, "static const uint8_t fw_%s_widths[] = {\n%s};\n", name, rows(list))
	}
	repl := strings.NewReplacer("@ID@", g.id, "@COMMAND@", g.o.Command, "@WIDTHS@", strings.TrimSuffix(widths.String(), "\n"),
		"@PARAMS@", fmt.Sprint(bits(g.t.Params)), "@STATE@", fmt.Sprint(bits(g.t.State)), "@EVENT@", fmt.Sprint(bits(g.t.Event)), "@OUTPUT@", fmt.Sprint(bits(g.t.Output)))
	glue, err = cgen.Harness(g.p, o, repl.Replace(beforeText), repl.Replace(after))
	return header, glue, err
}

// rows prints a list as lines of C.
func rows(list []string) string {
	var b strings.Builder
	for i := 0; i < len(list); i += 16 {
		b.WriteString("\t" + strings.Join(list[i:min(i+16, len(list))], ", ") + ",\n")
	}
	return b.String()
}

func (g *gen) f(format string, args ...any) { fmt.Fprintf(&g.b, format, args...) }

// pkg prints the package of types and imported functions.
func (g *gen) pkg() []byte {
	g.b.WriteString(g.head("The types of " + g.t.Name + ", and its functions over DPI-C."))
	g.f("//\n// A packed struct is its leaves in the order of the source and of the vectors, the first in the highest bits;\n")
	g.f("// the first element of an array is the highest. A bool has one bit.\n\n")
	g.f("/* verilator lint_off LITENDIAN */ // arrays have their first element in the highest bits, as structs their first field\n")
	g.f("/* verilator lint_off UNUSEDPARAM */ // constants are for benches, which need not use all\n")
	g.f("package %s_dpi;\n", g.id)
	g.constants()
	for _, t := range g.order {
		g.structType(t)
	}
	for i, name := range []string{"params_t", "state_t", "event_t", "output_t", "timer_t"} {
		if i < len(g.roots) && g.types[g.roots[i]] != name {
			g.f("\n  typedef %s %s;\n", g.typeOf(g.roots[i]), name)
		}
	}
	g.functions()
	g.f("endpackage\n/* verilator lint_on UNUSEDPARAM */\n/* verilator lint_on LITENDIAN */\n")
	return []byte(g.b.String())
}

// constants prints the constants of the leaves' types.
func (g *gen) constants() {
	seen := map[*ir.Type]bool{}
	taken := map[string]bool{}
	for _, r := range g.roots {
		for _, l := range ir.Layout(r) {
			if l.Type.Decl == nil || seen[l.Type] || !l.Kind.IsInteger() {
				continue
			}
			seen[l.Type] = true
			for i, c := range l.Type.Decl.Consts() {
				if i == 0 {
					g.f("\n  // %s.\n", l.Type.Decl.GoName)
				}
				g.comment("  ", c.Doc, c.LineComment)
				sign := ""
				if c.Value.Sign() < 0 {
					sign = "-"
				}
				g.f("  localparam %s %s = %s%d'd%s;\n", g.typeOf(l.Type), unique(taken, strings.ToUpper(cgen.Snake(c.Name))), sign, l.Kind.Bits(), strings.TrimPrefix(c.Value.String(), "-"))
			}
		}
	}
}

// typeOf returns a type as written in a declaration.
func (g *gen) typeOf(t *ir.Type) string {
	switch {
	case t.Kind == ir.Struct:
		return g.types[t]
	case t.Kind == ir.Array:
		of, dims := g.typeOf(t.Elem), fmt.Sprintf("[0:%d]", t.Len-1)
		at := strings.IndexByte(of, '[') // the outer dimension is the first
		if at < 0 {
			return of + " " + dims
		}
		return of[:at] + dims + of[at:]
	case t.Kind == ir.Bool:
		return "logic"
	case t.Kind.IsSigned():
		return fmt.Sprintf("logic signed [%d:0]", t.Kind.Bits()-1)
	}
	return fmt.Sprintf("logic [%d:0]", t.Kind.Bits()-1)
}

func (g *gen) structType(t *ir.Type) {
	g.f("\n")
	if t.Decl != nil {
		g.comment("  ", t.Decl.Doc, "")
		g.f("  // (%s:%d)\n", t.Decl.Pos.File, t.Decl.Pos.Line)
	}
	g.f("  typedef struct packed {\n")
	for _, f := range t.Fields {
		g.b.WriteString(printer.Comment(printer.About(f), "    //"))
		g.f("    %s %s;\n", g.typeOf(f.Type), g.fields[f])
	}
	g.f("  } %s;\n", g.types[t])
}

// comment prints lines of a comment.
func (g *gen) comment(indent string, lines []string, trail string) {
	if trail != "" {
		lines = append(slices.Clone(lines), trail)
	}
	g.b.WriteString(printer.Comment(lines, indent+"//"))
}

// functions prints the imports and what gives them types.
func (g *gen) functions() {
	p, s, e, o := bits(g.t.Params)-1, bits(g.t.State)-1, bits(g.t.Event)-1, bits(g.t.Output)-1
	g.f("\n  import \"DPI-C\" function void %s_dpi_init(input bit [%d:0] params, output bit [%d:0] state);\n", g.id, p, s)
	g.f("  import \"DPI-C\" function void %s_dpi_step(input bit [%d:0] params, input bit [%d:0] was, input bit [%d:0] ev,\n", g.id, p, s, e)
	g.f("      output bit [%d:0] state, output bit [%d:0] out);\n", s, o)
	g.f("\n  // The state of a new connection.\n  function automatic state_t init(input params_t params);\n    bit [%d:0] state;\n", s)
	g.f("    %s_dpi_init(params, state);\n    return state_t'(state);\n  endfunction\n", g.id)
	g.f("\n  // What an event does: changes the state, returns the output.\n")
	g.f("  function automatic output_t step(input params_t params, inout state_t state, input event_t ev);\n    bit [%d:0] after;\n    bit [%d:0] out;\n", s, o)
	g.f("    %s_dpi_step(params, state, ev, after, out);\n    state = state_t'(after);\n    return output_t'(out);\n  endfunction\n", g.id)
	if g.t.Next != nil {
		now, timer := bits(g.t.Next.Params[1].Type)-1, bits(g.t.Next.Results[0])-1
		g.f("\n  import \"DPI-C\" function void %s_dpi_next(input bit [%d:0] state, input bit [%d:0] now, output bit [%d:0] timer);\n", g.id, s, now, timer)
		g.f("\n  // The timer that ends first, seen from now.\n  function automatic timer_t next(input state_t state, input bit [%d:0] now);\n    bit [%d:0] timer;\n", now, timer)
		g.f("    %s_dpi_next(state, now, timer);\n    return timer_t'(timer);\n  endfunction\n", g.id)
	}
	g.differ("output", g.t.Output)
	g.differ("state", g.t.State)
}

// differ prints a function that names the first leaf in which two values differ.
func (g *gen) differ(name string, t *ir.Type) {
	g.f("\n  // The first field in which two values differ, with both; \"\" if none does. An unknown bit differs.\n")
	g.f("  function automatic string %s_difference(input %s_t want, input %s_t have);\n", name, name, name)
	for _, leaf := range g.leaves(t, "") {
		label := cmp.Or(leaf.name, name)
		g.f("    if (want%s !== have%s) return $sformatf(\"%s is %%0d, expected %%0d\", have%s, want%s);\n", leaf.path, leaf.path, label, leaf.path, leaf.path)
	}
	g.f("    return \"\";\n  endfunction\n")
}

type leaf struct{ name, path string }

// leaves lists the scalars with their names in vectors and their paths here.
func (g *gen) leaves(t *ir.Type, path string) []leaf {
	var paths []string
	var walk func(t *ir.Type, path string)
	walk = func(t *ir.Type, path string) {
		switch t.Kind {
		case ir.Struct:
			for _, f := range t.Fields {
				walk(f.Type, path+"."+g.fields[f])
			}
		case ir.Array:
			for i := range t.Len {
				walk(t.Elem, fmt.Sprintf("%s[%d]", path, i))
			}
		default:
			paths = append(paths, path)
		}
	}
	walk(t, path)
	list := make([]leaf, len(paths))
	for i, l := range ir.Layout(t) {
		list[i] = leaf{l.Name, paths[i]}
	}
	return list
}
