package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/tier"
)

// TestBackEnds: what every back end's command does. It writes files that ccgen check takes until they are changed, and reports
// a check as a table, as JSON and as JUnit's XML.
func TestBackEnds(t *testing.T) {
	tools := map[string]string{"python": "python3", "rust": "rustc", "verilog": "iverilog"}
	flags := map[string][]string{"bpf": {"--source-only"}}
	checks := map[string]string{"p4": "--check=builtin", "python": "--check", "rust": "--check", "verilog": "--check=iverilog"}
	for _, b := range backEnds() {
		t.Run(b.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "out")
			out := filepath.Join(dir, "dcqcnnp")
			require.NoError(t, os.Mkdir(dir, 0o755))
			if b.many {
				out = dir
			}
			write := append([]string{b.name, "dcqcnnp", "-o", out}, flags[b.name]...)
			good(t, write...)
			current := 0
			require.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
				require.NoError(t, err)
				if e.IsDir() {
					return nil
				}
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				if !strings.Contains(string(text), "Command:\n") {
					return nil
				}
				current++
				require.Equal(t, path+" is current\n", good(t, "check", path))
				require.NoError(t, os.WriteFile(path, append(text, "// more\n"...), 0o644))
				status, _, stderr := run("check", path)
				require.Equal(t, cli.ExitCheck, status)
				require.Contains(t, stderr, "not current; make it again with: ccgen "+b.name+" dcqcnnp")
				return nil
			}))
			require.Positive(t, current)

			for want, args := range map[string][]string{
				": --json goes with --check":       {"--json"},
				": --junit goes with --check":      {"--junit", filepath.Join(dir, "x.xml")},
				`: unexpected argument "x.json"`:   {"x.json"},
				"--junit takes the name of a file": {"--junit", "-"},
			} {
				if args[0] == "x.json" && b.name == "rust" {
					continue // whose crate has the vectors
				}
				status, stdout, stderr := run(append(append([]string{}, write...), args...)...)
				require.Equal(t, cli.ExitUsage, status, want)
				require.Empty(t, stdout)
				require.Contains(t, stderr, b.name)
				require.Contains(t, stderr, want)
			}

			check := checks[b.name]
			if check == "" {
				return // root or a simulator of today is needed
			}
			if tools[b.name] != "" {
				tier.Require(t, tools[b.name])
			}
			junit := filepath.Join(dir, "x.xml")
			vectors := "../../testvectors/corpus/dcqcnnp.json.gz"
			var rows []struct {
				Target string
				Steps  int
				OK     bool
			}
			require.NoError(t, json.Unmarshal([]byte(good(t, b.name, "dcqcnnp", vectors, check, "--json", "--junit", junit)), &rows))
			suites := readOutcome(t, junit).Suites
			require.Len(t, suites, len(rows))
			for i, r := range rows {
				require.True(t, r.OK)
				require.Positive(t, r.Steps)
				require.Equal(t, r.Target, suites[i].Name)
				require.Len(t, suites[i].Cases, 1)
			}
			require.Contains(t, good(t, b.name, "dcqcnnp", vectors, check), rows[0].Target)

			t.Setenv("PATH", t.TempDir())
			if tools[b.name] != "" {
				status, _, _ := run(b.name, "dcqcnnp", vectors, check, "--junit", junit)
				require.Equal(t, cli.ExitUsage, status)
				require.Contains(t, *readOutcome(t, junit).Suites[0].Cases[0].Error, "is not installed")
			}
		})
	}
}
