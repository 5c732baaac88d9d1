package scenario_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/scenario"
)

// TestGolden holds all outputs of a small scenario to files.
func TestGolden(t *testing.T) {
	s, err := scenario.Read("testdata/small.toml")
	require.NoError(t, err)
	sum, got := run(t, s, 1)
	var text bytes.Buffer
	require.NoError(t, sum.Write(&text))
	got["summary.txt"] = text.Bytes()
	for _, line := range strings.Split(text.String(), "\n") {
		require.LessOrEqual(t, len(line), 80, line)
	}
	compare(t, "testdata/small", got)
	require.Equal(t, sum.Messages, sum.Completed)
	require.Greater(t, sum.CNPs, uint64(0))
	require.Greater(t, sum.Engine.Handled, uint64(0))
	var again scenario.Summary
	require.NoError(t, json.Unmarshal(got["summary.json"], &again))
	require.Equal(t, *sum, again)
}

// compare holds files to those of a golden folder.
func compare(t *testing.T, dir string, got map[string][]byte) {
	t.Helper()
	if golden.Update() {
		require.NoError(t, os.RemoveAll(dir))
		require.NoError(t, os.MkdirAll(dir, 0o777))
		for name, b := range got {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o666))
		}
	}
	want := read(t, dir)
	for name, b := range got {
		if !bytes.Equal(want[name], b) {
			t.Errorf("%s differs from %s; if the change is meant, run go test ./nicmodel/lab/scenario -update", name, dir)
		}
		delete(want, name)
	}
	require.Empty(t, want, "files that are not written any more")
}

// TestSamples compares the summaries and digests of the scenarios that ship with golden files, for any number of
// threads and parts.
func TestSamples(t *testing.T) {
	got := map[string][]byte{}
	for _, name := range samples(t) {
		for _, threads := range []int{1, 2} {
			s, err := scenario.Read(name)
			require.NoError(t, err)
			sum, err := scenario.Run(s, scenario.Options{Threads: threads})
			require.NoError(t, err)
			require.True(t, sum.Packets.Conserved)
			if s.Name() != "live" { // whose senders have more to send than the time takes
				require.Equal(t, sum.Messages, sum.Completed)
			}
			var b bytes.Buffer
			require.NoError(t, sum.WriteJSON(&b))
			file := s.Name() + ".json"
			if threads > 1 {
				require.Equal(t, string(got[file]), b.String())
			}
			got[file] = b.Bytes()
		}
	}
	compare(t, "testdata/samples", got)
}

// busy has congestion and everything recorded, over several switches.
const busy = `
title = "busy"
[run]
end = "400us"
[topology]
kind = "leafspine"
leaves = 4
hosts_per_leaf = 3
spines = 2
rate = "100Gbps"
delay = "700ns"
[switch]
buffer = "2MiB"
[[switch.marking]]
kmin = "10KB"
kmax = "100KB"
[[nic]]
hosts = "0-5"
profile = "hpcc"
notify = "echo"
[[nic]]
hosts = "6-11"
algorithm = "dolcerc"
estimate = "tx-slots"
[nic.engine]
cores = 2
clock = "500MHz"
depth = 16
[[workload]]
kind = "incast"
receiver = 0
bytes = "150KB"
flows = 2
stagger = "90ns"
[[workload]]
kind = "alltoall"
hosts = "3-8"
bytes = "3000"
iterations = 3
[[workload]]
kind = "poisson"
distribution = "hadoop"
load = 0.2
duration = "50us"
[record]
rates = "all"
rate_log = "all"
captures = true
queues = "3us"
pauses = true
spans = "6-8"
throughput = "7us"
`

// TestThreads: all files have the same bytes for every number of threads and parts.
func TestThreads(t *testing.T) {
	sum, want := run(t, parse(t, busy), 1)
	require.Greater(t, sum.Pauses, uint64(0))
	require.Greater(t, sum.CNPs, uint64(0))
	for _, c := range []struct {
		threads int
		parts   string
	}{{2, "0"}, {4, "0"}, {1, "3"}, {2, "5"}} {
		_, got := run(t, parse(t, busy, "run.parts="+c.parts), c.threads)
		require.Equal(t, len(want), len(got))
		for name := range want {
			require.True(t, bytes.Equal(want[name], got[name]), "%s with %d threads, parts %s", name, c.threads, c.parts)
		}
	}
	other, _ := run(t, parse(t, busy, "run.seed=2"), 1)
	require.NotEqual(t, sum.Digest, other.Digest)
	require.Len(t, want, 12) // the two algorithms have a log each
	require.Contains(t, want, "rates-dolcerc4.csv")
	require.Contains(t, want, "rates-dcqcn.csv")
}

// TestTimeline: the timeline is JSON; handlers of a core do not overlap; each lies in the
// run and on a core that there is.
func TestTimeline(t *testing.T) {
	sum, files := run(t, parse(t, busy), 1)
	var trace struct {
		TraceEvents []struct {
			Ph, Name string
			Pid, Tid int
			Ts, Dur  json.Number
			Args     map[string]any
		}
	}
	require.NoError(t, json.Unmarshal(files["timeline.json"], &trace))
	type place struct{ pid, tid int }
	last := map[place]event.Time{}
	handlers, queues := 0, 0
	for _, e := range trace.TraceEvents {
		switch e.Ph {
		case "X":
			handlers++
			begin, dur := picoseconds(t, e.Ts), picoseconds(t, e.Dur)
			at := place{e.Pid, e.Tid}
			require.GreaterOrEqual(t, begin, last[at])
			require.Greater(t, dur, event.Time(0))
			require.Less(t, e.Tid, 2)
			require.Contains(t, []int{6, 7, 8}, e.Pid)
			last[at] = begin + dur
		case "C":
			if e.Name != "waiting" {
				queues++
			}
			require.Len(t, e.Args, 1)
		case "M":
			require.Contains(t, e.Args, "name")
		default:
			t.Fatalf("phase %q", e.Ph)
		}
	}
	require.Greater(t, handlers, 100)
	require.Less(t, uint64(handlers), sum.Engine.Handled)
	require.Greater(t, queues, 10)
}

func picoseconds(t *testing.T, n json.Number) event.Time {
	t.Helper()
	v, err := event.ParseTime(n.String() + "us")
	require.NoError(t, err)
	return v
}

// TestStop: a run that is stopped leaves whole files that begin as those of the whole run,
// and says so.
func TestStop(t *testing.T) {
	_, whole := run(t, parse(t, busy), 1)
	const at = 40 * event.Microsecond
	for _, threads := range []int{1, 2} {
		dir := filepath.Join(t.TempDir(), "deep", "out")
		stop := make(chan struct{})
		closed := false
		sum, err := scenario.Run(parse(t, busy), scenario.Options{Out: dir, Threads: threads, Stop: stop, Progress: func(now, end event.Time, _ uint64) {
			require.Equal(t, 400*event.Microsecond, end)
			if now >= at && !closed {
				closed = true
				close(stop)
			}
		}})
		require.NoError(t, err)
		require.True(t, sum.Interrupted)
		require.GreaterOrEqual(t, sum.UntilPS, int64(at))
		require.Less(t, sum.UntilPS, int64(at+100*event.Microsecond))
		require.True(t, sum.Packets.Conserved)
		require.Less(t, sum.Completed, sum.Messages)
		files := read(t, dir)
		require.Equal(t, slices.Sorted(maps.Keys(whole)), slices.Sorted(maps.Keys(files)))
		for _, name := range []string{"completions.csv", "completions.fct", "queues.csv", "pauses.csv", "rates-dolcerc4.csv", "rates-dcqcn.csv", "throughput.csv"} {
			require.True(t, bytes.HasPrefix(whole[name], files[name]), name)
			require.True(t, bytes.HasSuffix(files[name], []byte("\n")))
			require.Less(t, len(files[name]), len(whole[name]), name)
		}
		require.True(t, json.Valid(files["timeline.json"]))
		var again scenario.Summary
		require.NoError(t, json.Unmarshal(files["summary.json"], &again))
		require.True(t, again.Interrupted)
		var text bytes.Buffer
		require.NoError(t, sum.Write(&text))
		require.Contains(t, text.String(), "interrupted: what is written is whole up to")
	}
}

// TestNoOutput: without a folder nothing is written.
func TestNoOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	sum, err := scenario.Run(parse(t, plain("")), scenario.Options{})
	require.NoError(t, err)
	require.Empty(t, sum.Files)
	require.Empty(t, read(t, "."))
}

// TestFullDisk: a full disk is one error, and nothing is left behind.
func TestFullDisk(t *testing.T) {
	for _, name := range []string{"completions.csv", "completions.fct", "rates-dcqcn.csv", "capture.pcapng", "queues.csv", "pauses.csv", "throughput.csv", "timeline.json", "summary.json"} {
		dir := t.TempDir()
		require.NoError(t, os.Symlink("/dev/full", filepath.Join(dir, name)))
		_, err := scenario.Run(parse(t, busy), scenario.Options{Out: dir})
		require.ErrorContains(t, err, name+": no space left on device")
		require.NotContains(t, err.Error(), "\n")
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, entries, 1, "%s: %v", name, entries)
	}
}

// TestOutputFolder: a folder that a failed run made is gone, one that was there stays.
func TestOutputFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	s := parse(t, plain(""))
	require.NoError(t, os.WriteFile(dir, nil, 0o666))
	_, err := scenario.Run(s, scenario.Options{Out: dir})
	require.EqualError(t, err, dir+": is a file; name a folder for the outputs")
	_, err = scenario.Run(s, scenario.Options{Out: filepath.Join(dir, "below")})
	require.ErrorContains(t, err, "is a file; name a folder")
	require.NoError(t, os.Remove(dir))
	_, err = scenario.Run(s, scenario.Options{Out: dir})
	require.NoError(t, err)
	require.Len(t, read(t, dir), 4)
}
