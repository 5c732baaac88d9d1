package reproduce

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/text/nearest"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/companion"
)

// Setting is how large the experiments are.
type Setting struct {
	Name string
	// Size is that of companion systems.
	Size companion.Size
	// Seeds are 1..Seeds.
	Seeds int
	// FatTree is the network of tables I and II, Flows how many flows there are in each of
	// their runs.
	FatTree string
	Flows   int
	// Bin is the width of the bins of throughput over time.
	Bin event.Time
	// Others reports whether other settings of the algorithms run beside the paper's, with
	// the first seed only.
	Others bool
	// Causes is how many changes each section on causes tries at most, CauseSeeds with how
	// many seeds those of tables I and II run.
	Causes, CauseSeeds int
	// Ranks are the processes a host of MPI_Alltoall, and Sizes its message sizes, bytes.
	Ranks []int
	Sizes []uint64
	// Traffic bounds the payload of an MPI_Alltoall run, bytes; there is one iteration at
	// least, and one to warm up, and at most Iterations.
	Traffic    uint64
	Iterations int
	// AllToAllSeeds is how many of the seeds MPI_Alltoall runs with.
	AllToAllSeeds int
	// RegretSteps is the length of the runs of the bandit, RegretSeeds their number.
	RegretSteps, RegretSeeds int
	// Phases is the number of compute phases of the synthetic application.
	Phases int
}

// mostRanks is the largest number of processes a host.
func (s *Setting) mostRanks() int { return s.Ranks[len(s.Ranks)-1] }

// powers returns powers of 2 from 2^from to 2^to, each step-th.
func powers(from, to, step int) []uint64 {
	var list []uint64
	for i := from; i <= to; i += step {
		list = append(list, 1<<i)
	}
	return list
}

// The numbers of flows in tables I and II. That of 1024 hosts is fitted to table I
// (docs/sample/fit-dolcerc.toml); 64 hosts have as many a host.
const (
	flowsAt1024 = 16_000
	flowsAt64   = flowsAt1024 * 64 / 1024
)

var settings = []Setting{
	{
		Name: companion.Smoke.String(), Size: companion.Smoke, Seeds: 1, FatTree: "fattree64", Flows: 400, Bin: 20 * event.Microsecond, Causes: 3, CauseSeeds: 1,
		Ranks: []int{4}, Sizes: powers(10, 16, 3), Traffic: 100_000_000, Iterations: 3, AllToAllSeeds: 1,
		RegretSteps: 5000, RegretSeeds: 2, Phases: 3,
	},
	{
		Name: companion.Fast.String(), Size: companion.Fast, Seeds: 5, FatTree: "fattree64", Flows: flowsAt64, Bin: 50 * event.Microsecond, Others: true, Causes: 100, CauseSeeds: 1,
		Ranks: []int{16, 40}, Sizes: powers(1, 16, 5), Traffic: 2_000_000_000, Iterations: 3, AllToAllSeeds: 1,
		RegretSteps: 50_000, RegretSeeds: 5, Phases: 5,
	},
	{
		Name: companion.Full.String(), Size: companion.Full, Seeds: 5, FatTree: "fattree1024", Flows: flowsAt1024, Bin: 50 * event.Microsecond, Others: true, Causes: 100, CauseSeeds: 3,
		Ranks: []int{16, 40}, Sizes: powers(0, 20, 1), Traffic: 20_000_000_000, Iterations: 10, AllToAllSeeds: 3,
		RegretSteps: 200_000, RegretSeeds: 20, Phases: 20,
	},
}

// SettingNames lists the names that Named knows.
func SettingNames() []string {
	names := make([]string, len(settings))
	for i := range settings {
		names[i] = settings[i].Name
	}
	return names
}

// Named returns a setting by its name: smoke (under 2 minutes of CPU), fast (under 10
// minutes), or full (the paper's sizes).
func Named(name string) (*Setting, error) {
	for i := range settings {
		if settings[i].Name == name {
			s := settings[i]
			return &s, nil
		}
	}
	return nil, fmt.Errorf("setting %q is not known%s; use %s", name, nearest.Hint(name, SettingNames()), strings.Join(SettingNames(), ", "))
}
