package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const liveSample = "../../../docs/sample/live.toml"

// TestLiveRefused: bad input is one line, before anything is made.
func TestLiveRefused(t *testing.T) {
	refused(t, 2, []string{"live"}, "name one scenario")
	refused(t, 2, []string{"live", "../../../docs/sample/bed-drum.toml"}, "bed: has no network; run it with cctrace sim")
	refused(t, 2, []string{"live", liveSample, "--set", "topology.rate=10Gbps"}, "topology.rate: 10Gbps is above 1Gbps")
	refused(t, 2, []string{"live", liveSample, "--from", "4s"}, "from: 4s is not within the run")
	refused(t, 2, []string{"live", liveSample, "--from", "soon"}, "--from takes a time with its unit")
	refused(t, 2, []string{"live", liveSample, "--snaplen", "64"}, "--snaplen takes a whole number of 128 to 65536 bytes, or 0")
	refused(t, 2, []string{"live", liveSample, "-o", "-", "--plot", "a.svg"}, "-o - writes none")
	refused(t, 2, []string{"live", liveSample, "--plot", "a.jpeg"}, "a.jpeg")
	refused(t, 2, []string{"live", liveSample, "--mark", "departing"}, "--mark takes arrival, departure or kernel, not ")
	refused(t, 2, []string{"live", liveSample, "--engine", "ebpf"}, "--engine takes go or bpf, not ")
	refused(t, 2, []string{"live", liveSample, "--engine", "bpf", "--firmware", "true"}, "use one of them")
	refused(t, 2, []string{"live", liveSample, "--compare"}, "--compare goes with --engine bpf, --firmware or --notify kernel")
	refused(t, 2, []string{"live", liveSample, "--notify", "kernal"}, "--notify takes thread or kernel, not ")
	if os.Geteuid() != 0 {
		refused(t, 2, []string{"live", liveSample, "-o", filepath.Join(t.TempDir(), "out")}, "needs root")
	}
	status, stdout, stderr := run("live", liveSample, "--check")
	require.Zero(t, status, stderr)
	require.Equal(t, liveSample+": 5 hosts around one switch, 4 connections for 4s, ports of 200Mbps; a run takes root and Linux\n", stdout)
}
