package sweep

import (
	"io"
	"math"
	"slices"
	"strconv"

	"smartnic-cc/internal/base/text/jsontext"
)

// Report is what a sweep found. Values are means over seeds of the metric in its unit;
// ratios are the baseline's over the rival's, so that above 1 the rival is better. What was
// not run is left out.
type Report struct {
	Sweep   string   `json:"sweep"`
	Title   string   `json:"title,omitempty"`
	Model   string   `json:"model"`
	Metric  string   `json:"metric"`
	Unit    string   `json:"unit,omitempty"`
	Walk    string   `json:"walk"`
	Budget  int      `json:"budget,omitempty"`
	Seeds   []uint64 `json:"seeds"`
	HeldOut []uint64 `json:"held_out,omitempty"`
	// Schemes are the baseline and its rival.
	Schemes      []SearchResult      `json:"schemes"`
	Environments []EnvironmentResult `json:"environments"`
	Overall      []GeometricMean     `json:"overall"`
	Best         []Extreme           `json:"best"`
	Worst        []Extreme           `json:"worst"`
	// Fit is what a sweep with targets found; then the rest is empty.
	Fit    *Fit    `json:"-"`
	q      *search // for the tables
	finals *finals // as well
}

// SearchResult is a scheme with what the walk found of it.
type SearchResult struct {
	Name string   `json:"name"`
	Role string   `json:"role"`
	Set  []string `json:"set"`
	// Tried is how many settings were run, Grid how many all values make, 0 without axes.
	Tried int    `json:"tried"`
	Grid  uint64 `json:"grid"`
	// Best is the setting with the least geometric mean of the metric over the
	// environments; Gain is that of the scheme's own parameters over it.
	Best Choice  `json:"best"`
	Gain float64 `json:"gain"`
	// AxisSensitivity are the axes, each with what other values than the best setting's do to it.
	Around []AxisSensitivity `json:"around"`
}

// AxisSensitivity is an axis about the best setting.
type AxisSensitivity struct {
	Axis string `json:"axis"`
	// Value is the best setting's; "" is the scheme's own.
	Value string `json:"value"`
	// Others are the other values of which a setting was tried that differs from the best
	// one in this axis only.
	Others []AxisAlternative `json:"others"`
}

// AxisAlternative is another value of an axis.
type AxisAlternative struct {
	Value string `json:"value"`
	// Over is the metric over that of the best setting, the geometric mean over the environments: 1 is equal, above 1
	// is worse.
	Over float64 `json:"over"`
	// Incomplete is how many runs had messages that were not complete at the end.
	Incomplete int `json:"incomplete,omitempty"`
}

// Choice is a setting of the search: its name, and what it changes in the scheme.
type Choice struct {
	Setting string `json:"setting"`
	// Set are its changes of the scheme.
	Set []string `json:"set"`
}

// Measure is how a setting did.
type Measure struct {
	Choice
	// Search and HeldOut are the metric with the search's seeds and with held-out ones.
	Search  float64 `json:"search"`
	HeldOut float64 `json:"held_out,omitempty"`
	// Incomplete is how many runs had messages that were not complete at the end.
	Incomplete int `json:"incomplete,omitempty"`

	cells [2]Cell
}

// PairedMeasure is two settings against each other.
type PairedMeasure struct {
	Search  float64 `json:"search"`
	HeldOut float64 `json:"held_out,omitempty"`
}

// EnvironmentResult is the result of an environment.
type EnvironmentResult struct {
	Name string `json:"name"`
	// Set are the changes of the scenario that all schemes have, BaselineSet and RivalSet those of one.
	Set         []string     `json:"set"`
	BaselineSet []string     `json:"baseline_set,omitempty"`
	RivalSet    []string     `json:"rival_set,omitempty"`
	Baseline    SchemeResult `json:"baseline"`
	Rival       SchemeResult `json:"rival"`
	// Worst is the rival's worst setting here.
	Worst  Measure   `json:"rival_worst"`
	Others []Measure `json:"others,omitempty"`
	// Own is the contest of the schemes' own parameters, Best that of the best settings over
	// all environments, Here that of the settings that do best here; BestOwn is the rival's
	// best against the baseline's own, BestHere against the baseline's best here.
	Own      PairedMeasure `json:"own"`
	Best     PairedMeasure `json:"best"`
	Here     PairedMeasure `json:"here"`
	BestOwn  PairedMeasure `json:"best_against_own"`
	BestHere PairedMeasure `json:"best_against_here"`
}

// SchemeResult is a scheme in an environment: its own parameters, the best setting over all
// environments, and the best here.
type SchemeResult struct {
	Own  Measure `json:"own"`
	Best Measure `json:"best"`
	Here Measure `json:"here"`
}

// GeometricMean is the geometric mean of a ratio over the environments.
type GeometricMean struct {
	Name string `json:"name"`
	PairedMeasure
}

// Extreme is an environment and a setting in which the rival does best or worst against the
// baseline tuned to the environment.
type Extreme struct {
	Environment string `json:"environment"`
	Choice
	// Tuned is the contest with the baseline's best setting here, Own that with its own
	// parameters.
	Tuned PairedMeasure `json:"against_tuned"`
	Own   PairedMeasure `json:"against_own"`
}

func (q *search) report(f *finals) *Report {
	r := &Report{
		Sweep: q.Name, Title: q.Title, Model: q.model, Metric: q.Metric.Name, Unit: q.Metric.Unit,
		Walk: q.Strategy.Kind, Budget: q.Strategy.Budget, Seeds: q.Seeds, HeldOut: q.HeldOut, q: q, finals: f,
	}
	for k := range q.Schemes {
		x := &q.Schemes[k]
		best, first := q.score(k)(f.best[k]), q.score(k)(own(len(x.Axes)))
		s := SearchResult{
			Name: x.Name, Role: [2]string{"baseline", "rival"}[k], Set: x.Set, Tried: len(f.walks[k].tried), Grid: combinations(sizes(x)),
			Best: q.choice(k, f.best[k]),
		}
		var all []float64
		for env := range best.cells {
			all = append(all, ratio(first.cells[env], best.cells[env]))
		}
		s.Gain = geometric(all)
		s.Around = q.around(k, f.best[k])
		r.Schemes = append(r.Schemes, s)
	}
	for env := range q.Environments {
		r.Environments = append(r.Environments, q.outcome(f, env))
	}
	for _, x := range []struct {
		name string
		of   func(*EnvironmentResult) *PairedMeasure
	}{
		{"own parameters of both", func(o *EnvironmentResult) *PairedMeasure { return &o.Own }},
		{"best setting against the baseline's own", func(o *EnvironmentResult) *PairedMeasure { return &o.BestOwn }},
		{"best setting against the baseline's best", func(o *EnvironmentResult) *PairedMeasure { return &o.Best }},
		{"best setting against the baseline tuned to each environment", func(o *EnvironmentResult) *PairedMeasure { return &o.BestHere }},
		{"both tuned to each environment", func(o *EnvironmentResult) *PairedMeasure { return &o.Here }},
	} {
		var search, held []float64
		for i := range r.Environments {
			c := x.of(&r.Environments[i])
			search, held = append(search, c.Search), append(held, c.HeldOut)
		}
		r.Overall = append(r.Overall, GeometricMean{x.name, PairedMeasure{geometric(search), geometric(held)}})
	}
	r.Best, r.Worst = q.extremes(f, f.top), q.extremes(f, f.bottom)
	return r
}

func (q *search) choice(k int, x setting) Choice {
	return Choice{x.text(&q.schemes[k]), q.schemes[k].changes(x)}
}

// around says what becomes of a setting if one axis has another value, where that was tried.
func (q *search) around(k int, at setting) []AxisSensitivity {
	here := q.score(k)(at)
	list := []AxisSensitivity{}
	q.neighbours(k, at, func(a *Axis, value string) {
		list = append(list, AxisSensitivity{Axis: a.Name, Value: value, Others: []AxisAlternative{}})
	}, func(value string, s *score) {
		var all []float64
		for env := range s.cells {
			all = append(all, ratio(s.cells[env], here.cells[env]))
		}
		around := &list[len(list)-1]
		around.Others = append(around.Others, AxisAlternative{value, geometric(all), s.incomplete})
	})
	return list
}

// neighbours calls axis for every axis of a space with the value that a setting has ("" for
// the scheme's own), and after it other for each other value that was tried with all else as
// in the setting.
func (q *search) neighbours(k int, at setting, axis func(a *Axis, value string), other func(value string, s *score)) {
	for i := range q.spaces[k].Axes {
		a := &q.spaces[k].Axes[i]
		value := ""
		if at[i] >= 0 {
			value = a.Values[at[i]].Name
		}
		axis(a, value)
		for v := range a.Values {
			next := slices.Clone(at)
			next[i] = v
			if s := q.score(k)(next); s != nil && v != at[i] {
				other(a.Values[v].Name, s)
			}
		}
	}
}

// measure gathers what is known of a setting in an environment.
func (q *search) measure(k, env int, x setting) Measure {
	m := Measure{Choice: q.choice(k, x)}
	m.cells = [2]Cell{q.cell(k, env, x), q.Metric.sum(q.results(k, env, x, true))}
	m.Search, m.HeldOut = Rounded(q.Metric.Value(m.cells[0])), Rounded(q.Metric.Value(m.cells[1]))
	m.Incomplete = m.cells[0].Incomplete + m.cells[1].Incomplete
	return m
}

// contest compares a setting of the rival with one of the baseline's.
func contest(base, rival *Measure) PairedMeasure {
	return PairedMeasure{Rounded(ratio(base.cells[0], rival.cells[0])), Rounded(ratio(base.cells[1], rival.cells[1]))}
}

func (q *search) outcome(f *finals, env int) EnvironmentResult {
	e := &q.Environments[env]
	o := EnvironmentResult{Name: e.Name, Set: append(append([]string{}, e.point.Set...), e.both...), BaselineSet: e.own[Baseline], RivalSet: e.own[Rival], Worst: q.measure(Rival, env, f.worst[env])}
	for k, s := range []*SchemeResult{&o.Baseline, &o.Rival} {
		s.Own = q.measure(k, env, own(len(q.Schemes[k].Axes)))
		s.Best = q.measure(k, env, f.best[k])
		s.Here = q.measure(k, env, f.here[k][env])
	}
	for i := range q.Others {
		m := q.measure(len(q.Schemes)+i, env, own(0))
		m.Choice = Choice{q.Others[i].Name, q.Others[i].Set}
		o.Others = append(o.Others, m)
	}
	b, r := &o.Baseline, &o.Rival
	o.Own, o.Best, o.Here = contest(&b.Own, &r.Own), contest(&b.Best, &r.Best), contest(&b.Here, &r.Here)
	o.BestOwn, o.BestHere = contest(&b.Own, &r.Best), contest(&b.Here, &r.Best)
	return o
}

func (q *search) extremes(f *finals, list []place) []Extreme {
	var out []Extreme
	for _, p := range list {
		m := q.measure(Rival, p.env, p.setting)
		here, first := q.measure(Baseline, p.env, f.here[Baseline][p.env]), q.measure(Baseline, p.env, own(len(q.Schemes[Baseline].Axes)))
		out = append(out, Extreme{q.Environments[p.env].Name, m.Choice, contest(&here, &m), contest(&first, &m)})
	}
	return out
}

// geometric is the geometric mean; 0 if one is not known.
func geometric(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		if v <= 0 {
			return 0
		}
		sum += math.Log(v)
	}
	return Rounded(math.Exp(sum / float64(len(list))))
}

// Rounded keeps six digits behind the point: what is left does not depend on how a machine
// rounds a logarithm.
func Rounded(v float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', 6, 64), 64)
	if err != nil {
		return v
	}
	return r
}

// WriteJSON writes the report as JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	if r.Fit != nil {
		return jsontext.Write(w, r.Fit)
	}
	return jsontext.Write(w, r)
}
