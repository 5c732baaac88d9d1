package cluster

import (
	"fmt"
	"math"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/saba"
)

// Scheme is a way of running the study's workloads.
type Scheme struct {
	Name     string
	Queueing Queueing
	// DCQCN reports whether DCQCN runs at the hosts; without it there is only PFC.
	DCQCN bool
	// Degree is that of the controller's polynomials, for Controlled.
	Degree int
}

// baseline is what all others are compared with: one queue a port and DCQCN, so that flows share equally.
var baseline = Scheme{Name: "one queue, DCQCN", Queueing: OneQueue, DCQCN: true}

// Schemes returns the study's.
func Schemes() []Scheme {
	return []Scheme{
		{Name: "a queue an application, DCQCN", Queueing: PerApp, DCQCN: true},
		{Name: "a queue an application, PFC", Queueing: PerApp},
		{Name: "Saba, DCQCN", Queueing: Controlled, DCQCN: true, Degree: 3},
		{Name: "Saba, PFC", Queueing: Controlled, Degree: 3},
		{Name: "Saba of degree 1, PFC", Queueing: Controlled, Degree: 1},
	}
}

// Instances is how many instances each of the study's jobs has.
const Instances = 3

// Speedups are those of the ten workloads over the baseline, by seed; in the order of Workloads.
type Speedups [][]float64

// Study runs the ten workloads, each taking the time alone by itself, with three instances, one a host, on the
// study's network, with a placement for each seed, and returns the speed-ups of each scheme over the baseline.
// Profiles are the fluid model's.
func Study(alone event.Time, schemes []Scheme, seeds, threads int) ([]Speedups, error) {
	apps := Workloads(alone)
	var names []string
	var profiles []*saba.Profile
	for _, a := range apps {
		p, err := saba.Measure(a.Name, saba.Percents(), func(percent int) (event.Time, error) { return a.Alone(Rate, uint64(percent)) })
		if err != nil {
			return nil, err
		}
		names, profiles = append(names, a.Name), append(profiles, p)
	}
	top, err := Network()
	if err != nil {
		return nil, err
	}
	algorithm, np, err := DCQCN()
	if err != nil {
		return nil, err
	}
	all := make([]Speedups, len(schemes))
	for seed := range uint64(seeds) {
		jobs, err := PlaceJobs(apps, Instances, top.Hosts, seed)
		if err != nil {
			return nil, err
		}
		run := func(s Scheme) (*Result, error) {
			c := Config{Topology: top, Jobs: jobs, Queueing: s.Queueing, Seed: seed, End: 200 * alone, Threads: threads}
			if s.DCQCN {
				c.Algorithm, c.NP = algorithm, np
			}
			if s.Queueing == Controlled {
				table, err := saba.Fit(profiles, s.Degree)
				if err != nil {
					return nil, err
				}
				c.Control = NewSaba(Controller(table), names)
			}
			r, err := Run(&c)
			if err != nil {
				return nil, err
			}
			for i, t := range r.Times {
				if t == 0 {
					return nil, fmt.Errorf("cluster: %s: %s did not end by %v", s.Name, names[i], c.End)
				}
			}
			return r, nil
		}
		base, err := run(baseline)
		if err != nil {
			return nil, err
		}
		for i, s := range schemes {
			r, err := run(s)
			if err != nil {
				return nil, err
			}
			list := make([]float64, len(r.Times))
			for j := range list {
				list[j] = float64(base.Times[j]) / float64(r.Times[j])
			}
			all[i] = append(all[i], list)
		}
	}
	return all, nil
}

// sensitive and insensitive are the outer groups of the study's workloads, as in section 4.3.1 of the thesis: LR, RF
// and GBT; PR, WC, SQL and TS. everyone has all.
var (
	sensitive   = []int{0, 1, 2}
	insensitive = []int{6, 7, 8, 9}
	everyone    = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
)

// Geometric returns the geometric mean of some workloads, for each seed.
func (s Speedups) Geometric(of []int) []float64 {
	var list []float64
	for _, seed := range s {
		sum := collect.Sum(of, func(i int) float64 { return math.Log(seed[i]) })
		list = append(list, math.Exp(sum/float64(len(of))))
	}
	return list
}

// Arithmetic returns the arithmetic mean of some workloads, for each seed.
func (s Speedups) Arithmetic(of []int) []float64 {
	var list []float64
	for _, seed := range s {
		sum := collect.Sum(of, func(i int) float64 { return seed[i] })
		list = append(list, sum/float64(len(of)))
	}
	return list
}

// student are the 97.5 % points of Student's distribution of 1 to 15 degrees of freedom.
var student = []float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131}

// ConfidenceInterval returns the mean of a number over 2 to 16 seeds and half of its 95 % confidence interval.
func ConfidenceInterval(list []float64) (mean, half float64) {
	n := float64(len(list))
	for _, v := range list {
		mean += v / n
	}
	squares := collect.Sum(list, func(v float64) float64 { return (v - mean) * (v - mean) })
	return mean, student[len(list)-2] * math.Sqrt(squares/(n-1)/n)
}
