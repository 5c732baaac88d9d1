package p4check_test

import (
	"testing"

	"smartnic-cc/codegen/check/p4check"
)

// FuzzParse: any text is read or refused; what is read runs on any packet.
func FuzzParse(f *testing.F) {
	f.Add(harness("", "", ""), []byte{1, 2, 3})
	f.Add(harness("const bit<32> N = 4;", "register<bit<16>>(N) count; action a(bit<8> x) { count.write(0, (bit<16>)x); }", "a(3);"), packet(1))
	f.Add(harness("", `action set(bit<64> v) { hdr.out_.r = v; }
    table t { key = { hdr.in_.a : lpm; } actions = { set; } const default_action = set(1); const entries = { 1 &&& 0xFFFFFFFFFFFFFFFF : set(2); } }`, "t.apply();"), packet(1))
	f.Add(expression(64, "(bit<64>)(((bit<128>)hdr.in_.a * (bit<128>)hdr.in_.b) >> 8w64)"), packet(1, 2, 3, 4))
	f.Add(expression(1, "(bit<1>)(hdr.in_.a < 5 && !((int<64>)hdr.in_.b > -3))"), packet(9))
	f.Add("#include <core.p4>\n#include <v1model.p4>\nconst bit<8> x = 1 ++ 2;", []byte(nil))
	f.Add(nic("const PortId_t OTHER = (PortId_t)9;", "Register<bit<64>, bit<32>>(4) r; Hash<bit<32>>(PNA_HashAlgorithm_t.CRC32) h;",
		"meta.x = h.get_hash(32w0, {hdr.in_.a, meta.x}, 32w5); hdr.out_.r = r.read(meta.x); if (istd.input_port == OTHER) { send_to_port(OTHER); }"), packet(1))
	f.Fuzz(func(t *testing.T, text string, data []byte) {
		p, err := p4check.Parse(text)
		if err != nil {
			if _, ok := err.(*p4check.Error); !ok {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		w := p.NewSwitch()
		for range 2 {
			if _, _, err := w.Process(0, data); err != nil {
				if _, ok := err.(*p4check.Fault); !ok {
					t.Fatalf("%T: %v", err, err)
				}
			}
		}
	})
}
