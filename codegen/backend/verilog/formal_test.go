package verilog_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/verilog"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/dev/tier"
)

// formal runs a solver on the laws of a core.
type formal struct {
	dir, name string
	clocks    int // of one step, from its event to the check of its output
}

// elaborate reads a design into yosys.
func elaborate(t *testing.T, d *verilog.Design, text string) *formal {
	t.Helper()
	f := &formal{t.TempDir(), d.Def.Name, d.Latency + 2}
	require.NoError(t, os.WriteFile(filepath.Join(f.dir, "design.v"), []byte(text), 0o600))
	f.yosys(t, "read_verilog -formal design.v; hierarchy -top "+f.name+"_laws; proc; flatten; write_rtlil design.il")
	return f
}

func (f *formal) yosys(t *testing.T, script string) {
	t.Helper()
	c := exec.Command("yosys", "-q", "-p", script)
	c.Dir = f.dir
	said, err := c.CombinedOutput()
	require.NoError(t, err, "%s", said)
	require.Empty(t, string(said), f.name)
}

// only leaves one law. It may be so plain that yosys needs no solver: nothing of it is left then.
func (f *formal) only(t *testing.T, law string) string {
	t.Helper()
	f.yosys(t, "read_rtlil design.il; delete t:$assert c:"+law+" %d; select -assert-count 1 t:$assert; prep; opt -full; dffunmap; write_smt2 -wires "+law+".smt2")
	return law + ".smt2"
}

// all leaves all laws.
func (f *formal) all(t *testing.T) string {
	t.Helper()
	f.yosys(t, "read_rtlil design.il; prep; opt -full; dffunmap; write_smt2 -wires all.smt2")
	return "all.smt2"
}

// prove asks whether the laws of a file hold in the first clocks, and then by induction.
func (f *formal) prove(file string) (string, error) {
	var out []byte
	for _, how := range [][]string{nil, {"-i"}} {
		c := exec.Command("yosys-smtbmc", append(how, "-s", "z3", "--unroll", "-t", strconv.Itoa(f.clocks), file)...)
		c.Dir = f.dir
		said, err := c.CombinedOutput()
		if out = append(out, said...); err != nil {
			return string(out), err
		}
	}
	return string(out), nil
}

// TestLawsOfTheCore: yosys-smtbmc shows by induction that no event breaks a law of the cores of the notification point,
// whatever its parameters are, and of the reaction point with those of ConnectX, and names the law that a planted fault
// breaks.
func TestLawsOfTheCore(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "yosys", "z3")
	p, err := codegen.Firmware()
	require.NoError(t, err)
	for _, tr := range p.Transducers {
		for _, stages := range []int{1, 2} {
			if tr.Check == nil {
				continue
			}
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
			if tr.Name == "dcqcnnp" {
				design := elaborate(t, d, string(d.Text))
				holds(t, design, design.all(t))
				breaks(t, d, "n_Marked <= ", "n_Marked <= 7'd1 + ", "marks_are_kept")
			}
		}
	}
	values, _, err := algorithms.Params("dcqcn", profile.Choice{Profile: "connectx", Line: "100G"})
	require.NoError(t, err)
	d, err := verilog.Generate(p, verilog.Options{Algorithm: "dcqcn", Values: values, Laws: true})
	require.NoError(t, err)
	breaks(t, d, "n_Alpha <= ", "n_Alpha <= 11'd1 ^ ", "only_cnps_and_their_timer_move_alpha")
	design := elaborate(t, d, string(d.Text))
	for _, l := range d.Def.Laws {
		if l.OfOneStep() {
			t.Run(l.Name, func(t *testing.T) {
				t.Parallel()
				holds(t, design, design.only(t, strings.ReplaceAll(l.Name, "-", "_")))
			})
		}
	}
}

func holds(t *testing.T, f *formal, file string) {
	t.Helper()
	said, err := f.prove(file)
	require.NoError(t, err, "%s", said)
	require.Equal(t, 2, strings.Count(said, "Status: PASSED"), said)
}

// breaks plants a fault in a core.
func breaks(t *testing.T, d *verilog.Design, is, becomes, law string) {
	t.Helper()
	before, after, _ := strings.Cut(string(d.Text), "`ifdef FORMAL\n")
	require.Equal(t, 1, strings.Count(before, is))
	f := elaborate(t, d, strings.Replace(before, is, becomes, 1)+"`ifdef FORMAL\n"+after)
	said, err := f.prove(f.only(t, law))
	require.Error(t, err)
	require.Contains(t, said, "Assert failed in "+f.name+"_laws: "+law)
}
