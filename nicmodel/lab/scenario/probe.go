package scenario

import (
	"fmt"
	"math"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/systems/rperf"
)

// Kinds of switches.
const (
	outputQueued = "output-queued"
	creditKind   = "credit"
)

// bulk is the kind of workload that goes with credit switches.
const bulk = "bulk"

// Probe is the table [probe]: a measurement of round-trip times through credit switches (package rperf).
type Probe struct {
	Tool    Text `toml:"tool"`
	From    Text `toml:"from"`
	To      Text `toml:"to"`
	Bytes   Text `toml:"bytes"`
	VL      Text `toml:"vl"`
	Samples Text `toml:"samples"`
	Warm    Text `toml:"warm"`
	Pause   Text `toml:"pause"`

	MMIO       Text `toml:"mmio"`
	PCIeRate   Text `toml:"pcie_rate"`
	PCIeRead   Text `toml:"pcie_read"`
	PCIeWrite  Text `toml:"pcie_write"`
	PCIeJitter Text `toml:"pcie_jitter"`
	Inline     Text `toml:"inline"`
	Message    Text `toml:"message"`
	Receive    Text `toml:"receive"`
	Poll       Text `toml:"poll"`
	PollPeriod Text `toml:"poll_period"`
	Clock      Text `toml:"clock"`
	Remote     Text `toml:"remote"`
}

// switchKind reads the kind of the switches, and refuses what goes with the other.
func (s *Scenario) switchKind(r *reader) string {
	t := &s.Switch
	kind := r.one("switch.kind", t.Kind, outputQueued, outputQueued, creditKind)
	if key, kinds := misplaced(*t, kind); key != "" {
		r.fail("switch."+key, "goes with kind = %s only", alternatives(kinds))
	}
	if kind != creditKind {
		if s.Probe != nil {
			r.fail("probe", "goes with credit switches only; give [switch] kind = %q, or leave it out", creditKind)
		}
		return kind
	}
	for _, k := range []struct {
		key   string
		given bool
		why   string
	}{
		{"switch.pfc", t.PFC != nil, "credits pause senders, and nothing is lost"},
		{"switch.ecn", t.ECN != nil, "nothing is marked"}, {"switch.marking[0]", len(t.Marking) > 0, "nothing is marked"},
		{"switch.class[0]", len(t.Class) > 0, "VLs and arbiter take their place"},
		{"switch.reserve", t.Reserve != "", "each VL of an input has a buffer of its own"}, {"switch.shift", t.Shift != "", "each VL of an input has a buffer of its own"},
		{"switch.headroom", t.Headroom != "", "credits pause senders"}, {"switch.headroom_bdp", t.HeadroomBDP != "", "credits pause senders"},
		{"switch.resume", t.Resume != "", "credits pause senders"}, {"switch.seed", t.Seed != "", "they draw nothing"},
		{"switch.deep", t.Deep != "", "each VL of an input has a buffer of its own"}, {"themis", s.Themis != nil, "nothing is marked"},
		{"nic[0]", len(s.NIC) > 0, "there is no congestion control, and [probe] has the NIC that measures"},
		{"saba", s.Saba != nil, "it weighs queues of other switches"},
		{"record", s.Record != Record{}, "the readings are all that is recorded"},
	} {
		if k.given {
			r.fail(k.key, "does not go with credit switches: %s; leave it out", k.why)
		}
	}
	return kind
}

// prober makes the setup of a probe.
type prober struct {
	*builder
	setup rperf.Setup
}

// probe derives the setup of a scenario of credit switches.
func (s *Scenario) probe() (*rperf.Setup, error) {
	r := &reader{s: s}
	s.switchKind(r)
	if s.Probe == nil {
		r.fail("probe", "is missing; credit switches run a measurement, as in [probe] from = 0 and to = 1")
	}
	r.count("run.threads", s.Run.Threads, 1, 0, 256)
	r.count("run.parts", s.Run.Parts, 0, 0, 4096)
	if r.err != nil {
		return nil, r.err
	}
	top, err := s.topology(r)
	if err != nil {
		return nil, err
	}
	p := &prober{builder: &builder{reader: r, c: &nicmodel.Config{Topology: top}}, setup: rperf.DefaultSetup(0)}
	for _, step := range []func(){p.network, p.measurement, p.ends, p.sources, p.limits} {
		if step(); r.err != nil {
			return nil, r.err
		}
	}
	if err := p.setup.Check(); err != nil {
		return nil, s.errorf("probe", "%v", err)
	}
	return &p.setup, nil
}

// network is the switches.
func (p *prober) network() {
	t, top := &p.s.Topology, p.c.Topology
	switch {
	case t.Kind != "star" && t.Kind != "dumbbell":
		p.fail("topology", "credit switches stand alone or two in a row; give kind = \"star\" or \"dumbbell\"")
	case t.TrunkRate != "":
		p.fail("topology.trunk_rate", "the links of credit switches are alike; leave it out")
	case t.TrunkDelay != "":
		p.fail("topology.trunk_delay", "the links of credit switches are alike; leave it out")
	case top.Hosts < 2:
		p.fail("topology.hosts", "%d; a probe is between two hosts", top.Hosts)
	case top.Hosts > credit.MaxHosts:
		p.fail("topology", "%d hosts; at most %d fit credit switches", top.Hosts, credit.MaxHosts)
	}
	if p.err != nil {
		return
	}
	f := &p.setup.Fabric
	f.Switches, f.Rate, f.Propagation = top.Switches, top.Links[0].Rate, top.Links[0].Delay
	f.Hosts = make([]uint32, top.Hosts)
	for i := range top.Links {
		l := &top.Links[i]
		for _, ends := range [2][2]uint32{{l.A, l.B}, {l.B, l.A}} {
			if top.IsHost(ends[0]) {
				f.Hosts[ends[0]] = ends[1] - top.Hosts
			}
		}
	}
	k := &p.s.Switch
	if k.Arbiter == "strict" {
		p.fail("switch.arbiter", "strict is a key of its own: strict = true has higher VLs go first, and the arbiter serves the inputs of one")
	}
	f.Arbiter = choose(p.reader, "switch.arbiter", k.Arbiter, credit.FCFS, credit.FCFS, credit.RoundRobin)
	f.Strict = k.Strict
	f.HighLimit = uint32(p.bytes("switch.high_limit", k.HighLimit, 0, 1<<30))
	if k.HighLimit != "" && !k.Strict {
		p.fail("switch.high_limit", "says nothing without strict = true")
	}
	f.Buffer = uint32(p.bytes("switch.buffer", k.Buffer, uint64(f.Buffer), 1<<30))
	f.Pipeline = p.stage("switch.pipeline", k.Pipeline, f.Pipeline)
	f.CreditReturn = p.stage("switch.credit_return", k.CreditReturn, f.CreditReturn)
}

// measurement is who measures what.
func (p *prober) measurement() {
	t, s := p.s.Probe, &p.setup
	s.Tool = choose(p.reader, "probe.tool", t.Tool, rperf.RPerf, rperf.RPerf, rperf.PingPong, rperf.PostPoll)
	s.From = p.host("probe.from", t.From)
	p.need("probe.to", t.To, "1")
	s.To = p.host("probe.to", t.To)
	if p.err == nil && s.From == s.To {
		p.fail("probe.to", "host %d would measure to itself; give another host", s.To)
	}
	s.Payload = p.payload("probe.bytes", t.Bytes, s.Payload)
	s.VL = p.vl("probe.vl", t.VL)
	s.Samples = int(p.count("probe.samples", t.Samples, uint64(s.Samples), 1, 10_000_000))
	s.Warm, s.Pause = p.stage("probe.warm", t.Warm, s.Warm), p.stage("probe.pause", t.Pause, s.Pause)
}

// payload reads the size of messages of one packet.
func (p *prober) payload(key string, t Text, def uint32) uint32 {
	v := p.bytes(key, t, uint64(def), math.MaxUint32)
	if v == 0 || v > rperf.MaxPayload {
		p.fail(key, "%d bytes are out of range 1 to %d, one packet", v, rperf.MaxPayload)
	}
	return uint32(v)
}

// vl reads a virtual lane.
func (p *prober) vl(key string, t Text) uint8 { return uint8(p.count(key, t, 0, 0, credit.VLs-1)) }

// ends is the host half of the two that measure.
func (p *prober) ends() {
	t, s := p.s.Probe, &p.setup
	h := &s.Host
	h.MMIO = p.stage("probe.mmio", t.MMIO, h.MMIO)
	h.PCIeRate = p.pcie("probe.pcie_rate", t.PCIeRate, h.PCIeRate)
	h.PCIeRead, h.PCIeWrite = p.stage("probe.pcie_read", t.PCIeRead, h.PCIeRead), p.stage("probe.pcie_write", t.PCIeWrite, h.PCIeWrite)
	h.PCIeJitter = p.stage("probe.pcie_jitter", t.PCIeJitter, h.PCIeJitter)
	inline := uint64(0)
	if s.Tool == rperf.PingPong {
		inline = rperf.PerftestInline
	}
	h.InlineBytes = uint32(p.bytes("probe.inline", t.Inline, inline, math.MaxUint32))
	h.Message = p.stage("probe.message", t.Message, h.Message)
	s.Receive, s.Remote = p.stage("probe.receive", t.Receive, s.Receive), p.stage("probe.remote", t.Remote, s.Remote)
	s.Poll, s.Period = p.stage("probe.poll", t.Poll, s.Poll), p.stage("probe.poll_period", t.PollPeriod, s.Period)
	s.TSC = p.hertz("probe.clock", t.Clock, s.TSC)
	if s.TSC < 1_000_000 || s.TSC > 1_000_000_000_000 {
		p.fail("probe.clock", "%d Hz is out of range 1 MHz to 1 THz", s.TSC)
	}
}

// sources are the tables [[workload]].
func (p *prober) sources() {
	s := &p.setup
	at := map[uint32]string{}
	for i := range p.s.Workload {
		w := &work{builder: p.builder, t: &p.s.Workload[i], key: fmt.Sprintf("workload[%d]", i)}
		t := w.t
		w.need(w.at("kind"), t.Kind, `"bulk"`)
		if kind := w.one(w.at("kind"), t.Kind, "", kinds...); kind != bulk {
			w.fail(w.at("kind"), "%q goes with output-queued switches; beside a probe there is kind = %q", kind, bulk)
		}
		if key, kinds := misplaced(*t, bulk); key != "" {
			w.fail(w.at(key), "goes with kind = %s only", alternatives(kinds))
		}
		to := w.host(w.at("receiver"), t.Receiver)
		w.need(w.at("bytes"), t.Bytes, "4096")
		k := rperf.Source{To: to, Payload: p.payload(w.at("bytes"), t.Bytes, 1), VL: p.vl(w.at("vl"), t.VL)}
		k.Message = p.stage(w.at("every"), t.Every, rperf.MessageTime)
		if k.Message == 0 {
			w.fail(w.at("every"), "0s; a NIC takes time for a message, as in every = \"130ns\"")
		}
		w.need(w.at("senders"), t.Senders, `"2-6"`)
		if p.err != nil {
			return
		}
		for _, k.From = range w.hosts(w.at("senders"), t.Senders, "") {
			switch before, twice := at[k.From]; {
			case k.From == to:
				w.fail(w.at("senders"), "host %d would send to itself; take it out of the senders", to)
			case k.From == s.From:
				w.fail(w.at("senders"), "host %d measures (probe.from); take it out of the senders", k.From)
			case twice:
				w.fail(w.at("senders"), "host %d sends already (%s); one stream a host", k.From, before)
			}
			at[k.From] = w.key
			s.Sources = append(s.Sources, k)
		}
	}
}

// limits are the run's, and what depends on several tables.
func (p *prober) limits() {
	s := &p.setup
	s.Seed = p.count("run.seed", p.s.Run.Seed, 1, 0, math.MaxUint64)
	s.End = p.time("run.end", p.s.Run.End, event.Second)
	if s.End <= 0 || s.End > fabric.MaxEnd {
		p.fail("run.end", "%v is out of range; use more than 0s and at most %v", s.End, fabric.MaxEnd)
	}
	if s.End <= s.Warm {
		p.fail("run.end", "%v is not after %v, when the first sample is taken (probe.warm); end it later", s.End, s.Warm)
	}
	if most := s.Largest(); most > s.Fabric.Buffer {
		p.fail("switch.buffer", "%d bytes do not hold a packet of %d, payload and headers; a VL of an input needs %d at least", s.Fabric.Buffer, most, most)
	}
}
