package scenario_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
)

// mixed has DCQCN on two hosts and the TIMELY example on two others, towards a fifth.
const mixed = `
[run]
end = "1ms"
[topology]
kind = "star"
hosts = 5
[[switch.marking]]
kmin = "20KB"
kmax = "200KB"
[[nic]]
[[nic]]
hosts = "2,3"
algorithm = "../../../docs/examples/timely"
set = ["Add=100Mb/s"]
[[workload]]
kind = "incast"
receiver = 4
bytes = "300KB"
[record]
rates = "all"
rate_log = "all"
captures = true
throughput = "20us"
`

// TestFolderBesideDCQCN: one scenario runs both, with the same bytes for any number of threads; each has a rate log
// with its own columns, and run.json says with what the folder ran.
func TestFolderBesideDCQCN(t *testing.T) {
	sum, files := run(t, parse(t, mixed), 1)
	require.Equal(t, sum.Messages, sum.Completed)
	_, again := run(t, parse(t, mixed, "run.parts=3"), 2)
	for name := range files {
		if name != "run.json" {
			require.Equal(t, string(files[name]), string(again[name]), name)
		}
	}
	timely := strings.Split(string(files["rates-timely.csv"]), "\n")
	require.Equal(t, "time_ns,conn,event,rtt_ns,acked_bytes,rate_kbps,show_rate_kbps,show_rtt_ns,gradient_ns_q4,calm", timely[0])
	require.Len(t, timely, 2+2*300, "an acknowledgement a packet")
	require.Contains(t, string(files["rates-dcqcn.csv"]), ",cnp,")
	var origin scenario.Origin
	require.NoError(t, json.Unmarshal(files["run.json"], &origin))
	k := origin.NICs[1]
	require.Equal(t, []any{"../../../docs/examples/timely", "default", "none", 2}, []any{k.Algorithm, k.Profile, k.Notify, k.Hosts})
	require.Contains(t, k.Integers, scenario.Parameter{Name: "Add", Value: "100000"})
	require.Empty(t, k.Parameters)

	s, err := scenario.Parse([]byte(mixed), "test.toml")
	require.NoError(t, err)
	require.Contains(t, s.Files(), filepath.FromSlash("../../../docs/examples/timely/timely.go"))
	require.Contains(t, s.Files(), filepath.FromSlash("../../../docs/examples/timely/profiles.toml"))
}

// TestFolderIsBesideTheScenario: a folder is looked for from where the scenario lies.
func TestFolderIsBesideTheScenario(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "mycc"), 0o777))
	for _, name := range []string{"timely.go", "profiles.toml"} {
		text, err := os.ReadFile("../../../docs/examples/timely/" + name)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "mycc", name), text, 0o666))
	}
	for name, algorithm := range map[string]string{"a.toml": "./mycc", "b.toml": "./mycc:timely", "mycc/c.toml": "."} {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(strings.Replace(mixed, "../../../docs/examples/timely", algorithm, 1)), 0o666))
		s, err := scenario.Read(file)
		require.NoError(t, err)
		_, err = s.Config()
		require.NoError(t, err, algorithm)
		require.Contains(t, s.Files(), filepath.Join(dir, "mycc", "timely.go"))
	}
}

// TestBadFolders: each is one line with the scenario's file and line, and the remedy.
func TestBadFolders(t *testing.T) {
	timely := "../../../docs/examples/timely"
	for name, b := range map[string]struct {
		table string
		want  []string
	}{
		"no folder":         {"algorithm = \"./none\"", []string{"test.toml:6: nic[0].algorithm: ./none: is not a folder"}},
		"no package":        {"algorithm = \"./testdata\"", []string{"test.toml:6: nic[0].algorithm: ./testdata: no Go source file there"}},
		"no transducer":     {"algorithm = \"" + timely + ":fast\"", []string{"nic[0].algorithm: algo: " + timely + " has no transducer \"fast\"; it has timely"}},
		"unknown profile":   {"algorithm = \"" + timely + "\"\nprofile = \"lab\"", []string{`profile: "lab" is unknown; `, "profiles.toml has default"}},
		"unknown field":     {"algorithm = \"" + timely + "\"\nset = [\"Added=1\"]", []string{"set: Added: no parameter of timely"}},
		"out of range":      {"algorithm = \"" + timely + "\"\nset = [\"Low=300us\"]", []string{"Low = 300000 ns: outside 0..200000 ns"}},
		"no profiles":       {"algorithm = \"./testdata/fault\"", []string{"there is no such file, and Rate kb/s", "is not set"}},
		"a learner's key":   {"algorithm = \"" + timely + "\"\narms = [\"1:1\"]", []string{"test.toml:7: nic[0].arms: goes with algorithm = \"dolcerc\" only"}},
		"no cost":           {"algorithm = \"" + timely + "\"\n[nic.engine]", []string{"nic[0]: engine: the cost table does not say what \"timely step\" costs on \"dpa\"", "give engine.cycles"}},
		"too many cycles":   {"algorithm = \"" + timely + "\"\n[nic.engine]\ncycles = 2000000", []string{"test.toml:8: nic[0].engine.cycles: "}},
		"several algorithm": {"algorithm = \"../../../dolcerc\"", []string{"has several transducers, dolcerc4, dolcerc8; name one"}},
		"a receiver's":      {"algorithm = \"../../../dcqcn:dcqcnnp\"\nset = [\"Interval=1us\"]", []string{"is that of a notification point"}},
		"no algorithm":      {"algorithm = \"../../../fixedpoint\"", []string{"has no algorithm; put //ccgen:transducer"}},
		"a fault": {"algorithm = \"./testdata/fault\"\nset = [\"Rate=10Gb/s\"]",
			[]string{"connection 0: at ", " testdata/fault/fault.go:40:", "index"}},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := scenario.Parse([]byte(plain("[[nic]]\n"+b.table)), "test.toml")
			require.NoError(t, err)
			_, err = scenario.Run(s, scenario.Options{})
			require.Error(t, err)
			for _, want := range b.want {
				require.Contains(t, err.Error(), want)
			}
			require.NotContains(t, err.Error(), "\n")
		})
	}
}
