package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/tier"
)

func TestVerilog(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "np.v")
	status, stdout, stderr := run("verilog", "dcqcnnp", "--stages", "2", "--assume", "e.Marked=0..1", "-o", path)
	require.Zero(t, status, stderr)
	require.Empty(t, stdout)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(text), "//   ccgen verilog dcqcnnp --assume e.Marked=0..1 --stages 2\n")
	require.Contains(t, string(text), "// Assumed: e.Marked=0..1\n")

	// Constants, an alias, standard output.
	status, stdout, stderr = run("verilog", "dolcerc", "--profile", "connectx", "--line-rate", "200G", "--set", "ai_rate=50", "--connections", "4096", "--lines", "none", "-o", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "//   ccgen verilog dolcerc4 --profile connectx --line-rate 200G --set ai_rate=50 --connections 4096 --lines none\n")
	require.Contains(t, stdout, "states [0:4095];")
	require.NotContains(t, stdout, "// Parameters;")
}

// TestVerilogShared: the multiplier's width may be left out, and is in the command of the head.
func TestVerilogShared(t *testing.T) {
	for _, c := range [][3]string{{"--shared", "--shared=32", "reg [31:0] mul_a;"}, {"--shared=18", "--shared=18", "reg [17:0] mul_a;"}} {
		status, stdout, stderr := run("verilog", "dcqcn", c[0], "--period", "40ns", "-o", "-")
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "//   ccgen verilog dcqcn "+c[1]+" --period 40ns\n")
		require.Contains(t, stdout, "module dcqcn_unit (")
		require.Equal(t, 1, strings.Count(stdout, c[2]), "one multiplier")
	}
}

// TestVerilogFolder takes an algorithm of a folder, whose ranges are proven first.
func TestVerilogFolder(t *testing.T) {
	status, stdout, stderr := run("verilog", "../../docs/examples/aimd", "--stages", "2", "-o", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "//   ccgen verilog aimd --stages 2 ../../docs/examples/aimd\n")
	require.Contains(t, stdout, "module aimd_core (")

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.go"), []byte("package x\n\ntype P struct {\n\tX uint8\n}\ntype S struct {\n\t//ccgen:range 0..3\n\tN uint8\n}\ntype E struct {\n\tK uint8\n}\n\n"+
		"func Init(p *P, s *S) { *s = S{} }\n\n//ccgen:transducer x init=Init\nfunc Step(p *P, s *S, e *E) uint8 {\n\ts.N = e.K\n\treturn s.N\n}\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module x\n"), 0o644))
	status, _, stderr = run("verilog", dir, "-o", "-")
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stderr, "widths rest on proven ranges")
	require.Regexp(t, `^[^\n]*\n$`, stderr)
	status, stdout, stderr = run("verilog", dir, "--declared-widths", "-o", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "[7:0] s_N,")
}

func TestVerilogCheck(t *testing.T) {
	tier.Require(t, "iverilog")
	path := filepath.Join(t.TempDir(), "np.vcd")
	status, stdout, stderr := run("verilog", "dcqcnnp", "--check=iverilog", "--wave", path)
	require.Zero(t, status, stderr)
	require.Regexp(t, `^target +vectors +steps +result +live +clocks +held
dcqcnnp core by iverilog +\d+ +\d+ +bit-exact
dcqcnnp wrapper by iverilog +\d+ +\d+ +bit-exact +\d+ +\d+ +\d+\n$`, stdout)
	require.FileExists(t, path)
}

// TestVerilogRefuses: one line each, the right status, no file.
func TestVerilogRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.v")
	t.Setenv("PATH", t.TempDir())
	for want, args := range map[string][]string{
		"verilog: name the algorithm":                                                                          {},
		`unknown algorithm "foo"; one of bandit2`:                                                              {"foo", "-o", path},
		"verilog: -o is missing":                                                                               {"dcqcn"},
		`verilog: unexpected argument "x.json"`:                                                                {"dcqcn", "x.json", "-o", path},
		`--check takes all, verilator or iverilog`:                                                             {"dcqcn", "--check=yes", "-o", path},
		`--lines takes none or comments`:                                                                       {"dcqcn", "--lines", "all", "-o", path},
		"verilog: --stages takes a whole number of 1 to 64, not ":                                              {"dcqcn", "--stages", "65", "-o", path},
		"verilog: --period takes a time of 1ps to 1ms with its unit, as in 20ns, not ":                         {"dcqcn", "--period", "-1", "-o", path},
		"verilog: --stages and --period exclude each other; leave one out":                                     {"dcqcn", "--period", "9ns", "--stages", "2", "-o", path},
		"verilog: --shared takes a whole number of 8 to 64":                                                    {"dcqcn", "--shared=7", "-o", path},
		"verilog: no step is as short as 12 ns: the condition at aimd.go:152, by which events are told apart":  {"../../docs/examples/aimd", "--shared=8", "--period", "12ns", "-o", path},
		"verilog: --queue wants --shared without --whole":                                                      {"dcqcn", "--queue", "4", "-o", path},
		"verilog: --queue takes a whole number of 2 to 64, or 0":                                               {"dcqcn", "--shared", "--queue", "1", "-o", path},
		"verilog: --whole wants --shared":                                                                      {"dcqcn", "--whole", "-o", path},
		"verilog: --whole works in steps and has no stages":                                                    {"dcqcn", "--shared", "--whole", "--stages", "2", "-o", path},
		"verilog: shared: all events go through the unit with the multiplier, which works in steps":            {"dcqcnnp", "--shared", "--stages", "2", "-o", path},
		"verilog: no cut reaches a period of 6 ns":                                                             {"dcqcn", "--shared", "--period", "6ns", "-o", path},
		"verilog: no step is as short as 5 ns: ":                                                               {"dcqcn", "--shared", "--whole", "--period", "5ns", "-o", path},
		"verilog: no cut reaches a period of 5 ns":                                                             {"dcqcn", "--period", "5ns", "-o", path},
		"verilog: --connections takes a whole number of 1 to 65536":                                            {"dcqcn", "--connections", "0", "-o", path},
		"verilog: --live 9 is out of range 0..8, the connections of the memory (--connections)":                {"dcqcn", "--connections", "8", "--live", "9", "--check", "-o", path},
		"verilog: --wave x.ghw: waves are written as VCD or as FST, which the name says: write x.vcd or x.fst": {"dcqcn", "--check=iverilog", "--wave", "x.ghw", "-o", path},
		"verilog: --live wants --check, which runs the connections":                                            {"dcqcn", "--live", "8", "-o", path},
		"verilog: --limit takes a whole number of 1 to ":                                                       {"dcqcn", "--limit", "0", "-o", path},
		"more than 9: shorten its loops, or allow more with --limit 19":                                        {"dcqcnnp", "--limit", "9", "-o", path},
		"verilog: --wave wants --check=verilator or --check=iverilog":                                          {"dcqcnnp", "--wave", "x.vcd", "-o", path},
		"verilog: --set changes a profile; name that with --profile":                                           {"dcqcn", "--set", "ai_rate=5", "-o", path},
		"verilog: assumption \"e.CNPs\": write NAME=LO..HI":                                                    {"dcqcn", "--assume", "e.CNPs", "-o", path},
		"dcqcn has no input \"e.X\"":                                                                           {"dcqcn", "--assume", "e.X=0..1", "-o", path},
		"verilog: verilator is not installed; on Debian: apt-get install verilator":                            {"dcqcnnp", "--check", "-o", path},
		"verilog: --json goes with --check":                                                                    {"dcqcnnp", "--json", "-o", path},
		`verilog: --synth "ice4" is unknown (did you mean ice40?); use all or some of ice40, ecp5, xilinx`:     {"dcqcnnp", "--synth=ice4"},
		"verilog: yosys is not installed; on Debian: apt-get install yosys nextpnr-ice40 fpga-icestorm":        {"dcqcnnp", "--synth"},
		"verilog: iverilog is not installed; on Debian: apt-get install iverilog":                              {"dcqcnnp", "--check=iverilog", "-o", path},
	} {
		status, _, stderr := run(append([]string{"verilog"}, args...)...)
		require.Equal(t, cli.ExitUsage, status, stderr)
		require.Contains(t, stderr, want)
		require.Regexp(t, `^[^\n]*\n$`, stderr)
	}
	require.NoFileExists(t, path)
}
