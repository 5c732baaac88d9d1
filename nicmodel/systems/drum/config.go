package drum

import (
	"fmt"

	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/systems/drum/topk"
)

// Capacity is the form of the bounds of the rates.
type Capacity uint8

const (
	// CapacityLinear bounds the sums of the rates.
	CapacityLinear Capacity = iota
	// CapacitySumLog bounds the sums of their logarithms, as the paper does. Check refuses it.
	CapacitySumLog
)

// String returns the form, as in "linear".
func (c Capacity) String() string {
	return enum.Name(c, "linear", "sum log")
}

// Update is how u is updated.
type Update uint8

const (
	// UpdateHost adds each host's residual a x - z to its own u.
	UpdateHost Update = iota
	// UpdateShared adds the sum of all hosts' residuals to one u.
	UpdateShared
	// UpdatePrinted adds the sum of a x + z to one u: equation (7) as printed.
	UpdatePrinted
)

// String returns the name, as in "host".
func (u Update) String() string {
	return enum.Name(u, "host", "shared", "printed")
}

// Config is a problem of equal hosts, each with different factors.
type Config struct {
	// Hosts is n, Apps is m, 1 to 65536. Active is k, 1 to 32.
	Hosts, Apps, Active int
	// IssueBudget is Q and PollBudget is C, UQ30.16. PaperBudgets gives the paper's.
	IssueBudget, PollBudget uint64
	// Hard sets x = z = 0 for applications that are not selected: their QPs are suspended. Otherwise they count in
	// the budgets and in the cost of polling, as in the paper.
	Hard bool
	// Rule selects.
	Rule topk.Rule
	// Iterations is their number, 20 in the paper. A host stops earlier when its Residual is below Tolerance,
	// UQ32.32; with 0 it does not, and a run with one u for all hosts never does.
	Iterations int
	Tolerance  uint64
	Capacity   Capacity
	Update     Update
	// Seed is of the factors.
	Seed uint64
}

// Paper returns the problem of the paper's simulations of n hosts with m applications: k = 20, q = 25,
// c = 15, 20 iterations. If it is hard there are k rates, and the budgets are those of k.
func Paper(hosts, apps int, hard bool) Config {
	c := Config{Hosts: hosts, Apps: apps, Active: min(20, apps), Hard: hard, Iterations: 20, Seed: 1}
	rates := apps
	if hard {
		rates = c.Active
	}
	c.IssueBudget, c.PollBudget = PaperBudgets(rates)
	return c
}

// Check returns what is wrong with a problem.
func (c *Config) Check() error {
	switch {
	case c.Hosts < 1 || c.Hosts > 1<<20:
		return fmt.Errorf("drum: %d hosts; use 1 to %d", c.Hosts, 1<<20)
	case c.Apps < 1 || c.Apps > 1<<16:
		return fmt.Errorf("drum: %d applications; use 1 to %d", c.Apps, 1<<16)
	case c.Active < 1 || c.Active > topk.Most || c.Active > c.Apps:
		return fmt.Errorf("drum: %d active applications of %d; use 1 to %d", c.Active, c.Apps, min(topk.Most, c.Apps))
	case c.Capacity == CapacitySumLog && c.Apps > 5:
		return fmt.Errorf("drum: a bound of the sum of logarithms has no maximum for %d applications (more than 5): "+
			"one rate grows and the others shrink without end; use linear budgets", c.Apps)
	case c.Capacity != CapacityLinear:
		return fmt.Errorf("drum: a bound of the sum of logarithms is no convex set; use linear budgets")
	case c.IssueBudget < 1<<16 || c.IssueBudget > 1<<46 || c.PollBudget < 1<<16 || c.PollBudget > 1<<46:
		return fmt.Errorf("drum: budgets %d and %d are out of range %d to %d (1 to 2^30 in UQ30.16)", c.IssueBudget, c.PollBudget, 1<<16, int64(1)<<46)
	case c.Rule > topk.RuleRotating:
		return fmt.Errorf("drum: rule %d of selection; rules are 0 to %d", c.Rule, topk.RuleRotating)
	case c.Update > UpdatePrinted:
		return fmt.Errorf("drum: update %d; updates are 0 to %d", c.Update, UpdatePrinted)
	case c.Iterations < 1 || c.Iterations > 1_000_000:
		return fmt.Errorf("drum: %d iterations; use 1 to 1000000", c.Iterations)
	}
	return nil
}

// PaperBudgets returns Q = m e^(25/m) and C = m e^(15/m) in UQ30.16, rounded down, for m rates, 1 to
// 65536; at most 2^30.
func PaperBudgets(apps int) (issue, poll uint64) {
	return expBudget(uint64(apps), 25), expBudget(uint64(apps), 15)
}

// expBudget returns min(m e^(q/m), 2^30) in UQ30.16 by its series; q is below 64.
func expBudget(m, q uint64) uint64 {
	const guard = 14
	term := m << (16 + guard)
	sum := uint64(0)
	for i := uint64(1); term != 0 && sum>>guard < 1<<46; i++ {
		sum += term
		term = term * q / (m * i)
	}
	return min(sum>>guard, 1<<46)
}

// factors draws a host's a_j in UQ4.16: the paper's "normal within [1, 10]" is taken as the normal distribution of
// mean 5.5 and deviation 1.5, the sum of 12 uniform numbers, redrawn outside.
func factors(a []uint32, seed uint64, host int) {
	s := random.New(seed, "drum-factor", uint64(host))
	for i := range a {
		for {
			sum := int64(-6 << 32)
			for range 12 {
				sum += int64(s.Uint32())
			}
			v := int64(11<<15) + (sum*3)>>17
			if v >= 1<<16 && v <= 10<<16 {
				a[i] = uint32(v)
				break
			}
		}
	}
}
