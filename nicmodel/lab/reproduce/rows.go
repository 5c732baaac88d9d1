package reproduce

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/version"
	"smartnic-cc/nicmodel/lab/experiment"
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

// keptFormat is the version of kept.
const keptFormat = 1

// rowsOf runs parts of systems and returns the rows of each system in the order of its parts. Like Runner.Run, it
// keeps complete parts; a part that runs when Stop is closed is abandoned until the program ends.
func rowsOf(r *experiment.Runner, parts []systemPart, setting string) (map[string][]companion.Row, error) {
	work, err := atomicfile.NewFolder(r.Work)
	if err != nil {
		return nil, err
	}
	defer work.Abort() // which removes it if no result is kept
	// Rows are kept under the program, since no small run has all that the systems use.
	name, err := version.Program()
	if err != nil {
		return nil, fmt.Errorf("reproduce: %w", err)
	}
	results := collect.Of(parts, func(p systemPart) kept {
		return kept{Format: keptFormat, Program: name, System: p.system, Part: p.Name, Setting: setting}
	})
	err = r.Each(len(parts), 0, func(i int, stop <-chan struct{}) error { return fill(r, &results[i], parts[i].Rows, stop) })
	if err != nil {
		return nil, err
	}
	all := map[string][]companion.Row{}
	for _, k := range results {
		all[k.System] = append(all[k.System], k.Rows...)
	}
	return all, nil
}

// fill fills in the rows of a part: those of the folder, or new ones.
func fill(r *experiment.Runner, k *kept, rows func() ([]companion.Row, error), stop <-chan struct{}) error {
	b, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("reproduce: %w", err)
	}
	sum := sha256.Sum256(b)
	key := hex.EncodeToString(sum[:16])
	if is, err := r.Read(key, k, func() bool { return len(k.Rows) > 0 }); is || err != nil {
		return err
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
		return experiment.ErrStopped
	case err = <-ended:
	}
	if err == nil {
		k.Rows = made
		err = r.Write(key, k)
	}
	var none *json.UnsupportedValueError
	switch {
	case errors.As(err, &none):
		return fmt.Errorf("%s, %s: a number is none: %w", k.System, k.Part, err)
	case err != nil:
		return fmt.Errorf("%s, %s: %w", k.System, k.Part, err)
	}
	return nil
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
