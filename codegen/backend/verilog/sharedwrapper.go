package verilog

import (
	"fmt"
	"strings"
)

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
