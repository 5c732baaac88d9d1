package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/nicmodel/lab/hpccfiles"
	"smartnic-cc/nicmodel/lab/scenario"
)

const cwdHelp = "folder that the paths of a configuration of HPCC's simulator are relative to (default the one above the configuration's own)"

const exactHelp = "compute as HPCC's simulator does, to the ns: with its configuration (a scenario has a table [exact])"

// configOf reads a configuration of HPCC's simulator; nil if a file is something else, or cannot be read.
func configOf(path, cwd string, exact bool) (*hpccfiles.Config, error) {
	if isConfig(path) {
		c, err := hpccfiles.Read(path, cwd)
		if err == nil {
			c.Exact = exact
		}
		return c, err
	}
	if exact {
		return nil, fmt.Errorf("exact: %s is no configuration of HPCC's simulator; give a scenario the table [exact], and leave --exact out", path)
	}
	if cwd != "" {
		return nil, fmt.Errorf("cwd: %s is no configuration of HPCC's simulator; leave --cwd out, it has no effect on other files", path)
	}
	return nil, nil
}

// isConfig looks at the first bytes of a regular file.
func isConfig(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 4096))
	return err == nil && hpccfiles.Is(head)
}

// read reads a scenario, or what a configuration is as one.
func (s *simRun) read(env cli.Env, path string) (*scenario.Scenario, error) {
	var err error
	if s.config, err = configOf(path, s.cwd, s.exact); err != nil {
		return nil, err
	}
	if s.config == nil {
		return scenario.Read(path, s.set...)
	}
	text, notes, err := s.config.Scenario(".")
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		fmt.Fprintf(env.Stderr, "%s: note: %s\n", path, note)
	}
	// Its lines are those of what convert writes.
	return scenario.Parse(text, path+" as a scenario", s.set...)
}

// scenarioOf writes a configuration as a scenario.
func (c *conversion) scenarioOf(env cli.Env, config *hpccfiles.Config) error {
	if c.to != "" || c.snapLen != 0 || c.asJSON {
		return errors.New("convert: a configuration of HPCC's simulator becomes a scenario; --to, --snap-len and --json have no effect on it, leave them out")
	}
	text, notes, err := config.Scenario(filepath.Dir(c.out))
	if err != nil {
		return err
	}
	for _, note := range notes {
		fmt.Fprintf(env.Stderr, "%s: note: %s\n", config.Name, note)
	}
	return env.Write(c.out, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
