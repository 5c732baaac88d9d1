#!/usr/bin/env bash
# yosys 0.23 turns a shift by a negative constant round: `a << (W - 8)` with W = 5 is a >> 3 in the circuit, 0 in simulation.
#
# Tool: Debian yosys 0.23-6 and iverilog 11.0-1.1+b1; @yowasp/yosys 0.55.944 (yosys 0.55), which has it right.
# Input: a module that scales by a parameter, with a value below the one that its author thought of; a is 0x4118.
# Expected: 0 for both shifts. A shift count has no sign in Verilog: -3 of 32 bits is 4,294,967,293.
# Seen: iverilog 0 and 0, yosys 0.23 0x0823 (a >> 3) for `<<` and 0x08c0 (a << 3) for `>>`; it shows only after opt, read_verilog
# alone has the count right. So the netlist is that of a sensible design, and the source's simulation is not.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed iverilog=11.0-1.1+b1 yosys=0.23-6
npm install --silent @yowasp/yosys@0.55.944 >install.log 2>&1 || { cat install.log >&2; changed "the npm package's version cannot be downloaded"; }
cat >scale.v <<'END'
module scale(input [15:0] a, output [15:0] left, output [15:0] right);
    parameter W = 5;
    assign left = a << (W - 8);
    assign right = a >> (W - 8);
endmodule
END
cat >bench.v <<'END'
module bench;
    wire [15:0] left, right;
    scale s(16'h4118, left, right);
    initial begin
        #1 $display("%h %h", left, right);
        $finish;
    end
endmodule
END
cat >yosys.mjs <<'END'
import { readFileSync } from "fs";
import { runYosys } from "@yowasp/yosys";

const files = await runYosys(["-q", "-p", "read_verilog scale.v; opt; write_verilog out.v"], { "scale.v": readFileSync("scale.v", "utf8") });
console.log(files["out.v"]);
END
yosys -q -p 'read_verilog scale.v; write_verilog read.v; opt; write_verilog old.v'
node yosys.mjs >new.v
for design in scale read old new; do
	iverilog -o sim bench.v $design.v
	./sim
done >seen
same "left and right: source, read by 0.23, optimised by 0.23, by 0.55" "$(tr '\n' ',' <seen)" "0000 0000,0000 0000,0823 08c0,0000 0000,"
