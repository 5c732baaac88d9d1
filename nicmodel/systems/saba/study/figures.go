package study

import (
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/extend"
	"smartnic-cc/nicmodel/systems/saba"
	"smartnic-cc/nicmodel/systems/saba/cluster"
	"smartnic-cc/nicmodel/systems/saba/stage"
)

// Figures returns Saba's figures of the documentation.
func Figures() []extend.Figure {
	return []extend.Figure{
		{Name: "curves", What: "how much longer ten workloads of stages take with less of a link", Make: sensitivity},
		{Name: "shares", What: "what four applications have of a network, under Saba and without", Make: shares},
	}
}

// sensitivity returns the figure of the ten workloads of Saba's study: how much longer each takes with less of
// the link, in the fluid model.
func sensitivity() (*extend.Chart, error) {
	p := extend.Panel{Title: "Time over the time with the whole link", LogY: true}
	for i, a := range cluster.Workloads(40 * event.Millisecond) {
		s := extend.Series{Name: a.Name, Color: i % 5, Dash: i / 5}
		whole, err := a.Alone(cluster.Rate, 100)
		if err != nil {
			return nil, err
		}
		for percent := uint64(5); percent <= 100; percent++ {
			t, err := a.Alone(cluster.Rate, percent)
			if err != nil {
				return nil, err
			}
			s.X, s.Y = append(s.X, float64(percent)), append(s.Y, float64(t)/float64(whole))
		}
		p.Series = append(p.Series, s)
	}
	return &extend.Chart{Title: "Sensitivity to bandwidth of ten workloads of stages", XLabel: "share of the link, %", Height: 400, Panels: []extend.Panel{p}}, nil
}

// shares returns the figure of four applications' shares of a network over time, with queues of one weight and under
// Saba's controller, as in docs/sample/saba.toml.
func shares() (*extend.Chart, error) {
	const bin = 4 * event.Millisecond
	f := &extend.Chart{Title: "Four applications that share a network", XLabel: "ms", YLabel: "Gb/s, means of 4 ms", Height: 560}
	for _, way := range []struct {
		title  string
		degree int
	}{{"A queue each, of one weight", 0}, {"Saba, polynomials of degree 1", 1}, {"Saba, polynomials of degree 3", 3}} {
		moved, names, err := sharing(way.degree, bin)
		if err != nil {
			return nil, err
		}
		p := extend.Panel{Title: way.title}
		for job, bytes := range moved {
			s := extend.Series{Name: names[job], Step: true, Color: job}
			for i, n := range append(bytes, 0) {
				s.X, s.Y = append(s.X, float64(i)*float64(bin/event.Millisecond)), append(s.Y, 8e3*float64(n)/float64(bin))
			}
			p.Series = append(p.Series, s)
		}
		f.Panels = append(f.Panels, p)
	}
	return f, nil
}

// sharing runs four applications of eight instances and returns what each sent in bins; degree is that of the
// controller's polynomials, 0 for queues of one weight.
func sharing(degree int, bin event.Time) (moved [][]uint64, names []string, err error) {
	c := cluster.Config{Queueing: cluster.PerApp, Seed: 1, End: event.Second, Bin: bin}
	if c.Topology, err = cluster.Network(); err != nil {
		return nil, nil, err
	}
	all := cluster.Workloads(20 * event.Millisecond)
	var profiles []*saba.Profile
	for i, a := range []*stage.App{all[0], all[3], all[6], all[9]} {
		j := cluster.Job{App: a}
		for h := uint32(i); h < c.Topology.Hosts; h += 4 {
			j.Hosts = append(j.Hosts, h)
		}
		c.Jobs, names = append(c.Jobs, j), append(names, a.Name)
		p, err := saba.Measure(a.Name, saba.Percents(), func(percent int) (event.Time, error) { return a.Alone(cluster.Rate, uint64(percent)) })
		if err != nil {
			return nil, nil, err
		}
		profiles = append(profiles, p)
	}
	if degree > 0 {
		table, err := saba.Fit(profiles, degree)
		if err != nil {
			return nil, nil, err
		}
		c.Queueing, c.Control = cluster.Controlled, cluster.NewSaba(cluster.Controller(table), names)
	}
	r, err := cluster.Run(&c)
	if err != nil {
		return nil, nil, err
	}
	return r.Traffic, names, nil
}
