package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/companion"
)

// Setting is the size of the experiments: a table of paper.toml.
type Setting struct {
	Name string `toml:"name"`
	// Seeds are 1..Seeds.
	Seeds int `toml:"seeds"`
	// FatTree is the network of tables I and II, Flows the number of flows in each of their runs.
	FatTree string `toml:"fattree"`
	Flows   int    `toml:"flows"`
	// Bin is the width of the bins of throughput over time.
	Bin event.Time `toml:"bin_ps"`
	// Others reports whether other settings of the algorithms run besides the paper's, with
	// the first seed only.
	Others bool `toml:"others"`
	// Causes is the most changes that each section on causes tries, CauseSeeds the number of seeds for those of
	// tables I and II.
	Causes     int `toml:"causes"`
	CauseSeeds int `toml:"cause_seeds"`
	// Ranks are the processes a host of MPI_Alltoall, and Sizes its message sizes, bytes.
	Ranks []int    `toml:"ranks"`
	Sizes []uint64 `toml:"sizes"`
	// Traffic bounds the payload of an MPI_Alltoall run, bytes; there are 1 to Iterations iterations, and one to warm
	// up.
	Traffic    uint64 `toml:"traffic"`
	Iterations uint64 `toml:"iterations"`
	// AllToAllSeeds is the number of seeds of MPI_Alltoall.
	AllToAllSeeds int `toml:"alltoall_seeds"`
	// RegretSteps is the length of the runs of the bandit, RegretSeeds their number.
	RegretSteps int `toml:"regret_steps"`
	RegretSeeds int `toml:"regret_seeds"`
	// Phases is the number of compute phases of the synthetic application.
	Phases int `toml:"phases"`
}

// flowsAt64 is how many flows 64 hosts have in tables I and II.
const flowsAt64 = 1000

// size is that of companion systems.
func (s *Setting) size() companion.Size {
	return companion.Size(slices.Index(SettingNames(), s.Name))
}

// SettingNames lists the names that Named knows.
func SettingNames() []string {
	return collect.Of(paper().Setting, func(s Setting) string { return s.Name })
}

// Named returns a setting by its name: smoke (under 2 minutes of CPU), fast (under 10
// minutes), or full (the paper's sizes).
func Named(name string) (*Setting, error) {
	for _, s := range paper().Setting {
		if s.Name == name {
			return &s, nil
		}
	}
	return nil, fmt.Errorf("setting %q is not known%s; use %s", name, nearest.Hint(name, SettingNames()), strings.Join(SettingNames(), ", "))
}
