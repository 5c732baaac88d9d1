#!/usr/bin/env bash
# nextpnr-ice40 leaves a multiplier's own delay out of the clock: 221 MHz, where icetime finds 61 MHz for the same bits.
#
# Tool: Debian nextpnr-ice40 0.4-1+b1, yosys 0.23-6, fpga-icestorm 0~20230218gitd20a5e9-1~deb12u1 (icetime);
# @yowasp/nextpnr-ice40 0.8.621 (nextpnr 0.8).
# Input: the upper half of a product of 16 by 16 bits, times a third number, in one cycle between registers, on an UP5K with -dsp.
# Expected: a path from a register through two multipliers to a register, of more than 10 ns.
# Seen: 221 and 225 MHz by nextpnr 0.4 and 0.8, 61 and 60 by icetime. nextpnr takes each pin of a DSP for that of a register, whether
# the DSP's registers are used or not, so that its longest path ends at a multiplier's input after 4.5 ns. icetime has 9.05 ns from
# the first multiplier's input to its output, and 16 ns from a register to the second multiplier. So nextpnr's frequency, and what
# passes its --freq, holds for products without -dsp, or between registers inside the DSPs; else ask icetime.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed nextpnr-ice40=0.4-1+b1 yosys=0.23-6
debian fpga-icestorm=0~20230218gitd20a5e9-1~deb12u1 fpga-icestorm-chipdb=0~20230218gitd20a5e9-1~deb12u1
npm install --silent @yowasp/nextpnr-ice40@0.8.621 >install.log 2>&1 || { cat install.log >&2; changed "the npm package's version cannot be downloaded"; }
cat >scale.v <<'END2'
module scale(input clk, a, b, output reg o);
    reg [15:0] x, y, z;
    reg [31:0] sum;
    wire [31:0] xy = x * y;
    wire [31:0] xyz = xy[31:16] * z;
    always @(posedge clk) begin
        x <= {x[14:0], a};
        y <= {y[14:0], b};
        z <= {z[14:0], a ^ b};
        sum <= xyz ^ (sum >> 1);
        o <= sum[0];
    end
endmodule
END2
cat >place.mjs <<'END2'
import { readFileSync, writeFileSync } from "fs";
import { runNextpnrIce40 } from "@yowasp/nextpnr-ice40";

const log = [];
const keep = { stdout: null, stderr: (bytes) => bytes && log.push(new TextDecoder().decode(bytes)) };
const args = ["--up5k", "--package", "sg48", "--json", "scale.json", "--asc", "scale.asc", "--seed", "1", "--freq", "200"];
const files = await runNextpnrIce40(args, { "scale.json": readFileSync("scale.json") }, keep);
writeFileSync("new.asc", files["scale.asc"]);
writeFileSync("new.log", log.join(""));
END2
yosys -q -p 'read_verilog scale.v; synth_ice40 -dsp -top scale -json scale.json'
nextpnr-ice40 --up5k --package sg48 --json scale.json --asc old.asc --seed 1 --freq 200 2>old.log
node place.mjs
for version in old new; do
	grep 'Max frequency' $version.log | tail -1 | grep -o PASS
	root/usr/bin/icetime -d up5k -P sg48 -C root/usr/share/fpga-icestorm/chipdb/chipdb-5k.txt -i -t $version.asc 2>&1 |
		sed -nE 's/^Total path delay: ([0-9]+)\..*/\1 ns/p'
done >seen
same "at 200 MHz by nextpnr 0.4 and by icetime, by 0.8 and icetime" "$(tr '\n' ',' <seen)" "PASS,16 ns,PASS,16 ns,"
