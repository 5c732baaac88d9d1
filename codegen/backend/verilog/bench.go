package verilog

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
)

// A bench is Verilog that reads its input from stim.txt, a line a step, and writes its output to out.txt. It does not
// depend on the simulator. script.go writes the lines, and check.go reads the answers.

// Kinds of lines of a bench.
const (
	lineParams = iota // set the parameters when nothing is in flight
	lineEvent         // of the core: state and event; of the wrapper: connection and event
	lineInit          // begin a connection
	lineLoad          // load a state
	lineNext          // of the core of next: its inputs
)

// field is the position of a port in a line's number.
type field struct {
	name string
	low  int
	bits int
}

// layout lays ports out, the first one in the lowest bits.
func layout(at int, ports []Port) ([]field, int) {
	var out []field
	for _, p := range ports {
		out = append(out, field{p.Name, at, p.Bits})
		at += p.Bits
	}
	return out, at
}

// bench prints the parts that the benches have.
type bench struct {
	b     strings.Builder
	width int // bits of a line's number
	wave  bool
}

func (b *bench) f(format string, args ...any) { fmt.Fprintf(&b.b, format, args...) }

func (b *bench) open() {
	b.f("`timescale 1ns/1ns\n`default_nettype none\nmodule bench;\n    reg clk = 1'b0;\n    always #1 clk = ~clk;\n    reg rst = 1'b1;\n")
	b.f("    integer in, out, got, kind, wait_for = 4, cycles = 0, busy = 0;\n    reg ended = 1'b0, params = 1'b0;\n    reg [%d:0] data, held;\n", max(b.width, 2)-1)
	b.f("    // Which clocks bring an event, and which take an output: bits of a shift register.\n")
	b.f("    reg [31:0] draw = 32'h%X;\n    reg stall;\n", seed)
	b.f("    task roll; begin draw = draw ^ (draw << 13); draw = draw ^ (draw >> 17); draw = draw ^ (draw << 5); end endtask\n")
	// Verilator 5.006 takes the file's number for a local variable of a process if only $fscanf reads it.
	b.f("    task read;\n        begin\n            got = 0;\n            if (in != 0) got = $fscanf(in, \"%%d %%h\\n\", kind, data);\n            if (got != 2) begin ended = 1'b1; kind = -1; end\n        end\n    endtask\n")
}

// seed is the initial state of the generator of stalls.
const seed = 0x2545F491

// regs declares what a line sets, with a prefix.
func (b *bench) regs(prefix string, fields []field) {
	for _, x := range fields {
		b.f("    reg %s%s%s = %d'd0;\n", vector(x.bits), prefix, x.name, x.bits)
	}
}

// wires declares what a module drives.
func (b *bench) wires(prefix string, fields []field) {
	for _, x := range fields {
		b.f("    wire %s%s%s;\n", vector(x.bits), prefix, x.name)
	}
}

// set splits a number into fields.
func (b *bench) set(indent, prefix string, fields []field, number string) {
	for _, x := range fields {
		b.f("%s%s%s = %s[%d:%d];\n", indent, prefix, x.name, number, x.low+x.bits-1, x.low)
	}
}

// change changes parameters when nothing is in flight, and lets them settle.
func (b *bench) change(indent string, fields []field, settle int) {
	b.f("%sif (params & (wait_for == 0)) begin\n%s    params = 1'b0;\n%s    wait_for = %d;\n", indent, indent, indent, settle)
	b.set(indent+"    ", "", fields, "held")
	b.f("%send\n", indent)
}

func (b *bench) start() {
	wave := ""
	if b.wave {
		wave = "        $dumpfile(\"wave.vcd\");\n        $dumpvars(0, bench);\n"
	}
	b.f("    initial begin\n        in = $fopen(\"stim.txt\", \"r\");\n        out = $fopen(\"out.txt\", \"w\");\n        stall = 1'b0;\n        if ($test$plusargs(\"stall\")) stall = 1'b1;\n%s    end\n", wave)
}

// layoutNext returns the inputs and outputs of next, none if the algorithm has none, and the bits of the inputs.
func (d *Design) layoutNext() (inputs, outputs []field, width int) {
	if d.next != nil {
		inputs, width = layout(0, d.next.inputs)
		outputs, _ = layout(0, d.next.outputs)
	}
	return inputs, outputs, width
}

// next prints next with its inputs and outputs, if the algorithm has one.
func (b *bench) next(d *Design, enable string, inputs, outputs []field) {
	if d.next == nil {
		return
	}
	b.regs("next_", inputs)
	b.f("    reg next_valid = 1'b0;\n    wire next_out_valid;\n")
	b.wires("next_", outputs)
	b.f("    %s next (.clk(clk), .rst(rst), .enable(%s), .in_valid(next_valid), .out_valid(next_out_valid)%s);\n", d.next.name, enable,
		connect("", fields(d.next.params))+connect("next_", append(inputs, outputs...)))
}

// toNext takes a line for next, if the algorithm has one.
func (b *bench) toNext(d *Design, indent string, inputs []field) {
	if d.next != nil {
		b.f("%s%d: begin\n%s    next_valid = 1'b1;\n", indent, lineNext, indent)
		b.set(indent+"    ", "next_", inputs, "data")
		b.f("%send\n", indent)
	}
}

// asserts prints the assumptions, which are checked when an event goes in.
func (d *Design) asserts(b *bench, fire string) {
	for _, a := range d.o.Assume {
		for _, p := range append(append(append([]Port(nil), d.core.params...), d.core.inputs...), d.init.outputs...) {
			if fieldOf(a.Name) != p.Name {
				continue
			}
			x := wire{p.Name, form{p.Bits, p.Signed}}
			lo, hi := x.name+" < "+literal(p.Bits, a.Lo), x.name+" > "+literal(p.Bits, a.Hi)
			if p.Signed {
				lo, hi = fmt.Sprintf("$signed(%s) < $signed(%s)", p.Name, literal(p.Bits, a.Lo)), fmt.Sprintf("$signed(%s) > $signed(%s)", p.Name, literal(p.Bits, a.Hi))
			}
			for _, c := range []struct {
				text string
				on   bool
			}{{lo, a.Lo.Sign() > 0 || p.Signed}, {hi, a.Hi.Cmp(full(p)) < 0}} {
				if c.on {
					b.f("    always @(posedge clk)\n        if (%s & (%s)) begin $fdisplay(out, \"assumption %s\"); $finish; end\n", fire, c.text, a)
				}
			}
		}
	}
}

// full is the largest number that a port carries.
func full(p Port) *big.Int {
	n := p.Bits
	if p.Signed {
		n--
	}
	return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(n)), big.NewInt(1))
}

// fieldOf returns the port of an input that an assumption names.
func fieldOf(name string) string { return name[:1] + "_" + printer.Field(name[2:]) }

// coreBench drives the core, the init module and next.
func (d *Design) coreBench(wave bool) (text string, width int) {
	b := &bench{wave: wave}
	ps, pw := layout(0, d.core.params)
	es, ew := layout(0, d.core.inputs)
	ns, nextOuts, nw := d.layoutNext()
	b.width = max(pw, ew, nw, 1)
	b.open()
	b.regs("", ps)
	b.regs("", es)
	b.f("    reg enable = 1'b1, in_valid = 1'b0;\n    wire out_valid;\n")
	outs, _ := layout(0, d.core.outputs)
	b.wires("", outs)
	firsts, _ := layout(0, d.init.outputs)
	b.wires("first_", firsts)
	b.f("    %s dut (.clk(clk), .rst(rst), .enable(enable), .in_valid(in_valid), .out_valid(out_valid)%s);\n", d.core.name, connect("", append(append(ps, es...), outs...)))
	b.f("    %s init (%s);\n", d.init.name, strings.TrimPrefix(connect("", fields(d.init.params))+connect("first_", firsts), ", "))
	b.next(d, "enable", ns, nextOuts)
	d.asserts(b, "in_valid & enable")
	b.start()
	settle := Settle(d) + d.Latency + d.NextLatency + 2
	b.f("    always @(negedge clk) begin\n        cycles = cycles + 1;\n        if (cycles == 3) rst = 1'b0;\n")
	b.f("        if (enable & out_valid) $fdisplay(out, \"1 %%h\", %s);\n", concat("", outs))
	if d.next != nil {
		b.f("        if (enable & next_out_valid) $fdisplay(out, \"4 %%h\", %s);\n", concat("next_", nextOuts))
	}
	b.f("        roll;\n        if (enable) begin\n            in_valid = 1'b0;\n")
	if d.next != nil {
		b.f("            next_valid = 1'b0;\n")
	}
	b.f("            if (wait_for != 0) begin\n                wait_for = wait_for - 1;\n                if (ended & (wait_for == 0)) begin $fclose(out); $finish; end\n            end else if (~stall | draw[0]) begin\n                read;\n                case (kind)\n")
	b.f("                    %d: begin\n                        params = 1'b1;\n                        held = data;\n                        wait_for = %d;\n                    end\n", lineParams, settle)
	b.f("                    %d: $fdisplay(out, \"2 %%h\", %s);\n", lineInit, concat("first_", firsts))
	b.f("                    %d: begin\n                        in_valid = 1'b1;\n", lineEvent)
	b.set("                        ", "", es, "data")
	b.f("                    end\n")
	b.toNext(d, "                    ", ns)
	b.f("                    default: wait_for = %d;\n                endcase\n            end\n", settle)
	b.change("            ", ps, settle)
	b.f("        end\n        enable = ~stall | draw[7] | draw[8];\n    end\nendmodule\n")
	return b.b.String(), b.width
}

// wrapperBench drives the wrapper.
func (d *Design) wrapperBench(wave bool) (text string, width int) {
	b := &bench{wave: wave}
	ps, pw := layout(0, d.allParams())
	es, ew := layout(d.numbers, d.events())
	b.width = max(pw, ew, d.numbers+d.StateBits)
	b.open()
	b.regs("", ps)
	b.regs("", es)
	n := vector(d.numbers)
	b.f("    reg %sin_conn = %d'd0, set_conn = %d'd0;\n    wire %sout_conn;\n", n, d.numbers, d.numbers, n)
	b.f("    reg %sset_state = %d'd0;\n    wire %sout_state;\n", vector(d.StateBits), d.StateBits, vector(d.StateBits))
	b.f("    reg set_valid = 1'b0, set_load = 1'b0, in_valid = 1'b0, out_ready = 1'b1;\n    wire set_ready, in_ready, out_valid;\n    reg fired = 1'b0, was_set = 1'b0;\n")
	outs, _ := layout(0, d.results())
	b.wires("", outs)
	own := []field{{name: "set_valid"}, {name: "set_ready"}, {name: "set_load"}, {name: "set_conn"}, {name: "set_state"}, {name: "in_valid"},
		{name: "in_ready"}, {name: "in_conn"}, {name: "out_valid"}, {name: "out_ready"}, {name: "out_conn"}, {name: "out_state"}}
	b.f("    %s dut (.clk(clk), .rst(rst)%s);\n", d.Def.Name, connect("", append(append(append(ps, own...), es...), outs...)))
	d.asserts(b, "in_valid & in_ready")
	b.start()
	settle := d.settle()
	b.f("    always @(posedge clk) begin\n        fired <= in_valid & in_ready;\n        was_set <= set_valid & set_ready;\n")
	b.f("        if (out_valid & out_ready) $fdisplay(out, \"1 %%h\", %s);\n    end\n", "{out_state, "+strings.Trim(concat("", outs), "{}")+", out_conn}")
	b.f("    always @(negedge clk) begin\n        cycles = cycles + 1;\n        if (cycles == 3) rst = 1'b0;\n        roll;\n        out_ready = ~stall | draw[7] | draw[8];\n")
	b.f("        if (fired) in_valid = 1'b0;\n        if (was_set) set_valid = 1'b0;\n        if (in_valid) busy = busy + 1;\n")
	b.f("        if (wait_for != 0) begin\n            if (out_ready) wait_for = wait_for - 1;\n            if (ended & (wait_for == 0)) begin $fdisplay(out, \"9 %%0d %%0d\", cycles, busy); $fclose(out); $finish; end\n        end else if (~in_valid & ~set_valid & (~stall | draw[0])) begin\n            read;\n            case (kind)\n")
	b.f("                %d: begin\n                    params = 1'b1;\n                    held = data;\n                    wait_for = %d;\n                end\n", lineParams, settle)
	b.f("                %d: begin\n                    in_valid = 1'b1;\n                    in_conn = data[%d:0];\n", lineEvent, d.numbers-1)
	b.set("                    ", "", es, "data")
	b.f("                end\n                %d, %d: begin\n                    set_valid = 1'b1;\n                    set_load = kind == %d;\n                    set_conn = data[%d:0];\n                    set_state = data[%d:%d];\n                end\n", lineInit, lineLoad, lineLoad, d.numbers-1, d.numbers+d.StateBits-1, d.numbers)
	b.f("                default: wait_for = %d;\n            endcase\n        end\n", settle)
	b.change("        ", ps, settle)
	b.f("    end\nendmodule\n")
	return b.b.String(), b.width
}

// connect connects ports to wires with a prefix.
func connect(prefix string, fields []field) string {
	var b strings.Builder
	for _, x := range fields {
		fmt.Fprintf(&b, ", .%s(%s%s)", x.name, prefix, x.name)
	}
	return b.String()
}

// concat returns the fields as one number, the first one lowest.
func concat(prefix string, fields []field) string {
	out := make([]string, len(fields))
	for i, x := range fields {
		out[len(fields)-1-i] = prefix + x.name
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// packer writes a line's number.
type packer struct {
	v  *big.Int
	at int
}

func newPacker() *packer { return &packer{v: new(big.Int)} }

func (p *packer) add(bits int, k ir.Kind, word uint64) {
	x := k.Big(word)
	if x.Sign() < 0 {
		x = new(big.Int).Add(x, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
	}
	p.number(bits, x)
}

func (p *packer) number(bits int, x *big.Int) {
	p.v.Or(p.v, new(big.Int).Lsh(x, uint(p.at)))
	p.at += bits
}

// unpack splits a number by ports, the first one lowest, and returns the bits above them.
func unpack(v *big.Int, ports []Port) ([]uint64, *big.Int) {
	out := make([]uint64, len(ports))
	for i, p := range ports {
		mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(p.Bits)), big.NewInt(1))
		x := new(big.Int).And(v, mask)
		v = new(big.Int).Rsh(v, uint(p.Bits))
		if p.Signed && x.Bit(p.Bits-1) != 0 {
			x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(p.Bits)))
		}
		bits := x.Uint64()
		if x.Sign() < 0 {
			bits = uint64(x.Int64())
		}
		out[i] = p.Leaf.Kind.Norm(bits)
	}
	return out, v
}
