package views

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/rowfile"
	"smartnic-cc/nicmodel/lab/scenario"
)

// Collect reads files and folders into runs. A folder is a run of cctrace sim; files with
// one label are one run. Labels go with the arguments in their order; an argument without
// one is called after its folder if it is a folder or has the name of an output of
// cctrace sim, and after its file otherwise. A folder whose outputs are of several runs is
// refused.
func Collect(args, labels []string, o *Options) ([]*Run, error) {
	if len(args) == 0 {
		return nil, errors.New("name the logs, or folders of cctrace sim")
	}
	if len(labels) > len(args) {
		return nil, fmt.Errorf("label: %d labels for %d arguments; give at most one each, in their order", len(labels), len(args))
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	var runs []*Run
	byLabel := map[string]*Run{}
	for i, arg := range args {
		files, label, err := expand(arg)
		if err != nil {
			return nil, err
		}
		if i < len(labels) {
			label = labels[i]
		}
		r := byLabel[label]
		if r == nil {
			r = &Run{Label: label}
			byLabel[label] = r
			runs = append(runs, r)
		}
		for _, f := range files {
			if err := r.Add(f, o); err != nil {
				return nil, err
			}
		}
	}
	return runs, CheckNotEmpty(runs, o)
}

// CheckNotEmpty returns an error if nothing of the runs is left to draw.
func CheckNotEmpty(runs []*Run, o *Options) error {
	var passed []string
	some, conns := false, false
	for _, r := range runs {
		some = some || !r.Empty()
		conns = conns || len(r.Conns) > 0 || len(r.Messages) > 0 || r.traffic != nil
		passed = append(passed, r.Passed...)
	}
	switch {
	case len(o.Conns) > 0 && len(passed) > 0 && !conns:
		for i := range passed {
			passed[i] = quote(passed[i])
		}
		return fmt.Errorf("conn: no connection's name contains %s; there are %s", strings.Join(o.Conns, " or "), strings.Join(passed[:min(3, len(passed))], ", "))
	case some:
		return nil
	case len(o.Queues) > 0 || o.From > 0 || o.To > 0 || len(o.Conns) > 0:
		return errors.New("nothing is left to draw: widen --from and --to, or leave --conn and --queue out")
	}
	return errors.New("nothing to draw: the files have no rows")
}

// Outputs lists the files in a folder that are outputs of cctrace sim and can be drawn, in
// a fixed order.
func Outputs(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, readfile.WithName(dir, err)
	}
	var files []string
	fct := ""
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !IsOutput(name) {
			continue
		}
		if name == "completions.fct" {
			fct = filepath.Join(dir, name)
			continue
		}
		files = append(files, filepath.Join(dir, name))
	}
	// The two forms of completions say the same; the CSV has more digits.
	if fct != "" && !slices.Contains(files, filepath.Join(dir, "completions.csv")) {
		files = append(files, fct)
	}
	slices.Sort(files)
	return files, nil
}

// IsOutput reports whether a name is that of an output of cctrace sim that can be drawn.
func IsOutput(name string) bool {
	switch name {
	case "completions.csv", "completions.fct", "pending.csv", "queues.csv", "pauses.csv", "rates.csv", "throughput.csv":
		return true
	}
	ok, _ := filepath.Match("rates-*.csv", name) // the pattern is well formed
	return ok
}

// expand lists the files of an argument, and what it is called.
func expand(arg string) (files []string, label string, err error) {
	if arg == rowfile.Stdin {
		return []string{arg}, "standard input", nil
	}
	info, err := os.Stat(arg)
	if err != nil {
		return nil, "", readfile.WithName(arg, err)
	}
	if !info.IsDir() {
		return []string{arg}, LabelOf(arg), nil
	}
	if files, err = Outputs(arg); err != nil {
		return nil, "", err
	}
	if err := scenario.CheckRun(arg); err != nil {
		return nil, "", err
	}
	if len(files) == 0 {
		return nil, "", fmt.Errorf("%s: the folder has no rates.csv, throughput.csv, queues.csv, pauses.csv or completions; name the files, or a folder that cctrace sim wrote", arg)
	}
	return files, folderName(arg), nil
}

// LabelOf is what a file is called: after its folder if it is an output of cctrace sim.
func LabelOf(path string) string {
	if IsOutput(filepath.Base(path)) {
		return folderName(filepath.Dir(path))
	}
	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// folderName is what a folder is called: its name without .out.
func folderName(dir string) string {
	name := filepath.Base(dir)
	if name == "." || name == ".." {
		if abs, err := filepath.Abs(dir); err == nil {
			name = filepath.Base(abs)
		}
	}
	return strings.TrimSuffix(name, ".out")
}
