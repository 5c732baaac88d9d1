package cgen

import (
	"math/big"
	"regexp"
	"strings"
	"testing"

	"smartnic-cc/codegen/ir"
)

// FuzzComment looks for a text that ends its comment, opens another, or splices
// lines.
func FuzzComment(f *testing.F) {
	for _, s := range []string{"", "plain", "*/", "/*/", "**/", "/", "??/", "???/", "a\nb\\\n*/", "\\", "*\x00/", "\t/", "?\r?/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range []string{comment(strings.Split(s, "\n"), "\t"), inlineComment(s)} {
			inner := strings.TrimSpace(c)
			if inner == "" {
				continue
			}
			inner, ok := strings.CutPrefix(inner, "/*")
			inner, ok2 := strings.CutSuffix(inner, "*/")
			if !ok || !ok2 || strings.Contains(inner, "*/") || strings.Contains(inner, "/*") || strings.Contains(inner, "??/") {
				t.Errorf("%q gives %q", s, c)
			}
			if strings.Contains(inner, "\\\n") || strings.ContainsAny(inner, "\x00\r") {
				t.Errorf("%q gives %q", s, c)
			}
		}
	})
}

var cNumber = regexp.MustCompile(`^-?(?:U?INT64_C\()?((?:0x[0-9A-F]+|[1-9][0-9]*|0))u?\)?$`)

// FuzzNumber looks for a source text that changes the value of a constant.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"", "0x10", "017", "0b1", "1_000", "-5", "1 << 3", "1<<63 - 1", "0X_ff", "1<<999", "9 << 0", "(2 << 4)", "0o7"} {
		f.Add(s, int64(255), uint8(3), true)
		f.Add(s, int64(-1)<<63, uint8(4), false)
		f.Add(s, int64(8), uint8(7), true)
	}
	kinds := []ir.Kind{ir.Int8, ir.Int16, ir.Int32, ir.Int64, ir.Uint8, ir.Uint16, ir.Uint32, ir.Uint64}
	f.Fuzz(func(t *testing.T, text string, value int64, kind uint8, lit bool) {
		k := kinds[kind%8]
		v := k.Wrap(big.NewInt(value))
		c := number(k, v, text, lit)
		if strings.HasSuffix(c.s, "_MIN") {
			if v.Cmp(k.Min()) != 0 {
				t.Errorf("%s: %s", v, c.s)
			}
			return
		}
		if strings.Contains(c.s, "<<") {
			return // TestNumber and the compilers see to these
		}
		m := cNumber.FindStringSubmatch(c.s)
		if m == nil {
			t.Fatalf("%s of %q is printed as %s", v, text, c.s)
		}
		got, _ := new(big.Int).SetString(m[1], 0)
		if strings.HasPrefix(c.s, "-") {
			got.Neg(got)
		}
		if got.Cmp(v) != 0 {
			t.Errorf("%s of %q is printed as %s", v, text, c.s)
		}
	})
}
