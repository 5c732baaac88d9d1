package p4_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
)

// TestNames: names of the source that would be declared twice, or by v1model.p4, or hide
// others, are given others. generate has the text read, which refuses all of these.
func TestNames(t *testing.T) {
	p, err := frontend.Load(os.DirFS("../../.."), "smartnic-cc", []string{"codegen/backend/p4/testdata/direct"}, frontend.Options{})
	require.NoError(t, err)
	text := generate(t, p, p4.Options{Algorithm: "direct"})
	same(t, p, "direct", text, 0)
	for _, s := range []string{
		"const bit<32> direct_meter_uint32 = ", "const bit<32> direct_counter_uint32 = ",
		"register<bit<32>>(1) params_In_Shift;", "register<bit<32>>(1) params_In__Shift;",
	} {
		require.Contains(t, string(text), s)
	}
	for name := range strings.FieldsSeq("amount_1 rows_key_1 init_x_1") {
		require.Regexp(t, `\b`+name+`_+\b`, string(text), "%s is not taken in this source; the test needs another", name)
	}
}

// TestNothingUnused: the compiler warns of what is declared and not used. And a name that is
// not of the source is among those that the source does not get. p4c 1.2.5.16 warned of hpcc_One and budget_MaxPrice,
// which only outputs had.
func TestNothingUnused(t *testing.T) {
	nothingUnused(t, firmware(t))
	for _, folder := range []string{"internal/peers/dctcp", "internal/peers/hpcc", "internal/peers/timelyns3", "nicmodel/systems/drum/budget"} {
		p, err := frontend.Load(os.DirFS("../../.."), "smartnic-cc", []string{folder}, frontend.Options{})
		require.NoError(t, err)
		nothingUnused(t, p)
	}
}

func nothingUnused(t *testing.T, fw *ir.Program) {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^ *(?:const (?:bit|int)<\d+>|const bool|header|struct|control|parser|action|table|state|register<bit<\d+>>\(\w+\)|bit<\d+>|int<\d+>|bool) (\w+)(?:\(| =|;| \{)`)
	numbered, constant := regexp.MustCompile(`_\d+_*$`), regexp.MustCompile(`^const \S+ [a-z0-9]+_`)
	fields := regexp.MustCompile(`((?:header|struct) \w+ \{)[^}]*\}`)
	for _, tr := range fw.Transducers {
		texts := [][]byte{generate(t, fw, p4.Options{Algorithm: tr.Name})}
		if values, _, err := params(tr.Name, "paper", "100G"); err == nil {
			texts = append(texts, generate(t, fw, p4.Options{Algorithm: tr.Name, Values: values}))
		}
		for _, text := range texts {
			program := noComments(text)
			count := map[string]int{}
			for _, w := range regexp.MustCompile(`\w+`).FindAllString(program, -1) {
				count[w]++
			}
			found := 0
			program = fields.ReplaceAllString(program, "$1") // what a field is for, the other side knows
			for _, m := range declared.FindAllStringSubmatch(program, -1) {
				found++
				if !numbered.MatchString(m[1]) && !constant.MatchString(m[0]) {
					require.True(t, p4.Taken(tr, m[1]), m[1])
				}
				if m[1] != "start" && count[m[1]] < 2 {
					t.Errorf("%s: %s is not used", tr.Name, m[1])
				}
			}
			require.Greater(t, found, 40)
		}
	}
}

// TestActionData: what tables give to actions is bits without a sign, as simple_switch can
// load them, and signed only in the actions.
func TestActionData(t *testing.T) {
	fw := firmware(t)
	signed := 0
	for _, tr := range fw.Transducers {
		text := noComments(generate(t, fw, p4.Options{Algorithm: tr.Name}))
		for _, m := range regexp.MustCompile(`action (\w+)\((.+)\) \{\n(.*)\n`).FindAllStringSubmatch(text, -1) {
			require.Regexp(t, `^bit<\d+> value$`, m[2])
			if strings.Contains(m[3], "(int<") {
				signed++
			}
		}
		for _, m := range regexp.MustCompile(`_set_\d+\((.*)\);`).FindAllStringSubmatch(text, -1) {
			require.Regexp(t, `^\d+w(\d+|0x[0-9A-F]+)$`, m[1], tr.Name)
		}
	}
	require.Greater(t, signed, 10)
}
