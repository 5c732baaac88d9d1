package p4_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

func firmware(t testing.TB) *ir.Program {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	return p
}

// TestCorpus generates a program for each transducer, reads its text back and runs all
// sequences of the corpus through it, packet by packet.
func TestCorpus(t *testing.T) {
	for _, tr := range firmware(t).Transducers {
		t.Run(tr.Name, func(t *testing.T) { corpus(t, p4.V1Model, false, tr) })
	}
}

// TestCorpusPNA is TestCorpus on the other architecture, whose core is the same, and with the state in packets: a sample
// of the programs.
func TestCorpusPNA(t *testing.T) {
	for _, tr := range firmware(t).Transducers {
		for _, carried := range []bool{false, true} {
			if tier.Long() || slices.Contains([]string{"dcqcnnp", "bandit2"}, tr.Name) || carried && tr.Name == "dcqcn" {
				t.Run(fmt.Sprint(tr.Name, " carried ", carried), func(t *testing.T) { corpus(t, p4.PNA, carried, tr) })
			}
		}
	}
}

func corpus(t *testing.T, arch string, carried bool, tr *ir.Transducer) {
	t.Parallel()
	prog := firmware(t)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	text, err := p4.Generate(prog, p4.Options{Algorithm: tr.Name, Arch: arch, Carried: carried})
	require.NoError(t, err)
	fw, err := (&p4.Text{Program: text, Def: tr, Carried: carried}).BuiltIn()
	require.NoError(t, err)
	steps := 0
	for _, f := range files {
		if f.Algorithm != tr.Name {
			continue
		}
		report, err := testvectors.Verify(fw, f, testvectors.Options{})
		require.NoError(t, err)
		if !report.OK() {
			t.Fatal(report.First.Summary())
		}
		_, n, _ := report.Total()
		steps += n
	}
	require.Greater(t, steps, 2_000)
	t.Log(steps, "events")
}

var hashes = regexp.MustCompile(`(?m)^//   [0-9a-f]{64} `)

// check compares text with a file of testdata, but for the hashes of the sources.
func check(t *testing.T, name string, text []byte) {
	t.Helper()
	golden.Check(t, filepath.Join("testdata", name), hashes.ReplaceAll(text, []byte("//   (hash) ")))
}
