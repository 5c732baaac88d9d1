package p4_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/testvectors"
)

// mutations are changes of a program's text, each a bug that a printer or a port may
// have.
var mutations = []struct{ what, from, to string }{
	{"add for subtract", `(\w+_\d+) - (\w+)`, "$1 + $2"},
	{"subtract for add", `(\w+_\d+) \+ (\w+)`, "$1 - $2"},
	{"one bit further", `>> 8w(\d)`, ">> 8w1$1"},
	{"greater for less", ` < (meta|\w+_\d+)`, " > $1"},
	{"greater for greater or equal", ` >= `, " > "},
	{"not equal for equal", ` == (\d+w\d+)`, " != $1"},
	{"or for and", ` && `, " || "},
	{"sides of a choice", `\? ([\w.]+) : ([\w.]+)`, "? $2 : $1"},
	{"another table entry", `(_set_\d+)\(16w0x\w(\w{3})\)`, "$1(16w0x0$2)"},
	{"a field less stored", `state_(RC|Rates_RC|React_RC|Learn_Rest|Learn_Arm_1_Mean|Arm|RT)\.write\([^\n]*\n`, "\n"},
	{"a bit of a mask", ` & 32w4095`, " & 32w255"},
	{"a product in 32 bits", `\(\(bit<64>\)([\w.]+)\) \* `, "((bit<64>)(bit<16>)$1) * "},
}

// TestMutants makes each change wherever its pattern matches, and checks that the vectors find it.
func TestMutants(t *testing.T) {
	fw := firmware(t)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	for _, name := range []string{"dcqcn", "dolcerc4", "dolcercplus4"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := string(generate(t, fw, p4.Options{Algorithm: name}))
			made := 0
			for _, m := range mutations {
				changed := regexp.MustCompile(m.from).ReplaceAllString(text, m.to)
				if changed == text {
					continue
				}
				made++
				_, err := p4check.Parse(changed)
				require.NoError(t, err, m.what)
				o, err := (&p4.Text{Program: []byte(changed), Def: fw.Transducer(name)}).CheckBuiltin(t.Context(), files)
				require.True(t, err != nil || o.Report != nil, "%s: not found", m.what)
			}
			require.GreaterOrEqual(t, made, 8)
		})
	}
}
