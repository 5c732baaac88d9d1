package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// TestConfigOfASimulator: a configuration runs, and becomes a scenario with the same completions; it is not written over.
func TestConfigOfASimulator(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "mix"), 0o755))
	const config = "TOPOLOGY_FILE mix/net.txt\nFLOW_FILE mix/flow.txt\nCC_MODE 3\nRATE_AI 50Mb/s\nVAR_WIN 1\nMULTI_RATE 0\nL2_ACK_INTERVAL 1\n" +
		"KMAX_MAP 1 100000000000 1600\nKMIN_MAP 1 100000000000 400\nPMAX_MAP 1 100000000000 0.2\n"
	in := func(name string) string { return filepath.Join(dir, "mix", name) }
	for name, text := range map[string]string{
		"config.txt": config, "net.txt": "4 1 3\n3\n0 3 100Gbps 1000ns 0\n1 3 100Gbps 1000ns 0\n2 3 100Gbps 1000ns 0\n", "flow.txt": "2\n0 2 3 100 50000 2\n1 2 3 100 50000 2\n",
	} {
		require.NoError(t, os.WriteFile(in(name), []byte(text), 0o644))
	}
	read := func(path string) string {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		return string(text)
	}
	one, two, converted := filepath.Join(dir, "one"), filepath.Join(dir, "two"), filepath.Join(dir, "sub", "my.toml")
	status, stdout, stderr := run("sim", in("config.txt"), "-o", one)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "2 of 2 messages")
	require.Regexp(t, `^0b000001 0b000201 10000 100 50000 2000000000 `, read(filepath.Join(dir, "fct.txt")))
	for _, exactly := range [][]string{nil, {"--exact"}} {
		status, _, stderr = run(append([]string{"sim", in("config.txt"), "-o", one}, exactly...)...)
		require.Zero(t, status, stderr)
		status, _, stderr = run(append([]string{"convert", in("config.txt"), "-o", converted}, exactly...)...)
		require.Zero(t, status, stderr)
		status, _, stderr = run("sim", converted, "-o", two)
		require.Zero(t, status, stderr)
		require.Equal(t, read(filepath.Join(one, "completions.csv")), read(filepath.Join(two, "completions.csv")))
	}
	// Of HPCC's own simulator.
	require.Equal(t, "0b000001 0b000201 10000 100 50000 2000000000 12714 8352\n0b000101 0b000201 10000 100 50000 2000000000 12801 8352\n", read(filepath.Join(dir, "fct.txt")))
	refused(t, cli.ExitUsage, []string{"sim", converted, "--exact"}, "leave --exact out")

	refused(t, cli.ExitUsage, []string{"convert", in("config.txt"), "-o", in("config.txt")}, "is what is read, and would be lost")
	require.Equal(t, config, read(in("config.txt")), "left as it was")
	refused(t, cli.ExitUsage, []string{"sim", converted, "--cwd", "."}, "leave --cwd out")
	refused(t, cli.ExitUsage, []string{"sim", in("config.txt"), "--cwd", dir + "/mix"}, "config.txt:1: TOPOLOGY_FILE", "is not there", "--cwd names another folder")
}
