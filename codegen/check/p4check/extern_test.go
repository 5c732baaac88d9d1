package p4check_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/p4check"
)

// around is a program in which a metadata field is kept by resubmission, another by clones. INGRESS, EGRESS
// and COMPUTE are statements.
func around(ingress, egress, compute string) string {
	return strings.NewReplacer("INGRESS", ingress, "EGRESS", egress, "COMPUTE", compute).Replace(`#include <core.p4>
#include <v1model.p4>
header in_t { bit<64> a; bit<32> b; bit<16> c; bit<8> d; bit<8> e; }
struct headers_t { in_t in_; }
struct meta_t {
    @field_list(1) bit<8> turns;
    @field_list(2, 1) bit<48> first;
    bit<32> lost;
}
parser P(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.in_); transition accept; }
}
control V(inout headers_t hdr, inout meta_t meta) { apply { } }
control I(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) { apply { INGRESS std.egress_spec = 9w3; } }
control E(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) { apply { EGRESS } }
control C(inout headers_t hdr, inout meta_t meta) { apply { COMPUTE } }
control D(packet_out packet, in headers_t hdr) { apply { packet.emit(hdr.in_); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`)
}

func TestHash(t *testing.T) {
	// The check values of both sums: CRC-32 of 123456789, and the header of RFC 1071's usual example.
	w := parse(t, around(`hash(hdr.in_.b, HashAlgorithm.crc32, 32w0, {64w0x3132333435363738, 8w0x39}, 64w0x100000000);`, "", ""))
	out, _, err := w.Process(1, make([]byte, 16))
	require.NoError(t, err)
	require.Equal(t, []byte{0xCB, 0xF4, 0x39, 0x26}, out[8:12])
	w = parse(t, around(`hash(hdr.in_.c, HashAlgorithm.crc32, 16w7, {64w0x3132333435363738, 8w0x39}, 32w1000);`, "", ""))
	out, _, err = w.Process(1, make([]byte, 16))
	require.NoError(t, err)
	const rest = 0xCBF43926%1000 + 7
	require.Equal(t, []byte{rest >> 8, rest & 0xFF}, out[12:14])
	w = parse(t, around("", "", `update_checksum(hdr.in_.d == 8w0,
		{32w0x45000073, 32w0x00004000, 16w0x4011, 32w0xC0A80001, 32w0xC0A800C7}, hdr.in_.c, HashAlgorithm.csum16);`))
	out, _, err = w.Process(1, make([]byte, 16))
	require.NoError(t, err)
	require.Equal(t, []byte{0xB8, 0x61}, out[12:14])
	off := make([]byte, 16)
	off[14] = 1
	out, _, err = w.Process(1, off)
	require.NoError(t, err)
	require.Equal(t, off, out)
}

// TestAgain: a packet that is resubmitted comes as it came, with what the list keeps of the metadata, and goes before
// what else was decided for it; the rest has no value.
func TestAgain(t *testing.T) {
	w := parse(t, around(`
		if (std.instance_type == 32w0) { meta.turns = 8w0; meta.first = std.ingress_global_timestamp; }
		hdr.in_.d = meta.turns;
		hdr.in_.a = (bit<64>)meta.first;
		if (meta.turns < 8w3) {
			meta.turns = meta.turns + 8w1;
			meta.lost = 32w7;
			resubmit_preserving_field_list(8w1);
			mark_to_drop(std);
		} else { hdr.in_.b = meta.lost; }`, "", ""))
	packet := []byte("0123456789abcdef")
	p, err := w.Ingress(2, 1000, packet)
	require.NoError(t, err)
	for turn := range uint64(3) {
		require.Nil(t, p.Sent)
		require.NotNil(t, p.Resubmit)
		p, err = w.Resubmit(p.Resubmit, 1001+turn)
		require.NoError(t, err)
	}
	require.Nil(t, p.Resubmit)
	require.EqualValues(t, 3, p.Sent.Port)
	require.Equal(t, []byte{0, 0, 0, 0, 0, 0, 0x03, 0xE8}, p.Sent.Data[:8])
	require.EqualValues(t, 3, p.Sent.Data[14])
	require.NotEqual(t, []byte{0, 0, 0, 7}, p.Sent.Data[8:12], "not in the list")
	_, _, err = w.Process(2, packet)
	require.EqualError(t, err, "the program clones or resubmits the packet")
}

// TestClone: a clone is the packet as it came, at the egress and the port of its session, while the packet
// itself goes where it goes.
func TestClone(t *testing.T) {
	w := parse(t, around(`
		meta.first = 48w9; meta.turns = 8w1;
		hdr.in_.a = 64w0;
		clone_preserving_field_list(CloneType.I2E, 32w5 + (bit<32>)hdr.in_.d, 8w2);`, `
		if (std.instance_type == 32w1) { hdr.in_.b = (bit<32>)meta.first; hdr.in_.e = (bit<8>)std.egress_port; truncate(32w18); }`, ""))
	w.Mirror(6, 8)
	packet := []byte("01234567890123\x01ABCDE")
	p, err := w.Ingress(2, 0, packet)
	require.NoError(t, err)
	require.Equal(t, &p4check.Packet{Port: 3, Data: append(make([]byte, 8), packet[8:]...)}, p.Sent)
	require.Equal(t, &p4check.Packet{Port: 8, Data: []byte("01234567\x00\x00\x00\x0923\x01\x08BC")}, p.Clone)
	packet[14] = 3 // a session that has no port
	p, err = w.Ingress(2, 0, packet)
	require.NoError(t, err)
	require.Nil(t, p.Clone)
	require.NotNil(t, p.Sent)
}

func TestBadExterns(t *testing.T) {
	for _, b := range []struct{ ingress, egress, compute, want string }{
		{"", "resubmit_preserving_field_list(8w1);", "", "resubmit_preserving_field_list is for block 3 of V1Switch, not for block 4"},
		{"update_checksum(true, {8w0}, hdr.in_.c, HashAlgorithm.csum16);", "", "", "update_checksum is for block 5 of V1Switch, not for block 3"},
		{"truncate(32w5);", "", "", "truncate is for block 4 of V1Switch, not for block 3"},
		{"hash(hdr.in_.c, HashAlgorithm.crc16, 16w0, {8w0}, 32w5);", "", "", "HashAlgorithm.crc16 is outside the subset"},
		{"hash(hdr.in_.c, HashAlgorithm.crc32, 16w0, {4w0}, 32w5);", "", "", "4 bits to sum, which is not a whole number of bytes"},
		{"hash(hdr.in_.c, HashAlgorithm.crc32, 32w0, {8w0}, 32w5);", "", "", "expected bit<16>, found bit<32>"},
		{"hash(hdr.in_.c, HashAlgorithm.crc32, 16w0, {8w0}, 5);", "", "", "both are bit strings with a width"},
		{"hash(32w5, HashAlgorithm.crc32, 32w0, {8w0}, 32w5);", "", "", "this cannot be assigned to"},
		{"clone_preserving_field_list(CloneType.E2E, 32w1, 8w1);", "", "", "expected I2E, found E2E"},
		{"resubmit_preserving_field_list(8w64);", "", "", "a list of fields of number 64 is outside the subset, 0 to 63"},
		{"", "", "update_checksum(true, {8w0}, hdr.in_.b, HashAlgorithm.csum16);", "the checksum has 16 bits, its field is bit<32>"},
		{"", "", "update_checksum(8w1, {8w0}, hdr.in_.c, HashAlgorithm.csum16);", "the condition of a checksum is bit<8>, not bool"},
		{"", "", "update_checksum(true, {hdr.in_.c + 16w1}, hdr.in_.c, HashAlgorithm.csum16);", "a computation in a checksum, which p4c refuses: fields and constants are in it"},
		{"recirculate(8w1);", "", "", "recirculate is no action"},
	} {
		_, err := p4check.Parse(around(b.ingress, b.egress, b.compute))
		require.ErrorContains(t, err, b.want)
	}
	_, err := p4check.Parse(strings.Replace(around("", "", ""), "header in_t {", "header in_t { @field_list(1)", 1))
	require.ErrorContains(t, err, "annotation @field_list is outside the subset here")
	w := parse(t, around("hash(hdr.in_.c, HashAlgorithm.crc32, 16w0, {8w0}, hdr.in_.b);", "", ""))
	_, _, err = w.Process(0, make([]byte, 16))
	require.EqualError(t, err, "a hash below 0")
}
