package verilog

import (
	"fmt"
	"math/big"
	"math/bits"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/interval"
)

// count prints a count of zero bits, or of bits, by a function that halves its argument.
func (m *module) count(v *flat.Value, n, s int) string {
	a := v.Args[0]
	k, have := a.Kind.Bits(), m.whole(a).bits
	x := m.bits(a, have, s)
	if v.Op == flat.Trailing {
		r := m.part(v, "low", form{bits: bits.Len(uint(have))}, m.trailing(have)+"("+x+")")
		if m.w.of(a).Lo.Sign() > 0 {
			return r.low(n)
		}
		return fmt.Sprintf("(%s == %s) ? %s : %s", x, literal(have, new(big.Int)), literal(n, big.NewInt(int64(k))), r.low(n))
	}
	r := m.part(v, "len", form{bits: bits.Len(uint(have))}, m.length(have)+"("+x+")")
	if v.Op == flat.Len {
		return r.low(n)
	}
	return literal(n, big.NewInt(int64(k))) + " - " + r.low(n)
}

// length declares the function that counts the bits up to the top one that is set.
func (m *module) length(n int) string {
	name := fmt.Sprintf("bit_length_%d", n)
	if m.declare[name] {
		return name
	}
	m.declare[name] = true
	m.names[name] = true
	d := &m.decls
	r := bits.Len(uint(n))
	fmt.Fprintf(d, "\n    // The number of the top bit that is set, counted from 1; 0 for 0.\n    function %s%s;\n        input %sx;\n", vector(r), name, vector(n))
	pad := 1 << bits.Len(uint(n)) >> 1 // the largest power of two that is at most n
	if pad == n && n > 1 {
		pad >>= 1
	}
	fmt.Fprintf(d, "        reg %sa;\n        reg %sc;\n        begin\n            a = x;\n            c = %d'd0;\n", vector(n), vector(r), r)
	for h := pad; h >= 1 && n > 1; h >>= 1 {
		fmt.Fprintf(d, "            if (|a[%d:%d]) begin\n                a = a >> %d;\n                c = c + %s;\n            end\n", n-1, h, h, literal(r, big.NewInt(int64(h))))
	}
	bit := "a[0]"
	if n == 1 {
		bit = "a"
	}
	if r == 1 {
		fmt.Fprintf(d, "            %s = c | %s;\n        end\n    endfunction\n", name, bit)
	} else {
		fmt.Fprintf(d, "            %s = c + {%d'd0, %s};\n        end\n    endfunction\n", name, r-1, bit)
	}
	return name
}

// trailing declares the function that counts the zeros below the lowest bit that is set.
func (m *module) trailing(n int) string {
	name := fmt.Sprintf("zeros_below_%d", n)
	if m.declare[name] {
		return name
	}
	m.declare[name] = true
	m.names[name] = true
	d := &m.decls
	r := bits.Len(uint(n))
	fmt.Fprintf(d, "\n    // The zeros below the lowest bit that is set; of no meaning for 0.\n    function %s%s;\n        input %sx;\n", vector(r), name, vector(n))
	fmt.Fprintf(d, "        reg %sa;\n        begin\n            a = x;\n            %s = %d'd0;\n", vector(n), name, r)
	pad := 1 << bits.Len(uint(n)) >> 1
	if pad == n {
		pad >>= 1
	}
	for h := pad; h >= 1; h >>= 1 {
		low := fmt.Sprintf("a[%d:0]", h-1)
		if h == 1 {
			low = "a[0]"
		}
		fmt.Fprintf(d, "            if (~|%s) begin\n                a = a >> %d;\n                %s = %s + %s;\n            end\n", low, h, name, name, literal(r, big.NewInt(int64(h))))
	}
	fmt.Fprintf(d, "        end\n    endfunction\n")
	return name
}

// lookup prints a look-up in a table of constants.
func (m *module) lookup(v *flat.Value, n, s int) string {
	t := v.Table
	f, at := tableForm(t)
	name := m.table(t, at, f)
	return m.part(v, "entry", f, name+"("+m.bits(v.Args[0], at, s)+")").low(n)
}

// table declares a table as a function of its index: a ROM.
func (m *module) table(t *flat.Table, at int, f form) string {
	name := "rom_" + printer.Field(t.Name)
	if m.declare[name] {
		return name
	}
	m.declare[name] = true
	m.names[name] = true
	d := &m.decls
	d.WriteString("\n")
	comment(d, "    ", t.Doc)
	fmt.Fprintf(d, "    function %s%s;\n        input %sindex;\n        case (index)\n", vector(f.bits), name, vector(at))
	for i, x := range t.Values {
		fmt.Fprintf(d, "            %s: %s = %s;\n", literal(at, big.NewInt(int64(i))), name, literal(f.bits, t.Kind.Big(x)))
	}
	fmt.Fprintf(d, "            default: %s = %s;\n        endcase\n    endfunction\n", name, literal(f.bits, new(big.Int)))
	return name
}

// tableForm is the width of a table's entries and of its index.
func tableForm(t *flat.Table) (entry form, at int) {
	r := interval.Span(0, 0)
	for _, x := range t.Values {
		r = r.Join(interval.Point(t.Kind.Big(x)))
	}
	return formOf(r), max(1, bits.Len(uint(len(t.Values)-1)))
}
