package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// aimd is the example of the documentation.
const aimd = "../../../docs/examples/aimd"

// TestReplayOwn replays the sample through an algorithm of a folder: the log has what its source
// names, a profile and --set change what comes out, and the same is the same bytes.
func TestReplayOwn(t *testing.T) {
	log := filepath.Join(t.TempDir(), "rates.csv")
	text := func(args ...string) string {
		status, stdout, stderr := run(append([]string{"replay", capture, "--algo", aimd, "--set", "Line=10Gb/s", "--line-rate", "10G", "-o", log}, args...)...)
		require.Zero(t, status, stderr)
		require.Empty(t, stderr)
		require.Contains(t, stdout, "aimd: 8 connections, ")
		require.Contains(t, stdout, "timer  cnp    MB  mean Gb/s  lowest ")
		out, err := os.ReadFile(log)
		require.NoError(t, err)
		return string(out)
	}
	slow := text()
	require.True(t, strings.HasPrefix(slow, "time_ns,conn,event,cnps,rate_kbps,show_rate_kbps,runs,state Rate IncreaseAt CutAt Runs Cut\n"+
		"206145,10.0.0.3:0x132->10.0.0.100:0xa02,cnp,1,5000000,5000000,1,5000000 261145 206145 1 1\n"+
		"261145,10.0.0.3:0x132->10.0.0.100:0xa02,increase-timer,0,5040000,5040000,1,5040000 316145 206145 1 1\n"), slow[:300])
	require.Equal(t, slow, text("--profile", "slow"), "the first profile is the default")
	require.Greater(t, strings.Count(slow, "\n"), 1000)
	fast := text("--profile", "fast")
	require.Contains(t, fast, "206145,10.0.0.3:0x132->10.0.0.100:0xa02,cnp,1,7500000,7500000,1,7500000 261145 206145 1 1\n")
	require.Contains(t, text("--profile", "fast", "--set", "Period=60us", "--set", "Add = 1"),
		"206145,10.0.0.3:0x132->10.0.0.100:0xa02,cnp,1,7500000,7500000,1,7500000 266145 206145 1 1\n")
	require.Contains(t, text("--state=false"), "time_ns,conn,event,cnps,rate_kbps,show_rate_kbps,runs\n206145,")

	log = filepath.Join(t.TempDir(), "rates.jsonl")
	lines := text("--log", "all")
	var row struct {
		Time  int64  `json:"time_ns"`
		Event string `json:"event"`
		Rate  uint64 `json:"rate_kbps"`
		State []uint64
	}
	require.NoError(t, json.Unmarshal([]byte(lines[:strings.IndexByte(lines, '\n')]), &row))
	require.EqualValues(t, 206145, row.Time)
	require.Equal(t, "cnp", row.Event)
	require.EqualValues(t, 5_000_000, row.Rate)
	require.Equal(t, []uint64{5_000_000, 261145, 206145, 1, 1}, row.State)
}

// TestReplayOwnSummary: of an algorithm with a window and no rate, as JSON.
func TestReplayOwnSummary(t *testing.T) {
	status, stdout, stderr := run("replay", capture, "--algo", "./testdata/timely:counting", "--set", "Window=5KB", "--json")
	require.Zero(t, status, stderr)
	var sum struct {
		Algorithm string
		Steps     uint64
		Conns     []map[string]any `json:"connections"`
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &sum))
	require.Equal(t, "counting", sum.Algorithm)
	require.EqualValues(t, 289, sum.Steps)
	require.Len(t, sum.Conns, 8)
	require.EqualValues(t, 5000, sum.Conns[0]["final_window_bytes"])
	require.EqualValues(t, map[string]any{"ack": 42.0}, sum.Conns[0]["events"])
	require.NotContains(t, sum.Conns[0], "mean_rate_kbps")
}

// TestReplayOwnRefuses: one line with the place and the remedy, exit status 2, and no log.
func TestReplayOwnRefuses(t *testing.T) {
	log := filepath.Join(t.TempDir(), "rates.csv")
	for args, texts := range map[string][]string{
		"./testdata/timely":                         {"several transducers, timely, counting; name one, as in ./testdata/timely:timely"},
		"./testdata/timely:timley":                  {`no transducer "timley" (did you mean timely?); it has timely, counting`},
		"./testdata/timely:timely --set Window=5":   {"testdata/timely/timely.go:11:2: signal marked (field Marked) of event ack: a capture does not give it", "take the field out"},
		"./testdata/timely:timely":                  {"testdata/timely/profiles.toml: there is no such file, and Window B (testdata/timely/timely.go:25) is not set", "--set Window=VALUE"},
		"./testdata/timely:timely --profile x":      {`profile: "x" is unknown; there is no testdata/timely/profiles.toml`},
		"./testdata/none":                           {"./testdata/none: is not a folder"},
		"./testdata":                                {"no Go source file there"},
		"../../../fixedpoint":                       {"../../../fixedpoint has no algorithm; put //ccgen:transducer"},
		"../../../bandit:bandit2 --set X=1":         {"bandit/instances.go:", "does not say what its events are: put //ccgen:signal kind"},
		aimd + " --gamma 0.5":                       {"gamma: goes with the built-in algorithms", "leave --gamma out"},
		aimd + " --estimate tx-slots":               {"estimate: goes with the built-in algorithms"},
		aimd + " --plot x.gif":                      {`unknown extension ".gif"`},
		aimd + " --firmware ./no/such":              {"./no/such: cannot be started", "name an executable firmware program"},
		aimd + " --compare":                         {"--compare goes with --firmware"},
		aimd + " --profile fats":                    {`profile: "fats" is unknown (did you mean fast?); ../../../docs/examples/aimd/profiles.toml has slow, fast`},
		aimd + " --set Keep=65536":                  {"set: Keep = 65536 UQ0.16: outside 0..65535 UQ0.16 (range 0..65535, ../../../docs/examples/aimd/aimd.go:29)"},
		aimd + " --set Perod=9us":                   {"set: Perod: no parameter of aimd (did you mean Period?); there are Line, Least, Add, Keep, Period, Quiet"},
		aimd + " --set Least=20Gb/s --set Line=1":   {"set: Least = 20000000 kb/s: outside 1..1 kb/s (range 1..Line, ../../../docs/examples/aimd/aimd.go:19)"},
		aimd + " --line-rate 3":                     {"--line-rate takes a rate"},
		"../../../codegen/frontend/testdata/refuse": {"../../../codegen/frontend/testdata/refuse/"},
		"aimd": {`algo: "aimd" is unknown`},
	} {
		out := []string{"-o", log}
		refused(t, cli.ExitUsage, append(append([]string{"replay", capture, "--algo"}, strings.Fields(args)...), out...), texts...)
		require.NoFileExists(t, log)
	}
}

// TestReplayOwnWarnsOfMarks: an algorithm that takes the marks of CNPs gets one warning if no CNP of the trace has
// any, and none if one does.
func TestReplayOwnWarnsOfMarks(t *testing.T) {
	dir := changedAIMD(t, "	CNPs uint16\n", "	CNPs uint16\n	//ccgen:signal marked\n	Marked uint8\n")
	events := filepath.Join(dir, "events.csv")
	for marked, warned := range map[string]bool{"": true, "3": false} {
		require.NoError(t, os.WriteFile(events, []byte("time_ns,conn,event,count,marked\n5,a,cnp,1,\n9,a,cnp,1,"+marked+"\n"), 0o644))
		status, stdout, stderr := run("replay", events, "--algo", dir, "-o", "-")
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "time_ns,conn,event,cnps,marked,rate_kbps,")
		require.Equal(t, warned, strings.Contains(stderr, "no CNP reports marked packets: field Marked ("+filepath.Join(dir, "aimd.go")+":98) is 0 in all of them\n"), stderr)
	}
}

// TestReplayOwnFault: a rate of 0 and an index out of range end the replay with the connection, the
// time and the line.
func TestReplayOwnFault(t *testing.T) {
	const cut = "s.Rate = max(fixedpoint.MulShiftDown(s.Rate, p.Keep, 16), p.Least)"
	for fault, want := range map[string]string{
		"s.Rate = 0":                 "10.0.0.3:0x132->10.0.0.100:0xa02: aimd: rate 0 at 206145 ns: nothing may ever leave again; Step must return 1 kb/s or more",
		"s.Rate = table[p.Line>>26]": "10.0.0.3:0x132->10.0.0.100:0xa02: at 206145 ns: DIR/aimd.go:155:17: index 1 is out of range for an array of 1",
	} {
		dir := changedAIMD(t, cut, fault)
		source := filepath.Join(dir, "aimd.go")
		text, err := os.ReadFile(source)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(source, append(text, "\nvar table = [1]uint32{5}\n"...), 0o644))
		refused(t, cli.ExitUsage, []string{"replay", capture, "--algo", dir}, strings.ReplaceAll(want, "DIR", dir))
	}
}

// changedAIMD copies the example into a folder, with a change of its source.
func changedAIMD(t *testing.T, old, now string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mycc")
	require.NoError(t, os.Mkdir(dir, 0o755))
	for _, name := range []string{"aimd.go", "profiles.toml", "go.mod"} {
		text, err := os.ReadFile(filepath.Join(aimd, name))
		require.NoError(t, err)
		if name == "aimd.go" {
			require.Equal(t, 1, strings.Count(string(text), old))
			text = []byte(strings.Replace(string(text), old, now, 1))
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	}
	return dir
}
