package cluster

import (
	"fmt"
	"math"

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
	ports, jobs := At(conns)
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

// Pair runs two applications with an instance of each on all of 8 hosts at one switch, as section 3.3, by
// weights, and returns their slow-downs to what each takes alone.
func Pair(a, b *stage.App, weights [2]uint8) (first, second float64, err error) {
	top, err := topology.Star{Hosts: 8, Rate: Rate, Delay: event.Microsecond}.Build()
	if err != nil {
		return 0, 0, err
	}
	hosts := []uint32{0, 1, 2, 3, 4, 5, 6, 7}
	run := func(q Queueing, k Control, apps ...*stage.App) []event.Time {
		c := Config{Topology: top, Queueing: q, Control: k, End: 100 * event.Second}
		for _, app := range apps {
			c.Jobs = append(c.Jobs, Job{App: app, Hosts: hosts})
		}
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

// PairApps returns the two applications of section 3.3: one that sends for 80 % of its time alone and
// does nothing else then, as LR, and one that sends for 28 % while it computes, as TS. The second has more
// stages of the same length, so that it runs on while the first does.
func PairApps() (lr, ts *stage.App) {
	const part = 3 * event.Millisecond / 100
	return stage.Shares("LR", 10, Rate, 200*part, 0, 800*part), stage.Shares("TS", 16, Rate, 1600*part, 448*part, 0)
}

// PairRows compares section 3.3's experiment with the packet model.
func PairRows() ([]companion.Row, error) {
	lr, ts := PairApps()
	var at [2][2]float64
	for i, w := range [][2]uint8{{4, 4}, {12, 4}} {
		var err error
		if at[i][0], at[i][1], err = Pair(lr, ts, w); err != nil {
			return nil, err
		}
	}
	const cause = "the stages of both go on by themselves; the thesis' LR suffers twice as much from an equal division, so it meets other traffic or other limits than the link's rate"
	r := &companion.Rows{}
	for i, k := range []struct {
		division string
		lr, ts   float64
	}{{"equal division", 2.03, 1.13}, {"75 to 25", 1.41, 1.16}} {
		r.Note(companion.Row{Item: "pair on 8 hosts, " + k.division + ": slow-down of LR", Where: "Fig. 3.2", Paper: fmt.Sprint(k.lr), Low: k.lr, High: k.lr, Ours: at[i][0], Unit: "times", Sign: at[i][0] > 1, Cause: cause})
		r.Note(companion.Row{Item: "pair on 8 hosts, " + k.division + ": slow-down of TS", Where: "Fig. 3.2", Paper: fmt.Sprint(k.ts), Low: k.ts, High: k.ts, Ours: at[i][1], Unit: "times", Sign: at[i][1] >= 1, Cause: cause})
	}
	fall := func(before, after float64) float64 { return 100 * (1 - after/before) }
	infinite := math.Inf(1)
	r.Add(companion.Row{Item: "pair: LR's slow-down falls with 75 to 25", Where: "Section 3.3", Paper: "2.03 to 1.41", Low: 31, High: 31,
		Ours: fall(at[0][0], at[1][0]), Unit: "%", Sign: at[1][0] < at[0][0], Cause: cause}, 6, infinite, "6 % or more")
	r.Add(companion.Row{Item: "pair: TS' slow-down rises with 75 to 25", Where: "Section 3.3", Paper: "1.13 to 1.16", Low: 3, High: 3,
		Ours: -fall(at[0][1], at[1][1]), Unit: "%", Sign: true,
		Cause: "TS' sending fits behind its computing with a quarter of the link and what LR leaves"}, -infinite, 3, "3 % or less")
	r.Add(companion.Row{Item: "pair: the mean slow-down falls with 75 to 25", Where: "Section 3.3", Paper: "1.58 to 1.28", Low: 19, High: 19,
		Ours: fall(at[0][0]+at[0][1], at[1][0]+at[1][1]), Unit: "%", Sign: at[1][0]+at[1][1] < at[0][0]+at[0][1], Cause: cause}, 3, infinite, "3 % or more")
	return r.List, nil
}

// NetworkRows compares section 4.6.4's simulation with the study's network, of 2 to 16 placements.
func NetworkRows(seeds int) ([]companion.Row, error) {
	all, err := Study(40*event.Millisecond, Schemes(), seeds, 1)
	if err != nil {
		return nil, err
	}
	r := &companion.Rows{}
	of := func(scheme int, what, item string, list []float64, paper string, low float64) companion.Row {
		mean, half := Interval(list)
		row := companion.Row{Item: fmt.Sprintf("%s over one queue with DCQCN: %s, %s (± %.3f)", Schemes()[scheme].Name, item, what, half), Where: "Fig. 4.18a",
			Paper: paper, Low: low, High: low, Ours: mean, Unit: "times", Sign: mean > 1}
		row.Least, row.Most = list[0], list[0]
		for _, v := range list {
			row.Least, row.Most = min(row.Least, v), max(row.Most, v)
		}
		return row
	}
	const cause = "32 hosts, 10 workloads of 3 instances, one a host; polynomials of curves with a fixed volume wiggle, and the overlapped applications pay; what a queue for each application gains is here more than what weights add"
	for i, s := range Schemes()[:4] {
		paper, low := "1.27", 1.27
		if s.Queueing == PerApp {
			paper, low = "1.14", 1.14
		}
		row := of(i, "geometric mean", "all", all[i].Geometric(everyone), paper, low)
		row.Cause = cause
		r.Note(row)
		row = of(i, "arithmetic mean", "all", all[i].Arithmetic(everyone), "", 0)
		row.Cause = cause
		r.Note(row)
	}
	for _, i := range []int{2, 3} {
		row := of(i, "geometric mean", "LR, RF, GBT", all[i].Geometric(sensitive), "LR 3.6, RF 3.9 on the testbed", 0)
		row.Cause = "with DCQCN the share of a queue follows its weight only as fast as the rates of its flows do"
		r.Add(row, 1.15, math.Inf(1), "1.15 or more")
		row = of(i, "geometric mean", "PR, WC, SQL, TS", all[i].Geometric(insensitive), "TS 0.95, PR 0.99 on the testbed", 0)
		row.Sign, row.Cause = row.Ours < 1.1, cause
		r.Add(row, 0.95, math.Inf(1), "0.95 or more")
	}
	for i, control := range []string{"DCQCN", "PFC"} {
		ratio := make([]float64, seeds)
		apps, saba := all[i].Geometric(everyone), all[2+i].Geometric(everyone)
		for s := range ratio {
			ratio[s] = saba[s] / apps[s]
		}
		mean, half := Interval(ratio)
		r.Note(companion.Row{Item: fmt.Sprintf("Saba to a queue an application, both with %s: geometric mean (± %.3f)", control, half), Where: "Fig. 4.18a", Paper: "1.11", Low: 1.11, High: 1.11, Ours: mean, Unit: "times", Sign: mean > 1, Cause: cause})
	}
	return r.List, nil
}
