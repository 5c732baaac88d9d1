package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// TestVerbs: a scenario is checked without a machine, and what is wrong is one line.
func TestVerbs(t *testing.T) {
	const sample = "../../../docs/sample/verbs.toml"
	status, out, stderr := run("verbs", sample, "--check")
	require.Zero(t, status, stderr)
	require.Equal(t, sample+": 2 clients and a server, 4 queue pairs for 10 s, ports of 100Mbps with 450000 bytes; a run takes qemu and Debian's packages\n", out)

	foreign := filepath.Join(t.TempDir(), "capture.pcapng")
	require.NoError(t, os.WriteFile(foreign, []byte("mine"), 0o666))
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	for want, args := range map[string][]string{
		"verbs: name one scenario":                   {},
		"from: 10s is not within the run":            {sample, "--from", "10s"},
		"bed: has no network":                        {"../../../docs/sample/bed-drum.toml"},
		"verbs: run.end: 2s; use whole seconds":      {sample, "--set", "run.end=2s"},
		"verbs: qemu-system-x86_64 is not installed": {sample},
		"--snaplen takes":                            {sample, "--snaplen", "5"},
		"nic[0].algorithm: ":                         {sample, "--set", "nic[0].set=[]", "--set", "nic[0].algorithm=../examples/hpcc"},
	} {
		status, _, stderr := run(append([]string{"verbs"}, args...)...)
		require.Equal(t, cli.ExitUsage, status, want)
		require.Contains(t, stderr, want)
		require.Regexp(t, `^cctrace: [^\n]*\n$`, stderr)
	}
}
