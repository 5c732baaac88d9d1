package sweep

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/experiment"
)

// tinyFit fits the schemes of tiny, by all axes and one for the end of the run, to four
// numbers; with one value of it no message is complete. Three more are held out, two of them where nothing is fitted.
var tinyFit = strings.Replace(strings.Replace(tiny, "budget = 7", "budget = 40", 1), "[[compare.other]]\nname = \"no control\"\nset = [\"nic[0].algorithm=none\"]\n", "", 1) + `
[[axis]]
name = "end"
for = "both"
keys = ["run.end", "topology.delay"]
names = ["early", "far", "late"]
values = [["101us", "1us"], ["101us", "1ms"], ["1s", "1us"]]
` + target("DCQCN", "canary 0.4", "fct-mean", "14.5") + target("DCQCN", "canary 0.7", "slowdown-p99", "2") + target("Dolce-RC", "canary 0.7", "fct-mean", "20") +
	target("Dolce-RC", "canary 0.7", "fct-p99", "60") + target("DCQCN", "canary 0.4", "fct-p99", "40\nheld_out = true") +
	target("Dolce-RC", "canary 0.4", "fct-mean", "13\nheld_out = true") + target("Dolce-RC", "star", "mct-p50", "17\nheld_out = true")

func target(scheme, env, metric, value string) string {
	return fmt.Sprintf("[[target]]\nscheme = %q\nenvironment = %q\nmetric = %q\nvalue = %s\n", scheme, env, metric, value)
}

// TestFitHoldsTogether compares the outputs of a fit with the runs in points.csv.
func TestFitHoldsTogether(t *testing.T) {
	for _, walk := range []string{"descent", "random", "grid"} {
		t.Run(walk, func(t *testing.T) {
			text := strings.Replace(tinyFit, `walk = "descent"`, "walk = \""+walk+"\"", 1)
			if walk == "grid" {
				text = strings.NewReplacer("budget = 40", "", "values = [10, 400, 2000]", "values = [2000]", `values = ["0.1", "0.4"]`, `values = ["0.1"]`).Replace(text)
			}
			fitTogether(t, write(t, text), walk)
		})
	}
}

func fitTogether(t *testing.T, path, walk string) {
	s := understood(t, path)
	work := t.TempDir()
	out := saved(t, path, local(work, 2))
	var r Fit
	require.NoError(t, json.Unmarshal([]byte(out["sweep.json"]), &r))
	// The runs, with the values of axes as in settings.csv.
	rows, err := csv.NewReader(strings.NewReader(out["points.csv"])).ReadAll()
	require.NoError(t, err)
	head := rows[0]
	at := map[string]int{}
	for i, name := range head {
		at[name] = i
	}
	column := map[string]string{
		"fct-mean": "fct_mean_ps", "fct-p99": "fct_p99_ps", "slowdown-p99": "slowdown_p99_permille", "mct-mean": "mct_mean_ps",
	}
	both := map[string]bool{"marking": true, "end": true}
	type run struct{ scheme, setting, env, held string }
	runs, seen := map[run][][]string{}, map[string]bool{}
	for _, row := range rows[1:] {
		x := run{row[0], strings.Join(row[1:at["environment"]], "|"), row[at["environment"]], row[at["held_out"]]}
		once := fmt.Sprint(x, row[at["seed"]])
		require.False(t, seen[once], "%s: run twice", once)
		seen[once] = true
		runs[x] = append(runs[x], row)
	}
	value := func(list [][]string, metric string) float64 {
		sum, scale := 0.0, 1e6
		if strings.HasPrefix(metric, "slowdown") {
			scale = 1e3
		}
		for _, row := range list {
			v, err := strconv.ParseFloat(row[at[column[metric]]], 64)
			require.NoError(t, err)
			if v == 0 {
				return 0
			}
			sum += v / scale / 2 // seeds
		}
		require.Len(t, list, 2)
		return sum
	}
	// A setting of all axes has these of a scheme.
	settings, err := csv.NewReader(strings.NewReader(out["settings.csv"])).ReadAll()
	require.NoError(t, err)
	part := func(row []string, scheme string) string {
		var cells []string
		for _, name := range head[1:at["environment"]] {
			cell := ""
			for i, axis := range settings[0] {
				if axis == name && both[name] || axis == scheme+" "+name {
					cell = row[i]
				}
			}
			cells = append(cells, cell)
		}
		return strings.Join(cells, "|")
	}
	require.Equal(t, len(settings)-1, r.Tried)
	far := make([]float64, 0, r.Tried)
	within := map[int]int{}
	for _, row := range settings[1:] {
		most := 0.0
		for _, target := range r.Targets {
			if target.HeldOut {
				continue
			}
			v := value(runs[run{target.Scheme, part(row, target.Scheme), target.Environment, "false"}], target.Metric)
			f := math.Inf(1)
			if v > 0 {
				f = max(v/target.Value, target.Value/v)
			}
			most = max(most, f)
		}
		if math.IsInf(most, 1) {
			require.Contains(t, row, "far")
			require.Contains(t, row, "")
		} else {
			require.Contains(t, row, strconv.FormatFloat(most, 'f', 4, 64))
		}
		for _, percent := range []int{10, 25, 50} {
			if most <= 1+float64(percent)/100 {
				within[percent]++
			}
		}
		far = append(far, most)
	}
	for _, w := range r.Within {
		require.Equal(t, within[w.Percent], w.Settings, w.Percent)
	}
	least := math.Inf(1)
	for _, f := range far {
		least = min(least, f)
	}
	require.InDelta(t, least, r.Best[0].Distance, 1e-6)
	require.InDelta(t, far[0], r.Own.Distance, 1e-6)
	require.Len(t, r.Best, nearby)
	for i := range r.Best {
		b := &r.Best[i]
		require.Len(t, b.Values, len(r.Targets))
		held := 0.0
		for k, v := range b.Values {
			require.NotZero(t, v.Search, "%d, %d", i, k)
			require.NotZero(t, v.HeldOut, "%d, %d", i, k)
			require.InDelta(t, v.HeldOut/r.Targets[k].Value, v.HeldOutRatio, 1e-5)
			if !r.Targets[k].HeldOut {
				held = max(held, v.HeldOutRatio, 1/v.HeldOutRatio)
			}
		}
		require.InDelta(t, held, b.HeldOutSeeds, 1e-5)
		if i > 0 {
			require.LessOrEqual(t, r.Best[i-1].Distance, b.Distance)
		}
	}
	// Where nothing is fitted, only the best settings run.
	star := map[string]bool{}
	for x := range runs {
		require.False(t, x.scheme == "DCQCN" && x.env == "star", "there is no target")
		if x.env == "star" {
			star[x.setting] = true
		}
	}
	require.LessOrEqual(t, len(star), nearby)
	z := s.Size()
	require.LessOrEqual(t, r.Tried, z.Joint)
	search, after := 0, 0
	for x, list := range runs {
		if x.held == "true" || x.env == "star" || x.env == "canary 0.4" && x.scheme == "Dolce-RC" {
			after += len(list)
		} else {
			search += len(list)
		}
	}
	require.LessOrEqual(t, search, z.Runs)
	require.LessOrEqual(t, after, z.HeldOut)
	if walk == "grid" {
		// 2 of marking and 3 of end; DCQCN's interval, Dolce-RC's arms and interval.
		require.Equal(t, 2*3*2*4+1, r.Tried)
		require.Equal(t, (2*3*2+1)*2*2+(2*3*4+1)*2, search, "what settings have in common runs once")
		require.Equal(t, z.Runs, search)
	}
	// All is there now.
	e := local(work, 1)
	e.Progress = func(_, done, total int) { require.Equal(t, total, done) }
	require.Equal(t, out, saved(t, path, e))
}

// TestFitCountsWhatIsComplete: a run that ends before its messages do is as good as others,
// the report says how many were left, and one that completes nothing is infinitely far.
func TestFitCountsWhatIsComplete(t *testing.T) {
	text, _, _ := strings.Cut(tinyFit, "[[axis]]")
	text = strings.NewReplacer(`walk = "descent"`, "", "budget = 40", "").Replace(text) +
		"[[axis]]\nname = \"end\"\nfor = \"both\"\nkeys = [\"run.end\", \"topology.delay\"]\nnames = [\"early\", \"far\"]\nvalues = [[\"101us\", \"1us\"], [\"101us\", \"1ms\"]]\n"
	path := write(t, text+target("Dolce-RC", "canary 0.7", "fct-mean", "15"))
	out := saved(t, path, local(t.TempDir(), 2))
	var r Fit
	require.NoError(t, json.Unmarshal([]byte(out["sweep.json"]), &r))
	require.Equal(t, "end early", r.Best[0].Setting)
	require.Positive(t, r.Best[0].Values[0].Incomplete)
	require.Less(t, r.Best[0].Distance, r.Own.Distance)
	last := r.Best[len(r.Best)-1]
	require.Equal(t, "end far", last.Setting)
	require.Zero(t, last.Distance)
	require.Equal(t, last.Values[0].Messages, last.Values[0].Incomplete)
	require.Contains(t, out["sweep.txt"], "3: distance infinite (a run completed nothing), with held-out seeds")
	require.Contains(t, out["sweep.txt"], "none*")
	require.Contains(t, out["settings.csv"], "\nfar,,")
}

// TestFactors: the factor is the same in either direction, and infinite without a value.
func TestFactors(t *testing.T) {
	x := Target{Value: 200}
	require.Equal(t, 2., x.factor(400))
	require.Equal(t, 2., x.factor(100))
	require.Equal(t, 1., x.factor(200))
	require.True(t, math.IsInf(x.factor(0), 1))
	// One run of two that completed nothing leaves no mean.
	s := understood(t, write(t, tinyFit))
	q := newSearch(s)
	some := &experiment.Result{All: experiment.WorkloadResult{Messages: 3, Completed: 2, FCT: experiment.Percentiles{Mean: 7_000_000}}}
	at := cellKey{Baseline, 0, q.part(Baseline, own(len(q.spaces[0].Axes))).key()}
	q.found[0][at] = []*experiment.Result{some, some}
	require.Equal(t, reading{Cell{14_000_000, 2, 2}, 6, 2, 7}, q.read(&s.Targets[0], own(len(q.spaces[0].Axes)), false))
	q.found[0][at][1] = &experiment.Result{All: experiment.WorkloadResult{Messages: 3}}
	require.Zero(t, q.read(&s.Targets[0], own(len(q.spaces[0].Axes)), false).value)
}

// TestJointSettings: the axes for both come first, then each scheme's, and each scheme has its
// part of a setting.
func TestJointSettings(t *testing.T) {
	s := understood(t, write(t, tinyFit))
	x := s.joint()
	var names []string
	for _, a := range x.Axes {
		names = append(names, a.Name)
	}
	require.Equal(t, []string{"marking", "end", "DCQCN increase", "DCQCN interval", "Dolce-RC arms", "Dolce-RC interval", "Dolce-RC epsilon"}, names)
	at := setting{0, 1, 2, -1, 0, 1, -1}
	require.Equal(t, setting{0, 1, 2, -1}, s.part(Baseline, at))
	require.Equal(t, setting{0, 1, 0, 1, -1}, s.part(Rival, at))
	require.Equal(t, []string{"switch.marking[0].kmin=7KB", "switch.marking[0].kmax=500KB", "run.end=101us", "topology.delay=1ms", "nic[0].set+=ai_rate=2000"}, s.Schemes[Baseline].changes(s.part(Baseline, at)))
	require.Len(t, s.Environments, 3, "axes for both make none in a fit")
}

func TestFitRefusals(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`scheme = "DCQCN"`, `scheme = "DCQNC"`, `target[0].scheme: "DCQNC" is not known (did you mean DCQCN?); one of "DCQCN" "Dolce-RC"`},
		{`scheme = "DCQCN"`, ``, `target[0].scheme: "" is not known; one of "DCQCN"`},
		{`environment = "canary 0.4"`, `environment = "canary 0.5"`, `target[0].environment: "canary 0.5" is not known (did you mean canary 0.4?); one of "canary 0.4" "canary 0.7" "star"`},
		{`environment = "canary 0.4"`, `environment = "canary 0.4, marking low"`, `target[0].environment: "canary 0.4, marking low" is not known`},
		{`metric = "fct-mean"`, `metric = "fct-men"`, `target[0].metric: unknown metric "fct-men" (did you mean fct-mean?)`},
		{`metric = "fct-p99"`, `metric = "fct-mean"`, `target[3]: is the same number as target[2]: fct-mean of Dolce-RC in canary 0.7; give it once`},
		{`value = 14.5`, `value = 0`, `target[0].value: 0 is not from 1e-06 to 1e+15; give the published number`},
		{`value = 14.5`, `value = -3`, `target[0].value: -3 is not from`},
		{`value = 14.5`, `value = nan`, `target[0].value: NaN is not from`},
		{`value = 14.5`, `value = inf`, `target[0].value: +Inf is not from`},
		{`value = 14.5`, `value = "14.5"`, `target`},
		{`value = 14.5`, `valeu = 14.5`, `unknown key target.valeu (did you mean value?); here go scheme, environment, metric, value, held_out`},
		{`walk = "descent"`, "walk = \"descent\"\nmetric = \"fct-mean\"", `tiny.toml:4: search.metric: does not go with targets`},
		{`[[scenario]]`, "[[compare.other]]\nname = \"none\"\nset = [\"nic[0].algorithm=none\"]\n[[scenario]]", `compare.other[0]: does not go with targets`},
		{`["101us", "1ms"]`, `["soon", "1ms"]`, `DCQCN, end far: `},
	} {
		require.Contains(t, tinyFit, c.old)
		_, err := understood2(write(t, strings.Replace(tinyFit, c.old, c.new, 1)))
		require.ErrorContains(t, err, c.want, c.new)
		require.Contains(t, err.Error(), "tiny.toml", c.new)
		require.NotContains(t, err.Error(), "\n")
	}
	text, _, _ := strings.Cut(tinyFit, "[[target]]")
	_, err := Read(write(t, text+target("DCQCN", "star", "last", "3\nheld_out = true")))
	require.ErrorContains(t, err, "target: all are held out; leave held_out out where a number is to be fitted")
	many := strings.NewReplacer(`walk = "descent"`, "", "budget = 40", "").Replace(tinyFit)
	for i := range 4 {
		many += fmt.Sprintf("[[axis]]\nname = \"a%d\"\nfor = %q\nkeys = [\"nic[0].xi\"]\nvalues = [1,2,3,4,5,6,7,8,9,10,11,12]\n", i, []string{"baseline", "rival"}[i%2])
	}
	_, err = Read(write(t, many))
	require.ErrorContains(t, err, "search: the axes of both schemes make over 1000000 settings; name fewer values")
}
