package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/nicmodel/lab/sweep"
)

const (
	small  = "testdata/small.toml"
	aimd   = "../../../docs/examples/aimd"
	timely = "../../../docs/examples/timely" // takes no CNPs
)

// compared understands a comparison of the small scenario.
func compared(t *testing.T, seeds int, names ...string) *Comparison {
	t.Helper()
	c, err := New(small, names, Options{Seeds: seeds})
	require.NoError(t, err)
	return c
}

// local runs points in this process.
func local(work string, workers int) *sweep.Local {
	return &sweep.Local{Runner: &experiment.Runner{Work: work, Workers: workers}}
}

// all is everything that a comparison writes, with the model's name in other words.
func all(t *testing.T, c *Comparison, e sweep.Engine) map[string]string {
	t.Helper()
	r, err := c.Run(e)
	require.NoError(t, err)
	out := map[string]string{}
	var text, js, svg, page bytes.Buffer
	require.NoError(t, r.Write(&text))
	require.NoError(t, r.WriteJSON(&js))
	require.NoError(t, r.WriteFigures(&svg, "svg"))
	require.NoError(t, r.WritePage(&page, "a test", "cctrace compare"))
	model, err := experiment.Fingerprint()
	require.NoError(t, err)
	for name, b := range map[string]*bytes.Buffer{"text": &text, "json": &js, "svg": &svg, "html": &page} {
		out[name] = strings.ReplaceAll(b.String(), model, "(the model's name)")
	}
	return out
}

// TestGolden: a small comparison to the byte, which is the same for any number of workers, in shards and in the order
// of another run.
func TestGolden(t *testing.T) {
	names := []string{"dcqcn", "dolcerc", "dolcerc:connectx", aimd, "none"}
	want := all(t, compared(t, 3, names...), local(t.TempDir(), 3))
	golden.Check(t, "testdata/small.txt.golden", []byte(want["text"]))
	golden.Check(t, "testdata/small.json.golden", []byte(want["json"]))
	require.Contains(t, want["html"], "<title>small: A comparison for tests</title>")
	require.Contains(t, want["html"], "profile connectx has the settings of another algorithm")
	for _, name := range []string{"dcqcn", "dolcerc:connectx", aimd} {
		require.Contains(t, want["svg"], ": "+name+"<")
	}
	work := t.TempDir()
	require.Equal(t, want, all(t, compared(t, 3, names...), local(work, 1)))

	shards := t.TempDir()
	for part := 4; part >= 1; part-- {
		_, err := compared(t, 3, names...).Run(&sweep.Shard{Runner: &experiment.Runner{Work: shards, Workers: part}, Part: part, Of: 4, Round: 1})
		require.ErrorAs(t, err, new(*sweep.ShardDone))
	}
	require.Equal(t, want, all(t, compared(t, 3, names...), &sweep.Merge{Runner: &experiment.Runner{Work: shards}}))
	require.Equal(t, files(t, work), files(t, shards))
}

// files are the results of a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		out[e.Name()] = string(b)
	}
	return out
}

// TestAsSimulated: the numbers of one seed are those that cctrace sim has with the changes that the report names.
func TestAsSimulated(t *testing.T) {
	r, err := compared(t, 1, "dolcerc", "dcqcn:connectx", aimd).Run(local(t.TempDir(), 2))
	require.NoError(t, err)
	for i := range r.Contenders {
		s := &r.Contenders[i]
		sc, err := scenario.Read(small, append(s.Set, "record.queues=1us")...)
		require.NoError(t, err)
		sum, err := scenario.Run(sc, scenario.Options{Threads: 1})
		require.NoError(t, err)
		require.Equal(t, sum.Digest, s.Digests[0], s.Name)
		for name, want := range map[string]float64{
			"fct_mean": float64(sum.FCT.FCT.Mean) / 1e6, "fct_p50": float64(sum.FCT.FCT.P50) / 1e6, "fct_p99": float64(sum.FCT.FCT.P99) / 1e6,
			"slowdown_mean": float64(sum.FCT.Slowdown.Mean) / 1e3, "slowdown_p99": float64(sum.FCT.Slowdown.P99) / 1e3,
			"goodput_gbps": float64(sum.GoodputBPS) / 1e9, "pauses": float64(sum.Pauses),
		} {
			require.InDelta(t, want, s.Numbers[name].Mean, 1e-6, "%s %s", s.Name, name)
			require.Zero(t, s.Numbers[name].HalfWidth)
		}
	}
}

// TestSameArrivals: all contenders have the same messages, at the same times and of the same sizes, and the same seed
// of the switches' coins.
func TestSameArrivals(t *testing.T) {
	c := compared(t, 2, "dolcerc", "dcqcn:hpcc", aimd, "dolcercplus", "none")
	first := c.Contenders[0].config
	require.Greater(t, len(first.Plan.Messages), 20)
	for _, one := range c.Contenders[1:] {
		require.Equal(t, first.Plan, one.config.Plan, one.Name)
		require.Equal(t, first.Fabric, one.config.Fabric, one.Name)
		require.Equal(t, first.Seed, one.config.Seed)
	}
	require.Equal(t, []uint64{7, 8}, c.Seeds)
}

// TestContenders: how a contender's name changes the scenario, and which of the scenario's settings stay.
func TestContenders(t *testing.T) {
	c := compared(t, 1, "dolcerc", "dolcerc:paper", "dcqcn", aimd, aimd+":slow", aimd+":aimd:slow")
	for i, want := range []struct{ title, set string }{
		{"dolcerc (profile paper, as the scenario has it)", ""},
		{"dolcerc:paper", `nic[0].arms=[] nic[0].notify="" nic[0].algorithm=dolcerc nic[0].profile=paper`},
		{"dcqcn (profile paper)", `nic[0].arms=[] nic[0].notify="" nic[0].algorithm=dcqcn`},
		{aimd + " (profile slow)", `nic[0].arms=[] nic[0].notify="" nic[0].algorithm=../../../../docs/examples/aimd`},
		{aimd + ":slow", `nic[0].arms=[] nic[0].notify="" nic[0].algorithm=../../../../docs/examples/aimd nic[0].profile=slow`},
		{aimd + ":aimd:slow", `nic[0].arms=[] nic[0].notify="" nic[0].algorithm=../../../../docs/examples/aimd:aimd nic[0].profile=slow`},
	} {
		require.Equal(t, want.title, c.Contenders[i].Title())
		require.Equal(t, want.set, strings.Join(c.Contenders[i].Set, " "))
	}
	// What is changed for all comes last, and so holds for all.
	c, err := New(small, []string{"dolcerc", "dcqcn"}, Options{Set: []string{"nic[0].notify=echo", "run.seed=20"}})
	require.NoError(t, err)
	require.Equal(t, []uint64{20}, c.Seeds)
	require.Equal(t, c.Contenders[0].config.NICs[0].Notify, c.Contenders[1].config.NICs[0].Notify)
}

// TestWarnings: each reason why a comparison is not a fair one, and none of it where it is.
func TestWarnings(t *testing.T) {
	text := func(c *Comparison) string {
		var lines []string
		for _, w := range c.warnings() {
			lines = append(lines, w.String())
		}
		return strings.Join(lines, "\n")
	}
	require.Contains(t, text(compared(t, 1, "dcqcn", "none")), "warning: one seed says nothing")
	require.Empty(t, compared(t, 2, "dcqcn", "dcqcn:connectx", "dolcerc:dolcerc-recommended", "dolcerc:paper", timely).warnings())
	list := text(compared(t, 2, "dolcerc:connectx", "dcqcn:connectx"))
	require.Contains(t, list, "warning: dolcerc:connectx: profile connectx has the settings of another algorithm")
	require.Contains(t, list, "dolcerc:dolcerc-recommended")
	require.NotContains(t, list, "dcqcn:connectx:")
	list = text(compared(t, 2, "dolcerc", "dcqcn"))
	require.Contains(t, list, "dolcerc: runs with the parameters that the scenario changes for it")
	require.Contains(t, list, `hears of every marked packet (notify = "echo"), and dcqcn CNPs at least 50us apart`)
	require.NotContains(t, text(compared(t, 2, "dolcerc", aimd)), "hears of every marked packet", "aimd's CNPs have no interval")
	with := func(set string, names ...string) string {
		c, err := New(small, names, Options{Seeds: 2, Set: strings.Split(set, " ")})
		require.NoError(t, err)
		return text(c)
	}
	require.Contains(t, with("nic[0].notify=none", "dcqcn", timely), "dcqcn: reacts to marks, and receivers report none")
	require.NotContains(t, with("nic[0].notify=none", "dcqcn", timely), "timely: ")
	b, err := os.ReadFile(small)
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(b), "[[switch.marking]]")
	head, _, _ := strings.Cut(string(b), "[[switch.marking]]")
	_, rest, _ = strings.Cut(rest, "[[nic]]")
	dark := filepath.Join(t.TempDir(), "dark.toml")
	require.NoError(t, os.WriteFile(dark, []byte(strings.Replace(head+"[switch]\necn = false\n[[nic]]"+rest, "sizes.txt", "small.txt", 1)), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(dark), "small.txt"), []byte("1000 0\n2000 100\n"), 0o666))
	blind, err := New(dark, []string{"dcqcn", "none"}, Options{Seeds: 2})
	require.NoError(t, err)
	require.Equal(t, "warning: dcqcn: reacts to marks, and the switches of this scenario make none (switch.ecn = false)", text(blind))
	mixed, err := New(timely+"/incast.toml", []string{"dcqcn", timely}, Options{Seeds: 2})
	require.NoError(t, err)
	require.Equal(t, "warning: the scenario runs several algorithms side by side; here each contender has all hosts to itself", text(mixed))
	require.NotEmpty(t, mixed.Contenders[1].Set)

	// Messages that do not end.
	c, err := New(small, []string{"dcqcn", "none"}, Options{Seeds: 2, Set: []string{"run.end=150us"}})
	require.NoError(t, err)
	r, err := c.Run(local(t.TempDir(), 2))
	require.NoError(t, err)
	require.True(t, r.Contenders[0].Incomplete())
	require.Contains(t, r.Warnings[0].Text, "were not complete at the end of the scenario (*)")
	var out bytes.Buffer
	require.NoError(t, r.Write(&out))
	require.Regexp(t, `goodput, Gb/s +\d+\.\d+ ±[\d.]+\*`, out.String())

	// No message ends: there is no completion time, not one of 0.
	c, err = New(small, []string{"dcqcn", "none"}, Options{Seeds: 2, Set: []string{"run.end=150us", "topology.delay=160us"}})
	require.NoError(t, err)
	r, err = c.Run(local(t.TempDir(), 2))
	require.NoError(t, err)
	out.Reset()
	require.NoError(t, r.Write(&out))
	for _, row := range []string{"mean FCT, us", "99 % slow-down", "Jain's index"} {
		require.Regexp(t, row+` +-\* +-\*\n`, out.String())
	}
	require.Regexp(t, `mean slow-down, over A +- +-\n`, out.String())
	out.Reset()
	require.NoError(t, r.WriteMarkdown(&out))
	require.Contains(t, out.String(), `| none | -\* | -\* | -\* | -\* | 0\* | -\* | 0\* | 0\* | -\* |`+"\n")
}

// TestSeedsWithoutMessages: a seed in which no message was complete is in no mean and no ratio.
func TestSeedsWithoutMessages(t *testing.T) {
	of := func(means ...uint64) (list []*experiment.Result) {
		for _, mean := range means {
			r := &experiment.Result{}
			r.All.FCT.Mean = mean * 1e6
			list = append(list, r)
		}
		return list
	}
	m := metrics([]SizeClass{{}})[0]
	require.Equal(t, "fct_mean", m.name)
	require.Equal(t, MeanInterval{Mean: 4}, over(of(4, 0), m))
	require.Equal(t, MeanInterval{}, over(of(0, 0), m))
	require.Equal(t, MeanInterval{Mean: 2}, ratio(of(4, 0, 8), of(2, 3, 0), m.of))
	require.Equal(t, MeanInterval{}, ratio(of(0), of(1), m.of))
}

func TestRefusals(t *testing.T) {
	mixed := filepath.Join(t.TempDir(), "two.toml")
	require.NoError(t, os.WriteFile(mixed, []byte("[[nic]]\n"), 0o666))
	for _, c := range []struct {
		path, want string
		names      []string
		set        string
	}{
		{small, `dcqn: unknown algorithm "dcqn" (did you mean dcqcn?); one of dcqcn, dolcerc, dolcercplus, none, or a folder`, []string{"dcqn", "none"}, ""},
		{small, `dcqcn:conectx: unknown profile "conectx" (did you mean connectx?)`, []string{"none", "dcqcn:conectx"}, ""},
		{small, "profile dolcerc-recommended has the parameters of dolcerc", []string{"dcqcn:dolcerc-recommended", "none"}, ""},
		{small, "dolcercplus has one set of parameters, without a name; leave out :paper", []string{"dolcercplus:paper", "none"}, ""},
		{small, "(did you mean slow?)", []string{aimd + ":slwo", "none"}, ""},
		{small, "(did you mean aimd?)", []string{"../../../docs/examples/amid", "none"}, ""},
		{small, "has no transducer", []string{aimd + ":other:slow", "none"}, ""},
		{small, "dcqcn: is named twice", []string{"dcqcn", "none", "dcqcn"}, ""},
		{small, "1 algorithm to compare; name two or more", []string{"dcqcn"}, ""},
		{small, "is for one contender", []string{"dcqcn", "none"}, "nic[0].profile=hpcc"},
		{small, "unknown key run.sed", []string{"dcqcn", "none"}, "run.sed=1"},
		{"testdata/none.toml", "no such file", []string{"dcqcn", "none"}, ""},
		{mixed, "topology", []string{"dcqcn", "none"}, ""},
		{"../../../docs/sample/bed-drum.toml", "bed: is no network", []string{"dcqcn", "none"}, ""},
		{"../../../docs/sample/probe.toml", "has no congestion control", []string{"dcqcn", "none"}, ""},
	} {
		o := Options{Seeds: 1}
		if c.set != "" {
			o.Set = []string{c.set}
		}
		_, err := New(c.path, c.names, o)
		require.ErrorContains(t, err, c.want)
		require.NotContains(t, err.Error(), "\n")
	}
	_, err := New(small, []string{"dcqcn", "none"}, Options{Seeds: MaxSeeds + 1})
	require.ErrorContains(t, err, "seeds: 1001; use 1 to 1000")
	var many []string
	for i := range MaxContenders + 1 {
		many = append(many, fmt.Sprint(i))
	}
	_, err = New(small, many, Options{})
	require.ErrorContains(t, err, "33 algorithms; compare at most 32")
}

// TestSourceCounts: results are kept under what an algorithm's source says.
func TestSourceCounts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "aimd")
	require.NoError(t, os.CopyFS(dir, os.DirFS(aimd)))
	point := func() experiment.Point {
		c := compared(t, 1, "none", dir)
		return c.points[1]
	}
	was := point()
	require.Equal(t, was.Files, point().Files)
	text, err := os.ReadFile(filepath.Join(dir, "profiles.toml"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "profiles.toml"), append(text, "# more\n"...), 0o666))
	require.NotEqual(t, was.Files, point().Files)

	// What is imported counts too.
	text, err = os.ReadFile(filepath.Join(dir, "aimd.go"))
	require.NoError(t, err)
	const imports = `import "smartnic-cc/fixedpoint"`
	require.Equal(t, 1, bytes.Count(text, []byte(imports)))
	text = []byte(strings.Replace(string(text), imports, imports+"\nimport \"example.org/aimd/part\"", 1) + "\nconst most = part.Most\n")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "aimd.go"), text, 0o666))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "part"), 0o777))
	write := func(text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "part", "part.go"), []byte("// Package part is imported.\npackage part\n\n// Most is a number.\nconst Most = "+text+"\n"), 0o666))
	}
	write("1")
	was = point()
	require.Equal(t, was.Files, point().Files)
	write("2")
	require.NotEqual(t, was.Files, point().Files)
}

// TestJSON: what a report says of itself can be read back.
func TestJSON(t *testing.T) {
	r, err := compared(t, 2, "none", "dcqcn").Run(local(t.TempDir(), 2))
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, r.WriteJSON(&b))
	var back Report
	require.NoError(t, json.Unmarshal(b.Bytes(), &back))
	require.Equal(t, r.Contenders[1].Numbers, back.Contenders[1].Numbers)
	require.Equal(t, Cost{}, back.Contenders[0].Cost)
	require.Equal(t, 32, back.Contenders[1].Cost.State)
	require.Equal(t, MeanInterval{Mean: 1}, back.Contenders[0].Over["fct_mean"])
}
