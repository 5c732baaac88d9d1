package verilog

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/base/text/collect"
)

// wrapperHead prints a wrapper's comment, its ports and its memory.
func (d *Design) wrapperHead(b *strings.Builder, doc []string) {
	f := func(format string, args ...any) { fmt.Fprintf(b, format, args...) }
	n, sw := vector(d.numbers), vector(d.StateBits)
	comment(b, "", append(doc, "",
		"set_* begins a connection (set_load 0) or loads a state (set_load 1) while nothing is in",
		"flight. A state is packed, the first field lowest:"))
	at := 0
	for i := range d.init.outputs { // all leaves, by their ports' widths
		p := &d.init.outputs[i]
		f("//   %3d: %s, %d bits\n", at, p.Leaf.Name, p.Bits)
		at += p.Bits
	}
	f("module %s (\n", d.Def.Name)
	ports := []string{"    input wire clk,", "    input wire rst,"}
	ports = append(ports, declarePorts(d.allParams(), "input wire ", "Parameters; they stay while events are in flight.")...)
	ports = append(ports, "    input wire set_valid,", "    output wire set_ready,", "    input wire set_load,",
		fmt.Sprintf("    input wire %sset_conn,", n), fmt.Sprintf("    input wire %sset_state,", sw),
		"    input wire in_valid,", "    output wire in_ready,", fmt.Sprintf("    input wire %sin_conn,", n))
	ports = append(ports, declarePorts(d.events(), "input wire ", "The event.")...)
	ports = append(ports, "    output wire out_valid,", "    input wire out_ready,", fmt.Sprintf("    output wire %sout_conn,", n))
	ports = append(ports, declarePorts(d.results(), "output wire ", "The output, and the state after the event.")...)
	ports = append(ports, fmt.Sprintf("    output wire %sout_state", sw))
	f("%s\n);\n", strings.Join(ports, "\n"))
	f("    // The states, a port to read and a port to write. What is being written is never read: the\n    // scoreboard holds the event that would.\n    (* no_rw_check *)\n    reg %sstates [0:%d];\n    wire %sfirst_state;\n", sw, d.o.Connections-1, sw)
}

// stateLinks connects the core's parameters, state, event and outputs inside a wrapper.
func (d *Design) stateLinks() []string {
	conns := links("", d.core.params)
	low := d.offsets()
	for _, p := range d.core.inputs {
		if strings.HasPrefix(p.Name, "s_") {
			conns = append(conns, fmt.Sprintf(".%s(%s)", p.Name, wire{"state_0", form{bits: d.StateBits}}.slice(low[p.Index], p.Bits)))
		} else {
			conns = append(conns, fmt.Sprintf(".%s(%s_0)", p.Name, p.Name))
		}
	}
	for i := range d.core.outputs {
		p := &d.core.outputs[i]
		if strings.HasPrefix(p.Name, "n_") {
			conns = append(conns, fmt.Sprintf(".%s(%s)", p.Name, wire{"out_state", form{bits: d.StateBits}}.slice(low[p.Index], p.Bits)))
		} else {
			conns = append(conns, fmt.Sprintf(".%s(%s)", p.Name, p.Name))
		}
	}
	return conns
}

// firstState prints the init module inside a wrapper, and the wrapper's end.
func (d *Design) firstState() string {
	conns := links("", d.init.params)
	low := d.offsets()
	for i := range d.init.outputs {
		p := &d.init.outputs[i]
		conns = append(conns, fmt.Sprintf(".%s(%s)", p.Name, wire{"first_state", form{bits: d.StateBits}}.slice(low[i], p.Bits)))
	}
	return fmt.Sprintf("    %s_init first (\n        %s\n    );\nendmodule\n", d.Def.Name, strings.Join(conns, ",\n        "))
}

// wrapper prints the module with the connections' states.
func (d *Design) wrapper() string {
	var b strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	name, n, sw, l := d.Def.Name, vector(d.numbers), vector(d.StateBits), d.Latency
	d.wrapperHead(&b, []string{
		fmt.Sprintf("%d connections of %s. An event comes with the number of its connection and goes when", d.o.Connections, name),
		"in_valid and in_ready are 1; its output comes in the order of events, and waits for out_ready.",
		"An event of a connection that has one in flight is held: it needs the state after that.",
		"Events of different connections go one a clock.",
	})
	events := d.events()
	f("\n    // What is in flight: 0 has its state from the memory, %d its output.\n", l)
	for i := range l + 1 {
		f("    reg %sconn_%d;\n", n, i)
		if i < l {
			f("    reg valid_%d;\n", i)
		}
	}
	f("    wire valid_%d;\n", l)
	f("    wire move = ~valid_%d | out_ready;\n", l)
	var held, idle []string
	for i := range l + 1 {
		held = append(held, fmt.Sprintf("(valid_%d & (conn_%d == in_conn))", i, i))
		idle = append(idle, fmt.Sprintf("valid_%d", i))
	}
	f("    wire held = %s;\n", strings.Join(held, "\n        | "))
	f("    assign set_ready = ~(%s);\n    assign in_ready = move & ~held & ~set_valid;\n", strings.Join(idle, " | "))
	f("\n    reg %sstate_0;\n", sw)
	for _, e := range events {
		f("    reg %s%s_0;\n", vector(e.Bits), e.Name)
	}
	f("    wire set = set_valid & set_ready;\n    wire write = set | (valid_%d & out_ready);\n", l)
	f("    wire %swrite_conn = set ? set_conn : conn_%d;\n", n, l)
	f("    wire %swrite_state = ~set ? out_state : set_load ? set_state : first_state;\n", sw)
	f("    always @(posedge clk) begin\n        if (write) states[write_conn] <= write_state;\n        if (move) state_0 <= states[in_conn];\n    end\n")
	f("    always @(posedge clk)\n        if (rst) begin\n")
	for i := range l {
		f("            valid_%d <= 1'b0;\n", i)
	}
	f("        end else if (move) begin\n            valid_0 <= in_valid & in_ready;\n")
	for i := 1; i < l; i++ {
		f("            valid_%d <= valid_%d;\n", i, i-1)
	}
	f("        end\n    always @(posedge clk)\n        if (move) begin\n            conn_0 <= in_conn;\n")
	for i := 1; i <= l; i++ {
		f("            conn_%d <= conn_%d;\n", i, i-1)
	}
	for _, e := range events {
		f("            %s_0 <= %s;\n", e.Name, e.Name)
	}
	f("        end\n    assign out_valid = valid_%d;\n    assign out_conn = conn_%d;\n\n", l, l)
	// The cores.
	conns := append([]string{".clk(clk)", ".rst(rst)", ".enable(move)", ".in_valid(valid_0)"}, fmt.Sprintf(".out_valid(valid_%d)", l))
	conns = append(conns, d.stateLinks()...)
	f("    %s_core core (\n        %s\n    );\n", name, strings.Join(conns, ",\n        "))
	b.WriteString(d.firstState())
	return b.String()
}

// offsets returns where the leaves of a packed state begin.
func (d *Design) offsets() []int {
	var out []int
	at := 0
	for i := range d.init.outputs {
		out = append(out, at)
		at += d.init.outputs[i].Bits
	}
	return out
}

// allParams returns the parameters that are inputs. The core has all of them.
func (d *Design) allParams() []Port { return d.core.params }

// events returns the ports of the event.
func (d *Design) events() []Port {
	return collect.Where(d.core.inputs, func(p Port) bool { return strings.HasPrefix(p.Name, "e_") })
}

// results returns the ports of the output.
func (d *Design) results() []Port {
	return collect.Where(d.core.outputs, func(p Port) bool { return strings.HasPrefix(p.Name, "o_") })
}
