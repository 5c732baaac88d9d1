package compare

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/nicmodel/lab/sweep"
)

// Bounds of a comparison.
const (
	// MaxContenders bounds its contenders, MaxSeeds its seeds.
	MaxContenders = 32
	MaxSeeds      = 1000

	maxFile = 1 << 20
)

// Options of a comparison.
type Options struct {
	// Seeds is the number of seeds, from the scenario's run.seed on; 0 means 1.
	Seeds int
	// Set are changes of the scenario for all contenders, as cctrace sim --set takes them.
	Set []string
	// Native are algorithms of folders that are linked in.
	Native []folder.Native
}

// Comparison is a scenario with contenders, parsed and checked.
type Comparison struct {
	// Name is the name of the scenario's file without folder and ending, Title its title.
	Name, Title string
	Contenders  []*Contender
	Seeds       []uint64

	path     string
	set      []string
	scenario *scenario.Scenario
	points   []experiment.Point // by seed, then by contender: early results are comparable
}

// New reads a scenario, and parses the names of the contenders. It derives the configuration of each, so that most
// faults are found before anything runs. Errors name the scenario's key or the contender.
func New(path string, names []string, o Options) (*Comparison, error) {
	text, err := readfile.Any(path, maxFile, "a scenario is a short TOML file")
	if err != nil {
		return nil, err
	}
	for _, set := range o.Set {
		if key, _, _ := strings.Cut(set, "="); strings.HasSuffix(strings.TrimRight(key, "+ "), ".algorithm") || strings.HasSuffix(strings.TrimRight(key, "+ "), ".profile") {
			return nil, fmt.Errorf("set: %.60q is for one contender; name that with its set of parameters, as in dcqcn:connectx", set)
		}
	}
	s, err := scenario.Parse(text, path, o.Set...)
	if err != nil {
		return nil, err
	}
	s.SetFolder(filepath.Dir(path))
	switch {
	case len(names) < 2:
		return nil, fmt.Errorf("%s: %s to compare; name two or more, as in dcqcn dolcerc:dolcerc-recommended ./mycc", path, plural.Of(len(names), "algorithm"))
	case len(names) > MaxContenders:
		return nil, fmt.Errorf("%d algorithms; compare at most %d", len(names), MaxContenders)
	case o.Seeds < 0 || o.Seeds > MaxSeeds:
		return nil, fmt.Errorf("seeds: %d; use 1 to %d", o.Seeds, MaxSeeds)
	}
	c := &Comparison{Name: s.Name(), Title: s.Title, path: path, set: o.Set, scenario: s}
	var points []experiment.Point // a contender each
	source := &experiment.Source{Text: text, Path: path, Native: o.Native}
	hashes := experiment.FileHashes{}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("%s: is named twice; name each contender once", name)
		}
		one, err := contender(s, name, o.Native)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		c.Contenders = append(c.Contenders, one)
		one.Set = s.WithAlgorithm(one.Algorithm, one.named)
		one.Written = len(one.Set) == 0
		p := experiment.Point{Scenario: c.Name, Source: source, Set: slices.Concat(one.Set, o.Set), Partial: true, Detail: true}
		if err := c.derive(one, &p, hashes); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		points = append(points, p)
	}
	for i := range max(o.Seeds, 1) {
		c.Seeds = append(c.Seeds, points[0].Seed+uint64(i))
		for _, p := range points {
			p.Seed = c.Seeds[i]
			c.points = append(c.points, p)
		}
	}
	return c, nil
}

// derive derives the configuration of a contender, and from it the seed and the files of its point.
func (c *Comparison) derive(one *Contender, p *experiment.Point, hashes experiment.FileHashes) error {
	s, err := scenario.Parse(p.Source.Text, c.path, p.Set...)
	if err != nil {
		return err
	}
	s.SetFolder(filepath.Dir(c.path))
	config, err := s.Config()
	if err != nil {
		return err
	}
	one.settle(s, config)
	p.Seed = config.Seed
	if p.Files, err = hashes.Of(p); err != nil {
		return err
	}
	p.Files += one.source()
	return nil
}

// Run has an engine run the points, in one round, and reports. An error of the engine ends it; the next Run reuses
// the results so far.
func (c *Comparison) Run(e sweep.Engine) (*Report, error) {
	res, err := e.Run(&sweep.Round{Number: 1, Points: c.points})
	if err != nil {
		return nil, err
	}
	of := func(contender, seed int) *experiment.Result {
		return res.Of(c.points[seed*len(c.Contenders)+contender])
	}
	return c.report(res.Model(), of)
}
