package views

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/num/bytesize"
	"smartnic-cc/internal/base/text/rowfile"
	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/lab/scenario"
)

// small is a run of the NIC model whose outputs are kept as files.
const small = "../../../nicmodel/lab/scenario/testdata/small"

func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func collected(t testing.TB, o Options, args ...string) []*Run {
	t.Helper()
	runs, err := Collect(args, nil, &o)
	require.NoError(t, err)
	return runs
}

const rateHeader = "time_ns,conn,event,bytes,cnps,marked,rc_kbps,rt_kbps,alpha_q24,time_stage,byte_stage,arm,did\n"

// TestRates reads a log by hand: means, ends, what holds before and after the window.
func TestRates(t *testing.T) {
	log := "# reconstructed\n" + rateHeader +
		"1000000,\"a,\"\"b\",cnp,0,2,1,8000000,9000000,8388608,0,0,,0\n" +
		"2000000,\"a,\"\"b\",data,10,0,0,4000000,9000000,0,0,0,3,0\n" +
		"3000000,c,timer_alpha,0,0,0,1000000,1000000,16777216,0,0,,0\n" +
		"5000000,c,cnp,0,0,0,2000000,1000000,16777216,0,0,,0\n"
	r := collected(t, Options{}, write(t, "log.csv", log))[0]
	require.Equal(t, []string{"reconstructed"}, r.Notes)
	require.Equal(t, "log", r.Label)
	require.Equal(t, 4, r.Files[0].Rows)
	require.Len(t, r.Conns, 2)
	a := r.Conns[0]
	require.Equal(t, `a,"b`, a.Name)
	require.Equal(t, uint64(2), a.CNPs)
	mean, ok := a.Mean()
	require.True(t, ok)
	require.InDelta(t, (8*1+4*3)/4.0, mean, 1e-12)
	require.Equal(t, "from the first row on", r.MeansWhile())
	require.Equal(t, []float64{4, 8}, []float64{a.Lowest, a.Highest})
	_, ok = a.column(valueArm)
	require.True(t, ok)
	_, ok = r.Conns[1].column(valueArm)
	require.False(t, ok)
	x, y := a.Rows.Points()
	require.Equal(t, []float64{1, 2, 5}, x, "drawn to the end of the log")
	require.Equal(t, []float64{0.5, 0, 0}, y[valueAlpha])
	require.Equal(t, uint64(1), r.Conns[1].CNPs, "a CNP that counts nothing counts as one")

	// Between 1.5 and 4 ms: what held before is drawn from the beginning on.
	r = collected(t, Options{From: 1_500_000_000, To: 4_000_000_000}, write(t, "log.csv", log))[0]
	x, y = r.Conns[0].Rows.Points()
	require.Equal(t, []float64{1.5, 2, 4}, x)
	require.Equal(t, []float64{8, 4, 4}, y[valueRate])
	require.Zero(t, r.Conns[0].CNPs)
	x, _ = r.Conns[1].Rows.Points()
	require.Equal(t, []float64{3, 4}, x)

	// After all: the last values hold.
	r = collected(t, Options{From: 6_000_000_000}, write(t, "log.csv", log+"9000000,c,cnp,0,0,0,5,5,0,0,0,,0\n"))[0]
	x, y = r.Conns[0].Rows.Points()
	require.Equal(t, []float64{6, 9}, x)
	require.Equal(t, []float64{4, 4}, y[valueRate])
}

// TestReconstructed: what was not seen is said under the figure, by whichever log.
func TestReconstructed(t *testing.T) {
	for name, log := range map[string]string{
		"a.csv":   "time_ns,conn,event,rc_kbps,rt_kbps,reconstructed\n1,a,cnp,5,5,uniform\n2,a,cnp,6,6,uniform\n",
		"a.jsonl": `{"time_ns":1,"conn":"a","event":"cnp","rc_kbps":5,"rt_kbps":5,"reconstructed":"uniform"}` + "\n",
	} {
		runs := collected(t, Options{}, write(t, name, log))
		f, err := (&Draw{}).Time(runs)
		require.NoError(t, err)
		require.Contains(t, f.Note, "RECONSTRUCTED (uniform): made of counters", name)
		require.Equal(t, 1, strings.Count(f.Note, "RECONSTRUCTED"))
	}
	// A way that is not known here is said as it is.
	runs := collected(t, Options{}, write(t, "b.csv", "time_ns,conn,event,rc_kbps,rt_kbps,reconstructed\n1,a,cnp,5,5,of dreams\n"))
	f, err := (&Draw{}).Time(runs)
	require.NoError(t, err)
	require.Contains(t, f.Note, "RECONSTRUCTED: of dreams")
}

// TestOneColourAName: side by side, a connection has the same colour whatever its place.
func TestOneColourAName(t *testing.T) {
	line := func(ns int, name string) string {
		return fmt.Sprintf("%d,%s,cnp,0,1,1,%d,9,5,0,0,,0\n", ns, name, ns)
	}
	runs := collected(t, Options{}, write(t, "one.csv", rateHeader+line(1, "a")+line(2, "b")+line(3, "c")), write(t, "two.csv", rateHeader+line(1, "c")+line(2, "b")))
	f, err := (&Draw{}).Time(runs)
	require.NoError(t, err)
	seen := map[string]any{}
	for _, s := range append(f.Panels[0].Series, f.Panels[1].Series...) {
		if s.Style != plot.Step {
			continue
		}
		if c, ok := seen[s.Name]; ok {
			require.Equal(t, c, color.NRGBAModel.Convert(s.Color), s.Name)
		}
		seen[s.Name] = color.NRGBAModel.Convert(s.Color)
	}
	require.Len(t, seen, 3)
	require.NotEqual(t, seen["a"], seen["c"])
}

// TestQueues holds the reading of queue lengths to a table of all samples.
func TestQueues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var text strings.Builder
	text.WriteString("time_ps,switch,port,class,bytes\n")
	type key struct{ node, port int }
	now := map[key]int{}
	want := map[key][][2]float64{} // ms, KB, at every sample
	longest := map[int]int{}
	for i := range 400 {
		at := (i + 1) * 1_000_000
		for node := range 3 {
			if r.IntN(3) == 0 {
				continue // this switch is not sampled now: as long as it is empty it is silent
			}
			lines := 0
			for port := range 4 {
				k := key{node, port}
				now[k] = 0
				if r.IntN(3) == 0 {
					now[k] = r.IntN(5000) + 1
					fmt.Fprintf(&text, "%d,%d,%d,1,%d\n", at, node, port, now[k])
					lines++
				}
			}
			if lines == 0 {
				fmt.Fprintf(&text, "%d,%d,0,0,0\n", at, node)
			}
		}
		for k, v := range now {
			want[k] = append(want[k], [2]float64{float64(at) / 1e9, float64(v) / 1e3})
			longest[at] = max(longest[at], v)
		}
	}
	run := collected(t, Options{}, write(t, "q.csv", text.String()))[0]
	require.Len(t, run.Queues, 12)
	for i, q := range run.Queues {
		if i > 0 {
			require.LessOrEqual(t, q.Peak, run.Queues[i-1].Peak)
		}
		x, y := q.Rows.Points()
		for _, s := range want[key{int(q.Switch), int(q.Port)}] {
			at, _ := slices.BinarySearchFunc(x, s[0], func(a, b float64) int {
				if a <= b {
					return -1
				}
				return 1
			})
			require.Equal(t, s[1], y[0][at-1], "%s at %v ms", q.Name(), s[0])
		}
	}
	x, y := run.Deepest.Points()
	for i := range x {
		if x[i] > 0 {
			require.Equal(t, float64(longest[int(math.Round(x[i]*1e9))])/1e3, y[0][i])
		}
	}
	one := collected(t, Options{Queues: []string{"1:2", "0:3:1"}}, write(t, "q.csv", text.String()))[0]
	require.Len(t, one.Queues, 2)
}

// TestPercentilesAreThoseOfTheSummary holds the distribution to what the run itself says,
// by both forms of completions.
func TestPercentilesAreThoseOfTheSummary(t *testing.T) {
	s, err := scenario.Read("../../../docs/sample/websearch.toml")
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "web.out")
	sum, err := scenario.Run(s, scenario.Options{Out: dir})
	require.NoError(t, err)
	for _, name := range []string{"completions.csv", "completions.fct"} {
		r := collected(t, Options{}, filepath.Join(dir, name))[0]
		require.Equal(t, "web", r.Label)
		all, ok := r.All()
		require.True(t, ok)
		require.Equal(t, sum.FCT.Count, all.Count)
		near := 1e-9
		if strings.HasSuffix(name, "fct") {
			near = 1e-3 // ns
		}
		for _, v := range []struct {
			want uint64
			got  float64
		}{{sum.FCT.FCT.P50, all.FCT.P50}, {sum.FCT.FCT.P95, all.FCT.P95}, {sum.FCT.FCT.P99, all.FCT.P99}, {sum.FCT.FCT.Max, all.FCT.Max}} {
			require.InDelta(t, float64(v.want)/1e6, v.got, near)
		}
		require.InDelta(t, float64(sum.FCT.FCT.Mean)/1e6, all.FCT.Mean, 1e-3)
		for _, v := range []struct {
			want uint64
			got  float64
		}{{sum.FCT.Slowdown.P50, all.Slowdown.P50}, {sum.FCT.Slowdown.P99, all.Slowdown.P99}, {sum.FCT.Slowdown.Max, all.Slowdown.Max}} {
			require.InDelta(t, float64(v.want)/1e3, v.got, 2e-3)
		}
		// The summary's own sizes are a coarser grouping of 1-2-5.
		for _, size := range sum.Sizes {
			n := 0
			for _, b := range r.BySize(0) {
				if size.UpTo == 0 || b.To <= size.UpTo {
					n += b.Count
				}
			}
			for _, before := range sum.Sizes {
				if before.UpTo != 0 && (size.UpTo == 0 || before.UpTo < size.UpTo) {
					n -= before.Count
				}
			}
			require.Equal(t, size.Count, n, "to %d", size.UpTo)
		}
	}
	require.Len(t, collected(t, Options{}, dir)[0].Files, 3)
}

// TestBins compares both ways to group with a brute-force one.
func TestBins(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var r Run
	for range 5000 {
		r.Messages = append(r.Messages, Message{Bytes: uint64(math.Exp(rnd.Float64()*25)) + 1, FCT: rnd.Uint64N(1e9) + 1, Ideal: 1000})
	}
	r.sorted()
	for _, b := range r.BySize(0) {
		// All of the run's sizes between the ends are in the bin, and the ends are in one
		// step of 1, 2, 5, 10.
		var fct []uint64
		for _, m := range r.Messages {
			if m.Bytes >= b.From && m.Bytes <= b.To {
				fct = append(fct, m.FCT)
			}
		}
		require.Len(t, fct, b.Count)
		slices.Sort(fct)
		require.Equal(t, float64(fct[(b.Count*99+99)/100-1])/1e6, b.FCT.P99)
		step := float64(b.From)
		for step >= 10 {
			step /= 10
		}
		power := float64(b.From) / step
		top := power * 10
		for _, m := range []float64{5, 2, 1} {
			if float64(b.From) <= m*power {
				top = m * power
			}
		}
		require.LessOrEqual(t, float64(b.To), math.Round(top))
	}
	groups := r.BySize(7)
	require.Len(t, groups, 7)
	total := 0
	for _, g := range groups {
		require.InDelta(t, 5000/7.0, g.Count, 1)
		total += g.Count
	}
	require.Equal(t, 5000, total)
	require.Len(t, (&Run{Messages: r.Messages[:3]}).BySize(7), 3)
	require.Equal(t, uint64(math.MaxUint64), edge(math.MaxUint64))
	for _, s := range []string{"0", "-1", "x", "1001"} {
		_, err := ParseBins(s)
		require.ErrorContains(t, err, "bins")
	}
}

// TestLongLogsTakeLittleRoom: a connection's curve is thinned as it is read, and its spike
// stays.
func TestLongLogsTakeLittleRoom(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	fmt.Fprint(z, rateHeader)
	const rows = 300_000
	for i := range rows {
		rc := 1_000_000 + i%1000
		if i == 123_456 {
			rc = 99_000_000
		}
		fmt.Fprintf(z, "%d,a,data,0,0,0,%d,5,0,0,0,,0\n", i*100, rc)
	}
	require.NoError(t, z.Close())
	r := collected(t, Options{}, write(t, "long.csv.gz", b.String()))[0]
	require.Equal(t, "long", r.Label)
	require.Equal(t, rows, r.Conns[0].Count)
	x, y := r.Conns[0].Rows.Points()
	require.Less(t, len(x), 10*columnsAtMost)
	require.Equal(t, 99.0, slices.Max(y[valueRate]))
	f, err := (&Draw{}).Time([]*Run{r})
	require.NoError(t, err)
	require.Contains(t, f.Note, fmt.Sprintf("Of %d rows of rates %d are drawn", rows, len(x)))

	// Many connections share the room.
	columns := columnsAtMost
	for curves := range 1 << 16 {
		fewerColumns(&columns, curves, 4)
		require.True(t, curves*5*10*columns <= allNumbers || columns == leastColumns)
	}
	require.Equal(t, leastColumns, columns)
}

// TestRefused: each damage is reported with its place, and nothing is drawn.
func TestRefused(t *testing.T) {
	q := "time_ps,switch,port,class,bytes\n"
	c := "conn,message,src,dst,sport,dport,class,bytes,start_ps,fct_ps,delivered_ps,ideal_ps\n"
	fct := "0b000001 0b000801 10000 4791 2000000 0 1824440 171773\n"
	for _, tc := range []struct{ text, says string }{
		{"", "x.csv: is empty"},
		{"# only this\n\n", "has no line beside comments"},
		{"hello\n", `not recognised, it begins with "hello"`},
		{"\x1b[31mred", `"?[31mred"`},
		{"\xd4\xc3\xb2\xa1....", "is a capture; cctrace replay"},
		{"\xa1\xb2\xc3\xd4....", "is a capture"},
		{"\x4d\x3c\xb2\xa1....", "is a capture"},
		{"\xa1\xb2\x3c\x4d....", "is a capture"},
		{"\n\r\r\n....", "is a capture"},
		{"{\n", "is a summary; cctrace report"},
		{`{"displayTimeUnit":"ns"`, "Perfetto"},
		{"\x1f\x8bxxxx", "x.csv: offset 0: starts like gzip but is not"},
		{rateHeader, "have no rows"},
		{"time_ns,rc_kbps\n", "x.csv:1: the first line has no conn; a rate log has time_ns"},
		{"time_ns,time_ns,rc_kbps\n", `column "time_ns" stands twice`},
		{"time_ns,conn,event,rc_kbps,rt_kbps,alpha_q99\n", `column "alpha_q99": a value has 0 to 63 fractional bits`},
		{rateHeader + "1,a,cnp,0,1,1,5,5,0,0,0,,0\n0,a,cnp,0,1,1,5,5,0,0,0,,0\n", "x.csv:3: time falls from 1 to 0 ns; sort"},
		{rateHeader + "1,a,cnp,0\n", "x.csv:2: 4 fields; the header row has 13"},
		{rateHeader + "1,a,cnp,0,1,1,-5,5,0,0,0,,0\n", `rate_kbps: "-5" is not a whole number`},
		{rateHeader + "1,a,cnp,0,1,1,5,4294967296,0,0,0,,0\n", "rt_kbps"},
		{rateHeader + "1,a,cnp,0,1,1,5,5,0,0,0,256,0\n", "arm"},
		{rateHeader + "99999999999999999999,a,cnp,0,1,1,5,5,0,0,0,,0\n", "time_ns"},
		{rateHeader + "1," + strings.Repeat("a", 257) + ",cnp,0,1,1,5,5,0,0,0,,0\n", "a name of 257 bytes"},
		{rateHeader + "1,\"a,cnp\n", "x.csv:2: a quote within a field"},
		{rateHeader + "1,\"a\"b,cnp\n", "x.csv:2: a quote within a field"},
		{rateHeader + strings.Repeat("x", rowfile.MaxLine+1), "x.csv:2: is longer than 65536 bytes"},
		{`{"time_ns":1,"conn":"a","rc_kbps":5}` + "\n", "x.csv:1: the first line has no event"},
		{`{"time_ns":1,"conn":"a","event":"cnp","rc_kbps":5,"rt_kbps":5}` + "\n{", "x.csv:2: no JSON object"},
		{q + "5,1,1,1,7\n4,1,1,1,7\n", "x.csv:3: time falls"},
		{q + "5,1,1,1\n", "x.csv:2: 4 fields; the header row has 5"},
		{q + "5,1,70000,1,7\n", "out of range"},
		{q + "5,1,1,1,x\n", "field 5"},
		{"time_ps,switch,port,class,pause\n5,1,1,1,2\n", "pause is at most 1"},
		{c + "0,0,0,1,1,1,1,0,0,1,1,1\n", "a message of 0 bytes"},
		{c + "0,0,0,1,1,1,1,8,0,0,1,1\n", "took 0 ps"},
		{fct + "0b000001 0b000801 10000 4791 2000000 0 18244", "x.csv:2: \"0b000001 0b000801 10000 4791 2000000 0 18244\" is not sip dip"},
		{fct + strings.Replace(fct, "1824440", "9223372036854775", 1) + fct[:10] + strings.Replace(fct[10:], "1824440", "9223372036854776", 1), "out of range"},
	} {
		_, err := Collect([]string{write(t, "x.csv", tc.text)}, nil, &Options{})
		require.ErrorContains(t, err, tc.says, "%.60q", tc.text)
		require.NotContains(t, err.Error(), "\n")
	}
}

// TestDamagedGzip: a compressed log that is cut off is refused with its line.
func TestDamagedGzip(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	fmt.Fprint(z, rateHeader)
	for i := range 1000 {
		fmt.Fprintf(z, "%d,a,data,0,0,0,%d,5,0,0,0,,0\n", i, i*7919%100000)
	}
	require.NoError(t, z.Close())
	_, err := Collect([]string{write(t, "x.csv", b.String()[:b.Len()/2])}, nil, &Options{})
	require.ErrorContains(t, err, "the compressed file is damaged")
}

func TestCollect(t *testing.T) {
	log := rateHeader + "1,a,cnp,0,1,1,5,5,0,0,0,,0\n"
	dir := filepath.Dir(write(t, "run.out/rates.csv", log))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "completions.fct"), []byte("0b000001 0b000801 10000 4791 2000000 0 1824440 171773\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "other.csv"), []byte("not ours"), 0o644))
	other := write(t, "mine.csv", log)
	get := func(labels []string, args ...string) ([]*Run, error) { return Collect(args, labels, &Options{}) }

	runs, err := get(nil, dir, other)
	require.NoError(t, err)
	require.Equal(t, []string{"run", "mine"}, []string{runs[0].Label, runs[1].Label})
	require.Len(t, runs[0].Files, 2)
	require.Len(t, runs[0].Messages, 1)
	runs, err = get([]string{"x", "y"}, filepath.Join(dir, "rates.csv"), other)
	require.NoError(t, err)
	require.Equal(t, []string{"x", "y"}, []string{runs[0].Label, runs[1].Label})
	runs, err = get([]string{"x", "x"}, filepath.Join(dir, "completions.fct"), other)
	require.NoError(t, err)
	require.Len(t, runs, 1)

	for _, tc := range []struct {
		labels []string
		args   []string
		says   string
	}{
		{nil, nil, "name the logs"},
		{[]string{"a", "b"}, []string{other}, "2 labels for 1 arguments"},
		{[]string{"a", "a"}, []string{other, other}, `connection "a" stands in an earlier log`},
		{[]string{"a", "a"}, []string{filepath.Join(dir, "completions.fct"), filepath.Join(dir, "completions.fct")}, `run "a" has completions from another file already`},
		{nil, []string{t.TempDir()}, "the folder has no rates.csv"},
		{nil, []string{"/nowhere/x.csv"}, "/nowhere/x.csv: no such file"},
	} {
		_, err := get(tc.labels, tc.args...)
		require.ErrorContains(t, err, tc.says)
	}
	for _, tc := range []struct {
		o    Options
		says string
	}{
		{Options{Conns: []string{"zz"}}, `no connection's name contains zz; there are "a"`},
		{Options{From: 5e9}, "widen --from and --to"},
		{Options{From: 5, To: 5}, "empty"},
	} {
		_, err := Collect([]string{other}, nil, &tc.o)
		require.ErrorContains(t, err, tc.says)
	}
	// Completions are found by the names that rate logs give their connections.
	runs, err = Collect([]string{small}, nil, &Options{Conns: []string{"11.0.2.1:0x103->"}})
	require.NoError(t, err)
	require.Len(t, runs[0].Conns, 1)
	require.Len(t, runs[0].Messages, 1)
}

// TestGolden holds the page of a run of the NIC model to the byte.
func TestGolden(t *testing.T) {
	for _, layout := range []Layout{Columns, Overlay} {
		runs, err := Collect([]string{small, write(t, "mine.csv", rateHeader+
			"1000,a,cnp,0,1,1,30000000,40000000,8388608,0,0,2,0\n90000,a,cnp,0,1,1,10000000,30000000,4388608,0,0,1,0\n")}, []string{"small", "mine"}, &Options{})
		require.NoError(t, err)
		d := Draw{Layout: layout}
		list, err := d.Figures(runs)
		require.NoError(t, err)
		require.Len(t, list, 3)
		var b bytes.Buffer
		require.NoError(t, plot.Write(&b, "svg", list...))
		path := filepath.Join("testdata", string(layout)+".svg")
		if runtime.GOARCH == "amd64" {
			golden.Check(t, path, b.Bytes())
		}
	}
}

// TestLegendOfSeveral: over each other, the runs come first in the legend and then what is the same
// for all of them; in columns it has room for eight connections between two addresses of IPv6.
func TestLegendOfSeveral(t *testing.T) {
	log := func(name string, conns int) string {
		rows := rateHeader
		for at := range 3 {
			for i := range conns {
				rows += fmt.Sprintf("%d,[2001:db8:1234:5678:9abc:def0:1234:567%d]:0x123456->[2001:db8:1234:5678:9abc:def0:1234:5678]:0x654321,cnp,0,1,1,3,%d,8,0,0,2,0\n", 1000+at*100+i, i, 4+at)
			}
		}
		return write(t, name, rows)
	}
	d := Draw{Layout: Overlay, What: []string{WhatRate, WhatTarget}}
	list, err := d.Figures(collected(t, Options{}, log("a.csv", 1), log("b.csv", 1)))
	require.NoError(t, err)
	var names []string
	for _, s := range list[0].Panels[0].Series {
		if s.Name != "" {
			names = append(names, s.Name)
		}
	}
	require.Equal(t, []string{"a", "b", "RT (dotted, in the same colours)"}, names)

	list, err = (&Draw{}).Figures(collected(t, Options{}, log("c.csv", 8)))
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, plot.Write(&b, "svg", list...))
	require.NotContains(t, b.String(), " more<")
	for i := range 8 {
		require.Contains(t, b.String(), fmt.Sprintf("567%d]:0x123456-&gt;", i))
	}
}

// TestOneSize: messages of one size make no figure by size, unless it is wanted.
func TestOneSize(t *testing.T) {
	rows := "0a000001 0a000002 10000 4791 2000 1000 5000 1000\n0a000003 0a000002 10000 4791 %s 2000 6000 1000\n"
	for size, want := range map[string]int{"2000": 1, "9000": 2} {
		runs := collected(t, Options{}, write(t, "a.fct", strings.ReplaceAll(rows, "%s", size)))
		list, err := (&Draw{}).Figures(runs)
		require.NoError(t, err)
		require.Len(t, list, 1+want)
		require.Equal(t, "a over time", list[0].Title)
		require.Equal(t, "Flow completion times", list[1].Title)
		list, err = (&Draw{What: []string{WhatSlowdown}}).Figures(runs)
		require.NoError(t, err)
		require.Len(t, list, 1)
	}
}

// TestWhat draws each thing alone: it is there, and nothing else is.
func TestWhat(t *testing.T) {
	runs := collected(t, Options{}, small, write(t, "own.csv", ownLog))
	labels := map[string]string{"rtt": "rtt (us)", WhatAlpha: "alpha", WhatArm: "arm", WhatQueue: "queue (KB)", WhatPause: "paused",
		WhatRate: "rate (Gb/s)", WhatTarget: "rate (Gb/s)", WhatCNP: "rate (Gb/s)", WhatThroughput: throughputLabel, WhatGoodput: goodputLabel, WhatJain: jainLabel, WhatFCT: "CDF of messages", WhatSlowdown: "FCT slow-down"}
	for what := range labels {
		d := Draw{What: []string{what}}
		list, err := d.Figures(runs[map[bool]int{true: 1}[what == "rtt"]:][:1])
		require.NoError(t, err, what)
		require.Len(t, list, 1)
		require.Len(t, list[0].Panels, 1, what)
		require.Equal(t, labels[what], list[0].Panels[0].YLabel)
		named := false
		for _, s := range list[0].Panels[0].Series {
			named = named || s.Name != ""
			switch what {
			case WhatRate:
				require.Equal(t, plot.Step, s.Style)
			case WhatTarget:
				require.Equal(t, plot.StepDashed, s.Style)
			case WhatCNP:
				require.Equal(t, plot.Ticks, s.Style)
			}
		}
		require.True(t, named, "%s: the curves have names", what)
	}
	_, err := (&Draw{What: []string{"rates"}}).Figures(runs)
	require.ErrorContains(t, err, `"rates" is unknown (did you mean rate?); use rate, target`)
	_, err = (&Draw{Layout: "rows"}).Figures(runs)
	require.ErrorContains(t, err, "use columns or overlay")
	mine := collected(t, Options{}, write(t, "mine.csv", rateHeader+"1000,a,cnp,0,1,1,3,4,8,0,0,2,0\n"))
	_, err = (&Draw{What: []string{WhatQueue, WhatFCT}}).Figures(mine)
	require.ErrorContains(t, err, "nothing of queue, fct")
	many := make([]*Run, MaxColumns+1)
	for i := range many {
		many[i] = runs[0]
	}
	_, err = (&Draw{}).Figures(many)
	require.ErrorContains(t, err, "--layout overlay")
	_, err = (&Draw{Layout: Overlay}).Figures(many)
	require.NoError(t, err)
}

// TestTextFits: text keeps to the columns there are, whatever names and numbers there are; where
// there is no limit, nothing is cut.
func TestTextFits(t *testing.T) {
	long := strings.Repeat("ä\x1b\"", 100)
	r := Run{Label: long, Notes: []string{long}, Files: []File{{Path: "/a/" + long + "/b.csv", Kind: RateLog, Rows: math.MaxInt32}}}
	for i := range 40 {
		r.Queues = append(r.Queues, &Queue{Switch: math.MaxUint32, Port: 65535, Class: 255, Peak: math.MaxUint32, PeakAt: 1e9, Rows: plot.NewDownsampler(2, 1)})
		r.Conns = append(r.Conns, &Conn{Name: long, CNPs: math.MaxUint32, values: []int{valueRate}, Highest: 4294967, Lowest: 4294967, Rows: plot.NewDownsampler(2, 1), now: []float64{4294967}})
		for range 3 {
			r.Messages = append(r.Messages, Message{Bytes: 1 << (i * 3 / 2), FCT: math.MaxInt64, Ideal: 1})
		}
	}
	runs := append(collected(t, Options{}, small), &r)
	whole := clean(long, 4096)
	for _, bins := range []Bins{0, 30} {
		for _, width := range []int{80, 120, textwidth.Unlimited} {
			var b bytes.Buffer
			require.NoError(t, WriteText(textwidth.Wide{Writer: &b, Width: width}, NumbersOf(runs, bins)))
			longest := 0
			for _, line := range strings.Split(b.String(), "\n") {
				longest = max(longest, utf8.RuneCountInString(line))
				require.NotContains(t, line, "\x1b")
			}
			if width < textwidth.Unlimited {
				require.Equal(t, width, longest, "a name is cut to what there is")
			} else {
				require.Equal(t, 3+textRows, strings.Count(b.String(), whole))
			}
			require.Contains(t, b.String(), "and 24 more connections")
		}
	}
}

// FuzzRead: no file makes the reader panic or keep more than it should, and what is read
// can be drawn.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"rates-dolcerc2.csv", "rates-dcqcn.csv", "queues.csv", "pauses.csv", "completions.csv", "completions.fct"} {
		b, err := os.ReadFile(filepath.Join(small, name))
		require.NoError(f, err)
		f.Add(b)
	}
	f.Add([]byte(`{"time_ns":1,"conn":"a","event":"cnp","rc_kbps":5,"rt_kbps":5,"arm":3}` + "\n"))
	f.Add([]byte("# note\n" + rateHeader + "1,\"a\"\"\",cnp,0,1,1,5,5,0,0,0,,0\n"))
	f.Add([]byte(ownLog))
	f.Add([]byte(ownLines()))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(dir, "fuzz")
		require.NoError(t, os.WriteFile(path, text, 0o644))
		for _, o := range []Options{{}, {From: 1000, To: 50_000_000}} {
			runs, err := Collect([]string{path}, nil, &o)
			if err != nil {
				require.NotContains(t, err.Error(), "\n")
				continue
			}
			for _, layout := range []Layout{Columns, Overlay} {
				list, err := (&Draw{Layout: layout}).Figures(append(runs, runs...))
				if err == nil {
					require.NoError(t, plot.Write(&bytes.Buffer{}, "svg", list...))
				}
			}
			require.NoError(t, WriteText(&bytes.Buffer{}, NumbersOf(runs, 0)))
		}
	})
}

// TestDashes: in one panel no two runs have one pattern of line, whatever is drawn.
func TestDashes(t *testing.T) {
	var runs []*Run
	for i := range 8 {
		log := write(t, fmt.Sprintf("r%d.csv", i), rateHeader+fmt.Sprintf("1000,a,cnp,0,1,1,3,%d,8,0,0,2,0\n2000,a,cnp,0,1,1,3,5,8,0,0,2,0\n", 4+i))
		runs = append(runs, collected(t, Options{}, log)[0])
		for k := range uint64(40) {
			runs[i].Messages = append(runs[i].Messages, Message{Bytes: 10 << k / 8, FCT: 1000 + k, Ideal: 1000})
		}
	}
	list, err := (&Draw{Layout: Overlay}).Figures(runs)
	require.NoError(t, err)
	require.Len(t, list, 3)
	rates := 0
	for _, f := range list[:2] {
		for _, p := range f.Panels {
			seen := map[int]bool{}
			for _, s := range p.Series {
				if s.Style == plot.Step {
					require.False(t, seen[s.Dash], "%s, %s", f.Title, s.Name)
					seen[s.Dash] = true
					rates++
				} else {
					require.Equal(t, plot.Dots, s.Dash)
				}
			}
		}
	}
	require.GreaterOrEqual(t, rates, 16)
}

// TestSlowdownBars: each group of sizes has its place, and over it a bar of each run to the
// percentiles that the tables have.
func TestSlowdownBars(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	runs := []*Run{{Label: "a"}, {Label: "b"}, {Label: "none"}}
	for i := range 2 {
		for range 500 {
			m := Message{Bytes: 100 + rnd.Uint64N(900)*uint64(1+i), FCT: 1000 + rnd.Uint64N(5000), Ideal: 1000}
			runs[i].Messages = append(runs[i].Messages, m)
		}
		runs[i].sorted()
	}
	for _, bins := range []Bins{0, 3} {
		d := Draw{Bins: bins}
		f := d.Slowdowns(runs)
		if bins == 0 {
			require.Equal(t, []string{"100 B", "200 B", "500 B", "1 KB", "2 KB"}, f.XNames[len(f.XNames)-5:])
		}
		require.Len(t, f.Panels[0].Series, 6)
		for k, s := range f.Panels[0].Series {
			list := runs[k/3].BySize(bins)
			require.Len(t, s.X, len(list))
			for j := range list {
				p := list[j].Slowdown
				require.Equal(t, []float64{p.P99, p.P95, p.P50}[k%3], s.Y[j])
				place := math.Round(s.X[j])
				require.Equal(t, k/3 == 0, s.X[j] < place, "the first run stands left")
				require.LessOrEqual(t, math.Abs(s.X[j]-place)+s.Width/2, 0.4)
				if bins == 0 {
					require.Equal(t, bytesize.Text(edge(list[j].To)), f.XNames[int(place)-1])
				}
			}
		}
	}
}
