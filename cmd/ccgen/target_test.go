package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

func TestTarget(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "nic")
	status, stdout, stderr := run("c", "--target", "doca-pcc", "--algo", "dolcerc4", "--prefix", "nic_", "--profile", "irdma", "--line-rate", "200G", "-o", dir)
	require.Zero(t, status, stderr)
	require.Empty(t, stdout)
	header, glue := filepath.Join(dir, "nic.h"), filepath.Join(dir, "nic_doca_pcc.c")
	text, err := os.ReadFile(glue)
	require.NoError(t, err)
	require.Contains(t, string(text), `#include "nic.h"`)
	require.Contains(t, string(text), "profile irdma at 200G")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2, "and no temporary file")

	status, _, stderr = run("check", header, glue)
	require.Zero(t, status, stderr)
	require.NoError(t, os.WriteFile(glue, bytes.Replace(text, []byte("return"), []byte("return "), 1), 0o644))
	status, _, stderr = run("check", glue)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stderr, "make it again with: ccgen c --target doca-pcc --algo dolcerc4 --prefix nic_ --profile irdma --line-rate 200G -o "+dir+"/\n")
}

// TestTargetRefusals: one line, status 2, nothing written.
func TestTargetRefusals(t *testing.T) {
	parent := t.TempDir()
	file := filepath.Join(parent, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	dir := filepath.Join(parent, "out")
	target := []string{"c", "--target", "doca-pcc", "--algo", "dcqcn", "-o", dir}
	for says, args := range map[string][]string{
		`unknown target "falcon" (did you mean falcon-rue?); there is`: {"c", "--target", "falcon", "--algo", "dcqcn", "-o", dir},
		"generation: goes with --target falcon-rue":                    append(target, "--generation", "bna"),
		"target doca-pcc takes one algorithm; name dcqcn or dolcerc4":  {"c", "--target", "doca-pcc", "-o", dir},
		"dolcerc8 has a state of 64 bytes, a flow context":             {"c", "--target", "doca-pcc", "--algo", "dolcerc8", "-o", dir},
		"algo: goes with --target":                                     {"c", "--algo", "dcqcn", "-o", dir},
		"-o is missing":                                                {"c", "--target", "doca-pcc", "--algo", "dcqcn"},
		"-o has to name a folder":                                      {"c", "--target", "doca-pcc", "--algo", "dcqcn", "-o", "-"},
		"only: does not go with --target":                              append(target, "--only", "dcqcn"),
		"2 profiles for target doca-pcc; name one":                     append(target, "--profile", "paper,irdma"),
		`unknown profile "fast"`:                                       append(target, "--profile", "fast"),
		"--program does not go with --target":                          append(target, "--program", file),
		"is a file; name a folder for the outputs":                     {"c", "--target", "doca-pcc", "--algo", "dcqcn", "-o", filepath.Join(file, "x")},
		`--line-rate takes a rate such as 25G, 100Gbps or 1.6T (1M to`: append(target, "--line-rate", "100"),
	} {
		status, stdout, stderr := run(args...)
		require.Equal(t, cli.ExitUsage, status, says)
		require.Empty(t, stdout)
		require.Contains(t, stderr, says)
		require.Equal(t, 1, bytes.Count([]byte(stderr), []byte("\n")), stderr)
		require.NoDirExists(t, dir)
	}
}

// TestTargetLeavesOldFiles: where one of the two files cannot be written, the other stays
// as it was.
func TestTargetLeavesOldFiles(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "cc_doca_pcc.c"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cc.h"), []byte("old"), 0o644))
	status, _, stderr := run("c", "--target", "doca-pcc", "--algo", "dcqcn", "-o", dir)
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, stderr, "cc_doca_pcc.c: is a directory")
	old, err := os.ReadFile(filepath.Join(dir, "cc.h"))
	require.NoError(t, err)
	require.Equal(t, "old", string(old))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2, "and no temporary file")
}
