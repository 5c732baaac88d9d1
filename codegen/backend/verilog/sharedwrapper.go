package verilog

import (
	"fmt"
	"strings"
)

// links are connections of ports to wires of their names.
func links(ports ...[]Port) []string {
	var out []string
	for _, list := range ports {
		for i := range list {
			out = append(out, fmt.Sprintf(".%s(%s)", list[i].Name, list[i].Name))
		}
	}
	return out
}

// sharedCore prints the core of the shared form: the unit, and whose event is in it.
func (d *Design) sharedCore() string {
	var b strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	n := vector(d.numbers)
	comment(&b, "", []string{
		"Events come with the number of their connection, in_conn, and go when in_valid and in_ready are",
		"1; out_conn says whose an output is, which waits for out_ready. look_hit is 1 where an event of",
		"look_conn is in flight: one that has the state before that must not come.",
	})
	f("module %s_core (\n", d.Def.Name)
	ports := []string{"    input wire clk,", "    // Takes back what is in flight.", "    input wire rst,", "    input wire in_valid,", "    output wire in_ready,", fmt.Sprintf("    input wire %sin_conn,", n)}
	ports = append(ports, declarePorts(d.core.params, "input wire ", "Parameters; they stay while events are in flight.")...)
	ports = append(ports, declarePorts(d.core.inputs, "input wire ", "")...)
	ports = append(ports, fmt.Sprintf("    input wire %slook_conn,", n), "    output wire look_hit,", "    // Something is in flight.", "    output wire busy,",
		"    output wire out_valid,", "    input wire out_ready,", fmt.Sprintf("    output wire %sout_conn,", n))
	ports = append(ports, declarePorts(d.core.outputs, "output wire ", "")...)
	trimLast(ports)
	f("%s\n);\n", strings.Join(ports, "\n"))
	f("    reg %sconn;\n    always @(posedge clk)\n        if (in_valid & in_ready) conn <= in_conn;\n", n)
	f("    assign out_conn = conn;\n    assign look_hit = busy & (conn == look_conn);\n")
	all := append([]string{".clk(clk)", ".rst(rst)", ".in_valid(in_valid)", ".in_ready(in_ready)", ".busy(busy)", ".out_valid(out_valid)", ".out_ready(out_ready)"},
		links(d.core.params, d.core.inputs, d.core.outputs)...)
	f("    %s unit (\n        %s\n    );\nendmodule\n", d.core.name, strings.Join(all, ",\n        "))
	return b.String()
}

// sharedWrapper prints the module with the connections' states around a core of the shared form.
func (d *Design) sharedWrapper() string {
	var b strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	d.wrapperHead(&b, []string{
		fmt.Sprintf("%d connections of %s. An event comes with the number of its connection and goes when", d.o.Connections, d.Def.Name),
		"in_valid and in_ready are 1; its output, which waits for out_ready, says whose it is with",
		"out_conn. An event of a connection that has one in flight is held: it needs the state after",
		"that.",
	})
	n, sw := vector(d.numbers), vector(d.StateBits)
	f("\n    // The event whose state is read.\n    reg valid_0;\n    reg %sconn_0;\n    reg %sstate_0;\n", n, sw)
	events := d.events()
	for _, e := range events {
		f("    reg %s%s_0;\n", vector(e.Bits), e.Name)
	}
	f("    wire ready_0, busy, look_hit;\n    wire move = ~valid_0 | ready_0;\n    wire held = look_hit | (valid_0 & (conn_0 == in_conn));\n")
	f("    assign set_ready = ~(valid_0 | busy);\n    assign in_ready = move & ~held & ~set_valid;\n")
	f("    wire set = set_valid & set_ready;\n    wire write = set | (out_valid & out_ready);\n")
	f("    wire %swrite_conn = set ? set_conn : out_conn;\n", n)
	f("    wire %swrite_state = ~set ? out_state : set_load ? set_state : first_state;\n", sw)
	f("    always @(posedge clk) begin\n        if (write) states[write_conn] <= write_state;\n        if (move) state_0 <= states[in_conn];\n    end\n")
	f("    always @(posedge clk)\n        if (rst) valid_0 <= 1'b0;\n        else if (move) valid_0 <= in_valid & in_ready;\n")
	f("    always @(posedge clk)\n        if (move) begin\n            conn_0 <= in_conn;\n")
	for _, e := range events {
		f("            %s_0 <= %s;\n", e.Name, e.Name)
	}
	f("        end\n\n")
	conns := append([]string{".clk(clk)", ".rst(rst)", ".in_valid(valid_0)", ".in_ready(ready_0)", ".in_conn(conn_0)", ".look_conn(in_conn)", ".look_hit(look_hit)", ".busy(busy)",
		".out_valid(out_valid)", ".out_ready(out_ready)", ".out_conn(out_conn)"}, d.stateLinks()...)
	f("    %s_core core (\n        %s\n    );\n", d.Def.Name, strings.Join(conns, ",\n        "))
	f("%s", d.firstState())
	return b.String()
}
