package command

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/replay"
)

// recount writes the sample with other counts of marked packets in its CNPs: those that
// count returns for the CNP of a number.
func recount(t *testing.T, name string, count func(cnp int, was uint32) uint32) string {
	t.Helper()
	r, err := trace.Open(capture)
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	format, _, ok := trace.FormatOfName(name)
	require.True(t, ok)
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	require.NoError(t, err)
	w, err := trace.NewWriter(f, format, r.Conns(), trace.WriterOptions{Start: r.Stats().Start})
	require.NoError(t, err)
	for n := 0; ; {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if e.Kind == trace.KindCNP {
			e.Marked = count(n, e.Marked)
			n++
		}
		require.NoError(t, w.WriteEvent(e))
	}
	require.NoError(t, w.Flush())
	require.NoError(t, f.Close())
	return path
}

func plain(int, uint32) uint32 { return 0 }

// replayed is a replay of Dolce-RC with a log: its summary, its log, and what was warned of.
func replayed(t *testing.T, path string, flags ...string) (*replay.Summary, string, string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "rates.csv")
	status, stdout, stderr := run(append([]string{"replay", path, "--algo", "dolcerc", "--line-rate", "10G", "--json", "-o", log}, flags...)...)
	require.Zero(t, status, stderr)
	sum := new(replay.Summary)
	require.NoError(t, json.Unmarshal([]byte(stdout), sum))
	require.NotNil(t, sum.Estimate)
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	return sum, string(text), stderr
}

// TestReplayCountsWhatCNPsReport: CNPs as NICs of today send them are replayed with time
// slots, as --estimate tx-slots does, and those that report marked packets with these. All
// formats agree, and standard input too, which cannot be rewound.
func TestReplayCountsWhatCNPsReport(t *testing.T) {
	for _, name := range []string{"plain.pcap", "plain.pcapng", "plain.csv", "plain.jsonl"} {
		path := recount(t, name, plain)
		sum, log, stderr := replayed(t, path)
		require.Equal(t, "tx-slots", sum.Estimate.Used, name)
		require.Equal(t, "CNPs report no marked packets: time slots are counted", sum.Estimate.Reason)
		require.False(t, sum.Estimate.Asked)
		require.EqualValues(t, 601, sum.Estimate.CNPs)
		require.Zero(t, sum.Estimate.Counting)
		require.Equal(t, 8, sum.Estimate.Plain)
		require.Empty(t, stderr, name)
		_, slots, _ := replayed(t, path, "--estimate", "tx-slots")
		require.True(t, slots == log, name)
		_, marked, _ := replayed(t, path, "--estimate", "marked-packets")
		require.True(t, marked != log, name)
	}

	all := recount(t, "all.pcapng", func(_ int, was uint32) uint32 { return max(was, 1) })
	sum, log, _ := replayed(t, all)
	require.Equal(t, "marked-packets", sum.Estimate.Used)
	require.Equal(t, "CNPs report marked packets", sum.Estimate.Reason)
	_, asked, _ := replayed(t, all, "--estimate", "marked-packets")
	require.True(t, asked == log)
	_, other, _ := replayed(t, all, "--estimate", "tx-slots")
	require.True(t, other != log)

	// Where in the trace the counts begin does not matter: it is read whole before.
	for from, want := range map[int]string{300: "marked-packets", 302: "tx-slots"} {
		late := recount(t, "late.pcapng", func(n int, _ uint32) uint32 {
			if n < from {
				return 0
			}
			return 1
		})
		sum, fromFile, _ := replayed(t, late)
		require.Equal(t, want, sum.Estimate.Used, from)
		pr, pw, err := os.Pipe()
		require.NoError(t, err)
		content, err := os.ReadFile(late)
		require.NoError(t, err)
		done := make(chan error, 1)
		go func() {
			_, err := pw.Write(content)
			done <- errors.Join(err, pw.Close())
		}()
		terminal := os.Stdin
		os.Stdin = pr
		piped, fromPipe, _ := replayed(t, "-")
		os.Stdin = terminal
		require.NoError(t, <-done)
		require.NoError(t, pr.Close())
		require.Equal(t, sum, piped)
		require.True(t, fromFile == fromPipe)
	}
}

// TestEstimateThatCNPsCannotGive is obeyed, with a warning and a summary that say so.
func TestEstimateThatCNPsCannotGive(t *testing.T) {
	path := recount(t, "plain.pcapng", plain)
	sum, _, stderr := replayed(t, path, "--estimate", "marked-packets")
	require.Equal(t, "marked-packets", sum.Estimate.Used)
	require.True(t, sum.Estimate.Asked)
	require.Contains(t, sum.Estimate.Reason, "every reward is 1")
	require.Equal(t, "cctrace: warning: "+path+": estimate marked-packets was asked for, and CNPs report no marked packets: every reward is 1, whichever arm is in force; leave --estimate out to count time slots\n", stderr)

	status, stdout, stderr := run("replay", path, "--algo", "dolcerc", "--line-rate", "10G")
	require.Zero(t, status)
	require.Empty(t, stderr)
	require.Contains(t, stdout, "\nestimate tx-slots: CNPs report no marked packets: time slots are counted\n")
	status, stdout, _ = run("replay", path, "--algo", "dcqcn", "--line-rate", "10G")
	require.Zero(t, status)
	require.NotContains(t, stdout, "estimate")
}

// TestEstimateBringsWhatBelongsToIt: the time between qualified CNPs is the estimate's, the profile's if that sets
// one, or the flag's; run.json records all of it.
func TestEstimateBringsWhatBelongsToIt(t *testing.T) {
	path := recount(t, "plain.csv", plain)
	for _, c := range []struct{ path, flags, estimate, after string }{
		{path, "", "tx-slots", "300000"},
		{path, "--profile connectx", "tx-slots", "300000"},
		{path, "--qualify-after 70us", "tx-slots", "70000"},
		{path, "--profile dolcerc-recommended", "tx-slots", "100000"},
		{path, "--estimate marked-packets", "marked-packets", "250000"},
		{capture, "--profile connectx", "marked-packets", "250000"},
		{capture, "--estimate tx-slots", "tx-slots", "300000"},
		{simulated, "", "tx-slots", "300000"},
		{counters, "", "tx-slots", "300000"},
	} {
		out := filepath.Join(t.TempDir(), "out")
		status, _, stderr := run(append([]string{"replay", c.path, "--algo", "dolcerc", "--line-rate", "10G", "-o", out + "/"}, strings.Fields(c.flags)...)...)
		require.Zero(t, status, stderr)
		text, err := os.ReadFile(filepath.Join(out, "run.json"))
		require.NoError(t, err)
		var origin struct {
			Learning, Integers []struct{ Name, Value string }
		}
		require.NoError(t, json.Unmarshal(text, &origin))
		got := map[string]string{}
		for _, p := range append(origin.Learning, origin.Integers...) {
			got[p.Name] = p.Value
		}
		require.Equal(t, c.estimate, got["estimate"], "%v", c)
		require.Equal(t, c.after, got["QualifyAfter"], "%v", c)
		require.Equal(t, map[string]string{"marked-packets": "0", "tx-slots": "1"}[c.estimate], got["Estimate"], "%v", c)
	}
}

// TestVerifyTakesTheProfilesEstimate: a log has no CNPs to ask, so it is compared with what
// ccgen c writes for the profile, which is said; a flag chooses the other.
func TestVerifyTakesTheProfilesEstimate(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "nic.toml")
	status, _, stderr := run("profile", "export", "connectx", "--as", "toml", "--line-rate", "10G", "-o", file)
	require.Zero(t, status, stderr)
	for profile, own := range map[string]string{
		"paper": "marked-packets", "dolcerc-recommended": "marked-packets", "connectx": "tx-slots", file: "tx-slots",
	} {
		for _, estimate := range []string{"marked-packets", "tx-slots"} {
			log := filepath.Join(dir, "rates.csv")
			flags := []string{"--algo", "dolcerc", "--line-rate", "10G", "--profile", profile}
			status, _, stderr := run(append([]string{"replay", capture, "--log", "all", "-o", log, "--estimate", estimate}, flags...)...)
			require.Zero(t, status, stderr)
			status, stdout, stderr := run(append([]string{"verify", log, "--chain", "0"}, flags...)...)
			require.Equal(t, estimate == own, status == 0, "%s with %s: %s%s", profile, estimate, stdout, stderr)
			require.Contains(t, strings.Join(strings.Fields(stdout), " "), "estimate "+own+": that of the profile "+profile+"; --estimate chooses another")
			status, stdout, _ = run(append([]string{"verify", log, "--json", "--estimate", estimate}, flags...)...)
			require.Zero(t, status)
			require.NotContains(t, stdout, `"estimate"`)
		}
	}
}
