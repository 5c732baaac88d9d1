//go:build linux

package verbs

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/nicmodel/lab/scenario"
)

// TestMachines boots machines and has them write to one another under DCQCN: all of what the switch, the kernels and the
// algorithm count agrees, each step in the machines' logs is the reference's, and nothing is left behind.
func TestMachines(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "qemu-system-x86_64", "clang", "tshark")
	dir := t.TempDir()
	self := filepath.Join(dir, "cctrace")
	said, err := exec.Command("go", "build", "-pgo=off", "-o", self, "smartnic-cc/cmd/cctrace").CombinedOutput()
	require.NoError(t, err, string(said))
	s, err := scenario.Read("../../../docs/sample/verbs.toml", "run.end=3s", "switch.buffer=900KB") // more than what rxe sends without an answer
	require.NoError(t, err)
	p, err := NewPlan(s)
	require.NoError(t, err)
	p.Commands, p.Log = []string{Write, "ib_read_bw -n 20"}, true
	ctx := context.Background()
	require.NoError(t, p.Prepare(ctx))
	image, err := NewImage(ctx, nil, func(string) {})
	require.NoError(t, err)
	out := filepath.Join(dir, "out")
	files, err := NewOutputs(out)
	require.NoError(t, err)
	defer files.Abort()
	r, err := p.Execute(ctx, image, self, files)
	require.NoError(t, err)
	require.NoError(t, r.Failed())
	sum := r.Summary(0)
	require.NoError(t, r.Write(files, sum))
	require.NoError(t, files.Commit())

	require.Zero(t, sum.Packets.BadICRC)
	require.Zero(t, sum.Lost)
	require.Positive(t, sum.Port.Marks)
	require.Positive(t, sum.Packets.CNPs)
	marks := uint64(0)
	for _, e := range r.ports {
		marks += e.marks
	}
	require.LessOrEqual(t, sum.Packets.Marked, marks)
	require.Len(t, sum.Flows, 4)
	require.Greater(t, sum.Jain, 0.5)
	require.Greater(t, sum.GoodputBPS, 1e6)
	require.Equal(t, "dcqcn", sum.Algorithm)

	// What rxe sent passed the switch or was dropped there. What it received left the switch: not CNPs, which the programs
	// take, and not what comes for a queue pair that has just ended.
	var sent, received uint64
	for _, m := range sum.Machines {
		sent, received = sent+m.Counters["sent_pkts"], received+m.Counters["rcvd_pkts"]
	}
	require.Equal(t, sent, sum.Packets.Packets-sum.Packets.CNPs+sum.Port.Drops)
	require.LessOrEqual(t, received, sum.Packets.Packets-sum.Packets.CNPs)
	require.Greater(t, received, sent/2)

	// The machines' logs have the events of the capture: data that they sent, and CNPs that came.
	cnps, events, data := uint64(0), uint64(0), uint64(0)
	for _, f := range r.account.sorted() {
		data += f.packets
	}
	for i, c := range p.machines() {
		log, err := firmwarelog.Open(filepath.Join(out, c.Name+".rates.csv"), nil)
		require.NoError(t, err)
		require.NoError(t, log.Bind(firmwarelog.Of(p.Setup.Algorithm.Def)))
		found, err := firmwarelog.Compare(log, firmwarelog.Options{Params: p.Setup.Params})
		require.NoError(t, err)
		require.NoError(t, log.Close())
		require.Zero(t, found.Differences)
		require.Greater(t, found.Steps, uint64(100))
		text, err := os.ReadFile(filepath.Join(out, c.Name+".rates.csv"))
		require.NoError(t, err)
		if i < len(p.Clients) { // the replay of what the switch saw is the log
			require.EqualValues(t, found.Steps, requireReplay(t, p, filepath.Join(out, captureName), c.Address.String(), text))
		}
		cnps += uint64(bytes.Count(text, []byte(",cnp,")))
		events += uint64(bytes.Count(text, []byte(",sent,")))
		require.Equal(t, "0\n", string(r.results[i].files["attach.status"]))
	}
	require.Equal(t, sum.Packets.CNPs, cnps)
	require.Zero(t, sum.Port.Drops)
	require.Equal(t, data, events)

	said, err = exec.Command("tshark", "-r", filepath.Join(out, captureName), "-Y", "_ws.malformed", "-T", "fields", "-e", "frame.number").Output()
	require.NoError(t, err)
	require.Empty(t, strings.TrimSpace(string(said)))
	require.FileExists(t, filepath.Join(out, "queues.csv"))
	for _, m := range []string{"client1", "client2", "server"} {
		require.FileExists(t, filepath.Join(out, m+".rxe.json"))
	}
	var text strings.Builder
	require.NoError(t, sum.Write(&text))
	require.Contains(t, text.String(), "Jain's index")
}
