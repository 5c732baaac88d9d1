package scenario

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/readfile"
)

// summaryName is the output that lists a run's outputs.
const summaryName = "summary.json"

// maxSummary is the longest summary that is read, bytes.
const maxSummary = 64 << 20

// IsOutput reports whether a name is that of a file that a run writes.
func IsOutput(name string) bool {
	switch name {
	case "completions.csv", "completions.fct", "near.fct", "far.fct", "rates.csv", "capture.pcapng", "queues.csv", "pauses.csv", "pending.csv", "throughput.csv", "timeline.json", "probe.csv", "run.json", summaryName, messagesName, sharesName, figureName:
		return true
	}
	ok, _ := filepath.Match("rates-*.csv", name) // the pattern is well formed
	return ok
}

// fileNames lists the regular files in a folder that have names of outputs. A pipe that a user put there to be
// written to is not one.
func fileNames(dir string) []string {
	entries, _ := os.ReadDir(dir) // writing reports the error
	var names []string
	for _, e := range entries {
		if IsOutput(e.Name()) && isRegular(filepath.Join(dir, e.Name())) {
			names = append(names, e.Name())
		}
	}
	return names
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// summaryIn reads the summary of the run in a folder; nil without one.
func summaryIn(dir string) (*written, error) {
	path := filepath.Join(dir, summaryName)
	if !isRegular(path) {
		return nil, nil
	}
	b, err := readfile.File(path, maxSummary, "no summary of a run is so long; move it elsewhere")
	if err != nil {
		return nil, err
	}
	var s written
	if json.Unmarshal(b, &s) != nil || s.Digest == "" && s.TestbedDigest == "" || len(s.Files) == 0 {
		return nil, nil // of a replay, of a run without outputs, or somebody else's
	}
	return &s, nil
}

// written is what the summaries of networks and testbeds have in common.
type written struct {
	Digest        string           `json:"digest"`
	TestbedDigest string           `json:"bed_digest"`
	Files         []string         `json:"files"`
	FileBytes     map[string]int64 `json:"file_bytes"`
}

// claim reserves a folder for a run's outputs: those of an earlier run are removed when the new ones are renamed. It
// refuses a folder with files of such names that are not a run's, and one that another run is writing to. Abort
// releases it.
func claim(dir string) (*atomicfile.Folder, error) {
	f, err := atomicfile.NewLocked(dir, replaces)
	if err != nil {
		return nil, err
	}
	f.Drop(fileNames(dir)...)
	return f, nil
}

// replaces returns an error if a folder has files with names of outputs that are not a run's but a replay's or a
// user's.
func replaces(dir string) error {
	s, err := summaryIn(dir)
	if err != nil || s != nil {
		return err
	}
	if names := fileNames(dir); len(names) > 0 {
		return fmt.Errorf("%s: would be lost, and there is no summary.json of a simulation that wrote it; name another folder, or remove it", filepath.Join(dir, names[0]))
	}
	return nil
}

// CheckRun returns an error if outputs in a folder differ from the names and lengths in its summary.json: they are of
// another run, or were changed. A folder without the summary of a run passes.
func CheckRun(dir string) error {
	s, err := summaryIn(dir)
	if s == nil || err != nil {
		return err
	}
	for _, name := range fileNames(dir) {
		path := filepath.Join(dir, name)
		if name == summaryName || name == "run.json" {
			continue
		}
		if !slices.Contains(s.Files, name) {
			return fmt.Errorf("%s: is not of the run whose summary.json is beside it, which wrote %s; remove it, or run cctrace sim into the folder again",
				path, strings.Join(s.Files, ", "))
		}
		info, err := os.Stat(path)
		if err != nil {
			return readfile.WithName(path, err)
		}
		if want, ok := s.FileBytes[name]; ok && info.Size() != want {
			return fmt.Errorf("%s: has %d bytes, and the run whose summary.json is beside it wrote %d; run cctrace sim into the folder again, or name the files one by one",
				path, info.Size(), want)
		}
	}
	return nil
}
