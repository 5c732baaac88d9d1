package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/helppage"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/testvectors"
)

const capture = "../../../docs/sample/incast.pcapng"

// TestMain lets the test binary be the firmware program, the reference behind the
// line protocol, when it is started as one.
func TestMain(m *testing.M) {
	if folder := os.Getenv("CCTRACE_TEST_FOLDER"); folder != "" {
		if err := serveFolder(folder); err != nil {
			panic(err)
		}
		return
	}
	if os.Getenv("CCTRACE_TEST_FIRMWARE") == "1" {
		os.Exit(program(&Options{}).Run(cli.Env{Stdout: os.Stdout, Stderr: os.Stderr}, []string{"firmware"}))
	}
	os.Exit(m.Run())
}

// self returns a firmware program that answers as the reference does.
func self(t *testing.T) string {
	t.Setenv("CCTRACE_TEST_FIRMWARE", "1")
	path, err := os.Executable()
	require.NoError(t, err)
	return path
}

// script returns a firmware program made of shell commands.
func script(t *testing.T, body string) string {
	path := filepath.Join(t.TempDir(), "firmware.sh")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o755))
	return path
}

func run(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = program(&Options{}).Run(cli.Env{Stdout: &out, Stderr: &err}, args)
	return status, out.String(), err.String()
}

// refused requires the exit status, one line of error that holds each of the texts, and nothing on standard output.
func refused(t *testing.T, status int, args []string, texts ...string) {
	t.Helper()
	got, stdout, stderr := run(args...)
	require.Equal(t, status, got, stderr)
	require.Empty(t, stdout)
	require.Equal(t, 1, strings.Count(stderr, "\n"), "one line: %s", stderr)
	for _, text := range texts {
		require.Contains(t, stderr, text)
	}
}

func TestReplayWritesLogPlotAndSummary(t *testing.T) {
	for _, algo := range []string{"dcqcn", "dolcerc"} {
		dir := t.TempDir()
		log, plot := filepath.Join(dir, "log.csv"), filepath.Join(dir, "rates.svg")
		status, stdout, stderr := run("replay", capture, "--algo", algo, "--line-rate", "10G", "--state", "-o", log, "--plot", plot)
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "8 connections")
		text, err := os.ReadFile(log)
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(text, []byte("time_ns,conn,event,")))
		require.Greater(t, bytes.Count(text, []byte("\n")), 1000)
		svg, err := os.ReadFile(plot)
		require.NoError(t, err)
		require.Contains(t, string(svg), "<svg")

		again := filepath.Join(dir, "again.csv")
		status, _, _ = run("replay", capture, "--algo", algo, "--line-rate", "10G", "--state", "-o", again)
		require.Zero(t, status)
		text2, err := os.ReadFile(again)
		require.NoError(t, err)
		require.True(t, bytes.Equal(text, text2), "the same bytes each time")
	}
}

// TestCaptureFormatsAgree replays the sample from pcapng and from gzip'd pcap.
func TestCaptureFormatsAgree(t *testing.T) {
	dir := t.TempDir()
	var logs [2][]byte
	for i, path := range []string{capture, "../../../docs/sample/incast.pcap.gz"} {
		log := filepath.Join(dir, "log.jsonl")
		status, _, stderr := run("replay", path, "--line-rate", "10G", "-o", log)
		require.Zero(t, status, stderr)
		var err error
		logs[i], err = os.ReadFile(log)
		require.NoError(t, err)
		var row map[string]any
		require.NoError(t, json.Unmarshal(logs[i][:bytes.IndexByte(logs[i], '\n')], &row))
		require.Contains(t, row, "rc_kbps")
	}
	require.True(t, bytes.Equal(logs[0], logs[1]))
}

func TestReplayAgreesWithFirmware(t *testing.T) {
	for _, algo := range []string{"dcqcn", "dolcerc"} {
		status, stdout, stderr := run("replay", capture, "--algo", algo, "--firmware", self(t))
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "agrees with the reference in all")
	}
}

// TestReplayStopsAtADifference: a firmware that answers wrongly is status 1, the
// difference is shown, and no log is left.
func TestReplayStopsAtADifference(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.csv")
	// The reference, with a digit of the answer to the 40th request changed.
	firmware := script(t, `exec env CCTRACE_TEST_FIRMWARE=1 "`+self(t)+`" | sed -u '40s/ok [0-9]*/ok 7/'`)
	status, stdout, stderr := run("replay", capture, "--firmware", firmware, "-o", log)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, "differs from the reference at step")
	require.Contains(t, stdout, "\n>  Rate")
	require.Equal(t, 1, strings.Count(stderr, "\n"))
	require.NoFileExists(t, log)
}

func TestVerify(t *testing.T) {
	status, stdout, stderr := run("verify", "--firmware", self(t), "../../../testvectors/corpus/bandit4.json.gz")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "all bit-exact")
	status, stdout, _ = run("verify", "--firmware", self(t), "--json", "../../../testvectors/corpus/bandit4.json.gz")
	require.Zero(t, status)
	var reports []testvectors.Report
	require.NoError(t, json.Unmarshal([]byte(stdout), &reports))
	require.Len(t, reports, 1)

	wrong := script(t, `exec env CCTRACE_TEST_FIRMWARE=1 "`+self(t)+`" | sed -u '900s/ok [0-9]*/ok 9/'`)
	status, stdout, stderr = run("verify", "--firmware", wrong, "../../../testvectors/corpus/bandit4.json.gz")
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, "expected")
	require.Contains(t, stderr, "differs in 1 of 2 vectors run")
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	own := file("own.csv", "time_us,conn,event,count\n10,a,cnp,1\n")
	corpus, err := testvectors.CorpusBytes("bandit4.json")
	require.NoError(t, err)
	flipped := bytes.Clone(corpus)
	at := bytes.Index(flipped, []byte(`"rows"`))
	if at < 0 {
		at = len(flipped) / 2
	}
	for ; flipped[at] < '0' || flipped[at] > '9'; at++ {
	}
	flipped[at] ^= 1

	for _, c := range []struct {
		args  []string
		texts []string
	}{
		{[]string{"replay", capture, "--profile", "fast"}, []string{`unknown profile "fast"`, "paper, connectx"}},
		{[]string{"replay", capture, "--algo", "cubic"}, []string{`"cubic" is unknown`, "dcqcn or dolcerc"}},
		{[]string{"replay", capture, "--set", "threshold=40"}, []string{"threshold", "out of range", "1..31"}},
		{[]string{"replay", capture, "--set", "treshold=4"}, []string{"treshold", "threshold"}},
		{[]string{"replay", capture, "--algo", "dolcerc", "--arms", "0.5:1"}, []string{"arms: 1 is out of range 2..8"}},
		{[]string{"replay", capture, "--algo", "dolcerc", "--arms", strings.TrimSuffix(strings.Repeat("0.5:1,", 9), ",")}, []string{"arms: 9 is out of range 2..8"}},
		{[]string{"replay", capture, "--algo", "dolcerc", "--gamma", "1.5"}, []string{"gamma: 1.5 is out of range 0.5..0.99998"}},
		{[]string{"replay", capture, "--algo", "dcqcn", "--gamma", "0.9"}, []string{"does not learn"}},
		{[]string{"replay", capture, "--line-rate", "100"}, []string{"--line-rate takes a rate such as 25G"}},
		{[]string{"replay", capture, "--plot", filepath.Join(dir, "x.gif")}, []string{"x.gif", ".svg"}},
		{[]string{"replay", capture, "--qualify-after", "soon"}, []string{"--qualify-after takes a time of 1ns to 1.07s"}},
		{[]string{"replay"}, []string{"name one capture"}},
		{[]string{"replay", filepath.Join(dir, "none.pcap")}, []string{"none.pcap"}},
		{[]string{"replay", file("garbage", "\x00\x01\x02garbage")}, []string{"garbage: offset 0", "expected pcap"}},
		{[]string{"replay", file("nocnp.csv", "time_ns,conn,event,bytes\n0,a,data,100\n")}, []string{"nocnp.csv", "no CNP"}},
		{[]string{"replay", file("bad.csv", "time_ns,conn,event,bytes\n0,a,data,100\nx,a,cnp,\n")}, []string{"bad.csv:3"}},
		{[]string{"replay", capture, "-o", filepath.Join(own, "such", "log.csv")}, []string{"own.csv: is a file"}},
		{[]string{"replay", capture, "-o", filepath.Join(dir, "log.csv"), "--plot", filepath.Join(own, "plot.svg")}, []string{"own.csv: is a file"}},
		{[]string{"replay", capture, "--firmware", filepath.Join(dir, "none")}, []string{"none"}},
		{[]string{"replay", capture, "--firmware", script(t, "exit 3\n")}, []string{"firmware.sh", "exit status 3"}},
		{[]string{"replay", capture, "--firmware", script(t, "echo 'ready'\ncat >/dev/null\n")}, []string{"firmware.sh", `"ready"`}},
		{[]string{"replay", capture, "--timeout", "300ms", "--firmware", script(t, "sleep 60\n")}, []string{"firmware.sh", "no answer within 300ms"}},
		{[]string{"verify"}, []string{"--firmware is missing"}},
		{[]string{"verify", "--firmware", "true", file("other.json", `{"algorithm":"x","schema":"other_v9.json"}`)}, []string{"other.json", "schema"}},
		{[]string{"verify", "--firmware", "true", file("cut.json", string(corpus[:len(corpus)/2]))}, []string{"cut.json"}},
		{[]string{"verify", "--firmware", "true", file("flip.json", string(flipped))}, []string{"flip.json"}},
		{[]string{"verify", "--firmware", "true", "--no-such-flag"}, []string{"no-such-flag", "cctrace verify --help"}},
		{[]string{"figure", "regret", "--table", "-o", filepath.Join(dir, "t.md")}, []string{"--table prints to standard output"}},
		{[]string{"figure", "fig9", "-o", filepath.Join(dir, "f.svg")}, []string{"fig9"}},
		{[]string{"figure", "fig3", "-o", filepath.Join(dir, "f.gif")}, []string{"f.gif"}},
		{[]string{"sample", "-o", filepath.Join(dir, "s"), "--format", "snoop"}, []string{"snoop"}},
		{[]string{"record"}, []string{`unknown command "record"`}},
		{[]string{"convert", capture, "-o", filepath.Join(own, "below", "such.csv")}, []string{"cctrace: " + own + ": is a file; name a folder for the outputs"}},
		{[]string{"convert", own, "--to", "pcapng", "-o", own}, []string{own + ": is what is read, and would be lost"}},
		{[]string{"replay", own, "-o", filepath.Join(filepath.Dir(own), ".", "own.csv")}, []string{"own.csv: is what is read, and would be lost"}},
		{[]string{"replay", capture, "-o", filepath.Join(dir, "x.svg")}, []string{"x.svg has the name of a figure", "--plot draws"}},
		{[]string{"stats", "/dev/zero"}, []string{"/dev/zero: offset 0: not a capture"}},
		{[]string{"verify", "--firmware", "true", "/dev/zero"}, []string{"/dev/zero: more than 67108864 bytes"}},
		{[]string{"verify", "--firmware", "true", dir}, []string{dir + ": is a directory; name a file of vectors"}},
		{[]string{"stats", capture, ""}, []string{"stats: argument 2 is empty"}},
		{[]string{"profile", "check", ""}, []string{"profile check: argument 1 is empty"}},
		{[]string{"verify", file("picture.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")}, []string{"picture.png: is not text", "--layout"}},
		{[]string{"verify", file("words.txt", "hello world\n")}, []string{`words.txt: begins with "hello world"; expected CSV with a header row`}},
		{[]string{"sim", capture}, []string{"incast.pcapng: has no key; want a file in TOML", "docs/nicmodel.md"}},
		{[]string{"sweep", file("empty.toml", "")}, []string{"empty.toml: has no key; want a file in TOML", "docs/comparison.md"}},
		{[]string{"sim", dir}, []string{dir + ": is a directory; name a file in it"}},
		{[]string{"report", "-o", "-", file("nothing.csv", "")}, []string{"nothing.csv: is empty"}},
		{[]string{"profile", "export", "paper", "--as", "mlx5", "--round"}, []string{"byte_reset is 10000000B, outside its range 0..32767 bytes; write the profile with --as toml"}},
	} {
		refused(t, cli.ExitUsage, c.args, c.texts...)
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		require.NotContains(t, e.Name(), "log", "nothing half-written")
		require.NotContains(t, e.Name(), ".tmp")
	}
}

// TestTruncatedCaptureIsReplayedWithAWarning cuts the sample in the middle of a packet.
func TestTruncatedCaptureIsReplayedWithAWarning(t *testing.T) {
	whole, err := os.ReadFile(capture)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "cut.pcapng")
	require.NoError(t, os.WriteFile(path, whole[:len(whole)/2+3], 0o644))
	status, stdout, stderr := run("replay", path, "--line-rate", "10G")
	require.Zero(t, status, stderr)
	require.Contains(t, stderr, "warning: "+path+": offset ")
	require.Contains(t, stdout, "connections")

	for _, command := range []string{"replay", "stats"} {
		for trace, want := range map[string]bool{path: true, capture: false} {
			status, stdout, stderr := run(command, trace, "--json")
			require.Zero(t, status, stderr)
			var sum struct {
				Truncated *bool `json:"truncated"`
			}
			require.NoError(t, json.Unmarshal([]byte(stdout), &sum))
			require.Equal(t, want, sum.Truncated != nil && *sum.Truncated, "%s %s", command, trace)
		}
	}
	out := filepath.Join(t.TempDir(), "out.csv")
	for _, args := range [][]string{{"replay", "--line-rate", "10G", "-o", out}, {"stats"}, {"stats", "--json"}, {"convert", "-o", out}} {
		status, stdout, stderr := run(append(args, path, "--strict")...)
		require.Equal(t, cli.ExitCheck, status)
		require.Contains(t, stderr, "cctrace: "+path+": is cut off; ")
		require.Empty(t, stdout)
		require.NoFileExists(t, out)
		status, _, stderr = run(append(args, capture, "--strict")...)
		require.Zero(t, status, stderr)
		_ = os.Remove(out) // most write none
	}
}

// TestEmptyCapture: a capture without a packet is refused by all that read captures.
func TestEmptyCapture(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.pcap")
	header := []byte{0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0}
	require.NoError(t, os.WriteFile(path, header, 0o644))
	out := filepath.Join(t.TempDir(), "out.csv")
	for _, args := range [][]string{{"replay"}, {"stats"}, {"stats", "--json"}, {"convert", "-o", out}} {
		refused(t, cli.ExitUsage, append(args, path), path+": no CNP in it: it is empty; ")
		require.NoFileExists(t, out)
	}
}

// TestCNPsWithoutData: the bytes are assumed, and the output says so.
func TestCNPsWithoutData(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cnps.csv")
	require.NoError(t, os.WriteFile(path, []byte("time_us,conn,event,count\n10,a,cnp,1\n300,a,cnp,1\n900,a,cnp,2\n"), 0o644))
	status, stdout, stderr := run("replay", path, "--algo", "dolcerc")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "bytes were taken to be its rate times the time passed")
}

func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Fatal("/dev/full is missing; this test wants Linux")
	}
	refused(t, cli.ExitUsage, []string{"replay", capture, "-o", "/dev/full"}, "/dev/full", "no space left")
	// Not the fault of an event of the trace.
	refused(t, cli.ExitUsage, []string{"convert", capture, "--to", "csv", "-o", "/dev/full"}, "cctrace: /dev/full: no space left")
	stdout, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	defer stdout.Close()
	for _, args := range [][]string{{"--help"}, {"--version"}, {"replay", "--help"}, {"profile", "check", "--help"}, {"stats", capture}, {"convert", capture, "--to", "csv", "-o", "-"}} {
		var said bytes.Buffer
		require.Equal(t, cli.ExitUsage, program(&Options{}).Run(cli.Env{Stdout: stdout, Stderr: &said}, args), "%v", args)
		require.Equal(t, "cctrace: write /dev/full: no space left on device\n", said.String(), "%v", args)
	}
	dir := t.TempDir()
	full, rates := filepath.Join(dir, "full.svg"), filepath.Join(dir, "rates.csv")
	require.NoError(t, os.Symlink("/dev/full", full))
	status, _, stderr := run("replay", capture, "-o", rates)
	require.Zero(t, status, stderr)
	for _, args := range [][]string{
		{"figure", "arms", "-o", full}, {"replay", capture, "--plot", full}, {"plot", rates, "-o", full},
	} {
		refused(t, cli.ExitUsage, args, "full.svg: no space left")
	}
}

func TestHelp(t *testing.T) {
	status, stdout, _ := run("--help")
	require.Zero(t, status)
	for _, c := range program(&Options{}).Commands {
		require.Contains(t, stdout, c.Name)
		status, help, _ := run(c.Name, "--help")
		require.Zero(t, status)
		require.Contains(t, help, "Usage: cctrace "+c.Name)
		require.Contains(t, help, "Examples:")
	}
	status, stdout, _ = run("--version")
	require.Zero(t, status)
	require.Contains(t, stdout, "firmware source")
	status, _, stderr := run()
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, stderr, "Usage")
}

func TestSampleIsTheCommittedOne(t *testing.T) {
	for _, format := range []string{"pcapng", "pcap"} {
		path := filepath.Join(t.TempDir(), "s")
		status, _, stderr := run("sample", "-o", path, "--format", format)
		require.Zero(t, status, stderr)
		got, err := trace.ReadAll(path)
		require.NoError(t, err)
		require.Equal(t, format, got.Stats.Format.String())
		want, err := trace.ReadAll(capture)
		require.NoError(t, err)
		require.Equal(t, want.Events, got.Events)
	}
}

// TestReadmePictureIsCurrent draws the picture of the README again. Bytes are compared
// on amd64 only, where it was made: other machines fuse floating-point operations.
func TestReadmePictureIsCurrent(t *testing.T) {
	const picture = "../../../docs/figures/replay-dolcerc.svg"
	plot := filepath.Join(t.TempDir(), "rates.svg")
	status, _, stderr := run("replay", capture, "--algo", "dolcerc", "--line-rate", "10G", "--plot", plot)
	require.Zero(t, status, stderr)
	got, err := os.ReadFile(plot)
	require.NoError(t, err)
	if golden.Update() {
		require.NoError(t, os.WriteFile(picture, got, 0o644))
	}
	want, err := os.ReadFile(picture)
	require.NoError(t, err)
	if runtime.GOARCH == "amd64" {
		require.True(t, bytes.Equal(want, got), "go test ./cmd/cctrace/command -update")
	}
}

// TestHelpText: the help of every command is the golden one.
func TestHelpText(t *testing.T) { helppage.Check(t, program(&Options{})) }
