package sweep

import (
	"fmt"
	"slices"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/lab/experiment"
)

// search is a sweep under way.
type search struct {
	*Sweep
	// schemes are the two that are searched and the others.
	schemes []Scheme
	// spaces are what a walk goes through each: the axes of the two schemes, or in a fit of
	// both together. scores are theirs, by setting.
	spaces []Scheme
	scores []map[string]*score
	// runs are all results so far, in order: those of the search, then the held-out ones.
	runs []trial
	// found are the results of a setting with the search's seeds and with held-out ones.
	found [2]map[cellKey][]*experiment.Result
	// hashes are those of files that scenarios name.
	hashes experiment.FileHashes
	// model is what the results are of.
	model string
}

// trial is a setting of a scheme in an environment with a seed, and its result.
type trial struct {
	scheme, env int
	setting     setting
	seed        uint64
	heldOut     bool
	result      *experiment.Result
}

// cellKey names a setting of a scheme in an environment.
type cellKey struct {
	scheme, env int
	setting     string
}

// Run searches and returns what it found. The report depends on the sweep, on the scenarios
// and on the model, and not on the engine. An error of the engine ends it; what has a result
// is not run again by the next one.
func (s *Sweep) Run(e Engine) (*Report, error) {
	q := newSearch(s)
	number := 1
	round := func(list []trial, heldOut bool) error {
		if len(list) == 0 {
			return nil
		}
		number++
		return q.run(e, &Round{Number: number - 1, HeldOut: heldOut}, list)
	}
	for {
		var list []trial
		walks := make([]progress, len(q.spaces))
		over := true
		for k := range q.spaces {
			walks[k] = s.Strategy.steps(sizes(&q.spaces[k]), k, q.score(k))
			list = append(list, q.wanted(k, walks[k].want)...)
			over = over && len(walks[k].want) == 0
		}
		if number == 1 {
			for i := range s.Others {
				list = append(list, q.inAllEnvironments(len(s.Schemes)+i, own(0), s.Seeds)...)
			}
		}
		if over {
			return q.finish(walks, round)
		}
		if err := round(list, false); err != nil {
			return nil, err
		}
		for k := range walks {
			for _, x := range walks[k].want {
				q.scores[k][x.key()] = q.evaluate(k, x)
			}
		}
	}
}

// finish runs what the walks found with held-out seeds and reports.
func (q *search) finish(walks []progress, round func([]trial, bool) error) (*Report, error) {
	if q.fit() {
		f := q.fitted(walks[0])
		if err := round(q.confirm(f), len(q.HeldOut) > 0); err != nil {
			return nil, err
		}
		return q.reportFit(f), nil
	}
	f := q.finalists(walks)
	if err := round(q.heldOut(f), true); err != nil {
		return nil, err
	}
	return q.report(f), nil
}

func newSearch(s *Sweep) *search {
	q := &search{
		Sweep: s, schemes: s.All(), spaces: s.Schemes[:], hashes: experiment.FileHashes{},
	}
	if s.fit() {
		q.spaces = []Scheme{s.joint()}
	}
	for range q.spaces {
		q.scores = append(q.scores, map[string]*score{})
	}
	for i := range q.found {
		q.found[i] = map[cellKey][]*experiment.Result{}
	}
	return q
}

// wanted lists what has to run for settings of a space to have scores.
func (q *search) wanted(k int, want []setting) []trial {
	if q.fit() {
		return q.aimed(want)
	}
	return collect.Lists(want, func(x setting) []trial { return q.inAllEnvironments(k, x, q.Seeds) })
}

// evaluate makes the score of a setting of a space that was run.
func (q *search) evaluate(k int, x setting) *score {
	if q.fit() {
		return &score{distance: q.distance(x, false, false)}
	}
	row := make([]Cell, len(q.Environments))
	for env := range row {
		row[env] = q.cell(k, env, x)
	}
	return newScore(row)
}

// score finds the scores of a space.
func (q *search) score(k int) func(setting) *score {
	return func(x setting) *score { return q.scores[k][x.key()] }
}

// inAllEnvironments lists a setting in all environments with all seeds.
func (q *search) inAllEnvironments(k int, x setting, seeds []uint64) []trial {
	var list []trial
	for env := range q.Environments {
		list = append(list, q.seeded(k, env, x, seeds)...)
	}
	return list
}

func (q *search) seeded(k, env int, x setting, seeds []uint64) []trial {
	return collect.Of(seeds, func(seed uint64) trial {
		return trial{scheme: k, env: env, setting: x, seed: seed, heldOut: slices.Contains(q.HeldOut, seed)}
	})
}

// changes are those that make a setting of a scheme.
func (x *Scheme) changes(s setting) []string {
	list := []string{}
	for i, v := range s {
		if v >= 0 {
			list = append(list, x.Axes[i].Values[v].Set...)
		}
	}
	return list
}

// runOf is what a trial runs, with the hash of its files.
func (q *search) runOf(t *trial) (experiment.Point, error) {
	p := q.point(t.scheme, t.env, t.setting, t.seed)
	files, err := q.files(&p)
	p.Files = files
	return p, err
}

// files hashes the files that a point's scenario names.
func (q *search) files(p *experiment.Point) (string, error) {
	all, err := q.hashes.Of(p)
	if err != nil {
		return "", fmt.Errorf("%s: %w", q.path, err)
	}
	return all, nil
}

// run has a round run and takes in the results.
func (q *search) run(e Engine, round *Round, list []trial) error {
	for i := range list {
		p, err := q.runOf(&list[i])
		if err != nil {
			return err
		}
		round.Points = append(round.Points, p)
	}
	res, err := e.Run(round)
	if err != nil {
		return err
	}
	q.model = res.Model()
	for i := range list {
		t := &list[i]
		r := res.Of(round.Points[i])
		// The report needs only this of a result.
		t.result = &experiment.Result{Digest: r.Digest, Marks: r.Marks, CNPs: r.CNPs, Pauses: r.Pauses, Lost: r.Lost, All: r.All}
		t.result.All.Quantiles, t.result.All.Sizes = nil, nil
		at := cellKey{t.scheme, t.env, t.setting.key()}
		found := q.found[column(t.heldOut)]
		found[at] = append(found[at], t.result)
	}
	q.runs = append(q.runs, list...)
	return nil
}

// results are those of a setting in an environment, a seed each.
func (q *search) results(k, env int, x setting, heldOut bool) []*experiment.Result {
	return q.found[column(heldOut)][cellKey{k, env, x.key()}]
}

// cell is what the search found of a setting in an environment.
func (q *search) cell(k, env int, x setting) Cell { return q.Metric.sum(q.results(k, env, x, false)) }
