package main

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

// sample is one argument in 65537, which divides 2^32 - 1: the first and the last are among them.
var sample = span{0, math.MaxUint32, 65537}

func firmware(t testing.TB) (*ir.Program, []unit) {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	list, err := units(p)
	require.NoError(t, err)
	return p, list
}

func runCommand(args ...string) (status int, stdout, stderr string) {
	var o, e bytes.Buffer
	status = run(args, &o, &e)
	return status, o.String(), e.String()
}

// TestSample runs the sample through every circuit, as one model, and finds a mistake in one of them.
func TestSample(t *testing.T) {
	tier.Require(t, "verilator", "g++")
	p, list := firmware(t)
	// Next to the right units runs a wrong copy of one, in which one argument of all gives one bit too many.
	var wrong unit
	for _, u := range list {
		if u.name() == "Recip" {
			wrong = u
		}
	}
	c := *wrong.c
	c.Module += "_wrong"
	text := strings.Replace(string(c.Text), "module "+wrong.c.Module+" ", "module "+c.Module+" ", 1)
	const assign = "    assign o_Value = "
	require.Equal(t, 1, strings.Count(text, assign))
	text = strings.Replace(text, assign, assign+"{31'd0, x == 32'd4294901758} ^ ", 1)
	c.Text = []byte(text)
	wrong.c = &c

	results, err := compare(t.Context(), p, append(list[:len(list):len(list)], wrong), sample, 2, quick)
	require.NoError(t, err)
	for _, r := range results[:len(list)] {
		require.Zero(t, r.differences, "%s", r.first())
		require.EqualValues(t, 65536, r.arguments)
	}
	r := results[len(list)]
	require.EqualValues(t, 1, r.differences)
	require.Equal(t, "Recip(4294901758): the circuit has 0, the port 1", r.first())
}

// TestCovers: each function that the exhaustive check of the Go source takes is here, and one that
// it cannot judge, a hash.
func TestCovers(t *testing.T) {
	_, list := firmware(t)
	source, err := os.ReadFile("../../../fixedpoint/exhaustive/functions.go")
	require.NoError(t, err)
	n := 0
	for _, u := range list {
		if strings.Contains(string(source), `{name: "`+u.name()+`"`) {
			n++
		} else {
			require.Equal(t, "Hash32", u.name())
		}
	}
	require.Equal(t, strings.Count(string(source), "{name: "), n)
}

// TestRefuses: one line each, with the right status.
func TestRefuses(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for want, args := range map[string][]string{
		`circuits: no function "Log3" of one 32-bit argument (did you mean Log2?); there are Exp2, `: {"--func", "Log3"},
		`circuits: unexpected argument "Log2"; functions are named with --func`:                      {"Log2"},
		"circuits: --threads 0 is out of range 1..256":                                               {"--threads", "0"},
		"circuits: --every 16: write an odd number":                                                  {"--every", "16"},
		"circuits: unknown flag: --all; --help lists the flags":                                      {"--all"},
	} {
		status, _, stderr := runCommand(args...)
		require.Equal(t, 2, status, args)
		require.Contains(t, stderr, want)
		require.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
	status, _, stderr := runCommand("--func", "Ln")
	require.Equal(t, 1, status)
	require.Equal(t, "circuits: Ln: verilator is not installed; on Debian: apt-get install verilator\n", stderr)
	status, _, stderr = runCommand("--help")
	require.Zero(t, status)
	require.Contains(t, stderr, "--every")
}

// TestTools: a tool that fails and one that answers too little are errors, not findings.
func TestTools(t *testing.T) {
	sh, err := exec.LookPath("sh")
	require.NoError(t, err)
	p, list := firmware(t)
	for script, want := range map[string]string{
		"echo %Error: no >&2; exit 1": "verilator fails (exit status 1): %Error: no",
		"mkdir obj; printf '#!" + sh + "\\necho 5 0 0 0 0\\n' > obj/both; chmod +x obj/both":     "the harness tried 5 arguments of Exp2, not 65536",
		"mkdir obj; printf '#!" + sh + "\\necho 65536 0 0 0 0\\n' > obj/both; chmod +x obj/both": "the harness answered for 1 functions, not 2",
		"mkdir obj; printf '#!" + sh + "\\necho no\\n' > obj/both; chmod +x obj/both":            `the harness gave an answer that makes no sense: "no"`,
	} {
		bin := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(bin, "verilator"), []byte("#!"+sh+"\n"+script+"\n"), 0o755))
		t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
		_, err := compare(t.Context(), p, list[:2], sample, 1, quick)
		require.ErrorContains(t, err, want)
	}
}
