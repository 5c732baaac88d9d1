package scenario

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// tuned has a table of everything that goes with its algorithm alone.
const tuned = `[topology]
kind = "star"
hosts = 3
rate = "100Gbps"
delay = "1us"
[[nic]]
algorithm = "dolcerc"
profile = "irdma"
set = ["alpha_g=7"]
estimate = "tx-slots"
arms = ["1:0.9", "1:1.1"]
epsilon = "0.1"
notify = "echo"
payload = 4096
[nic.engine]
cores = 2
[[workload]]
kind = "incast"
receiver = 0
bytes = "1KB"
`

// TestUnder: under another algorithm, or another profile, a scenario is as if its tables had named nothing else but
// what is not the algorithm's.
func TestUnder(t *testing.T) {
	s, err := Parse([]byte(tuned), "tuned.toml")
	require.NoError(t, err)
	require.Empty(t, s.WithAlgorithm("dolcerc", ""))
	require.Empty(t, s.WithAlgorithm("dolcerc", "irdma"))
	require.True(t, s.NIC[0].Overrides())
	require.Equal(t, "irdma", s.ProfileOf(0))
	require.False(t, s.Mixed())
	for _, c := range []struct{ algorithm, profile, table string }{
		{"dcqcn", "", `algorithm = "dcqcn"`},
		{"dcqcn", "connectx", "algorithm = \"dcqcn\"\nprofile = \"connectx\""},
		{"dolcerc", "paper", "algorithm = \"dolcerc\"\nprofile = \"paper\""},
		{"dolcercplus", "", `algorithm = "dolcercplus"`},
	} {
		got, err := Parse([]byte(tuned), "tuned.toml", s.WithAlgorithm(c.algorithm, c.profile)...)
		require.NoError(t, err)
		config, err := got.Config()
		require.NoError(t, err)
		fresh, err := Parse([]byte(`[topology]
kind = "star"
hosts = 3
rate = "100Gbps"
delay = "1us"
[[nic]]
payload = 4096
`+c.table+"\n[nic.engine]\ncores = 2\n[[workload]]\nkind = \"incast\"\nreceiver = 0\nbytes = \"1KB\"\n"), "fresh.toml")
		require.NoError(t, err)
		want, err := fresh.Config()
		require.NoError(t, err)
		require.Equal(t, want.NICs[0].Algorithm.Params, config.NICs[0].Algorithm.Params)
		require.Equal(t, want.NICs[0].NP, config.NICs[0].NP)
		require.Equal(t, want.NICs[0].Notify, config.NICs[0].Notify)
		require.Equal(t, want.NICs[0].Payload, config.NICs[0].Payload)
		require.Equal(t, want.NICs[0].Engine, config.NICs[0].Engine)
		require.False(t, got.NIC[0].Overrides())
	}
}

// TestAt: names of folders and files as the scenario has them; other names stay.
func TestAt(t *testing.T) {
	s, err := Parse([]byte(tuned), "tuned.toml")
	require.NoError(t, err)
	s.SetFolder(filepath.Join("a", "b"))
	for name, want := range map[string]string{
		"dcqcn": "dcqcn", "connectx": "connectx", "./mycc": "../../mycc", "a/b": ".", "a/b/c": "./c", "a/mine.toml": "../mine.toml", "..": "../../..",
	} {
		got, err := s.ResolvePath(name)
		require.NoError(t, err)
		require.Equal(t, want, got, name)
	}
	whole, err := filepath.Abs("./mycc")
	require.NoError(t, err)
	got, err := s.ResolvePath(whole)
	require.NoError(t, err)
	require.Equal(t, "../../mycc", got, "however it is named, a run is the same one")
}

// TestHas: a folder is the same however it is written.
func TestHas(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "mine.toml")
	require.NoError(t, os.WriteFile(path, []byte("[[nic]]\nalgorithm = \"./cc\"\nprofile = \"slow\"\n[[nic]]\nalgorithm = \"cc/\"\nprofile = \"fast\"\n"), 0o666))
	s, err := Read(path)
	require.NoError(t, err)
	require.Empty(t, s.WithAlgorithm(dir+"/cc", ""))
	require.Len(t, s.WithAlgorithm("./cc", "slow"), 6, "one of the tables has another profile: both are set")
	require.Len(t, s.WithAlgorithm("./dd", ""), 4)
}

// TestUnderRules: how a NIC obeys one algorithm is not how it obeys another.
func TestUnderRules(t *testing.T) {
	text := "[topology]\nkind = \"star\"\nhosts = 3\nrate = \"100Gbps\"\ndelay = \"1us\"\n[[nic]]\nalgorithm = \"../../../docs/examples/hpcc\"\n" +
		"profile = \"hpcc-ns3\"\novershoot = true\nrepace = true\n[[workload]]\nkind = \"incast\"\nreceiver = 0\nbytes = \"1KB\"\n"
	s, err := Parse([]byte(text), "rules.toml")
	require.NoError(t, err)
	config, err := s.Config()
	require.NoError(t, err)
	require.True(t, config.NICs[0].Overshoot && config.NICs[0].Repace)
	s, err = Parse([]byte(text), "rules.toml", s.WithAlgorithm("dcqcn", "")...)
	require.NoError(t, err)
	config, err = s.Config()
	require.NoError(t, err)
	require.False(t, config.NICs[0].Overshoot || config.NICs[0].Repace)
}
