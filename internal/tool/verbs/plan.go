package verbs

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/tool/attach"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/nicmodel/topology"
)

// Limits of a bench: it is for a few machines and a few hundred Mb/s on two cores.
const (
	maxRate     = 1_000_000_000 // of a port, bit/s
	maxEnd      = 60 * event.Second
	maxMachines = 9
	maxPairs    = 64 // queue pairs of a client
)

// Write is the command of clients and server if no other is named: RDMA writes for the time of the scenario.
const Write = "ib_write_bw -q $QPS -s 65536 -D $SECONDS -f 1 -u 17"

// Plan is a scenario checked for a bench, and what its machines run.
type Plan struct {
	// Scenario is its origin.
	Scenario *scenario.Scenario
	// Setup is the algorithm of all sending hosts, nil for none: the stack as it is.
	Setup *driver.Setup
	// Rate is that of the switch's ports, bit/s, and Buffer what waits at one of them, bytes.
	Rate   uint64
	Buffer int
	// MTU is the payload of a full packet of the stack, bytes.
	MTU int
	// Seconds is how long clients are to send.
	Seconds int
	// Clients are the machines that send, in the scenario's order; Server is the one that receives.
	Clients []Client
	Server  Machine

	// Commands are run one after the other by each client, and by the server for each client. A command without $PORT
	// gets $OPTIONS and, at the client, $SERVER behind it; docs/verbs.md has the variables.
	Commands []string
	// Before is run by each client when its link is up.
	Before []string
	// Packages are Debian packages besides those of the bench, whose programs commands may name.
	Packages []string
	// Log has machines that attach write rate logs, which takes part of their speed.
	Log bool
	// SnapLen cuts the frames of the capture, bytes; 0 for none.
	SnapLen int
	// Accel is qemu's accelerator: kvm, tcg or, for kvm where it works, auto.
	Accel string

	config    *nicmodel.Config
	algorithm *attach.Algorithm // that the machines attach, nil for none
	object    []byte            // of it
}

// Machine is a host of the scenario as a virtual machine.
type Machine struct {
	// Name is client1, client2 and so on, or server.
	Name    string
	Address netip.Addr
	node    uint32
	port    int // of the scenario's switch
}

// Client is a machine that sends.
type Client struct {
	Machine
	// Pairs is the number of its queue pairs.
	Pairs int
	// Start is when it begins, ns.
	Start int64
}

// NewPlan checks whether a scenario can run on virtual machines. The error names the key.
func NewPlan(s *scenario.Scenario) (*Plan, error) {
	c, err := s.Config()
	if err != nil {
		return nil, err
	}
	p := &Plan{Scenario: s, Commands: []string{Write}, Accel: "auto", config: c, Buffer: int(min(c.Fabric.Buffer.Bytes, 1<<30))}
	for _, check := range []func() error{p.onlyModel, p.network, p.traffic, p.senders} {
		if err := check(); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name(), err)
		}
	}
	return p, nil
}

// onlyModel refuses what only the model has.
func (p *Plan) onlyModel() error {
	if key := p.Scenario.ModelOnly(); key != "" {
		return fmt.Errorf("%s: virtual machines have nothing like it; take it out, or run the scenario with cctrace sim", key)
	}
	return nil
}

// network checks the topology and the time.
func (p *Plan) network() error {
	c := p.config
	if c.Topology.Switches != 1 {
		return fmt.Errorf("topology: has %s; the bench has one, as of kind = \"star\"", plural.Of(int(c.Topology.Switches), "switch"))
	}
	p.Rate = c.Topology.Links[0].Rate
	for i := range c.Topology.Links {
		switch l := &c.Topology.Links[i]; {
		case l.Rate > maxRate:
			return fmt.Errorf("topology.rate: %s is above %s, more than this carries frame by frame; use less, as in rate = \"200Mbps\"", topology.FormatRate(l.Rate), topology.FormatRate(maxRate))
		case l.Rate != p.Rate:
			return errors.New("topology.rate: links differ; use one rate for all")
		case l.LossPPB != 0:
			return errors.New("topology: loss on a link; clients can lose packets, as by --before 'tc qdisc add dev eth0 root netem loss 1%'")
		}
	}
	const unit = event.Second
	if c.End < 3*unit || c.End > maxEnd || c.End%unit != 0 {
		return fmt.Errorf("run.end: %v; use whole seconds from 3s to %v, as perftest counts them", c.End, maxEnd)
	}
	p.Seconds = int(c.End / unit)
	p.MTU = int(c.NICs[0].Payload)
	for i := range c.NICs {
		if n := int(c.NICs[i].Payload); n != p.MTU {
			return errors.New("nic.payload: kinds of NIC differ; use one for all")
		}
	}
	if !slices.Contains([]int{256, 512, 1024, 2048, 4096}, p.MTU) {
		return fmt.Errorf("nic.payload: %d bytes are no MTU of RDMA; use 256, 512, 1024, 2048 or 4096", p.MTU)
	}
	return nil
}

// linkMTU returns the MTU that a machine's link needs: the headers of a packet of atomics, the longest, come on top.
func (p *Plan) linkMTU() int {
	const extended = 28
	return max(1500, p.MTU+roce.Overhead(netip.IPv6Unspecified())+extended)
}

// traffic finds who sends, with how many queue pairs, and to whom. What they send is the command's matter.
func (p *Plan) traffic() error {
	plan := p.config.Plan
	if len(plan.Conns) == 0 {
		return errors.New("workload: nobody sends; use kind = \"incast\"")
	}
	starts := make([]int64, len(plan.Conns))
	for i := range plan.Messages {
		m := &plan.Messages[i]
		if at := int64(m.Start / event.Nanosecond); starts[m.Conn] == 0 || at < starts[m.Conn] {
			starts[m.Conn] = at
		}
	}
	p.Server = p.machine("server", plan.Conns[0].Dst)
	for i := range plan.Conns {
		k := &plan.Conns[i]
		if k.Dst != p.Server.node || k.Src == k.Dst {
			return errors.New("workload: more than one host receives; the bench has one server, as of kind = \"incast\"")
		}
		at := slices.IndexFunc(p.Clients, func(c Client) bool { return c.node == k.Src })
		if at < 0 {
			at = len(p.Clients)
			p.Clients = append(p.Clients, Client{Machine: p.machine(fmt.Sprint("client", at+1), k.Src), Start: starts[i]})
		}
		p.Clients[at].Pairs++
		p.Clients[at].Start = min(p.Clients[at].Start, starts[i])
	}
	if n := len(p.Clients) + 1; n > maxMachines {
		return fmt.Errorf("workload: %s send or receive; use at most %d", plural.Of(n, "host"), maxMachines)
	}
	for i := range p.Clients {
		if k := &p.Clients[i]; k.Pairs > maxPairs {
			return fmt.Errorf("workload.flows: host %d has %d; use at most %d", p.config.Topology.IDOf(k.node), k.Pairs, maxPairs)
		}
	}
	return nil
}

// machine returns a host as a machine, with the address that it has in captures of the model.
func (p *Plan) machine(name string, node uint32) Machine {
	m := Machine{Name: name, Address: scenario.AddressOf(p.config.Topology.IDOf(node)), node: node}
	for i := range p.config.Topology.Links {
		if l := &p.config.Topology.Links[i]; l.A == node || l.B == node {
			m.port = i
		}
	}
	return m
}

// senders finds the algorithm, which all senders share.
func (p *Plan) senders() error {
	for i := range p.Clients {
		setup := p.config.NICs[p.config.Kind[p.Clients[i].node]].Algorithm
		if i == 0 {
			p.Setup = setup
		}
		if p.Setup != setup {
			return errors.New("nic: hosts send with algorithms or parameters of their own; the bench has one for all, or none")
		}
	}
	if p.Setup == nil {
		return nil
	}
	return p.attached()
}

// attached finds what the machines attach: the senders' algorithm with its parameters, and CNPs as far apart as the
// server's NIC sends them.
func (p *Plan) attached() (err error) {
	if p.Rate%1_000_000 != 0 {
		return fmt.Errorf("topology.rate: %s; with an algorithm use whole Mb/s", topology.FormatRate(p.Rate))
	}
	base := attach.Spec{Interval: time.Duration(p.config.NICs[p.config.Kind[p.Server.node]].NP.Interval)}
	base.Choice.Line = fmt.Sprintf("%dM", p.Rate/1_000_000)
	for i := range p.Scenario.NIC {
		s, t := base, &p.Scenario.NIC[i]
		if !folder.IsFolder(string(t.Algorithm)) {
			continue
		}
		s.Algo = p.Scenario.FolderOf(t.Algorithm)
		s.Choice.Profile, s.Choice.Set = string(t.Profile), t.Set
		if p.algorithm, err = attach.Open(s); err != nil {
			return fmt.Errorf("nic[%d].algorithm: %w", i, err)
		}
		if got := &p.algorithm.Setup; got.Algorithm.Def.Name == p.Setup.Algorithm.Def.Name && slices.Equal(got.Params, p.Setup.Params) {
			return nil
		}
	}
	base.Algo, base.Params = p.Setup.Algorithm.Def.Name, p.Setup.Params
	if p.algorithm, err = attach.Open(base); err != nil {
		return fmt.Errorf("nic.algorithm: %w", err)
	}
	return nil
}

// machines lists all machines, the server last.
func (p *Plan) machines() []Machine {
	list := collect.Of(p.Clients, func(v Client) Machine { return v.Machine })
	return append(list, p.Server)
}

// Text describes a run in one line.
func (p *Plan) Text() string {
	n := collect.Sum(p.Clients, func(v Client) int { return v.Pairs })
	return fmt.Sprintf("%s and a server, %s for %d s, ports of %s with %d bytes; a run takes qemu and Debian's packages",
		plural.Of(len(p.Clients), "client"), plural.Of(n, "queue pair"), p.Seconds, topology.FormatRate(p.Rate), p.Buffer)
}
