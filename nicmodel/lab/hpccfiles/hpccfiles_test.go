package hpccfiles

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// sample is a configuration with the keys that every run has.
const sample = `ENABLE_QCN 1
TOPOLOGY_FILE mix/net.txt
FLOW_FILE mix/flow.txt
SIMULATOR_STOP_TIME 3.00
CC_MODE 3 {1: DCQCN, 3: HPCC}
MIN_RATE 1000Mb/s
RATE_AI 40Mb/s
RATE_HAI 400Mb/s
RP_TIMER 300
EWMA_GAIN 0.00390625
L2_ACK_INTERVAL 1
VAR_WIN 1
MULTI_RATE 0
INT_MULTI 4
MI_THRESH 0
KMAX_MAP 1 100000000000 1600
KMIN_MAP 1 100000000000 400
PMAX_MAP 1 100000000000 0.2
BUFFER_SIZE 32
`

// folder is a simulator's folder with a star of three hosts and an incast of two flows; changes are pairs of old and new
// texts of the configuration.
func folder(t *testing.T, changes ...string) (config string) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "mix"), 0o755))
	text := sample
	for i := 0; i < len(changes); i += 2 {
		require.Contains(t, text, changes[i])
		text = strings.Replace(text, changes[i], changes[i+1], 1)
	}
	config = filepath.Join(dir, "mix", "config.txt")
	for name, content := range map[string]string{
		"trace.txt":  "6\n0 1 2 3\n9 8\n\nFirst line: tracing node #\nNode IDs...\n",
		"config.txt": text,
		"net.txt":    "4 1 3\n3\n0 3 100Gbps 1000ns 0\n1 3 100Gbps 1000ns 0\n2 3 100Gbps 1000ns 0\n\nFirst line: total node #, switch node #, link #\n",
		"flow.txt":   "3\n0 2 3 100 500000 2\n1 2 3 100 500000 2\n0 2 3 200 1 2.000000962\n1 2 3 100 7 2\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "mix", name), []byte(content), 0o644))
	}
	return config
}

func read(t *testing.T, changes ...string) (text string, notes []string, err error) {
	t.Helper()
	c, err := Read(folder(t, changes...), "")
	if err != nil {
		return "", nil, err
	}
	b, notes, err := c.Scenario(filepath.Dir(c.Name))
	return string(b), notes, err
}

// run runs a configuration and returns the files that it names.
func run(t *testing.T, changes ...string) (fct, pfc string) {
	t.Helper()
	files := runAll(t, changes...)
	return files[0], files[1]
}

// runAll is run, with all files in the order of outputKeys.
func runAll(t *testing.T, changes ...string) (files []string) {
	t.Helper()
	return runConfig(t, folder(t, changes...))
}

func runConfig(t *testing.T, path string) (files []string) {
	t.Helper()
	c, err := Read(path, "")
	require.NoError(t, err)
	return outputs(t, c, filepath.Dir(path))
}

// outputs is run of one that is read, as a scenario in a folder.
func outputs(t testing.TB, c *Config, dir string) (files []string) {
	t.Helper()
	text, _, err := c.Scenario(dir)
	require.NoError(t, err)
	s, err := scenario.Parse(text, c.Name)
	require.NoError(t, err)
	s.SetFolder(dir)
	var o *Outputs
	_, err = scenario.Run(s, scenario.Options{Threads: 1, Open: func(net *nicmodel.Config) (_ nicmodel.Sink, err error) {
		o, err = c.Create(net)
		return o, err
	}})
	require.NoError(t, err)
	defer o.Abort()
	require.NoError(t, o.Commit())
	for _, name := range o.Names() {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		files = append(files, string(b))
	}
	return files
}

// TestModes: every CC_MODE runs to the end. The columns of FCT are the simulator's: addresses of the hosts, source ports
// from 10000 for each pair, start, time and stand-alone time in ns. 500 packets of 1048 bytes take 41920 ns on top of the
// base RTT of 4000 ns and 80 ns on each of two links.
func TestModes(t *testing.T) {
	line := regexp.MustCompile(`^0b000[01]01 0b000201 1000[01] [12]00 (500000 2000000000 [0-9]+ 46080|1 2000000962 [0-9]+ 4163)$`)
	for _, mode := range []string{"1", "3", "7", "8"} {
		fct, _ := run(t, "CC_MODE 3", "CC_MODE "+mode)
		rows := strings.Split(strings.TrimSuffix(fct, "\n"), "\n")
		require.Len(t, rows, 3, mode)
		for _, row := range rows {
			require.Regexp(t, line, row)
		}
		require.Contains(t, fct, "0b000001 0b000201 10001 200 1 ")
	}
}

// TestPauses: a buffer that two senders fill makes PFC frames, which a host (type 0) hears at its interface 1.
func TestPauses(t *testing.T) {
	_, pfc := run(t, "CC_MODE 3", "CC_MODE 1", "BUFFER_SIZE 32", "BUFFER_SIZE 1\nHAS_WIN 0", "KMAX_MAP 1 100000000000 1600", "KMAX_MAP 1 100000000000 160000", "KMIN_MAP 1 100000000000 400", "KMIN_MAP 1 100000000000 40000")
	rows := strings.Split(strings.TrimSuffix(pfc, "\n"), "\n")
	require.Greater(t, len(rows), 3)
	for _, row := range rows {
		require.Regexp(t, `^20000[0-9]{5} [01] 0 1 [01]$`, row)
	}
	require.Regexp(t, ` 1$`, rows[0], "the first is a pause")
}

// TestRefused: one line, with file, line and remedy.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		changes []string
		want    string
	}{
		{[]string{"CC_MODE 3", "CC_MODE 10"}, `config.txt:5: CC_MODE: 10 is HPCC with PINT, which is not carried; use 3 for HPCC with its telemetry`},
		{[]string{"CC_MODE 3", "CC_MODE 4"}, `config.txt:5: CC_MODE: 4 is unknown; use 1 (DCQCN), 3 (HPCC), 7 (TIMELY) or 8 (DCTCP)`},
		{[]string{"MULTI_RATE 0\n", ""}, `config.txt: MULTI_RATE: not given, so 1 as the simulator has it: one rate for all hops is carried; use MULTI_RATE 0`},
		{[]string{"RP_TIMER 300\n", "", "CC_MODE 3", "CC_MODE 1"}, `config.txt: RP_TIMER: not given, so 0 as the simulator has it: increases 0 us apart are surely not meant; give the period, as in RP_TIMER 300`},
		{[]string{"KMIN_MAP 1 100000000000", "KMIN_MAP 1 25000000000"}, `config.txt:17: KMIN_MAP: it has no value for links of 100Gbps (100000000000); add one, as the simulator ends without it`},
		{[]string{"net.txt", "nte.txt"}, `config.txt:2: TOPOLOGY_FILE: .*nte.txt is not there; paths are relative to .*, and --cwd names another folder`},
		{[]string{"ENABLE_QCN", "ENABLE_QNC"}, `config.txt:1: unknown key "ENABLE_QNC" (did you mean ENABLE_QCN?); docs/from-hpcc.md lists those that are read`},
		{[]string{"ENABLE_QCN", "LB_MODE"}, `config.txt:1: LB_MODE is a key of ConWeave-ns3 (its load balancer; here it is ECMP); it is not modelled: leave it out with its value`},
		{[]string{"ENABLE_QCN 1", "AGENT_NODE 1 2"}, `config.txt:1: AGENT_NODE is a key of Hawkeye (the hosts that watch the round trips of flows); it is not modelled: leave it out with its value`},
		{[]string{"ENABLE_QCN", "SW_FAST_CNP"}, `config.txt:1: SW_FAST_CNP is a key of LIBRA (notifications that switches send); it is not modelled: leave it out with its value`},
		{[]string{"ENABLE_QCN", "QP_MON_INTERVAL"}, `config.txt:1: QP_MON_INTERVAL is a key of SimAI (us between samples of queue pairs); it is not modelled: leave it out with its value`},
		{[]string{"MULTI_RATE 0", "MULTI_RATE"}, `config.txt:14: INT_MULTI stands where the value of MULTI_RATE is expected, of 1 words`},
		{[]string{"INT_MULTI 4", "INT_MULTI 3"}, `config.txt:14: INT_MULTI: units of telemetry are 1, 2, 4 and further powers of two here`},
		{[]string{"EWMA_GAIN 0.00390625", "EWMA_GAIN 2"}, `config.txt:10: EWMA_GAIN: it has to be below 1; it is the weight of the newest sample`},
		{[]string{"BUFFER_SIZE 32", "BUFFER_SIZE 32768"}, `config.txt:19: BUFFER_SIZE: it is out of range 1..4095 MiB`},
		{[]string{"BUFFER_SIZE 32", "BUFFER_SIZE 32\nPACKET_PAYLOAD_SIZE 0"}, `config.txt:20: PACKET_PAYLOAD_SIZE: it is out of range 1..65535`},
		{[]string{"RATE_AI 40Mb/s", "RATE_AI 40"}, `config.txt:7: RATE_AI: "40" is no rate, as in 50Mb/s`},
		{[]string{"BUFFER_SIZE 32", "BUFFER_SIZE 32\nL2_BACK_TO_ZERO 1"}, `config.txt:20: L2_BACK_TO_ZERO: it has to be 0: a loss begins the message again; here the sender goes back to the packet that was lost`},
		{[]string{"BUFFER_SIZE 32", "BUFFER_SIZE 32\nERROR_RATE_PER_LINK 0.1"}, `config.txt:20: ERROR_RATE_PER_LINK: it has to be 0: losses are read from the last column of the topology's links; with --exact this is that of the others`},
		{[]string{"BUFFER_SIZE 32", "BUFFER_SIZE 32\nLINK_DOWN 1 0 3"}, `config.txt:20: LINK_DOWN: links that go down are not modelled; use LINK_DOWN 0 0 0`},
		{[]string{"BUFFER_SIZE 32\n", "BUFFER_SIZE"}, `config.txt:19: BUFFER_SIZE: the file ends before its value, of 1 words`},
		{[]string{"KMAX_MAP 1", "KMAX_MAP x"}, `config.txt:16: KMAX_MAP: "x" is no number of pairs of a rate and a value, as in KMAX_MAP 1 100000000000 400`},
	} {
		_, _, err := read(t, c.changes...)
		require.Error(t, err, c.want)
		want := strings.ReplaceAll(regexp.QuoteMeta(c.want), `\.\*`, `.*`)
		require.Regexp(t, want+"$", err.Error())
		require.NotContains(t, err.Error(), "\n")
	}
}

// TestOutputsAreDistinct: an output takes the place of no file that is read, and of no other output.
func TestOutputsAreDistinct(t *testing.T) {
	for _, line := range []string{"FCT_OUTPUT_FILE mix/flow.txt", "PFC_OUTPUT_FILE mix/config.txt", "PFC_OUTPUT_FILE fct.txt"} {
		c, err := Read(folder(t, "BUFFER_SIZE 32", "BUFFER_SIZE 32\n"+line), "")
		require.NoError(t, err)
		_, err = c.Create(&nicmodel.Config{Topology: &topology.Topology{}, Plan: &workload.Plan{}})
		require.ErrorContains(t, err, "would be lost; name another file")
		require.NoFileExists(t, filepath.Join(c.Dir, "fct.txt"))
	}
}

// TestNotes: what has no effect, and what the simulator leaves out, is named.
func TestNotes(t *testing.T) {
	_, notes, err := read(t, "BUFFER_SIZE 32", "BUFFER_SIZE 32\nPINT_PROB 1.0")
	require.NoError(t, err)
	require.Len(t, notes, 2)
	require.Regexp(t, `^FLOW_FILE: .*flow.txt has 4 flows, of which the first 3 run, as its first line says$`, notes[0])
	require.Equal(t, "without effect here: RATE_HAI, RP_TIMER, EWMA_GAIN, PINT_PROB", notes[1])
	_, notes, err = read(t, "CC_MODE 3", "CC_MODE 8", "EWMA_GAIN 0.00390625\n", "")
	require.NoError(t, err)
	require.Contains(t, strings.Join(notes, "\n"), "EWMA_GAIN: not given, and the simulator's default is 0, so that alpha never moves")
	_, notes, err = read(t, "CC_MODE 3", "CC_MODE 1", "EWMA_GAIN 0.00390625", "EWMA_GAIN 0.0039")
	require.NoError(t, err)
	require.Contains(t, strings.Join(notes, "\n"), "EWMA_GAIN: 0.0039 becomes 0.003906250, the nearest that 16 fractional bits hold")
}

// TestExactNotes: in exact arithmetic nothing is rounded, and ACK_HIGH_PRIO has an effect.
func TestExactNotes(t *testing.T) {
	c, err := Read(folder(t, "CC_MODE 3", "CC_MODE 1", "EWMA_GAIN 0.00390625", "EWMA_GAIN 0.0039", "BUFFER_SIZE 32", "BUFFER_SIZE 32\nACK_HIGH_PRIO 1\nTRACE_OUTPUT_FILE mix/t.tr"), "")
	require.NoError(t, err)
	c.Exact = true
	text, notes, err := c.Scenario(filepath.Dir(c.Name))
	require.NoError(t, err)
	require.NotRegexp(t, "ACK_HIGH_PRIO|EWMA_GAIN|HAS_WIN|TRACE", strings.Join(notes, "\n"))
	require.Len(t, outputs(t, c, filepath.Dir(c.Name)), 3)
	require.Contains(t, string(text), "[exact]\nack_high_prio = true\ngain = \"0.0039\"\ntarget = \"0.95\"\n")
}

// TestKeys: each key has a kind that is checked and a role that is obeyed, and no key of a fork is one of HPCC's.
func TestKeys(t *testing.T) {
	require.Len(t, allKeys(), 50)
	for _, k := range allKeys() {
		require.Contains(t, []string{"bool", "count", "real", "rate", "path", "word", "triple", "map"}, k.kind, k.name)
		require.Regexp(t, `^(read|read( [1378])+|none|only [01])$`, k.role, k.name)
		require.NotEmpty(t, k.words)
		if k.byDefault != "" {
			require.NoError(t, k.check(strings.Fields(k.byDefault)), k.name)
		}
		require.NotContains(t, forkKeys(), k.name)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Add("KMAX_MAP 2 1 2 3 { } CC_MODE 1")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse([]byte(text), "config.txt", ".")
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		for name := range c.values {
			c.text(name)
			c.real(name)
			c.count(name)
		}
		_ = c.idle()
	})
}
