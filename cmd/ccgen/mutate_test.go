package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/cli"
)

func runMutate(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = program().Run(cli.Env{Stdout: &out, Stderr: &errs}, append([]string{"mutate"}, args...))
	return status, out.String(), errs.String()
}

// TestMutateCommand kills the mutants of a small function, one of each of its kinds as C
// too.
func TestMutateCommand(t *testing.T) {
	status, out, stderr := runMutate("--package", "dcqcn.Params_roundAlpha", "--draw", "1", "--least", "90", "--json")
	require.Zero(t, status, stderr)
	var report struct {
		Score float64
		Table []struct{ Mutants, Killed, Equal, Open int }
		AsC   []struct{ ID, C string }
	}
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	total := report.Table[len(report.Table)-1]
	require.Greater(t, total.Killed, 5)
	require.Equal(t, total.Mutants, total.Killed+total.Equal+total.Open)
	require.Greater(t, len(report.AsC), 4)
	for _, m := range report.AsC {
		require.NotEqual(t, "survives", m.C, m.ID)
	}
}

func TestMutateBadUsage(t *testing.T) {
	for _, args := range [][]string{{"--package", "nosuch"}, {"--draw", "-1"}, {"--least", "101"}, {"nosuch.json"}} {
		status, out, stderr := runMutate(args...)
		require.Equal(t, cli.ExitUsage, status, args)
		require.Empty(t, out)
		require.NotEmpty(t, stderr)
	}
}
