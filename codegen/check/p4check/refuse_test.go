package p4check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/p4check"
)

// refused holds pieces of programs; the § stands before what is to be refused.
var refused = []struct{ top, locals, apply, want string }{
	// Outside the subset, or refused by v1model.
	{"", "", "§for (bit<8> i in 0 .. 3) { }", "for is outside the subset here"},
	{"", "", "§switch (hdr.in_.a) { }", "switch is outside the subset here"},
	{"", "", "§return;", "return is outside the subset here"},
	{"", "", "§exit;", "exit is outside the subset here"},
	{"", "", "hdr.out_.r = hdr.in_.a §/ 2;", "operator / is outside the subset: bmv2 divides constants only"},
	{"", "", "hdr.out_.r = hdr.in_.a §% 2;", "operator % is outside the subset: bmv2 divides constants only"},
	{"", "", "hdr.out_.r = hdr.in_.a << §hdr.in_.b;", "a shift by bit<64>: bmv2 takes at most bit<8>"},
	{"", "", "hdr.out_.r = hdr.in_.a << §(int<8>)(bit<8>)hdr.in_.b;", "a shift by int<8>: the amount has no sign"},
	{"", "", "hdr.out_.r = hdr.in_.a << (§-1);", "operator - on an integer without width"},
	{"", "", "hdr.out_.r = hdr.in_.a << §256;", "a shift by 256, more than bmv2 takes"},
	{"", "", "hdr.out_.r = hdr.in_.a >> §true;", "a shift by bool: the amount has no sign"},
	{"", "action a() { §if (hdr.in_.a == 0) { hdr.out_.r = 1; } }", "a();", "a branch in an action is outside the subset: not every target has it"},
	{"", "action a() { } table t { key = { hdr.in_.a : exact; } actions = { a; } const default_action = a; }", "t.apply(); t.apply§();", "table t is applied a second time (first at 17:16): a target has it once"},
	{"", "table t { key = { hdr.in_.a : exact; §hdr.in_.b : exact; } }", "", "expected }, found hdr"},
	{"", "§extern_thing x;", "", "extern_thing is outside the subset here"},
	{"§typedef bit<8> byte;", "", "", "typedef is outside the subset here: constants, headers, structs, parsers, controls and V1Switch are in it"},
	{"§enum e { a }", "", "", "enum is outside the subset here: constants, headers, structs, parsers, controls and V1Switch are in it"},
	{"", "§@atomic action a() { }", "", "@ is outside the subset here"},
	{"", "bit<64> x = hdr.in_.a§[hdr.in_.b : 0];", "", "character '[' is outside the subset"},
	{"§#include <other.p4>", "", "", "#include <other.p4> is outside the subset here: constants, headers, structs, parsers, controls and V1Switch are in it"},
	{"const bit<8> N = 1;\n#include <core.p4>", "", "", "#include <core.p4> is outside the subset here: constants, headers, structs, parsers, controls and V1Switch are in it"},
	{"§#define N 4", "", "", "#define N 4 is outside the subset here: constants, headers, structs, parsers, controls and V1Switch are in it"},
	{"", "§bit<65> x;", "", "bit<65>: a variable or field of more than 64 bits is outside the subset"},
	{"", "§bit<129> x;", "", "a width of 129 bits is outside the subset, 1 to 128"},
	{"", "§bit<0> x;", "", "a width of 0 bits is outside the subset, 1 to 128"},
	{"", "int §x;", "", "expected <, found x"},
	{"", "register<§bool>(4) r;", "", "a register of bool is outside the subset: bit is in it"},
	{"", "register<bit<8>>(§0) r;", "", "a register of 0 elements is outside the subset"},
	{"header x_t { §bool b; }", "", "", "bool in a header is outside the subset: its fields are bit strings"},
	{"header §x_t { bit<7> b; }", "", "", "header x_t has 7 bits, which is not a whole number of bytes: v1model refuses it"},
	// Names.
	{"", "", "§x = 1;", "x is not declared"},
	{"", "", "hdr.out_.§q = 1;", "out_t has no field q"},
	{"", "bit<8> x; bit<8> §x;", "", "x is declared twice, first at 13:12"},
	{"", "", "if (true) { bit<8> x = 1; } hdr.out_.r = (bit<64>)§x;", "x is not declared"},
	{"", "bit<8> §table;", "", "table is a word of the language, not a name"},
	{"", "§foo x;", "", "foo is outside the subset here"},
	{"", "", "§foo();", "foo is not declared"},
	{"", "action a(bit<8> x) { }", "a§();", "action a takes 1 arguments, not 0"},
	// Types.
	{"", "", "hdr.out_.r = §(bit<8>)hdr.in_.a;", "expected bit<64>, found bit<8>"},
	{"", "", "hdr.out_.r = §hdr.in_.a == hdr.in_.b;", "expected bit<64>, found bool"},
	{"", "", "hdr.out_.r = hdr.in_.a §+ (bit<8>)hdr.in_.b;", "operator + on bit<64> and bit<8>: they are to have one type"},
	{"", "", "hdr.out_.r = hdr.in_.a §+ (int<64>)hdr.in_.b;", "operator + on bit<64> and int<64>: they are to have one type"},
	{"", "", "hdr.out_.r = §(int<32>)(hdr.in_.a);", "cast of bit<64> to int<32>: P4 has none"},
	{"", "", "hdr.out_.r = (bit<64>)§(bool)hdr.in_.a;", "cast of bit<64> to bool: P4 has none"},
	{"", "", "hdr.out_.r = §-true;", "operator - on bool"},
	{"", "", "hdr.out_.r = §!hdr.in_.a;", "operator ! on bit<64>"},
	{"", "", "if (§hdr.in_.a) { }", "the condition of if is bit<64>, not bool"},
	{"", "", "hdr.out_.r = (§hdr.in_.a ? 64w1 : 64w2);", "the condition of ?: is bit<64>, not bool"},
	{"", "", "if (hdr.in_.a == 1 §&& hdr.in_.b) { }", "operator && on bool and bit<64>: it takes bool"},
	{"", "bit<8> x = §256;", "", "256 does not fit bit<8>"},
	{"", "bit<8> x = §-1;", "", "operator - on an integer without width"},
	{"", "int<8> x = §128;", "", "128 does not fit int<8>"},
	{"", "bit<8> x = §8w256;", "", "8w256 does not fit its width"},
	{"", "bit<8> x = §0xZZ;", "", "0xZZ is no number"},
	{"", "", "hdr.in_.a §+ 1;", "expected =, found +"},
	{"", "", "§5 = hdr.in_.a;", "expected a statement, found 5"},
	{"const bit<8> N = 1;", "", "§N = 2;", "this cannot be assigned to"},
	{"", "action a(bit<8> x) { §x = 1; }", "", "an in parameter is not assigned to"},
	{"", "", "§hdr.in_ = hdr.in_;", "assigning a whole in_t is outside the subset"},
	{"", "register<bit<8>>(4) r; bit<16> x;", "r.read(§x, 0);", "register r holds bit<8>, not bit<16>"},
	{"", "register<bit<8>>(4) r;", "r.§pop();", "a register has read(result, index) and write(index, value)"},
	{"", "register<bit<8>>(4) r;", "r.write(§(bit<8>)hdr.in_.a, 1);", "expected bit<32>, found bit<8>"},
	{"", "", "mark_to_drop(§hdr);", "mark_to_drop takes standard_metadata"},
	// Tables.
	{"", "action a() { } table t { key = { hdr.in_.a : exact; } actions = { a; } §}", "", "expected const, found }"},
	{"", "action a() { } table t { key = { hdr.in_.a : §optional; } actions = { a; } const default_action = a; const entries = { 1 : a; } }", "", "match kind optional is outside the subset"},
	{"", "action a() { } table t { key = { hdr.in_.a : exact; } actions = { a; } const default_action = a; const entries = { 1 : a; §1 : a; } }", "", "a second entry for this key"},
	{"", "action a() { } table t { key = { hdr.in_.a : exact; } actions = { a; } const default_action = a; const entries = { 1 §&&& 1 : a; } }", "", "expected :, found &&&"},
	{"", "action a() { } table t { key = { hdr.in_.a : lpm; } actions = { a; } const default_action = a; const entries = { §1 &&& 1 : a; } }", "", "the mask of a longest prefix match is no prefix"},
	{"", "action a() { } table t { key = { hdr.in_.a : ternary; } actions = { a; } const default_action = a; const entries = { §3 &&& 1 : a; } }", "", "the key has bits outside its mask"},
	{"", "action a() { } table t { key = { hdr.in_.a : §range; } actions = { a; } const default_action = a; const entries = { 3 .. 1 : a; } }", "", "match kind range is outside the subset"},
	{"", "action a() { } action b() { } table t { key = { hdr.in_.a : exact; } actions = { a; } const default_action = §b; }", "", "table t does not list action b"},
	{"", "action a(bit<64> v) { } table t { key = { hdr.in_.a : exact; } actions = { a; } const default_action = a(§hdr.in_.a); }", "", "an argument in a table is a constant"},
	{"", "action a() { } table t { key = { hdr.in_.a : exact; } actions = { a; } const default_action = a; §size = 4; }", "", "expected }, found size"},
	{"", "action a(bool §on) { }", "", "parameter on of an action is bool: p4c takes bit and int"},
	// Form.
	{"", "", "hdr.out_.r = (hdr.in_.a §;", "expected ), found ;"},
	{"", "", "hdr.out_.r = 1 §}", "expected ;, found }"},
	{"§/* no end", "", "", "comment not terminated"},
	{"const bit<8> N = §$;", "", "", "character '$' is outside the subset"},
	{"", "", "hdr.out_.r = " + strings.Repeat("(", 300) + "1", "nested too deeply"},
	{"", "", "hdr.out_.r = hdr.in_.a" + strings.Repeat(" + 1", 300) + ";", "nested too deeply"},
	{"", "", strings.Repeat("if (true) {", 300), "nested too deeply"},
	{"", "", "hdr.out_.r = §;", "expected an expression, found ;"},
	{"", "", "hdr.§5 = 1;", "expected a field, found 5"},
	{"", "bit<8> §5;", "", "expected a name, found 5"},
	{"", "action a() { } table t { §const size = 4; }", "", "expected key, found const"},
	// Bounds of the subset.
	{"struct s_t { §register<bit<8>> r; }", "", "", "register is no type"},
	{"", registers(65), "", "registers of more than 8388608 elements together are outside the subset"},
	{"", "", "hdr.out_.r = (bit<64>)§129w1;", "129w1: a width of 129 bits is outside the subset, 1 to 128"},
	{"", "", "hdr.out_.r = (bit<64>)§0w1;", "0w1: a width of 0 bits is outside the subset, 1 to 128"},
	{"", "", "hdr.out_.r = hdr.in_.a.§b;", "bit<64> has no field b"},
	{"", "", "hdr.out_.r = (hdr.in_.a == 1 §? 1 : 2);", "operator ?: on numbers without a width is outside the subset"},
	{"", "", "hdr.out_.r = 1 |§+| 2;", "expected an expression, found +"},
	{"", "", "hdr.out_.r = (bit<64>)((bit<128>)hdr.in_.a |§+| 1);", "expected an expression, found +"},
	{"", "", "hdr.out_.r = true §<< 1;", "a shift of bool"},
	{"", "", "hdr.out_.r = (bit<64>)((bit<128>)hdr.in_.a +§+ hdr.in_.b);", "expected an expression, found +"},
}

// registers declares n of the largest.
func registers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "register<bit<8>>(131072) r%d; ", i)
	}
	return b.String()
}

func TestRefused(t *testing.T) {
	for _, tc := range refused {
		refuses(t, tc.top, tc.locals, tc.apply, tc.want)
	}
}

// TestPipelineRefused: what is wrong with the blocks and how they are put together.
func TestPipelineRefused(t *testing.T) {
	text := harness("", "", "")
	for old, change := range map[string]struct{ to, want string }{
		"#include <core.p4>": {"", "the program includes core.p4 and v1model.p4 or bmv2/pna.p4, two files, before all else"},
		"V1Switch(P(), ":     {"V1Switch(", "V is no parser"},
		"C(), D())":          {"C())", "V1Switch takes 6 blocks, not 5"},
		"V1Switch(P(), V()":  {"V1Switch(P(), P()", "P is no control"},
		"inout headers_t hdr, inout meta_t meta) { apply { } }\ncontrol D": {"inout meta_t meta) { apply { } }\ncontrol D", "parameter meta is not what v1model has there"},
		"in headers_t hdr) {":          {"inout headers_t hdr) {", "parameter hdr is not what v1model has there"},
		"state start {":                {"state begin {", "parser P has no state start"},
		"transition accept;":           {"transition away;", "no state away"},
		"transition accept; }":         {"}", "a state without a transition"},
		"packet.emit(hdr.out_);":       {"hdr.out_.r = 1;", "p4c takes nothing but calls of emit in this block"},
		"struct headers_t { in_t in_;": {"struct headers_t { bit<8> in_;", "bit<8> in the struct of headers is outside the subset"},
		"control V(inout headers_t hdr, inout meta_t meta) { apply { } }": {"control V(inout headers_t hdr, inout meta_t meta) { }", "control V has no apply"},
		") main;": {") other;", "expected main, found other"},
		"V1Switch(P(), V(), I(), E(), C(), D()) main;":  {"V1Switch main;", "expected (, found main"},
		"parser P(packet_in packet, out headers_t hdr,": {"parser P(packet_in packet,", "a parser for v1model has 4 parameters, not 3"},
		"parser P(packet_in packet, out headers_t":      {"parser P(packet_in packet, out in_t", "headers and metadata are structs"},
	} {
		require.Contains(t, text, old)
		_, err := p4check.Parse(strings.Replace(text, old, change.to, 1))
		require.ErrorContains(t, err, change.want, old)
	}
	_, err := p4check.Parse("")
	require.Error(t, err)
}
