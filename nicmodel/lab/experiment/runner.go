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

	"smartnic-cc/internal/sys/atomicfile"
	"smartnic-cc/nicmodel/systems/companion"
)

// Runner runs points on this machine and keeps their results.
type Runner struct {
	// Work is the folder of results, made if it is not there. A result that is there is
	// not computed again.
	Work string
	// Workers is how many points run at a time; below 1 is 1. No result depends on it.
	Workers int
	// Progress, if not nil, gets how many points are done, of how many. Calls do not
	// overlap.
	Progress func(done, total int)
	// Stop, if not nil, ends the work when it is closed. Results that are whole stay.
	Stop <-chan struct{}

	model string
}

// Results are the results of points of one model, and rows of systems.
type Results struct {
	model string
	byKey map[string]*Result
	rows  map[string][]companion.Row // by system
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

// Model names the model that the results are of (Fingerprint).
func (r *Results) Model() string { return r.model }

// Missing is a point that has no result in the folder.
type Missing struct {
	Point Point
	// Path is where its result would be.
	Path string

	key string
}

// Run returns the results of all points; equal ones are run once. After an error, and when
// Stop is closed (ErrStopped), what was complete is kept in the folder.
func (r *Runner) Run(points []Point) (*Results, error) {
	work, err := atomicfile.NewFolder(r.Work)
	if err != nil {
		return nil, err
	}
	defer work.Abort() // which removes it if no result is kept
	res, missing, err := r.Kept(points)
	if err != nil {
		return nil, err
	}
	return res, r.work(res, missing, len(res.byKey)+len(missing))
}

// name finds the model's name, once.
func (r *Runner) name() (err error) {
	if r.model == "" {
		r.model, err = Fingerprint()
	}
	return err
}

// Path is where the result of a point is kept.
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

// path is where the result of a key is kept.
func (r *Runner) path(key string) string { return filepath.Join(r.Work, key+".json") }

// Kept returns the results of points that the folder has, and in the points' order those
// that it does not have. It runs nothing.
func (r *Runner) Kept(points []Point) (*Results, []Missing, error) {
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
		path := r.path(key)
		old, err := read(path, r.model)
		if err != nil {
			return nil, nil, err
		}
		if old != nil {
			res.byKey[key] = old
			continue
		}
		missing = append(missing, Missing{p, path, key})
	}
	return res, missing, nil
}

// workers returns a group of as many as run at a time. failed ends when one has failed, with Stop, and with stop.
func (r *Runner) workers() (g *errgroup.Group, failed context.Context, stop context.CancelFunc) {
	stopped, stop := context.WithCancel(context.Background())
	go func() {
		select {
		case <-r.Stop: // never, if it is nil
			stop()
		case <-stopped.Done():
		}
	}()
	g, failed = errgroup.WithContext(stopped)
	g.SetLimit(max(r.Workers, 1))
	return g, failed, stop
}

// work runs the jobs.
func (r *Runner) work(res *Results, jobs []Missing, total int) error {
	var mu sync.Mutex // guards res and Progress
	tell := func() {
		if r.Progress != nil {
			r.Progress(len(res.byKey), total)
		}
	}
	tell()
	g, failed, stop := r.workers()
	defer stop()
	for _, j := range jobs {
		g.Go(func() error {
			select {
			case <-r.Stop:
				return ErrStopped
			case <-failed.Done():
				return ErrStopped
			default:
			}
			got, err := Run(j.Point, r.model, failed.Done())
			if err == nil {
				err = write(j.Path, got)
			}
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			res.byKey[j.key] = got
			tell()
			return nil
		})
	}
	return g.Wait()
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
		return nil, fmt.Errorf("%s: is no result of this program; remove it to have it made again", path)
	}
	return r, nil
}

// write keeps a result: the file is whole or not there.
func write(path string, r *Result) error {
	b, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(append(b, '\n'))
		return err
	})
}
