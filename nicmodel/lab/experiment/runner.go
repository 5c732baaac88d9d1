package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sync/errgroup"

	"smartnic-cc/internal/base/sys/atomicfile"
)

// Runner runs points on this machine and keeps their results.
type Runner struct {
	// Work is the folder of results, made if missing. An existing result is not computed again.
	Work string
	// Workers is how many points run at a time; below 1 means 1. No result depends on it.
	Workers int
	// Progress, if not nil, gets the numbers of points done and of all. Calls do not overlap.
	Progress func(done, total int)
	// Stop, if not nil, ends the work when it is closed. Complete results stay.
	Stop <-chan struct{}

	model string
}

// Results are the results of points of one model.
type Results struct {
	model string
	byKey map[string]*Result
}

// Of returns the result of a point. It panics if the point was not run: then it is missing from the list of
// Experiment.Points or of a sweep's round.
func (r *Results) Of(p Point) *Result {
	key, err := p.Key(r.model)
	res := r.byKey[key]
	if err != nil || res == nil {
		panic(fmt.Sprintf("experiment: %s was not run", p))
	}
	return res
}

// Model returns the Fingerprint of the results' model.
func (r *Results) Model() string { return r.model }

// Missing is a point that has no result in the folder.
type Missing struct {
	Point Point
	// Path is where its result would be.
	Path string

	key string
}

// Run returns the results of all points; equal ones are run once. After an error, and when Stop is closed
// (ErrStopped), the folder keeps complete results.
func (r *Runner) Run(points []Point) (*Results, error) {
	work, err := atomicfile.NewFolder(r.Work)
	if err != nil {
		return nil, err
	}
	defer work.Abort() // which removes it if no result is kept
	res, missing, err := r.Stored(points)
	if err != nil {
		return nil, err
	}
	return res, r.work(res, missing)
}

// name finds the model's name, once.
func (r *Runner) name() (err error) {
	if r.model == "" {
		r.model, err = Fingerprint()
	}
	return err
}

// Path returns the file of a point's result.
func (r *Runner) Path(p Point) (string, error) {
	if err := r.name(); err != nil {
		return "", err
	}
	key, err := p.Key(r.model)
	if err != nil {
		return "", err
	}
	return r.path(key), nil
}

// path returns the file of a key's result.
func (r *Runner) path(key string) string { return filepath.Join(r.Work, key+".json") }

// Stored returns the results in the folder, and the points without one, in order. It runs nothing.
func (r *Runner) Stored(points []Point) (*Results, []Missing, error) {
	if err := r.name(); err != nil {
		return nil, nil, err
	}
	res := &Results{model: r.model, byKey: map[string]*Result{}}
	var missing []Missing
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
		old := &Result{}
		is, err := r.Read(key, old, func() bool { return old.Format == format && old.Model == r.model })
		if err != nil {
			return nil, nil, err
		}
		if is {
			res.byKey[key] = old
			continue
		}
		missing = append(missing, Missing{p, r.path(key), key})
	}
	return res, missing, nil
}

// Each does jobs 0 to n-1, Workers at a time, and reports progress, starting from done. It ends with the first error
// of a job, or with ErrStopped when Stop is closed; then the jobs' channel is closed, too.
func (r *Runner) Each(n, done int, job func(i int, stop <-chan struct{}) error) error {
	stopped, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-r.Stop: // never, if it is nil
			cancel()
		case <-stopped.Done():
		}
	}()
	g, failed := errgroup.WithContext(stopped)
	g.SetLimit(max(r.Workers, 1))
	var mu sync.Mutex // guards done and Progress
	total := done + n
	update := func() {
		if r.Progress != nil {
			r.Progress(done, total)
		}
	}
	update()
	for i := range n {
		g.Go(func() error {
			select {
			case <-r.Stop:
				return ErrStopped
			case <-failed.Done():
				return ErrStopped
			default:
			}
			if err := job(i, failed.Done()); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			done++
			update()
			return nil
		})
	}
	return g.Wait()
}

// work runs the jobs.
func (r *Runner) work(res *Results, jobs []Missing) error {
	var mu sync.Mutex // guards res
	return r.Each(len(jobs), len(res.byKey), func(i int, stop <-chan struct{}) error {
		j := &jobs[i]
		got, err := Run(j.Point, r.model, stop)
		if err != nil {
			return err
		}
		mu.Lock()
		res.byKey[j.key] = got
		mu.Unlock()
		return r.Write(j.key, got)
	})
}

// Read reads the result of a key from the folder, and reports whether there is one. whole reports whether it is a
// result of this program.
func (r *Runner) Read(key string, result any, whole func() bool) (bool, error) {
	path := r.path(key)
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%s: cannot read the result: %v", path, errors.Unwrap(err))
	}
	if err := json.Unmarshal(b, result); err != nil || !whole() {
		return false, fmt.Errorf("%s: is no result of this program; remove it to have it made again", path)
	}
	return true, nil
}

// Write writes the result of a key atomically.
func (r *Runner) Write(key string, result any) error {
	b, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	return atomicfile.Write(r.path(key), func(w io.Writer) error {
		_, err := w.Write(append(b, '\n'))
		return err
	})
}
