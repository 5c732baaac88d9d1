package verilog

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
)

// shared makes the parts of a core with one multiplier: the unit that has it and, if most products depend on a
// condition, a pipeline for the events for which the condition does not hold.
func (g *gen) shared(d *Design) error {
	t := g.t
	all, err := g.layout(t.Name+"_unit", t.Step, false)
	if err != nil {
		return err
	}
	d.whole = all.f
	d.core = &module{name: t.Name + "_core", params: all.params, inputs: all.inputs, outputs: all.outputs}
	if !g.o.Whole {
		d.guard = all.f.Guard(all.area)
	}
	if d.guard == nil {
		if g.o.Stages > 1 {
			return errors.New("shared: all events go through the unit with the multiplier, which works in steps and has no stages; ask for a period")
		}
		d.unit = all
		return all.share(g.o.Shared, g.o.Period)
	}
	// The outputs of both sides are as wide as those of the whole.
	ports := g.outputs(all.f)
	next := 0
	for i := range ports {
		if ports[i].Bits != 0 {
			ports[i] = all.outputs[next]
			next++
		}
	}
	slow := Port{Name: "slow", Leaf: ir.Leaf{Name: "slow", Kind: ir.Bool, Type: &ir.Type{Kind: ir.Bool}}, Bits: 1, range_: interval.Span(0, 1)}
	d.chooser = g.lay(t.Name+"_choose", all.f.Condition(d.guard, "slow"), []Port{slow})
	d.chooser.unclocked()
	d.front = g.lay(t.Name+"_front", all.f.Exclude(d.guard), ports)
	if err := g.pipeline(d.front, 0); err != nil {
		return err
	}
	d.unit = g.lay(t.Name+"_unit", all.f.Specialize(d.guard), ports)
	period, choose := g.o.Period, d.chooser.plan.period+lutDelay // and a gate of what takes the event
	if g.o.Queue > 0 {
		d.unit.late = levels(g.o.Queue, 4) + lutDelay // to read the queue
	}
	if period == 0 {
		least, _ := d.unit.least(d.unit.newSchedule(g.o.Shared))
		period = max(least, d.front.plan.period, choose)
	}
	if choose > period {
		return fmt.Errorf("no step is as short as %g ns: the condition at %s:%d, by which events are told apart, takes %.1f ns by the model of delays; write --period %.1fns or more, or send all events one way with --whole",
			period, d.guard.Main.Cond.Pos.File, d.guard.Main.Cond.Pos.Line, choose, math.Ceil(choose*10)/10)
	}
	return d.unit.share(g.o.Shared, period)
}

// area is the chip area of a product: the bits of one factor times those of the other.
func (m *module) area(v *flat.Value) int {
	if !m.live(v) || !m.w.isShared(v) {
		return 0
	}
	a := 1
	for _, x := range v.Args {
		f := m.w.form(x)
		if r := m.w.of(x); r.IsPoint() {
			f = formOf(r)
		}
		a *= f.bits
	}
	return a
}

// products counts the multiplications of a module.
func (m *module) products() int {
	return collect.Count(m.f.Body, func(v *flat.Value) bool { return m.live(v) && m.w.isShared(v) })
}

// Shared describes in one line what goes through the multiplier, and when; it is empty if each product has its own
// multiplier.
func (d *Design) Shared() string {
	if d.unit == nil {
		return ""
	}
	u := d.unit.unit
	s := "no products"
	if len(u.products) > 0 {
		s = fmt.Sprintf("%s through one multiplier of %d by %d bits in %s", plural.Of(len(u.products), "product"), u.wa, u.wb, plural.Of(u.pieces(), "piece"))
	}
	if d.front == nil {
		return fmt.Sprintf("%s, %s an event, one at a time", s, plural.Of(u.steps, "clock"))
	}
	aside := ""
	if d.o.Queue > 0 {
		aside = fmt.Sprintf(", of which up to %d wait aside", d.o.Queue)
	}
	return fmt.Sprintf("%s, %s an event for which %s%s; others take %s, one a clock, with %s of their own",
		s, plural.Of(d.Slow, "clock"), d.when(), aside, plural.Of(d.Latency, "clock"), plural.Of(d.front.products(), "product"))
}

// when describes which events go through the unit.
func (d *Design) when() string {
	c := d.guard.Main.Cond
	s := fmt.Sprintf("the condition at %s:%d holds", c.Pos.File, c.Pos.Line)
	if !d.guard.Main.Holds {
		s = fmt.Sprintf("the condition at %s:%d does not hold", c.Pos.File, c.Pos.Line)
	}
	for _, x := range d.guard.Cases {
		name, list, how := d.chooser.inputOf(x.Input, d), x.Is, "is"
		if x.Other {
			list, how = collect.Where(x.All, func(n uint64) bool { return !x.Has(n) }), "is not"
		}
		words := collect.Of(list, x.Input.Kind.Format)
		s += fmt.Sprintf(" and %s %s %s", name, how, strings.Join(words, " or "))
	}
	return s
}

// inputOf returns the port of an input of the function that was split.
func (m *module) inputOf(v *flat.Value, d *Design) string {
	for i, x := range d.whole.Inputs {
		if x == v {
			return m.named[m.f.Inputs[i]]
		}
	}
	return v.Name
}

// sharedText prints the core and its parts.
func (d *Design) sharedText() string {
	t, u := d.Def, d.unit.unit
	title := fmt.Sprintf("One event of %s in %s, its products one after another through one multiplier.", t.Name, plural.Of(u.steps, "clock"))
	if d.front == nil {
		return d.unit.unitText(append([]string{title, ""}, t.Step.Doc...)) + "\n" + d.wholeCore()
	}
	return d.chooser.text([]string{"Whether an event goes through the unit with the multiplier: where", d.when() + "."}) + "\n" +
		d.front.text(append([]string{fmt.Sprintf("One event of %s of those that do not go through the unit, %s later, one event a clock.", t.Name, plural.Of(d.Latency, "clock")), ""}, t.Step.Doc...)) + "\n" +
		d.unit.unitText([]string{title, "Only events that " + d.chooser.name + " chooses."}) + "\n" + d.splitCore()
}

// coreHead prints the comment and the ports of a core of the shared form.
func (d *Design) coreHead(b *strings.Builder, doc ...string) {
	n := vector(d.numbers)
	comment(b, "", append([]string{
		"Events come with the number of their connection, in_conn, and go when in_valid and in_ready are",
		"1; out_conn says whose an output is, which waits for out_ready. look_hit is 1 where an event of",
		"look_conn is in flight: one that has the state before that must not come.",
	}, doc...))
	fmt.Fprintf(b, "module %s (\n", d.core.name)
	ports := []string{"    input wire clk,", "    // Takes back what is in flight.", "    input wire rst,", "    input wire in_valid,", "    output wire in_ready,", fmt.Sprintf("    input wire %sin_conn,", n)}
	ports = append(ports, declarePorts(d.core.params, "input wire ", "Parameters; they stay while events are in flight.")...)
	ports = append(ports, declarePorts(d.core.inputs, "input wire ", "")...)
	ports = append(ports, fmt.Sprintf("    input wire %slook_conn,", n), "    output wire look_hit,", "    // Something is in flight.", "    output wire busy,",
		"    output wire out_valid,", "    input wire out_ready,", fmt.Sprintf("    output wire %sout_conn,", n))
	ports = append(ports, declarePorts(d.core.outputs, "output wire ", "")...)
	trimLast(ports)
	fmt.Fprintf(b, "%s\n);\n", strings.Join(ports, "\n"))
}

// instance prints a module inside another.
func instance(b *strings.Builder, module, name string, ports ...[]string) {
	all := slices.Concat(ports...)
	fmt.Fprintf(b, "    %s %s (\n        %s\n    );\n", module, name, strings.Join(all, ",\n        "))
}

// links connects ports to wires named after them with a prefix.
func links(prefix string, ports ...[]Port) []string {
	var out []string
	for _, list := range ports {
		for i := range list {
			out = append(out, fmt.Sprintf(".%s(%s%s)", list[i].Name, prefix, list[i].Name))
		}
	}
	return out
}

// wholeCore prints the core whose events all go through the unit: the unit, and the connection of its event.
func (d *Design) wholeCore() string {
	var b strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	d.coreHead(&b)
	f("    reg %sconn;\n    always @(posedge clk)\n        if (in_valid & in_ready) conn <= in_conn;\n", vector(d.numbers))
	f("    assign out_conn = conn;\n    assign look_hit = busy & (conn == look_conn);\n")
	instance(&b, d.unit.name, "unit", []string{".clk(clk)", ".rst(rst)", ".in_valid(in_valid)", ".in_ready(in_ready)", ".busy(busy)", ".out_valid(out_valid)", ".out_ready(out_ready)"},
		links("", d.core.params, d.core.inputs, d.core.outputs))
	f("endmodule\n")
	return b.String()
}

// splitCore prints the core that is a pipeline and a unit next to it.
func (d *Design) splitCore() string {
	var b strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	wait := "Where that is busy a second event for it waits, and all behind that."
	if d.o.Queue > 0 {
		wait = fmt.Sprintf("Where that is busy up to %d events for it wait aside.", d.o.Queue)
	}
	d.coreHead(&b, "Outputs of different connections come out of order: while an event is in the unit others go", "through the pipeline. "+wait)
	n, l := vector(d.numbers), d.Latency
	f("    wire slow, unit_ready, unit_busy, unit_valid, front_valid;\n")
	f("    // The output of the unit goes first.\n    wire move = ~front_valid | (out_ready & ~unit_valid);\n    assign out_valid = front_valid | unit_valid;\n")
	hits, any := []string{"(unit_busy & (unit_conn == look_conn))"}, []string{"unit_busy"}
	to := links("", d.unit.inputs)
	if d.o.Queue > 0 {
		to = d.queue(&b)
		for i := range d.o.Queue {
			hits = append(hits, fmt.Sprintf("(waits[%d] & (waiting_conn_%d == look_conn))", i, i))
		}
		any = append(any, "(|waits)")
	} else {
		f("    assign in_ready = slow ? unit_ready : move;\n    wire some = in_valid & slow;\n    wire %sfirst_conn = in_conn;\n", n)
	}
	f("\n    // Whose events are in flight.\n    reg %sunit_conn;\n", n)
	for i := 1; i <= l; i++ {
		f("    reg %sconn_%d;\n", n, i)
		if i < l {
			f("    reg valid_%d;\n", i)
		}
	}
	f("    wire valid_%d = front_valid;\n", l)
	f("    always @(posedge clk)\n        if (some & unit_ready) unit_conn <= first_conn;\n")
	f("    always @(posedge clk)\n        if (move) begin\n            conn_1 <= in_conn;\n")
	for i := 2; i <= l; i++ {
		f("            conn_%d <= conn_%d;\n", i, i-1)
	}
	f("        end\n")
	if l > 1 {
		f("    always @(posedge clk)\n        if (rst) begin\n")
		for i := 1; i < l; i++ {
			f("            valid_%d <= 1'b0;\n", i)
		}
		f("        end else if (move) begin\n            valid_1 <= in_valid & ~slow;\n")
		for i := 2; i < l; i++ {
			f("            valid_%d <= valid_%d;\n", i, i-1)
		}
		f("        end\n")
	}
	for i := 1; i <= l; i++ {
		hits = append(hits, fmt.Sprintf("(valid_%d & (conn_%d == look_conn))", i, i))
		any = append(any, fmt.Sprintf("valid_%d", i))
	}
	f("    assign look_hit = %s;\n    assign busy = %s;\n    assign out_conn = unit_valid ? unit_conn : conn_%d;\n\n", strings.Join(hits, "\n        | "), strings.Join(any, " | "), l)
	for i := range d.core.outputs {
		x := &d.core.outputs[i]
		v := vector(x.Bits)
		f("    wire %sfront_%s;\n    wire %sunit_%s;\n    assign %s = unit_valid ? unit_%s : front_%s;\n", v, x.Name, v, x.Name, x.Name, x.Name, x.Name)
	}
	f("\n")
	instance(&b, d.chooser.name, "choose", links("", d.chooser.params, d.chooser.inputs), []string{".slow(slow)"})
	instance(&b, d.front.name, "front", []string{".clk(clk)", ".rst(rst)", ".enable(move)", ".in_valid(in_valid & ~slow)", ".out_valid(front_valid)"},
		links("", d.front.params, d.front.inputs), links("front_", d.front.outputs))
	instance(&b, d.unit.name, "unit", []string{".clk(clk)", ".rst(rst)", ".in_valid(some)", ".in_ready(unit_ready)", ".busy(unit_busy)", ".out_valid(unit_valid)", ".out_ready(out_ready)"},
		links("", d.unit.params), to, links("unit_", d.unit.outputs))
	f("endmodule\n")
	return b.String()
}

// queue prints the queue of events before the unit, and returns how the unit's inputs are connected to it.
func (d *Design) queue(b *strings.Builder) []string {
	f := func(format string, args ...any) { fmt.Fprintf(b, format, args...) }
	n, size := vector(d.numbers), d.o.Queue
	at := max(1, bits.Len(uint(size-1)))
	in, width := layout(d.numbers, d.core.inputs)
	last, zero, one := literal(at, big.NewInt(int64(size-1))), literal(at, big.NewInt(0)), literal(at, big.NewInt(1))
	f("\n    // Events that wait for the unit.\n    reg %swaiting [0:%d];\n    reg %swaits;\n    reg %shead, tail;\n", vector(width), size-1, vector(size), vector(at))
	f("    assign in_ready = slow ? ~waits[tail] : move;\n    wire put = in_valid & slow & ~waits[tail];\n    wire some = waits[head];\n")
	f("    wire %sfirst = waiting[head];\n    wire %sfirst_conn = first[%d:0];\n", vector(width), n, d.numbers-1)
	f("    always @(posedge clk)\n        if (put) waiting[tail] <= {%s, in_conn};\n", strings.Trim(concat("", in), "{}"))
	f("    always @(posedge clk)\n        if (rst) begin\n            head <= %s;\n            tail <= %s;\n            waits <= %s;\n        end else begin\n", zero, zero, literal(size, big.NewInt(0)))
	for _, x := range []struct{ when, at, is string }{{"put", "tail", "1'b1"}, {"some & unit_ready", "head", "1'b0"}} {
		f("            if (%s) begin\n                %s <= (%s == %s) ? %s : %s + %s;\n                waits[%s] <= %s;\n            end\n", x.when, x.at, x.at, last, zero, x.at, one, x.at, x.is)
	}
	f("        end\n")
	for i := range size {
		f("    reg %swaiting_conn_%d;\n    always @(posedge clk)\n        if (put & (tail == %s)) waiting_conn_%d <= in_conn;\n", n, i, literal(at, big.NewInt(int64(i))), i)
	}
	return collect.Of(in, func(x field) string {
		return fmt.Sprintf(".%s(%s)", x.name, wire{"first", form{bits: width}}.slice(x.low, x.bits))
	})
}
