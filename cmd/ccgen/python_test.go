package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

func TestPython(t *testing.T) {
	tier.Require(t, "python3")
	dir := t.TempDir()
	path := filepath.Join(dir, "np.py")
	status, stdout, stderr := run("python", "dcqcnnp", "--lines", "comments", "-o", path, "--check")
	require.Zero(t, status, stderr)
	require.Regexp(t, `^target +vectors +steps +result +steps per s +tool\ndcqcnnp\.py +\d+ +\d+ +bit-exact +\d+ +\w+ 3\.\d+\.\S+\n$`, stdout)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(text), "\n# Command:\n#   ccgen python dcqcnnp --lines comments\n")
	require.Regexp(t, `(?m)^    s\.Sent = True  # dcqcn/np\.go:\d+$`, string(text))

	// It is what its command makes, until someone changes it.
	status, stdout, stderr = run("check", path)
	require.Zero(t, status, stderr)
	require.Equal(t, path+" is current\n", stdout)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), "s.Sent = True", "s.Sent = False", 1)), 0o600))
	status, _, stderr = run("check", path)
	require.Equal(t, cli.ExitCheck, status)
	require.Regexp(t, `^ccgen: \S+np\.py:\d+: not current; make it again with: ccgen python dcqcnnp --lines comments -o \S+np\.py\n$`, stderr)

	// Alias, package, standard output, JSON.
	status, stdout, stderr = run("python", "dolcerc", "-o", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "#   ccgen python dolcerc4\n")
	status, stdout, stderr = run("python", "fixedpoint", "-o", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "\ndef ISqrt(")
	status, stdout, stderr = run("python", "dcqcnnp", "--check", "--json")
	require.Zero(t, status, stderr)
	var got []struct {
		Target, Tool string
		OK           bool
		Steps        int
		Facts        struct{ StepsPerS int }
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &got))
	require.Len(t, got, 1)
	require.True(t, got[0].OK)
	require.Positive(t, got[0].Steps)
	require.Positive(t, got[0].Facts.StepsPerS)

	// A folder: its module is current where it was made.
	own := filepath.Join(dir, "aimd.py")
	status, stdout, stderr = run("python", "../../docs/examples/aimd", "-o", own)
	require.Zero(t, status, stderr)
	require.Empty(t, stdout)
	status, stdout, stderr = run("check", own)
	require.Zero(t, status, stderr)
	require.Equal(t, own+" is current\n", stdout)
}

// TestPythonVectors: a vector that is wrong is exit status 1 with the place, and no file.
func TestPythonVectors(t *testing.T) {
	tier.Require(t, "python3")
	text, err := testvectors.CorpusBytes("dcqcnnp.json")
	require.NoError(t, err)
	vectors, err := testvectors.Decode("dcqcnnp.json", text)
	require.NoError(t, err)
	steps := vectors.Groups[0].Sequences[0].Steps
	last := steps[len(steps)-1]
	last[len(last)-1] ^= 1
	dir := t.TempDir()
	file := filepath.Join(dir, "dcqcnnp.json")
	require.NoError(t, vectors.Write(file))
	path := filepath.Join(dir, "np.py")
	status, stdout, stderr := run("python", "dcqcnnp", file, "--check", "-o", path)
	require.Equal(t, cli.ExitCheck, status, stderr)
	require.Contains(t, stdout, "first difference: dcqcnnp.json, group ")
	require.Equal(t, "ccgen: python: dcqcnnp.py differs from the vectors\n", stderr)
	require.NoFileExists(t, path)
}

// TestPythonRefuses: one line each, exit status 2, no file.
func TestPythonRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.py")
	for want, args := range map[string][]string{
		"python: name the algorithm":                       {},
		`python: unknown algorithm "foo"; one of bandit, `: {"foo", "-o", path},
		"python: -o is missing":                            {"dcqcn"},
		`python: unexpected argument "x.json"`:             {"dcqcn", "x.json", "-o", path},
		`--lines takes none or comment`:                    {"dcqcn", "--lines", "directives", "-o", path},
		"python: --json goes with --check":                 {"dcqcn", "--json", "-o", path},
		"python: --json and -o - both use standard output": {"dcqcn", "--json", "--check", "-o", "-"},
		"python_test.go: is a file":                        {"dcqcn", "-o", filepath.Join("python_test.go", "x.py")},
	} {
		status, _, stderr := run(append([]string{"python"}, args...)...)
		require.Equal(t, cli.ExitUsage, status, stderr)
		require.Contains(t, stderr, want)
		require.Regexp(t, `^[^\n]*\n$`, stderr)
	}
	t.Setenv("PATH", t.TempDir())
	status, _, stderr := run("python", "dcqcnnp", "--check", "-o", path)
	require.Equal(t, cli.ExitUsage, status)
	require.Equal(t, "ccgen: python: python3 is not installed; it is needed to run the module (3.10 or later; on Debian: apt-get install python3)\n", stderr)
	require.NoFileExists(t, path)
}
