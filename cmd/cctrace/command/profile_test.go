package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/golden"
)

const (
	saved  = "../../../internal/nicconf/testdata/"
	config = "../../../internal/nicconf/sonic/testdata/config_db.json"
)

// imported writes a saved machine's profile to a file and returns its path.
func imported(t *testing.T, source string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "nic.toml")
	status, stdout, stderr := run("profile", "import", saved+source, "-o", path)
	require.Zero(t, status, stderr)
	require.Empty(t, stdout)
	return path
}

func TestProfileImport(t *testing.T) {
	path := imported(t, "debugfs")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(text), "\ntime_reset = \"300us\"\n")
	status, stdout, stderr := run("profile", "import", saved+"debugfs")
	require.Zero(t, status)
	require.Equal(t, string(text), stdout)
	require.Contains(t, stderr, "cctrace: note: ")
	require.Contains(t, stderr, "rp_dce_tcp_g 1019 is taken as the weight of the old alpha")

	status, stdout, stderr = run("profile", "import", saved+"ens1f0", "--json", "--name", "leaf")
	require.Zero(t, status, stderr)
	require.Empty(t, stderr, "notes are in the JSON")
	var j profileJSON
	require.NoError(t, json.Unmarshal([]byte(stdout), &j))
	require.Equal(t, "leaf", j.Name)
	require.Equal(t, []int{3}, *j.RPEnabled)
	require.Contains(t, j.Parameters, parameterJSON{"time_reset", "75", "us", true})
	require.NotEmpty(t, j.Notes)
}

func TestProfileDiff(t *testing.T) {
	path := imported(t, "debugfs")
	status, stdout, stderr := run("profile", "diff", "connectx", path)
	require.Zero(t, status, stderr)
	require.Equal(t, "the same in all 30 parameters\n", stdout)

	status, stdout, stderr = run("profile", "diff", path, saved+"ens1f0")
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, "* time_reset                   300us                   75us\n")
	require.Contains(t, stderr, " differ in 4 of 30 parameters\n")
	for line := range strings.Lines(stdout) {
		require.LessOrEqual(t, len(strings.TrimRight(line, "\n")), 80)
	}

	status, stdout, _ = run("profile", "diff", "paper", "hpcc", "--json", "--line-rate", "25G")
	require.Equal(t, cli.ExitCheck, status)
	var d struct {
		Line   int `json:"line_rate_kbps"`
		Differ int
		Rows   []struct{ Name, A, B string }
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &d))
	require.Equal(t, 25_000_000, d.Line)
	require.Positive(t, d.Differ)
	require.Contains(t, stdout, `"b": "1000Mbps"`)

	// hpcc's additive increase depends on the speed, which the other one tells.
	_, stdout, _ = run("profile", "diff", "hpcc", saved+"ens1f0")
	require.Contains(t, stdout, "* ai_rate                      40Mbps                  50Mbps\n")

	status, stdout, _ = run("profile", "diff", "paper", "paper")
	require.Zero(t, status)
	require.Equal(t, "the same in all 30 parameters\n", stdout)
	status, stdout, _ = run("profile", "diff", "paper", "paper", "--all")
	require.Zero(t, status)
	require.Contains(t, stdout, "  cut_mode                     at once                 at once\n")
}

// TestProfileOfDolceRC: its reaction point is compared and written as any other, with a note
// of what is left out; the checks are not for it, and say so.
func TestProfileOfDolceRC(t *testing.T) {
	const name = "dolcerc-recommended"
	status, stdout, stderr := run("profile", "diff", "paper", name)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, "* ai_rate                      40Mbps                  400Mbps\n")
	require.Contains(t, stderr, "note: "+name+": only Dolce-RC's reaction and notification point")
	status, stdout, stderr = run("profile", "export", name)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "\nbase = \"paper\" #")
	require.Contains(t, stdout, "\nai_rate = \"400Mbps\"\n")
	require.Contains(t, stderr, "note: "+name+": only")
	status, stdout, stderr = run("profile", "export", name, "--as", "mlx5", "--round")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "echo 400 > rp_ai_rate\n")
	refused(t, cli.ExitUsage, []string{"profile", "check", name}, name+" is Dolce-RC's", "do not hold for it")
	refused(t, cli.ExitUsage, []string{"profile", "import", saved + "debugfs", "--base", name}, "base: "+name, "use paper")
}

func TestProfileExport(t *testing.T) {
	path := imported(t, "debugfs")
	for as, want := range map[string]string{
		"toml": "[reaction_point]\n", "mlx5": "\necho 300 > rp_time_reset\n", "sysfs": "\necho 300 > roce_rp/rpg_time_reset\n", "mlxconfig": " RPG_TIME_RESET_P1=300",
	} {
		status, stdout, stderr := run("profile", "export", path, "--as", as, "--to", "dev 1")
		if as == "mlxconfig" {
			want = "\tRPG_TIME_RESET_P1=300"
		}
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, want)
	}
	status, stdout, stderr := run("profile", "export", "irdma", "--as", "irdma")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "\noptions irdma dcqcn_min_dec_factor=1 ")
	// What cannot be written leaves no file behind.
	out := filepath.Join(t.TempDir(), "set.sh")
	refused(t, cli.ExitUsage, []string{"profile", "export", "paper", "--as", "mlx5", "-o", out}, "byte_reset is 10000000B, outside its range")
	require.NoFileExists(t, out)
}

func TestProfileCheck(t *testing.T) {
	status, stdout, stderr := run("profile", "check", "paper", "--connections", "16")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "paper at 100 Gb/s, 16 connections")
	require.Contains(t, stdout, "nothing found\n")

	status, stdout, stderr = run("profile", "check", imported(t, "ens1f0"), "--wred", config, "--queue", "1", "--connections", "16")
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, "at 200 Gb/s, 16 connections", "the speed is the source's")
	for _, id := range []string{"error: ecn-off\n", "error: reaction-off\n", "error: queue-unmarked\n", "warning: cutoff\n"} {
		require.Contains(t, stdout, id)
	}
	require.Contains(t, stderr, "findings of severity warning or worse")

	status, stdout, _ = run("profile", "check", "connectx", "--json", "--wred", config, "--wred-profile", "AZURE_LOSSLESS", "--fail", "note", "--pause-at", "1500000")
	require.Equal(t, cli.ExitCheck, status)
	var j checkJSON
	require.NoError(t, json.Unmarshal([]byte(stdout), &j))
	require.Equal(t, uint64(1<<20), j.WRED.Min)
	var ids []string
	for _, f := range j.Findings {
		ids = append(ids, f.ID)
	}
	require.Equal(t, []string{"kmax-above-pause", "alpha-timer"}, ids)
	status, _, _ = run("profile", "check", "connectx", "--json")
	require.Zero(t, status, "notes alone are no failure")
}

// TestProfileCheckColors holds what profile check prints of WRED profiles that differ in
// what they do to colours and to ECN-capable packets.
func TestProfileCheckColors(t *testing.T) {
	var all strings.Builder
	for _, c := range []struct {
		args   string
		status int
	}{
		{"--wred-profile BY_ECNCONFIG", cli.ExitCheck},
		{"--wred-profile BLANKS", 0},
		{"--wred-profile BY_RED", cli.ExitCheck},
		{"--wred-profile BY_RED --color red", 0},
		{"--wred-profile BY_RED --color yellow", cli.ExitCheck},
		{"--wred-profile MARK_BEFORE_DROP", 0},
		{"--wred-profile MARK_BEFORE_DROP --pause-at 524288", cli.ExitCheck},
		{"--wred-profile MARK_BEFORE_DROP_0", cli.ExitCheck},
		{"--wred-profile BY_RED --color red --json", 0},
		{"--wred-profile MARK_BEFORE_DROP_0 --json", cli.ExitCheck},
	} {
		args := append([]string{"profile", "check", "paper", "--connections", "16", "--wred", filepath.Dir(config) + "/colors.json"}, strings.Fields(c.args)...)
		status, stdout, stderr := run(args...)
		require.Equal(t, c.status, status, "%s: %s%s", c.args, stdout, stderr)
		require.Equal(t, c.status == 0, stderr == "", stderr)
		all.WriteString("$ cctrace profile check paper --connections 16 --wred colors.json " + c.args + "\n" + stdout + stderr + "\n")
	}
	golden.Check(t, "testdata/wred.golden", []byte(all.String()))
}

func TestProfileUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "name a command, one of import, diff, export, check"},
		{[]string{"imports"}, `unknown command "imports" (did you mean import?); cctrace profile --help lists them`},
		{[]string{"import"}, "name one source"},
		{[]string{"import", "a", "b"}, "name one source"},
		{[]string{"import", "x", "--nothing"}, "unknown flag: --nothing; see cctrace profile import --help"},
		{[]string{"import", "nowhere"}, "nowhere: no such file or directory"},
		{[]string{"import", saved + "debugfs", "--g-convention", "new"}, `--g-convention takes old-weight or new-weight, not `},
		{[]string{"import", saved + "debugfs", "--line-rate", "fast"}, "--line-rate takes a rate"},
		{[]string{"diff", "paper"}, "name two profiles"},
		{[]string{"diff", "paper", "papers"}, "papers: no such file or directory (did you mean paper?); name a file or folder, or one of paper, connectx"},
		{[]string{"export"}, "name one profile"},
		{[]string{"export", "paper", "--as", "yaml"}, `--as takes toml, mlx5`},
		{[]string{"export", "paper", "--write-g", "x"}, `--write-g takes `},
		{[]string{"check"}, "name one profile"},
		{[]string{"check", "paper", "--fail", "all"}, `--fail takes `},
		{[]string{"check", "paper", "--queue", "8"}, "--queue takes a whole number of 0 to 7, not "},
		{[]string{"check", "paper", "--rtt", "2s"}, "--rtt takes a time of 1ns to 1s"},
		{[]string{"check", "paper", "--connections", "0"}, "--connections takes a whole number of 1 to 1048576, not "},
		{[]string{"check", "paper", "--wred-profile", "x"}, "wred-profile: goes with --wred"},
		{[]string{"check", "paper", "--color", "red"}, "color: goes with --wred"},
		{[]string{"check", "paper", "--wred", config, "--color", "blue"}, `--color takes green, yellow or red`},
		{[]string{"check", "paper", "--wred", config}, "has 2 WRED profiles, AZURE_LOSSLESS, AZURE_LOSSY; choose one"},
		{[]string{"check", "paper", "--wred", saved + "lines.txt"}, "lines.txt:1: invalid character"},
	} {
		refused(t, cli.ExitUsage, append([]string{"profile"}, c.args...), c.want)
	}
	for _, name := range []string{"import", "diff", "export", "check"} {
		status, stdout, stderr := run("profile", name, "--help")
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "Usage: cctrace profile "+name+" ")
		require.Contains(t, stdout, "Examples:\n  cctrace profile ")
	}
	status, stdout, _ := run("profile", "--help")
	require.Zero(t, status)
	require.Contains(t, stdout, "  check      look for")
}

// TestProfileFileInPlaceOfAName: a replay and a scenario do with an imported profile, bit
// for bit, what they do with the built-in one that it equals.
func TestProfileFileInPlaceOfAName(t *testing.T) {
	path := imported(t, "debugfs")
	for _, algo := range []string{"dcqcn", "dolcerc"} {
		var logs []string
		for _, p := range []string{"connectx", path, saved + "debugfs"} {
			status, stdout, stderr := run("replay", capture, "--algo", algo, "--profile", p, "--line-rate", "10G", "-o", "-", "--set", "ai_rate=7")
			require.Zero(t, status, stderr)
			logs = append(logs, stdout)
		}
		require.Equal(t, logs[0], logs[1])
		require.Equal(t, logs[0], logs[2])
	}
	dir := filepath.Dir(path)
	scenario := filepath.Join(dir, "s.toml")
	text, err := os.ReadFile(incast)
	require.NoError(t, err)
	for _, p := range []string{"nic.toml", "./nic.toml", path} {
		require.NoError(t, os.WriteFile(scenario, []byte(strings.Replace(string(text), `profile = "hpcc"`, `profile = "`+p+`"`, 1)), 0o666))
		var sums []string
		for _, set := range []string{"run.seed=3", "nic[0].profile=connectx"} {
			status, stdout, stderr := run("sim", scenario, "-o", "-", "--json", "--set", set, "--set", "run.seed=3")
			require.Zero(t, status, stderr)
			sums = append(sums, stdout)
		}
		require.Equal(t, sums[1], sums[0], "relative to the scenario's folder")
	}
	refused(t, cli.ExitUsage, []string{"sim", scenario, "--check", "--set", "nic[0].profile=other.toml"}, "other.toml: no such file or directory")
	refused(t, cli.ExitUsage, []string{"replay", capture, "--profile", "./fast.toml"}, "./fast.toml: no such file or directory")
	refused(t, cli.ExitUsage, []string{"replay", capture, "--profile", saved + "mlxconfig-two.txt"}, "choose one with --device")
}
