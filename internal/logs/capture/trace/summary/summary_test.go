package summary

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/capture/trace"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func of(t *testing.T, name, content string, o trace.Options) *Summary {
	t.Helper()
	o.AllowNoCNP, o.Measure = true, true
	r, err := trace.NewReader(name, strings.NewReader(content), o)
	require.NoError(t, err)
	return Of(name, r)
}

func text(t *testing.T, s *Summary, o TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, s.WriteText(&b, o))
	return b.String()
}

const events = `time_us,conn,event,bytes,packets,marked,count
0,a,data,41400,10,4,
10,a,data,41400,10,0,
20,a,cnp,,,3,1
25,b,cnp,,,,2
30,a,data,82800,20,0,
120,a,cnp,,,,1
121,a,ack,,,,
1120,a,nak,,,,
`

// Every number of a small trace, worked out by hand.
func TestNumbers(t *testing.T) {
	s := of(t, "in.csv", events, trace.Options{})
	require.Equal(t, 2, s.Connections)
	a := s.Conns[0]
	require.Equal(t, "a", a.Name)
	require.EqualValues(t, []uint64{40, 165_600, 4, 2, 2, 1, 3}, []uint64{a.DataPackets, a.DataBytes, a.Marked, a.CNPs, a.Acks, a.Naks, a.Reported})
	require.InDelta(t, 82_800*8/30e-6, *a.Rate, 1, "what was sent before the last event, by the time up to it")
	require.InDelta(t, 0.1, *a.MarkedShare, 1e-12)
	require.InDelta(t, 2, *a.Coalescing, 1e-12)
	require.InDelta(t, 2/1120e-6, *a.CNPRate, 1e-6)
	require.Nil(t, a.Resent, "rows have no sequence numbers")
	require.Nil(t, a.BadICRC)
	require.Equal(t, Gaps{Count: 1, MinNS: 100_000, MeanNS: 100_000, MaxNS: 100_000, Median: &trace.Bucket{From: 100_000, To: 200_000, N: 1},
		P99: &trace.Bucket{From: 100_000, To: 200_000, N: 1}, Bucket: []trace.Bucket{{From: 100_000, To: 200_000, N: 1}}}, a.Gaps)
	b := s.Conns[1]
	require.Nil(t, b.Rate)
	require.Nil(t, b.MarkedShare)
	require.Nil(t, b.Coalescing, "its data is not seen")
	require.Nil(t, b.CNPRate, "all of it at one time")
	require.Equal(t, []trace.Bucket{{From: 0, To: 1, N: 1}}, b.Gaps.Bucket)
	require.EqualValues(t, 2, s.Total.Gaps.Count)
	require.EqualValues(t, 50_000, s.Total.Gaps.MeanNS)
	require.InDelta(t, 2, *s.Total.Coalescing, 1e-12, "of the connection whose marks are seen")
	require.Equal(t, [2]int64{0, 1_120_000}, [2]int64{s.Total.FirstNS, s.Total.LastNS})
}

func TestKeep(t *testing.T) {
	s := of(t, "in.csv", events, trace.Options{})
	s.Keep(TextOptions{Match: "b"})
	require.Len(t, s.Conns, 1)
	require.Equal(t, 2, s.Connections)
	require.EqualValues(t, 4, s.Total.CNPs, "of all")
	s = of(t, "in.csv", events+"1200,b,cnp,,,,7\n", trace.Options{})
	s.Keep(TextOptions{Top: 1})
	require.Equal(t, "b", s.Conns[0].Name)
}

// The text and the JSON of the samples, as they are printed.
func TestGolden(t *testing.T) {
	const samples = "../../../../../docs/sample/"
	for name, c := range map[string]struct {
		file string
		opts trace.Options
		text TextOptions
	}{
		"capture":  {"incast.pcapng", trace.Options{}, TextOptions{}},
		"gaps":     {"incast.pcap.gz", trace.Options{CheckICRC: true}, TextOptions{Gaps: true, Match: "10.0.0.4"}},
		"tr":       {"incast.tr.gz", trace.Options{Nodes: []uint16{8}}, TextOptions{Top: 2}},
		"counters": {"counters.csv", trace.Options{Reconstruct: trace.Burst}, TextOptions{Gaps: true}},
	} {
		c.opts.Measure = true
		c.opts.AllowNoCNP = true
		r, err := trace.OpenWith(samples+c.file, c.opts)
		require.NoError(t, err)
		s := Of(c.file, r)
		require.NoError(t, r.Close())
		s.Keep(c.text)
		got := text(t, s, c.text)
		for line := range strings.Lines(got) {
			require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), Width, line)
		}
		j, err := json.MarshalIndent(s, "", "  ")
		require.NoError(t, err)
		for ending, content := range map[string]string{".txt": got, ".json": string(j) + "\n"} {
			golden := filepath.Join("testdata", name+ending)
			if *update {
				require.NoError(t, os.MkdirAll("testdata", 0o777))
				require.NoError(t, os.WriteFile(golden, []byte(content), 0o666))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), content, name)
		}
	}
}

// Reconstructed traces say so in text and JSON.
func TestReconstructedIsSaid(t *testing.T) {
	s := of(t, "in.csv", "time_s,rp_cnp_handled\n0,0\n1,4\n", trace.Options{})
	got := text(t, s, TextOptions{})
	require.Contains(t, got, "RECONSTRUCTED (uniform): made of counters, spread evenly")
	require.Contains(t, got, "as reconstructed (uniform): the true gaps are not known")
	j, err := json.Marshal(s)
	require.NoError(t, err)
	require.Contains(t, string(j), `"reconstructed":"uniform"`)
}

// What is sorted in by time is not skipped.
func TestOutOfOrderIsSaid(t *testing.T) {
	got := text(t, of(t, "in.csv", "time_ns,conn,event\n5,a,cnp\n4,a,cnp\n", trace.Options{}), TextOptions{})
	require.Contains(t, got, "\nout of order: 1, sorted in by time\n")
	require.NotContains(t, got, "skipped")
}

// Two long addresses do not fit a line.
func TestLongNames(t *testing.T) {
	const from, to = "[2001:db8:1111:2222:3333:4444:5555:6666]:0xabcdef->", "[2001:db8:1111:2222:3333:4444:5555:7777]:0x123456"
	got := text(t, of(t, "in.csv", "time_ns,conn,event\n5,"+from+to+",cnp\n", trace.Options{}), TextOptions{})
	require.Contains(t, got, "\n"+from+"\n  "+to+"  (named)\n")
	for line := range strings.Lines(got) {
		require.LessOrEqual(t, len(line)-1, Width)
	}
}

// No number, however large, makes the table wider than a terminal.
func TestWidth(t *testing.T) {
	huge := uint64(1<<64 - 1)
	rate := 1.23e30
	c := Conn{Name: "x", DataPackets: huge, DataBytes: huge, Rate: &rate, CNPs: huge, CNPRate: &rate, Coalescing: &rate, Reported: huge,
		BadICRC: &huge, Resent: &huge, MarkedShare: new(float64), Gaps: Gaps{Count: huge, MaxNS: 1<<63 - 1, MeanNS: 1e18,
			Bucket: []trace.Bucket{{From: 5e18, To: 1<<63 - 1, N: huge}, {From: 0, To: 1}}}}
	*c.MarkedShare = 1
	s := Summary{File: strings.Repeat("long name ", 20), Format: "pcap", Packets: huge, DurationNS: 1<<63 - 1, Conns: []Conn{c}, Total: c}
	for line := range strings.Lines(text(t, &s, TextOptions{Gaps: true})) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), Width, line)
	}
	for v, want := range map[float64]string{0: "0.00 ", 1: "1.00 ", 999.4: "999 ", 999.6: "1.00 k", 12345: "12.3 k", 1e9: "1.00 G", 99.96e6: "100 M"} {
		require.Equal(t, want, scaled(v))
	}
}
