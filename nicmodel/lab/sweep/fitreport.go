package sweep

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"

	"smartnic-cc/internal/base/text/collect"
)

// Fit is the result of a sweep with targets. A distance is the largest factor between a number and its target in
// either direction; it is left out if a run completed no message, or nothing ran. Values are means over seeds, of
// complete messages.
type Fit struct {
	Sweep   string   `json:"sweep"`
	Title   string   `json:"title,omitempty"`
	Model   string   `json:"model"`
	Walk    string   `json:"walk"`
	Budget  int      `json:"budget,omitempty"`
	Seeds   []uint64 `json:"seeds"`
	HeldOut []uint64 `json:"held_out,omitempty"`
	// Schemes are the baseline and its rival with their settings, Environments those with targets.
	Schemes      []NamedSettings   `json:"schemes"`
	Environments []NamedSettings   `json:"environments"`
	Targets      []PublishedTarget `json:"targets"`
	// Axes are the searched space. Grid is the number of all settings, Tried of those with a score.
	Axes  []FitAxis `json:"axes"`
	Grid  uint64    `json:"grid"`
	Tried int       `json:"tried"`
	// FitTolerance are how many settings have all fitted targets within a factor.
	Within []FitTolerance `json:"within"`
	// Own are the schemes' own parameters.
	Own  FitSetting   `json:"own"`
	Best []FitSetting `json:"best"`
	// AxisSensitivity are the axes about the first of Best.
	Around []FitSensitivity `json:"around"`

	q    *search
	fits *fits
}

// NamedSettings is a scheme or an environment, with the changes of a scenario that make it.
type NamedSettings struct {
	Name string   `json:"name"`
	Set  []string `json:"set"`
}

// PublishedTarget is a target.
type PublishedTarget struct {
	Scheme      string  `json:"scheme"`
	Environment string  `json:"environment"`
	Metric      string  `json:"metric"`
	Unit        string  `json:"unit,omitempty"`
	Value       float64 `json:"value"`
	HeldOut     bool    `json:"held_out,omitempty"`
}

// FitAxis is an axis; For is both, baseline or rival.
type FitAxis struct {
	Name   string          `json:"name"`
	For    string          `json:"for"`
	Values []NamedSettings `json:"values"`
}

// FitTolerance is how many settings have all fitted targets within Percent: the factor is at most 1 + Percent/100 in
// either direction.
type FitTolerance struct {
	Percent  int `json:"percent"`
	Settings int `json:"settings"`
}

// withinPercent are those of Fit.Within.
var withinPercent = []int{10, 25, 50}

// FitSetting is a setting.
type FitSetting struct {
	Setting string `json:"setting"`
	// Set are its changes of the two schemes.
	Set [2][]string `json:"set"`
	// Distance is that of the fitted targets with the search's seeds, HeldOutSeeds with
	// held-out ones. HeldOutTargets and HeldOutBoth are those of the targets that are held out.
	Distance       float64 `json:"distance,omitempty"`
	HeldOutSeeds   float64 `json:"held_out_seeds,omitempty"`
	HeldOutTargets float64 `json:"held_out_targets,omitempty"`
	HeldOutBoth    float64 `json:"held_out_both,omitempty"`
	// Same is how many settings more have the same values of the fitted targets.
	Same int `json:"same,omitempty"`
	// Values are in the order of Fit.Targets.
	Values []FitValue `json:"values"`
}

// FitValue is what a setting gives for a target.
type FitValue struct {
	// Search and HeldOut are in the target's unit, with the search's seeds and with held-out
	// ones. The ratios are theirs over the target's: above 1 they are larger.
	Search       float64 `json:"search,omitempty"`
	Ratio        float64 `json:"ratio,omitempty"`
	HeldOut      float64 `json:"held_out,omitempty"`
	HeldOutRatio float64 `json:"held_out_ratio,omitempty"`
	// Messages are those of all these runs, Incomplete how many of them were not complete at
	// the end.
	Messages   int `json:"messages"`
	Incomplete int `json:"incomplete,omitempty"`

	readings [2]reading
}

// FitSensitivity is an axis about the best setting; Value is that setting's, "" the scheme's own.
type FitSensitivity struct {
	Axis   string        `json:"axis"`
	Value  string        `json:"value"`
	Others []FitDistance `json:"others"`
}

// FitDistance is the distance with another value of an axis.
type FitDistance struct {
	Value    string  `json:"value"`
	Distance float64 `json:"distance,omitempty"`
}

func (q *search) reportFit(f *fits) *Report {
	space := &q.spaces[0]
	r := &Fit{
		Sweep: q.Name, Title: q.Title, Model: q.model, Walk: q.Strategy.Kind, Budget: q.Strategy.Budget, Seeds: q.Seeds, HeldOut: q.HeldOut,
		Grid: combinations(sizes(space)), Tried: len(f.ranked), Axes: []FitAxis{}, Around: []FitSensitivity{}, q: q, fits: f,
	}
	for k := range q.Schemes {
		r.Schemes = append(r.Schemes, NamedSettings{q.Schemes[k].Name, q.Schemes[k].Set})
	}
	for env := range q.Environments {
		e := &q.Environments[env]
		if slices.ContainsFunc(q.Targets, func(t Target) bool { return t.Environment == env }) {
			r.Environments = append(r.Environments, NamedSettings{e.Name, append(append([]string{}, e.point.Set...), e.both...)})
		}
	}
	for i := range q.Targets {
		t := &q.Targets[i]
		r.Targets = append(r.Targets, PublishedTarget{
			q.Schemes[t.Scheme].Name, q.Environments[t.Environment].Name, t.Metric.Name, t.Metric.Unit, t.Value, t.HeldOut,
		})
	}
	for i := range space.Axes {
		a := &space.Axes[i]
		one := FitAxis{Name: a.Name, For: "rival"}
		switch {
		case i < q.shared:
			one.For = "both"
		case i < len(q.Schemes[Baseline].Axes):
			one.For = "baseline"
		}
		for _, v := range a.Values {
			one.Values = append(one.Values, NamedSettings(v))
		}
		r.Axes = append(r.Axes, one)
	}
	for _, percent := range withinPercent {
		limit := float64(100+percent) / 100
		n := collect.Count(f.ranked, func(x setting) bool { return q.score(0)(x).distance <= limit })
		r.Within = append(r.Within, FitTolerance{percent, n})
	}
	r.Own = q.fittedOf(candidate{setting: f.walk.tried[0]})
	r.Best = append(r.Best, collect.Of(f.best, q.fittedOf)...)
	q.neighbours(0, f.best[0].setting, func(a *Axis, value string) {
		r.Around = append(r.Around, FitSensitivity{Axis: a.Name, Value: value, Others: []FitDistance{}})
	}, func(value string, s *score) {
		one := &r.Around[len(r.Around)-1]
		one.Others = append(one.Others, FitDistance{value, finite(s.distance)})
	})
	return &Report{Fit: r, q: q}
}

// fittedOf gathers what is known of a setting.
func (q *search) fittedOf(b candidate) FitSetting {
	f := FitSetting{
		Setting: b.setting.text(&q.spaces[0]), Same: b.same,
		Distance: finite(q.distance(b.setting, false, false)), HeldOutSeeds: finite(q.distance(b.setting, false, true)),
		HeldOutTargets: finite(q.distance(b.setting, true, false)), HeldOutBoth: finite(q.distance(b.setting, true, true)),
	}
	for k := range f.Set {
		f.Set[k] = q.Schemes[k].changes(q.part(k, b.setting))
	}
	for i := range q.Targets {
		t := &q.Targets[i]
		v := FitValue{readings: [2]reading{q.read(t, b.setting, false), q.read(t, b.setting, true)}}
		here, held := v.readings[0].value, v.readings[1].value
		v.Search, v.Ratio, v.HeldOut, v.HeldOutRatio = Rounded(here), Rounded(here/t.Value), Rounded(held), Rounded(held/t.Value)
		for _, r := range v.readings {
			v.Messages += r.messages
			v.Incomplete += r.left
		}
		f.Values = append(f.Values, v)
	}
	return f
}

// finite rounds a distance for reports; 0 if it is infinite.
func finite(v float64) float64 {
	if math.IsInf(v, 1) {
		return 0
	}
	return Rounded(v)
}

// writeSettings writes the search as CSV, a row for each setting in the order tried: its values, its distance (empty
// if infinite), its incomplete messages, and its number for every fitted target.
func (r *Fit) writeSettings(w io.Writer) error {
	c := csv.NewWriter(w)
	var header []string
	space := &r.q.spaces[0]
	for i := range space.Axes {
		header = append(header, space.Axes[i].Name)
	}
	header = append(header, "distance", "incomplete")
	for i := range r.Targets {
		if t := &r.Targets[i]; !t.HeldOut {
			header = append(header, t.Scheme+" "+t.Environment+" "+t.Metric)
		}
	}
	if err := c.Write(header); err != nil {
		return err
	}
	for _, x := range r.fits.walk.tried {
		row := make([]string, len(space.Axes)+2)
		for i, v := range x {
			if v >= 0 {
				row[i] = space.Axes[i].Values[v].Name
			}
		}
		left := 0
		seen := map[[2]int]bool{}
		for i := range r.q.Targets {
			t := &r.q.Targets[i]
			if t.HeldOut {
				continue
			}
			got := r.q.read(t, x, false)
			row = append(row, strconv.FormatFloat(got.value, 'f', 3, 64))
			// Several targets may be of the same runs.
			if at := [2]int{t.Scheme, t.Environment}; !seen[at] {
				seen[at] = true
				left += got.left
			}
		}
		if d := r.q.score(0)(x).distance; !math.IsInf(d, 1) {
			row[len(x)] = strconv.FormatFloat(d, 'f', 4, 64)
		}
		row[len(x)+1] = strconv.Itoa(left)
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
