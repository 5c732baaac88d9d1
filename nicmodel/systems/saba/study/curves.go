package study

import (
	"math"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/systems/saba"
	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/stage"
)

// measured returns the slow-down of a profile with a share of the link, by linear interpolation, and below the first
// sample by extrapolation of the first two.
func measured(p *saba.Profile, share float64) float64 {
	i := 1
	for i < len(p.Samples)-1 && share*100 > float64(p.Samples[i].Percent) {
		i++
	}
	a, b := p.Samples[i-1], p.Samples[i]
	part := (share*100 - float64(a.Percent)) / float64(b.Percent-a.Percent)
	return (float64(a.Slowdown)*(1-part) + float64(b.Slowdown)*part) / saba.One
}

// forward returns how long applications that progress by their profiles take, in multiples of their times alone. With
// again each continues for ever; otherwise it ends after its length, and the others share the port.
func forward(profiles []*saba.Profile, length []float64, weights stage.Weights, again bool) []float64 {
	times := make([]float64, len(profiles))
	left := append([]float64(nil), length...)
	var there []int
	for i := range profiles {
		there = append(there, i)
	}
	for now := 0.0; len(there) > 0; {
		w := weights(there)
		sum := collect.Sum(w, func(x uint32) float64 { return float64(x) })
		slow := make([]float64, len(there))
		step := math.Inf(1)
		for i, a := range there {
			slow[i] = measured(profiles[a], float64(w[i])/sum)
			step = min(step, left[a]*slow[i])
		}
		if again {
			return slow
		}
		now += step
		var stay []int
		for i, a := range there {
			if left[a] -= step / slow[i]; left[a] > 1e-9 {
				stay = append(stay, a)
				continue
			}
			times[a] = now / length[a]
		}
		there = stay
	}
	return times
}

// known returns the weights of equation (4.2) with the profiles instead of models: the limit for better models.
func known(profiles []*saba.Profile) stage.Weights {
	var s saba.Solver
	return func(apps []int) []uint32 {
		w, _ := s.Best(len(apps), func(i int, share uint32) int64 {
			return int64(measured(profiles[apps[i]], float64(share)/curve.Units) * curve.One)
		}, curve.Units, saba.MinShare(len(apps), curve.Units))
		return w
	}
}

// Curves measures ports of n of the ten workloads, drawn with replacement, that progress by their profiles, with 1,
// 2, 4 or 8 flows and a length of 1 to 16. Degree 0 uses the profiles themselves as models.
func Curves(n, degree, ports int, again bool, seed uint64) (Gain, error) {
	all := saba.Workloads()
	table, err := saba.Fit(all, max(degree, 1))
	if err != nil {
		return Gain{}, err
	}
	var s sums
	for i := range ports {
		r := random.New(seed, "saba-curves", uint64(i))
		profiles := make([]*saba.Profile, n)
		models := make([]curve.Model, n)
		many := make([]uint32, n)
		length := make([]float64, n)
		for i := range n {
			kind := r.Below(uint32(len(all)))
			profiles[i], models[i] = all[kind], table[kind].Model
			many[i], length[i] = 1<<r.Below(4), float64(uint32(1)<<r.Below(5))
		}
		weights := Weights(models)
		if degree == 0 {
			weights = known(profiles)
		}
		s.add(forward(profiles, length, stage.EqualWeights, again), forward(profiles, length, flows(many), again), forward(profiles, length, weights, again))
	}
	return s.gain(), nil
}
