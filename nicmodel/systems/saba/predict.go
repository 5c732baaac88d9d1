package saba

import (
	"fmt"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/systems/saba/curve"
)

// Predictions are sums of predicted slow-downs over ports, UQ.44 as float64: with equal shares of the applications,
// with those of equation (4.2) and a queue for each application, and with those that the queues allow.
type Predictions struct {
	Equal, Unlimited, Queued float64
	// Slowdowns is how many slow-downs are summed.
	Slowdowns int
}

// Gain returns the part of the gain with a queue for each application that the queues keep.
func (p *Predictions) Gain() float64 { return (p.Equal - p.Queued) / (p.Equal - p.Unlimited) }

// Add adds another's sums.
func (p *Predictions) Add(other *Predictions) {
	p.Equal += other.Equal
	p.Unlimited += other.Unlimited
	p.Queued += other.Queued
	p.Slowdowns += other.Slowdowns
}

// add adds a port.
func (p *Predictions) add(models []curve.Model, shares, got []uint32, capacity uint32) {
	p.Equal += float64(TotalSlowdown(models, EqualShares(len(models), capacity))) / curve.One
	p.Unlimited += float64(TotalSlowdown(models, shares)) / curve.One
	p.Queued += float64(TotalSlowdown(models, got)) / curve.One
	p.Slowdowns += len(models)
}

// PredictPorts predicts single ports with a number of queues: each has apps applications, drawn from the table
// without replacement, and 16 priority levels, of scaled coefficients or not (Config.Scaled).
func PredictPorts(table []Sensitivity, apps, queues int, scaled bool, ports int, seed uint64) (*Predictions, error) {
	if apps < 1 || apps > len(table) {
		return nil, fmt.Errorf("saba: %d applications at a port, of %d in the table", apps, len(table))
	}
	sum := &Predictions{}
	for i := range ports {
		r := random.New(seed, "saba-ports", uint64(i))
		c := Config{Table: table, Levels: 16, Queues: []int{queues}, Capacity: curve.Units, Scaled: scaled, Route: func(int, int) ([]int, error) { return []int{0}, nil }}
		k, err := New(c)
		if err != nil {
			return nil, err
		}
		for _, kind := range draw(&r, len(table), apps) {
			app, _, err := k.AppRegister(0, table[kind].Name)
			if err != nil {
				return nil, err
			}
			if _, err := k.open(app, 0, 1); err != nil {
				return nil, err
			}
		}
		if err := k.predict(sum); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// predict adds all ports with applications.
func (k *Controller) predict(sum *Predictions) error {
	for port := range k.ports {
		if len(k.ports[port]) == 0 {
			continue
		}
		s, err := k.port(port)
		if err != nil {
			return err
		}
		sum.add(k.models(s.Apps), s.Shares, k.divide(&s), k.config.Capacity)
	}
	return nil
}

// draw returns n different random numbers below of, in the order of drawing.
func draw(r *random.Source, of, n int) []int {
	all := make([]int, of)
	for i := range all {
		all[i] = i
	}
	for i := range n {
		j := i + int(r.Below(uint32(of-i)))
		all[i], all[j] = all[j], all[i]
	}
	return all[:n]
}

// RandomPlacement returns a controller of applications on a network, each with its instances on random hosts, one
// connected to the next in a ring. Settings are left to the caller.
func RandomPlacement(c Config, net LeafSpine, names []string, instances int, seed uint64) (*Controller, error) {
	hosts := net.Racks * net.Hosts
	if instances < 2 || instances > hosts {
		return nil, fmt.Errorf("saba: %d instances of an application on %d hosts; use 2 to %d", instances, hosts, hosts)
	}
	k, err := New(c)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		app, _, err := k.AppRegister(event.Time(0), name)
		if err != nil {
			return nil, err
		}
		r := random.New(seed, "saba-crowd", uint64(i))
		ring := draw(&r, hosts, instances)
		for at, from := range ring {
			if _, err := k.open(app, from, ring[(at+1)%instances]); err != nil {
				return nil, err
			}
		}
	}
	return k, nil
}

// Compare predicts a network under a central controller and under one for each switch, with the same applications in
// the same places: active ones of the table.
func Compare(table []Sensitivity, net LeafSpine, active, instances, levels, queues int, seed uint64) (central, shared *Predictions, err error) {
	r := random.New(seed, "saba-active", 0)
	names := collect.Of(draw(&r, len(table), min(active, len(table))), func(kind int) string { return table[kind].Name })
	var out [2]Predictions
	for i := range out {
		c := Config{Table: table, Levels: levels, Queues: make([]int, net.Ports()), Route: net.Route, Capacity: curve.Units}
		for port := range c.Queues {
			c.Queues[port] = queues
		}
		if i == 1 {
			c.Owner = net.Owners()
		}
		k, err := RandomPlacement(c, net, names, instances, seed)
		if err != nil {
			return nil, nil, err
		}
		if err := k.predict(&out[i]); err != nil {
			return nil, nil, err
		}
	}
	return &out[0], &out[1], nil
}

// Cost returns how much a central controller computes for all ports of a network, and the mean number of applications
// at a port that has any. There are apps applications with four instances each, of the table's models in turn.
func Cost(table []Sensitivity, net LeafSpine, apps int, seed uint64) (work uint64, mean float64, err error) {
	c := Config{Table: table, Levels: 16, Queues: make([]int, net.Ports()), Route: net.Route, Capacity: curve.Units, Owner: net.Owners()}
	for port := range c.Queues {
		c.Queues[port] = 8
	}
	names := make([]string, apps)
	for i := range names {
		names[i] = table[i%len(table)].Name
	}
	k, err := RandomPlacement(c, net, names, 4, seed)
	if err != nil {
		return 0, 0, err
	}
	users, ports := 0, 0
	for port := range k.ports {
		if n := len(k.ports[port]); n > 0 {
			users, ports = users+n, ports+1
			if _, err := k.port(port); err != nil {
				return 0, 0, err
			}
		}
	}
	return k.Work(), float64(users) / float64(ports), nil
}
