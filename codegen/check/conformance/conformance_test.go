package conformance_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
)

// TestCorpusOnTheInterpreter runs every vector on the IR: what a backend prints from
// it starts from something that is right.
func TestCorpusOnTheInterpreter(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	files, err := corpus()
	require.NoError(t, err)
	fw := conformance.Interpreter(p)
	for _, f := range files {
		report, err := testvectors.Verify(fw, f, testvectors.Options{})
		require.NoError(t, err)
		if !report.OK() {
			t.Fatal(report.First.Summary())
		}
	}
}

func TestCorpusOnTheReference(t *testing.T) {
	files, err := corpus()
	require.NoError(t, err)
	for _, f := range files {
		report, err := testvectors.Verify(reference.New(), f, testvectors.Options{})
		require.NoError(t, err)
		require.True(t, report.OK())
	}
}

// TestPortIsBitExact compiles the port with gcc and clang and runs the corpus on it: in the form of small cores, and
// with -long in the usual one, which make test and make demo verify by ccgen.
func TestPortIsBitExact(t *testing.T) {
	tier.Require(t, "gcc", "clang")
	targets := conformance.Targets([]cc.Compiler{{Name: "gcc"}, {Name: "clang"}}, []string{"-O2"}, false)
	usual := targets[1:]
	if !tier.Long() {
		targets = targets[:1:1]
	}
	for _, t := range usual {
		t.Parts = true // the form of small cores, forced on
		targets = append(targets, t)
	}
	rows, err := conformance.Run(t.Context(), config(t, targets))
	require.NoError(t, err)
	require.Len(t, rows, len(targets))
	for _, r := range rows {
		require.True(t, r.OK, r.Target)
		require.Equal(t, rows[0].Tests, r.Tests)
		require.Greater(t, r.Steps, 80_000)
	}
}

// TestAWrongPortIsFound flips one operator in the port and checks that the vectors find it.
func TestAWrongPortIsFound(t *testing.T) {
	tier.Require(t, "gcc")
	c := config(t, conformance.Targets([]cc.Compiler{{Name: "gcc"}}, []string{"-O1"}, false)[1:])
	const right, wrong = "r->rt = cc_min_u32(cc_max_u32(target, p->min_rate), p->target_cap);", "r->rt = cc_min_u32(cc_max_u32(target, p->min_rate), p->target_cap - 1u);"
	require.Contains(t, string(c.Header.Data), right)
	c.Header.Data = bytes.Replace(c.Header.Data, []byte(right), []byte(wrong), 1)
	rows, err := conformance.Run(t.Context(), c)
	require.NoError(t, err)
	require.False(t, rows[0].OK)
	var text strings.Builder
	require.NoError(t, testvectors.WriteOutcomes(&text, rows))
	require.Contains(t, text.String(), "DIFFERS")
	require.Contains(t, text.String(), "Rates.RT")
}

// TestAWrongPartIsFound loses a carry in a product of parts.
func TestAWrongPartIsFound(t *testing.T) {
	tier.Require(t, "gcc")
	target := conformance.Targets([]cc.Compiler{{Name: "gcc"}}, []string{"-O1"}, false)[1]
	parts := target
	parts.Parts = true
	c := config(t, []conformance.Target{target, parts})
	const right, wrong = "a1 * b1 + (mid >> 16) + (mid2 >> 16);", "a1 * b1 + (mid >> 16);"
	require.Contains(t, string(c.Header.Data), right)
	c.Header.Data = bytes.Replace(c.Header.Data, []byte(right), []byte(wrong), 1)
	rows, err := conformance.Run(t.Context(), c)
	require.NoError(t, err)
	require.True(t, rows[0].OK, "the form of this machine has no parts")
	require.False(t, rows[1].OK)
}

// corpus is read once for all tests.
var corpus = sync.OnceValues(testvectors.Corpus)

func config(t *testing.T, targets []conformance.Target) conformance.Config {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	files, err := corpus()
	require.NoError(t, err)
	c := port.Config{Prefix: "cc_", Lines: "none"}
	name, header, err := c.Header()
	require.NoError(t, err)
	program, err := c.Program(name)
	require.NoError(t, err)
	return conformance.Config{IR: p, Catalog: reference.Catalog(), Header: cc.File{Name: name, Data: header}, Program: program, Files: files, Targets: targets}
}
