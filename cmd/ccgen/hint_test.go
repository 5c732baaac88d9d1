package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/helppage"
	"smartnic-cc/internal/dev/tier"
)

// TestHints: an error of a misspelt word names the word of the list that is near.
func TestHints(t *testing.T) {
	tier.Require(t, "gcc", "clang")
	out := filepath.Join(t.TempDir(), "out")
	for meant, args := range map[string]string{
		"json":            "vectors --form jsno -o " + out,
		"register":        "p4 dcqcn --params registr",
		"directives":      "c -o - --lines directive",
		"doca-pcc":        "c --target doca-pc --algo dolcerc4 -o " + out,
		"connectx":        "c -o - --profile conectx",
		"rv64imac":        "verify --matrix --platforms rv64imc",
		"dcqcn.Rates_Cut": "mutate --package dcqcn.Rates_Cutt",
		"bandit":          "mutate --package bandti",
		"x86-64":          "cost --profile x86_64",
	} {
		status, _, errs := run(strings.Fields(args)...)
		require.Equal(t, cli.ExitUsage, status, args)
		require.Contains(t, errs, "(did you mean "+meant+"?)", args)
	}
}

// TestHelpText: the help of every command is the golden one.
func TestHelpText(t *testing.T) { helppage.Check(t, program()) }
