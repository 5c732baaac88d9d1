package difffuzz_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/check/difffuzz"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
)

var corpus = sync.OnceValues(testvectors.Corpus)

// config is a short run over the targets named.
func config(t *testing.T, only ...string) difffuzz.Config {
	t.Helper()
	tier.Require(t, "clang")
	targets, err := difffuzz.Targets(reference.Catalog(), only)
	require.NoError(t, err)
	p, err := codegen.Firmware()
	require.NoError(t, err)
	port, err := difffuzz.NewPort(p, targets)
	require.NoError(t, err)
	files, err := corpus()
	require.NoError(t, err)
	seeds, err := difffuzz.Seeds(targets, files)
	require.NoError(t, err)
	return difffuzz.Config{Targets: targets, Port: port, Seeds: seeds, Seed: 1, Runs: 20000}
}

func plant(t *testing.T, c *difffuzz.Config, right, wrong string) {
	t.Helper()
	require.Equal(t, 1, bytes.Count(c.Port.Header.Data, []byte(right)), right)
	c.Port.Header.Data = bytes.Replace(c.Port.Header.Data, []byte(right), []byte(wrong), 1)
}

const (
	addBody  = "\treturn cc_fixedpoint_add_sat_int32(a, b);\n"
	stepBody = "\tcc_dcqcn_rate before = s->rates.rc;\n"
)

// TestPlantedBugs plants bugs in the C port that no vector finds, and checks that each is found in a bounded number
// of inputs, minimised, and written as a vector that reproduces it. The first tier has one bug that a vector shows
// and one that a sanitizer does.
func TestPlantedBugs(t *testing.T) {
	for _, c := range []struct {
		name, target, at, bug string
		reason                string // of the finding, a regular expression
		shows                 bool   // the vector shows it without a sanitizer
	}{
		{"one value of an argument", "fixedpoint.AddSatI32", addBody, "\tif (a == 0x5EC0DED && b < 0) {\n\t\treturn 7;\n\t}\n", "result result is 7, expected", true},
		{"a state and an event", "dcqcn", stepBody, "\tif (s->rates.time_stage == 3u && e->kind == CC_DCQCN_EVENT_SENT && (e->packets & 0x1Fu) == 0x1Au) {\n\t\ts->rates.rt ^= 4u;\n\t}\n", "state Rates.RT is|output Rate is", true},
		{"signed overflow", "fixedpoint.AddSatI32", addBody, "\tif (a > 2147480000 && a + b == 5) {\n\t\treturn 7;\n\t}\n", "signed integer overflow", false},
		{"read behind the state", "dcqcn", stepBody, "\tif (e->bytes == 0x5EC0DEDu && ((volatile cc_dcqcn_state *)s)[1].rates.rc == before) {\n\t\ts->rates.rc = before;\n\t}\n", "heap-buffer-overflow", false},
		{"a trap in C alone", "dcqcn", stepBody, "\tif (e->bytes == 0x5EC0DEDu) {\n\t\tCC_TRAP();\n\t}\n", "index out of range in the firmware code", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name != "a state and an event" && c.name != "signed overflow" {
				tier.Nightly(t)
			}
			t.Parallel()
			cfg := config(t, c.target)
			cfg.Runs = 2_000_000
			at := c.at + c.bug
			if c.at == addBody {
				at = c.bug + c.at
			}
			plant(t, &cfg, c.at, at)
			files, err := corpus()
			require.NoError(t, err)
			require.True(t, passes(t, cfg.Port, files...), "no vector finds it")
			result, err := difffuzz.Run(t.Context(), cfg)
			require.NoError(t, err)
			f := result.Finding
			require.NotNil(t, f, "not found in %d inputs", result.Inputs)
			require.Regexp(t, c.reason, f.Reason)
			require.Equal(t, c.target, f.Target)
			require.NotNil(t, f.Vectors)
			b, err := f.Vectors.Encode()
			require.NoError(t, err)
			again, err := testvectors.Decode("finding.json", b)
			require.NoError(t, err, "a file of vectors like any other")
			report, err := testvectors.Verify(reference.New(), again, testvectors.Options{})
			require.NoError(t, err)
			require.True(t, report.OK(), "its answers are the reference's")
			if !c.shows {
				return
			}
			if g := again.Groups[0]; f.Report != nil {
				// Four events do: three timers and the bytes sent. Leaving out one event at a
				// time may end at a few more, depending on what was found.
				require.LessOrEqual(t, g.Steps(), 8, "shortened")
			}
			require.False(t, passes(t, cfg.Port, again), "the vector shows the bug")
			require.True(t, passes(t, config(t, c.target).Port, again), "and the right port passes it")
		})
	}
}

// passes runs those vectors on a port that are about what it holds.
func passes(t *testing.T, p difffuzz.Port, files ...*testvectors.File) bool {
	t.Helper()
	bin, cleanup, err := cc.Build(t.Context(), cc.Compiler{Name: "clang"}, []string{"-std=c99", "-O1"}, p.Header, p.Program)
	defer cleanup()
	require.NoError(t, err)
	fw, err := pipe.Run(bin, pipe.Options{Catalog: reference.Catalog()})
	require.NoError(t, err)
	defer fw.Close()
	ran := 0
	for _, f := range files {
		part := *f
		part.Groups = nil
		for _, g := range f.Groups {
			if bytes.Contains(p.Program, []byte("{\""+g.Name+"\", ")) {
				part.Groups = append(part.Groups, g)
			}
		}
		report, err := testvectors.Verify(fw, &part, testvectors.Options{})
		if err != nil || !report.OK() {
			return false
		}
		ran += part.Tests()
	}
	require.Positive(t, ran)
	return true
}

// TestAgreement runs the whole port for a while: nothing differs, and every target is run. In the
// first tier ccgen fuzz does that, which make test runs.
func TestAgreement(t *testing.T) {
	tier.Nightly(t)
	c := config(t)
	result, err := difffuzz.Run(t.Context(), c)
	require.NoError(t, err)
	if result.Finding != nil {
		t.Fatal(result.Finding.Reason)
	}
	require.GreaterOrEqual(t, result.Inputs, c.Runs-16, "all but those too short to be one")
	require.Greater(t, result.Edges, 500)
	for _, n := range result.Targets {
		require.Positive(t, n.Steps, n.Target)
	}
}

// TestKeptCorpus keeps what reached new code and begins with it the next time.
func TestKeptCorpus(t *testing.T) {
	c := config(t, "fixedpoint.Div")
	c.Seeds, c.Corpus, c.Runs = nil, filepath.Join(t.TempDir(), "new"), 3000
	first, err := difffuzz.Run(t.Context(), c)
	require.NoError(t, err)
	kept, err := os.ReadDir(c.Corpus)
	require.NoError(t, err)
	require.NotEmpty(t, kept)
	c.Runs = 2 * len(kept)
	second, err := difffuzz.Run(t.Context(), c)
	require.NoError(t, err)
	require.GreaterOrEqual(t, second.Inputs, len(kept)/2)
	require.Greater(t, second.Edges, first.Edges/2)
}

func TestErrors(t *testing.T) {
	_, err := difffuzz.Targets(reference.Catalog(), []string{"dcqcn", "nothing"})
	require.ErrorContains(t, err, `nothing is called "nothing"`)
	_, err = difffuzz.Run(t.Context(), difffuzz.Config{})
	require.ErrorContains(t, err, "are needed")

	c := config(t, "fixedpoint.Hash32")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = difffuzz.Run(ctx, c)
	require.ErrorIs(t, err, context.Canceled)

	fake := func(script string) {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "clang"), []byte("#!/bin/sh\n"+script), 0o755))
		t.Setenv("PATH", dir)
	}
	fake("case $1 in -dumpversion) echo 14.0.6; exit;; esac\nexit 1\n")
	_, err = difffuzz.Run(t.Context(), c)
	require.EqualError(t, err, "clang has no libFuzzer or sanitizers to link; on Debian: apt-get install libclang-rt-14-dev")
	fake("case $* in *empty.c*) while [ $# -gt 1 ]; do [ $1 = -o ] && echo program > $2; shift; done; exit 0;; esac\necho harness.c:1: odd; exit 1\n")
	_, err = difffuzz.Run(t.Context(), c)
	require.ErrorContains(t, err, "harness.c:1: odd")
	t.Setenv("PATH", t.TempDir())
	_, err = difffuzz.Run(t.Context(), c)
	require.EqualError(t, err, "compiler clang is not installed; on Debian: apt-get install clang")
}
