package cgen

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
)

func TestSnake(t *testing.T) {
	for name, want := range map[string]string{
		"Log2": "log2", "ISqrt": "isqrt", "RSqrt": "rsqrt", "UQ16x16": "uq16x16", "Q5x26": "q5x26", "MaxUQ0x16": "max_uq0x16",
		"Log2UQ16x16": "log2_uq16x16", "MulShiftDownI32": "mul_shift_down_i32", "TakeECNRatio": "take_ecn_ratio", "CNPs": "cnps",
		"CNPsSeen": "cnps_seen", "RC": "rc", "RCTarget": "rc_target", "XiLn2": "xi_ln2", "Time_Since": "time_since", "Update_4Arm": "update_4_arm",
		"MaxKArms": "max_k_arms", "logN": "log_n", "x": "x", "Add64": "add64", "DidCNP": "did_cnp", "arm": "arm", "N": "n", "EventCNP": "event_cnp",
		"T0": "t0", "HTTPServer": "http_server",
	} {
		require.Equal(t, want, Snake(name), name)
	}
	require.Equal(t, "default_", safe("default"))
	require.Equal(t, "unused", safe("_"))
	require.Equal(t, "n2nd", safe("2nd"))
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		k    ir.Kind
		v    string
		text string
		lit  bool
		want string
	}{
		{ir.Uint32, "255", "0xff", true, "0xFFu"},
		{ir.Uint32, "1000000", "1_000_000", true, "1000000u"},
		{ir.Uint32, "10", "0b1010", true, "10u"},
		{ir.Uint32, "15", "0o17", true, "15u"},
		{ir.Uint32, "15", "017", true, "15u"},
		{ir.Uint64, "9223372036854775808", "1 << 63", false, "(UINT64_C(1) << 63)"},
		{ir.Uint64, "4294967295", "1<<32 - 1", false, "((UINT64_C(1) << 32) - UINT64_C(1))"},
		{ir.Int32, "2147483647", "1<<31 - 1", false, "0x7FFFFFFF"}, // 1 << 31 is not in int
		{ir.Int32, "-2147483648", "-2147483648", true, "INT32_MIN"},
		{ir.Int64, "-9223372036854775808", "", false, "INT64_MIN"},
		{ir.Int64, "-5", "-5", true, "-INT64_C(5)"},
		{ir.Int16, "-32768", "", false, "-32768"},
		{ir.Uint16, "65535", "0xFFFF", true, "0xFFFF"},
		{ir.Bool, "1", "true", true, "true"},
		{ir.Uint32, "96", "3 << 5", false, "(3u << 5)"},
		{ir.Uint32, "7", "1 << 3", false, "7u"}, // the text means something else: the value counts
	} {
		v, _ := new(big.Int).SetString(c.v, 10)
		require.Equal(t, c.want, number(c.k, v, c.text, c.lit).s)
	}
}

func TestComment(t *testing.T) {
	require.Equal(t, "\t/* a * / b / * c ? ?/ */\n", comment([]string{"a */ b /* c ??/"}, "\t"))
	require.Equal(t, "/* one\n *\n *  / two\n */\n", comment([]string{"one", "", "/ two", ""}, ""))
	require.Empty(t, comment([]string{""}, ""))
}

// TestIntervals checks every operation against all pairs of small intervals'
// members.
func TestIntervals(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	ops := []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Rem, ir.And, ir.Or, ir.Xor, ir.AndNot}
	for range 20000 {
		a, b := small(r), small(r)
		op := ops[r.IntN(len(ops))]
		if op == ir.Div || op == ir.Rem {
			b.hi = b.lo
		}
		got, ok := exact(op, a, b)
		if !ok {
			continue
		}
		for x := a.lo.Int64(); x <= a.hi.Int64(); x++ {
			for y := b.lo.Int64(); y <= b.hi.Int64(); y++ {
				if v, ok := apply(op, x, y); ok && !point(big.NewInt(v)).within(got) {
					t.Fatalf("%d %s %d = %d is not in %s, of %s and %s", x, op, y, v, spanText(got), spanText(a), spanText(b))
				}
			}
		}
	}
}

func small(r *rand.Rand) interval {
	lo := int64(r.IntN(40) - 20)
	return span(lo, lo+int64(r.IntN(12)))
}

func apply(op ir.Op, x, y int64) (int64, bool) {
	switch op {
	case ir.Add:
		return x + y, true
	case ir.Sub:
		return x - y, true
	case ir.Mul:
		return x * y, true
	case ir.Div:
		if y == 0 {
			return 0, false
		}
		return x / y, true
	case ir.Rem:
		if y == 0 {
			return 0, false
		}
		return x % y, true
	case ir.And:
		return x & y, true
	case ir.Or:
		return x | y, true
	case ir.Xor:
		return x ^ y, true
	}
	return x &^ y, true
}

// TestShifted does the same for shifts.
func TestShifted(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		a := small(r)
		c := span(int64(r.IntN(5)), 0)
		c.hi = new(big.Int).Add(c.lo, big.NewInt(int64(r.IntN(6))))
		for _, op := range []ir.Op{ir.Shl, ir.Shr} {
			got, ok := shifted(op, a, c)
			require.True(t, ok)
			for x := a.lo.Int64(); x <= a.hi.Int64(); x++ {
				for n := c.lo.Int64(); n <= c.hi.Int64(); n++ {
					v := x << n
					if op == ir.Shr {
						v = x >> n
					}
					require.True(t, point(big.NewInt(v)).within(got), "%d %s %d", x, op, n)
				}
			}
		}
	}
}

// TestDecide checks the folding of comparisons over all pairs of members.
func TestDecide(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 5000 {
		a, b := small(r), small(r)
		for _, op := range []ir.Op{ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge} {
			truth, known := decide(op, a, b)
			if !known {
				continue
			}
			for x := a.lo.Int64(); x <= a.hi.Int64(); x++ {
				for y := b.lo.Int64(); y <= b.hi.Int64(); y++ {
					got := map[ir.Op]bool{ir.Eq: x == y, ir.Ne: x != y, ir.Lt: x < y, ir.Le: x <= y, ir.Gt: x > y, ir.Ge: x >= y}[op]
					require.Equal(t, truth, got, "%d %s %d", x, op, y)
				}
			}
		}
	}
}
