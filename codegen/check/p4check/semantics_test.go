package p4check_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// oracle computes with big integers, reduced as the specification says.
type oracle struct {
	width  int
	signed bool
}

func (o oracle) wrap(v *big.Int) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(o.width))
	r := new(big.Int).Mod(v, m)
	if o.signed && r.Bit(o.width-1) != 0 {
		r.Sub(r, m)
	}
	return r
}

func truth(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// value is what an operator gives for x and y; n is a shift's amount.
func (o oracle) value(op string, x, y *big.Int, n uint) *big.Int {
	r := new(big.Int)
	switch op {
	case "+":
		return o.wrap(r.Add(x, y))
	case "-":
		return o.wrap(r.Sub(x, y))
	case "*":
		return o.wrap(r.Mul(x, y))
	case "&":
		return o.wrap(r.And(x, y))
	case "|":
		return o.wrap(r.Or(x, y))
	case "^":
		return o.wrap(r.Xor(x, y))
	case "<<":
		return o.wrap(r.Lsh(x, n))
	case ">>":
		return r.Rsh(x, n) // toward minus infinity
	case "==":
		return truth(x.Cmp(y) == 0)
	case "!=":
		return truth(x.Cmp(y) != 0)
	case "<":
		return truth(x.Cmp(y) < 0)
	case "<=":
		return truth(x.Cmp(y) <= 0)
	case ">":
		return truth(x.Cmp(y) > 0)
	}
	return truth(x.Cmp(y) >= 0)
}

func weird(r *rand.Rand) uint64 {
	switch r.IntN(4) {
	case 0:
		return uint64(r.IntN(4))
	case 1:
		return -uint64(r.IntN(4))
	case 2:
		return 1<<r.IntN(64) + uint64(r.IntN(3)) - 1
	}
	return r.Uint64()
}

// TestOperators holds every binary operator, at widths around the machine's, signed and not,
// against big integers. Results of more than 64 bits are looked at in two halves.
func TestOperators(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	compare := map[string]bool{"==": true, "!=": true, "<": true, "<=": true, ">": true, ">=": true}
	for _, width := range []int{1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 100, 127, 128} {
		for _, signed := range []bool{false, true} {
			for _, op := range []string{"+", "-", "*", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">="} {
				typ := fmt.Sprintf("bit<%d>", width)
				x := fmt.Sprintf("((%s)((bit<128>)hdr.in_.a << 64 | (bit<128>)hdr.in_.b))", typ)
				y := fmt.Sprintf("((%s)((bit<128>)hdr.in_.c << 64 | (bit<128>)hdr.in_.d))", typ)
				if signed {
					x, y = fmt.Sprintf("((int<%d>)%s)", width, x), fmt.Sprintf("((int<%d>)%s)", width, y)
				}
				if op == "<<" || op == ">>" {
					y = "(bit<8>)hdr.in_.d"
				}
				e := fmt.Sprintf("(%s %s %s)", x, op, y)
				var programs []string
				switch {
				case compare[op]:
					programs = []string{expression(1, "("+e+" ? 1w1 : 1w0)")}
				case width > 64:
					raw := fmt.Sprintf("(bit<%d>)%s", width, e)
					programs = []string{expression(64, "(bit<64>)("+raw+")"), expression(width-64, fmt.Sprintf("(bit<%d>)((%s) >> 64)", width-64, raw))}
				default:
					programs = []string{expression(width, fmt.Sprintf("(bit<%d>)%s", width, e))}
				}
				for half, text := range programs {
					w := parse(t, text)
					o := oracle{width, signed}
					for range 60 {
						in := []uint64{weird(r), weird(r), weird(r), weird(r)}
						if r.IntN(8) == 0 {
							in[2], in[3] = in[0], in[1]
						}
						a := o.wrap(new(big.Int).SetBytes(packet(in[0], in[1])[:16]))
						b := o.wrap(new(big.Int).SetBytes(packet(in[2], in[3])[:16]))
						want := o.value(op, a, b, uint(in[3]&255))
						if !compare[op] {
							want = oracle{width: width}.wrap(want)
						}
						want = oracle{width: 64}.wrap(want.Rsh(want, uint(64*half)))
						require.Equal(t, want.Uint64(), result(t, w, in...), "%s of %s and %s, half %d: %s", op, a, b, half, text)
					}
				}
			}
		}
	}
}

// TestUnary: the operators of one operand, on edges.
func TestUnary(t *testing.T) {
	for _, width := range []int{1, 8, 31, 32, 64} {
		mask := ^uint64(0) >> (64 - width)
		neg := parse(t, expression(width, fmt.Sprintf("-(bit<%d>)hdr.in_.a", width)))
		inv := parse(t, expression(width, fmt.Sprintf("~(bit<%d>)hdr.in_.a", width)))
		sneg := parse(t, expression(width, fmt.Sprintf("(bit<%d>)-(int<%d>)(bit<%d>)hdr.in_.a", width, width, width)))
		not := parse(t, expression(1, fmt.Sprintf("(bit<1>)!((bit<%d>)hdr.in_.a == 0)", width)))
		for _, v := range []uint64{0, 1, 2, 0x7F, 0x80, 0xFF, 1 << 30, 1 << 31, 1<<63 - 1, 1 << 63, ^uint64(0)} {
			x := v & mask
			require.Equal(t, -x&mask, result(t, neg, v))
			require.Equal(t, -x&mask, result(t, sneg, v))
			require.Equal(t, ^x&mask, result(t, inv, v))
			require.Equal(t, x != 0, result(t, not, v) == 1)
		}
	}
	wide := parse(t, expression(64, "(bit<64>)((-(bit<128>)hdr.in_.a ^ ~(bit<128>)hdr.in_.b) >> 64)"))
	require.Equal(t, uint64(0), result(t, wide, 1, 5))
	require.Equal(t, ^uint64(0), result(t, wide, 0, 5))
}

// TestExpressions: casts, precedence and short circuit, by hand.
func TestExpressions(t *testing.T) {
	for _, tc := range []struct {
		width int
		e     string
		a, b  uint64
		want  uint64
	}{
		{16, "(bit<16>)(int<16>)(int<8>)(bit<8>)hdr.in_.a", 0x80, 0, 0xFF80},
		{16, "(bit<16>)(bit<8>)hdr.in_.a", 0x1280, 0, 0x80},
		{8, "(bit<8>)(int<8>)(int<16>)(bit<16>)hdr.in_.a", 0x1280, 0, 0x80},
		// & binds tighter than ==, unlike in C.
		{1, "(bit<1>)(hdr.in_.a & 1 == 1)", 3, 0, 1},
		{64, "hdr.in_.a + hdr.in_.b * 2", 1, 3, 7},
		{64, "hdr.in_.a << 8w2 + 1", 1, 0, 8},
		{64, "hdr.in_.a | hdr.in_.b ^ 64w1 & 3", 4, 1, 4},
		{64, "hdr.in_.a - hdr.in_.b - 1", 10, 3, 6},
		{8, "(bit<8>)hdr.in_.a + 8w1", 0xFF, 0, 0},
		{8, "8w255 + 8w1", 0, 0, 0},
		{8, "8w0b1010_1010 ^ 8w0o17", 0, 0, 0xA5},
		{64, "hdr.in_.a > 5 ? hdr.in_.b : hdr.in_.b > 5 ? 64w1 : 64w2", 1, 9, 1},
		{64, "hdr.in_.a >> 8w64", ^uint64(0), 0, 0},
		{64, "(bit<64>)((int<64>)hdr.in_.a >> 8w200)", 1 << 63, 0, ^uint64(0)},
		{8, "(bit<8>)(-8s1)", 0, 0, 0xFF},
		{8, "(bit<8>)300", 0, 0, 44},
		{8, "(bit<8>)(int<8>)8w0x80", 0, 0, 0x80},
		{1, "(bit<1>)(true && !false || false)", 0, 0, 1},
		{1, "(bit<1>)(hdr.in_.isValid() && hdr.out_.isValid())", 0, 0, 1},
	} {
		require.Equal(t, tc.want, result(t, parse(t, expression(tc.width, tc.e)), tc.a, tc.b), tc.e)
	}
}

// TestTables: what each kind of match finds, and in which order.
func TestTables(t *testing.T) {
	table := func(match, entries string) string {
		return harness("", `action set(bit<64> v) { hdr.out_.r = v; }
    action two(bit<64> v, bit<8> w) { hdr.out_.r = v + (bit<64>)w; }
    table t {
        key = { (bit<8>)hdr.in_.a : `+match+`; }
        actions = { set; two; }
        const default_action = set(99);
        const entries = { `+entries+` }
    }`, "t.apply();")
	}
	for _, tc := range []struct {
		match, entries string
		want           map[uint64]uint64
	}{
		{"exact", "0 : set(10); 5 : two(20, 3); 8w255 : set(30);", map[uint64]uint64{0: 10, 5: 23, 255: 30, 1: 99, 256: 10}},
		{"lpm", "0x80 &&& 0x80 : set(1); 0xC0 &&& 0xE0 : set(2); 0xC1 : set(3); 0 &&& 0 : set(4);", map[uint64]uint64{0x80: 1, 0xE0: 1, 0xC0: 2, 0xC1: 3, 0x10: 4, 0xDF: 2}},
		{"ternary", "0x01 &&& 0x03 : set(1); 0x01 &&& 0x01 : set(2); 0 &&& 0 : set(3); 4 : set(4);", map[uint64]uint64{1: 1, 3: 2, 5: 1, 4: 3, 0: 3}},
		{"exact", "", map[uint64]uint64{0: 99}},
	} {
		w := parse(t, table(tc.match, tc.entries))
		for k, v := range tc.want {
			require.Equal(t, v, result(t, w, k), "%s %s: %d", tc.match, tc.entries, k)
		}
	}
}

// TestRegisters: they keep their values from packet to packet, and a control plane can
// look at them.
func TestRegisters(t *testing.T) {
	w := parse(t, harness("const bit<32> N = 4;", `register<bit<16>>(N) count;
    bit<16> old;
    action bump(bit<16> by) {
        count.read(old, (bit<32>)hdr.in_.a);
        count.write((bit<32>)hdr.in_.a, old + by);
    }`, "bump(3); hdr.out_.r = (bit<64>)old;"))
	for i := range uint64(4) {
		require.Equal(t, 3*i, result(t, w, 2))
	}
	require.Equal(t, []uint64{0, 0, 12, 0}, w.Register("count"))
	require.Nil(t, w.Register("none"))
	_, _, err := w.Process(0, packet(4))
	require.EqualError(t, err, "register count has 4 elements, none at 4")
	require.Equal(t, uint64(12), result(t, w, 2), "a fault leaves the rest alone")
}

// TestPackets: fields that cross bytes, headers that are too long for the packet, payload,
// drops, states that select.
func TestPackets(t *testing.T) {
	text := `#include <core.p4>
#include <v1model.p4>
header a_t { bit<4> x; bit<12> y; }
header b_t { bit<24> z; }
struct h_t { a_t a; b_t b; }
struct m_t { bit<8> n; }
parser P(packet_in p, out h_t h, inout m_t m, inout standard_metadata_t s) {
    state start { p.extract(h.a); transition select(h.a.x, h.a.y) { (4w1, 12w0xFFF) : more; (4w1, 0) : more; (4w2, 12w8) : more; (4w3, 0) : loop; default : accept; } }
    state more { p.extract(h.b); transition accept; }
    state loop { transition loop; }
}
control V(inout h_t h, inout m_t m) { apply { } }
control I(inout h_t h, inout m_t m, inout standard_metadata_t s) {
    apply {
        if (h.b.isValid()) { h.a.y = h.a.y + 1; h.a.x = (bit<4>)h.b.z; h.b.setInvalid(); s.egress_spec = s.ingress_port + 1; }
        else if (h.a.isValid()) { h.b.setValid(); h.b.z = 24w0xABCDEF; }
        else { mark_to_drop(s); }
    }
}
control E(inout h_t h, inout m_t m, inout standard_metadata_t s) { apply { if (h.a.x == 15) { mark_to_drop(s); } } }
control C(inout h_t h, inout m_t m) { apply { } }
control D(packet_out p, in h_t h) { apply { p.emit(h.a); p.emit(h.b); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;`
	w := parse(t, text)
	for _, tc := range []struct {
		in, out []byte
		port    uint16
	}{
		{[]byte{0x1F, 0xFF, 0, 0, 7, 0x55}, []byte{0x70, 0x00, 0x55}, 10},
		{[]byte{0x20, 0x08, 1, 2, 3}, []byte{0x30, 0x09}, 10},
		{[]byte{0x20, 0x07, 1}, []byte{0x20, 0x07, 0xAB, 0xCD, 0xEF, 1}, 0},
		{[]byte{0x10, 0x00, 1, 2}, []byte{0x10, 0x00, 0xAB, 0xCD, 0xEF, 1, 2}, 0}, // too short for b
		{[]byte{0x10}, nil, 0},
		{nil, nil, 0},
		{[]byte{0x10, 0, 0, 0, 15}, nil, 0}, // dropped by the egress
	} {
		out, port, err := w.Process(9, tc.in)
		require.NoError(t, err)
		require.Equal(t, tc.out, out, "%x", tc.in)
		require.Equal(t, tc.port, port)
	}
	_, _, err := w.Process(0, []byte{0x30, 0})
	require.EqualError(t, err, "the parser does not end")
}

// TestFaults: what has no defined result is not given one.
func TestFaults(t *testing.T) {
	for apply, want := range map[string]string{
		"hdr.out_.setInvalid(); hdr.out_.r = 1;":                                "a field of an invalid header is written",
		"hdr.in_.setInvalid(); hdr.out_.r = hdr.in_.a;":                         "a field of an invalid header is read",
		"if (hdr.in_.a == 0) { hdr.in_.setInvalid(); } hdr.out_.r = hdr.in_.b;": "a field of an invalid header is read",
	} {
		_, _, err := parse(t, harness("", "", apply)).Process(0, packet())
		require.EqualError(t, err, want, apply)
	}
	// What is not set is not 0.
	w := parse(t, harness("", "bit<64> x;", "hdr.out_.r = x + (bit<64>)meta.x;"))
	require.NotZero(t, result(t, w))
	// and not what it was for the packet before.
	w = parse(t, harness("", "", "bit<64> y; if (hdr.in_.a == 1) { y = 5; } hdr.out_.r = y;"))
	require.Equal(t, uint64(5), result(t, w, 1))
	require.NotEqual(t, uint64(5), result(t, w, 0))
}
