#!/usr/bin/env bash
# nextpnr-ice40 makes the same bits for a target of 12 MHz as for one of 400 MHz.
#
# Tool: Debian nextpnr-ice40 0.4-1+b1 and yosys 0.23-6.
# Input: a multiplier with accumulator and one clock, for an HX8K, one seed, --freq 12, 90, 150 and 400.
# Expected: the further the target, the harder it works; one that is met early ends the work early.
# Seen: place and route do not look at it where there is one clock: the files of bits are equal, and so is the frequency, 111.51 MHz.
# --freq decides only what is said of it, and the exit status: 1 from 150 MHz on. A higher target buys nothing, and a lower one
# saves no time; another seed is what changes the result.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed nextpnr-ice40=0.4-1+b1 yosys=0.23-6
cat >mac.v <<'END'
module mac(input clk, input [7:0] a, b, output reg [15:0] y);
    reg [7:0] ra, rb;
    reg [15:0] sum;
    always @(posedge clk) begin
        ra <= a;
        rb <= b;
        sum <= ra * rb + sum;
        y <= sum;
    end
endmodule
END
yosys -q -p 'read_verilog mac.v; synth_ice40 -top mac -json mac.json'
place() { # place FREQ SEED ASC [FLAG]
	nextpnr-ice40 --hx8k --package ct256 --json mac.json --freq "$1" --seed "$2" --asc "$3" ${4:-} >"$3.log" 2>&1
}
seen=
for target in 12 90 150 400; do
	place $target 1 $target.asc --timing-allow-fail
	cmp -s 12.asc $target.asc && bits=same || bits=other
	place $target 1 strict.asc && status=0 || status=$?
	seen+="$target:$bits,$(grep 'Max frequency' $target.asc.log | tail -1 | grep -o '[0-9.]* MHz' | head -1),$status "
done
same "target: bits, frequency, exit status" "$seen" "12:same,111.51 MHz,0 90:same,111.51 MHz,0 150:same,111.51 MHz,1 400:same,111.51 MHz,1 "
place 12 2 seed.asc
cmp -s 12.asc seed.asc && changed "another seed gives the same bits" || echo "as before: another seed gives other bits"
