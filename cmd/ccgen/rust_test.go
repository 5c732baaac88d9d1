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

func TestRust(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "crate")
	status, stdout, stderr := run("rust", "dcqcnnp", "--line-rate", "25G", "-o", dir)
	require.Zero(t, status, stderr)
	require.Empty(t, stdout)
	for _, name := range []string{"Cargo.toml", "src/fixedpoint.rs", "tests/vectors.rs", "tests/vectors/dcqcnnp.txt", "tests/vectors/fixedpoint.txt"} {
		require.FileExists(t, filepath.Join(dir, name))
	}
	profiles, err := os.ReadFile(filepath.Join(dir, "src", "profiles.rs"))
	require.NoError(t, err)
	require.Contains(t, string(profiles), "/// Profile connectx at 25G: ")
	require.Contains(t, string(profiles), "pub const CONNECTX: dcqcn::NpParams = dcqcn::NpParams {\n    interval: ")

	// Each file is what its command makes, until someone changes it.
	for _, name := range []string{"src/lib.rs", "src/dcqcn.rs", "src/profiles.rs", "examples/firmware.rs"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		status, stdout, stderr = run("check", path)
		require.Zero(t, status, stderr)
		require.Equal(t, path+" is current\n", stdout)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append(text, '\n'), 0o600))
		status, _, stderr = run("check", path)
		require.Equal(t, cli.ExitCheck, status)
		require.Contains(t, stderr, ": not current; make it again with: ccgen rust dcqcnnp --line-rate 25G -o "+dir+"\n")
	}
	moved := filepath.Join(dir, "lib.rs")
	require.NoError(t, os.Rename(filepath.Join(dir, "src", "lib.rs"), moved))
	status, _, stderr = run("check", moved)
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, stderr, "it makes no file lib.rs, but src/fixedpoint.rs, ")

	// A folder, with the profiles in its profiles.toml.
	status, _, stderr = run("rust", "../../docs/examples/aimd", "-o", dir)
	require.Zero(t, status, stderr)
	profiles, err = os.ReadFile(filepath.Join(dir, "src", "profiles.rs"))
	require.NoError(t, err)
	require.Contains(t, string(profiles), ": aimd::Params = aimd::Params {\n")
}

// TestRustCheck: vectors that agree, and one that does not, which is exit status 1 with the place, and no file.
func TestRustCheck(t *testing.T) {
	tier.Require(t, "rustc")
	text, err := testvectors.CorpusBytes("dcqcnnp.json")
	require.NoError(t, err)
	vectors, err := testvectors.Decode("dcqcnnp.json", text)
	require.NoError(t, err)
	dir := t.TempDir()
	file := filepath.Join(dir, "dcqcnnp.json")
	require.NoError(t, vectors.Write(file))
	status, stdout, stderr := run("rust", "dcqcnnp", file, "--check", "--json")
	require.Zero(t, status, stderr)
	var got []testvectors.Outcome
	require.NoError(t, json.Unmarshal([]byte(stdout), &got))
	require.True(t, got[0].OK)
	require.Positive(t, got[0].Steps)

	steps := vectors.Groups[0].Sequences[0].Steps
	last := steps[len(steps)-1]
	last[len(last)-1] ^= 1
	require.NoError(t, vectors.Write(file))
	status, stdout, stderr = run("rust", "dcqcnnp", file, "--check", "-o", filepath.Join(dir, "crate"))
	require.Equal(t, cli.ExitCheck, status, stderr)
	require.Contains(t, stdout, "first difference: dcqcnnp.json, group ")
	require.Equal(t, "ccgen: rust: cc_dcqcnnp differs from the vectors\n", stderr)
	require.NoDirExists(t, filepath.Join(dir, "crate"))
}

// TestRustRefuses: one line each, exit status 2, no file.
func TestRustRefuses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "crate")
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for want, args := range map[string][]string{
		"rust: name the algorithm, as in ccgen rust dcqcn\n": {"-o", dir},
		`rust: unknown algorithm "foo"; one of bandit, `:     {"foo", "-o", dir},
		"rust: -o is missing":                                {"dcqcn"},
		"rust: there are several files":                      {"dcqcn", "-o", "-"},
		"rust: --json goes with --check":                     {"dcqcn", "--json", "-o", dir},
		`unknown profile "conectx" (did you mean connectx`:   {"dcqcn", "--profile", "conectx", "-o", dir},
		"rust: --line-rate is for the built-in algorithms":   {"../../docs/examples/aimd", "--line-rate", "25G", "-o", dir},
		"is a file; name a folder":                           {"dcqcnnp", "-o", file},
	} {
		status, _, stderr := run(append([]string{"rust"}, args...)...)
		require.Equal(t, cli.ExitUsage, status, stderr)
		require.Contains(t, stderr, want)
		require.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
	t.Setenv("PATH", t.TempDir())
	status, _, stderr := run("rust", "dcqcnnp", "--check", "-o", dir)
	require.Equal(t, cli.ExitUsage, status)
	require.Equal(t, "ccgen: rust: rustc is not installed; it is needed to build the crate (1.63 or later; on Debian: apt-get install rustc)\n", stderr)
	require.NoDirExists(t, dir)
}
