package verilog

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/ident"
)

// literal is a number of width bits in two's complement: decimal if it is small, else hexadecimal.
func literal(width int, v *big.Int) string {
	if v.Sign() < 0 {
		v = new(big.Int).Add(v, new(big.Int).Lsh(big.NewInt(1), uint(width)))
	}
	v = new(big.Int).And(v, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1)))
	if v.BitLen() <= 12 {
		return fmt.Sprintf("%d'd%s", width, v)
	}
	return fmt.Sprintf("%d'h%X", width, v)
}

// vector is the range of a declaration: "[7:0] ", or nothing for one bit.
func vector(width int) string {
	if width == 1 {
		return ""
	}
	return fmt.Sprintf("[%d:0] ", width-1)
}

// wire is a name and its width in bits.
type wire struct {
	name string
	form
}

// low returns the low bits of a wire, or the wire extended.
func (x wire) low(width int) string { return x.slice(0, width) }

// slice returns width bits of a wire from bit from on; those above its own are zeros, or its sign.
func (x wire) slice(from, width int) string {
	top := from + width - 1
	if top < x.bits {
		switch {
		case from == 0 && width == x.bits:
			return x.name
		case width == 1:
			return fmt.Sprintf("%s[%d]", x.name, from)
		}
		return fmt.Sprintf("%s[%d:%d]", x.name, top, from)
	}
	have := x.bits - from
	fill := fmt.Sprintf("%d'd0", width-max(have, 0))
	if x.signed {
		sign := x.name
		if x.bits > 1 {
			sign = fmt.Sprintf("%s[%d]", x.name, x.bits-1)
		}
		fill = fmt.Sprintf("{%d{%s}}", width-max(have, 0), sign)
	}
	if have <= 0 {
		return fill
	}
	return "{" + fill + ", " + x.slice(from, have) + "}"
}

// names are the identifiers that a module has taken.
type names map[string]bool

// take takes and returns the name, with underscores appended if it is taken or a keyword.
func (n names) take(name string) string {
	for n[name] || keywords[name] {
		name += "_"
	}
	n[name] = true
	return name
}

// keywords are those of Verilog-2005, and those of SystemVerilog that are better avoided in a Verilog file.
var keywords = ident.Words(`always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config
	deassign default defparam design disable edge else end endcase endconfig endfunction endgenerate endmodule
	endprimitive endspecify endtable endtask event for force forever fork function generate genvar highz0 highz1
	if ifnone incdir include initial inout input instance integer join large liblist library localparam
	macromodule medium module nand negedge nmos nor noshowcancelled not notif0 notif1 or output parameter pmos
	posedge primitive pull0 pull1 pulldown pullup pulsestyle_onevent pulsestyle_ondetect rcmos real realtime reg
	release repeat rnmos rpmos rtran rtranif0 rtranif1 scalared showcancelled signed small specify specparam
	strong0 strong1 supply0 supply1 table task time tran tranif0 tranif1 tri tri0 tri1 triand trior trireg
	unsigned use uwire vectored wait wand weak0 weak1 while wire wor xnor xor
	alias always_comb always_ff always_latch assert assume before bind bins binsof bit break byte chandle checker
	class clocking const constraint context continue cover covergroup coverpoint cross dist do endchecker endclass
	endclocking endgroup endinterface endpackage endprogram endproperty endsequence enum eventually expect export
	extends extern final first_match foreach forkjoin global iff ignore_bins illegal_bins implements implies
	import inside int interconnect interface intersect join_any join_none let local logic longint matches modport
	nettype new nexttime null package packed priority program property protected pure rand randc randcase
	randsequence ref reject_on restrict return s_always s_eventually s_nexttime s_until s_until_with sequence
	shortint shortreal soft solve static string strong struct super supply sync_accept_on sync_reject_on tagged
	this throughout timeprecision timeunit type typedef union unique unique0 until until_with untyped var virtual
	void wait_order weak wildcard with within`)

// comment prints lines as comments.
func comment(b *strings.Builder, indent string, lines []string) {
	plain := slices.Clone(lines)
	for i, l := range plain {
		// Tools take comments that begin with their name as directives.
		if f := strings.Fields(l); len(f) > 0 && withinAssumptions[strings.ToLower(f[0])] {
			plain[i] = ". " + l
		}
	}
	b.WriteString(printer.Comment(plain, indent+"//"))
}

var withinAssumptions = ident.Words("verilator synopsys synthesis pragma cadence")

// unit returns a port's unit for the comment after its declaration.
func unit(l *ir.Leaf) string {
	s := ""
	if l.Field != nil && l.Field.Meta.Format != nil {
		s = " " + l.Field.Meta.Format.Text
	}
	if l.Field != nil && l.Field.Meta.Unit != "" {
		s += " " + l.Field.Meta.Unit
	} else if d := l.Type.Decl; d != nil && d.Meta.Unit != "" {
		s += " " + d.Meta.Unit
	}
	return s
}
