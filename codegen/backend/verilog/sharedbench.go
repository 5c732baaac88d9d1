package verilog

import (
	"strings"

	"smartnic-cc/internal/base/text/collect"
)

// sharedBench drives the core of the shared form, the init module and next. Events are numbered, since outputs may
// come out of order.
func (d *Design) sharedBench(wave bool) (text string, width int) {
	b := &bench{wave: wave}
	ps, pw := layout(0, d.core.params)
	es, ew := layout(d.numbers, d.core.inputs)
	ns, nextOuts, nw := d.layoutNext()
	b.width = max(pw, ew, nw)
	b.open()
	b.regs("", ps)
	b.regs("", es)
	n := vector(d.numbers)
	b.f("    reg %sin_conn = %d'd0;\n    wire %sout_conn;\n", n, d.numbers, n)
	b.f("    reg valid = 1'b0, out_ready = 1'b1, fired = 1'b0;\n    wire in_ready, out_valid, look_hit, used;\n    wire in_valid = valid & ~look_hit;\n")
	outs, _ := layout(0, d.core.outputs)
	b.wires("", outs)
	firsts, _ := layout(0, d.init.outputs)
	b.wires("first_", firsts)
	own := []field{{name: "in_valid"}, {name: "in_ready"}, {name: "in_conn"}, {name: "out_valid"}, {name: "out_ready"}, {name: "out_conn"}, {name: "look_hit"}}
	b.f("    %s_core dut (.clk(clk), .rst(rst), .look_conn(in_conn), .busy(used)%s);\n", d.Def.Name, connect("", append(append(append(ps, own...), es...), outs...)))
	b.f("    %s init (%s);\n", d.init.name, strings.TrimPrefix(connect("", fields(d.init.params))+connect("first_", firsts), ", "))
	b.next(d, "1'b1", ns, nextOuts)
	d.asserts(b, "in_valid & in_ready")
	b.start()
	settle := d.settle()
	b.f("    always @(posedge clk) begin\n        fired <= in_valid & in_ready;\n")
	b.f("        if (out_valid & out_ready) $fdisplay(out, \"1 %%h\", {%s, out_conn});\n", strings.Trim(concat("", outs), "{}"))
	if d.next != nil {
		b.f("        if (next_out_valid) $fdisplay(out, \"4 %%h\", %s);\n", concat("next_", nextOuts))
	}
	b.f("    end\n    always @(negedge clk) begin\n        cycles = cycles + 1;\n        if (cycles == 3) rst = 1'b0;\n        roll;\n        out_ready = ~stall | draw[7] | draw[8];\n")
	b.f("        if (fired) valid = 1'b0;\n        if (valid) busy = busy + 1;\n")
	if d.next != nil {
		b.f("        next_valid = 1'b0;\n")
	}
	b.f("        if (wait_for != 0) begin\n            if (~used & ~valid) wait_for = wait_for - 1;\n            if (ended & (wait_for == 0)) begin $fdisplay(out, \"9 %%0d %%0d\", cycles, busy); $fclose(out); $finish; end\n        end else if (~valid & (~stall | draw[0])) begin\n            read;\n            case (kind)\n")
	b.f("                %d: begin\n                    params = 1'b1;\n                    held = data;\n                    wait_for = %d;\n                end\n", lineParams, settle)
	b.f("                %d: $fdisplay(out, \"2 %%h\", %s);\n", lineInit, concat("first_", firsts))
	b.f("                %d: begin\n                    valid = 1'b1;\n                    in_conn = data[%d:0];\n", lineEvent, d.numbers-1)
	b.set("                    ", "", es, "data")
	b.f("                end\n")
	b.toNext(d, "                ", ns)
	b.f("                default: wait_for = %d;\n            endcase\n        end\n", settle)
	b.change("        ", ps, settle)
	b.f("    end\nendmodule\n")
	return b.b.String(), b.width
}

// settle returns how many clocks a bench waits for parameters, and for what is in flight, to settle.
func (d *Design) settle() int {
	return Settle(d) + 2*d.Latency + (2+d.o.Queue)*d.Slow + d.NextLatency + 4
}

// fields are the names of ports.
func fields(ports []Port) []field {
	return collect.Of(ports, func(v Port) field { return field{name: v.Name} })
}
