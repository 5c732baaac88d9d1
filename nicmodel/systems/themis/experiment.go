package themis

import (
	"cmp"
	"fmt"
	"slices"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/num/sums"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/reference"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

const (
	gigabit = 1_000_000_000
	hostBit = 100 * gigabit // a host's rate, bit/s
	header  = 48
	payload = 1000
)

// Experiment is the paper's: WebSearch flows between the hosts of two data centres.
type Experiment struct {
	// Seed is of the flows and of all coins, ECMP of the switches' hashes, 0 as Seed.
	Seed, ECMP uint64
	// Load is the hosts' load in millionths of their rate, for Duration or up to a number of flows, 0 for no limit.
	Load     uint32
	Duration event.Time
	Flows    uint32
	// Even makes each flow far with probability 1/6; else all far flows come first, as in the prototype.
	Even bool
	// Delay is that of the long link, one way.
	Delay event.Time
	// Hosts is the algorithm of the hosts, nil for DCQCN with the parameters of Host.
	Hosts *driver.Setup
	// Themis is what the gateways do, nil for nothing.
	Themis *Config
	// Threads is the number of threads; it changes no result.
	Threads int
}

// Paper is the experiment of table 2 with a seed, without THEMIS.
func Paper(seed uint64) Experiment {
	return Experiment{Seed: seed, Load: workload.LoadUnit, Duration: 20 * event.Millisecond, Flows: 2321, Delay: 500 * event.Microsecond, Threads: 1}
}

// Slowdowns are the slow-downs of flows: FCT over that in an empty network.
type Slowdowns struct {
	Flows          int
	Mean, P50, P95 float64
	P99            float64
}

// Outcome is the result of an experiment.
type Outcome struct {
	Intra, Inter Slowdowns
	// Unfairness is the mean of Intra over that of Inter.
	Unfairness float64
	// Stats are of both gateways.
	Stats  Stats
	Result *nicmodel.Result
}

// topology returns the network: preset longhaul32 with the experiment's delay.
func (x *Experiment) topology() (*topology.Topology, error) {
	t, err := topology.Preset("longhaul32")
	if err != nil {
		return nil, err
	}
	for i := range t.Links {
		if l := &t.Links[i]; l.Rate == 1600*gigabit {
			l.Delay = x.Delay
		}
	}
	return t, nil
}

// Config returns the model. The error names what is out of range.
func (x *Experiment) Config() (*nicmodel.Config, error) {
	t, err := x.topology()
	if err != nil {
		return nil, err
	}
	sizes, err := workload.Named("websearch")
	if err != nil {
		return nil, err
	}
	hosts := make([]uint32, t.Hosts)
	for i := range hosts {
		hosts[i] = uint32(i)
	}
	plan, err := workload.Sites{
		Poisson: workload.Poisson{Hosts: hosts, Load: x.Load, Rate: hostBit, Size: sizes, Duration: x.Duration, Count: x.Flows, Class: 1, Seed: x.Seed},
		Number:  2, Far: 166_667, Front: !x.Even,
	}.Plan()
	if err != nil {
		return nil, err
	}
	n := nicmodel.DefaultNIC()
	n.Notify, n.AckAsData, n.RTO = nicmodel.NotifyEcho, true, 0
	// The longest round trip at a host's rate: 12.65 MB at 500 us.
	trip := 2*(x.Delay+6*event.Microsecond) + 365*event.Nanosecond
	n.Window, n.ScaleWindow = uint32(uint64(trip)*(hostBit/gigabit)/8_000/payload)+1, true
	n.Algorithm = x.Hosts
	if n.Algorithm == nil {
		rp, err := Host(dcqcn.Rate(hostBit / 1000))
		if err != nil {
			return nil, err
		}
		setup, err := reaction.BuiltIn("dcqcn", reference.Flatten(&rp))
		if err != nil {
			return nil, err
		}
		n.Algorithm = &setup
	}
	c := &nicmodel.Config{
		Topology: t, Plan: plan, NICs: []nicmodel.NIC{n}, Seed: x.Seed, End: 10 * event.Second, Threads: max(x.Threads, 1), Epoch: 5 * event.Millisecond,
		Fabric: fabric.Config{
			Classes: fabric.DefaultClasses(), Buffer: fabric.DefaultBuffer(), MTUWire: payload + header, Seed: x.Seed,
			Deep: t.LongLinks(x.Delay),
		},
	}
	c.Fabric.Seed = cmp.Or(x.ECMP, c.Fabric.Seed)
	for _, gbps := range []uint64{100, 400, 1600} {
		c.Fabric.Marking = append(c.Fabric.Marking, fabric.Marking{Rate: gbps * gigabit, Kmin: uint32(gbps * 4000), Kmax: uint32(gbps * 16000), PmaxPPM: 200_000})
	}
	if x.Themis != nil {
		if c.Fabric.Gateway, err = x.Themis.Gateways(t); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// slows collects the slow-downs of flows.
type slows struct {
	c     *nicmodel.Config
	m     *nicmodel.Model
	intra []float64
	inter []float64
}

// Flush takes a batch of records.
func (s *slows) Flush(b *nicmodel.Batch) error {
	half := s.c.Topology.Hosts / 2
	for i := range b.Completions {
		d := &b.Completions[i]
		conn := &s.c.Plan.Conns[d.Conn]
		slow := float64(d.At-d.Posted) / float64(s.m.Ideal(d.Conn, s.c.Plan.Messages[d.Message].Bytes))
		if (conn.Src < half) == (conn.Dst < half) {
			s.intra = append(s.intra, slow)
		} else {
			s.inter = append(s.inter, slow)
		}
	}
	return nil
}

// summary summarises slow-downs, which it sorts.
func summary(all []float64) Slowdowns {
	if len(all) == 0 {
		return Slowdowns{}
	}
	slices.Sort(all)
	sum := collect.Sum(all, func(v float64) float64 { return v })
	at := func(percent int) float64 { return all[min(len(all)*percent/100, len(all)-1)] }
	return Slowdowns{Flows: len(all), Mean: sum / float64(len(all)), P50: at(50), P95: at(95), P99: at(99)}
}

// Run runs it. The error names what is out of range, incomplete flows, or packets unaccounted for.
func (x *Experiment) Run() (*Outcome, error) {
	c, err := x.Config()
	if err != nil {
		return nil, err
	}
	return simulate(c)
}

// simulate is Run of a model of two data centres.
func simulate(c *nicmodel.Config) (*Outcome, error) {
	m, err := nicmodel.New(c)
	if err != nil {
		return nil, err
	}
	s := &slows{c: c, m: m}
	r, err := m.Run(s, nil)
	if err != nil {
		return nil, err
	}
	switch {
	case r.Completed != r.Messages:
		return nil, fmt.Errorf("themis: %d of %d flows completed by %v: %+v", r.Completed, r.Messages, r.Until, r.Counts)
	case !r.Conserved():
		return nil, fmt.Errorf("themis: packets are not accounted for: %+v", r.Counts)
	}
	o := &Outcome{Intra: summary(s.intra), Inter: summary(s.inter), Result: r}
	if o.Inter.Mean > 0 {
		o.Unfairness = o.Intra.Mean / o.Inter.Mean
	}
	for i := range c.Topology.Switches {
		if g, ok := m.Gateway(i).(*Gateway); ok {
			sums.Add(&o.Stats, &g.Stats)
		}
	}
	return o, nil
}
