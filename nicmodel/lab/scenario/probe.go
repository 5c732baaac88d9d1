package scenario

import (
	"fmt"
	"math"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
)

// Kinds of switches.
const (
	outputQueued = "output-queued"
	creditKind   = "credit"
)

// bulk is the kind of workload that goes with credit switches.
const bulk = "bulk"

// switchKind reads the kind of the switches, and refuses what goes with the other.
func (s *Scenario) switchKind(r *keys.Reader) string {
	t := &s.Switch
	kind := r.One("switch.kind", t.Kind, outputQueued, outputQueued, creditKind)
	if key, kinds := keys.Misplaced(*t, kind); key != "" {
		r.Fail("switch."+key, "goes with kind = %s only", keys.Alternatives(kinds))
	}
	if kind != creditKind {
		if key, m := s.Measurement(); m != nil {
			r.Fail(key, "goes with credit switches only; give [switch] kind = %q, or leave it out", creditKind)
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
		{"switch.deep", t.Deep != "", "each VL of an input has a buffer of its own"},
		{"nic[0]", len(s.NIC) > 0, "there is no congestion control, and [probe] has the NIC that measures"},
		{"record", s.Record != Record{}, "the readings are all that is recorded"},
	} {
		if k.given {
			r.Fail(k.key, "does not go with credit switches: %s; leave it out", k.why)
		}
	}
	for _, k := range s.Given() {
		if t, is := k.Table.(extend.Table); is {
			r.Fail(k.Key, "does not go with credit switches: %s; leave it out", t.OutputQueued())
		}
	}
	return kind
}

// prober makes what a measurement is given.
type prober struct {
	*builder
	bench extend.Bench
}

// probe derives the measurement of a scenario of credit switches.
func (s *Scenario) probe() (*prober, *extend.Measuring, error) {
	r := s.reader()
	s.switchKind(r)
	_, table := s.Measurement()
	if table == nil {
		r.Fail("probe", "is missing; credit switches run a measurement, as in [probe] from = 0 and to = 1")
	}
	r.Count("run.threads", s.Run.Threads, 1, 0, 256)
	r.Count("run.parts", s.Run.Parts, 0, 0, 4096)
	if r.Err != nil {
		return nil, nil, r.Err
	}
	top, err := s.topology(r)
	if err != nil {
		return nil, nil, err
	}
	p := &prober{builder: &builder{Reader: r, s: s, c: &nicmodel.Config{Topology: top}}}
	p.bench = extend.Bench{Reader: r, Fabric: credit.Default(0), Host: p.host, Bulk: p.bulk}
	if p.network(); r.Err != nil {
		return nil, nil, r.Err
	}
	m := table.Measure(&p.bench)
	if r.Err != nil {
		return nil, nil, r.Err
	}
	return p, &m, nil
}

// network is the switches.
func (p *prober) network() {
	t, top := &p.s.Topology, p.c.Topology
	switch {
	case t.Kind != "star" && t.Kind != "dumbbell":
		p.Fail("topology", "credit switches stand alone or two in a row; give kind = \"star\" or \"dumbbell\"")
	case t.TrunkRate != "":
		p.Fail("topology.trunk_rate", "the links of credit switches are alike; leave it out")
	case t.TrunkDelay != "":
		p.Fail("topology.trunk_delay", "the links of credit switches are alike; leave it out")
	case top.Hosts < 2:
		p.Fail("topology.hosts", "%d; a probe is between two hosts", top.Hosts)
	case top.Hosts > credit.MaxHosts:
		p.Fail("topology", "%d hosts; at most %d fit credit switches", top.Hosts, credit.MaxHosts)
	}
	if p.Err != nil {
		return
	}
	f := &p.bench.Fabric
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
		p.Fail("switch.arbiter", "strict is a key of its own: strict = true has higher VLs go first, and the arbiter serves the inputs of one")
	}
	f.Arbiter = keys.Choose(p.Reader, "switch.arbiter", k.Arbiter, credit.FCFS, credit.FCFS, credit.RoundRobin)
	f.Strict = k.Strict
	f.HighLimit = uint32(p.Bytes("switch.high_limit", k.HighLimit, 0, 1<<30))
	if k.HighLimit != "" && !k.Strict {
		p.Fail("switch.high_limit", "says nothing without strict = true")
	}
	f.Buffer = uint32(p.Bytes("switch.buffer", k.Buffer, uint64(f.Buffer), 1<<30))
	f.Pipeline = p.Stage("switch.pipeline", k.Pipeline, f.Pipeline)
	f.CreditReturn = p.Stage("switch.credit_return", k.CreditReturn, f.CreditReturn)
	p.bench.Seed = p.Count("run.seed", p.s.Run.Seed, 1, 0, math.MaxUint64)
	p.bench.End = p.Time("run.end", p.s.Run.End, event.Second)
	if p.bench.End <= 0 || p.bench.End > fabric.MaxEnd {
		p.Fail("run.end", "%v is out of range; use more than 0s and at most %v", p.bench.End, fabric.MaxEnd)
	}
}

// bulk reads the tables [[workload]].
func (p *prober) bulk(measures uint32) (list []credit.Bulk) {
	at := map[uint32]string{}
	for i := range p.s.Workload {
		w := &work{builder: p.builder, t: &p.s.Workload[i], key: fmt.Sprintf("workload[%d]", i)}
		t := w.t
		w.Need(w.at("kind"), t.Kind, `"bulk"`)
		if kind := w.One(w.at("kind"), t.Kind, "", kinds...); kind != bulk {
			w.Fail(w.at("kind"), "%q goes with output-queued switches; beside a probe there is kind = %q", kind, bulk)
		}
		if key, kinds := keys.Misplaced(*t, bulk); key != "" {
			w.Fail(w.at(key), "goes with kind = %s only", keys.Alternatives(kinds))
		}
		to := w.host(w.at("receiver"), t.Receiver)
		w.Need(w.at("bytes"), t.Bytes, "4096")
		k := credit.Bulk{To: to, Payload: p.bench.Payload(w.at("bytes"), t.Bytes, 1), VL: p.bench.VL(w.at("vl"), t.VL)}
		k.Message = p.Stage(w.at("every"), t.Every, credit.MessageTime)
		if k.Message == 0 {
			w.Fail(w.at("every"), "0s; a NIC takes time for a message, as in every = \"130ns\"")
		}
		w.Need(w.at("senders"), t.Senders, `"2-6"`)
		if p.Err != nil {
			return nil
		}
		for _, k.From = range w.hosts(w.at("senders"), t.Senders, "") {
			switch before, twice := at[k.From]; {
			case k.From == to:
				w.Fail(w.at("senders"), "host %d would send to itself; take it out of the senders", to)
			case k.From == measures:
				w.Fail(w.at("senders"), "host %d measures (probe.from); take it out of the senders", k.From)
			case twice:
				w.Fail(w.at("senders"), "host %d sends already (%s); one stream a host", k.From, before)
			}
			at[k.From] = w.key
			list = append(list, k)
		}
	}
	return list
}
