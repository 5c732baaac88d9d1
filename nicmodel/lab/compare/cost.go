package compare

import (
	"math"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/cost"
)

// Cost is what an algorithm costs on a NIC.
type Cost struct {
	// State is the size of a connection's state, bytes.
	State int `json:"state_bytes"`
	// Cycles are those of the costliest step at worst, by target (docs/ports.md).
	Cycles map[string]float64 `json:"cycles,omitempty"`
	// Step is that step on Target.
	Step string `json:"step,omitempty"`
}

// Target is the profile of costs that tables show: NVIDIA's data-path accelerator.
const Target = "dpa"

// targets are the profiles in cycles that reports show.
var targets = []string{Target, "nic64", "generic32"}

// cost returns the cost of an algorithm, only the state if the compiler has no instance of it (docs/ports.md).
func (c *Contender) cost() (Cost, error) {
	if c.setup == nil {
		return Cost{}, nil
	}
	t := c.setup.Algorithm.Def
	out := Cost{State: t.State.Size()}
	p := c.program
	if p == nil {
		var err error
		if p, err = codegen.Firmware(); err != nil {
			return out, err
		}
	}
	if t = p.Transducer(t.Name); t == nil {
		return out, nil
	}
	host, err := cost.LoadProfile("x86-64") // chooses the worst path, as in ccgen cost
	if err != nil {
		return out, err
	}
	steps, err := cost.NewModel(cost.StepsOf(p, t)).Measure(host, nil, nil)
	if err != nil {
		return out, err
	}
	out.Cycles = map[string]float64{}
	for _, name := range targets {
		profile, err := cost.LoadProfile(name)
		if err != nil {
			return out, err
		}
		for i := range steps {
			_, worst := profile.Of(&steps[i])
			worst = math.Round(1000*worst) / 1000
			if worst > out.Cycles[name] {
				out.Cycles[name] = worst
				if name == Target {
					out.Step = steps[i].Name
				}
			}
		}
	}
	return out, nil
}
