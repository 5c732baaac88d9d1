package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// TestP4Frame: the command in the head of a pipeline gives that file.
func TestP4Frame(t *testing.T) {
	t.Chdir("../..")
	folders := []string{"./nicmodel/systems/themis/notify", "./nicmodel/systems/themis/pace", "./nicmodel/systems/themis/resubmit", "./dcqcn"}
	const frame = "nicmodel/systems/themis/pipeline/gateway.p4.tmpl"
	status, stdout, stderr := run(append([]string{"p4", "--frame", frame, "-o", "-", "--check=builtin"}, folders...)...)
	require.Zero(t, status, stderr)
	require.Equal(t, frame+": the built-in reader takes the program\n", stderr)
	want, err := os.ReadFile("nicmodel/systems/themis/pipeline/testdata/gateway.p4")
	require.NoError(t, err)
	require.True(t, string(want) == stdout)
}

// TestP4FramePNA: the NIC's pipeline, from the command in its head.
func TestP4FramePNA(t *testing.T) {
	t.Chdir("../..")
	const frame = "docs/examples/pna/rocev2.p4.tmpl"
	status, stdout, stderr := run("p4", "--frame", frame, "--arch", "pna", "-o", "-", "--check=builtin")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "//   ccgen p4 --frame "+frame+" --arch pna\n")
	require.Contains(t, stdout, "    Register<bit<32>, bit<32>>(PLACES) rp_state_Rates_RC;\n")
	// Registers and reads of the other architecture do not fit it.
	status, _, stderr = run("p4", "--frame", frame, "--check=builtin")
	require.Equal(t, cli.ExitCheck, status)
	require.Regexp(t, `the program of `+frame+` at \d+:\d+: register is outside the subset here`, stderr)
}

// TestP4FrameRefuses: what is wrong with a template is said, by its line.
func TestP4FrameRefuses(t *testing.T) {
	dir := t.TempDir()
	path, out := filepath.Join(dir, "x.tmpl"), filepath.Join(dir, "x.p4")
	for _, b := range []struct {
		text   string
		args   []string
		status int
		want   string
	}{
		{"", []string{"dcqcn", "-o", out}, cli.ExitUsage, `unexpected argument "dcqcn": with --frame the template names the algorithms`},
		{"", []string{"--profile", "paper", "-o", out}, cli.ExitUsage, "--profile has no meaning with --frame"},
		{"", []string{"--check", "-o", out}, cli.ExitUsage, "--check has no vectors for a pipeline; give --check=builtin"},
		{"", nil, cli.ExitUsage, "-o is missing"},
		{"a\n{{use \"np\" \"dcqcnn\"}}", []string{"-o", out}, cli.ExitUsage, "x.tmpl:2:"},
		{"{{use \"np\" \"dcqcnn\"}}", []string{"-o", out}, cli.ExitUsage, `unknown algorithm "dcqcnn" (did you mean dcqcnnp?)`},
		{"{{use \"np\" \"dcqcnnp\" \"p.Intervall=1\"}}", []string{"-o", out}, cli.ExitUsage, `np: dcqcnnp has no p.Intervall`},
		{"{{use \"np\" \"dcqcnnp\" \"p.Interval=4294967296\"}}", []string{"-o", out}, cli.ExitUsage, `np: p.Interval: "4294967296" is no value of uint32`},
		{"{{use \"np\" \"dcqcnnp\" \"profile=none@100G\"}}", []string{"-o", out}, cli.ExitUsage, `np: profile=none@100G: unknown profile "none"`},
		{"{{use \"np\" \"dcqcnnp\" \"profile=paper@fast\"}}", []string{"-o", out}, cli.ExitUsage, `np: profile=paper@fast: `},
		{"{{use \"np\" \"dcqcnnp\" \"profile=paper\"}}", []string{"-o", out}, cli.ExitUsage, `nor profile=NAME@SPEED`},
		{"{{use \"np\" \"dcqcnnp\" \"Interval=1\"}}", []string{"-o", out}, cli.ExitUsage, `is neither p.FIELD=N, of a parameter, nor e.FIELD=N, of the event, nor profile=NAME@SPEED`},
		{"{{use \"np\" \"dcqcnnp\"}}{{use \"np\" \"dcqcn\"}}", []string{"-o", out}, cli.ExitUsage, `a second kernel np`},
		{"{{step \"np\"}}", []string{"-o", out}, cli.ExitUsage, `no kernel "np"; take it with {{use "np" ALGORITHM}} first`},
		{"{{use \"np\" \"dcqcnnp\"}}{{step \"np\"}}{{step \"np\"}}", []string{"-o", out}, cli.ExitUsage, `a second step of kernel np`},
		{"{{use \"np\" \"dcqcnnp\"}}{{head}}", []string{"--check=builtin", "-o", out}, cli.ExitCheck, "x.tmpl at 1:1: the program includes core.p4 and v1model.p4 or bmv2/pna.p4"},
	} {
		require.NoError(t, os.WriteFile(path, []byte(b.text), 0o644))
		status, _, stderr := run(append([]string{"p4", "--frame", path}, b.args...)...)
		require.Equal(t, b.status, status, stderr)
		require.Contains(t, stderr, b.want)
		require.NoFileExists(t, out)
	}
	status, _, stderr := run("p4", "--frame", filepath.Join(dir, "none"), "-o", out)
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, stderr, "none")
}
