package cost_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/cost"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

// decisions are the handlers that choose an arm, and how many times the instructions of the same
// algorithm in double each may take: testdata/double.c, written for a core with floating point.
var decisions = []struct {
	handler   string
	x86       float64 // with libm
	softFloat float64 // on rv64imac
}{
	// The CNP at which Dolce-RC with four arms takes the reward of an arm and chooses the
	// next, with all else that a CNP does.
	{"dolcerc4 cnp learns", 2, 0.1},
	// The bandit by itself. In double it is little but a logarithm and four roots, for
	// each of which x86-64 has an instruction.
	{"bandit4 step", 3, 0.1},
}

// TestDecisionOnX86: Dolce-RC's decision takes at most twice the instructions of double with
// libm, the bandit's step at most three times, in the port that is made without a flag.
func TestDecisionOnX86(t *testing.T) {
	tier.Require(t, "gcc", "valgrind")
	ratios := againstFloat(t, countX86, 0, 0)
	for i, d := range decisions {
		require.LessOrEqual(t, ratios[i], d.x86, d.handler)
	}
}

// TestDecisionOnRISCV: at most a tenth of the instructions of soft floating point, over the first
// vectors of each file, since every instruction under qemu is a line of a log.
func TestDecisionOnRISCV(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "riscv64-unknown-elf-gcc", "qemu-riscv64")
	ratios := againstFloat(t, rv64imac.count, 600, 300)
	for i, d := range decisions {
		require.LessOrEqual(t, ratios[i], d.softFloat, d.handler)
	}
}

// againstFloat counts the instructions of the decisions as firmware and in double, and returns
// their ratios.
func againstFloat(t *testing.T, count func(context.Context, cFiles, ...string) (map[string]instructions, error), dolcerc, bandit int) []float64 {
	t.Helper()
	set := decisionSet(t, dolcerc, bandit)
	files, err := benchFiles(set)
	require.NoError(t, err)
	firmware, err := count(t.Context(), files, "-O2")
	require.NoError(t, err)
	for _, name := range []string{"double.h", "double.c"} {
		files[name], err = os.ReadFile("testdata/" + name)
		require.NoError(t, err)
	}
	float, err := count(t.Context(), files, "-O2", "-DBENCH_FLOAT")
	require.NoError(t, err)
	var ratios []float64
	for _, d := range decisions {
		h := set.Handler(d.handler)
		require.NotNil(t, h, d.handler)
		i, f := firmware[ident(h)], float[ident(h)]
		require.NotZero(t, i.calls)
		require.Equal(t, i.calls, f.calls)
		ratios = append(ratios, i.mean()/f.mean())
		t.Logf("%s: %d calls, %.1f instructions, in double %.1f: %.3f of it", d.handler, i.calls, i.mean(), f.mean(), i.mean()/f.mean())
	}
	return ratios
}

// decisionSet returns the sequences of Dolce-RC and the bandit with four arms that begin at the
// beginning: the program in double has no way to load a state. A limit that is not 0 keeps the
// first sequences of a file up to that many steps.
func decisionSet(t *testing.T, dolcerc, bandit int) *cost.HandlerSet {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	var files []*testvectors.File
	for _, from := range []struct {
		name  string
		steps int
	}{{"dolcerc4-marked-packets.json", dolcerc}, {"dolcerc4-tx-slots.json", dolcerc}, {"bandit4.json", bandit}} {
		f := corpusFile(t, from.name)
		n := 0
		for i := range f.Groups {
			g := &f.Groups[i]
			var keep []testvectors.Sequence
			for _, q := range g.Sequences {
				if !q.Loaded && (from.steps == 0 || n < from.steps) {
					keep = append(keep, q)
					n += len(q.Steps)
				}
			}
			g.Sequences = keep
		}
		files = append(files, f)
	}
	set, err := cost.NewHandlerSet(p, files)
	require.NoError(t, err)
	return set
}

func corpusFile(t *testing.T, name string) *testvectors.File {
	t.Helper()
	text, err := testvectors.CorpusBytes(name)
	require.NoError(t, err)
	f, err := testvectors.Decode(name, text)
	require.NoError(t, err)
	return f
}
