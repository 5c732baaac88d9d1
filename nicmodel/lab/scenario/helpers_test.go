package scenario_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tree"
	"smartnic-cc/nicmodel/lab/scenario"
)

// parse reads a scenario from text.
func parse(t testing.TB, text string, settings ...string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Parse([]byte(text), "test.toml", settings...)
	require.NoError(t, err)
	return s
}

// run runs a scenario and returns its summary and its files by name.
func run(t testing.TB, s *scenario.Scenario, threads int) (*scenario.Summary, map[string][]byte) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	sum, err := scenario.Run(s, scenario.Options{Out: dir, Threads: threads})
	require.NoError(t, err)
	require.True(t, sum.Packets.Conserved)
	return sum, read(t, dir)
}

// read reads all files of a folder.
func read(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	files := map[string][]byte{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		files[e.Name()] = b
	}
	return files
}

// shipped are the samples of docs that match.
func shipped(t testing.TB, pattern string) []string {
	t.Helper()
	const dir = "../../../docs/sample"
	names, err := fs.Glob(tree.Of(t, dir), pattern)
	require.NoError(t, err)
	for i, name := range names {
		names[i] = filepath.Join(dir, name)
	}
	return names
}

// testbeds are the scenarios with a table [bed] that ship.
func beds(t testing.TB) []string {
	t.Helper()
	names := shipped(t, "bed-*.toml")
	require.Len(t, names, 2)
	return names
}

// samples are the scenarios of networks that ship; their folder also has testbeds and files of sweeps.
func samples(t testing.TB) []string {
	t.Helper()
	names := shipped(t, "*.toml")
	names = slices.DeleteFunc(names, func(name string) bool {
		name = filepath.Base(name)
		return strings.HasPrefix(name, "bed-") || strings.HasPrefix(name, "sweep-") || strings.HasPrefix(name, "fit-")
	})
	require.GreaterOrEqual(t, len(names), 3)
	return names
}

// star is a scenario of a star of hosts without NICs and workload.
const star = `
[topology]
kind = "star"
hosts = 4
`

// long is a whole scenario of two data centres, with the given keys in its table [themis], line 10.
func long(keys string) string {
	return "[topology]\nkind = \"longhaul\"\ntors_per_site = 1\nhosts_per_tor = 2\naggs_per_site = 1\ntrunk_rate = \"1.6Tbps\"\n" +
		"[[workload]]\nkind = \"alltoall\"\nbytes = 1000\n[themis]\n" + keys + "\n[[nic]]\n"
}

// plain is a whole scenario: star, with the given tables after it.
func plain(tables string) string {
	if !strings.Contains(tables, "[[nic]]") {
		tables = "[[nic]]\n" + tables
	}
	if !strings.Contains(tables, "[[workload]]") {
		tables += "\n[[workload]]\nkind = \"incast\"\nreceiver = 3\nbytes = \"10KB\"\n"
	}
	return star + tables
}
