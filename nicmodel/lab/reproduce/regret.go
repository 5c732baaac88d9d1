package reproduce

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/bandit/regret"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/sweep"
)

const arms = 4

// regretFlows returns the number of flows whose rewards are recorded.
func regretFlows(s *Setting) int { return min(s.Flows, flowsAt64) }

// regretPoints are runs of table I at 50 % load on the small fat-tree, each with another arm first: connections are
// short, so only early arms are tried.
func regretPoints(s *Setting) (points []experiment.Point) {
	list, err := dolcercprofile.Arms(arms)
	if err != nil {
		panic(err) // the paper's arms are part of the program
	}
	t := open("table1", 1, append(countOf(regretFlows(s)), "topology.preset=fattree64")...)
	for first := range arms {
		var order []string
		for i := range arms {
			a := list[(first+i)%arms]
			order = append(order, fmt.Sprintf("%q", a.Alpha+":"+a.Beta))
		}
		p := t.one(sweep.Rival, 1).With("nic[0].arms=[" + strings.Join(order, ", ") + "]")
		p.Rewards = true
		points = append(points, p)
	}
	return points
}

// world is the bandit's environment: the recorded rewards of each arm, from which every choice draws one at random.
type world struct {
	rewards [arms][]float64
	means   [arms]float64
	best    float64
}

func recorded(s *Setting, r *Results) (*world, error) {
	w := &world{}
	for first, p := range regretPoints(s) {
		res := r.Of(p)
		for i, list := range res.Rewards {
			arm := (first + i) % arms
			for _, v := range list {
				w.rewards[arm] = append(w.rewards[arm], float64(v)/0xFFFF)
			}
		}
	}
	for i, list := range w.rewards {
		if len(list) == 0 {
			return nil, fmt.Errorf("experiment regret: no reward of arm %d was recorded; run with more flows", i)
		}
		for _, v := range list {
			w.means[i] += v / float64(len(list))
		}
		w.best = max(w.best, w.means[i])
	}
	return w, nil
}

// play returns the mean regret a step so far, sampled evenly. The nth choice of an arm draws the nth number of the
// arm's stream, so that learners with equal choices have equal rewards.
func (w *world) play(seed uint64, l regret.Learner, steps int, curve []float64) {
	var draws [arms]*rand.Rand
	for i := range draws {
		draws[i] = rand.New(rand.NewPCG(seed, uint64(i)))
	}
	total, sample := 0.0, 0
	for t := range steps {
		arm := l.Choose()
		l.Learn(arm, w.rewards[arm][draws[arm].IntN(len(w.rewards[arm]))])
		total += w.best - w.means[arm]
		for sample < len(curve) && (t+1)*len(curve) >= (sample+1)*steps {
			curve[sample] += total / float64(t+1)
			sample++
		}
	}
}

// bound returns Theorem 1's regret per step over T steps, with the constant of its O taken as 1 and one change of the
// best arm: (1-epsilon) K sqrt(T) ln T / T + epsilon.
func bound(t, epsilon float64) float64 {
	return (1-epsilon)*arms*math.Sqrt(t)*math.Log(t)/t + epsilon
}

// over returns a ratio as text; with equally good arms the divisor is 0.
func over(a, b float64) string {
	if b == 0 {
		return "not defined, since no arm is worse than another"
	}
	return fixed(a/b, 4)
}

func regretReport(s *Setting, r *Results) (*Section, error) {
	w, err := recorded(s, r)
	if err != nil {
		return nil, err
	}
	list, err := dolcercprofile.Arms(arms)
	if err != nil {
		return nil, err
	}
	var epsilon float64
	if _, err := fmt.Sscan(decimal.Paper().Epsilon, &epsilon); err != nil {
		return nil, err
	}
	const samples = 100
	steps := make([]float64, samples)
	limit := plot.Series{Name: "Theorem 1, constant 1", Style: plot.Dashed}
	for i := range steps {
		steps[i] = float64((i + 1) * s.RegretSteps / samples)
		limit.X, limit.Y = append(limit.X, steps[i]), append(limit.Y, bound(steps[i], epsilon))
	}
	data := Table{Name: "regret", Header: []string{"learner", "step", "regret_per_step"}}
	panel := plot.Panel{LogY: true}
	ends := map[string]float64{}
	t := Table{Header: []string{"", fmt.Sprintf("mean regret a step after %d steps", s.RegretSteps), "over float64"}}
	for _, c := range regret.Contenders() {
		line := plot.Series{Name: c.Name, X: steps, Y: make([]float64, samples)}
		for seed := range s.RegretSeeds {
			w.play(uint64(seed+1), c.New(), s.RegretSteps, line.Y)
		}
		for i := range line.Y {
			line.Y[i] /= float64(s.RegretSeeds)
			data.row(c.Name, fixed(steps[i], 0), fixed(line.Y[i], 6))
		}
		ends[c.Name] = line.Y[samples-1]
		t.row(c.Name, fixed(ends[c.Name], 5), over(ends[c.Name], ends["float64"]))
		panel.Series = append(panel.Series, line)
	}
	for i, v := range limit.Y {
		data.row(limit.Name, fixed(steps[i], 0), fixed(v, 6))
	}
	t.row(limit.Name, fixed(limit.Y[samples-1], 5), "")
	panel.Series = append(panel.Series, limit)
	world := Table{Name: "The rewards recorded", Header: []string{"arm", "alpha", "beta", "rewards", "mean", "standard deviation"}}
	low := 1.0
	for i := range arms {
		v := collect.Sum(w.rewards[i], func(x float64) float64 { return (x - w.means[i]) * (x - w.means[i]) / float64(len(w.rewards[i])) })
		world.row(fmt.Sprint(i), list[i].Alpha, list[i].Beta, fmt.Sprint(len(w.rewards[i])), fixed(w.means[i], 4), fixed(math.Sqrt(v), 4))
		low = min(low, w.means[i])
	}
	sec := paper().section("regret", regretFlows(s), s.RegretSteps, s.RegretSeeds)
	sec.Tables, sec.Data = []Table{world, t}, []Table{data}
	sec.Figures = []Figure{{
		"regret", "Mean regret a step so far, and Theorem 1's bound with the constant of its O taken as 1.",
		plot.Figure{Title: "Regret of DR-UCB on recorded rewards", XLabel: "step", YLabel: "mean regret a step", Panels: []plot.Panel{panel}},
	}}
	sec.Verdict = []string{
		fmt.Sprintf("The firmware's regret over that of float64 is %s.", over(ends["this firmware"], ends["float64"])),
		fmt.Sprintf("The arms' mean rewards lie between %s and %s: that much, and no more, is there to learn from equation (4) here.", fixed(low, 4), fixed(w.best, 4)),
		"The paper states the bound and measures no regret.",
	}
	return sec, nil
}
