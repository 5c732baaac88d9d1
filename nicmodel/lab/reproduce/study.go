package reproduce

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/sweep"
)

//go:embed *.toml
var sweeps embed.FS

// study is a sweep of this folder as it runs in a setting.
type study struct {
	*sweep.Sweep
	// as adapts a point to the setting; nil leaves it unchanged.
	as func(experiment.Point) experiment.Point
}

// open reads a sweep, which is part of the program, so that it panics on a fault. It keeps the first seeds; set are
// changes of its scenarios.
func open(name string, seeds int, set ...string) *study {
	w, err := sweep.ReadFS(sweeps, name+".toml")
	if err != nil {
		panic(err)
	}
	w.Seeds = w.Seeds[:min(seeds, len(w.Seeds))]
	w.Change(set...)
	return &study{Sweep: w}
}

// points returns the runs of a scheme in an environment, one for each seed; only the first seed for schemes other
// than the baseline and its rival.
func (t *study) points(scheme, env int) (list []experiment.Point) {
	for _, seed := range t.Seeds {
		p := t.Point(scheme, env, seed)
		// A run must be complete, unless its end is changed.
		p.Partial = slices.ContainsFunc(p.Set, func(s string) bool { return strings.HasPrefix(s, "run.end=") })
		if t.as != nil {
			p = t.as(p)
		}
		list = append(list, p)
	}
	if scheme > sweep.Rival {
		list = list[:1]
	}
	return list
}

// one returns the first run of a scheme in an environment.
func (t *study) one(scheme, env int) experiment.Point { return t.points(scheme, env)[0] }

// pointsOf returns all runs of studies.
func pointsOf(list ...*study) (points []experiment.Point) {
	for _, t := range list {
		for env := range t.Environments {
			for k := range t.All() {
				points = append(points, t.points(k, env)...)
			}
		}
	}
	return points
}

// value returns the value of an axis in an environment.
func (t *study) value(env int, axis string) string { return t.Environments[env].Values[axis] }

// keep keeps the environments with some values of an axis.
func (t *study) keep(axis string, some func(value string) bool) *study {
	t.Environments = slices.DeleteFunc(t.Environments, func(e sweep.Environment) bool { return !some(e.Values[axis]) })
	return t
}

// first keeps the first n changes.
func (t *study) first(n int) *study {
	names := t.changes()
	return t.keep("change", func(name string) bool { return slices.Index(names, name) < n })
}

// changes returns the names of the changes.
func (t *study) changes() (names []string) {
	for env := range t.Environments {
		names = append(names, t.value(env, "change"))
	}
	return slices.Compact(names)
}

// of returns the environments of a change.
func (t *study) of(change string) (envs []int) {
	for env := range t.Environments {
		if t.value(env, "change") == change {
			envs = append(envs, env)
		}
	}
	return envs
}

// run is one of a study, with its result.
type run struct {
	*experiment.Result
	scheme string
	values map[string]string
	point  experiment.Point
}

// rows adds the runs of a scheme in an environment to a table, whose columns are named as in columns or more.
func (t *study) rows(table *Table, r *Results, scheme, env int, more map[string]func(*run) string) {
	for _, p := range t.points(scheme, env) {
		x := &run{r.Of(p), t.All()[scheme].Name, t.Environments[env].Values, p}
		var row []string
		for _, name := range table.Header {
			of := more[name]
			if of == nil {
				of = columns[name]
			}
			row = append(row, of(x))
		}
		table.row(row...)
	}
}

// columns are those of tables of runs.
var columns = map[string]func(*run) string{
	"scheme": func(x *run) string { return x.scheme },
	"load":   func(x *run) string { return x.values["load"] },
	"change": func(x *run) string { return x.values["change"] },
	"seed":   func(x *run) string { return fmt.Sprint(x.point.Seed) },

	"flows":         func(x *run) string { return fmt.Sprint(x.All.Completed) },
	"mean_us":       func(x *run) string { return fixed(us(x.All.FCT.Mean), 3) },
	"p50_us":        func(x *run) string { return fixed(us(x.All.FCT.P50), 3) },
	"p99_us":        func(x *run) string { return fixed(us(x.All.FCT.P99), 3) },
	"max_us":        func(x *run) string { return fixed(us(x.All.FCT.Max), 3) },
	"slowdown_mean": func(x *run) string { return fixed(float64(x.All.Slowdown.Mean)/1000, 3) },

	"ranks_per_host": func(x *run) string { return changed(x.point, ranksKey) },
	"bytes":          func(x *run) string { return changed(x.point, bytesKey) },
	"exchange":       func(x *run) string { return exchangeNames()[x.point.Exchange] },
	"latency_us":     func(x *run) string { return fixed(latency(x.Result), 3) },
	"bound_us":       func(x *run) string { return fixed(allToAllBound(x.point), 3) },
	"job_ms":         func(x *run) string { return fixed(last(x.Result, 0, 1), 6) },

	"marks":  func(x *run) string { return fmt.Sprint(x.Marks) },
	"cnps":   func(x *run) string { return fmt.Sprint(x.CNPs) },
	"pauses": func(x *run) string { return fmt.Sprint(x.Pauses) },
	"digest": func(x *run) string { return x.Digest },
}

// changed returns the value of a key in a point's changes.
func changed(p experiment.Point, key string) (value string) {
	for _, s := range p.Set {
		if v, is := strings.CutPrefix(s, key+"="); is {
			value = v
		}
	}
	return value
}
