package runreport

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reports/htmlreport"
	"smartnic-cc/internal/reports/views"
	"smartnic-cc/nicmodel/lab/scenario"
)

const rates = "time_ns,conn,event,bytes,cnps,marked,rc_kbps,rt_kbps,alpha_q24,time_stage,byte_stage,arm,did\n" +
	"1000,a,cnp,0,1,1,30000000,40000000,8388608,0,0,2,0\n90000,a,cnp,0,1,1,10000000,30000000,4388608,0,0,1,0\n"

// simulate runs the small scenario into a folder.
func simulate(t *testing.T, dir string, settings ...string) {
	t.Helper()
	s, err := scenario.Read("../../../nicmodel/lab/scenario/testdata/small.toml", settings...)
	require.NoError(t, err)
	_, err = scenario.Run(s, scenario.Options{Out: dir})
	require.NoError(t, err)
}

func put(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

// tree is a folder with runs, replays and other things.
func tree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	simulate(t, filepath.Join(dir, "one.out"))
	simulate(t, filepath.Join(dir, "deep", "two.out"), "run.seed=3", "nic[0].cnp_interval=20us")
	put(t, filepath.Join(dir, "replay.csv"), rates)
	put(t, filepath.Join(dir, "replay.json"), `{"algorithm":"dolcerc4","steps":5,"duration_ns":90000,"connections":[{"name":"a","events":{"cnp":2},"did":{"cut":1},"final":{"arm":1}}]}`)
	put(t, filepath.Join(dir, "replay.txt"), "what <was> printed\n")
	put(t, filepath.Join(dir, "other.csv"), "not ours\n")
	put(t, filepath.Join(dir, "notes.json"), "{}")
	put(t, filepath.Join(dir, ".hidden", "rates.csv"), rates)
	put(t, filepath.Join(dir, "1", "2", "3", "4", "rates.csv"), rates)
	return dir
}

func find(t *testing.T, args ...string) []*Source {
	t.Helper()
	list, err := Find(args, nil, &views.Options{})
	require.NoError(t, err)
	return list
}

func TestFind(t *testing.T) {
	dir := tree(t)
	list := find(t, dir)
	var labels []string
	for _, s := range list {
		labels = append(labels, s.Label)
	}
	require.Equal(t, []string{"two", "one", "replay"}, labels, "by name of folders and files")
	require.NotNil(t, list[0].Summary)
	require.Equal(t, []string{"run.seed=3", "nic[0].cnp_interval=20us"}, list[0].Origin.Settings)
	require.Len(t, list[0].Files, 7, "two rate logs, throughput, queues, pauses, completions, what is not complete")
	require.Len(t, list[0].Messages, 6)
	require.Equal(t, "dolcerc4", list[2].Replay.Algorithm)
	require.Equal(t, "what <was> printed\n", list[2].Printed)

	// A folder of outputs is found by itself; labels name runs.
	one := filepath.Join(dir, "one.out")
	named, err := Find([]string{one, filepath.Join(dir, "replay.csv")}, []string{"x", "y"}, &views.Options{})
	require.NoError(t, err)
	require.Equal(t, "x", named[0].Label)
	require.Equal(t, "y", named[1].Label)
	// Runs of one name get different labels.
	simulate(t, filepath.Join(dir, "deep", "one.out"))
	labels = nil
	for _, s := range find(t, one, filepath.Join(dir, "deep", "one.out"), one) {
		labels = append(labels, s.Label)
	}
	require.Len(t, labels, 3)
	require.NotEqual(t, labels[0], labels[1])
	require.NotEqual(t, labels[0], labels[2])
	require.Contains(t, labels[1], "deep")

	for _, tc := range []struct {
		args, labels []string
		says         string
	}{
		{nil, nil, "name a folder"},
		{[]string{filepath.Join(dir, "none")}, nil, "no such file"},
		{[]string{filepath.Join(dir, "1")}, nil, ""},
		{[]string{t.TempDir()}, nil, "holds no rate log and no outputs of cctrace sim"},
		{[]string{filepath.Join(dir, "other.csv")}, nil, "not recognised"},
		{[]string{dir}, []string{"a"}, "holds 4 runs; name them one by one"},
		{[]string{one}, []string{"a", "b"}, "2 labels for 1 arguments"},
	} {
		_, err := Find(tc.args, tc.labels, &views.Options{})
		if tc.says == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, tc.says)
	}
	many := t.TempDir()
	for i := range MaxRuns + 1 {
		put(t, filepath.Join(many, string(rune('a'+i/26))+string(rune('a'+i%26))+".csv"), rates)
	}
	_, err = Find([]string{many}, nil, &views.Options{})
	require.ErrorContains(t, err, "there are 33 runs, and a report takes 32")
	// A damaged log is an error, with its line.
	put(t, filepath.Join(dir, "zz.csv"), rates+"5\n")
	_, err = Find([]string{dir}, nil, &views.Options{})
	require.ErrorContains(t, err, "zz.csv:4: 1 fields")
	// A summary of another program is ignored.
	put(t, filepath.Join(one, "summary.json"), "{}")
	require.Nil(t, find(t, one)[0].Summary)
}

// section finds a section of a page.
// TestCutOff: a summary or what a run was made from that is cut off, anywhere, or no JSON, is
// refused with its place; what is JSON of somebody else's is passed over.
func TestCutOff(t *testing.T) {
	dir := tree(t)
	for _, name := range []string{"one.out/run.json", "one.out/summary.json", "replay.json"} {
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, n := range []int{0, 1, len(whole) / 3, len(whole) - 3} {
			put(t, path, string(whole[:n]))
			_, err := Find([]string{dir}, nil, &views.Options{})
			require.ErrorContains(t, err, fmt.Sprintf("%s: offset %d: the file is cut off there; make it again", path, n))
			require.NotContains(t, err.Error(), "\n")
		}
		put(t, path, "{\"a\": 1,\n\x00}")
		_, err = Find([]string{dir}, nil, &views.Options{})
		require.ErrorContains(t, err, path+": offset 9: no JSON (")
		put(t, path, "[5]")
		find(t, dir)
		put(t, path, string(whole))
	}
	require.NoError(t, os.Remove(filepath.Join(dir, "replay.json")))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "replay.json"), 0o755))
	require.Nil(t, find(t, dir)[2].Replay, "a folder is no summary")
}

func section(t *testing.T, p *htmlreport.Page, title string) htmlreport.Section {
	t.Helper()
	for _, s := range p.Sections {
		if s.Title == title {
			return s
		}
	}
	require.Fail(t, "no section "+title)
	return htmlreport.Section{}
}

func TestPage(t *testing.T) {
	dir := tree(t)
	list := find(t, dir)
	p, err := Page(list, &Options{Commands: []string{"the command"}, Generator: "test"})
	require.NoError(t, err)
	require.Equal(t, "3 runs compared", p.Title)
	runs := section(t, p, "Compared").Tables[0]
	require.Len(t, runs.Rows, 3)
	require.Contains(t, runs.Head, "p99 FCT, µs")
	require.Len(t, section(t, p, "Over time").Figures, 2, "side by side, and over each other")
	require.Len(t, section(t, p, "Completion times").Figures, 3, "distribution, slow-downs, decisions")

	// What differs between the runs' parameters stands side by side; what is alike once.
	nics := section(t, p, "Parameters").Tables[0]
	require.Equal(t, []string{"parameter", "two nic[0] at 40 Gb/s", "two nic[1] at 40 Gb/s; one nic[1] at 40 Gb/s", "two nic[2] at 40 Gb/s; one nic[2] at 40 Gb/s",
		"one nic[0] at 40 Gb/s", "<unit", "<meaning"}, nics.Head)
	found := false
	for _, r := range nics.Rows {
		if r[0] == "np_min_time_between_cnps" {
			found = true
			require.Equal(t, []string{"20", "5", "5", "10", "us"}, r[1:6])
		}
	}
	require.True(t, found)
	require.Len(t, section(t, p, "Parameters").Codes, 2, "the scenarios")
	commands := section(t, p, "Commands").Codes[0].Text
	require.Contains(t, commands, "cctrace sim small.toml --set run.seed=3 --set 'nic[0].cnp_interval=20us' -o "+filepath.Join(dir, "deep", "two.out")+"\n")
	require.Contains(t, commands, "the command\n")
	var b bytes.Buffer
	_, err = p.Write(&b)
	require.NoError(t, err)
	require.Contains(t, b.String(), "what &lt;was&gt; printed")

	// One run: its facts are those of its summary.
	one := find(t, filepath.Join(dir, "one.out"))
	p, err = Page(one, &Options{})
	require.NoError(t, err)
	require.Equal(t, "Two senders, one receiver, cores of their own", p.Title)
	require.Contains(t, p.Subtitle, one[0].Summary.Digest)
	require.Equal(t, htmlreport.KeyNumber{Name: "Messages complete", Value: "6", Note: "of 6"}, p.KeyNumbers[0])
	// A log alone.
	p, err = Page(find(t, filepath.Join(dir, "replay.csv")), &Options{Title: "mine"})
	require.NoError(t, err)
	require.Equal(t, "mine", p.Title)
	require.Equal(t, "Notifications", p.KeyNumbers[1].Name)
	require.Equal(t, "2", p.KeyNumbers[1].Value)
}

// TestProfileFiles: the page holds what a profile's file held, once for NICs that share it.
func TestProfileFiles(t *testing.T) {
	kind := func(profile, text string) scenario.NICKind {
		return scenario.NICKind{Algorithm: "dcqcn", Profile: profile, ProfileFile: text, Parameters: []scenario.Parameter{{Name: "rp_ai_rate", Value: text, Unit: "Mb/s"}}}
	}
	list := []*Source{{Run: &views.Run{Label: "one"}, Origin: &scenario.Origin{Scenario: "x", NICs: []scenario.NICKind{kind("./a.toml", "A"), kind("paper", ""), kind("./b/a.toml", "A"), kind("./c.toml", "C")}}}}
	titles := func() (out []string) {
		for _, c := range parameters(list).Codes {
			out = append(out, c.Title+": "+c.Text)
		}
		return out
	}
	require.Equal(t, []string{"Scenario x.toml: ", "Profile ./a.toml: A", "Profile ./c.toml: C"}, titles())
	require.Equal(t, []string{"rp_ai_rate", "A", "", "A", "C"}, parameters(list).Tables[0].Rows[2][:5])
	list = append(list, &Source{Run: &views.Run{Label: "two"}, Replayed: &Replayed{Profile: "d.toml", ProfileFile: "D"}})
	require.Equal(t, "Profile d.toml, two: D", titles()[3])
}

// TestManyRuns: more runs than stand side by side are drawn over each other.
func TestManyRuns(t *testing.T) {
	dir := t.TempDir()
	for i := range sideBySide + 4 {
		put(t, filepath.Join(dir, string(rune('a'+i))+".csv"), rates)
	}
	p, err := Page(find(t, dir), &Options{})
	require.NoError(t, err)
	require.Len(t, section(t, p, "Over time").Figures, 1)
	_, err = p.Write(&bytes.Buffer{})
	require.NoError(t, err)
}

// TestQuote: a shell takes quoted words as they are.
func TestQuote(t *testing.T) {
	for _, word := range []string{"plain-1.5_x", "", "two words", "it's", `"$HOME" \n`, "nic[0].profile=hpcc", "a;rm -rf x", "*", "-o", "é", "#x", "~"} {
		out, err := exec.Command("sh", "-c", "printf %s "+Quote(word)).Output()
		require.NoError(t, err)
		require.Equal(t, word, string(out), Quote(word))
	}
	require.Equal(t, "cctrace sim 'a b.toml'", strings.TrimSpace(Line("cctrace", "sim", "a b.toml")))
}

// TestProbe: a measurement's page has its readings and what was in the network, and nothing of congestion
// control; probe.csv is named and not drawn.
func TestProbe(t *testing.T) {
	dir := t.TempDir()
	s, err := scenario.Read("../../../nicmodel/lab/scenario/testdata/probe.toml")
	require.NoError(t, err)
	_, err = scenario.Run(s, scenario.Options{Out: dir})
	require.NoError(t, err)
	list := find(t, dir)
	require.Len(t, list, 1)
	require.Len(t, list[0].Messages, 30)
	require.Contains(t, list[0].Others, [2]string{filepath.Join(dir, "probe.csv"), "readings of the probe, each with its truth"})
	page, err := Page(list, &Options{})
	require.NoError(t, err)
	var names []string
	for _, f := range page.KeyNumbers {
		names = append(names, f.Name)
	}
	require.Equal(t, []string{"Measurements", "Reading", "In the network", "Goodput"}, names)
	require.Equal(t, "3.640 µs", page.KeyNumbers[2].Value)
	require.Equal(t, "median; 99.9 % 3.873 µs; 0.860 µs when empty", page.KeyNumbers[2].Note)
}

// TestDistinct: runs that have one label even with their folders are counted.
func TestDistinct(t *testing.T) {
	var list []*Source
	for range 4 {
		list = append(list, &Source{Run: &views.Run{Label: "a"}, Dir: "x/a"})
	}
	distinct(list)
	var labels []string
	for _, s := range list {
		labels = append(labels, s.Label)
	}
	require.Equal(t, []string{"x/a", "x/a (2)", "x/a (3)", "x/a (4)"}, labels)
}
