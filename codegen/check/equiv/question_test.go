package equiv

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"smartnic-cc/codegen/analysis/smt"
	"smartnic-cc/codegen/backend/verilog"
	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/sys/child"
)

// Netlists returns the kinds of netlist.
func Netlists() []string { return []string{"words", "gates"} }

var passes = map[string]string{"words": "hierarchy -check -top %s; proc; flatten; opt_expr; opt_clean", "gates": "synth -flatten -top %s"}

// HasTable reports whether a function looks something up in a table.
func HasTable(f *flat.Function) bool {
	for _, v := range f.Body {
		if v.Op == flat.Lookup {
			return true
		}
	}
	return false
}

// Problem returns the question whether the circuit and the flat form of a function ever differ on arguments in their
// declared ranges. The circuit's text may differ from the printed one. It fails if yosys does, or if the netlist is
// not that of such a function.
func Problem(ctx context.Context, c *verilog.Circuit, netlist string) (string, error) {
	q, err := writeQuestion(ctx, c, netlist, "")
	if err != nil {
		return "", err
	}
	return q.text(c), nil
}

// question is a problem in parts.
type question struct {
	head  string      // declarations, and that the arguments are in their ranges
	lets  [][2]string // names and terms: of the flat form, then of the netlist
	terms map[*flat.Value]string
	wires map[string]wire // of the netlist, by their names in the Verilog, if asked for
	given []string        // further assumptions
	goal  string
}

// writeQuestion makes a question. keep is yosys' option by which the netlist keeps the names of more than the ports,
// or "".
func writeQuestion(ctx context.Context, c *verilog.Circuit, netlist, keep string) (*question, error) {
	text, err := synthesize(ctx, c, netlist, keep)
	if err != nil {
		return nil, err
	}
	ports := map[string]int{}
	for i := range c.Inputs {
		ports[c.Inputs[i].Name] = i
	}
	n, err := readNetlist(text, c.Module, func(port string, lo, width int) (string, error) {
		i, ok := ports[port]
		if !ok {
			return "", fmt.Errorf("%s is no input", port)
		}
		return part(smt.Input(i), &c.Inputs[i], lo, width)
	})
	if err != nil {
		return nil, err
	}
	form := smt.FormOf(c.Form)
	q := &question{terms: form.Terms, wires: n.wires(c.Module)}
	var b strings.Builder
	b.WriteString("(set-option :produce-models true)\n(set-logic QF_BV)\n")
	for i := range c.Inputs {
		b.WriteString(bits(c, i))
	}
	for _, t := range form.Tables {
		b.WriteString(t + "\n")
	}
	for _, w := range mutate.Within(c.Form.Func) {
		fmt.Fprintf(&b, "(assert %s)\n", w)
	}
	q.head = b.String()
	for i, t := range form.Lets {
		q.lets = append(q.lets, [2]string{fmt.Sprintf("t!%d", i), t})
	}
	for i, t := range n.terms {
		q.lets = append(q.lets, [2]string{n.names[i], t})
	}
	b.Reset()
	b.WriteString("(or false")
	for i, p := range c.Outputs {
		if p.Name != "" {
			fmt.Fprintf(&b, " (not (= %s |%s_n %s|))", form.Outputs[i], c.Module, p.Name)
		}
	}
	q.goal = b.String() + ")"
	return q, nil
}

// text writes the question for z3.
func (q *question) text(c *verilog.Circuit) string {
	var b strings.Builder
	b.WriteString(q.head + "(assert ")
	for _, l := range q.lets {
		fmt.Fprintf(&b, "(let ((%s %s))\n", l[0], l[1])
	}
	goal := q.goal
	if len(q.given) > 0 {
		goal = "(and " + strings.Join(q.given, " ") + " " + goal + ")"
	}
	fmt.Fprintf(&b, "%s%s)\n(check-sat-using %s)\n%s", goal, strings.Repeat(")", len(q.lets)), tactic, values(c))
	return b.String()
}

// tactic is z3's default for such a problem, without the rewriting of products in between, which turns products that
// both sides have in common into different ones.
const tactic = "(then simplify propagate-values solve-eqs max-bv-sharing ackermannize_bv bit-blast sat)"

// Fits returns the question whether arguments in their declared ranges ever have bits that the ports drop. If they
// never have, Problem asks about the bits of the ports alone.
func Fits(c *verilog.Circuit) string {
	var b strings.Builder
	b.WriteString("(set-option :produce-models true)\n(set-logic QF_BV)\n")
	var cut strings.Builder
	for i := range c.Inputs {
		p := &c.Inputs[i]
		k := p.Leaf.Kind
		sort := "Bool"
		if k != ir.Bool {
			sort = fmt.Sprintf("(_ BitVec %d)", k.Bits())
		}
		fmt.Fprintf(&b, "(declare-const %s %s)\n", smt.Input(i), sort)
		if k != ir.Bool && p.Bits < k.Bits() {
			fmt.Fprintf(&cut, " (not (= %s ((_ %s %d) ((_ extract %d 0) %s))))", smt.Input(i), extend(p), k.Bits()-p.Bits, p.Bits-1, smt.Input(i))
		}
	}
	for _, w := range mutate.Within(c.Form.Func) {
		fmt.Fprintf(&b, "(assert %s)\n", w)
	}
	fmt.Fprintf(&b, "(assert (or false%s))\n(check-sat)\n%s", cut.String(), values(c))
	return b.String()
}

// extend returns the bits of a port as a word.
func extend(p *verilog.Port) string {
	if p.Signed {
		return "sign_extend"
	}
	return "zero_extend"
}

// bits declares the bits of a port, and defines the flat form's input by them. So the solver sees that the other bits
// are not free.
func bits(c *verilog.Circuit, i int) string {
	p, name := &c.Inputs[i], smt.Input(i)
	k := p.Leaf.Kind
	switch {
	case k == ir.Bool:
		return fmt.Sprintf("(declare-const %s Bool) ; %s\n", name, c.Form.Inputs[i].Name)
	case p.Bits == k.Bits():
		return fmt.Sprintf("(declare-const %s (_ BitVec %d)) ; %s\n", name, p.Bits, c.Form.Inputs[i].Name)
	}
	return fmt.Sprintf("(declare-const port%d (_ BitVec %d)) ; %s\n(define-fun %s () (_ BitVec %d) ((_ %s %d) port%d))\n", i, p.Bits, c.Form.Inputs[i].Name,
		name, k.Bits(), extend(p), k.Bits()-p.Bits, i)
}

// values asks for the inputs of a model.
func values(c *verilog.Circuit) string {
	var b strings.Builder
	for i := range c.Inputs {
		b.WriteString(" " + smt.Input(i))
	}
	return "(get-value (" + strings.TrimSpace(b.String()) + "))\n"
}

// synthesize returns the netlist of a circuit as yosys writes it; keep is an option for that.
func synthesize(ctx context.Context, c *verilog.Circuit, netlist, keep string) (string, error) {
	pass, ok := passes[netlist]
	if !ok {
		return "", fmt.Errorf("unknown netlist %.40q; one of %s", netlist, strings.Join(Netlists(), ", "))
	}
	yosys, err := exec.LookPath("yosys")
	if err != nil {
		return "", errors.New("yosys is not installed; on Debian: apt-get install yosys")
	}
	dir, remove, err := child.Folder("equiv-")
	if err != nil {
		return "", err
	}
	defer remove()
	if err := os.WriteFile(filepath.Join(dir, "circuit.v"), c.Text, 0o644); err != nil {
		return "", err
	}
	var said strings.Builder
	cmd := child.Command(ctx, dir, yosys, "-q", "-p", "read_verilog circuit.v; "+fmt.Sprintf(pass, c.Module)+"; check -assert; write_smt2 "+keep+" circuit.smt2")
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := child.Run(ctx, cmd); err != nil {
		return "", fmt.Errorf("yosys fails (%w): %s", err, said.String())
	}
	text, err := os.ReadFile(filepath.Join(dir, "circuit.smt2"))
	return string(text), err
}

// Answer is z3's answer to a problem.
type Answer struct {
	// Word is unsat if circuit and flat form are equal, sat if they differ, and unknown if z3 did not finish.
	Word string
	// Effort is what z3 used, in its resource units; a few million are a second.
	Effort int
	// Inputs are arguments on which they differ, by the names of the flat form.
	Inputs map[string]uint64
}

// Prove asks z3 first whether the ports have room for all arguments, then whether circuit and flat form differ. It
// returns the first answer if that is not unsat.
func Prove(ctx context.Context, c *verilog.Circuit, netlist string, effort int) (Answer, error) {
	a, err := Solve(ctx, c, Fits(c), effort)
	if err != nil || a.Word != "unsat" {
		return a, err
	}
	problem, err := Problem(ctx, c, netlist)
	if err != nil {
		return Answer{Word: "unknown"}, err
	}
	return Solve(ctx, c, problem, effort)
}

// Solve asks z3, limited to effort in z3's resource units. It fails if ctx ends or z3 cannot be run.
func Solve(ctx context.Context, c *verilog.Circuit, problem string, effort int) (Answer, error) {
	said, err := smt.Solve(ctx, problem, effort)
	a := Answer{Word: said.Word, Effort: said.Effort}
	if a.Word == "sat" {
		a.Inputs = map[string]uint64{}
		for i, x := range said.Inputs {
			a.Inputs[c.Form.Inputs[i].Name] = x
		}
	}
	return a, err
}

// Functions returns the functions of a package that take only scalars and look nothing up in tables.
func Functions(q *ir.Package) []*ir.Func {
	var out []*ir.Func
	for _, d := range q.Decls {
		if f, ok := d.(*ir.Func); ok && f.Scalars() && len(f.Results) > 0 && !HasTable(flat.Build(f, nil)) {
			out = append(out, f)
		}
	}
	return out
}
