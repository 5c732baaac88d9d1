package themis

import (
	"fmt"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
)

// HoldPolicy is how a gateway holds packets.
type HoldPolicy uint8

const (
	// HoldPaced holds each packet for T_block of package pace, exactly.
	HoldPaced HoldPolicy = iota
	// HoldResubmit has packets pass through the ingress queue until T_block is over (package resubmit).
	HoldResubmit
)

// String returns the policy's name in scenarios.
func (l HoldPolicy) String() string {
	return enum.Name(l, "pace", "resubmit")
}

// Config is what the gateways of a network do.
type Config struct {
	// Long is the least delay of a long link. A gateway is a switch at one end of one.
	Long event.Time
	// Notify makes the gateways notification points: they send CNPs for marked packets that leave their data centre,
	// and filter those that come back.
	Notify bool
	// React makes them reaction points: they react to the CNPs of their data centre, and hold what comes over the
	// long link.
	React bool
	// Convert has a gateway also send CNPs for the marks of its queue to the long link; else these stay, and the
	// receiver reports them.
	Convert bool
	// Interval is the least time between two CNPs to a source, ns.
	Interval uint32
	// RP are the parameters of the reaction point, and CutGap is the least time between two CNPs that it
	// takes, ns.
	RP     dcqcn.Params
	CutGap uint32
	Hold   HoldPolicy
	// Least is the least time of a pass with HoldResubmit, and of passes counted without it.
	Least event.Time
	// Capacity is how many bytes a gateway may hold; 0 means any number. Without room a packet forces out the oldest
	// of its flow early.
	Capacity uint64
	// TableBits is the binary logarithm of the number of flows that a gateway distinguishes.
	TableBits uint8
	// Unmarked leaves out the bit that keeps the far gateway from reacting, so that it also reacts to CNPs from the
	// long link for packets that leave: what the bit prevents.
	Unmarked bool
	// CNPBytes is the length of the gateways' CNPs on the wire.
	CNPBytes uint16
}

const (
	us   = 1_000 // ns
	mbps = 1_000 // kb/s
)

// Reaction returns the parameters of a gateway's reaction point for flows of hosts at a line rate, kb/s:
// DCQCN with an increase by 50 Mb/s every 900 us and a floor of a 32nd of the line rate.
// docs/systems.md says how period and floor were found.
func Reaction(line dcqcn.Rate) dcqcn.Params {
	return dcqcn.Params{
		MinRate: max(line/32, 1), MaxRate: line, TargetCap: line,
		RateAI: 50 * mbps, RateHAI: 50 * mbps,
		AlphaPeriod: us, IncreasePeriod: 900 * us, CutPeriod: 4 * us,
		AlphaInit: 1 << 24, AlphaMax: 1 << 24, OldWeight: 65536 - 256, AlphaBits: 24, CutShift: 25,
		Threshold: 1, CutMode: dcqcn.CutAtOnce, AlphaMode: dcqcn.AlphaOnCNP, Halving: dcqcn.HalveSum,
		AlphaFirst: true, ClampAfterTime: true, TestFirst: true,
	}
}

// Host returns the parameters of the hosts' reaction points in the experiment of the paper's prototype:
// those of HPCC's simulator with an increase every 900 us by 50 or 100 Mb/s, and a floor of 100 Mb/s.
func Host(line dcqcn.Rate) (dcqcn.Params, error) {
	p, err := profile.Get("hpcc", line)
	if err != nil {
		return dcqcn.Params{}, err
	}
	p.RP.IncreasePeriod = 900 * us
	p.RP.RateAI, p.RP.RateHAI = 50*mbps, 100*mbps
	p.RP.MinRate = min(100*mbps, line)
	return p.RP, nil
}

// Default is THEMIS for flows of hosts at a line rate, kb/s.
func Default(line dcqcn.Rate) Config {
	return Config{
		Long: 5 * event.Microsecond, Notify: true, React: true, Interval: 50 * us, RP: Reaction(line), CutGap: 4 * us,
		Least: 484 * event.Nanosecond, TableBits: 14, CNPBytes: 60,
	}
}

// Check returns what is wrong with a configuration, by its key in a scenario file.
func (c *Config) Check() error {
	switch {
	case !c.Notify && !c.React:
		return fmt.Errorf("notify and react: both false; a gateway with neither is a switch")
	case c.Convert && !c.Notify:
		return fmt.Errorf("own_mark: convert without notify: nobody would hear of the marks; give notify = true or own_mark = \"pass\"")
	case c.Long <= 0:
		return fmt.Errorf("long: %v; give the delay from which on a link is a long one", c.Long)
	case c.Interval > 1<<30:
		return fmt.Errorf("interval: %d ns is above 2^30", c.Interval)
	case c.TableBits == 0 || c.TableBits > 24:
		return fmt.Errorf("table_bits: %d is out of range 1..24", c.TableBits)
	case c.Least <= 0 || c.Least > event.Millisecond:
		return fmt.Errorf("pass: %v is out of range; use more than 0s and at most 1ms", c.Least)
	case c.Hold == HoldResubmit && c.Capacity != 0:
		return fmt.Errorf("capacity: %d with law resubmit; what passes through the ingress queue is in its order, so give law pace or no capacity", c.Capacity)
	case c.CNPBytes == 0:
		return fmt.Errorf("cnp_bytes: 0; a CNP has at least one byte")
	case c.Unmarked && !c.React:
		return fmt.Errorf("unmarked: true without react: nothing reacts")
	}
	return profile.Check(c.RP)
}

// end is a gateway of a topology: a switch, numbered from 0, and its port to the long link.
type end struct {
	port uint16
	rate uint64 // of the long link, bit/s
}

// ends returns the gateways of a topology, by their nodes. The error says that there are no gateways, or names a
// switch with several long links, or hosts.
func (c *Config) ends(t *topology.Topology) (map[uint32]end, error) {
	ends := map[uint32]end{}
	ports := t.Ports()
	longest := event.Time(0)
	for i := range t.Links {
		longest = max(longest, t.Links[i].Delay)
	}
	for node := t.Hosts; node < t.Nodes(); node++ {
		for port, to := range ports[node] {
			if l := &t.Links[to.Link]; l.Delay >= c.Long {
				if to.Peer < t.Hosts {
					return nil, fmt.Errorf("host %d is at a link of %v, which is a long one; a long link joins two switches (raise themis.long, now %v)",
						t.IDOf(to.Peer), l.Delay, c.Long)
				}
				if _, found := ends[node]; found {
					return nil, fmt.Errorf("switch %d has several links of %v or more; a gateway of THEMIS has one port to the long haul", t.IDOf(node), c.Long)
				}
				ends[node] = end{uint16(port), l.Rate}
			}
		}
	}
	if len(ends) == 0 {
		return nil, fmt.Errorf("no link has a delay of %v or more, the longest has %v; use a topology with a long link, such as preset longhaul32, or lower themis.long", c.Long, longest)
	}
	return ends, nil
}

// Gateways returns the constructor of a topology's gateways, for fabric.Config.Gateway, and a list that it fills.
// conns is the number of connections. The error is that of Check, or says what is wrong with the topology.
func (c *Config) Gateways(t *topology.Topology) (func(node uint32) fabric.Gateway, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	ends, err := c.ends(t)
	if err != nil {
		return nil, err
	}
	kept := *c
	return func(node uint32) fabric.Gateway {
		e, found := ends[node]
		if !found {
			return nil
		}
		return newGateway(&kept, e)
	}, nil
}
