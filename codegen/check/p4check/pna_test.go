package p4check_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/p4check"
)

// nic is harness for PNA. The packet leaves on port 3 unless APPLY sends it elsewhere.
func nic(top, locals, apply string) string {
	return strings.NewReplacer("TOP", top, "LOCALS", locals, "APPLY", apply).Replace(`#include <core.p4>
#include <bmv2/pna.p4>
header in_t { bit<64> a; bit<64> b; bit<64> c; bit<64> d; }
header out_t { bit<64> r; }
TOP
struct headers_t { in_t in_; out_t out_; }
struct meta_t { bit<32> x; PortId_t from; }
parser P(packet_in packet, out headers_t hdr, inout meta_t meta, in pna_main_parser_input_metadata_t istd) {
    state start { packet.extract(hdr.in_); meta.from = istd.input_port; transition accept; }
}
control C(inout headers_t hdr, inout meta_t meta, in pna_main_input_metadata_t istd, inout pna_main_output_metadata_t ostd) {
    LOCALS
    apply {
        hdr.out_.setValid();
        hdr.out_.r = 64w0;
        send_to_port((PortId_t)32w3);
        APPLY
    }
}
control D(packet_out packet, inout headers_t hdr, in meta_t meta, in pna_main_output_metadata_t ostd) { apply { packet.emit(hdr.out_); } }
PNA_NIC(P(), C(), D()) main;
`)
}

// TestNIC: what PNA gives a program, and what the program asks of it.
func TestNIC(t *testing.T) {
	for _, c := range []struct {
		locals, apply string
		want          uint64
	}{
		{"", "hdr.out_.r = (bit<64>)istd.timestamp;", 1234},
		{"", "hdr.out_.r = (bit<64>)(bit<32>)istd.input_port;", 7},
		{"", "if (meta.from == istd.input_port && meta.from != (PortId_t)8) { hdr.out_.r = 1; }", 1},
		{"", "if (istd.recirculated) { hdr.out_.r = 1; }", 0},
		{"", "ostd.class_of_service = (ClassOfService_t)8w5; hdr.out_.r = (bit<64>)(bit<8>)ostd.class_of_service;", 5},
		{"Register<bit<64>, bit<32>>(4) r;", "r.write(32w2, 64w9); hdr.out_.r = r.read(32w2);", 9},
		{"Register<bit<64>, bit<32>>(4) r; action a() { meta.x = 32w3; r.write(meta.x, hdr.in_.a); hdr.out_.r = r.read(3); }", "a();", 5},
		{"Hash<bit<32>>(PNA_HashAlgorithm_t.CRC32) h;", "bit<8> nine = 8w0x39; hdr.in_.a = 64w0x3132333435363738; meta.x = h.get_hash(32w7, {hdr.in_.a, nine}, 32w1000); hdr.out_.r = (bit<64>)meta.x;", 0xCBF43926%1000 + 7},
		// Nothing states what a register begins with.
		{"Register<bit<16>, bit<32>>(4) r; bit<16> v;", "v = r.read(0); hdr.out_.r = (bit<64>)v;", 0x8B2D},
	} {
		p, err := parse(t, nic("", c.locals, c.apply)).Ingress(7, 1234, packet(5))
		require.NoError(t, err, c.apply)
		require.EqualValues(t, 3, p.Sent.Port)
		require.Equal(t, c.want, binary.BigEndian.Uint64(p.Sent.Data), c.apply)
	}
}

// TestSendToPort: the last call counts, no port is 511, and without a call PNA states nothing.
func TestSendToPort(t *testing.T) {
	w := parse(t, nic("const PortId_t OTHER = (PortId_t)9;", "action a(bit<32> to) { send_to_port((PortId_t)to); }", "if (hdr.in_.a == 1) { send_to_port(OTHER); } if (hdr.in_.b == 1) { a((bit<32>)hdr.in_.c); }"))
	for _, c := range []struct {
		a, b, c uint64
		port    uint16
		err     string
	}{{0, 0, 0, 3, ""}, {1, 0, 0, 9, ""}, {1, 1, 4, 4, ""}, {1, 1, 511, 0, ""}, {0, 1, 65535, 65535, ""}, {0, 1, 65536, 0, "port 65536 is outside the subset, 0 to 65535"}} {
		p, err := w.Ingress(0, 0, packet(c.a, c.b, c.c))
		switch {
		case c.err != "":
			require.EqualError(t, err, c.err)
		case c.port == 0:
			require.NoError(t, err)
			require.Nil(t, p.Sent)
		default:
			require.NoError(t, err)
			require.Equal(t, c.port, p.Sent.Port)
		}
	}
	none := strings.Replace(nic("", "", ""), "send_to_port((PortId_t)32w3);", "", 1)
	_, _, err := parse(t, none).Process(0, packet(1))
	require.EqualError(t, err, "the packet is sent to no port: pna_nic sends it to port 0")
}

// TestRejectedOnPNA: a packet that the parser does not get through reaches the control.
func TestRejectedOnPNA(t *testing.T) {
	w := parse(t, nic("", "", "if (!hdr.in_.isValid()) { hdr.out_.r = 64w8; }"))
	out, port, err := w.Process(0, []byte{1, 2, 3})
	require.NoError(t, err)
	require.EqualValues(t, 3, port)
	require.Equal(t, []byte{0, 0, 0, 0, 0, 0, 0, 8, 1, 2, 3}, out)
}

// TestNICRefused: what PNA does not declare so, what pna_nic lacks, and what p4c-bm2-pna takes in another way.
func TestNICRefused(t *testing.T) {
	for _, c := range []struct{ top, locals, apply, want string }{
		{"", "", "meta.from = §32w5;", "expected PortId_t, found bit<32>"},
		{"", "", "meta.x = §istd.input_port;", "expected bit<32>, found PortId_t"},
		{"", "", "meta.x = (bit<32>)(meta.from §+ (PortId_t)1);", "operator + on PortId_t"},
		{"", "", "if (meta.from §< istd.input_port) { }", "operator < on PortId_t"},
		{"", "", "if (meta.from §== 32w1) { }", "operator == on PortId_t and bit<32>: they are to have one type"},
		{"", "", "meta.x = (bit<32>)(bit<64>)§istd.input_port;", "expected bit<64>, found bit<32>"},
		{"", "", "meta.from = (PortId_t)§16w1;", "expected bit<32>, found bit<16>"},
		{"", "", "meta.from = (PortId_t)§istd.timestamp;", ""},
		{"", "", "send_to_port(§32w1);", "expected PortId_t, found bit<32>"},
		{"", "", "send_to_port(§1);", "expected PortId_t, found an integer without width"},
		{"header h_t { §PortId_t p; }", "", "", "PortId_t in a header is outside the subset: its fields are bit strings"},
		{"", "", "§istd.recirculated = true;", "an in parameter is not assigned to"},
		{"", "action a() { } table t { key = { §istd.input_port : exact; } actions = { a; } const default_action = a; }", "", "a key of type PortId_t is outside the subset"},
		// Registers.
		{"", "Register<bit<8>, bit<32>>(4§, 0) r;", "", "a register with an initial value: p4c-bm2-pna takes none"},
		{"", "Register<bit<8>§>(4) r;", "", "expected ,, found >"},
		{"", "Register<bit<8>, §bit<16>>(4) r;", "", "a register with an index of bit<16> is outside the subset: bit<32> is in it"},
		{"", "Register<§PortId_t, bit<32>>(4) r;", "", "a register of PortId_t is outside the subset: bit is in it"},
		{"", "Register<bit<8>, bit<32>>(4) r; bit<8> v;", "r.§read(v, 0);", "a register has write(index, value), and read(index) as all of what is assigned"},
		{"", "Register<bit<64>, bit<32>>(4) r;", "hdr.out_.r = r.read(0) §+ 1;", "expected ;, found +"},
		{"", "Register<bit<64>, bit<32>>(4) r;", "hdr.out_.r = 1 + §r.read(0);", "r is no value"},
		{"", "Register<bit<32>, bit<32>>(4) r;", "§hdr.out_.r = r.read(0);", "register r holds bit<32>, not bit<64>"},
		{"", "Register<bit<64>, bit<32>>(4) r;", "hdr.out_.r = r.read(§hdr.in_.a);", "expected bit<32>, found bit<64>"},
		{"", "§register<bit<8>>(4) r;", "", "register is outside the subset here"},
		// Hashes.
		{"", "Hash<§bit<16>>(PNA_HashAlgorithm_t.CRC32) h;", "", "a hash of bit<16> is outside the subset: bit<32> is in it"},
		{"", "Hash<bit<32>>(PNA_HashAlgorithm_t.§CRC16) h;", "", "PNA_HashAlgorithm_t.CRC16 is outside the subset: CRC32 is in it"},
		{"", "Hash<bit<32>>(PNA_HashAlgorithm_t.CRC32) h;", "meta.x = h.get_hash(32w0, {meta.x}, §meta.x);", "the number of values of a hash is a constant"},
		{"", "Hash<bit<32>>(PNA_HashAlgorithm_t.CRC32) h;", "meta.x = h.get_hash(32w0, {meta.x}, §32w0);", "a hash below 0"},
		{"", "Hash<bit<32>>(PNA_HashAlgorithm_t.CRC32) h;", "§hdr.out_.r = h.get_hash(32w0, {meta.x}, 32w5);", "a hash has 32 bits, not bit<64>"},
		{"", "Hash<bit<32>>(PNA_HashAlgorithm_t.CRC32) h;", "meta.x = 1 + §h.get_hash(32w0, {meta.x}, 32w5);", "h is no value"},
		{"", "Hash<bit<32>>(PNA_HashAlgorithm_t.CRC32) h;", "meta.x = h.get_hash(32w0, {meta.x, §8w1}, 32w5);", "a value in a hash that is not a field or variable: pna_nic takes fields"},
		// What v1model has, and what pna_nic has not.
		{"", "", "§mark_to_drop(istd);", "mark_to_drop is not declared"},
		{"", "", "§truncate(32w5);", "truncate is not declared"},
		{"", "", "§drop_packet();", "drop_packet: pna_nic does not have it, and loads no program that calls it"},
		{"", "", "§mirror_packet((MirrorSlotId_t)0, (MirrorSessionId_t)1);", "mirror_packet: pna_nic does not have it, and loads no program that calls it"},
		{"", "", "§restart_expire_timer();", "restart_expire_timer: pna_nic does not have it, and loads no program that calls it"},
		{"", "", "if (§is_net_port(istd.input_port)) { }", "is_net_port: pna_nic does not have it, and loads no program that calls it"},
		{"", "", "meta.x = §SelectByDirection(true, meta.x, meta.x);", "SelectByDirection: pna_nic does not have it, and loads no program that calls it"},
		{"", "", "hdr.out_.r = (bit<64>)§add_entry(\"a\", meta, 0);", ""},
		{"header §x_t { bit<7> b; }", "", "", "header x_t has 7 bits, which is not a whole number of bytes: p4c-bm2-pna fills it up"},
		{"struct s_t { §@field_list(1) bit<8> turns; }", "", "", "annotation @field_list is outside the subset here: @field_list of metadata is in it"},
		// Names.
		{"const bit<8> §PNA_NIC = 1;", "", "", "PNA_NIC is declared by bmv2/pna.p4"},
		{"", "bit<8> §Timestamp_t;", "", "Timestamp_t is declared by bmv2/pna.p4"},
		{"", "action §pna_PortId_header_to_int() { }", "", "pna_PortId_header_to_int is declared by bmv2/pna.p4"},
		{"§V1Switch(P(), C(), D()) main;", "", "", "V1Switch is outside the subset here: constants, headers, structs, parsers, controls and PNA_NIC are in it"},
	} {
		if c.want == "" { // the place and that it is refused
			_, err := p4check.Parse(strings.Replace(nic(c.top, c.locals, c.apply), "§", "", 1))
			require.Error(t, err, c.apply)
			continue
		}
		requireRefused(t, nic(c.top, c.locals, c.apply), c.want)
	}
	// Names of v1model are a program's own here, and the other way round.
	for text := range map[string]bool{nic("const bit<8> V1Switch = 1; struct mark_to_drop { bit<8> x; }", "", ""): true, harness("const bit<8> PNA_NIC = 1; struct PortIdUint_t { bit<8> x; }", "", ""): true} {
		_, err := p4check.Parse(text)
		require.NoError(t, err)
	}
}

// TestNICBlocks: the blocks of PNA_NIC, and what belongs to one of them.
func TestNICBlocks(t *testing.T) {
	text := nic("", "", "")
	for _, c := range []struct{ from, to, want string }{
		{"#include <bmv2/pna.p4>", "#include <pna.p4>", "#include <pna.p4> is outside the subset: it takes #include <core.p4>, and <v1model.p4> or <bmv2/pna.p4>"},
		{"#include <core.p4>\n", "", "the program includes core.p4 and v1model.p4 or bmv2/pna.p4, two files, before all else"},
		{"#include <bmv2/pna.p4>", "#include <bmv2/pna.p4>\n#include <v1model.p4>", "the program includes core.p4 and v1model.p4 or bmv2/pna.p4, two files, before all else"},
		{"PNA_NIC(P(), C(), D())", "PNA_NIC(P(), C())", "PNA_NIC takes 3 blocks, not 2"},
		{"PNA_NIC(P(), C(), D())", "PNA_NIC(P(), §D(), D())", "D has the parameters of another block: PNA has (inout headers, inout metadata, in pna_main_input_metadata_t, inout pna_main_output_metadata_t) there"},
		{"in pna_main_parser_input_metadata_t istd", "inout pna_main_parser_input_metadata_t §istd", "parameter istd is not what PNA has there"},
		{"in pna_main_input_metadata_t istd,", "in pna_main_parser_input_metadata_t §istd,", "parameter istd is not what PNA has there"},
		{", inout pna_main_output_metadata_t ostd", "", "C has the parameters of another block: PNA has (inout headers, inout metadata, in pna_main_input_metadata_t, inout pna_main_output_metadata_t) there"},
		{"inout headers_t hdr, in meta_t meta,", "in headers_t §hdr, in meta_t meta,", "parameter hdr is not what PNA has there"},
		{"packet.emit(hdr.out_);", "packet.emit(hdr.out_); §send_to_port((PortId_t)1);", "p4c takes nothing but calls of emit in this block"},
		{"packet.emit(hdr.out_);", "packet.emit(hdr.out_); §hdr.out_.r = 1;", "p4c takes nothing but calls of emit in this block"},
		{"meta.from = istd.input_port;", "§send_to_port(istd.input_port);", "send_to_port is for controls"},
		{"meta.from = istd.input_port;", "meta.x = istd.§timestamp;", "pna_main_parser_input_metadata_t has no field timestamp"},
	} {
		require.Contains(t, text, c.from)
		changed := strings.Replace(text, c.from, c.to, 1)
		if c.from == "PNA_NIC(P(), C(), D())" && strings.Contains(c.to, "§") || strings.HasPrefix(c.want, "C has") || strings.HasPrefix(c.want, "D has") {
			_, err := p4check.Parse(strings.Replace(changed, "§", "", 1))
			require.ErrorContains(t, err, c.want)
			continue
		}
		requireRefused(t, changed, c.want)
	}
}
