#!/usr/bin/env bash
# yosys 0.23's C++ simulation (CXXRTL) shifts otherwise than its own netlist: 128 << 1 in 8 bits is not 0 there.
#
# Tool: Debian yosys 0.23-6 and yosys-dev 0.23-6 (write_cxxrtl and its header), iverilog 11.0-1.1+b1, g++; @yowasp/yosys 0.55.944
# (yosys 0.55), which has it right.
# Input: a signed 8-bit number shifted right in an expression of 12 bits, and a test for 0 of one shifted left in 8 bits; all
# numbers, and counts from 0 to 15, as normalizing and rounding in fixed point have them.
# Expected: what iverilog has of the source, and of the netlist that yosys makes of it (synth).
# Seen: of 4,096 rows CXXRTL 0.23 has 1,408 of the first wrong, all negative numbers by 1 to 11, since the number is extended without
# its sign; and 2,287 of the second, all that lose their last bit, since what is shifted out of the eight bits stays in the word, and
# is compared. Not run here: >>> by more than the width, where 0.23 writes outside the value. No warning is given.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed iverilog=11.0-1.1+b1 yosys=0.23-6
debian yosys-dev=0.23-6
npm install --silent @yowasp/yosys@0.55.944 >install.log 2>&1 || { cat install.log >&2; changed "the npm package's version cannot be downloaded"; }
cat >shift.v <<'END2'
module shift(input signed [7:0] a, input [3:0] n, output [11:0] wide, output none);
    assign wide = a >> n;
    wire [7:0] up = a << n;
    assign none = up == 0;
endmodule
END2
cat >bench.v <<'END2'
module bench;
    reg [7:0] a;
    reg [3:0] n;
    wire [11:0] wide;
    wire none;
    integer i;
    shift s(a, n, wide, none);
    initial begin
        for (i = 0; i < 4096; i = i + 1) begin
            {a, n} = i;
            #1 $display("%0d %0d", wide, none);
        end
        $finish;
    end
endmodule
END2
cat >bench.cc <<'END2'
#include "shift.cc"
#include <cstdio>

int main() {
	cxxrtl_design::p_shift s;
	for (unsigned i = 0; i < 4096; i++) {
		s.p_a.set<unsigned>(i >> 4);
		s.p_n.set<unsigned>(i & 15);
		s.step();
		printf("%u %u\n", s.p_wide.data[0] & 4095, s.p_none.data[0] & 1);
	}
}
END2
cat >new.mjs <<'END2'
import { mkdirSync, readFileSync, writeFileSync } from "fs";
import { runYosys } from "@yowasp/yosys";
import { filesystem } from "./node_modules/@yowasp/yosys/gen/resources-yosys.js";

const files = await runYosys(["-q", "-p", "read_verilog shift.v; write_cxxrtl shift.cc"], { "shift.v": readFileSync("shift.v", "utf8") });
const put = (files, folder) => {
	mkdirSync(folder, { recursive: true });
	for (const [name, file] of Object.entries(files)) {
		typeof file === "string" ? writeFileSync(folder + "/" + name, file) : put(file, folder + "/" + name);
	}
};
put(filesystem.share.include.backends.cxxrtl.runtime, "new");
writeFileSync("new/shift.cc", files["shift.cc"]);
END2
wrong() { # wrong FILE counts the rows of each output that differ from the source's
	paste -d ' ' source "$1" | awk '{ for (i = 1; i <= 2; i++) n[i] += $i != $(i + 2) } END { print n[1] + 0, n[2] + 0 }'
}
mkdir old
yosys -q -p 'read_verilog shift.v; write_cxxrtl old/shift.cc; synth -top shift; write_verilog netlist.v'
node new.mjs
cp bench.cc old/ && cp bench.cc new/
iverilog -o sim bench.v shift.v && ./sim >source
iverilog -o sim bench.v netlist.v && ./sim >netlist
g++ -std=c++14 -I "$(dirname "$(find root -path '*/backends/cxxrtl/cxxrtl.h')")/../.." old/bench.cc -o old/sim && old/sim >0.23
g++ -std=c++14 -I new new/bench.cc -o new/sim && new/sim >0.55
same "rows of 4,096 unlike the source's: netlist, CXXRTL 0.23, 0.55" "$(wrong netlist), $(wrong 0.23), $(wrong 0.55)" "0 0, 1408 2287, 0 0"
