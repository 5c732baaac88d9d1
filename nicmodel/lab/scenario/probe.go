package scenario

import (
	"fmt"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
)

// creditKind is the kind of switches that go with a measurement.
const creditKind = "credit"

// bulk is the kind of workload that goes with credit switches.
const bulk = "bulk"

// switchKind reads the kind of the switches, and refuses keys of the other.
func (s *Scenario) switchKind(r *keys.Reader) string {
	t := &s.Switch
	k := r.Table("switch", t)
	kind := k.One(&t.Kind)
	k.Kind("kind", kind)
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
		{"switch.reserve", t.Reserve != "", "each VL of an input has its own buffer"}, {"switch.shift", t.Shift != "", "each VL of an input has its own buffer"},
		{"switch.headroom", t.Headroom != "", "credits pause senders"}, {"switch.headroom_bdp", t.HeadroomBDP != "", "credits pause senders"},
		{"switch.resume", t.Resume != "", "credits pause senders"}, {"switch.seed", t.Seed != "", "they draw nothing"},
		{"switch.deep", t.Deep != "", "each VL of an input has its own buffer"},
		{"nic[0]", len(s.NIC) > 0, "there is no congestion control, and [probe] has the NIC that measures"},
		{"record", s.Record != Record{}, "the readings are all that is recorded"},
	} {
		if k.given {
			r.Fail(k.key, "does not go with credit switches: %s; leave it out", k.why)
		}
	}
	for _, k := range s.Present() {
		if t, is := k.Table.(extend.Table); is {
			r.Fail(k.Key, "does not go with credit switches: %s; leave it out", t.OutputQueued())
		}
	}
	return kind
}

// prober makes a measurement's network.
type prober struct {
	*builder
	bench extend.CreditNetwork
}

// probe derives the measurement of a scenario of credit switches.
func (s *Scenario) probe() (*prober, *extend.MeasurementRun, error) {
	r := s.reader()
	s.switchKind(r)
	_, table := s.Measurement()
	if table == nil {
		r.Fail("probe", "is missing; credit switches run a measurement, as in [probe] from = 0 and to = 1")
	}
	run := r.Table("run", &s.Run)
	run.Count(&s.Run.Threads)
	run.Count(&s.Run.Partitions)
	if r.Err != nil {
		return nil, nil, r.Err
	}
	top, err := s.topology(r)
	if err != nil {
		return nil, nil, err
	}
	p := &prober{builder: &builder{Reader: r, s: s, c: &nicmodel.Config{Topology: top}}}
	p.bench = extend.CreditNetwork{Reader: r, Fabric: credit.Default(0), Host: p.host, Bulk: p.bulk}
	if p.network(); r.Err != nil {
		return nil, nil, r.Err
	}
	m := table.Measure(&p.bench)
	if r.Err != nil {
		return nil, nil, r.Err
	}
	return p, &m, nil
}

// network reads the switches.
func (p *prober) network() {
	net, top := &p.s.Topology, p.c.Topology
	switch {
	case net.Kind != "star" && net.Kind != "dumbbell":
		p.Fail("topology", "credit switches stand alone or two in a row; give kind = \"star\" or \"dumbbell\"")
	case net.TrunkRate != "":
		p.Fail("topology.trunk_rate", "the links of credit switches are alike; leave it out")
	case net.TrunkDelay != "":
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
	t, run := &p.s.Switch, p.Table("run", &p.s.Run)
	k := p.Table("switch", t)
	if t.Arbiter == "strict" {
		p.Fail(k.At(&t.Arbiter), "strict is a separate key: strict = true has higher VLs go first, and the arbiter serves the inputs of one")
	}
	f.Arbiter, f.Strict = keys.Choose(k, &t.Arbiter, credit.FCFS, credit.RoundRobin), t.Strict
	f.HighLimit = uint32(k.Bytes(&t.HighLimit))
	if t.HighLimit != "" && !t.Strict {
		p.Fail(k.At(&t.HighLimit), "has no effect without strict = true")
	}
	const most = 1 << 30
	if f.Buffer = uint32(k.Bytes(&t.Buffer, uint64(f.Buffer))); f.Buffer > most {
		p.Fail(k.At(&t.Buffer), "%.40s is above %d bytes", t.Buffer, most)
	}
	f.Pipeline, f.CreditReturn = k.Time(&t.Pipeline), k.Time(&t.CreditReturn)
	p.bench.Seed, p.bench.End = run.Count(&p.s.Run.Seed), run.Time(&p.s.Run.End)
}

// bulk reads the tables [[workload]].
func (p *prober) bulk(measures uint32) (list []credit.BulkSender) {
	at := map[uint32]string{}
	for i := range p.s.Workload {
		t, key := &p.s.Workload[i], fmt.Sprintf("workload[%d]", i)
		k := p.Table(key, t)
		k.Need(&t.Kind, `"bulk"`)
		if kind := k.One(&t.Kind); kind != bulk {
			p.Fail(k.At(&t.Kind), "%q goes with output-queued switches; beside a probe there is kind = %q", kind, bulk)
		}
		k.Kind("kind", bulk)
		to := p.host(k, &t.Receiver)
		k.Need(&t.Bytes, "4096")
		one := credit.BulkSender{To: to, Payload: p.bench.Payload(k, &t.Bytes), VL: uint8(k.Count(&t.VL)), Message: k.Time(&t.Every, credit.MessageTime)}
		switch {
		case one.Message == 0:
			p.Fail(k.At(&t.Every), "0s; a NIC takes time for a message, as in every = \"130ns\"")
		case one.Message > event.Second:
			p.Fail(k.At(&t.Every), "%v is out of range 0s to %v", one.Message, event.Second)
		}
		k.Need(&t.Senders, `"2-6"`)
		if p.Err != nil {
			return nil
		}
		for _, one.From = range p.hosts(k, &t.Senders) {
			switch before, twice := at[one.From]; {
			case one.From == to:
				p.Fail(k.At(&t.Senders), "host %d would send to itself; take it out of the senders", to)
			case one.From == measures:
				p.Fail(k.At(&t.Senders), "host %d measures (probe.from); take it out of the senders", one.From)
			case twice:
				p.Fail(k.At(&t.Senders), "host %d sends already (%s); one stream a host", one.From, before)
			}
			at[one.From] = key
			list = append(list, one)
		}
	}
	return list
}
