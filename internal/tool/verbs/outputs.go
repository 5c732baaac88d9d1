package verbs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/child"
)

// summaryName is the output by which a folder of a bench is recognised.
const summaryName = "verbs.json"

// NewOutputs begins the outputs in a folder, which it creates if needed. It refuses a folder with a capture that is
// not from a bench.
func NewOutputs(dir string) (*atomicfile.Folder, error) {
	return atomicfile.NewLocked(dir, func(dir string) error {
		_, missing := os.Stat(filepath.Join(dir, summaryName))
		if _, there := os.Stat(filepath.Join(dir, captureName)); errors.Is(missing, fs.ErrNotExist) && there == nil {
			return fmt.Errorf("%s: would be lost, and there is no %s of a bench that wrote it; name another folder, or remove it", filepath.Join(dir, captureName), summaryName)
		}
		return nil
	})
}

// Write writes the outputs besides the capture. The folder stays to be committed.
func (r *Run) Write(files *atomicfile.Folder, s *Summary) error {
	for i, m := range r.plan.machines() {
		list := r.results[i].files
		for _, name := range slices.Sorted(maps.Keys(list)) {
			err := files.Fill(m.Name+"."+strings.ReplaceAll(name, "/", "."), func(w io.Writer) error {
				_, err := w.Write(list[name])
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	if err := files.Fill("queues.csv", r.queues); err != nil {
		return err
	}
	return files.Fill(summaryName, s.WriteJSON)
}

// row writes a line of integers.
func row(w io.Writer, values ...int64) error {
	b := make([]byte, 0, 64)
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Append(b, v)
	}
	_, err := w.Write(append(b, '\n'))
	return err
}

// Failed returns an error that names the first command that failed at a client, with the line that says why.
func (r *Run) Failed() error {
	for i := range r.plan.Clients {
		for n, status := range r.results[i].status {
			if status != 0 {
				return fmt.Errorf("%s: '%s' ended with exit status %d: %s", r.plan.Clients[i].Name, r.plan.Commands[n], status, child.FirstError(string(r.results[i].files[fmt.Sprint(n, ".txt")])))
			}
		}
	}
	return nil
}
