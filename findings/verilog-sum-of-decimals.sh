#!/usr/bin/env bash
# `localparam R = 4294967295 + 1;`, given to 64 bits, has three values in three tools.
#
# Tool: Debian iverilog 11.0-1.1+b1, verilator 5.006-3, yosys 0.23-6; @yowasp/yosys 0.55.944 (yosys 0.55).
# Input: that line, and an output of 64 bits that it is assigned to. 4294967295 is the largest number of 32 bits.
# Expected: one value. A decimal without a width is taken as 32 bits by tools and guides, so 0; or else 2^32 in all of them.
# Seen: 2^32 in iverilog, which widens numbers without a width until nothing is lost; 0 in verilator; 2^64 - 2^32 in both versions
# of yosys, which takes 33 bits for the sum and then the uppermost for a sign. The simulation passes, the circuit is another
# one, and no tool but a linter's warnings says so. A width on every number (32'd4294967295) makes the three agree.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed iverilog=11.0-1.1+b1 verilator=5.006-3 yosys=0.23-6
npm install --silent @yowasp/yosys@0.55.944 >install.log 2>&1 || { cat install.log >&2; changed "the npm package's version is not to be had"; }
cat >sum.v <<'END'
module sum(output [63:0] y);
    localparam R = 4294967295 + 1;
    assign y = R;
endmodule
END
cat >bench.v <<'END'
module bench;
    wire [63:0] y;
    sum s(y);
    initial begin
        #1 $display("%h", y);
        $finish;
    end
endmodule
END
cat >yosys.mjs <<'END'
import { readFileSync } from "fs";
import { runYosys } from "@yowasp/yosys";

const files = await runYosys(["-q", "-p", "read_verilog sum.v; proc; opt; write_verilog -noattr out.v"], { "sum.v": readFileSync("sum.v", "utf8") });
console.log(files["out.v"]);
END
iverilog -o sim bench.v sum.v
verilator --binary --timing --top bench -Wno-fatal -Wno-lint --Mdir verilated bench.v sum.v >verilator.log 2>&1
constant() { grep -o "64'h[0-9a-f]*" | cut -c5-; }
same "iverilog" "$(./sim)" 0000000100000000
same "verilator" "$(verilated/Vbench | head -1)" 0000000000000000
same "yosys 0.23" "$(yosys -q -p 'read_verilog sum.v; proc; opt; write_verilog -noattr' | constant)" ffffffff00000000
same "yosys 0.55" "$(node yosys.mjs | constant)" ffffffff00000000
