#!/usr/bin/env bash
# `localparam R = 4294967295 + 1;`, given to 64 bits, has three values in three tools; with widths on both numbers still two.
#
# Tool: Debian iverilog 11.0-1.1+b1, verilator 5.006-3, yosys 0.23-6; @yowasp/yosys 0.55.944 (yosys 0.55).
# Input: that line, the same with 32'd4294967295 and 32'd1, and that with `localparam [31:0]`; each given to an output of 64 bits.
# Expected: one value of the first (0, as tools and guides take a number without a width as 32 bits); 0 of the others.
# Seen: of the first, iverilog has 2^32, verilator 0, and both versions of yosys 2^64 - 2^32: they take 33 bits for the sum, and
# the uppermost for a sign. With widths yosys says 0, too; iverilog keeps the carry out of 32 bits, as the parameter has no range.
# Only a range on the parameter makes them agree. Until then the simulation passes, and the circuit is another one.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed iverilog=11.0-1.1+b1 verilator=5.006-3 yosys=0.23-6
npm install --silent @yowasp/yosys@0.55.944 >install.log 2>&1 || { cat install.log >&2; changed "the npm package's version cannot be downloaded"; }
cat >sum.v <<'END'
module sum(output [63:0] plain, output [63:0] widths, output [63:0] range);
    localparam A = 4294967295 + 1;
    localparam B = 32'd4294967295 + 32'd1;
    localparam [31:0] C = 32'd4294967295 + 32'd1;
    assign plain = A;
    assign widths = B;
    assign range = C;
endmodule
END
cat >bench.v <<'END'
module bench;
    wire [63:0] plain, widths, range;
    sum s(plain, widths, range);
    initial begin
        #1 $display("%h %h %h", plain, widths, range);
        $finish;
    end
endmodule
END
cat >yosys.mjs <<'END'
import { readFileSync } from "fs";
import { runYosys } from "@yowasp/yosys";

const files = await runYosys(["-q", "-p", "read_verilog sum.v; proc; opt; write_verilog -noattr out.v"], {
	"sum.v": readFileSync("sum.v", "utf8"),
});
console.log(files["out.v"]);
END
iverilog -o sim bench.v sum.v
verilator --binary --timing --top bench -Wno-fatal -Wno-lint --Mdir verilated bench.v sum.v >verilator.log 2>&1
yosys -q -p 'read_verilog sum.v; proc; opt; write_verilog -noattr old.v'
node yosys.mjs >new.v
circuit() { iverilog -o "$1" bench.v "$1.v" && "./$1"; }
same "iverilog" "$(./sim)" "0000000100000000 0000000100000000 0000000000000000"
same "verilator" "$(verilated/Vbench | head -1)" "0000000000000000 0000000000000000 0000000000000000"
same "yosys 0.23" "$(circuit old)" "ffffffff00000000 0000000000000000 0000000000000000"
same "yosys 0.55" "$(circuit new)" "ffffffff00000000 0000000000000000 0000000000000000"
