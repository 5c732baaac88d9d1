package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/check/difffuzz"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

func TestFuzz(t *testing.T) {
	tier.Require(t, "clang")
	dir := t.TempDir()
	args := []string{"fuzz", "--only", "fixedpoint.Div", "--runs", "2000", "--findings", dir, "../../testvectors/corpus/fixedpoint.json.gz"}
	status, stdout, stderr := run(args...)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "C and Go agree")
	require.Contains(t, stdout, "fixedpoint.Div")
	status, stdout, stderr = run(append(args, "--json", "--seed", "2")...)
	require.Zero(t, status, stderr)
	var result difffuzz.Result
	require.NoError(t, json.Unmarshal([]byte(stdout), &result))
	require.Nil(t, result.Finding)
	require.Positive(t, result.Steps)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries, "nothing found, nothing written")
}

// TestKeepFinding writes what was found: vectors where there are some, else the input.
func TestKeepFinding(t *testing.T) {
	dir := t.TempDir()
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	path, err := keepFinding(dir, &difffuzz.Finding{Target: "fixedpoint.Div", Input: []byte{1, 2}, Vectors: files[0]})
	require.NoError(t, err)
	require.Regexp(t, `finding-fixedpoint-Div-[0-9a-f]{8}\.json$`, path)
	_, err = testvectors.Load([]string{path})
	require.NoError(t, err)
	path, err = keepFinding(dir, &difffuzz.Finding{Target: "dcqcn", Input: []byte{1, 2}})
	require.NoError(t, err)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, []byte{1, 2}, b)
	made, err := keepFinding(filepath.Join(dir, "new"), &difffuzz.Finding{Target: "dcqcn"})
	require.NoError(t, err)
	require.FileExists(t, made)
	_, err = keepFinding(filepath.Join(path, "below"), &difffuzz.Finding{Target: "dcqcn"})
	require.ErrorContains(t, err, path+": is a file; name a folder for the outputs")
}

func TestFuzzAndMatrixUsage(t *testing.T) {
	tier.Require(t, "gcc", "clang")
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	for _, c := range []struct{ args, text string }{
		{"fuzz --seed 0", "--seed takes a whole number of 1 to 4294967295"},
		{"fuzz --time 1ms", "--time takes a time of 1s to 10000h0m0s with its unit"},
		{"fuzz --runs -1", "--runs takes a whole number of 1 to "},
		{"fuzz --only dcqcn9", `nothing is called "dcqcn9"`},
		{"fuzz --findings " + file + " --only dcqcn --runs 1", file + ": is a file; name a folder for the outputs"},
		{"fuzz --clang clang-99 --runs 1", "compiler clang-99 is not installed; on Debian: apt-get install clang-99"},
		{"fuzz none.json", "none.json"},
		{"verify --list", "--list and --platforms go with --matrix"},
		{"verify --matrix --platforms vax", `unknown platform "vax"; one of x86-64, i386, armv7, aarch64, s390x, rv64imac, rv32imac`},
		{"verify --matrix --compilers tcc", `compiler "tcc" does not build for the matrix`},
		{"verify --matrix --sanitize", "--sanitize does not go with --matrix"},
		{"verify --matrix --opt fast", `"fast" is no level`},
	} {
		status, stdout, stderr := run(strings.Fields(c.args)...)
		require.Equal(t, cli.ExitUsage, status, "%s: %s", c.args, stderr)
		require.Empty(t, stdout, c.args)
		require.Contains(t, stderr, c.text, c.args)
		require.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
	status, stdout, stderr := run("verify", "--matrix", "--list")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "riscv64-unknown-elf-gcc")
	status, stdout, stderr = run("verify", "--matrix", "--list", "--json", "--platforms", "s390x")
	require.Zero(t, status, stderr)
	var listed []conformance.ToolchainInfo
	require.NoError(t, json.Unmarshal([]byte(stdout), &listed))
	require.Len(t, listed, 2)
	require.Equal(t, conformance.ToolchainInfo{
		Platform: "s390x", Word: 64, Order: "big", Compiler: "s390x-linux-gnu-gcc", Flags: []string{"-static"}, RunsOn: "qemu-s390x",
		Packages: []string{"gcc-s390x-linux-gnu", "libc6-dev-s390x-cross", "qemu-user"}, Missing: []string{},
	}, listed[0])

	t.Setenv("PATH", t.TempDir())
	_, stdout, _ = run("verify", "--matrix", "--list", "--json", "--platforms", "s390x")
	require.NoError(t, json.Unmarshal([]byte(stdout), &listed))
	require.Equal(t, []string{"s390x-linux-gnu-gcc", "qemu-s390x"}, listed[0].Missing)
	status, _, stderr = run("verify", "--matrix", "--platforms", "s390x", "--compilers", "gcc")
	require.Equal(t, cli.ExitUsage, status)
	require.Equal(t, "ccgen: verify: not installed: s390x-linux-gnu-gcc, qemu-s390x; on Debian: apt-get install libc6-dev-s390x-cross gcc-s390x-linux-gnu qemu-user\n", stderr)
}
