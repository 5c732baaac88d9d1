package svdpi

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/ident"
)

// Options say what Generate prints.
type Options struct {
	// Algorithm is the name of a transducer.
	Algorithm string
	// Command is printed in the head of each file: the command that makes it again.
	Command string
}

// File is a generated file.
type File struct {
	Name string
	Text []byte
}

// gen prints the files of one algorithm.
type gen struct {
	p      *ir.Program
	o      Options
	t      *ir.Transducer
	id     string // of the algorithm in C and SystemVerilog
	b      strings.Builder
	types  map[*ir.Type]string
	fields map[*ir.Field]string
	taken  map[string]bool
	order  []*ir.Type // structs, those first that others hold
	roots  []*ir.Type // parameters, state, event, output, timer
	err    error
}

// Generate prints the header of the C port, the glue, the package, the scoreboard and the bench, in this order. The
// same program and options give the same bytes. It fails if the program has no such algorithm, or if C cannot express
// it.
func Generate(p *ir.Program, o Options) ([]File, error) {
	g, err := newGen(p, o)
	if err != nil {
		return nil, err
	}
	header, glue, err := g.c()
	if err != nil {
		return nil, err
	}
	files := []File{
		{g.id + ".h", header},
		{g.id + "_dpi.c", glue},
		{g.id + "_dpi.sv", g.pkg()},
		{g.id + "_scoreboard.sv", g.fill(scoreboardText)},
		{g.id + "_tb.sv", g.fill(benchText)},
	}
	return files, g.err
}

func newGen(p *ir.Program, o Options) (*gen, error) {
	t, err := p.Algorithm(o.Algorithm)
	if err != nil {
		return nil, err
	}
	g := &gen{p: p, o: o, t: t, id: cgen.Snake(t.Name), types: map[*ir.Type]string{}, fields: map[*ir.Field]string{}, taken: map[string]bool{}}
	g.roots = []*ir.Type{t.Params, t.State, t.Event, t.Output}
	if t.Next != nil {
		g.roots = append(g.roots, t.Next.Results[0])
	}
	for i, name := range []string{"params_t", "state_t", "event_t", "output_t", "timer_t"} { // whatever they are called in Go
		g.taken[name] = true
		if i < len(g.roots) && g.roots[i].Kind == ir.Struct && g.types[g.roots[i]] == "" {
			g.types[g.roots[i]] = name
		}
	}
	for _, t := range g.roots {
		g.find(t)
	}
	return g, nil
}

// find names a type and those in it.
func (g *gen) find(t *ir.Type) {
	switch t.Kind {
	case ir.Array:
		g.find(t.Elem)
	case ir.Struct:
		for _, s := range g.order {
			if s == t {
				return
			}
		}
		taken := map[string]bool{}
		for _, f := range t.Fields {
			g.find(f.Type)
			g.fields[f] = unique(taken, cgen.Snake(f.Name))
		}
		if g.types[t] == "" {
			name := "struct"
			if t.Decl != nil {
				name = cgen.Snake(t.Decl.Name)
			}
			g.types[t] = unique(g.taken, name+"_t")
		}
		g.order = append(g.order, t)
	}
}

func unique(taken map[string]bool, name string) string { return ident.Unique(taken, reserved, name) }

// bits returns the width of a type as a packed one: a bool has one bit.
func bits(t *ir.Type) int {
	return collect.Sum(ir.Layout(t), func(l ir.Leaf) int { return l.Kind.Bits() })
}

// sources returns the source files that the algorithm is made of, with their hashes.
func (g *gen) sources() []string {
	return collect.Of(printer.Sources(g.p, printer.Roots(g.t)...), func(f *ir.SourceFile) string { return f.SHA256 + "  " + f.Name })
}

// head is the comment at the start of a file of SystemVerilog.
func (g *gen) head(what string) string {
	lines := []string{what + " Generated from Go; do not edit."}
	if g.o.Command != "" {
		lines = append(lines, "", "Command:", "  "+g.o.Command)
	}
	lines = append(append(lines, "", "Sources, SHA-256:"), indented(g.sources())...)
	var b strings.Builder
	b.WriteString(printer.Comment(lines, "//"))
	return b.String()
}

func indented(list []string) []string {
	for i := range list {
		list[i] = "  " + list[i]
	}
	return list
}

// fill puts names and widths into a text.
func (g *gen) fill(text string) []byte {
	what, text, _ := strings.Cut(text, "\n")
	for g.t.Next == nil { // without the parts about timers
		begin, rest, found := strings.Cut(text, "      // next\n")
		if !found {
			break
		}
		_, end, _ := strings.Cut(rest, "      // end next\n")
		text = begin + end
	}
	text = strings.NewReplacer("      // next\n", "", "      // end next\n", "").Replace(text)
	now := 0
	if g.t.Next != nil {
		now = bits(g.t.Next.Params[1].Type)
	}
	r := strings.NewReplacer("@ID@", g.id, "@NAME@", g.t.Name, "@NOW@", fmt.Sprint(now))
	return []byte(g.head(r.Replace(strings.TrimPrefix(what, "// "))) + r.Replace(text))
}

var reserved = ident.Words(`
	accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before begin bind bins
	binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class clocking cmos config const
	constraint context continue cover covergroup coverpoint cross deassign default defparam design disable dist do edge
	else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup endinterface endmodule
	endpackage endprimitive endprogram endproperty endspecify endsequence endtable endtask enum event eventually expect
	export extends extern final first_match for force foreach forever fork forkjoin function generate genvar global
	highz0 highz1 if iff ifnone ignore_bins illegal_bins implements implies import incdir include initial inout input
	inside instance int integer interconnect interface intersect join join_any join_none large let liblist library local
	localparam logic longint macromodule matches medium modport module nand negedge nettype new nexttime nmos nor
	noshowcancelled not notif0 notif1 null or output package packed parameter pmos posedge primitive priority program
	property protected pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase
	randsequence rcmos real realtime ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1
	s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal showcancelled signed small
	soft solve specify specparam static string strong strong0 strong1 struct super supply0 supply1 sync_accept_on
	sync_reject_on table tagged task this throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand
	trior trireg type typedef union unique unique0 unsigned until until_with untyped use uwire var vectored virtual void
	wait wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor`)
