package cgen

import (
	"math/big"
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
