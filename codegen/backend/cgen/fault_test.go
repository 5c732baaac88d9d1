package cgen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
)

// faulting are bodies of functions of an index i, of which the value is known or not asked
// for, but which fault where i is 4 or more: t has 4 elements.
var faulting = map[string]struct {
	results, body, value string
	c                    string // what the C has
}{
	"equal":        {"bool", "return t[i] == t[i]", "1", "((void)"},
	"less":         {"bool", "return t[i] < t[i]", "0", "((void)"},
	"greater":      {"bool", "return !(t[i]+1 > t[i]+1)", "1", "((void)"},
	"called":       {"bool", "return at(i) >= at(i)", "1", "((void)"},
	"through":      {"bool", "return through(i) != through(i)", "0", "((void)"},
	"byType":       {"bool", "return t[i] >= 0", "1", "((void)"},
	"byRange":      {"bool", "return uint32(t[i]) < 256", "1", "((void)"},
	"byBits":       {"bool", "return 20 < (t[i] & 15)", "0", "((void)"},
	"left":         {"bool", "return t[i] <= 255 && i != 9", "1", "&&"},
	"right":        {"bool", "return i != 9 && t[i] == t[i]", "1", "&&"},
	"neither":      {"bool", "return t[i] == t[i] || t[i] != t[i]", "1", "||"},
	"array":        {"bool", "a := [4]uint8{1, 2, 3, 4}\n\treturn a[i] == a[i]", "1", "((void)"},
	"condition":    {"uint32", "if t[i] == t[i] {\n\t\treturn 7\n\t}\n\treturn 8", "7", "if (((void)"},
	"timesZero":    {"uint8", "return t[i] * 0", "0", ""},
	"andZero":      {"uint8", "return t[i] & 0", "0", ""},
	"minus":        {"uint8", "return t[i] - t[i]", "0", ""},
	"xor":          {"uint8", "return t[i] ^ t[i]", "0", ""},
	"andNot":       {"uint32", "return uint32(t[i]) &^ uint32(t[i])", "0", ""},
	"shiftedOut":   {"uint8", "return t[i] << 8", "0", ""},
	"shiftedRight": {"uint32", "return uint32(t[i]) >> 32", "0", ""},
	"minusOne":     {"int8", "return int8(t[i]) % -1", "0", ""},
	"one":          {"uint8", "return t[i] % 1", "0", ""},
	"least":        {"uint8", "return min(t[i], 0)", "0", ""},
	"most":         {"uint8", "return max(t[i], t[i]) - t[i]", "0", ""},
	"products":     {"uint8", "_, _ = bits.Mul32(uint32(t[i]), 3)\n\treturn 5", "5", "(void)"},
	"sums":         {"uint8", "_, _ = bits.Add32(3, uint32(at(i)), 0)\n\treturn 5", "5", "(void)"},
	"high":         {"uint32", "hi, _ := bits.Mul32(uint32(t[i]), 0)\n\treturn hi", "0", ""},
	"unused":       {"uint8", "x := t[i]\n\tx = 3\n\treturn x", "3", ""},
	"written":      {"uint8", "a := [4]uint8{}\n\ta[i] = 1\n\treturn a[0] - a[0] + 6", "6", ""},
	"noCase":       {"uint8", "switch t[i] {\n\t}\n\treturn 9", "9", ""},
	"default":      {"uint8", "switch t[i] {\n\tdefault:\n\t}\n\treturn 9", "9", ""},
	"noBranch":     {"uint8", "if t[i] == 3 {\n\t}\n\treturn 9", "9", ""},
	"noTurn":       {"uint8", "for n := uint32(0); n < 2; n++ {\n\t\tif t[i] != t[i] {\n\t\t\tbreak\n\t\t}\n\t}\n\treturn 9", "9", "((void)"},
	"copied":       {"uint8", "b := rows[i]\n\tb = [2]uint8{}\n\treturn b[0]", "0", ""},
}

// pure are such of which nothing can fault: they are decided, and their operands not printed.
var pure = map[string]struct{ results, body, value string }{
	"self":   {"bool", "return i == i", "1"},
	"masked": {"bool", "return t[i&3] == t[i&3]", "1"},
	"known":  {"bool", "if i < 4 {\n\t\treturn t[i] <= t[i]\n\t}\n\treturn true", "1"},
	"stops":  {"bool", "return i >= 4 || t[i] == t[i]", "1"},
	"stops2": {"bool", "return !(i < 4 && t[i] >= 1)", ""},
}

func faultSource() string {
	var b strings.Builder
	b.WriteString("package p\n\nimport \"math/bits\"\n\nvar t = [4]uint8{1, 2, 3, 4}\n\n" +
		"func at(i uint32) uint8 { return t[i] }\n\nfunc through(i uint32) uint8 { return at(i) + 1 }\n")
	b.WriteString("\nvar rows = [4][2]uint8{{1, 2}, {3, 4}, {5, 6}, {7, 8}}\n")
	for _, name := range slices.Sorted(maps.Keys(faulting)) {
		c := faulting[name]
		fmt.Fprintf(&b, "\n//ccgen:export\nfunc F%s(i uint32) %s {\n\t%s\n}\n", name, c.results, c.body)
	}
	for _, name := range slices.Sorted(maps.Keys(pure)) {
		c := pure[name]
		fmt.Fprintf(&b, "\n//ccgen:export\nfunc P%s(i uint32) %s {\n\t%s\n}\n", name, c.results, c.body)
	}
	return b.String()
}

// TestWhatFaultsIsKept compiles and runs functions of which the value is known without a
// part that can fault, and sees that part fault.
func TestWhatFaultsIsKept(t *testing.T) {
	p, err := frontend.Load(fstest.MapFS{"p/p.go": {Data: []byte(faultSource())}}, "m", []string{"p"}, frontend.Options{})
	require.NoError(t, err)
	m := interp.New(p)
	var script []exchange
	ask := func(name, value string, i uint64, faults bool) {
		e := exchange{fmt.Sprintf("call p.%s %d", name, i), "ok " + value}
		results, err := m.CallFunc(p.Func("p."+name), []uint64{i})
		require.Equal(t, faults, faulted(t, err), name)
		switch {
		case faults:
			e.reply = indexFault
		case value == "":
			e.reply += fmt.Sprint(results[0])
		default:
			require.Equal(t, value, fmt.Sprint(results[0]), name)
		}
		script = append(script, e)
	}
	header, err := Generate(p, Options{})
	require.NoError(t, err)
	function := func(name string) string {
		_, text, ok := strings.Cut(string(header), "cc_p_"+Snake(name)+"(uint32_t i)\n{")
		require.True(t, ok, name)
		text, _, _ = strings.Cut(text, "\n}")
		return text
	}
	for name, c := range faulting {
		require.Contains(t, function("F"+name), c.c, name)
		for _, i := range []uint64{0, 3, 4, 5, 1 << 31, 1<<32 - 1} {
			ask("F"+name, c.value, i, i > 3)
		}
	}
	for name, c := range pure {
		require.NotContains(t, function("P"+name), "((void)", name)
		for _, i := range []uint64{0, 3, 4, 1<<32 - 1} {
			ask("P"+name, c.value, i, false)
		}
	}
	require.Contains(t, function("Pmasked"), "return true;")
	runMatrix(t, sampled, p, script)
}
