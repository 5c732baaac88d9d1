package drum

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/systems/drum/budget"
	"smartnic-cc/nicmodel/systems/drum/topk"
)

// sizes are the paper's m.
var sizes = []int{50, 500, 5000}

// within reports after which iteration a value stays within a share of the limit.
func within(objective []float64, limit, share float64) int {
	n := len(objective)
	for n > 0 && math.Abs(objective[n-1]-limit) <= share*math.Abs(limit) {
		n--
	}
	return n + 1
}

// TestConvergence: the objective is within 0.5 % of the optimum after at most 20 iterations and stays, and
// equation (8) does not rise by more than a thousandth. The optimum is the oracle's, not that of a long run.
func TestConvergence(t *testing.T) {
	for _, m := range sizes {
		for _, hard := range []bool{false, true} {
			c := Paper(1, m, hard)
			hosts := 3
			if m == 5000 && !hard {
				hosts = 1
			}
			for i := range hosts {
				h := NewHost(&c, i)
				h.SelectFirst()
				o := solve(h)
				var objective []float64
				last := o.lyapunov(h)
				for k := range 20 {
					h.Iterate()
					objective = append(objective, h.Objective())
					v := o.lyapunov(h)
					require.LessOrEqual(t, v, last*1.001+1e-3, "m %d, hard %t, host %d, iteration %d", m, hard, i, k+1)
					last = v
				}
				at := within(objective, o.objective, 0.005)
				t.Logf("m %d, hard %t, host %d: %d iterations, objective %.4f of %.4f", m, hard, i, at, h.Objective(), o.objective)
				require.LessOrEqual(t, at, 20)
			}
		}
	}
}

// TestResidual: the sum over all hosts of the paper's figures 4 and 5 after 10 iterations.
func TestResidual(t *testing.T) {
	for _, k := range []struct {
		hosts, apps int
		limit       float64
	}{{100, 50, 1}, {1000, 500, 10}} {
		hosts := k.hosts
		if k.apps > 50 {
			hosts /= 10 // hosts are alike: the sum of a tenth, ten times
		}
		c := Paper(hosts, k.apps, false)
		c.Iterations = 10
		r, err := Run(&c, 0)
		require.NoError(t, err)
		sum := r.Residual[9] * float64(k.hosts) / float64(hosts)
		t.Logf("n %d, m %d: %.3f", k.hosts, k.apps, sum)
		require.Less(t, sum, k.limit)
	}
}

// TestOracle: with enough iterations the rates are those of the oracle.
func TestOracle(t *testing.T) {
	for _, m := range []int{50, 500} {
		for _, hard := range []bool{false, true} {
			c := Paper(1, m, hard)
			h := NewHost(&c, 7)
			h.SelectFirst()
			o := solve(h)
			for range 60 {
				h.Iterate()
			}
			worst := 0.0
			for _, j := range h.members {
				worst = max(worst, math.Abs(float64(h.X[j])/65536/o.x[j]-1))
			}
			off := math.Abs(h.Objective()/o.objective - 1)
			t.Logf("m %d, hard %t: x off by %.2g, the objective by %.2g", m, hard, worst, off)
			require.LessOrEqual(t, worst, 0.005)
			require.LessOrEqual(t, off, 0.001)
		}
	}
}

// TestSearch: the search for prices finds what bisection by package budget does, in fewer sums.
func TestSearch(t *testing.T) {
	c := Paper(1, 50, false)
	h := NewHost(&c, 3)
	h.SelectFirst()
	sums, bisected := uint64(0), uint64(0)
	for range 12 {
		for _, k := range []struct {
			limit, before uint64
			demand        func(uint64) uint64
		}{{c.IssueBudget, h.IssuePrice, h.issue}, {c.IssueBudget / 3, h.IssuePrice, h.issue}, {c.PollBudget, h.PollPrice, h.poll}, {c.PollBudget / 4, 0, h.poll}} {
			p := budget.Params{Budget: k.limit}
			var s budget.State
			budget.Init(&p, &s)
			h.demands = 0
			for !s.Done {
				budget.Step(&p, &s, &budget.Event{Sum: k.demand(s.Try)})
			}
			bisected += h.demands
			h.demands = 0
			require.Equal(t, s.Low, search(k.limit, k.before, k.demand))
			sums += h.demands
			last := k.demand(s.Low)
			require.LessOrEqual(t, last, k.limit)
			if s.Low > 0 {
				require.Greater(t, k.demand(s.Low-1), k.limit)
			}
		}
		h.Iterate()
	}
	require.Less(t, 2*sums, bisected)
}

// TestPrintedDiverges: with the update as printed u grows in each iteration and never stops.
func TestPrintedDiverges(t *testing.T) {
	c := Paper(1, 50, false)
	c.Update = UpdatePrinted
	last := uint64(0)
	for _, n := range []int{10, 20, 40, 80, 160} {
		c.Iterations = n
		r, err := Run(&c, 1)
		require.NoError(t, err)
		require.Greater(t, float64(r.Largest), 1.5*float64(last), "u after %d iterations", n)
		require.Greater(t, r.Residual[n-1], 1.0)
		last = r.Largest
	}
	c.Update, c.Iterations = UpdateHost, 160
	r, err := Run(&c, 1)
	require.NoError(t, err)
	require.Less(t, float64(r.Largest)/65536, 100.0)
}

// TestSharedStalls: with one u of 20 hosts the residual stays above 1, with one of each it is below 1/1000
// after 20 iterations.
func TestSharedStalls(t *testing.T) {
	c := Paper(20, 50, false)
	r, err := Run(&c, 0)
	require.NoError(t, err)
	t.Logf("u of each host: residual %.2g after 20 iterations", r.Residual[19])
	require.Less(t, r.Residual[19], 1e-3)
	c.Update, c.Iterations = UpdateShared, 200
	r, err = Run(&c, 0)
	require.NoError(t, err)
	t.Logf("one u: residual %.3g after 20, %.3g after 100, %.3g after 200", r.Residual[19], r.Residual[99], r.Residual[199])
	require.Greater(t, r.Residual[199], 1.0)
}

// TestRefused: what cannot be solved is refused with the reason.
func TestRefused(t *testing.T) {
	c := Paper(1, 50, false)
	require.NoError(t, c.Check())
	for want, change := range map[string]func(*Config){
		"has no maximum for 6 applications (more than 5)": func(c *Config) { c.Apps, c.Active, c.Capacity = 6, 6, CapacitySumLog },
		"no convex set":     func(c *Config) { c.Apps, c.Active, c.Capacity = 5, 5, CapacitySumLog },
		"0 hosts; use 1 to": func(c *Config) { c.Hosts = 0 },
		"33 active applications of 50; use 1 to 32": func(c *Config) { c.Active = 33 },
		"budgets 7 and":      func(c *Config) { c.IssueBudget = 7 },
		"0 iterations":       func(c *Config) { c.Iterations = 0 },
		"70000 applications": func(c *Config) { c.Apps = 70000 },
		"rule 9":             func(c *Config) { c.Rule = 9 },
	} {
		bad := c
		change(&bad)
		_, err := Run(&bad, 1)
		require.ErrorContains(t, err, want)
	}
}

// TestUnbounded shows what Check refuses: with the sum of the logarithms bounded, one rate up by e^Y and
// the others down by e^(-Y/(m-1)) stays within the bound, and the utility grows without end for m = 6.
func TestUnbounded(t *testing.T) {
	value := func(m int, y float64) float64 {
		small := math.Exp(-y / float64(m-1))
		return 2*math.Exp(y/2) - float64(m-1)/(small*small)
	}
	require.Greater(t, value(6, 40), 2*value(6, 30))
	require.Greater(t, value(6, 30), 1e5)
	require.Less(t, value(5, 40), 0.0)
}

// TestThreads: any number of threads gives the same bits, and a host does not depend on who was in its
// memory before.
func TestThreads(t *testing.T) {
	c := Paper(70, 60, false)
	one, err := Run(&c, 1)
	require.NoError(t, err)
	for _, threads := range []int{2, 3, 8} {
		other, err := Run(&c, threads)
		require.NoError(t, err)
		require.Equal(t, one, other)
	}
	sum := 0.0
	for i := range block {
		h := NewHost(&c, i)
		h.SelectFirst()
		h.Iterate()
		sum += h.Objective()
	}
	few := c
	few.Hosts, few.Iterations = block, 1
	r, err := Run(&few, 1)
	require.NoError(t, err)
	require.Equal(t, sum, r.Objective[0])
}

// TestTolerance: a host that is done stops iterating, and its objective stays near.
func TestTolerance(t *testing.T) {
	c := Paper(5, 50, false)
	all, err := Run(&c, 1)
	require.NoError(t, err)
	require.Equal(t, uint64(100), all.Iterations)
	c.Tolerance = 1 << 32 / 100_000
	some, err := Run(&c, 1)
	require.NoError(t, err)
	require.Less(t, some.Iterations, uint64(80))
	require.InEpsilon(t, all.Objective[19], some.Objective[19], 0.005)
}

// TestBudgets compares with floating point.
func TestBudgets(t *testing.T) {
	for _, m := range []int{1, 2, 5, 20, 50, 500, 5000, 65536} {
		issue, poll := PaperBudgets(m)
		f := float64(m)
		require.InEpsilon(t, min(f*math.Exp(25/f), 1<<30), float64(issue)/65536, 1e-5)
		require.InEpsilon(t, min(f*math.Exp(15/f), 1<<30), float64(poll)/65536, 1e-5)
	}
}

// TestFactors: mean, deviation and ends of the drawn factors.
func TestFactors(t *testing.T) {
	a := make([]uint32, 20000)
	factors(a, 1, 0)
	sum, square := 0.0, 0.0
	for _, v := range a {
		f := float64(v) / 65536
		require.True(t, f >= 1 && f <= 10)
		sum, square = sum+f, square+f*f
	}
	mean := sum / 20000
	require.InDelta(t, 5.5, mean, 0.05)
	require.InDelta(t, 1.5, math.Sqrt(square/20000-mean*mean), 0.03)
	b := make([]uint32, 20000)
	factors(b, 1, 1)
	require.NotEqual(t, a, b)
}

// TestDual: the baseline is far off where ADMM has ended, and comes near in the end.
func TestDual(t *testing.T) {
	c := Paper(1, 50, false)
	h := NewHost(&c, 0)
	h.SelectFirst()
	o := solve(h)
	values := h.Dual(60, 1e-3)
	t.Logf("dual decomposition after 1, 20, 60: %.3g, %.3g, %.3g of %.4g", values[0], values[19], values[59], o.objective)
	require.Greater(t, math.Abs(values[59]-o.objective), math.Abs(o.objective))
}

// TestSelection: a selection by another rule is taken, and of the hard form only it takes part.
func TestSelection(t *testing.T) {
	c := Paper(1, 50, true)
	h := NewHost(&c, 0)
	h.SelectFirst()
	h.Iterate()
	var s topk.State
	s.Used = 2
	s.App[0], s.App[1] = 49, 30
	h.Select(&s)
	h.Iterate()
	for j := range h.X {
		require.Equal(t, j == 49 || j == 30, h.X[j] != 0)
	}
}

func Example() {
	c := Paper(8, 50, false)
	r, err := Run(&c, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("after 10 iterations %.2f, after 20 %.2f\n", r.Objective[9], r.Objective[19])
	// Output:
	// after 10 iterations -47.68, after 20 -47.85
}

func BenchmarkHost(b *testing.B) {
	for _, m := range sizes {
		b.Run(fmt.Sprint(m), func(b *testing.B) {
			c := Paper(1, m, false)
			h := NewHost(&c, 0)
			for i := range b.N {
				h.reset(i)
				h.SelectFirst()
				for range 20 {
					h.Iterate()
				}
			}
		})
	}
}
