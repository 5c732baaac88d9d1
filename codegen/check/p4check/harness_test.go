package p4check_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/p4check"
)

// harness is a program around pieces: locals of the ingress control, and statements of
// its apply block, which may use hdr.in.a to hdr.in.d (64 bits each) and set hdr.out.r.
func harness(top, locals, apply string) string {
	return strings.NewReplacer("TOP", top, "LOCALS", locals, "APPLY", apply).Replace(`#include <core.p4>
#include <v1model.p4>
header in_t { bit<64> a; bit<64> b; bit<64> c; bit<64> d; }
header out_t { bit<64> r; }
TOP
struct headers_t { in_t in_; out_t out_; }
struct meta_t { bit<32> x; }
parser P(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.in_); transition accept; }
}
control V(inout headers_t hdr, inout meta_t meta) { apply { } }
control I(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    LOCALS
    apply {
        hdr.out_.setValid();
        hdr.out_.r = 64w0;
        APPLY
        std.egress_spec = 9w3;
    }
}
control E(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) { apply { } }
control C(inout headers_t hdr, inout meta_t meta) { apply { } }
control D(packet_out packet, in headers_t hdr) { apply { packet.emit(hdr.out_); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`)
}

func parse(t testing.TB, text string) *p4check.Switch {
	t.Helper()
	p, err := p4check.Parse(text)
	require.NoError(t, err, text)
	return p.NewSwitch()
}

func packet(vs ...uint64) []byte {
	var b []byte
	for _, v := range vs {
		b = binary.BigEndian.AppendUint64(b, v)
	}
	for len(b) < 32 {
		b = append(b, 0)
	}
	return b
}

// result runs a packet of four values and returns r.
func result(t testing.TB, w *p4check.Switch, vs ...uint64) uint64 {
	t.Helper()
	out, port, err := w.Process(1, packet(vs...))
	require.NoError(t, err)
	require.EqualValues(t, 3, port)
	require.Len(t, out, 8)
	return binary.BigEndian.Uint64(out)
}

// expression returns what sets r to an expression of a type of that many bits.
func expression(width int, e string) string {
	return harness("", "", fmt.Sprintf("bit<%d> r = %s; hdr.out_.r = (bit<64>)r;", width, e))
}
