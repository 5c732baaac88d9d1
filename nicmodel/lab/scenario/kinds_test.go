package scenario_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
)

// TestTopologies: every kind of network with its parameters, and what a workload of all its
// hosts does there.
func TestTopologies(t *testing.T) {
	for _, c := range []struct {
		table           string
		hosts, switches uint32
	}{
		{"kind = \"star\"\nhosts = 5\nrate = \"25Gbps\"", 5, 1},
		{"kind = \"dumbbell\"\nleft = 2\nright = 3\ntrunk_rate = \"50Gbps\"\ntrunk_delay = \"5us\"", 5, 2},
		{"kind = \"leafspine\"\nleaves = 3\nhosts_per_leaf = 2\nspines = 2\nlinks_per_pair = 2\nup_rate = \"400Gbps\"", 6, 5},
		{"kind = \"fattree\"\npods = 2\ntors_per_pod = 2\nhosts_per_tor = 2\naggs_per_pod = 2\ncores = 4\nagg_rate = \"200Gbps\"\ncore_rate = \"400Gbps\"", 8, 12},
		{"preset = \"fattree64\"", 64, 68},
		{"kind = \"longhaul\"\ntors_per_site = 2\nhosts_per_tor = 2\naggs_per_site = 1\ngateway_rate = \"400Gbps\"\ntrunk_rate = \"1.6Tbps\"\ntrunk_delay = \"50us\"", 8, 8},
	} {
		sum, err := scenario.Run(parse(t, "[topology]\n"+c.table+"\n[[nic]]\n[[workload]]\nkind = \"alltoall\"\nbytes = 1500\n"), scenario.Options{})
		require.NoError(t, err, c.table)
		require.Equal(t, c.hosts, sum.Hosts)
		require.Equal(t, c.switches, sum.Switches)
		require.Equal(t, uint64(c.hosts*(c.hosts-1)), sum.Completed)
		require.Len(t, sum.Workloads[0].Iterations, 1)
		require.LessOrEqual(t, sum.Workloads[0].Iterations[0].MaxPS, int64(sum.FCT.FCT.Max))
	}
}

// TestWorkloads: every kind of workload, by what it sends.
func TestWorkloads(t *testing.T) {
	dir := t.TempDir()
	sizes := filepath.Join(dir, "sizes.csv")
	require.NoError(t, os.WriteFile(sizes, []byte("bytes,share\n1000,50%\n2000,100%\n"), 0o666))
	flows := filepath.Join(dir, "flows.txt")
	require.NoError(t, os.WriteFile(flows, []byte("2\n0 1 3 100 2500 0.000001\n1 2 1 100 1000 0\n"), 0o666))
	for _, c := range []struct {
		table     string
		conns     int
		messages  uint64
		bytes     uint64
		atMost    uint64
		completed string
	}{
		{"kind = \"incast\"\nreceiver = 1\nbytes = \"1KB\"\nflows = 2\nstagger = \"1us\"\nmessage_bytes = 300", 6, 24, 6000, 6000, ""},
		{"kind = \"incast\"\nsenders = \"0,2\"\nreceiver = 1\nbytes = \"1KiB\"", 2, 2, 2048, 2048, ""},
		{"kind = \"messages\"\nsrc = 0\ndst = 2\nbytes = 10\ncount = 7\nevery = \"20ns\"", 1, 7, 70, 70, ""},
		{"kind = \"alltoall\"\nhosts = \"0-2\"\nranks_per_host = 2\nbytes = 100\niterations = 3\nwarm_up = 1\ncompute = \"1us\"", 24, 96, 9600, 9600, ""},
		{"kind = \"flows\"\nfile = \"" + flows + "\"\nmessage_bytes = 1000", 2, 4, 3500, 3500, ""},
		{"kind = \"poisson\"\nload = \"40%\"\nduration = \"20us\"\ndistribution_file = \"" + sizes + "\"", 0, 0, 100_000, 800_000, ""},
		{"kind = \"poisson\"\nload = 0.4\nrate = \"10Gbps\"\nduration = \"200us\"\nbytes = 1000", 0, 0, 200_000, 600_000, ""},
		{"kind = \"poisson\"\nload = 0.4\ncount = 500\nbytes = 1000", 500, 500, 500_000, 500_000, ""},
		{"kind = \"poisson\"\nload = 0.4\ncount = 50\nduration = \"200us\"\nbytes = 1000", 50, 50, 50_000, 50_000, ""},
		{"kind = \"streams\"\nload = 0.5\nreceiver = 3\nduration = \"200us\"\nbytes = \"4KB\"\nmessage_bytes = \"1KB\"", 3, 0, 800_000, 1_700_000, ""},
	} {
		sum, err := scenario.Run(parse(t, plain("[[workload]]\n"+c.table)), scenario.Options{})
		require.NoError(t, err, c.table)
		require.Equal(t, sum.Messages, sum.Completed)
		if c.conns > 0 {
			require.Equal(t, c.conns, sum.Connections, c.table)
		}
		if c.messages > 0 {
			require.Equal(t, c.messages, sum.Messages, c.table)
		}
		require.GreaterOrEqual(t, sum.PayloadBytes, c.bytes, c.table)
		require.LessOrEqual(t, sum.PayloadBytes, c.atMost, c.table)
	}
	// Loads of hosts at two rates need a rate.
	topo := filepath.Join(dir, "topo.txt")
	require.NoError(t, os.WriteFile(topo, []byte("3 1 2\n0\n1 0 100Gbps 1us 0\n2 0 25Gbps 1us 0\n"), 0o666))
	text := "[topology]\nfile = \"" + topo + "\"\n[[nic]]\n[[workload]]\nkind = \"poisson\"\nload = 0.1\nduration = \"20us\"\nbytes = 1000\n"
	_, err := parse(t, text).Config()
	require.ErrorContains(t, err, "test.toml:4: workload[0].rate: the links of the hosts have rates of 100Gbps and 25Gbps; say which one the load is a part of")
	c, err := parse(t, text, "workload[0].rate=25Gbps").Config()
	require.NoError(t, err)
	require.Len(t, c.NICs, 2, "a kind for each rate")
}

// TestFileNumbers: with a topology file, hosts have the file's numbers in the scenario and in
// the outputs.
func TestFileNumbers(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "topo.txt"), []byte("5 2 4\n0 3\n1 0 100Gbps 1us 0\n2 0 100Gbps 1us 0\n4 3 100Gbps 1us 0\n0 3 100Gbps 1us 0\n"), 0o666))
	text := `
[topology]
file = "topo.txt"
[[nic]]
hosts = "1-2"
[[nic]]
hosts = 4
algorithm = "none"
[[workload]]
kind = "incast"
receiver = 4
bytes = 3000
[record]
rates = "all"
queues = "100ns"
`
	path := filepath.Join(dir, "s.toml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	s, err := scenario.Read(path)
	require.NoError(t, err)
	_, files := run(t, s, 1)
	lines := strings.Split(strings.TrimSpace(string(files["completions.csv"])), "\n")
	require.Len(t, lines, 3)
	for i, src := range []int{1, 2} {
		require.Contains(t, lines[1+i], fmt.Sprintf("%d,%d,%d,4,10000,4791,1,3000,0,", i, i, src))
	}
	require.Contains(t, string(files["completions.fct"]), "0b000101 0b000401 10000 4791 3000 0 ")
	require.Contains(t, string(files["queues.csv"]), ",0,2,1,")
	for _, b := range []struct{ setting, want string }{
		{"nic[1].hosts=3", "nic[1].hosts, as set: node 3 is a switch, not a host"},
		{"workload[0].receiver=5", "workload[0].receiver, as set: node 5 does not exist; there are 0..4"},
	} {
		s, err := scenario.Read(path, b.setting)
		require.NoError(t, err)
		_, err = s.Config()
		require.ErrorContains(t, err, b.want)
	}
}
