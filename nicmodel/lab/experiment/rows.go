package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"smartnic-cc/internal/sys/atomicfile"
	"smartnic-cc/internal/version"
	"smartnic-cc/nicmodel/systems/companion"
)

// systemPart is a part of a companion system.
type systemPart struct {
	system string
	companion.Part
}

// kept is the result of a part in the folder of results.
type kept struct {
	Format  int             `json:"format"`
	Program string          `json:"program"`
	System  string          `json:"system"`
	Part    string          `json:"part"`
	Setting string          `json:"setting"`
	Rows    []companion.Row `json:"rows"`
}

// compare runs parts of systems and returns the rows of each system in the order of its parts. As
// Run, it keeps what is complete; a part that is under way when Stop is closed is left to end with
// the program.
func (r *Runner) compare(parts []systemPart, setting string) (map[string][]companion.Row, error) {
	work, err := atomicfile.NewFolder(r.Work)
	if err != nil {
		return nil, err
	}
	defer work.Abort() // which removes it if no result is kept
	// Rows are kept under the program, since no small run has all that the systems use.
	name, err := version.Program()
	if err != nil {
		return nil, fmt.Errorf("experiment: %w", err)
	}
	results := make([]kept, len(parts))
	var mu sync.Mutex // guards done and Progress
	done := -1
	tell := func() {
		mu.Lock()
		defer mu.Unlock()
		if done++; r.Progress != nil {
			r.Progress(done, len(parts))
		}
	}
	tell()
	g, failed, stop := r.workers()
	defer stop()
	for i, p := range parts {
		results[i] = kept{Format: format, Program: name, System: p.system, Part: p.Name, Setting: setting}
		g.Go(func() error {
			err := r.part(&results[i], p.Rows, failed.Done())
			if err == nil {
				tell()
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	all := map[string][]companion.Row{}
	for _, k := range results {
		all[k.System] = append(all[k.System], k.Rows...)
	}
	return all, nil
}

// part fills in the rows of a part: those of the folder, or new ones.
func (r *Runner) part(k *kept, rows func() ([]companion.Row, error), stop <-chan struct{}) error {
	b, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	sum := sha256.Sum256(b)
	path := r.path(hex.EncodeToString(sum[:16]))
	if old, err := os.ReadFile(path); err == nil {
		if err := json.Unmarshal(old, k); err != nil || len(k.Rows) == 0 {
			return fmt.Errorf("%s: is no result of this program; remove it to have it made again", path)
		}
		return nil
	} else if !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s: cannot read the result: %v", path, errors.Unwrap(err))
	}
	select {
	case <-r.Stop:
		return ErrStopped
	case <-stop:
		return ErrStopped
	default:
	}
	ended := make(chan error, 1)
	var made []companion.Row
	go func() {
		var err error
		made, err = rows()
		ended <- err
	}()
	select {
	case <-stop:
		return ErrStopped
	case err = <-ended:
	}
	if err != nil {
		return fmt.Errorf("%s, %s: %w", k.System, k.Part, err)
	}
	k.Rows = made
	if b, err = json.Marshal(k); err != nil {
		return fmt.Errorf("%s, %s: a number is none: %w", k.System, k.Part, err)
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(append(b, '\n'))
		return err
	})
}

// partsOf lists the parts of experiments.
func partsOf(list []Experiment, s *Setting) (parts []systemPart) {
	for _, e := range list {
		if e.Parts == nil {
			continue
		}
		for _, p := range e.Parts(s) {
			parts = append(parts, systemPart{e.Name, p})
		}
	}
	return parts
}
