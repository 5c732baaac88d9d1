package cluster

import (
	"fmt"
	"slices"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/systems/companion"
	"smartnic-cc/nicmodel/systems/saba/stage"
	"smartnic-cc/nicmodel/topology"
)

// skewed gives two jobs queues of fixed weights at all ports.
type skewed [2]uint8

// Begin sets all ports.
func (w skewed) Begin(conns []Conn) ([]Setting, error) {
	ports, jobs := JobsByPort(conns)
	var list []Setting
	for _, p := range ports {
		s := Setting{Node: p.Node, Port: p.Port, Queues: fabric.OneQueue()}
		for i, job := range jobs[p] {
			s.Queues.Of[job], s.Queues.Weight[i+1] = uint8(i+1), w[job]
		}
		list = append(list, s)
	}
	return list, nil
}

// End changes nothing.
func (skewed) End(event.Time, int) ([]Setting, error) { return nil, nil }

// Pair runs two applications, each with an instance on all of 8 hosts at one switch, as in section 3.3, with weights,
// and returns their slow-downs over running alone.
func Pair(a, b *stage.App, weights [2]uint8) (first, second float64, err error) {
	top, err := topology.Star{Hosts: 8, Rate: Rate, Delay: event.Microsecond}.Build()
	if err != nil {
		return 0, 0, err
	}
	hosts := []uint32{0, 1, 2, 3, 4, 5, 6, 7}
	run := func(q Queueing, k Control, apps ...*stage.App) []event.Time {
		c := Config{Topology: top, Queueing: q, Control: k, End: 100 * event.Second}
		c.Jobs = collect.Of(apps, func(app *stage.App) Job { return Job{App: app, Hosts: hosts} })
		r, fault := Run(&c)
		if fault != nil {
			err = fault
			return make([]event.Time, len(apps))
		}
		return r.Times
	}
	alone := []event.Time{run(OneQueue, nil, a)[0], run(OneQueue, nil, b)[0]}
	both := run(Controlled, skewed(weights), a, b)
	return float64(both[0]) / float64(alone[0]), float64(both[1]) / float64(alone[1]), err
}

// PairApps returns the two applications of section 3.3: one that only sends for 80 % of its time alone, as LR, and
// one that sends for 28 % while it computes, as TS. The second has more stages of the same length, so that it
// outlasts the first.
func PairApps() (lr, ts *stage.App) {
	const part = 3 * event.Millisecond / 100
	return stage.StagesByShare("LR", 10, Rate, 200*part, 0, 800*part), stage.StagesByShare("TS", 16, Rate, 1600*part, 448*part, 0)
}

// MeasurePair measures the thesis' claims on section 3.3's experiment in the packet model.
func MeasurePair(m *companion.Results) error {
	lr, ts := PairApps()
	var at [2][2]float64
	for i, w := range [][2]uint8{{4, 4}, {12, 4}} {
		var err error
		if at[i][0], at[i][1], err = Pair(lr, ts, w); err != nil {
			return err
		}
	}
	for i, division := range []string{"equal", "75 to 25"} {
		m.Set(division+", LR", at[i][0], at[i][0] > 1)
		m.Set(division+", TS", at[i][1], at[i][1] >= 1)
	}
	fall := func(before, after float64) float64 { return 100 * (1 - after/before) }
	m.Set("LR", fall(at[0][0], at[1][0]), at[1][0] < at[0][0])
	m.Set("TS", -fall(at[0][1], at[1][1]), true)
	m.Set("mean", fall(at[0][0]+at[0][1], at[1][0]+at[1][1]), at[1][0]+at[1][1] < at[0][0]+at[0][1])
	return nil
}

// MeasureNetwork measures those on section 4.6.4's simulation in the study's network, over 2 to 16 placements.
func MeasureNetwork(m *companion.Results, seeds int) error {
	all, err := Study(40*event.Millisecond, Schemes(), seeds, 1)
	if err != nil {
		return err
	}
	of := func(key string, list []float64, sign func(mean float64) bool) {
		mean, half := ConfidenceInterval(list)
		m.SetMean(key, mean, slices.Min(list), slices.Max(list), sign(mean), half)
	}
	faster := func(mean float64) bool { return mean > 1 }
	for i := range Schemes()[:4] {
		of(fmt.Sprintf("geometric %d", i), all[i].Geometric(everyone), faster)
		of(fmt.Sprintf("arithmetic %d", i), all[i].Arithmetic(everyone), faster)
	}
	for _, i := range []int{2, 3} {
		of(fmt.Sprintf("sensitive %d", i), all[i].Geometric(sensitive), faster)
		of(fmt.Sprintf("insensitive %d", i), all[i].Geometric(insensitive), func(mean float64) bool { return mean < 1.1 })
	}
	for i, control := range []string{"DCQCN", "PFC"} {
		ratio := make([]float64, seeds)
		apps, saba := all[i].Geometric(everyone), all[2+i].Geometric(everyone)
		for s := range ratio {
			ratio[s] = saba[s] / apps[s]
		}
		mean, half := ConfidenceInterval(ratio)
		m.Set("queues, "+control, mean, mean > 1, half)
	}
	return nil
}
