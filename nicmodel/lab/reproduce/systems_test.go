package reproduce

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/systems"
	"smartnic-cc/nicmodel/systems/companion"
)

// names are those of all companion systems.
func names() []string {
	var list []string
	for _, s := range systems.Companions() {
		list = append(list, s.Name)
	}
	return list
}

// page is the report of companion systems that is kept.
const page = "../../../docs/companions.md"

// TestCompanionsPage: the page and its CSV files are what the model gives: all of it with -long,
// else some parts, each row of which is in the CSV file.
func TestCompanionsPage(t *testing.T) {
	setting, err := Named("fast")
	require.NoError(t, err)
	list, err := Select(names())
	require.NoError(t, err)
	if !tier.Long() {
		taken := 0
		for _, p := range partsOf(list, setting) {
			if p.Long || !tier.Sampled(p.system+" "+p.Name, 3) {
				continue
			}
			taken++
			rows, err := p.Rows()
			require.NoError(t, err)
			file, err := os.ReadFile("../../../docs/companions/" + p.system + ".csv")
			require.NoError(t, err)
			sec := compared(&companion.System{Name: p.system}, rows)
			var b bytes.Buffer
			require.NoError(t, sec.Data[0].writeCSV(&b))
			_, lines, _ := strings.Cut(b.String(), "\n")
			require.Contains(t, string(file), lines, "%s, %s: go test ./nicmodel/lab/reproduce -run TestCompanionsPage -long -update", p.system, p.Name)
		}
		require.Positive(t, taken)
		return
	}
	r := &experiment.Runner{Work: t.TempDir(), Workers: 2}
	rep, err := Make(list, setting, r)
	require.NoError(t, err)
	rep.Names, rep.Commit = names(), builtFrom(t)
	made := filepath.Join(t.TempDir(), "companions.md")
	require.NoError(t, rep.Save(made))
	text, err := os.ReadFile(made)
	require.NoError(t, err)
	golden.Check(t, page, text)
	for name, text := range files(t, strings.TrimSuffix(made, ".md")) {
		golden.Check(t, "../../../docs/companions/"+name, []byte(text))
	}
}

// TestSystems: names and parts are single words, all different.
func TestSystems(t *testing.T) {
	setting, err := Named("smoke")
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, e := range append(All(), Companions()...) {
		require.Regexp(t, `^[a-z0-9]+$`, e.Name)
		require.False(t, seen[e.Name], e.Name)
		require.NotEmpty(t, e.Title)
		seen[e.Name] = true
	}
	for _, p := range partsOf(Companions(), setting) {
		require.Regexp(t, `^[a-z0-9]+$`, p.Name)
		require.False(t, seen[p.system+" "+p.Name], p.Name)
		seen[p.system+" "+p.Name] = true
	}
	all, err := Select(nil)
	require.NoError(t, err)
	require.Len(t, all, len(experiments()), "without names it is the paper's alone")
	both, err := Select([]string{"drum", "fig3"})
	require.NoError(t, err)
	require.Equal(t, []string{"fig3", "drum"}, []string{both[0].Name, both[1].Name})
	_, err = Select([]string{"drumm"})
	require.ErrorContains(t, err, `"drumm" is not known (did you mean drum?); there are table1, `)
}

// TestElsewhere: the paper's page says where the other page is, as a new one would.
func TestElsewhere(t *testing.T) {
	text, err := os.ReadFile("../../../docs/reproduction.md")
	require.NoError(t, err)
	require.Contains(t, string(text), elsewhere)
	rep := Report{Setting: &Setting{}, Model: "m"}
	var b bytes.Buffer
	require.NoError(t, rep.Write(&b, ""))
	require.Contains(t, b.String(), strings.TrimSpace(elsewhere))
	require.NotContains(t, b.String(), legend)
	b.Reset()
	rep.Names, rep.Sections = []string{"fig3", "drum"}, []*Section{{Name: "drum"}}
	require.NoError(t, rep.Write(&b, ""))
	require.NotContains(t, b.String(), elsewhere)
	require.Contains(t, b.String(), legend)
}

// someRows are rows of every kind.
func someRows() []companion.Row {
	var r companion.Rows
	r.Add(companion.Row{Item: "good", Where: "Fig. 1", Paper: "10 us", Low: 10, High: 10, Ours: 10.5, Unit: "us", Sign: true, Fitted: "a knob"}, 9, 11, "9 to 11 us")
	r.Add(companion.Row{Item: "out", Paper: "10 us", Low: 10, High: 10, Ours: 20, Min: 18.04, Max: 23, Unit: "us", Sign: true, Cause: "the weather"}, 9, 11, "9 to 11 us")
	r.Add(companion.Row{Item: "wrong way", Paper: "falls", Ours: 0.00123, Cause: "the tide"}, 0, 1, "1 or less")
	r.AddUngated(companion.Row{Item: "far", Paper: "1234", Low: 1234, High: 1234, Ours: 12345, Sign: true, Cause: "the tide"})
	r.AddUngated(companion.Row{Item: "worded", Paper: "rises", Ours: 3, Unit: "times", Sign: true, Cause: "the tide", Fitted: "a knob"})
	r.AddUngated(companion.Row{Item: "near", Paper: "100 %", Low: 100, High: 100, Ours: 95, Unit: "%", Sign: true, Cause: "the weather"})
	r.AddUngated(companion.Row{Item: "rival, load 1: intra", Ours: 2, Unit: "times", Sign: true})
	r.AddUngated(companion.Row{Item: "rival, load 1: inter", Ours: 3, Unit: "times", Sign: true, Cause: "the weather"})
	r.AddUngated(companion.Row{Item: "alone", Ours: 4, Sign: true})
	return r.List
}

// csvRows reads the rows of a system from its CSV file.
func csvRows(t *testing.T, name string) (rows []companion.Row) {
	t.Helper()
	file, err := os.Open("../../../docs/companions/" + name + ".csv")
	require.NoError(t, err)
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	for _, line := range lines[1:] {
		text := func(column string) string { return line[slices.Index(lines[0], column)] }
		number := func(column string) float64 {
			v, err := strconv.ParseFloat(text(column), 64)
			require.NoError(t, err)
			return v
		}
		rows = append(rows, companion.Row{
			Item: text("compared"), Where: text("in_the_paper"), Paper: text("paper"), Low: number("paper_low"), High: number("paper_high"),
			Ours: number("ours"), Min: number("ours_least"), Max: number("ours_most"), Unit: text("unit"), Ratio: number("ratio"),
			// A row without a statement of the paper has no direction: only its gate can leave it open.
			Sign: text("as_in_the_paper") != "no", Gate: text("gate"), Within: text("within") == "yes", Fitted: text("fitted"), Cause: text("depends_on"),
		})
	}
	return rows
}

// TestPageOfData: the page is what its CSV files give, which is quick to make.
func TestPageOfData(t *testing.T) {
	setting, err := Named("fast")
	require.NoError(t, err)
	rep := Report{Setting: setting, Names: names(), Commit: builtFrom(t)}
	for _, s := range systems.Companions() {
		sec := compared(&s, csvRows(t, s.Name))
		sec.Title = s.Title
		rep.Sections = append(rep.Sections, sec)
	}
	var b bytes.Buffer
	require.NoError(t, rep.Write(&b, "companions"))
	golden.Check(t, page, b.Bytes())
}

// builtFrom is what the page says that it was built from.
func builtFrom(t *testing.T) string {
	t.Helper()
	old, err := os.ReadFile(page)
	require.NoError(t, err)
	built := regexp.MustCompile("Built from (.*)\\.\n").FindSubmatch(old)
	require.NotNil(t, built)
	return string(built[1])
}

// TestCompared: the tables and sentences of rows of every kind.
func TestCompared(t *testing.T) {
	sec := compared(&companion.System{Name: "x", Text: func() []string { return []string{"Text."} }}, someRows())
	require.Len(t, sec.Tables, 1)
	require.Equal(t, [][]string{
		{"out", "10 us", "**20.0 (18.0–23.0) us**", "2.00", "9 to 11 us", "1"},
		{"wrong way", "falls", "**0.00123**", "", "1 or less", "2"},
		{"far", "1234", "12345", "10.00", "", "2"},
	}, sec.Tables[0].Rows)
	require.Equal(t, notes{"the weather", "the tide"}, notes(sec.Notes))
	require.Equal(t, []string{
		"2 of 3 numbers with a gate are within it; 5 of 6 comparisons show the paper's trend.",
		"Within 25 % of the paper's number are 1 of 3 held out and 1 of 1 fitted.",
	}, sec.Verdict)
	require.Len(t, sec.Data[0].Rows, 9)
	require.Empty(t, compared(&companion.System{Name: "x"}, someRows()[:1]).Tables, "empty tables are left out")
	rep := Report{Setting: &Setting{}, Sections: []*Section{sec}}
	var b strings.Builder
	require.NoError(t, rep.Write(&b, ""))
	require.Contains(t, b.String(), "| 10.00 |  | 2 |\n\n1. the weather\n2. the tide\n\n**Result.** 2 of 3")
}

// TestCompare: rows come in the order of the parts for any number of workers, are kept, and are not
// made again; a broken file is named.
func TestCompare(t *testing.T) {
	runs := make([]int, 5)
	parts := func() (list []systemPart) {
		for i := range runs {
			list = append(list, systemPart{[]string{"a", "b"}[i%2], companion.Part{Name: string(rune('p' + i)), Rows: func() ([]companion.Row, error) {
				runs[i]++
				return []companion.Row{{Item: string(rune('p' + i)), Ours: float64(i) / 3}}, nil
			}}})
		}
		return list
	}
	var want map[string][]companion.Row
	for _, workers := range []int{1, 2, 7} {
		work := t.TempDir()
		last := -1
		r := &experiment.Runner{Work: work, Workers: workers, Progress: func(done, total int) {
			require.Equal(t, 5, total)
			require.Equal(t, last+1, done)
			last = done
		}}
		clear(runs)
		for range 2 {
			last = -1
			got, err := rowsOf(r, parts(), "fast")
			require.NoError(t, err)
			if want == nil {
				want = got
			}
			require.Equal(t, want, got)
			require.Equal(t, 5, last)
		}
		require.Equal(t, []int{1, 1, 1, 1, 1}, runs, "kept, not made again")
		require.Equal(t, "prt", want["a"][0].Item+want["a"][1].Item+want["a"][2].Item)
		last = -1
		_, err := rowsOf(r, parts(), "full")
		require.NoError(t, err)
		require.Equal(t, []int{2, 2, 2, 2, 2}, runs, "another setting is another result")
		for name := range files(t, work) {
			require.NoError(t, os.WriteFile(filepath.Join(work, name), []byte("{"), 0o666))
		}
		last = -1
		_, err = rowsOf(r, parts(), "fast")
		require.ErrorContains(t, err, "remove it to have it made again")
	}
}

// TestCompareStops: an error of a part names it, a NaN is refused, and a closed Stop does not wait for a part.
func TestCompareStops(t *testing.T) {
	part := func(rows func() ([]companion.Row, error)) []systemPart {
		return []systemPart{{"a", companion.Part{Name: "p", Rows: rows}}}
	}
	r := &experiment.Runner{Work: t.TempDir()}
	_, err := rowsOf(r, part(func() ([]companion.Row, error) { return nil, errors.New("broken") }), "fast")
	require.EqualError(t, err, "a, p: broken")
	_, err = rowsOf(r, part(func() ([]companion.Row, error) { return []companion.Row{{Ours: math.NaN()}}, nil }), "fast")
	require.ErrorContains(t, err, "a, p: a number is none")
	stop, never := make(chan struct{}), make(chan struct{})
	defer close(never)
	r.Stop = stop
	_, err = rowsOf(r, part(func() ([]companion.Row, error) { close(stop); <-never; return nil, nil }), "fast")
	require.ErrorIs(t, err, experiment.ErrStopped)
	_, err = rowsOf(r, part(func() ([]companion.Row, error) { panic("begun after Stop") }), "fast")
	require.ErrorIs(t, err, experiment.ErrStopped)
	require.Empty(t, files(t, r.Work))
	r.Work = filepath.Join(page, "below")
	_, err = rowsOf(r, nil, "fast")
	require.ErrorContains(t, err, "is a file; name a folder for the outputs")
}

// TestReasons: each row of the page that is not within its gate, goes another way or is over 25 % off says
// what it depends on.
func TestReasons(t *testing.T) {
	for _, name := range names() {
		for _, r := range csvRows(t, name) {
			if r.Unexplained() || r.Ratio != 0 && !agrees(r.Ratio) {
				require.NotEmpty(t, r.Cause, "%s: %s", name, r.Item)
			}
		}
	}
}
