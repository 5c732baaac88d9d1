package exact

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// Options are what the simulator has and a configuration of the NIC model does not.
type Options struct {
	// AckHighPriority keeps hosts' acknowledgements from being held by PFC, ACK_HIGH_PRIO.
	AckHighPriority bool
	// Ascending has next hops in ascending order of the switches' numbers, in place of descending: there it depends on
	// the addresses of objects in memory.
	Ascending bool
	// Gain is the weight of the newest sample in alpha, EWMA_GAIN, and Target HPCC's utilisation, U_TARGET. 0 takes
	// those of the algorithm's parameters, which have fewer bits.
	Gain, Target float64
	// Loss is the part of packets, PFC frames too, that links lose whose own loss is 0: ERROR_RATE_PER_LINK.
	Loss float64
}

// rules are the parameters of congestion control. Rates are in bit/s and periods in ns.
type rules struct {
	mode                                   mode
	least, add, addMore                    uint64
	maxStage                               uint32 // HPCC's stages of addition, DCQCN's of fast recovery
	gain, target                           float64
	clamp                                  bool
	alphaPeriod, cutPeriod, increasePeriod uint64
}

type mode uint8

const (
	dcqcn mode = iota + 1
	hpcc
	timely
	dctcp
)

// modes are the algorithms that the simulator has, by their names, with the parameters that its code fixes.
var modes = map[string]struct {
	mode  mode
	fixed map[string]uint64
}{
	"dcqcn": {dcqcn, map[string]uint64{"FirstRate": 0, "ByteReset": 0, "CutMode": 2, "AlphaMode": 2, "Halving": 1, "Hyper": 0, "FirstCNP": 1, "ClampAfterTime": 1, "TestFirst": 1, "KeepAtLeast": 0}},
	"hpcc":  {hpcc, nil},
	"timelyns3": {timely, map[string]uint64{
		"Low": timelyLow, "High": timelyHigh, "PerMinRTT": (1 << 32) / timelyLeastRTT, "Weight": timelyWeight * (1 << 16), "Beta": 52429,
	}},
	"dctcp": {dctcp, nil},
}

// New returns the state of a run before its begin. Options are what a configuration of the model does not have. The error
// is that for a configuration that the simulator does not have, with the key of a scenario.
func New(c *nicmodel.Config, o Options) (*Simulator, error) {
	if err := check(c); err != nil {
		return nil, err
	}
	t, nic := c.Topology, &c.NICs[0]
	s := &Simulator{
		config: c,
		header: uint32(nic.Header), payload: uint64(nic.Payload), fullBytes: nic.Wire(), ackBytes: uint32(nic.AckBytes),
		ackClass: 1 << 3,
	}
	if o.AckHighPriority {
		s.ackClass = 0
	}
	s.end = span
	s.result.Messages = uint64(len(c.Plan.Messages))
	net := NewNetwork(t, o.Ascending)
	if err := s.setRules(o, net.Pairs(s.payload)); err != nil {
		return nil, err
	}
	s.addPorts(o.Loss)
	s.addFlows(net)
	return s, nil
}

// begin sets up what depends on what is recorded.
func (s *Simulator) begin() {
	c := s.config
	s.sampled()
	s.watch(c.Record.Watch)
	// HPCC and TIMELY do not see marks.
	if s.marks = len(c.Fabric.Marking) > 0 && (s.rules.mode == dcqcn || s.rules.mode == dctcp || s.traced != nil); s.marks {
		// Before the first coin the simulator uses two streams for each model of losses, and six for each node.
		s.coins = random.NewStreams(2*s.lossy + 6*int(c.Topology.Nodes()))
	}
}

// check returns the error for what the simulator does not have.
func check(c *nicmodel.Config) error {
	if len(c.NICs) != 1 {
		return fmt.Errorf("nic: the NICs differ, in their tables or rates; HPCC's simulator has one kind")
	}
	n, f, r := &c.NICs[0], &c.Fabric, &c.Record
	for _, bad := range []struct {
		is  bool
		key string
	}{
		{n.Engine != nil, "nic.engine"}, {n.Host != nil, "nic.host"}, {n.Bucket != nil, "nic.bucket"}, {n.RxBuffer != nil, "nic.rx_buffer"}, {n.Contexts != 0, "nic.contexts"},
		{n.ReceiveDelay != 0, "nic.receive_delay"}, {n.Clock != 0, "nic.rtt_clock"}, {n.AckEvery != 1, "nic.ack_every"},
		{!n.AckAsData, "nic.ack_class"}, {n.Notify == nicmodel.NotifyCNP, "nic.notify"}, {len(c.Firmware) > 0, "the firmware program"},
		{f.Hook != nil || f.Gateway != nil || f.Levels != nil || f.Deep != nil, "a table of the switches"},
		{f.SampleEvery != 0, "record.queues"}, {len(r.Rates) > 0 || r.AllRates, "record.rates"}, {r.Bin != 0, "record.throughput"},
		{len(c.Plan.Dependencies) > 0, "a workload whose messages wait for others"},
		{f.Buffer.Reserve != reserve || f.Buffer.Resume != resumeOffset || f.Buffer.Headroom != 0, "switch.reserve, resume or headroom"},
	} {
		if bad.is {
			return fmt.Errorf("%s: HPCC's simulator does not have it so; have it as cctrace convert --exact writes it, or leave exact out", bad.key)
		}
	}
	for _, k := range f.Classes[1:] {
		if k != (fabric.Class{Weight: 1, Lossless: true}) {
			return fmt.Errorf("switch.class: HPCC's simulator has classes of one weight with PFC; leave the tables out")
		}
	}
	for i := range c.Topology.Links {
		if c.Topology.Links[i].Delay%event.Nanosecond != 0 {
			return fmt.Errorf("topology: a link has a delay of other than whole ns; round it")
		}
	}
	seen := make([]bool, len(c.Plan.Conns))
	for i := range c.Plan.Messages {
		m := &c.Plan.Messages[i]
		if seen[m.Conn] || m.Bytes >= 1<<32 || m.After != workload.NoDependency {
			return fmt.Errorf("connection %d has several messages, or one of 4 GiB or more; a flow has one below", m.Conn)
		}
		seen[m.Conn] = true
	}
	return nil
}

// setRules takes the rules of the congestion control from the NIC's algorithm and its parameters.
func (s *Simulator) setRules(o Options, pairs Pairs) error {
	nic := &s.config.NICs[0]
	if nic.Algorithm == nil {
		return fmt.Errorf("nic: no algorithm; HPCC's simulator always has one")
	}
	def := nic.Algorithm.Algorithm.Def
	m, ok := modes[def.Name]
	if !ok {
		return fmt.Errorf("nic: HPCC's simulator does not have the algorithm %s; leave exact out", def.Name)
	}
	p := map[string]uint64{}
	for i, leaf := range ir.Layout(def.Params) {
		p[leaf.Name] = nic.Algorithm.Params[i]
		if want, fixed := m.fixed[leaf.Name]; fixed && want != p[leaf.Name] {
			return fmt.Errorf("nic: %s of %s is %d; the code of HPCC's simulator has %d", leaf.Name, def.Name, p[leaf.Name], want)
		}
	}
	s.rtt, s.scaled = pairs.RTT, true
	if m.mode == dcqcn {
		s.rules = rules{
			mode: m.mode, least: 1000 * p["MinRate"], add: 1000 * p["RateAI"], addMore: 1000 * p["RateHAI"],
			maxStage: uint32(p["Threshold"]), gain: 1 - float64(p["OldWeight"])/(1<<16), clamp: p["ClampTarget"] != 0,
			// The simulator has whole us.
			alphaPeriod: p["AlphaPeriod"] / 1000 * 1000, cutPeriod: p["CutPeriod"] / 1000 * 1000, increasePeriod: p["IncreasePeriod"] / 1000 * 1000,
		}
		if r := &s.rules; r.alphaPeriod == 0 || r.cutPeriod == 0 || r.increasePeriod == 0 {
			return fmt.Errorf("nic: a period of %s is below 1 us, of which HPCC's simulator makes 0; use 1us or more", def.Name)
		}
		s.scaled = nic.ScaleWindow
		if nic.Window != 0 {
			s.bdp = uint64(uint32(pairs.BDP))
		}
	} else {
		s.rules = rules{
			mode: m.mode, least: 1000 * p["Least"], add: 1000 * p["Add"], addMore: 1000 * p["AddMore"],
			maxStage: uint32(p["MaxStage"]), gain: float64(p["Gain"]) / (1 << 16), target: float64(p["Target"]) / (1 << 32),
		}
		if p["BaseRTT"] != 0 {
			s.bdp = uint64(uint32(pairs.BDP))
			if p["BaseRTT"] != s.rtt {
				return fmt.Errorf("nic: BaseRTT is %d ns; HPCC's simulator takes that of the largest pair, so set BaseRTT=%dns", p["BaseRTT"], s.rtt)
			}
		}
	}
	if o.Gain != 0 {
		s.rules.gain = o.Gain
	}
	if o.Target != 0 {
		s.rules.target = o.Target
	}
	if m.mode == hpcc {
		s.unit = 1 << p["Unit"]
	}
	return nil
}

// loss is a model of losses, of a link or of all that have none.
type loss struct {
	coins *random.Streams
	rate  float64
}

// lossStream is the simulator's random stream of each loss.
const lossStream = 1<<63 + 50

// addPorts makes hosts and switches with their ports.
func (s *Simulator) addPorts(rate float64) {
	c := s.config
	losses, common := make([]*loss, len(c.Topology.Links)), &loss{random.NewStream(lossStream), rate}
	s.lossy = 1
	for i := range losses {
		if losses[i] = common; c.Topology.Links[i].LossPPB != 0 {
			losses[i] = &loss{random.NewStream(lossStream), float64(c.Topology.Links[i].LossPPB) / topology.LossUnit}
			s.lossy++
		}
	}
	s.inspects = rate != 0 || s.lossy > 1
	t, links := c.Topology, c.Topology.Ports()
	hostRate := t.HostRates()[0]
	s.hosts, s.memories, s.ports = make([]host, t.Hosts), make([]memory, t.Switches), make([][]port, t.Nodes())
	for node := range s.ports {
		s.ports[node] = make([]port, len(links[node]))
	}
	for node, own := range links {
		room := uint32(c.Fabric.Buffer.Bytes)
		for i, at := range own {
			link, p := &t.Links[at.Link], &s.ports[node][i]
			*p = port{
				node: uint32(node), number: uint16(i), peer: &s.ports[at.Peer][at.PeerPort], rate: link.Rate, delay: uint64(link.Delay / event.Nanosecond),
				full: serial(s.fullBytes, link.Rate), ack: serial(s.ackBytes, link.Rate), shift: c.Fabric.Buffer.Shift,
			}
			p.loss = losses[at.Link]
			if t.IsHost(p.node) {
				p.host = &s.hosts[node]
				p.host.port = p
				continue
			}
			p.memory = &s.memories[p.node-t.Hosts]
			p.line = uint8(max(0, slices.Index(lines[:], link.Rate)))
			// The subnet of the link, whose first end is 1.
			if p.address = 10<<24 + (at.Link/254+1)<<16 + (at.Link%254+1)<<8 + 1; link.A != p.node {
				p.address++
			}
			p.headroom = uint32(link.Rate * p.delay / 8 / 1_000_000_000 * uint64(c.Fabric.Buffer.HeadroomBDP))
			room -= p.headroom + reserve
			for rate := link.Rate; rate > hostRate && p.shift > 0; rate /= 2 {
				p.shift--
			}
			for _, m := range c.Fabric.Marking {
				if m.Rate == link.Rate || m.Rate == 0 && p.kmax == 0 {
					p.kmin, p.kmax, p.pmax = m.Kmin, m.Kmax, float64(m.PmaxPPM)/1e6
				}
			}
			p.memory.room = room
			p.memory.ample = room - uint32(min(uint64(room), uint64(max(s.fullBytes, s.ackBytes))<<c.Fabric.Buffer.Shift))
		}
	}
}

// watch traces nodes. Each packet goes through the queue then.
func (s *Simulator) watch(nodes []uint32) {
	for _, node := range nodes {
		if s.traced == nil {
			s.traced, s.inspects = make([]bool, len(s.ports)), true
		}
		if s.traced[node] = true; !s.config.Topology.IsHost(node) {
			s.memories[node-s.config.Topology.Hosts].ample = 0
		}
	}
}

// addFlows makes the flows with their paths, in the order of their starts.
func (s *Simulator) addFlows(net *Network) {
	c := s.config
	t := c.Topology
	ports := SourcePorts(c.Plan)
	s.flows = make([]flow, len(c.Plan.Conns))
	for i := range s.flows {
		k, f := &c.Plan.Conns[i], &s.flows[i]
		h := &s.hosts[k.Src]
		*f = flow{conn: uint32(i), source: ports[i], host: h, class: k.Class, line: h.port.rate, window: s.bdp}
		f.base = f.line
		if mode := s.rules.mode; mode == hpcc || mode == dctcp {
			f.mean = 1
		}
		s.setRate(f, f.line)
		pair := [2]uint32{k.Src, k.Dst}
		from, to, source, dest := workload.Address(t.IDOf(k.Src)), workload.Address(t.IDOf(k.Dst)), uint32(f.source), uint32(k.DstPort)
		for way, ends := range [2][3]uint32{{from, to, source | dest<<16}, {to, from, dest | source<<16}} {
			end, in := &f.legs[way], s.hosts[pair[way]].port.peer
			net.path(pair[way], pair[1-way], ends, func(node uint32, port uint16) {
				out := &s.ports[node][port]
				*end = &leg{in: in, out: out, class: &in.classes[k.Class%classes]}
				end, in = &(*end).next, out.peer
			})
		}
	}
	for i := range c.Plan.Messages {
		m := &c.Plan.Messages[i]
		f := &s.flows[m.Conn]
		// The file's decimal is a double there, which whole ns are cut from.
		f.message, f.size, f.start = uint32(i), m.Bytes, nanoseconds(float64(m.Start)/1e12)
		s.waiting = append(s.waiting, f)
	}
	s.await()
}

// SourcePorts returns the source port of each connection, as the simulator counts those of a pair of hosts from 10000.
func SourcePorts(p *workload.Plan) (ports []uint16) {
	next := map[[2]uint32]uint16{}
	for i := range p.Conns {
		pair := [2]uint32{p.Conns[i].Src, p.Conns[i].Dst}
		ports = append(ports, 10_000+next[pair])
		next[pair]++
	}
	return ports
}
