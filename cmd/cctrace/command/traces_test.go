package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/capture/trace"
)

const (
	simulated = "../../../docs/sample/incast.tr.gz"
	counters  = "../../../docs/sample/counters.csv"
)

func TestStats(t *testing.T) {
	status, stdout, stderr := run("stats", capture, simulated)
	require.Zero(t, status, stderr)
	require.Equal(t, 2, strings.Count(stdout, "593 gaps between CNPs"))
	require.Contains(t, stderr, "cctrace: warning: "+simulated+": the data of 8 connections")

	status, stdout, stderr = run("stats", capture, "--conn", "10.0.0.4", "--gaps", "--icrc")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "ICRC: 890 packets checked, 0 wrong")
	require.Contains(t, stdout, "73 gaps")
	require.NotContains(t, stdout, "10.0.0.7")

	status, stdout, stderr = run("stats", counters, "--json", "--reconstruct", "burst")
	require.Zero(t, status)
	require.Empty(t, stderr, "JSON has the warnings in it")
	var got struct {
		Reconstructed string
		Warnings      []string
		Connections   []struct {
			Name string
			CNPs uint64
		}
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &got))
	require.Equal(t, "burst", got.Reconstructed)
	require.Len(t, got.Warnings, 2)
	require.EqualValues(t, 601, got.Connections[0].CNPs)

	status, stdout, _ = run("stats", simulated, "--node", "3", "--json")
	require.Zero(t, status)
	require.Contains(t, stdout, `"11.0.3.1:0x32713->11.0.8.1:0x32713"`, "readable without unescaping")
	require.NoError(t, json.Unmarshal([]byte(stdout), &got))
	require.Len(t, got.Connections, 1)

	refused(t, 2, []string{"stats"}, "name a trace")
	refused(t, 2, []string{"stats", capture, "--conn", "nobody"}, `no connection of 8 has "nobody" in its name`)
	refused(t, 2, []string{"stats", capture, "--top", "-1"}, "--top takes a whole number of 0 to ")
	refused(t, 2, []string{"stats", capture, "--format", "xml"}, `--format takes pcap, pcapng, csv, jsonl, tr or counters`)
	refused(t, 2, []string{"stats", capture, "--reconstruct", "normal"}, "--reconstruct takes uniform or burst")
	refused(t, 2, []string{"stats", simulated, "--node", "70000"}, "--node takes a whole number of 0 to 65535, or several with commas between, not ")
	refused(t, 2, []string{"stats", t.TempDir()}, "is a directory without counters")
	refused(t, 2, []string{"stats", capture, "--format", "tr"}, "not a .tr trace")
}

// events reads a trace with its clock set to its first event.
func events(t *testing.T, path string) (*trace.Trace, []trace.Event) {
	t.Helper()
	tr, err := trace.ReadAll(path)
	require.NoError(t, err)
	list := append([]trace.Event(nil), tr.Events...)
	for i := range list {
		list[i].Time -= tr.Events[0].Time
	}
	return tr, list
}

// Every input goes to every format and back, and is the same:
//
//	input -> csv, jsonl, pcapng, gzip'd or not -> events
func TestConvertRoundTrip(t *testing.T) {
	for _, input := range []string{capture, simulated, counters} {
		before, want := events(t, input)
		for _, ending := range []string{"csv", "jsonl", "pcapng", "csv.gz", "pcapng.gz"} {
			out := filepath.Join(t.TempDir(), "out."+ending)
			status, stdout, stderr := run("convert", input, "-o", out)
			require.Zero(t, status, stderr)
			require.Contains(t, stdout, out+": ")
			after, got := events(t, out)
			require.Equal(t, before.Stats.Reconstruction, after.Stats.Reconstruction, "the mark goes with the events")
			if before.Stats.Reconstruction != trace.Observed && strings.HasPrefix(ending, "pcapng") {
				// One event of many packets becomes as many packets.
				require.Equal(t, before.Stats.CNPs, after.Stats.CNPs)
				require.Equal(t, before.Stats.DataBytes, after.Stats.DataBytes)
				require.Equal(t, before.Stats.DataPackets, after.Stats.DataPackets)
				require.Equal(t, before.Stats.Marked, after.Stats.Marked)
				continue
			}
			require.Equal(t, want, got, "%s to %s", input, ending)
			for i := range before.Conns {
				require.Equal(t, before.Conns[i].Name, after.Conns[i].Name)
			}
			again := filepath.Join(t.TempDir(), "again."+ending)
			status, _, _ = run("convert", input, "-o", again)
			require.Zero(t, status)
			one, err := os.ReadFile(out)
			require.NoError(t, err)
			two, err := os.ReadFile(again)
			require.NoError(t, err)
			require.True(t, bytes.Equal(one, two), "the same bytes each time")
		}
	}
}

// Whatever is made of counters bears the mark: each row, the comment of the
// capture, the log, the summary, the plot's title.
func TestReconstructionIsMarkedEverywhere(t *testing.T) {
	dir := t.TempDir()
	for _, how := range []string{"uniform", "burst"} {
		for _, ending := range []string{"csv", "jsonl"} {
			status, stdout, stderr := run("convert", counters, "--reconstruct", how, "-o", "-", "--to", ending)
			require.Zero(t, status)
			require.Contains(t, stderr, "events are reconstructed ("+how+")")
			rows := strings.Split(strings.TrimSpace(stdout), "\n")
			if ending == "csv" {
				require.True(t, strings.HasSuffix(rows[0], ",reconstructed"))
				rows = rows[1:]
			}
			require.Greater(t, len(rows), 30)
			for _, row := range rows {
				require.Contains(t, row, how)
			}
		}
		ng := filepath.Join(dir, "out.pcapng")
		status, stdout, stderr := run("convert", counters, "--reconstruct", how, "-o", ng)
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "reconstructed ("+how+")")
		status, asJSON, stderr := run("convert", counters, "--reconstruct", how, "-o", ng+".gz", "--json")
		require.Zero(t, status, stderr)
		var c convertedJSON
		require.NoError(t, json.Unmarshal([]byte(asJSON), &c))
		require.Equal(t, convertedJSON{File: ng + ".gz", Format: "pcapng", Gzip: true, Reconstructed: how, Events: c.Events, Connections: c.Connections}, c)
		require.Equal(t, fmt.Sprintf("%s: pcapng, %d events of %d connections, reconstructed (%s)\n", ng, c.Events, c.Connections, how), stdout)
		b, err := os.ReadFile(ng)
		require.NoError(t, err)
		require.Contains(t, string(b[:200]), "reconstructed="+how+"; events made of counters")

		// The mark of a converted file is that of its counters, whatever is asked for.
		for _, input := range []string{counters, ng} {
			log, plot := filepath.Join(dir, "log.csv"), filepath.Join(dir, "plot.svg")
			status, stdout, stderr = run("replay", input, "--reconstruct", how, "--line-rate", "10G", "-o", log, "--plot", plot)
			require.Zero(t, status, stderr)
			require.Contains(t, stdout, "RECONSTRUCTED ("+how+")")
			for line := range strings.Lines(stdout) {
				if strings.HasPrefix(line, "RECONSTRUCTED") {
					require.LessOrEqual(t, len(line), 81, line)
				}
			}
			text, err := os.ReadFile(log)
			require.NoError(t, err)
			rows := strings.Split(strings.TrimSpace(string(text)), "\n")
			require.Contains(t, rows[0], "# RECONSTRUCTED ("+how+"): made of counters")
			require.Contains(t, rows[1], ",alpha_q24,reconstructed,state")
			for _, row := range rows[2:] {
				require.Contains(t, row, ","+how+",")
			}
			svg, err := os.ReadFile(plot)
			require.NoError(t, err)
			require.Contains(t, string(svg), "CNPs reconstructed ("+how+")")
			status, drawn, stderr := run("plot", log, "-o", "-")
			require.Zero(t, status, stderr)
			require.Equal(t, 1, strings.Count(strings.ToLower(drawn), "reconstructed ("+how+")"), "once, though comment and column say it")
		}
		status, stdout, _ = run("replay", counters, "--reconstruct", how, "--json")
		require.Zero(t, status)
		require.Contains(t, stdout, `"reconstructed": "`+how+`"`)
		jl := filepath.Join(dir, "log.jsonl")
		status, _, _ = run("replay", counters, "--reconstruct", how, "-o", jl)
		require.Zero(t, status)
		text, err := os.ReadFile(jl)
		require.NoError(t, err)
		for _, row := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			require.Contains(t, row, `"reconstructed":"`+how+`"`)
		}
	}
	refused(t, 2, []string{"convert", counters, "-o", "-", "--to", "tr"}, "--to takes csv, jsonl, pcapng or pcap, not ")
	// A pcap has no place for the mark. (Warnings stand before the error.)
	pcap := filepath.Join(dir, "out.pcap")
	status, _, stderr := run("convert", counters, "-o", pcap)
	require.Equal(t, 2, status)
	require.Contains(t, stderr, "a pcap cannot say that its packets are made of reconstructed events: write pcapng, csv or jsonl")
	require.NoFileExists(t, pcap)
}

// The simulator's trace of the sample replays as the capture does, but for the
// time that data takes to where the capture was made.
func TestReplayOfSimulatorTrace(t *testing.T) {
	var sums [2]struct {
		Conns []struct{ CNPs, Cuts, Bytes uint64 }
	}
	for i, path := range []string{capture, simulated} {
		status, stdout, stderr := run("replay", path, "--line-rate", "10G", "--json")
		require.Zero(t, status, stderr)
		require.NoError(t, json.Unmarshal([]byte(stdout), &sums[i]))
	}
	require.Equal(t, sums[0], sums[1])
}

func TestConvertRefuses(t *testing.T) {
	refused(t, 2, []string{"convert", capture}, "-o is missing")
	refused(t, 2, []string{"convert", "-o", "x.csv"}, "name one trace")
	refused(t, 2, []string{"convert", capture, "-o", "x.txt"}, "tells no format; add --to")
	refused(t, 2, []string{"convert", capture, "-o", "-"}, "tells no format; add --to")
	refused(t, 2, []string{"convert", capture, "-o", "-", "--to", "counters"}, `--to takes `)
	refused(t, 2, []string{"convert", capture, "-o", "x.pcapng", "--snap-len", "-1"}, "--snap-len takes a whole number of 0 to 65536 bytes")
	// A capture cannot hold timers: the conversion fails and leaves no half-written file.
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.csv"), filepath.Join(dir, "out.pcapng")
	require.NoError(t, os.WriteFile(in, []byte("time_ns,conn,event\n1,a,timer_cut\n"), 0o666))
	refused(t, 2, []string{"convert", in, "-o", out}, in, "event 1, of a at 1 ns: a timer_cut event has no packet: write csv or jsonl")
	require.NoFileExists(t, out)
}

// Help names every flag and shows examples that are commands of this program.
func TestTraceHelp(t *testing.T) {
	for _, name := range []string{"stats", "convert", "replay"} {
		status, stdout, _ := run(name, "--help")
		require.Zero(t, status)
		for _, want := range []string{"--format", "--node", "--reconstruct", "Examples:", "  cctrace " + name} {
			require.Contains(t, stdout, want)
		}
	}
}

// What a directory of counters tells is the same as CSV.
func TestDirectoryOfCounters(t *testing.T) {
	dir := t.TempDir()
	for at, v := range map[string]string{"1700000000": "5", "1700000001": "9"} {
		d := filepath.Join(dir, at, "mlx5_0", "ports", "1", "hw_counters")
		require.NoError(t, os.MkdirAll(d, 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(d, "rp_cnp_handled"), []byte(v+"\n"), 0o666))
	}
	status, stdout, stderr := run("stats", dir)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "mlx5_0/1 tx")
	status, stdout, stderr = run("convert", dir, "-o", "-", "--to", "csv")
	require.Zero(t, status, stderr)
	require.Equal(t, 5, strings.Count(stdout, "\n"))
}

// Standard input has one name, in warnings, errors and summaries.
func TestStandardInput(t *testing.T) {
	whole, err := os.ReadFile(capture)
	require.NoError(t, err)
	for _, c := range []struct {
		in     []byte
		status int
	}{{whole[:len(whole)-3], 0}, {[]byte("nonsense\n"), 2}} {
		path := filepath.Join(t.TempDir(), "in")
		require.NoError(t, os.WriteFile(path, c.in, 0o666))
		f, err := os.Open(path)
		require.NoError(t, err)
		terminal := os.Stdin
		os.Stdin = f
		status, stdout, stderr := run("stats", "-")
		os.Stdin = terminal
		require.NoError(t, f.Close())
		require.Equal(t, c.status, status, stderr)
		require.Regexp(t, `^cctrace: (warning: )?standard input: `, stderr)
		if status == 0 {
			require.Contains(t, stdout, "standard input: pcapng, ")
		}
	}
}

// TestLongAddresses: two IPv6 addresses written out are longer than a line, and fit all
// the same.
func TestLongAddresses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "six.csv")
	const from, to = "[2001:db8:1111:2222:3333:4444:5555:6666]:0xabcdef->", "[2001:db8:1111:2222:3333:4444:5555:7777]:0x123456"
	require.NoError(t, os.WriteFile(path, []byte("time_us,conn,event\n10,"+from+to+",cnp\n"), 0o644))
	for _, command := range []string{"stats", "replay"} {
		status, stdout, stderr := run(command, path)
		require.Zero(t, status, stderr)
		require.Regexp(t, regexp.QuoteMeta(from)+`\n +`+regexp.QuoteMeta(to), stdout)
		for line := range strings.Lines(stdout) {
			require.LessOrEqual(t, len(line)-1, 80, line)
		}
	}
}

// ones finds what is counted once and written as if it were several.
var ones = regexp.MustCompile(`(?m)(?:^|[^0-9.,])1 [A-Za-z-]+[A-RT-Za-rt-z]s\b`)

// TestOneOfAThing: where there is one of a thing the text says so in the singular.
func TestOneOfAThing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "one.csv")
	require.NoError(t, os.WriteFile(path, []byte("time_us,conn,event,count\n10,a,cnp,1\n"), 0o644))
	rates := filepath.Join(dir, "rates.csv")
	for _, args := range [][]string{
		{"stats", path},
		{"convert", path, "-o", filepath.Join(dir, "one.jsonl")},
		{"replay", path, "-o", rates, "--firmware", self(t)},
		{"plot", rates, "--table"},
		{"report", rates, "-o", filepath.Join(dir, "one.html")},
		{"profile", "check", "paper", "--connections", "1", "--fail", "error"},
	} {
		status, stdout, stderr := run(args...)
		require.Zero(t, status, "%v: %s", args, stderr)
		require.NotRegexp(t, ones, stdout+stderr, "%v", args)
	}
}
