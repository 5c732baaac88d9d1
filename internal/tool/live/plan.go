package live

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/reference"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// Limits of a run: it is for a few hundred Mb/s on two cores, and its records stay in memory.
const (
	maxRate    = 1_000_000_000 // of a link, bit/s
	maxEnd     = 60 * event.Second
	maxHosts   = 16 // that take part
	maxConns   = 64
	maxPackets = 4 << 20 // that all hosts may send in a run
	// maxFrame is the largest MTU of a veth, with the Ethernet header.
	maxFrame = 65535
)

// Plan is a scenario checked for a live run.
type Plan struct {
	// Scenario is its origin.
	Scenario *scenario.Scenario
	// Setup is the algorithm of all sending hosts.
	Setup *driver.Setup
	// Port is the rate of their links, kb/s.
	Port uint64
	// End is when the run stops, ns.
	End int64
	// Departure makes the switch mark a packet as it leaves the queue, as the NIC model does, not as it arrives.
	Departure bool
	// Kernel makes a program in the kernel, instead of the switch, mark packets as they arrive at a port's filter.
	Kernel bool
	// Bin is the interval over which bytes are counted by connection, ns.
	Bin int64

	hooked  *hooked         // the notification points in the kernel; nil if the receivers' threads run them
	compare bool            // compares their decisions with the reference's
	engine  string          // the firmware that runs it; "" is linked Go, or the interpreter
	notify  []*driver.Setup // notification points, by kind of NIC
	config  *nicmodel.Config
	hosts   []uint32 // that take part, in order
	conns   []conn
}

// conn is a planned connection.
type conn struct {
	*scenario.Endpoints
	id       uint32 // in the configuration
	src, dst uint32 // nodes
	messages []message
}

// message is a transfer of a connection.
type message struct {
	bytes uint64
	start int64 // ns
}

// source is the signals that a live network has.
var source = driver.Source{
	Name:        "a live network",
	Alternative: "the NIC model (cctrace sim)",
	Unheeded:    []ir.Control{ir.ControlFabricWindow, ir.ControlNICWindow, ir.ControlGap},
	Signals: map[ir.NICEventKind][]ir.Signal{
		ir.OnSent: {ir.SignalBytes, ir.SignalPackets},
		ir.OnCNP:  {ir.SignalCNPs, ir.SignalMarked},
		ir.OnAck:  {ir.SignalAcked, ir.SignalRTT},
		ir.OnNack: nil, // none ever comes
	},
}

// NewPlan checks whether a scenario can run as packets. The error names the key that asks for something that only the
// NIC model has.
func NewPlan(s *scenario.Scenario) (*Plan, error) {
	c, err := s.Config()
	if err != nil {
		return nil, err
	}
	p := &Plan{Scenario: s, config: c, End: int64(c.End / event.Nanosecond), Bin: int64(c.Record.Bin / event.Nanosecond)}
	if p.Bin == 0 {
		p.Bin = max(p.End/100, 1)
	}
	for _, check := range []func() error{p.onlyModel, p.network, p.traffic, p.senders, p.notifiers} {
		if err := check(); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name(), err)
		}
	}
	return p, nil
}

// onlyModel refuses what only the model has.
func (p *Plan) onlyModel() error {
	if key := p.Scenario.ModelOnly(); key != "" {
		return modelOnly(key)
	}
	return nil
}

// modelOnly returns the error of a key without meaning here.
func modelOnly(key string) error {
	return fmt.Errorf("%s: a live network has nothing like it; take it out, or run the scenario with cctrace sim", key)
}

// network checks the topology and the time.
func (p *Plan) network() error {
	c := p.config
	if c.Topology.Switches != 1 {
		return fmt.Errorf("topology: has %s; a live network has one, as of kind = \"star\"", plural.Of(int(c.Topology.Switches), "switch"))
	}
	if c.End > maxEnd {
		return fmt.Errorf("run.end: %v is above %v, and all that is recorded stays in memory; use less", c.End, maxEnd)
	}
	for i := range c.Topology.Links {
		l := &c.Topology.Links[i]
		if l.Rate > maxRate {
			return fmt.Errorf("topology.rate: %s is above %s, more than this carries packet by packet; use less, as in rate = \"200Mbps\"", topology.FormatRate(l.Rate), topology.FormatRate(maxRate))
		}
		if l.LossPPB != 0 {
			return modelOnly("topology: loss on a link")
		}
	}
	for i := range c.NICs {
		if frame := frameOf(int(c.NICs[i].Payload)); frame > maxFrame {
			return fmt.Errorf("nic.payload: %d bytes are a frame of %d; use at most %d", c.NICs[i].Payload, frame, int(c.NICs[i].Payload)-(frame-maxFrame))
		}
	}
	return nil
}

// frameOf returns the length of a frame with the payload, without check sequence, bytes.
func frameOf(payload int) int {
	const ethernet, overhead = 14, 44 // the latter as in roce.Overhead
	return ethernet + overhead + payload
}

// traffic adopts the connections.
func (p *Plan) traffic() error {
	c := p.config
	plan := c.Plan
	if len(plan.Conns) > maxConns {
		return fmt.Errorf("workload: %s; use at most %d", plural.Of(len(plan.Conns), "connection"), maxConns)
	}
	if len(plan.Dependencies) > 0 {
		return modelOnly("workload: messages that wait for one another")
	}
	for i := range plan.Conns {
		k := &plan.Conns[i]
		if k.Loopback {
			return modelOnly("workload.loopback")
		}
		p.conns = append(p.conns, conn{Endpoints: scenario.EndpointsOf(c, uint32(i)), id: uint32(i), src: k.Src, dst: k.Dst})
		p.hosts = append(p.hosts, k.Src, k.Dst)
	}
	for i := range plan.Messages {
		m := &plan.Messages[i]
		if m.After != workload.NoDependency {
			return modelOnly("workload: messages that wait for one another")
		}
		p.conns[m.Conn].messages = append(p.conns[m.Conn].messages, message{m.Bytes, int64(m.Start / event.Nanosecond)})
	}
	slices.Sort(p.hosts)
	if p.hosts = slices.Compact(p.hosts); len(p.hosts) > maxHosts {
		return fmt.Errorf("workload: %s send or receive; use at most %d", plural.Of(len(p.hosts), "host"), maxHosts)
	}
	return nil
}

// senders finds the algorithm, which all senders share.
func (p *Plan) senders() error {
	c := p.config
	packets := uint64(0)
	for i := range p.conns {
		k := &p.conns[i]
		n := p.nic(k.src)
		if n.Algorithm == nil {
			return fmt.Errorf("nic.algorithm: host %d sends and has none; name one, since it is what paces the packets", c.Topology.IDOf(k.src))
		}
		if p.Setup == nil {
			p.Setup, p.Port = n.Algorithm, p.rate(k.src)/1000
		}
		if p.Setup != n.Algorithm {
			return fmt.Errorf("nic: hosts %d and %d send with algorithms, parameters or rates of their own; a live network has one of them, so that one replay can follow it", c.Topology.IDOf(p.conns[0].src), c.Topology.IDOf(k.src))
		}
		most := p.rate(k.src) / 8 * uint64(p.End) / 1e9 / uint64(frameOf(int(n.Payload)))
		bytes := collect.Sum(k.messages, func(m message) uint64 { return m.bytes })
		packets += min(most, bytes/uint64(n.Payload)+uint64(len(k.messages)))
	}
	if packets > maxPackets {
		return fmt.Errorf("run.end: up to %d packets, and what is recorded of each stays in memory; use at most %d, by a shorter run, a lower rate or a larger payload", packets, maxPackets)
	}
	return p.Setup.Algorithm.Check(&source)
}

// notifiers makes the notification points.
func (p *Plan) notifiers() error {
	for i := range p.config.NICs {
		s, err := reaction.BuiltIn(reaction.Notifier, reference.Flatten(&p.config.NICs[i].NP))
		if err != nil {
			return err
		}
		p.notify = append(p.notify, &s)
	}
	return nil
}

// nic returns the NIC of a host.
func (p *Plan) nic(node uint32) *nicmodel.NIC { return &p.config.NICs[p.config.Kind[node]] }

// rate returns the rate of a host's link, bit/s.
func (p *Plan) rate(node uint32) uint64 {
	for i := range p.config.Topology.Links {
		if l := &p.config.Topology.Links[i]; l.A == node || l.B == node {
			return l.Rate
		}
	}
	return 0
}

// mtu returns the MTU that a link needs.
func (p *Plan) mtu() int {
	mtu := 1500
	for i := range p.config.NICs {
		mtu = max(mtu, frameOf(int(p.config.NICs[i].Payload)))
	}
	return mtu
}

// Conns lists the names of the connections, in order of their numbers, as a capture shows them.
func (p *Plan) Conns() []string {
	return collect.Of(p.conns, func(x conn) string { return x.String() })
}

// Text describes a run in one line.
func (p *Plan) Text() string {
	return fmt.Sprintf("%s around one switch, %s for %v, ports of %s; a run takes root and Linux", plural.Of(len(p.hosts), "host"), plural.Of(len(p.conns), "connection"),
		event.Time(p.End)*event.Nanosecond, topology.FormatRate(p.Port*1000))
}

// portOf returns the switch's number for the port to a host: ports are numbered in the order of links.
func (p *Plan) portOf(host uint32) int {
	for i := range p.config.Topology.Links {
		if l := &p.config.Topology.Links[i]; l.A == host || l.B == host {
			return i
		}
	}
	return 0
}
