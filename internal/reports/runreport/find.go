package runreport

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/logs/replay"
	"smartnic-cc/internal/reports/views"
	"smartnic-cc/nicmodel/lab/scenario"
)

// Limits of a report.
const (
	// MaxRuns is how many runs stand in one report.
	MaxRuns = 32
	// maxDepth is how deep below a folder runs are looked for.
	maxDepth = 3
	// maxJSON is the largest summary that is read, and maxText the longest text shown.
	maxJSON = 64 << 20
	maxText = 256 << 10
	// maxEntries is how many files are looked at.
	maxEntries = 100_000
)

// Source is what was found of one run or replay.
type Source struct {
	*views.Run
	// Dir is the folder of a run of cctrace sim or of a replay, "" of a single log.
	Dir string
	// Summary and Origin are those of a run; nil if there are none.
	Summary *scenario.Summary
	Origin  *scenario.Origin
	// Replay is the summary of a replay (cctrace replay --json): that of its folder, or the file next to a log under
	// its name with .json. Replayed says what a replay with a folder was made from. They are nil if there are none.
	Replay   *replay.Summary
	Replayed *Replayed
	// Printed is the file next to the log under its name with .txt.
	Printed string
	// Others are files that the report does not draw, with what they are.
	Others [][2]string

	paths []string // to read
}

// finder walks the arguments.
type finder struct {
	list    []*Source
	entries int
}

// Find looks for runs in folders and files, in the order of the arguments and by name
// below them, and reads them. Labels go with the arguments that are one run.
func Find(args, labels []string, o *views.Options) ([]*Source, error) {
	if len(args) == 0 {
		return nil, errors.New("name a folder, or several, or logs")
	}
	if len(labels) > len(args) {
		return nil, fmt.Errorf("label: %d labels for %d arguments; give at most one each, in their order", len(labels), len(args))
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	f := &finder{}
	for i, arg := range args {
		before := len(f.list)
		if err := f.argument(arg); err != nil {
			return nil, err
		}
		found := f.list[before:]
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: holds no rate log and no outputs of cctrace sim, nor do folders up to %d below it", arg, maxDepth)
		}
		if i < len(labels) {
			if len(found) > 1 {
				return nil, fmt.Errorf("label: %s holds %d runs; name them one by one to give them labels", arg, len(found))
			}
			found[0].Label = labels[i]
		}
		if len(f.list) > MaxRuns {
			return nil, fmt.Errorf("%s: with it there are %d runs, and a report takes %d; name some of them", arg, len(f.list), MaxRuns)
		}
	}
	distinct(f.list)
	for _, s := range f.list {
		for _, path := range s.paths {
			if err := s.Add(path, o); err != nil {
				return nil, err
			}
		}
	}
	if len(o.Conns) == 0 && o.From == 0 && o.To == 0 {
		return f.list, nil // a run without logs has its summary still
	}
	return f.list, views.CheckNotEmpty(runs(f.list), o)
}

// distinct gives runs of one label those of their folders, and if need be by numbers.
func distinct(list []*Source) {
	count := map[string]int{}
	for _, s := range list {
		count[s.Label]++
	}
	for _, s := range list {
		if count[s.Label] > 1 {
			where := s.Dir
			if where == "" && len(s.paths) > 0 {
				where = filepath.Dir(s.paths[0])
			}
			s.Label = filepath.Base(filepath.Dir(filepath.Clean(where)+"/x")) + "/" + s.Label
			if parent := filepath.Base(filepath.Dir(filepath.Clean(where))); s.Dir != "" && parent != "." {
				s.Label = parent + "/" + filepath.Base(filepath.Clean(where))
			}
		}
	}
	used := map[string]bool{}
	for _, s := range list {
		label := s.Label
		for n := 2; used[s.Label]; n++ {
			s.Label = fmt.Sprintf("%s (%d)", label, n)
		}
		used[s.Label] = true
	}
}

func (f *finder) argument(arg string) error {
	info, err := os.Stat(arg)
	if err != nil {
		return readfile.WithName(arg, err)
	}
	if info.IsDir() {
		return f.folder(arg, 0)
	}
	if _, err := views.Recognise(arg); err != nil {
		return err
	}
	return f.log(arg)
}

// folder takes what is in a folder, and then in those below it.
func (f *finder) folder(dir string, depth int) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return readfile.WithName(dir, err)
	}
	if f.entries += len(entries); f.entries > maxEntries {
		return fmt.Errorf("%s: more than %d files; name the folders of the runs", dir, maxEntries)
	}
	outputs, err := views.Outputs(dir)
	if err != nil {
		return err
	}
	if err := scenario.CheckRun(dir); err != nil {
		return err
	}
	s := &Source{Run: &views.Run{Label: views.LabelOf(filepath.Join(dir, "rates.csv"))}, Dir: dir, paths: outputs}
	summary, err := readJSON(filepath.Join(dir, "summary.json"))
	if err != nil {
		return err
	}
	run, err := readJSON(filepath.Join(dir, "run.json"))
	if err != nil {
		return err
	}
	s.Summary, s.Replay = summaryOf(summary), replaySummaryOf(summary)
	s.Origin, s.Replayed = originOf(run), replayedOf(run)
	if s.Summary != nil || len(outputs) > 0 {
		f.list = append(f.list, s)
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			if depth < maxDepth {
				if err := f.folder(path, depth+1); err != nil {
					return err
				}
			}
		case !e.Type().IsRegular():
		case isLog(e.Name()) && !scenario.IsOutput(e.Name()):
			// Files of other kinds with such endings are passed over.
			if _, err := views.Recognise(path); err == nil {
				if err := f.log(path); err != nil {
					return err
				}
			}
		case !slices.Contains(outputs, path):
			if what := describe(e.Name()); what != "" {
				s.Others = append(s.Others, [2]string{path, what})
			}
		}
	}
	return nil
}

// isLog reports whether a name may be that of a log.
func isLog(name string) bool {
	name = strings.TrimSuffix(name, ".gz")
	return slices.Contains([]string{".csv", ".jsonl", ".ndjson", ".fct"}, filepath.Ext(name))
}

// describe returns what an output of cctrace sim is that the report does not draw.
func describe(name string) string {
	switch name {
	case "capture.pcapng":
		return "packets as the senders saw them; for Wireshark, and cctrace replay"
	case "timeline.json":
		return "what the cores did; open it in Perfetto (ui.perfetto.dev)"
	case "probe.csv":
		return "readings of the probe, each with its truth"
	case "summary.json":
		return "the numbers above"
	case "run.json":
		return "parameters, and the scenario or the command"
	case "completions.fct":
		return "completions in the HPCC family's form"
	case "near.fct":
		return "completions within sites; cctrace plot draws them beside far.fct"
	case "far.fct":
		return "completions between sites"
	}
	return ""
}

// log takes a single log, with the files next to it under its name.
func (f *finder) log(path string) error {
	s := &Source{Run: &views.Run{Label: views.LabelOf(path)}, paths: []string{path}}
	base := strings.TrimSuffix(path, ".gz")
	base = strings.TrimSuffix(base, filepath.Ext(base))
	text, err := readJSON(base + ".json")
	if err != nil {
		return err
	}
	s.Replay = replaySummaryOf(text)
	if b := readSome(base+".txt", maxText); b != nil {
		s.Printed = string(b)
	}
	f.list = append(f.list, s)
	return nil
}

// readJSON reads a JSON file next to a log, nil if it does not exist. A file that is not JSON is an error: a report
// without it would look as if there had been none.
func readJSON(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	b, err := readfile.File(path, maxJSON, "no summary or parameters of a run are so long; move it elsewhere")
	if err != nil {
		return nil, err
	}
	var any json.RawMessage
	err = json.Unmarshal(b, &any)
	if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
		if int(syntax.Offset) >= len(b) {
			return nil, fmt.Errorf("%s: offset %d: the file is cut off there; make it again with the command that wrote it, or remove it to report without", path, len(b))
		}
		return nil, fmt.Errorf("%s: offset %d: no JSON (%w); make it again with the command that wrote it, or remove it to report without", path, syntax.Offset-1, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// readSome reads a file that is there and no longer than most; else it returns nil.
func readSome(path string, most int64) []byte {
	b, err := readfile.File(path, most, "")
	if err != nil {
		return nil
	}
	return b
}

// summaryOf reads the summary of a run; nil if it is something else.
func summaryOf(b []byte) *scenario.Summary {
	var s scenario.Summary
	if b == nil || json.Unmarshal(b, &s) != nil || s.Digest == "" {
		return nil
	}
	return &s
}

func originOf(b []byte) *scenario.Origin {
	var o scenario.Origin
	if b == nil || json.Unmarshal(b, &o) != nil || o.Text == "" {
		return nil
	}
	return &o
}
