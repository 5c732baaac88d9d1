package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/testvectors/pipe"
)

const (
	exampleAIMD   = "../../../docs/examples/aimd"
	exampleTimely = "../../../docs/examples/timely"
)

// edited copies a folder with one text of a file in it for another, and returns where it is.
func edited(t *testing.T, folder, file, old, replaced string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), filepath.Base(folder))
	require.NoError(t, os.CopyFS(dir, os.DirFS(folder)))
	text, err := os.ReadFile(filepath.Join(dir, file))
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(text), old))
	require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(strings.Replace(string(text), old, replaced, 1)), 0o644))
	return dir
}

// ownLog is the rate log of the sample through an algorithm of a folder.
func ownLog(t *testing.T, name, algo string, args ...string) string {
	t.Helper()
	log := filepath.Join(t.TempDir(), name)
	status, _, stderr := run(append([]string{"replay", capture, "--algo", algo, "--line-rate", "10G", "--log", "all", "-o", log}, args...)...)
	require.Zero(t, status, stderr)
	return log
}

// TestVerifyOwnLog: the rate log of an algorithm of a folder is a log of its firmware. It agrees,
// in both forms, with the whole state and without; another profile's is named as that; and a
// mistake is, with its line in the folder.
func TestVerifyOwnLog(t *testing.T) {
	for _, name := range []string{"rates.csv", "rates.jsonl"} {
		for _, args := range [][]string{{}, {"--state=false"}, {"--profile", "fast"}} {
			log := ownLog(t, name, exampleAIMD, args...)
			status, stdout, stderr := run(append([]string{"verify", log, "--algo", exampleAIMD}, args[min(len(args), len(args)&1):]...)...)
			require.Zero(t, status, stdout+stderr)
			require.Empty(t, stderr, "each column has a meaning")
			require.Contains(t, strings.Join(strings.Fields(stdout), " "), "aimd, all bit-exact connections: 8; steps: 3072;")
			require.NotContains(t, stdout, "timers:")
			require.Equal(t, len(args) == 1, strings.Contains(stdout, "not compared: state.IncreaseAt, state.CutAt, state.Cut\n"), stdout)
		}
	}
	status, stdout, _ := run("verify", ownLog(t, "rates.csv", exampleAIMD, "--profile", "fast"), "--algo", exampleAIMD)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, "explained by\n  the parameters are those of the profile fast\n")

	wrong := edited(t, exampleAIMD, "aimd.go", "MulShiftDown(s.Rate", "MulShiftHalfUp(s.Rate")
	status, stdout, _ = run("verify", ownLog(t, "rates.csv", wrong), "--algo", exampleAIMD)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, "explained by\n  Rate: rounded half up instead of down\n      "+exampleAIMD+"/aimd.go:155, in fixedpoint.MulShiftDown\n")
	require.Contains(t, stdout, "\n  aimd/aimd.go:152      if s.Cut && now.Since(s.CutAt) < p.Quiet { = false\n")
	for _, line := range strings.Split(stdout, "\n") {
		require.LessOrEqual(t, len(line), 80, line)
	}
}

// TestVerifyOwnSimLog: so is the rate log of a simulation, which has the RTTs that a capture lacks.
// One of a firmware with a mistake is explained.
func TestVerifyOwnSimLog(t *testing.T) {
	rates := func(folder string) string {
		scenario, out := filepath.Join(folder, "incast.toml"), filepath.Join(t.TempDir(), "out")
		status, _, stderr := run("sim", scenario, "-o", out)
		require.Zero(t, status, stderr)
		return filepath.Join(out, "rates-timely.csv")
	}
	right := edited(t, exampleTimely, "incast.toml", "[record]\n", "[record]\nrate_log = \"all\"\n")
	status, stdout, stderr := run("verify", rates(right), "--algo", exampleTimely)
	require.Zero(t, status, stdout+stderr)
	require.Contains(t, strings.Join(strings.Fields(stdout), " "), "timely, all bit-exact connections: 4; steps: 8000;")
	require.Contains(t, stdout, "not in the log, so not compared: state.Acked\n")

	wrong := edited(t, right, "timely.go", "\ts.RTT = rtt\n", "")
	status, stdout, _ = run("verify", rates(wrong), "--algo", exampleTimely)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, strings.Join(strings.Fields(stdout), " "), "explained by RTT: assignment missing "+exampleTimely+"/timely.go:172, deletion: s.RTT = rtt -> (nothing) ")
}

// TestVerifyOwnParams: parameters are those of the flags, else of a file, else of the log.
func TestVerifyOwnParams(t *testing.T) {
	const params = "Line=100000000 Least=40000 Add=400000 Keep=49152 Period=55000 Quiet=50000"
	rates, err := os.ReadFile(ownLog(t, "rates.csv", exampleAIMD, "--profile", "fast"))
	require.NoError(t, err)
	log := filepath.Join(t.TempDir(), "log.csv")
	require.NoError(t, os.WriteFile(log, append([]byte("# algorithm aimd\n# params "+params+"\n"), rates...), 0o644))
	status, stdout, stderr := run("verify", log, "--algo", exampleAIMD)
	require.Zero(t, status, stdout+stderr)
	status, _, _ = run("verify", log, "--algo", exampleAIMD, "--profile", "slow", "--chain", "0")
	require.Equal(t, cli.ExitCheck, status)
	status, stdout, stderr = run("verify", log, "--algo", exampleAIMD, "--profile", "slow", "--set", "Add=400Mb/s", "--set", "Keep=49152")
	require.Zero(t, status, stdout+stderr)

	file := filepath.Join(t.TempDir(), "params.json")
	values := map[string]string{}
	for _, p := range strings.Fields(params) {
		name, value, _ := strings.Cut(p, "=")
		values[name] = value
	}
	text, err := json.Marshal(map[string]any{"algorithm": "aimd", "params": values})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, text, 0o644))
	status, stdout, stderr = run("verify", log, "--algo", exampleAIMD, "--params", file)
	require.Zero(t, status, stdout+stderr)
	refused(t, cli.ExitUsage, []string{"verify", log, "--algo", exampleAIMD, "--params", file, "--profile", "slow"}, "--params and --profile both choose parameters")
	refused(t, cli.ExitUsage, []string{"verify", log, "--algo", exampleTimely, "--params", file}, file+": is of aimd, and --algo "+exampleTimely+" is timely")
}

// TestVerifyOwnRefuses: one line with the place and the remedy, exit status 2.
func TestVerifyOwnRefuses(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	good := file("good.csv", "time_ns,event,cnps,rate_kbps\n1,cnp,1,50000000\n")
	trap := edited(t, exampleAIMD, "aimd.go", "s.Rate = max(fixedpoint.MulShiftDown(s.Rate, p.Keep, 16), p.Least)", "s.Rate = table[e(now)]")
	text, err := os.ReadFile(filepath.Join(trap, "aimd.go"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(trap, "aimd.go"), append(text, "\nvar table = [1]uint32{5}\n\nfunc e(now fixedpoint.Time) uint32 { return uint32(now) }\n"...), 0o644))
	for _, c := range []struct {
		args  []string
		texts []string
	}{
		{[]string{good, "--algo", "./none"}, []string{"./none: is not a folder"}},
		{[]string{good, "--algo", exampleAIMD + ":amd"}, []string{`no transducer "amd"`, "it has aimd"}},
		{[]string{good, "--algo", exampleAIMD, "--profile", "fats"}, []string{`profile: "fats" is unknown (did you mean fast?)`}},
		{[]string{good, "--algo", exampleAIMD, "--set", "Keep=70000"}, []string{"set: Keep = 70000 UQ0.16: outside 0..65535 UQ0.16 (range 0..65535, " + exampleAIMD + "/aimd.go:"}},
		{[]string{good, "--algo", exampleAIMD, "--line-rate", "10G"}, []string{"line-rate: goes with the built-in algorithms", "leave --line-rate out"}},
		{[]string{good, "--algo", exampleAIMD, "--gamma", "0.9"}, []string{"leave --gamma out"}},
		{[]string{file("kind.csv", "time_ns,event,rate_kbps\n1,increase,5\n"), "--algo", exampleAIMD}, []string{`kind.csv:2: event.Kind is "increase"; expected cnp, increase-timer or a number`}},
		{[]string{file("now.csv", "event,rate_kbps\ncnp,5\n"), "--algo", exampleAIMD}, []string{"now.csv:1: header row: there is no event.Now"}},
		{[]string{file("ack.csv", "time_ns,event,rtt_ns,rate_kbps\n1,cnp,5,5\n"), "--algo", exampleTimely}, []string{`ack.csv:2: event is "cnp"; expected ack, the one of timely`}},
		{[]string{file("other.csv", "# algorithm dcqcn\ntime_ns,event,rate_kbps\n1,cnp,5\n"), "--algo", exampleAIMD}, []string{"other.csv: is of dcqcn, and --algo " + exampleAIMD + " is aimd; name the folder"}},
		{[]string{file("few.csv", "# params Line=1 Least=1\ntime_ns,event,rate_kbps\n1,cnp,5\n"), "--algo", exampleAIMD}, []string{"few.csv: parameters of aimd that are not there: Add, Keep, Period, Quiet"}},
		{[]string{good, "--algo", trap}, []string{"good.csv:2: " + filepath.Join(trap, "aimd.go") + ":155:17: index 1 is out of range"}},
		{[]string{good, "--algo", exampleAIMD, "--firmware", "./x"}, []string{"good.csv"}},
		{[]string{"--algo", exampleAIMD, "--firmware", "./x", "--set", "Keep=1"}, []string{"--set goes with a log"}},
		{[]string{"--algo", exampleAIMD, "--firmware", "./x", "--resync"}, []string{"--resync goes with a log"}},
		{[]string{"../../../testvectors/corpus/dcqcn-paper.json.gz", "--algo", exampleAIMD, "--firmware", "./x"}, []string{"dcqcn-paper.json: vectors of dcqcn, which " + exampleAIMD + " does not have"}},
	} {
		refused(t, cli.ExitUsage, append([]string{"verify"}, c.args...), c.texts...)
	}
}

// TestVerifyOwnVectors: a firmware of an algorithm of a folder runs the vectors that are made of
// the source, and its first difference is explained with a line of it. Vectors of a folder that is
// not named, and of an older source, are refused.
func TestVerifyOwnVectors(t *testing.T) {
	status, stdout, stderr := run("verify", "--firmware", served(t, exampleAIMD), "--algo", exampleAIMD)
	require.Zero(t, status, stdout+stderr)
	require.Regexp(t, `: \d{3,} vectors, \d{4,} steps, all bit-exact\n$`, stdout)

	wrong := served(t, edited(t, exampleAIMD, "aimd.go", "\ts.CutAt = now\n", ""))
	status, stdout, _ = run("verify", "--firmware", wrong, "--algo", exampleAIMD, "--only", "aimd")
	require.Equal(t, cli.ExitCheck, status, stdout)
	require.Contains(t, strings.Join(strings.Fields(stdout), " "), "explained by CutAt: assignment missing "+exampleAIMD+"/aimd.go:156, deletion: s.CutAt = now -> (nothing) ")

	p, err := codegen.Load([]string{exampleAIMD})
	require.NoError(t, err)
	with := &verified{packages: p}
	files, err := with.vectors(cli.Env{Stderr: os.Stderr}, nil)
	require.NoError(t, err)
	var path string
	for _, f := range files {
		if f.Groups[0].Name == "aimd" {
			path = filepath.Join(t.TempDir(), "aimd.json")
			require.NoError(t, f.Write(path))
		}
	}
	refused(t, cli.ExitUsage, []string{"verify", path, "--firmware", wrong}, "aimd.json: vectors of aimd, which the built-in packages do not have; name its folder, as in ./mycc")
	older := edited(t, exampleAIMD, "aimd.go", "\tCNPs uint16\n", "\tCNPs uint8\n")
	refused(t, cli.ExitUsage, []string{"verify", path, "--firmware", wrong, "--algo", older},
		fmt.Sprintf("aimd.json: the vectors of aimd have other fields than its source; make them again with ccgen vectors %s", older))
}

// served returns a firmware program that answers as the algorithm of a folder does.
func served(t *testing.T, folder string) string {
	t.Helper()
	path, err := filepath.Abs(folder)
	require.NoError(t, err)
	return script(t, fmt.Sprintf("exec env CCTRACE_TEST_FOLDER=%q %q", path, self(t)))
}

// serveFolder is the firmware program of an algorithm of a folder.
func serveFolder(folder string) error {
	p, err := codegen.Load([]string{folder})
	if err != nil {
		return err
	}
	return pipe.Serve(os.Stdin, os.Stdout, conformance.Interpreter(p.Program), p.Catalog(), "folder")
}
