package views

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/lab/scenario"
)

// ownLog is the log of an algorithm other than a reaction point: a signal with the name of a shown value, a tag, a
// format, a sign, and a rate that is shown once more.
const ownLog = "time_ns,conn,event,cnps,marked,rate_kbps,window_bytes,tag_turn,show_marked,share_q12,slope_ns_per_byte_q4,drift,rtt_ns,show_rate_kbps,state At Rate\n" +
	"1000000,a,notify,2,1,8000000,3000,7,5,2048,32,-3,12000,8000000,1 8000000\n" +
	"2000000,a,sent,0,0,4000000,1500,7,6,4096,16,4,9000,4000000,2 4000000\n" +
	"3000000,b,sent,0,0,1000000,1000,7,0,0,0,0,0,1000000,3 1000000\n"

// ownLines is the same as JSON lines.
func ownLines() string {
	var b strings.Builder
	lines := strings.Split(strings.TrimSpace(ownLog), "\n")
	names := strings.Split(lines[0], ",")
	for _, line := range lines[1:] {
		b.WriteByte('{')
		for i, v := range strings.Split(line, ",") {
			switch {
			case i == 1 || i == 2:
				v = `"` + v + `"`
			case i == len(names)-1:
				names[i], v = "state", "["+strings.ReplaceAll(v, " ", ",")+"]"
			}
			b.WriteString(map[bool]string{true: ",", false: ""}[i > 0] + `"` + names[i] + `":` + v)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// TestShown reads what an algorithm of your own shows, from both forms: each in its unit, by the names
// of the columns, or by the axes that are given.
func TestShown(t *testing.T) {
	for name, text := range map[string]string{"own.csv": ownLog, "own.jsonl": ownLines()} {
		r := collected(t, Options{Axes: map[string]Axis{"drift": {Label: "drift (choices)", Unit: 1}}}, write(t, name, text))[0]
		require.Equal(t, "rate", r.RateName())
		var labels []string
		for _, a := range r.Axes {
			labels = append(labels, a.Label)
		}
		require.Equal(t, []string{"window (KB)", "marked", "share", "slope (ns/B)", "drift (choices)", "rtt (us)"}, labels)
		a := r.Conns[0]
		require.True(t, a.HasRate())
		require.Equal(t, []int{valueRate, valueMore, valueMore + 1, valueMore + 2, valueMore + 3, valueMore + 4, valueMore + 5}, a.values)
		require.Equal(t, uint64(2), a.CNPs, "whatever the event is called")
		x, y := a.Rows.Points()
		require.Equal(t, []float64{1, 2, 3}, x)
		require.Equal(t, [][]float64{{8, 4, 4}, {3, 1.5, 1.5}, {5, 6, 6}, {0.5, 1, 1}, {2, 1, 1}, {-3, 4, 4}, {12, 9, 9}}, y)

		f, err := (&Draw{}).Time([]*Run{r})
		require.NoError(t, err)
		labels = nil
		for i := range f.Panels {
			labels = append(labels, f.Panels[i].YLabel)
		}
		require.Equal(t, []string{"rate (Gb/s)", "window (KB)", "marked", "share", "slope (ns/B)", "drift (choices)", "rtt (us)"}, labels)
		require.Len(t, f.Panels[6].Series, 2, "a curve a connection")
		require.True(t, f.Panels[2].Whole)
		require.False(t, f.Panels[3].Whole)

		// What held before the time looked at is drawn from its beginning on.
		r = collected(t, Options{From: 1_500_000_000, To: 2_500_000_000}, write(t, name, text))[0]
		x, y = r.Conns[0].Rows.Points()
		require.Equal(t, []float64{1.5, 2, 2.5}, x)
		require.Equal(t, []float64{3, 1.5, 1.5}, y[1])
	}
}

// TestShownBeside draws an algorithm of your own together with a reaction point: in columns, each over each, with
// many connections, and in one run.
func TestShownBeside(t *testing.T) {
	point := rateHeader + "1000000,c,cnp,0,1,1,3000000,4000000,8388608,0,0,2,0\n2000000,c,cnp,0,1,1,2000000,4000000,8388608,0,0,2,0\n"
	own, dcqcn := write(t, "own.csv", ownLog), write(t, "point.csv", point)
	runs := collected(t, Options{}, own, dcqcn)
	empty := func(f *plot.Figure) (texts []string) {
		for i := range f.Panels {
			if len(f.Panels[i].Series) == 0 {
				texts = append(texts, f.Panels[i].Empty)
			}
		}
		return texts
	}
	f, err := (&Draw{}).Time(runs)
	require.NoError(t, err)
	require.Len(t, f.Panels, 2*9)
	require.Equal(t, []string{"no alpha", "no arms", "no window", "no marked", "no share", "no slope", "no drift", "no rtt"}, empty(f))
	f, err = (&Draw{Layout: Overlay}).Time(runs)
	require.NoError(t, err)
	require.Len(t, f.Panels, 9)
	f, err = (&Draw{What: []string{"rtt"}}).Time(runs)
	require.NoError(t, err)
	require.Len(t, f.Panels, 2)
	require.Equal(t, "rtt (us)", f.Panels[0].YLabel)
	require.Equal(t, "a", f.Panels[0].Series[0].Name)

	both, err := Collect([]string{own, dcqcn}, []string{"both", "both"}, &Options{})
	require.NoError(t, err)
	require.Len(t, both, 1)
	require.Equal(t, "rate", both[0].RateName())
	f, err = (&Draw{}).Time(both)
	require.NoError(t, err)
	require.Len(t, f.Panels, 9)
	require.Len(t, f.Panels[0].Series, 6, "three rates, a target and the CNPs of two")

	// Of many the mean, the lowest and the highest.
	var many strings.Builder
	many.WriteString("time_ns,conn,event,rate_kbps,rtt_ns\n")
	for i, name := range strings.Split("a b c d e f g h i j", " ") {
		many.WriteString("1000000," + name + ",ack,1000000," + strings.Repeat("9", i+1) + "\n")
	}
	f, err = (&Draw{}).Time(collected(t, Options{}, write(t, "many.csv", many.String())))
	require.NoError(t, err)
	require.Len(t, f.Panels, 2)
	require.Equal(t, "mean rate", f.Panels[0].Series[0].Name)
	require.Equal(t, "mean rtt (us)", f.Panels[1].Series[0].Name)
	require.InDelta(t, 9999999.999, f.Panels[1].Series[2].Y[0], 1)
}

// TestSimulatedBeside: a simulation of two algorithms leaves a log of each, which are one run.
func TestSimulatedBeside(t *testing.T) {
	s, err := scenario.Read("../../../docs/examples/timely/incast.toml", "record.rates=all", "run.end=200us")
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "two.out")
	_, err = scenario.Run(s, scenario.Options{Out: dir})
	require.NoError(t, err)
	r := collected(t, Options{}, dir)[0]
	logs := 0
	for _, f := range r.Files {
		if f.Kind == RateLog {
			logs++
			require.Contains(t, []string{"rates-dcqcn.csv", "rates-timely.csv"}, filepath.Base(f.Path))
			require.Greater(t, f.Rows, 8)
		}
	}
	require.Equal(t, 2, logs)
	require.Len(t, r.Conns, 8)
	timely := 0
	for _, c := range r.Conns {
		require.True(t, c.HasRate())
		if slices.Max(c.values) >= valueMore {
			require.NotContains(t, c.values, valueTarget)
			timely++
		}
	}
	require.Equal(t, 4, timely)
	f, err := (&Draw{What: []string{"rtt", WhatAlpha}}).Time([]*Run{r})
	require.NoError(t, err)
	require.Len(t, f.Panels, 2)
	require.Len(t, f.Panels[1].Series, 4)
}

// TestWindowAlone: of an algorithm without a rate the window is drawn, and no rates are summed up.
func TestWindowAlone(t *testing.T) {
	r := collected(t, Options{}, write(t, "w.csv", "time_ns,conn,event,window_bytes\n5,a,ack,3000\n9,a,ack,4000\n"))[0]
	f, err := (&Draw{}).Time([]*Run{r})
	require.NoError(t, err)
	require.Len(t, f.Panels, 1)
	require.Equal(t, "window (KB)", f.Panels[0].YLabel)
	require.Equal(t, "a", f.Panels[0].Series[0].Name)
	n := NumbersOf([]*Run{r}, 0)[0].Conns[0]
	require.Nil(t, n.Mean)
	require.Nil(t, n.Lowest)
	var text strings.Builder
	require.NoError(t, WriteText(&text, NumbersOf([]*Run{r}, 0)))
	require.Regexp(t, `0 +- +- +- +- +a\n`, text.String())
}

// TestManyShown: as many panels as a log may have fit a page.
func TestManyShown(t *testing.T) {
	header, row := "time_ns,conn,event,rate_kbps", "5,a,ack,3"
	for i := range maxShown {
		header += fmt.Sprintf(",s%d", i)
		row += ",7"
	}
	runs := collected(t, Options{}, write(t, "log.csv", header+"\n"+row+"\n9"+row[1:]+"\n"))
	list, err := (&Draw{}).Figures(runs)
	require.NoError(t, err)
	require.Len(t, list[0].Panels, 1+maxShown)
	require.NoError(t, plot.Write(&bytes.Buffer{}, "svg", list...))
	_, err = Collect([]string{write(t, "log.csv", header+",more\n"+row+",7\n")}, nil, &Options{})
	require.ErrorContains(t, err, "log.csv:1: 65 columns of what the algorithm shows; at most 64 are drawn")
}

// TestShownRefused: damage is reported with the line and the column.
func TestShownRefused(t *testing.T) {
	for text, says := range map[string]string{
		"time_ns,conn,event,rate_kbps,rtt_ns\n5,a,ack,3,x\n":                     `log.csv:2: column 5: "x" is not a whole number`,
		"time_ns,conn,event,rate_kbps,rtt_ns\n5,a,ack,-3,5\n":                    `log.csv:2: rate_kbps: "-3" is not a whole number from 0`,
		"time_ns,conn,event,rate_kbps,rtt_ns\n5,a,ack,3\n":                       "4 fields; the header row has 5",
		"time_ns,conn,event,rate_kbps,rate_kbps\n5,a,ack,3,3\n":                  `column "rate_kbps" stands twice`,
		`{"time_ns":5,"conn":"a","event":"ack","rate_kbps":3,"rtt":"y"}`:         `log.csv:1: column 5: "y" is not a whole number`,
		`{"time_ns":5,"conn":"a","event":"ack","rate_kbps":3,"rtt":1}` + "\n{\n": "log.csv:2: no JSON object",
		"time_ns,conn,event,rate_kbps" + strings.Repeat(",s", 65) + "\n":         "stands twice",
		"time_ns,conn,rate_kbps\n5,a,3\n":                                        "log.csv:1: the first line has no event",
	} {
		_, err := Collect([]string{write(t, "log.csv", text)}, nil, &Options{})
		require.ErrorContains(t, err, says)
	}
}
