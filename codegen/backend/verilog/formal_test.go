package verilog_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/verilog"
	"smartnic-cc/internal/dev/tier"
)

// TestLawsOfTheCore: yosys-smtbmc shows by induction that no event breaks a law of the notification point's core, in one
// stage and in two, and names the law that a planted fault breaks. Of the reaction point yosys takes the assertions;
// z3 does not end on its products.
func TestLawsOfTheCore(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "yosys", "z3")
	p, err := codegen.Firmware()
	require.NoError(t, err)
	elaborate := func(dir, name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "design.v"), []byte(text), 0o600))
		c := exec.Command("yosys", "-q", "-p", "read_verilog -formal design.v; prep -flatten -top "+name+"_laws; opt -full; dffunmap; write_smt2 -wires design.smt2")
		c.Dir = dir
		said, err := c.CombinedOutput()
		require.NoError(t, err, "%s", said)
		require.Empty(t, string(said), name)
	}
	prove := func(dir string, args ...string) (string, error) {
		c := exec.Command("yosys-smtbmc", append(args, "-s", "z3", "design.smt2")...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		return string(out), err
	}
	for _, tr := range p.Transducers {
		if tr.Check == nil {
			continue
		}
		for _, stages := range []int{1, 2} {
			o := verilog.Options{Algorithm: tr.Name, Stages: stages}
			plain, err := verilog.Generate(p, o)
			require.NoError(t, err)
			o.Laws = true
			d, err := verilog.Generate(p, o)
			require.NoError(t, err)
			before, rest, ok := strings.Cut(string(d.Text), "`ifdef FORMAL\n")
			require.True(t, ok)
			_, after, _ := strings.Cut(rest, "`endif\n")
			require.Equal(t, string(plain.Text), strings.TrimSuffix(before, "\n")+after, "without FORMAL the modules are the same")
			if tr.Pkg.Name != "dcqcn" || stages > 1 && tr.Name != "dcqcnnp" {
				continue // minutes of yosys
			}
			dir := t.TempDir()
			elaborate(dir, tr.Name, string(d.Text))
			if tr.Name != "dcqcnnp" {
				continue
			}
			for _, how := range [][]string{{"-t", "5"}, {"-t", "5", "-i"}} {
				said, err := prove(dir, how...)
				require.NoError(t, err, "%s", said)
				require.Contains(t, said, "Status: PASSED")
			}
			core, marks, ok := strings.Cut(before, "n_Marked <= ")
			require.True(t, ok)
			elaborate(dir, tr.Name, core+"n_Marked <= 7'd1 + "+marks+"`ifdef FORMAL\n"+rest)
			said, err := prove(dir, "-t", "5")
			require.Error(t, err)
			require.Regexp(t, `Assert failed in dcqcnnp_laws: \w+`, said)
		}
	}
}
