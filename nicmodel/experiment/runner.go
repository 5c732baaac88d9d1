package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"smartnic-cc/internal/sys/atomicfile"
)

// Runner runs points on this machine and keeps their results.
type Runner struct {
	// Work is the folder of results, made if it is not there. A result that is there is
	// not computed again.
	Work string
	// Workers is how many points run at a time; below 1 is 1. No result depends on it.
	Workers int
	// Progress, if not nil, is told how many points are done, of how many. Calls do not
	// overlap.
	Progress func(done, total int)
	// Stop, if not nil, ends the work when it is closed. Results that are whole stay.
	Stop <-chan struct{}

	model string
}

// Results are the results of points.
type Results struct {
	model string
	byKey map[string]*Result
}

// Of returns the result of a point that was run. It panics if the point was not: then it is not in the list that
// Experiment.Points or a sweep's round gave.
func (r *Results) Of(p Point) *Result {
	key, err := p.Key(r.model)
	res := r.byKey[key]
	if err != nil || res == nil {
		panic(fmt.Sprintf("experiment: %s was not run", p))
	}
	return res
}

// job is a point that has to be run.
type job struct {
	point Point
	path  string
	key   string
}

// Run returns the results of all points; equal ones are run once. After an error, and when
// Stop is closed (ErrStopped), what was complete is kept in the folder.
func (r *Runner) Run(points []Point) (*Results, error) {
	if err := os.MkdirAll(r.Work, 0o777); err != nil {
		return nil, fmt.Errorf("%s: cannot make the folder of results: %v", r.Work, errors.Unwrap(err))
	}
	res, jobs, err := r.kept(points)
	if err != nil {
		return nil, err
	}
	return res, r.work(res, jobs, len(res.byKey)+len(jobs))
}

// name finds the model's name, once.
func (r *Runner) name() (err error) {
	if r.model == "" {
		r.model, err = Fingerprint()
	}
	return err
}

// path is where the result of a key is kept.
func (r *Runner) path(key string) string { return filepath.Join(r.Work, key+".json") }

// kept returns the results that are there, and what has to be run for the others.
func (r *Runner) kept(points []Point) (*Results, []job, error) {
	if err := r.name(); err != nil {
		return nil, nil, err
	}
	res := &Results{model: r.model, byKey: map[string]*Result{}}
	var jobs []job
	listed := map[string]bool{}
	for _, p := range points {
		key, err := p.Key(r.model)
		if err != nil {
			return nil, nil, err
		}
		if listed[key] {
			continue
		}
		listed[key] = true
		path := r.path(key)
		old, err := read(path, r.model)
		if err != nil {
			return nil, nil, err
		}
		if old != nil {
			res.byKey[key] = old
			continue
		}
		jobs = append(jobs, job{p, path, key})
	}
	return res, jobs, nil
}

// pool is a run of jobs on several workers.
type pool struct {
	*Runner
	res   *Results
	total int

	mu     sync.Mutex
	jobs   []job // that no worker has taken
	failed error
	halt   chan struct{} // closed when what is under way shall end
}

// work runs the jobs.
func (r *Runner) work(res *Results, jobs []job, total int) error {
	p := &pool{Runner: r, res: res, total: total, jobs: jobs, halt: make(chan struct{})}
	p.tell()
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-r.Stop: // never, if it is nil
			p.fail(ErrStopped)
		case <-done:
		}
	}()
	var all sync.WaitGroup
	for range min(max(r.Workers, 1), len(jobs)) {
		all.Go(p.worker)
	}
	all.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

func (p *pool) tell() {
	if p.Progress != nil {
		p.Progress(len(p.res.byKey), p.total)
	}
}

// fail ends the work with its first error.
func (p *pool) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed == nil {
		p.failed = err
		close(p.halt)
	}
}

// take gives a worker its next job.
func (p *pool) take() (j job, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.Stop:
		if len(p.jobs) > 0 && p.failed == nil {
			p.failed = ErrStopped
			close(p.halt)
		}
	default:
	}
	if p.failed != nil || len(p.jobs) == 0 {
		return job{}, false
	}
	j, p.jobs = p.jobs[0], p.jobs[1:]
	return j, true
}

func (p *pool) worker() {
	for {
		j, ok := p.take()
		if !ok {
			return
		}
		got, err := Run(j.point, p.model, p.halt)
		if err == nil {
			err = write(j.path, got)
		}
		if err != nil {
			p.fail(err)
			return
		}
		p.mu.Lock()
		p.res.byKey[j.key] = got
		p.tell()
		p.mu.Unlock()
	}
}

// read returns the result in a file, nil if there is none.
func read(path, model string) (*Result, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read the result: %v", path, errors.Unwrap(err))
	}
	r := &Result{}
	if err := json.Unmarshal(b, r); err != nil || r.Format != format || r.Model != model {
		return nil, fmt.Errorf("%s: is no result of this program; remove it to have it made anew", path)
	}
	return r, nil
}

// write keeps a result: the file is whole or not there.
func write(path string, r *Result) error {
	b, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer f.Abort()
	if _, err := f.Write(append(b, '\n')); err != nil {
		return err
	}
	return f.Commit()
}
