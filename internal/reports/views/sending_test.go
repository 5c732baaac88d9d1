package views

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/workload"
)

// TestMeansWhileSending: a connection that has nothing to send counts in no mean, whatever its
// rate climbs to.
func TestMeansWhileSending(t *testing.T) {
	name := func(conn uint64) string { return connOf(conn, conn, 9) }
	rates := rateHeader
	for _, row := range []string{"0,0,10", "0,1,30", "0,2,20", "2,0,100", "3,1,50", "4,2,100", "8,2,100"} {
		f := strings.Split(row, ",")
		rates += f[0] + "000000," + name(uint64(f[1][0]-'0')) + ",timer,0,0,0," + f[2] + "000000,1,0,0,0,,0\n"
	}
	// 0 sends from 0 to 2 ms and from 5 to 6 ms, in two messages that overlap; 1 from 1 ms on,
	// to the end; 2 never.
	completions := workload.CompletionHeader +
		"0,0,0,9,1,1,1,100,0,1500000000,1,1\n0,1,0,9,1,1,1,100,1000000000,1000000000,1,1\n0,2,0,9,1,1,1,100,5000000000,1000000000,1,1\n"
	dir := filepath.Dir(write(t, "run.out/rates.csv", rates))
	put := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	put("completions.csv", completions)
	run := collected(t, Options{}, dir)[0]
	require.Equal(t, "from the first row on", run.MeansWhile(), "what is not complete is not known")

	put("pending.csv", pendingHeader+"\n1,3,1,9,100,1000000000\n")
	run = collected(t, Options{}, dir)[0]
	require.Equal(t, "while there is something to send", run.MeansWhile())
	require.Equal(t, [][2]float64{{0, 2}, {5, 6}}, run.Conns[0].Sending)
	for i, want := range []float64{(10*2 + 100*1) / 3.0, (30*2 + 50*5) / 7.0} {
		mean, ok := run.Conns[i].Mean()
		require.True(t, ok)
		require.InDelta(t, want, mean, 1e-9)
	}
	_, ok := run.Conns[2].Mean()
	require.False(t, ok)
	var text strings.Builder
	require.NoError(t, WriteText(&text, NumbersOf([]*Run{run}, 0)))
	require.Contains(t, text.String(), "rates in Gb/s; means while there is something to send")
	require.Regexp(t, `0 +- +20\.00 +100\.0 +100\.0 +`+name(2), text.String())

	// The same in a figure: of 0 and 1 at 1.5 ms, of 1 alone at 4 ms.
	rc := bandOf(run.tracks(), valueRate)
	at := func(ms float64) float64 {
		return rc.mean[slices.IndexFunc(rc.x, func(x float64) bool { return x >= ms })]
	}
	require.InDelta(t, 20, at(1.5), 1e-9)
	require.InDelta(t, 50, at(4), 1e-9)
	require.InDelta(t, 75, at(5.5), 1e-9)
	percentiles := 0
	panels := map[string]*plot.Panel{}
	require.Contains(t, (&Draw{}).many(panels, run, run.tracks()), ofSending)
	for _, s := range panels[WhatRate].Series {
		if s.Dash == plot.Dots { // the percentiles
			require.InDelta(t, 50, s.Y[slices.IndexFunc(s.X, func(x float64) bool { return x >= 4 })], 1e-9)
			percentiles++
		}
	}
	require.Equal(t, 2, percentiles)

	// A window begins within what is sent.
	run = collected(t, Options{From: 5_500_000_000, To: 7_000_000_000}, dir)[0]
	mean, ok := run.Conns[0].Mean()
	require.True(t, ok)
	require.InDelta(t, 100, mean, 1e-9)
	put("pending.csv", pendingHeader+"\n1,3\n")
	_, err := Collect([]string{dir}, nil, &Options{})
	require.ErrorContains(t, err, "pending.csv:2: 2 fields; the header row has 6")
}
