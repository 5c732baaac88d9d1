package p4check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/p4check"
)

const (
	tableOf    = "table t { key = { hdr.in_.a : exact; } "
	withAction = "action a() { } " + tableOf + "actions = { a; } const default_action = a; "
	withData   = "action a(bit<64> v) { hdr.out_.r = v; } " + tableOf + "actions = { a; } "
)

// rules are those of the language's specification on names, declarations and calls that
// apply to the subset, each with a program that breaks it. They are pieces as in refused.
// Where no § stands, the place is in what is around them.
var rules = []struct{ top, locals, apply, want string }{
	// A name is declared once in a scope, and hides no other.
	{"const bit<8> N = 1; const bit<16> §N = 2;", "", "", "N is declared twice, first at 5:14"},
	{"header h_t { bit<8> x; } struct §h_t { bit<8> x; }", "", "", "h_t is declared twice, first at 5:8"},
	{"const bit<8> I = 1;", "", "", "I is declared twice, first at 5:14"},
	{"const bit<8> main = 1;", "", "", "main is declared twice, first at 5:14"},
	{"struct s_t { bit<8> x; bit<8> §x; }", "", "", "field x is declared twice"},
	{"", "action a() { } action §a() { }", "", "a is declared twice, first at 13:12"},
	{"", "action a() { } bit<8> §a;", "", "a is declared twice, first at 13:12"},
	{"", "register<bit<8>>(4) r; action §r() { }", "", "r is declared twice, first at 13:25"},
	{"", withAction + "} bit<8> §t;", "", "t is declared twice, first at 13:26"},
	{"", "action a(bit<8> x, bit<8> §x) { }", "", "x is declared twice, first at 13:21"},
	{"", "bit<8> §meta;", "", "meta hides what is declared at 12:45"},
	{"", "bit<8> §in_t;", "", "in_t hides what is declared at 3:8"},
	{"const bit<8> N = 1;", "action §N() { }", "", "N hides what is declared at 5:14"},
	{"", "bit<8> x; action a(bit<8> §x) { }", "", "x hides what is declared at 13:12"},
	{"", "action a(bit<8> x) { bit<8> §x; }", "", "x is declared twice, first at 13:21"},
	{"", "bit<8> x;", "§{ bit<8> x; }", "{ is outside the subset here"},
	{"", "", "bit<8> y = 1; if (hdr.in_.a == 1) { §const bit<8> y = 2; }", "const is outside the subset here"},
	// What a scope declares is not known outside of it.
	{"", "action a() { bit<8> x; }", "hdr.out_.r = (bit<64>)§x;", "x is not declared"},
	{"", "action a(bit<8> x) { }", "hdr.out_.r = (bit<64>)§x;", "x is not declared"},
	{"", "", "if (hdr.in_.a == 1) { bit<64> y = 1; } hdr.out_.r = §y;", "y is not declared"},
	{"", "", "hdr.out_.r = (bit<64>)§packet_length;", "packet_length is not declared"},
	// A use is behind the declaration, but for the states of a parser.
	{"struct s_t { §later_t x; } header later_t { bit<8> x; }", "", "", "later_t is not declared"},
	{"header s_t { §bit<W> x; } const bit<8> W = 8;", "", "", "a width of W bits is outside the subset, 1 to 128"},
	{"", "action a() { §b(); } action b() { }", "", "b is not declared"},
	{"", "action a() { §x = 1; } bit<8> x;", "", "x is not declared"},
	{"", "bit<8> x = §x;", "", "x is not declared"},
	{"", tableOf + "actions = { §a; } const default_action = a; } action a() { }", "", "a is not declared"},
	{"", "", "hdr.out_.r = §y; bit<64> y = 1;", "y is not declared"},
	// A type does not contain itself, nor what its kind may not contain.
	{"struct s_t { §s_t x; }", "", "", "s_t is not declared"},
	{"header h_t { §in_t x; }", "", "", "in_t in a header is outside the subset: its fields are bit strings"},
	{"struct x_t { bit<8> x; } struct s_t { §x_t x; }", "", "", "x_t in a struct is outside the subset"},
	// A name is used as what it is.
	{"", "§I x;", "", "I is outside the subset here"},
	{"struct s_t { §P x; }", "", "", "P is not declared"},
	{"const bit<8> N = 1; struct s_t { §N x; }", "", "", "N is no type"},
	{"struct s_t { §Ingress x; }", "", "", "Ingress is no type"},
	{"", "", "hdr.out_.r = §in_t;", "in_t is no value"},
	{"", "register<bit<64>>(4) r;", "hdr.out_.r = §r;", "r is no value"},
	{"", "action a() { }", "hdr.out_.r = §a;", "a is no value"},
	{"", "", "hdr.out_.r = (bit<64>)§V1MODEL_VERSION;", "V1MODEL_VERSION is no value"},
	{"", "bit<8> x;", "x§();", "expected =, found ("},
	{"", withAction + "}", "t§();", "expected ., found ("},
	{"", "", "§digest(hdr.in_.a);", "digest is no action"},
	{"", "bit<8> x; " + tableOf + "actions = { §x; } const default_action = x; }", "", "x is no action"},
	// Words of the language are not names.
	{"", "bit<8> §_;", "", "_ is a word of the language, not a name"},
	{"const bit<8> §true = 1;", "", "", "true is a word of the language, not a name"},
	{"struct §extern { bit<8> x; }", "", "", "extern is a word of the language, not a name"},
	{"header h_t { bit<8> §varbit; }", "", "", "varbit is a word of the language, not a name"},
	{"", "action §default() { }", "", "default is a word of the language, not a name"},
	{"", "action a(bit<8> §this) { }", "", "this is a word of the language, not a name"},
	// Declarations have their place.
	{"", "", "§register<bit<8>>(4) r;", "register is declared in a control, not among statements"},
	{"", "action a() { §register<bit<8>>(4) r; }", "", "register is declared in a control, not among statements"},
	{"", "", "§action b() { }", "action is declared in a control, not among statements"},
	{"", "", "§table t { }", "table is declared in a control, not among statements"},
	{"", "", "if (hdr.in_.a == 1) §bit<8> x = 1;", "expected {, found bit"},
	{"", "", "if (hdr.in_.a == 1) { } else §const bit<8> x = 1;", "expected {, found const"},
	{"§bit<8> x;", "", "", "bit is outside the subset here: constants, headers, structs, parsers, controls and V1Switch are in it"},
	{"§register<bit<8>>(4) r;", "", "", "register is outside the subset here: constants, headers, structs, parsers, controls and V1Switch are in it"},
	// Constants and sizes are known when the program is compiled.
	{"", "", "§const bit<64> x = hdr.in_.a;", "const is outside the subset here"},
	{"", "bit<32> n = 4; register<bit<8>>(§n) r;", "", "expected a constant number"},
	{"", "bit<32> n = 4; §bit<n> x;", "", "a width of n bits is outside the subset, 1 to 128"},
	{"", "register<bit<8>>(§) r;", "", "expected an expression, found )"},
	{"", "register§(4) r;", "", "expected <, found ("},
	// Calls have the arguments that are declared.
	{"", "action a(bit<8> x) { }", "a§(1, 2);", "action a takes 1 arguments, not 2"},
	{"", "action a(bit<8> x) { }", "a(§(bit<16>)hdr.in_.a);", "expected bit<8>, found bit<16>"},
	{"", "action a(int<8> x) { }", "a(§8w1);", "expected int<8>, found bit<8>"},
	{"", "action a(bit<8> x) { }", "a(§x = 1);", "x is not declared"},
	{"", "action a(in bit<8> §x) { }", "", "parameter x of an action is outside the subset: it has a direction, or is no scalar"},
	{"", "action a(bit<8> x, inout bit<8> §y) { }", "", "parameter y of an action is outside the subset: it has a direction, or is no scalar"},
	{"", "action a(out bit<8> §y, bit<8> x) { }", "", "parameter y of an action is outside the subset: it has a direction, or is no scalar"},
	{"", "action a(in_t §h) { }", "", "parameter h of an action is outside the subset: it has a direction, or is no scalar"},
	{"", "register<bit<64>>(4) r;", "r.read(§5, 0);", "this cannot be assigned to"},
	{"", "register<bit<64>>(4) r;", "r.read(§hdr.in_.a + 1, 0);", "this cannot be assigned to"},
	{"const bit<64> N = 1;", "register<bit<64>>(4) r;", "r.read(§N, 0);", "this cannot be assigned to"},
	{"", "register<bit<64>>(4) r; action a(bit<64> v) { r.read(§v, 0); }", "", "an in parameter is not assigned to"},
	{"", "register<bit<64>>(4) r;", "r.read(hdr.in_.a§);", "expected ,, found )"},
	{"", "register<bit<64>>(4) r;", "hdr.out_.r = §r.read(0);", "r is no value"},
	{"", "", "hdr.in_.setValid(§1);", "expected ), found 1"},
	{"", "", "hdr.in_.a.§setValid();", "bit<64> has no field setValid"},
	{"", "", "if (hdr.in_.isValid(§1)) { }", "expected ), found 1"},
	{"", "", "if (meta.§isValid()) { }", "meta_t has no field isValid"},
	{"", "", "mark_to_drop(§);", "expected a name, found )"},
	{"", "action a() { }", "hdr.out_.r = §a();", "a is no value"},
	{"", "action a() { §a(); }", "", "a is not declared"},
	{"", "", "hdr.in_.a§;", "expected =, found ;"},
	{"", "", "§P();", "P is no action"},
	{"", "action a() { }", "a()§();", "expected ;, found ("},
	// Tables.
	{"", withAction + "} action b() { t.apply§(); }", "", "a table is applied in an apply block only"},
	{"", withAction + "}", "t.apply(§1);", "expected ), found 1"},
	{"", withAction + "}", "if (§t.apply().hit) { }", "t is no value"},
	{"", "table t { §actions = { } }", "", "expected key, found actions"},
	{"", withAction + "§key = { hdr.in_.b : exact; } }", "", "expected }, found key"},
	{"", withAction + "§actions = { a; } }", "", "expected }, found actions"},
	{"", withAction + "const §default_action = a; }", "", "expected entries, found default_action"},
	{"", withAction + "const entries = { 1 : a; } §const entries = { 2 : a; } }", "", "expected }, found const"},
	{"", "action a() { } " + tableOf + "actions = { a; §a; } const default_action = a; }", "", "table t lists action a twice"},
	{"", "action a() { } table t { key = { hdr.in_.a : §hash; } actions = { a; } const default_action = a; }", "", "match kind hash is outside the subset"},
	{"", tableOf + "actions = { §hdr.in_; } const default_action = a; }", "", "hdr is no action"},
	{"", "action a(bit<8> v) { } " + tableOf + "actions = { a§(1); } const default_action = a(1); }", "", "expected ;, found ("},
	{"", withAction + "const entries = { (1§, 2) : a; } }", "", "expected ), found ,"},
	{"", withAction + "const entries = { §8w1 : a; } }", "", "expected bit<64>, found bit<8>"},
	{"", withAction + "const entries = { §-1 : a; } }", "", "operator - on an integer without width"},
	{"", withAction + "const entries = { §hdr.in_.b : a; } }", "", "an entry's key is a constant"},
	{"", withAction + "const entries = { 1 : §a(2); } }", "", "action a takes 0 arguments, not 1"},
	{"", withData + "const default_action = §a; }", "", "action a takes 1 arguments, not 0"},
	{"", withData + "const default_action = §a(); }", "", "action a takes 1 arguments, not 0"},
	{"", withData + "const default_action = a(0); const entries = { 1 : a(§8w1); } }", "", "expected bit<64>, found bit<8>"},
	{"", withData + "const default_action = a(0); const entries = { 1 : a(§-1); } }", "", "operator - on an integer without width"},
	{"", withData + "const default_action = a(§-64s1); }", "", "expected bit<64>, found int<64>"},
	{"", "action a(int<64> v) { } " + tableOf + "actions = { a; } const default_action = a(§(int<64>)64w0x8000400000000001); }", "",
		"an argument in a table of type int<64>: simple_switch ends at one below 0, so data have no sign"},
	{"", "action a(int<8> v) { } " + tableOf + "actions = { a; } const default_action = a(§0); }", "",
		"an argument in a table of type int<8>: simple_switch ends at one below 0, so data have no sign"},
	{"", "action a() { } table t { key = { hdr.in_.a : ternary; } actions = { a; } const default_action = a; const entries = { 1 &&& 1 : a; §1 &&& 1 : a; } }", "", "a second entry for this key"},
	{"", "action a() { } table t { key = { hdr.in_.a : lpm; } actions = { a; } const default_action = a; const entries = { 0 &&& 0 : a; §0 &&& 0 : a; } }", "", "a second entry for this key"},
	{"", "action a() { } table t { key = { hdr.in_.a : §range; } actions = { a; } const default_action = a; const entries = { 1 .. 2 : a; 1 .. 2 : a; } }", "", "match kind range is outside the subset"},
	{"", "action a() { } table t { key = { §hdr.in_.a == 1 : exact; } actions = { a; } const default_action = a; }", "", "a key of type bool is outside the subset"},
	// Types of operands. There is no conversion but the explicit one, and of constants
	// without a width.
	{"", "", "if (hdr.in_.a §== (int<64>)hdr.in_.b) { }", "operator == on bit<64> and int<64>: they are to have one type"},
	{"", "", "if (hdr.in_.a §< (bit<8>)hdr.in_.b) { }", "operator < on bit<64> and bit<8>: they are to have one type"},
	{"", "", "if (§hdr.in_ == hdr.in_) { }", "in_t is no value here"},
	{"", "", "if (true §< false) { }", "operator < on bool"},
	{"", "", "if (true §& false) { }", "operator & on bool"},
	{"", "", "hdr.out_.r = (bit<64>)(hdr.in_.a +§+ 1);", "expected an expression, found +"},
	{"", "", "hdr.out_.r = (bit<64>)(hdr.in_.a +§+ true);", "expected an expression, found +"},
	{"", "", "hdr.out_.r = (hdr.in_.a == 1 §? 64w1 : 32w1);", "operator ?: on bit<64> and bit<32>: they are to have one type"},
	{"", "", "hdr.out_.r = §true;", "expected bit<64>, found bool"},
	{"", "", "hdr.out_.r = §(int<64>)hdr.in_.a;", "expected bit<64>, found int<64>"},
	{"", "bool x = §1;", "", "expected bool, found an integer without width"},
	{"", "", "hdr.out_.r = §(bit<64>)(hdr.in_.a == 1);", "cast of bool to bit<64>: P4 has none"},
	{"", "", "hdr.out_.r = (bit<64>)§(bit<32>)(int<64>)hdr.in_.a;", "cast of int<64> to bit<32>: P4 has none"},
	{"", "int<8> x = §(int<8>)true;", "", "cast of bool to int<8>: P4 has none"},
	{"", "", "hdr.in_.a§[7:0] = 8w1;", "character '[' is outside the subset"},
	{"", "", "§meta = meta;", "assigning a whole meta_t is outside the subset"},
}

func TestRules(t *testing.T) {
	for _, tc := range rules {
		refuses(t, tc.top, tc.locals, tc.apply, tc.want)
	}
}

// TestLibraryNames: a program does not declare what core.p4 and v1model.p4 declare, as
// anything and anywhere: the compiler said "Ingress duplicates Ingress".
func TestLibraryNames(t *testing.T) {
	for file, names := range map[string]string{
		"core.p4": "packet_in packet_out verify NoAction static_assert exact ternary lpm",
		"v1model.p4": `range optional selector standard_metadata_t CounterType MeterType counter direct_counter meter direct_meter
			action_profile random digest HashAlgorithm mark_to_drop hash action_selector CloneType Checksum16
			verify_checksum update_checksum verify_checksum_with_payload update_checksum_with_payload clone clone3
			clone_preserving_field_list resubmit resubmit_preserving_field_list recirculate
			recirculate_preserving_field_list truncate assert assume log_msg
			Parser VerifyChecksum Ingress Egress ComputeChecksum Deparser __v1model_version`,
	} {
		for name := range strings.FieldsSeq(names) {
			require.True(t, p4check.Predeclared(name))
			want := name + " is declared by " + file
			refuses(t, "const bit<8> §"+name+" = 1;", "", "", want)
			refuses(t, "struct §"+name+" { bit<8> x; }", "", "", want)
			refuses(t, "control §"+name+"(inout headers_t hdr) { apply { } }", "", "", want)
			refuses(t, "", "action §"+name+"() { }", "", want)
			refuses(t, "", "action a(bit<8> §"+name+") { }", "", want)
			refuses(t, "", "", "bit<8> §"+name+" = 1;", want)
		}
	}
	// Fields have a separate scope; so do the members of error and enums.
	for _, name := range []string{"hash", "Ingress", "counter"} {
		_, err := p4check.Parse(harness("struct s_t { bit<8> "+name+"; }", "", ""))
		require.NoError(t, err)
	}
	for _, name := range []string{"NoMatch", "crc16", "packets"} {
		require.False(t, p4check.Predeclared(name))
		_, err := p4check.Parse(harness("const bit<8> "+name+" = 1;", "", ""))
		require.NoError(t, err)
	}
	for _, name := range []string{"register", "V1Switch"} {
		require.True(t, p4check.Predeclared(name))
		_, err := p4check.Parse(harness("struct "+name+" { bit<8> x; }", "", ""))
		require.ErrorContains(t, err, name+" is declared by v1model.p4")
	}
}

// TestBlockRules: rules on parsers, controls and the pipeline, as changes of a program.
func TestBlockRules(t *testing.T) {
	text := harness("", "", "")
	_, err := p4check.Parse(text)
	require.NoError(t, err)
	const start = "state start { packet.extract(hdr.in_); transition accept; }"
	picks := func(cases string) string {
		return "state start { packet.extract(hdr.in_); transition select(hdr.in_.a) { " + cases + " } }"
	}
	for _, tc := range []struct{ from, to, want string }{
		// States.
		{start, start + " state §accept { transition reject; }", "state accept is the language's own"},
		{start, start + " state §reject { transition accept; }", "state reject is the language's own"},
		{start, start + " state §start { transition accept; }", "start is declared twice, first at 9:11"},
		{start, start + " state §in_t { transition accept; }", "in_t hides what is declared at 3:8"},
		{start, start + " state §hash { transition accept; }", "hash is declared by v1model.p4"},
		{start, "§bit<8> start; state start { transition accept; }", "bit is outside the subset here"},
		{start, start + " state §lone { transition accept; }", "state lone is not reached"},
		{start, start + " state §a { transition b; } state b { transition a; }", "state a is not reached"},
		{start, start + " §bit<8> x;", "bit is outside the subset here"},
		{start, "", "parser P has no state start"},
		{start, "state start { transition §I; }", "no state I"},
		{start, "state start { transition accept; §hdr.in_.setValid(); }", "expected }, found hdr"},
		{start, "state start { hdr.in_.a = §start; transition accept; }", "start is not declared"},
		{start, "state start { §if (hdr.in_.a == 1) { } transition accept; }", "a branch in a parser is outside the subset"},
		{start, "§action a() { } " + start, "action is outside the subset here"},
		{start, "§register<bit<8>>(1) r; " + start, "register is outside the subset here"},
		// select.
		{start, picks("1 : accept; §1 : reject;"), "a second case for this value"},
		{start, picks("1 §&&& 1 : accept; 3 &&& 1 : reject;"), "expected :, found &&&"},
		{start, picks("default : accept; §1 : reject;"), "a case behind the one for everything is not reached"},
		{start, picks("§_ : accept; default : reject;"), "_ is a word of the language, not a name"},
		{start, picks("(1§, 2) : accept;"), "expected ), found ,"},
		{start, picks("§8w1 : accept;"), "expected bit<64>, found bit<8>"},
		{start, picks("§true : accept;"), "expected bit<64>, found bool"},
		{start, picks("§-1 : accept;"), "operator - on an integer without width"},
		{start, picks("§hdr.in_.b : accept;"), "a case is a constant"},
		{start, picks("1 §.. 2 : accept;"), "expected :, found ."},
		{start, picks("1 : §nowhere;"), "no state nowhere"},
		{start, "state start { packet.extract(hdr.in_); transition select(§hdr.in_.a == 1) { true : accept; } }", "select on bool is outside the subset"},
		// packet_in and packet_out.
		{start, "state start { packet.extract(§hdr.in_.a); transition accept; }", "bit<64> is no header"},
		{start, "state start { packet.extract(§); transition accept; }", "expected a name, found )"},
		{start, "state start { packet.§emit(hdr.in_); transition accept; }", "expected extract, found emit"},
		{start, "state start { §mark_to_drop(std); transition accept; }", "mark_to_drop is for controls"},
		{"packet.emit(hdr.out_);", "§packet.extract(hdr.out_);", "p4c takes nothing but calls of emit in this block"},
		{"packet.emit(hdr.out_);", "§hdr.out_.setInvalid();", "p4c takes nothing but calls of emit in this block"},
		{"packet.emit(hdr.out_);", "packet.emit(§meta);", "meta is not declared"},
		// Blocks in which p4c 1.2.5.16 takes only some calls.
		{"packet.emit(hdr.out_);", "§if (hdr.out_.isValid()) { packet.emit(hdr.out_); }", "p4c takes nothing but calls of emit in this block"},
		{"packet.emit(hdr.out_);", "§bit<8> x = 1;", "p4c takes nothing but calls of emit in this block"},
		{"{ apply { packet.emit(hdr.out_);", "{ §action a() { } apply { packet.emit(hdr.out_);", "p4c takes nothing but calls of emit in this block"},
		{"packet.emit(hdr.out_); }", "packet.emit(hdr.out_); } §apply { }", "apply behind the apply block of a control"},
		{"control V(inout headers_t hdr, inout meta_t meta) { apply {", "control V(inout headers_t hdr, inout meta_t meta) { apply { §meta.x = 1;", "p4c takes nothing but calls of verify_checksum and update_checksum in this block"},
		{"control C(inout headers_t hdr, inout meta_t meta) { apply {", "control C(inout headers_t hdr, inout meta_t meta) { apply { §if (true) { }", "p4c takes nothing but calls of verify_checksum and update_checksum in this block"},
		{"control C(inout headers_t hdr, inout meta_t meta) { apply {", "control C(inout headers_t hdr, inout meta_t meta) { §register<bit<8>>(1) r; apply {", "p4c takes nothing but calls of verify_checksum and update_checksum in this block"},
		// Controls.
		{"control E(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) { apply { }", "control E(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) { apply { } §action a() { }", "action behind the apply block of a control"},
		{"control E(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) { apply { }", "control E(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) { apply { } §apply { }", "apply behind the apply block of a control"},
		{"control E(inout headers_t hdr, inout meta_t meta,", "control E(inout headers_t hdr, inout meta_t §hdr,", "hdr is declared twice, first at 21:27"},
		{"control E(inout headers_t hdr,", "control E(in headers_t §hdr,", "parameter hdr is not what v1model has there"},
		{"control E(inout headers_t hdr,", "control E(inout §other_t hdr,", "other_t is not declared"},
		{"control E(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std)", "control §E(inout headers_t hdr, inout meta_t meta)", "E has the parameters of another block: v1model has (inout headers, inout metadata, inout standard_metadata_t) there"},
		{"control E(", "control V(", "V is declared twice, first at 11:9"},
		// The pipeline.
		{"V1Switch(", "control §X() { apply { } }\nV1Switch(", "X is no part of V1Switch: a block that is not used is outside the subset"},
		{"V(), I(), E(), C()", "V(), I(), E(), §V()", "a second instance of V is outside the subset"},
		{"V(), I(),", "V(), §hdr(),", "hdr is not declared"},
		{"V(), I(),", "V(), §Ingress(),", "Ingress is no control"},
		{"V(), I(),", "V(), §in_t(),", "in_t is no control"},
		{"V(), I(),", "V(), I§,", "expected (, found ,"},
		{"V(), I(),", "V(), I(§1),", "expected ), found 1"},
		{"V1Switch(P(), V(), I(), E(), C(), D()) main;\n", "", "no V1Switch(...) main"},
		{" main;\n", " main; §V1Switch(P(), V(), I(), E(), C(), D()) main;", "a second V1Switch"},
		{" main;\n", " main; const bit<8> main = 1;", "main is declared twice, first at 24:40"},
		{"control I(", "V1Switch(P(), V(), §I(), E(), C(), D()) main;\ncontrol I(", "I is not declared"},
		{"control V(", "const bit<8> N = LATE;\ncontrol V(", "LATE is not declared"},
		{"std.egress_spec = 9w3;", "std.egress_spec = §LATE;", "LATE is not declared"},
	} {
		require.Contains(t, text, tc.from)
		requireRefused(t, strings.Replace(text, tc.from, tc.to, 1), tc.want)
	}
	// A constant that is declared behind the control which uses it.
	late := strings.Replace(text, "std.egress_spec = 9w3;", "std.egress_spec = §LATE;", 1)
	requireRefused(t, strings.Replace(late, "control E(", "const bit<9> LATE = 3;\ncontrol E(", 1), "LATE is not declared")
	behind := strings.Replace(text, "V1Switch(P(), V(), I(), E(), C(), D()) main;\n", "", 1)
	requireRefused(t, strings.Replace(behind, "control I(", "V1Switch(P(), V(), §I(), E(), C(), D()) main;\ncontrol I(", 1), "I is not declared")
}

// refuses checks that a program with these pieces is refused with a message at §, or anywhere if there is no §.
func refuses(t *testing.T, top, locals, apply, want string) {
	t.Helper()
	requireRefused(t, harness(top, locals, apply), want)
}

// requireRefused is refuses of a whole text.
func requireRefused(t *testing.T, text, want string) {
	t.Helper()
	mark := strings.Index(text, "§")
	text = strings.Replace(text, "§", "", 1)
	_, err := p4check.Parse(text)
	e, ok := err.(*p4check.Error)
	if !ok {
		t.Errorf("%v is no *p4check.Error; want %s in\n%s", err, want, text)
		return
	}
	if mark < 0 {
		assert.Equal(t, want, e.Msg)
		return
	}
	line := 1 + strings.Count(text[:mark], "\n")
	col := mark - strings.LastIndex(text[:mark], "\n")
	if want = fmt.Sprintf("%d:%d: %s", line, col, want); want != e.Error() {
		t.Errorf("%s\n\twant %s\n\thave %s", strings.Split(text, "\n")[line-1], want, e)
	}
}
