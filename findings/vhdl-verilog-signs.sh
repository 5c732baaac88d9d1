#!/usr/bin/env bash
# Both ways between VHDL and Verilog lose the sign of a right shift: the Verilog that GHDL 2.0.0 writes, and the VHDL of Icarus 11.
#
# Tool: Debian ghdl-mcode 2.0.0+dfsg-6.2+b2 (GHDL 2.0.0), libgnat-12 12.2.0, iverilog 11.0-1.1+b1.
# Input: one design in VHDL and in Verilog: half (shift_right by 1, >>>), quotient (/) and remainder (rem, %) of signed numbers of
# 8 bits; each as it is, and as the other language by ghdl --synth --out=verilog and by iverilog -tvhdl.
# Expected: -7 >>> 1 = -4, -7 / 2 = -3, -7 rem 2 = -1; 7 / -2 = -3, 7 rem -2 = 1; in all four.
# Seen: right as they are. GHDL's Verilog has 124, 124, 1 and 0, 7: the shift is `$signed(a) >> n`, which fills with zeros whatever
# the operand is, and of / and % a comment alone says that they have a sign. Icarus's VHDL has 124, -3, 1 and -3, -1: the shift is
# `srl`, and % is `mod`, which rounds towards minus infinity. Neither warns, and numbers from 0 on come out right. So fixed-point code
# that was converted needs a test with negative numbers.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed iverilog=11.0-1.1+b1
debian ghdl-mcode=2.0.0+dfsg-6.2+b2 ghdl-common=2.0.0+dfsg-6.2+b2 libgnat-12=12.2.0-14+deb12u1
cat >scale.vhd <<'END2'
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity scale is
	port (a, b : in signed(7 downto 0); half, quotient, remainder : out signed(7 downto 0));
end;
architecture rtl of scale is
begin
	half <= shift_right(a, 1);
	quotient <= a / b;
	remainder <= a rem b;
end;
END2
cat >scale.v <<'END2'
module scale(input signed [7:0] a, b, output signed [7:0] half, quotient, remainder);
	assign half = a >>> 1;
	assign quotient = a / b;
	assign remainder = a % b;
endmodule
END2
cat >bench.vhd <<'END2'
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity bench is end;
architecture test of bench is
	signal a, b, h, q, r : signed(7 downto 0);
begin
	scale : entity work.scale port map (a => a, b => b, half => h, quotient => q, remainder => r);
	process
		type pair is array (0 to 1) of integer;
		type pairs is array (0 to 2) of pair;
		constant inputs : pairs := ((7, 2), (-7, 2), (7, -2));
	begin
		for i in inputs'range loop
			a <= to_signed(inputs(i)(0), 8);
			b <= to_signed(inputs(i)(1), 8);
			wait for 1 ns;
			report integer'image(to_integer(h)) & " " & integer'image(to_integer(q)) & " " & integer'image(to_integer(r));
		end loop;
		wait;
	end process;
end;
END2
cat >bench.v <<'END2'
module bench;
	reg signed [7:0] a, b;
	wire signed [7:0] h, q, r;
	scale s(.a(a), .b(b), .half(h), .quotient(q), .remainder(r));
	initial begin
		a = 7; b = 2; #1 $display("%0d %0d %0d", h, q, r);
		a = -7; b = 2; #1 $display("%0d %0d %0d", h, q, r);
		a = 7; b = -2; #1 $display("%0d %0d %0d", h, q, r);
		$finish;
	end
endmodule
END2
ghdl() { # with the library below it, which Icarus is not to see
	GHDL_PREFIX=$dir/root/usr/lib/ghdl/mcode LD_LIBRARY_PATH=$dir/root/usr/lib/x86_64-linux-gnu root/usr/bin/ghdl-mcode "$@"
}
vhdl() { # vhdl FILE runs the bench with a design in VHDL
	rm -f work-obj08.cf
	ghdl -a --std=08 "$1" bench.vhd
	ghdl -r --std=08 bench 2>&1 | sed -n 's/.*(report note): //p' | tr '\n' ','
}
verilog() { # verilog FILE, in Verilog
	iverilog -o sim bench.v "$1"
	./sim | tr '\n' ','
}
right="3 3 1,-4 -3 -1,3 -3 1,"
same "half, quotient and remainder of 7 and 2, -7 and 2, 7 and -2 in VHDL" "$(vhdl scale.vhd)" "$right"
same "in Verilog" "$(verilog scale.v)" "$right"
ghdl --synth --std=08 --out=verilog scale >ghdl.v 2>said
iverilog -tvhdl -o icarus.vhd scale.v >>said 2>&1
same "in GHDL's Verilog" "$(verilog ghdl.v)" "3 3 1,124 124 1,3 0 7,"
same "in Icarus's VHDL" "$(vhdl icarus.vhd)" "3 3 1,124 -3 1,3 -3 -1,"
[ ! -s said ] || changed "a warning is given: $(cat said)"
