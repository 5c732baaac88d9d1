package verilog_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/verilog"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/dev/tier"
)

// handDesign is the reaction point with the parameters of a ConnectX at 100G, and the same with the core that was
// written by hand instead of the generated one.
func handDesign(t testing.TB, assume ...verilog.Assumption) (generated, hand *verilog.Design) {
	t.Helper()
	values, _, err := algorithms.Params("dcqcn", profile.Choice{Profile: "connectx", Line: "100G"})
	require.NoError(t, err)
	o := verilog.Options{Algorithm: "dcqcn", Values: values, Assume: assume}
	generated, err = verilog.Generate(firmware(t), o)
	require.NoError(t, err)
	hand, err = verilog.Generate(firmware(t), o)
	require.NoError(t, err)
	text, err := os.ReadFile("testdata/hand/dcqcn_core.v")
	require.NoError(t, err)
	core := regexp.MustCompile(`(?s)module dcqcn_core \(.*?\nendmodule\n`)
	require.Len(t, core.FindAll(hand.Text, -1), 1)
	hand.Replace(core.ReplaceAllLiteral(hand.Text, text))
	return generated, hand
}

// TestHand: the core that was written by hand does what the generated one does, on all vectors.
func TestHand(t *testing.T) {
	_, hand := handDesign(t)
	agrees(t, hand, verilog.Run{Sim: simulator(t, "iverilog")}, corpus(t))
}

func yosys(t testing.TB) verilog.Synthesizer {
	t.Helper()
	tier.Require(t, "yosys")
	s, err := verilog.FindSynthesizer()
	require.NoError(t, err)
	return s
}

// TestAgainstHand: on an iCE40 the generated core has at most 1.5 times the look-up tables of the one
// that was written by hand, and at most 1.3 times its depth; and a quarter less of them than where
// each value is as wide as its type.
func TestAgainstHand(t *testing.T) {
	tier.Nightly(t)
	s := yosys(t)
	generated, hand := handDesign(t)
	wide := declaredDesign(t)
	var costs [3]verilog.Cost
	for i, d := range []*verilog.Design{generated, hand, wide} {
		var err error
		costs[i], err = s.Synth(t.Context(), d, "ice40", false, false)
		require.NoError(t, err)
		t.Logf("%+v", costs[i])
	}
	require.LessOrEqual(t, 2*costs[0].LUTs, 3*costs[1].LUTs)
	require.LessOrEqual(t, 10*costs[0].Depth, 13*costs[1].Depth)
	require.LessOrEqual(t, 4*costs[0].LUTs, 3*costs[2].LUTs)
}

// declaredDesign is the generated reaction point without the declared ranges.
func declaredDesign(t testing.TB) *verilog.Design {
	t.Helper()
	values, _, err := algorithms.Params("dcqcn", profile.Choice{Profile: "connectx", Line: "100G"})
	require.NoError(t, err)
	d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcn", Values: values, Declared: true})
	require.NoError(t, err)
	return d
}

// TestSynth: the smallest algorithm on each family, the core and the wrapper, without a warning.
func TestSynth(t *testing.T) {
	tier.Nightly(t)
	s := yosys(t)
	d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcnnp", Stages: 2})
	require.NoError(t, err)
	for _, family := range verilog.Targets() {
		for _, wrapper := range []bool{false, true} {
			c, err := s.Synth(t.Context(), d, family, wrapper, false)
			require.NoError(t, err)
			require.NotZero(t, c.LUTs)
			require.NotZero(t, c.FlipFlops)
			require.NotZero(t, c.Depth)
			// 1,024 connections of 40 bits.
			require.Equal(t, wrapper, c.MemoryBits >= 40960, "%+v", c)
		}
	}
	_, err = s.Synth(t.Context(), d, "ice4", false, false)
	require.EqualError(t, err, `unknown target "ice4" (did you mean ice40?); one of ice40, ecp5, xilinx`)
}

// TestPlace: nextpnr gives a clock, and the pipeline makes it faster.
func TestPlace(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "nextpnr-ice40")
	s := yosys(t)
	var mhz [2]float64
	for i, stages := range []int{1, 3} {
		d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcnnp", Stages: stages})
		require.NoError(t, err)
		c, err := s.Synth(t.Context(), d, "ice40", false, true)
		require.NoError(t, err)
		require.Empty(t, c.Note)
		mhz[i] = c.MHz
	}
	require.Greater(t, mhz[0], 10.0)
	require.Greater(t, mhz[1], mhz[0])
}

// TestPlaceFails: where nextpnr fails, the note says how it ended and what it said, not that pins have no places.
func TestPlaceFails(t *testing.T) {
	d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcnnp"})
	require.NoError(t, err)
	tools := t.TempDir()
	script := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(tools, name), []byte("#!/bin/sh\n"+text), 0o755))
	}
	script("yosys", `echo '{"design":{"num_cells":1,"num_cells_by_type":{"SB_LUT4":1}}}' >stat.json; echo 'Longest topological path in x (length=1):' >ltp.txt`)
	t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
	const warning = "echo 'Warning: No PCF file specified; IO pins will be placed automatically'\n"
	for end, note := range map[string]string{
		"kill -9 $$": "nextpnr-ice40 fails (signal: killed): it says nothing",
		"echo 'ERROR: Failed to expand region (0, 0) |_> (33, 33) of 8533 ICESTORM_LCs'; exit 255": "does not fit an HX8K: 8533 logic cells of 7680",
		"echo 'ERROR: Unable to place cell'; exit 1":                                               "nextpnr-ice40 fails (exit status 1): ERROR: Unable to place cell",
	} {
		script("nextpnr-ice40", warning+end)
		s, err := verilog.FindSynthesizer()
		require.NoError(t, err)
		c, err := s.Synth(t.Context(), d, "ice40", false, true)
		require.NoError(t, err)
		require.Equal(t, note, c.Note)
	}
}

// TestNoSynthesizer names what is missing.
func TestNoSynthesizer(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := verilog.FindSynthesizer()
	require.EqualError(t, err, "yosys is not installed; on Debian: apt-get install yosys nextpnr-ice40 fpga-icestorm")
}
