package views

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/workload"
)

// moving is a folder with a run in bins of 10 us, the last of which has 5: connection 0 has a message
// under way to 25 us, 1 from 5 us on, to the end, 2 from 10 us to 30 us but gets nothing through.
func moving(t *testing.T) string {
	t.Helper()
	dir := filepath.Dir(write(t, "run.out/throughput.csv", throughputHeader+`
0,10000000,0,0,9,12500,10000
0,10000000,1,1,9,2500,0
10000000,20000000,0,0,9,0,10000
10000000,20000000,1,1,9,2500,5000
10000000,20000000,2,2,9,1250,0
20000000,30000000,1,1,9,2500,5000
30000000,35000000,1,1,9,1250,2000
`))
	put := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	put("completions.csv", workload.CompletionHeader+"0,0,0,9,1,1,1,20000,0,25000000,25000000,1\n2,2,2,9,1,1,1,1000,10000000,20000000,19000000,1\n")
	put("pending.csv", pendingHeader+"\n1,1,1,9,100000,5000000\n")
	return dir
}

// TestThroughput compares the curves with what is computed by hand.
func TestThroughput(t *testing.T) {
	dir := moving(t)
	run := collected(t, Options{}, dir)[0]
	c := (&Draw{}).curves(run)
	require.InDeltaSlice(t, []float64{12, 3, 2, 2, 2}, c.sent.Y, 1e-9)
	require.InDeltaSlice(t, []float64{8, 12, 4, 3.2, 3.2}, c.goodput.Y, 1e-9)
	require.InDeltaSlice(t, []float64{0, 0.01, 0.02, 0.03, 0.035}, c.sent.X, 1e-12)
	// 0 alone; 0, 1 and 2 with 2:1:0; 1 and 2 with 1:0, as 0 ends within the step; 1 alone.
	require.InDeltaSlice(t, []float64{1, 9.0 / 15, 0.5, 1, 1}, c.jain.Y, 1e-9)
	require.Equal(t, "Throughput, goodput and Jain's index in steps of 10 µs", c.note)
	f, err := (&Draw{Layout: Overlay}).Figures([]*Run{run, run})
	require.NoError(t, err)
	require.Contains(t, f[0].Note, "10 µs. Jain's index is of connections with a message under way all through a step")

	// Of the connections that are wanted, in the time that is.
	c = (&Draw{}).curves(collected(t, Options{Conns: []string{"0x101"}, From: 10_000_000, To: 30_000_000}, dir)[0])
	require.InDeltaSlice(t, []float64{2, 2, 2}, c.sent.Y, 1e-9)
	require.InDeltaSlice(t, []float64{0.01, 0.02, 0.03}, c.sent.X, 1e-12)
	require.Equal(t, []float64{1, 1, 1}, c.jain.Y)

	// What is not complete is not known: the index is that of complete messages.
	require.NoError(t, os.Remove(filepath.Join(dir, "pending.csv")))
	c = (&Draw{}).curves(collected(t, Options{}, dir)[0])
	require.Contains(t, c.note, "Throughput, goodput and Jain's index in steps of 10 µs. Jain's index in steps of 0.2 µs, of messages that are complete")
	require.Equal(t, "goodput: payload delivered", c.goodput.Name)
	require.NotNil(t, c.jain)

	// The file alone.
	path := filepath.Join(dir, "throughput.csv")
	alone := collected(t, Options{}, path)[0]
	require.Equal(t, []File{{Path: path, Kind: Throughput, Rows: 7}}, alone.Files)
	f, err = (&Draw{}).Figures([]*Run{alone})
	require.NoError(t, err)
	require.Len(t, f, 1)
	require.Len(t, f[0].Panels, 1)
	require.Equal(t, throughputLabel, f[0].Panels[0].YLabel)
	require.Len(t, f[0].Panels[0].Series, 2)
	f, err = (&Draw{What: []string{WhatGoodput}, Layout: Overlay}).Figures([]*Run{alone, alone})
	require.NoError(t, err)
	require.Equal(t, goodputLabel, f[0].Panels[0].YLabel)
	f, err = (&Draw{Layout: Overlay}).Figures([]*Run{alone, alone})
	require.NoError(t, err)
	require.Equal(t, throughputLabel, f[0].Panels[0].YLabel)
	var names []string
	for _, s := range f[0].Panels[0].Series {
		names = append(names, s.Name)
		require.Equal(t, s.Name != "run", s.Dash == plot.Dots)
	}
	require.Equal(t, []string{"run", "", "run", "throughput: sent, with headers (dotted, in the same colours)"}, names)
}

// TestThroughputInSteps: many bins are summed up in steps, and every byte is in them.
func TestThroughputInSteps(t *testing.T) {
	for _, n := range []int64{1, 199, 200, 201, 399, 1001, 123456} {
		for _, from := range []int64{0, 1, 7, 1234} {
			q := &throughput{bin: 3000}
			for i := range n {
				q.rows = append(q.rows, trafficRow{begin: (from + i) * q.bin, sent: uint64(i + 1)})
			}
			q.end = (from+n)*q.bin - 1000
			g, first, step := q.steps()
			require.Zero(t, step%q.bin)
			require.LessOrEqual(t, first, from*q.bin)
			require.LessOrEqual(t, len(g.Sent), goodputSteps)
			require.Len(t, g.Time, len(g.Sent)+1)
			require.Equal(t, msOfPS(q.end), g.Time[len(g.Sent)])
			sum := 0.0
			for k, v := range g.Sent {
				require.Less(t, g.Time[k], g.Time[k+1])
				sum += v * (g.Time[k+1] - g.Time[k]) * 1e9 / 8000
			}
			require.InEpsilon(t, float64(n*(n+1)/2), sum, 1e-9)
		}
	}
	q := &throughput{bin: 1, end: latestBin, rows: []trafficRow{{begin: 0, sent: math.MaxUint64 >> 1}, {begin: latestBin - 1, sent: 1}}}
	g, _, _ := q.steps()
	require.LessOrEqual(t, len(g.Sent), goodputSteps)
	require.False(t, math.IsInf(g.Sent[0], 0))
}

// TestBadThroughput: what does not fit is refused with its line.
func TestBadThroughput(t *testing.T) {
	for text, want := range map[string]string{
		"0,10,0,0,9,1":                    ":2: 6 fields; the header row has 7",
		"10,10,0,0,9,1,1":                 ":2: a bin from 10 to 10 ps; it ends after it begins",
		"10,20,0,0,9,1,1\n0,10,0,0,9,1,1": ":3: time falls from 10 to 0 ps; sort the file by time",
		"0,10,0,0,9,1,1\n10,30,0,0,9,1,1": ":3: a bin from 10 to 30 ps in a file whose first has 10 ps",
		"0,10,0,0,9,1,1\n5,10,0,0,9,1,1":  ":3: a bin from 5 to 10 ps in a file whose first has 10 ps",
		"0,10,4294967296,0,9,1,1":         ":2: end_ps, conn, src or dst is out of range",
		"0,9223372036854775807,0,0,9,1,1": ":2: end_ps, conn, src or dst is out of range",
		"0,10,0,0,9,1,-1":                 `:2: field 7: "-1" is not a whole number`,
	} {
		_, err := Collect([]string{write(t, "x.csv", throughputHeader+"\n"+text+"\n")}, nil, &Options{})
		require.ErrorContains(t, err, want, text)
	}
	_, err := Collect([]string{write(t, "x.csv", throughputHeader+"\n0,10,0,0,9,1,1\n")}, nil, &Options{Conns: []string{"nosuch"}})
	require.ErrorContains(t, err, "conn: no connection's name contains nosuch; there are")
}
