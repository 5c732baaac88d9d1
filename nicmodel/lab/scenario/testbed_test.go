package scenario_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
)

// runBed runs a testbed into a new folder and returns its summary and its files by name.
func runBed(t testing.TB, s *scenario.Scenario) (*scenario.TestbedSummary, map[string][]byte) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	sum, err := scenario.RunTestbed(s, scenario.TestbedOptions{Out: dir})
	require.NoError(t, err)
	return sum, read(t, dir)
}

// TestBeds holds the summaries of the testbeds that ship, as text and with their digests, to files, and
// all outputs of short runs of them.
func TestBeds(t *testing.T) {
	got := map[string][]byte{}
	for _, name := range beds(t) {
		s, err := scenario.Read(name)
		require.NoError(t, err)
		sum, files := runBed(t, s)
		var text bytes.Buffer
		require.NoError(t, sum.Write(&text))
		for line := range strings.Lines(text.String()) {
			require.LessOrEqual(t, len(line), 81, line)
		}
		got[s.Name()+".txt"], got[s.Name()+".json"] = text.Bytes(), files["summary.json"]
		settings := []string{"run.end=500us", "bed.warm=100us", "bed.bin=150us"}
		if s.Name() == "bed-drum" {
			settings = append(settings, "bed.flow[1].start=100us")
		}
		short, err := scenario.Read(name, settings...)
		require.NoError(t, err)
		_, files = runBed(t, short)
		require.Len(t, files, 4)
		for file, b := range files {
			got[s.Name()+"-short-"+file] = b
		}
		_, again := runBed(t, short)
		require.Equal(t, files, again)
	}
	compare(t, "testdata/beds", got)
}

// TestBedsShowTheirPoint: what the samples are there for.
func TestBedsShowTheirPoint(t *testing.T) {
	result := func(sum *scenario.TestbedSummary, scheduler, flow string) scenario.TestbedFlowResult {
		for _, r := range sum.Schedulers {
			for _, f := range r.Flows {
				if r.Scheduler == scheduler && f.Name == flow {
					return f
				}
			}
		}
		t.Fatalf("no %s of %s", flow, scheduler)
		return scenario.TestbedFlowResult{}
	}
	run := func(name string) *scenario.TestbedSummary {
		s, err := scenario.Read("../../../docs/sample/" + name)
		require.NoError(t, err)
		sum, err := scenario.RunTestbed(s, scenario.TestbedOptions{})
		require.NoError(t, err)
		require.Empty(t, sum.Files)
		return sum
	}
	a := run("bed-avatar.toml")
	native, avatar := result(a, "native", "small"), result(a, "avatar", "small")
	require.Greater(t, native.Times.P99, 3*avatar.Times.P99)
	large := result(a, "avatar", "large")
	require.Greater(t, large.RateBPS, result(a, "native", "large").RateBPS*95/100)

	d := run("bed-drum.toml")
	for _, unfair := range []string{"raw", "share"} {
		require.Greater(t, result(d, unfair, "greedy").RateBPS, 10*result(d, unfair, "modest").RateBPS, unfair)
	}
	modest, greedy := result(d, "drum", "modest"), result(d, "drum", "greedy")
	require.InEpsilon(t, greedy.RateBPS, modest.RateBPS, 0.1)
	require.Greater(t, modest.MinBPS, modest.MaxBPS*99/100)
}

// TestBedAccounts: summary, messages.csv and shares.csv tell the same.
func TestBedAccounts(t *testing.T) {
	for _, name := range beds(t) {
		s, err := scenario.Read(name, "run.end=6ms", "bed.warm=1ms", "bed.bin=700us")
		require.NoError(t, err)
		sum, files := runBed(t, s)
		type key struct{ scheduler, flow string }
		counted, shared, all := map[key]uint64{}, map[key]uint64{}, map[key]uint64{}
		times := map[key]uint64{}
		number := func(text string) uint64 {
			v, err := strconv.ParseUint(text, 10, 64)
			require.NoError(t, err)
			return v
		}
		for _, row := range rowsOf(files["messages.csv"]) {
			k, posted := key{row[0], row[1]}, number(row[4])
			told := posted + number(row[5])
			all[k] += number(row[3])
			if told >= uint64(sum.WarmPS) {
				counted[k] += number(row[3])
			}
			if posted >= uint64(sum.WarmPS) {
				times[k] = max(times[k], told-posted)
			}
		}
		for _, row := range rowsOf(files["shares.csv"]) {
			shared[key{row[0], row[3]}] += number(row[5])
			require.LessOrEqual(t, number(row[2]), uint64(sum.UntilPS))
		}
		require.Equal(t, all, shared)
		for _, r := range sum.Schedulers {
			for _, f := range r.Flows {
				k := key{r.Scheduler, f.Name}
				require.Equal(t, counted[k], f.Bytes)
				require.Equal(t, times[k], f.Times.Max)
			}
		}
		var again scenario.TestbedSummary
		require.NoError(t, json.Unmarshal(files["summary.json"], &again))
		require.Equal(t, sum.Digest, again.Digest)
		for name, size := range again.FileBytes {
			require.Len(t, files[name], int(size))
		}
	}
}

// rowsOf returns the rows of CSV without quotes, but for the header.
func rowsOf(text []byte) (rows [][]string) {
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if i > 0 {
			rows = append(rows, strings.Split(line, ","))
		}
	}
	return rows
}

const (
	avatarBed = "[bed]\nkind = \"avatar\"\n[[bed.flow]]\nbytes = 1000\n"
	drumBed   = "[bed]\nkind = \"drum\"\n[[bed.flow]]\nbytes = 1000\n"
)

// TestBadBeds: each is one line with file, line and key.
func TestBadBeds(t *testing.T) {
	for _, b := range []struct{ text, want string }{
		{"[bed]\n", `test.toml:1: bed.kind: is missing; give it, as in kind = "avatar"`},
		{"[bed]\nkind = \"avata\"\n", `test.toml:2: bed.kind: unknown kind "avata" (did you mean avatar?); one of avatar, drum`},
		{"[bed]\nkind = \"drum\"\n", `test.toml:1: bed.flow: there is none; add a table [[bed.flow]]`},
		{"[bed]\nkind = \"drum\"\nschedulers = [\"native\"]\n", `test.toml:3: bed.schedulers: unknown schedulers "native"; one of raw, share, drum`},
		{"[bed]\nkind = \"drum\"\nschedulers = [\"raw\", \"raw\"]\n", `test.toml:3: bed.schedulers: "raw" is named twice`},
		{"[bed]\nkind = \"drum\"\nsegment = 1\n", `test.toml:3: bed.segment: does not go with kind = "drum"`},
		{"[bed]\nkind = \"avatar\"\nsegment = 0\n[[bed.flow]]\nbytes = 1", `test.toml:3: bed.segment: 0; use 1 byte or more`},
		{"[bed]\nkind = \"avatar\"\norder = \"fifo\"\n[[bed.flow]]\nbytes = 1", `test.toml:3: bed.order: unknown order "fifo"; one of rr, wfq`},
		{"[bed]\nkind = \"avatar\"\nwarm = \"20ms\"\n", `test.toml:3: bed.warm: 20ms is not before the end of the run at 20ms`},
		{"[bed]\nkind = \"avatar\"\nbin = \"1us\"\n", `test.toml:3: bed.bin: 1us of 20ms; use more than 0s, and at most 10000 bins`},
		{"[bed]\nkind = \"avatar\"\nbin = \"0\"\n", `test.toml:3: bed.bin: 0s of 20ms; use more than 0s`},
		{"[run]\nend = \"2s\"\n" + avatarBed, `test.toml:2: run.end: 2s is out of range; a bed runs for more than 0s and at most 1s`},
		{"[run]\nthreads = 2\n" + avatarBed, `test.toml:2: run.threads: does not go with a table [bed]`},
		{star + avatarBed, `test.toml:2: topology: does not go with a table [bed], which has its own hosts and wire; leave one of them out`},
		{"[[nic]]\n" + avatarBed, `test.toml:1: nic[0]: does not go with a table [bed]`},
		{"[switch]\npfc = false\n" + avatarBed, `test.toml:1: switch: does not go with a table [bed]`},
		{"[record]\nqueues = \"1us\"\n" + avatarBed, `test.toml:1: record: does not go with a table [bed]`},
		{"[bed]\nkind = \"avatar\"\n[[bed.flow]]\n", `test.toml:3: bed.flow[0].bytes: is missing; give it, as in bytes = "16KiB"`},
		{avatarBed + "batch = 3", `test.toml:5: bed.flow[0].batch: does not go with kind = "avatar" of the bed`},
		{drumBed + "strict = true", `test.toml:5: bed.flow[0].strict: does not go with kind = "drum" of the bed`},
		{drumBed + "start = \"20ms\"", `test.toml:5: bed.flow[0].start: 20ms is not before the end of the run at 20ms`},
		{drumBed + "batch = 5000", `test.toml:5: bed.flow[0].batch: "5000" is not a whole number of 1..4096`},
		{drumBed + "pause = \"2s\"", `test.toml:5: bed.flow[0].pause: 2s is above 1s`},
		{drumBed + "name = \"a,b\"", `test.toml:5: bed.flow[0].name: "a,b" is not up to 40 ASCII characters without comma and quote`},
		{drumBed + "[[bed.flow]]\nname = \"flow 0\"\nbytes = 1", `test.toml:6: bed.flow[1].name: "flow 0" is the name of two tables`},
		{drumBed + "count = 1000\n[[bed.flow]]\nbytes = 1\ncount = 25", `test.toml:8: bed.flow[1].count: 1025 connections; a bed has at most 1024`},
		{strings.Replace(drumBed, "1000", "0", 1), `test.toml:4: bed.flow[0].bytes: 0; use 1 byte or more`},
		{avatarBed + "weight = 0", `test.toml:5: bed.flow[0].weight: "0" is not a whole number of 1..65536`},
	} {
		s, err := scenario.Parse([]byte(b.text), "test.toml")
		require.NoError(t, err, b.text)
		require.True(t, s.IsTestbed())
		_, err = scenario.RunTestbed(s, scenario.TestbedOptions{})
		require.Error(t, err, b.text)
		require.True(t, strings.HasPrefix(err.Error(), b.want), "have %s\nwant %s", err, b.want)
		_, check := s.CheckTestbed()
		require.Equal(t, err, check)
	}
}

// TestBedIsNoNetwork: a testbed is refused where a network is wanted, and --set reaches it.
func TestBedIsNoNetwork(t *testing.T) {
	s := parse(t, drumBed, "bed.group=2", "bed.schedulers=[\"share\"]", "bed.flow[0].count=3", "run.end=1ms")
	_, err := s.Config()
	require.EqualError(t, err, "test.toml:1: bed: is no network, and goes with cctrace sim alone; leave the table out, or run it there")
	_, err = scenario.Run(s, scenario.Options{})
	require.ErrorContains(t, err, "bed: is no network")
	line, err := s.CheckTestbed()
	require.NoError(t, err)
	require.Equal(t, "bed drum: 1 scheduler (share), 3 connections, until 1ms", line)
	require.False(t, parse(t, plain("")).IsTestbed())
}

// TestBedFolder: a testbed takes the place of a network's run in a folder and the other way round; what is
// nobody's stays, and a drawing that fails leaves nothing.
func TestBedFolder(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine.txt"), nil, 0o666))
	bed := parse(t, drumBed, "run.end=1ms")
	draw := func(w io.Writer, sum *scenario.TestbedSummary) error {
		require.Len(t, sum.Schedulers, 3)
		_, err := io.WriteString(w, "a figure")
		return err
	}
	_, err := scenario.RunTestbed(bed, scenario.TestbedOptions{Out: dir, Draw: draw})
	require.NoError(t, err)
	require.Equal(t, "a figure", string(read(t, dir)["figure.svg"]))
	require.NoError(t, scenario.CheckRun(dir))
	_, err = scenario.Run(parse(t, plain("")), scenario.Options{Out: dir})
	require.NoError(t, err)
	require.Len(t, read(t, dir), 5)
	_, err = scenario.RunTestbed(bed, scenario.TestbedOptions{Out: dir})
	require.NoError(t, err)
	require.Len(t, read(t, dir), 5)
	require.Contains(t, read(t, dir), "mine.txt")

	other := filepath.Join(t.TempDir(), "new")
	broken := errors.New("no ink")
	_, err = scenario.RunTestbed(bed, scenario.TestbedOptions{Out: other, Draw: func(io.Writer, *scenario.TestbedSummary) error { return broken }})
	require.ErrorIs(t, err, broken)
	require.NoDirExists(t, other)
	require.NoError(t, os.Mkdir(other, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(other, "messages.csv"), nil, 0o666))
	_, err = scenario.RunTestbed(bed, scenario.TestbedOptions{Out: other})
	require.ErrorContains(t, err, "messages.csv: would be lost")
}
