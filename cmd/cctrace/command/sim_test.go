package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/nicmodel/lab/scenario"
)

const incast = "../../../docs/sample/incast.toml"

// TestSimWritesWhatReplayTakesBack runs a scenario, replays the capture that it wrote, and
// finds the same rates.
func TestSimWritesWhatReplayTakesBack(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	status, stdout, stderr := run("sim", incast, "-o", out, "--set", "run.end=3ms", "--stats")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "8 of 8 messages complete in 3ms")
	require.Contains(t, stdout, "digest ")
	require.Contains(t, stderr, "million events a second")
	b, err := os.ReadFile(filepath.Join(out, "summary.json"))
	require.NoError(t, err)
	var sum scenario.Summary
	require.NoError(t, json.Unmarshal(b, &sum))
	require.Contains(t, stdout, sum.Digest)
	for _, name := range sum.Files {
		require.FileExists(t, filepath.Join(out, name))
	}

	log := filepath.Join(out, "replay.csv")
	status, _, stderr = run("replay", filepath.Join(out, "capture.pcapng"), "--profile", "hpcc", "--line-rate", "100G", "--state=false", "-o", log)
	require.Zero(t, status, stderr)
	want, err := os.ReadFile(filepath.Join(out, "rates.csv"))
	require.NoError(t, err)
	got, err := os.ReadFile(log)
	require.NoError(t, err)
	require.Equal(t, lineSet(want), lineSet(got))
	require.Greater(t, len(lineSet(want)), 1000)
}

// TestSimProfile: a profile of the run that pprof takes, whole or not there.
func TestSimProfile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cpu.pprof")
	status, _, stderr := run("sim", incast, "-o", "-", "--set", "run.end=3ms", "--cpuprofile", file)
	require.Zero(t, status, stderr)
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, []byte{0x1f, 0x8b}, b[:2], "pprof's files are compressed by gzip")

	for name, want := range map[string]string{
		"-":         "sim: --cpuprofile needs the name of a file",
		file + "/f": file,
	} {
		status, stdout, stderr := run("sim", incast, "-o", "-", "--cpuprofile", name)
		require.NotZero(t, status)
		require.Contains(t, stderr, want)
		require.Empty(t, stdout)
	}
}

// lineSet counts the lines of a log: connections at one instant may stand in another order.
func lineSet(log []byte) map[string]int {
	set := map[string]int{}
	for _, line := range strings.Split(string(log), "\n") {
		set[line]++
	}
	return set
}

// TestSimOutputs: where outputs go, and what is printed.
func TestSimOutputs(t *testing.T) {
	scenarioFile, err := filepath.Abs(incast)
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	status, stdout, stderr := run("sim", scenarioFile, "-o", "-", "--json", "--threads", "0")
	require.Zero(t, status, stderr)
	var sum scenario.Summary
	require.NoError(t, json.Unmarshal([]byte(stdout), &sum))
	require.Equal(t, uint64(8), sum.Completed)
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	require.Empty(t, entries)

	status, stdout, stderr = run("sim", scenarioFile, "--check")
	require.Zero(t, status, stderr)
	require.Contains(t, strings.Join(strings.Fields(stdout), " "), "9 hosts, 1 switch, 8 connections, 8 messages of 16000000 bytes")

	status, _, stderr = run("sim", scenarioFile, "--set", "workload[0].bytes=2000")
	require.Zero(t, status, stderr)
	require.FileExists(t, "incast.out/summary.json")

	status, stdout, _ = run("sim", "--schema")
	require.Zero(t, status)
	require.Equal(t, string(scenario.Schema()), stdout)

	status, stdout, _ = run("sim", "--help")
	require.Zero(t, status)
	require.Contains(t, stdout, "cctrace sim docs/sample/incast.toml")
}

func TestSimRefuses(t *testing.T) {
	refused(t, cli.ExitUsage, []string{"sim"}, "sim: name one scenario")
	refused(t, cli.ExitUsage, []string{"sim", "none.toml"}, "none.toml: no such file or directory")
	refused(t, cli.ExitUsage, []string{"sim", incast, "-o", "-", "--set", "nic[0].profile=hpc"}, `incast.toml: nic[0].profile, as set: unknown profile "hpc"`)
	refused(t, cli.ExitUsage, []string{"sim", incast, "--check", "--set", "workload[0].receiver=9"}, `workload[0].receiver, as set: host 9 does not exist; there are 0..8`)
	refused(t, cli.ExitUsage, []string{"sim", "--schema", "x"}, "unexpected argument")
	refused(t, cli.ExitUsage, []string{"sim", incast, "-o", "-", "--compare"}, "--compare and --firmware-conn go with --firmware")
	refused(t, cli.ExitUsage, []string{"sim", incast, "-o", "sim_test.go"}, "sim_test.go: is a file; name a folder for the outputs")
	refused(t, cli.ExitUsage, []string{"sim", incast, "-o", "-", "--firmware", self(t), "--firmware-conn", "8"}, "connection 8")
}

// TestSimBed: a scenario with a table [bed] runs by the same command, and what goes with networks only is
// refused.
func TestSimBed(t *testing.T) {
	const bed = "../../../docs/sample/bed-drum.toml"
	out := filepath.Join(t.TempDir(), "out")
	status, stdout, stderr := run("sim", bed, "-o", out, "--stats", "--threads", "2", "--set", "bed.schedulers=[\"raw\", \"drum\"]")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "bed drum: 2 schedulers, counted from 8ms to 20ms")
	require.Contains(t, stderr, "million events a second")
	for _, name := range []string{"summary.json", "run.json", "messages.csv", "shares.csv", "figure.svg"} {
		require.FileExists(t, filepath.Join(out, name))
	}
	svg, err := os.ReadFile(filepath.Join(out, "figure.svg"))
	require.NoError(t, err)
	require.Contains(t, string(svg), "greedy")
	require.NotContains(t, string(svg), "share")

	status, stdout, stderr = run("sim", bed, "-o", "-", "--json")
	require.Zero(t, status, stderr)
	var sum scenario.TestbedSummary
	require.NoError(t, json.Unmarshal([]byte(stdout), &sum))
	require.Len(t, sum.Schedulers, 3)
	status, stdout, stderr = run("sim", bed, "--check")
	require.Zero(t, status, stderr)
	require.Equal(t, "bed drum: 3 schedulers (raw, share, drum), 5 connections, until 20ms\n", stdout)
	status, stdout, stderr = run("sim", bed, "--check", "--json")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, `"bed": "bed drum: 3 schedulers`)

	refused(t, cli.ExitUsage, []string{"sim", bed, "--check", "--set", "bed.group=0"}, `bed-drum.toml: bed.group, as set: "0" is not a whole number of 1..1024`)
	refused(t, cli.ExitUsage, []string{"sim", bed, "-o", "-", "--firmware", self(t)}, "sim: --firmware goes with a network, and the scenario has a table [bed]")
	refused(t, cli.ExitUsage, []string{"plot", out, "-o", filepath.Join(t.TempDir(), "x.svg")}, out)
	refused(t, cli.ExitUsage, []string{"report", out, "-o", filepath.Join(t.TempDir(), "x.html")}, out)
}

// TestSimFirmware: a firmware program in the closed loop gives what the reference does; a
// wrong one is found.
func TestSimFirmware(t *testing.T) {
	args := []string{"sim", incast, "-o", "-", "--set", "workload[0].bytes=200KB", "--set", "run.end=1ms"}
	_, want, stderr := run(args...)
	require.Empty(t, stderr)
	status, got, stderr := run(append(args, "--firmware", self(t), "--firmware-conn", "3", "--compare")...)
	require.Zero(t, status, stderr)
	require.Equal(t, want, got)
	status, got, stderr = run(append(args, "--firmware", self(t))...)
	require.Zero(t, status, stderr)
	require.Equal(t, want, got, "all connections")
	wrong := script(t, `exec env CCTRACE_TEST_FIRMWARE=1 "`+self(t)+`" | sed -u '40s/ok [0-9]*/ok 7/'`)
	status, stdout, _ := run(append(args, "--firmware", wrong, "--compare")...)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, "differs from the reference at step")
}

// TestSimInterrupted: a signal ends a run; what is written is whole, and exit status,
// summary and standard error say so.
func TestSimInterrupted(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	type result struct {
		status         int
		stdout, stderr string
	}
	done := make(chan result, 1)
	go func() {
		// Longer than the test would wait.
		status, stdout, stderr := run("sim", incast, "-o", out, "--set", "workload[0].bytes=1TB", "--set", "run.end=100s", "--set", "record.rates=0")
		done <- result{status, stdout, stderr}
	}()
	for {
		select {
		case r := <-done:
			t.Fatalf("the run ended by itself: %s", r.stderr)
		default:
		}
		// The temporary files are there after the signal is cared for.
		entries, _ := os.ReadDir(out)
		if len(entries) >= 5 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGTERM))
	r := <-done
	require.Equal(t, cli.ExitCheck, r.status, r.stderr)
	require.Contains(t, r.stderr, "interrupted: the outputs are whole up to ")
	require.Contains(t, r.stdout, "interrupted: what is written is whole up to ")
	b, err := os.ReadFile(filepath.Join(out, "summary.json"))
	require.NoError(t, err)
	var sum scenario.Summary
	require.NoError(t, json.Unmarshal(b, &sum))
	require.True(t, sum.Interrupted)
	require.Greater(t, sum.UntilPS, int64(0))
	entries, err := os.ReadDir(out)
	require.NoError(t, err)
	require.Len(t, entries, len(sum.Files), "no temporary files")
	queues, err := os.ReadFile(filepath.Join(out, "queues.csv"))
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(string(queues), "\n"))
}

// TestSimTwiceIntoOneFolder: plot and report show the second run alone, and refuse a folder
// with files of two.
func TestSimTwiceIntoOneFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "st")
	first := []string{"sim", incast, "-o", dir, "--set", "run.end=3ms"}
	status, _, stderr := run(first...)
	require.Zero(t, status, stderr)
	queues := filepath.Join(dir, "queues.csv")
	old, err := os.ReadFile(queues)
	require.NoError(t, err)
	status, _, stderr = run(append(first, "--set", "record.rates=0", "--set", "record.captures=false", "--set", "record.queues=0us")...)
	require.Zero(t, status, stderr)
	require.NoFileExists(t, filepath.Join(dir, "capture.pcapng"))
	require.NoFileExists(t, queues)
	status, stdout, stderr := run("plot", dir, "--table")
	require.Zero(t, status, stderr)
	require.NotContains(t, stdout, "11.0.1.1", "a connection of the first run")

	require.NoError(t, os.WriteFile(queues, old, 0o666))
	for _, command := range []string{"plot", "report"} {
		refused(t, cli.ExitUsage, []string{command, dir, "-o", filepath.Join(t.TempDir(), "a.svg")}, "queues.csv: is not of the run whose summary.json is beside it")
	}
	// The file by itself may be drawn.
	status, _, stderr = run("plot", queues, "--table")
	require.Zero(t, status, stderr)
}

func TestSimCheckAsJSON(t *testing.T) {
	status, stdout, stderr := run("sim", "--check", "--json", "../../../docs/sample/incast.toml")
	require.Zero(t, status, stderr)
	require.JSONEq(t, `{"hosts": 9, "switches": 1, "connections": 8, "messages": 8, "bytes": 16000000}`, stdout)
}
