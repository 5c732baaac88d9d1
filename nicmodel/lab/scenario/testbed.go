package scenario

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems"
	"smartnic-cc/nicmodel/systems/extend"
)

// Testbed is the table [bed]: the host interface of one NIC and the schedulers in front of it, each run once. It
// replaces topology, switches, NICs and workloads: a testbed's wire is a delay without queues. The tag "for" names
// the kinds that a key goes with.
type Testbed struct {
	systems.TestbedKeys
	Warm Text          `toml:"warm" unit:"time" default:"0" doc:"When counting begins."`
	Bin  Text          `toml:"bin" unit:"time" default:"1ms" doc:"The length of the bins of shares.csv and of the figure, above 0."`
	Flow []TestbedFlow `toml:"flow" range:"1.." need:"[[bed.flow]]" doc:"What connections do. Those of a table all do the same, each from its own application thread."`
}

// TestbedFlow is a table [[bed.flow]]: connections that all do the same.
type TestbedFlow struct {
	Name        Text `toml:"name" unit:"label" doc:"What outputs call it. Default: flow and its number."`
	Count       Text `toml:"count" unit:"count" range:"1..1024" default:"1" doc:"How many connections; all tables have 1024 at most."`
	Bytes       Text `toml:"bytes" unit:"bytes" range:"1..1GiB" need:"\"16KiB\"" doc:"The payload of a message: a block, or a WQE, by kind."`
	Outstanding Text `toml:"outstanding" unit:"count" range:"1..4096" default:"1" doc:"How many blocks or batches a connection keeps posted."`
	Pause       Text `toml:"pause" unit:"time" default:"0" doc:"From a completion to the next post: drawn uniformly up to this, or exponentially with this mean, by kind; at most 1s."`
	systems.FlowKeys
}

// Limits of testbeds: records are kept in memory until the end.
const (
	maxTestbedEnd   = event.Second
	maxTestbedConns = 1024
	maxTestbedBins  = 10_000
)

// testbedPlan is a parsed table [bed]. run runs a scheduler by its number.
type testbedPlan struct {
	extend.Testbed
	extend.TestbedLoad
	bin        event.Time
	schedulers []string
	names      []string // of the tables of flows
	first      []uint32 // by table, its first connection; behind them their number
	run        extend.TestbedRun
}

// IsTestbed reports whether the scenario is of a testbed, for RunTestbed, instead of a network.
func (s *Scenario) IsTestbed() bool { return s.Testbed != nil }

// noTestbed refuses a testbed where a network is needed.
func (s *Scenario) noTestbed() error {
	if s.Testbed == nil {
		return nil
	}
	return s.errorf("bed", "is no network, and goes with cctrace sim alone; leave the table out, or run it there")
}

// CheckTestbed checks the table [bed], and returns a line that describes it.
func (s *Scenario) CheckTestbed() (string, error) {
	p, err := s.testbedKind()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("bed %s: %s (%s), %s, until %v", p.Kind, plural.Of(len(p.schedulers), "scheduler"), strings.Join(p.schedulers, ", "),
		plural.Of(p.first[len(p.names)], "connection"), p.End), nil
}

// testbedKind reads the table [bed].
func (s *Scenario) testbedKind() (*testbedPlan, error) {
	t, r := s.Testbed, s.reader()
	if err := s.alone(); err != nil {
		return nil, err
	}
	var keysOf []*systems.FlowKeys
	for i := range t.Flow {
		keysOf = append(keysOf, &t.Flow[i].FlowKeys)
	}
	run, k := r.Table("run", &s.Run), r.Table("bed", t)
	kind := k.One(&t.Kind)
	p := &testbedPlan{
		TestbedLoad: extend.TestbedLoad{Seed: run.Count(&s.Run.Seed), Warm: k.Time(&t.Warm), End: run.Time(&s.Run.End, 20*event.Millisecond)},
		bin:         k.Time(&t.Bin),
	}
	for _, bed := range t.Testbeds(keysOf) {
		if bed.Kind == kind {
			p.Testbed = bed
		}
	}
	switch {
	case r.Err != nil:
	case p.End <= 0 || p.End > maxTestbedEnd:
		r.Fail("run.end", "%v is out of range; a bed runs for more than 0s and at most %v", p.End, maxTestbedEnd)
	case p.Warm >= p.End:
		r.Fail("bed.warm", "%v is not before the end of the run at %v", p.Warm, p.End)
	case p.bin <= 0 || p.End/p.bin >= maxTestbedBins:
		r.Fail("bed.bin", "%v of %v; use more than 0s, and at most %d bins", p.bin, p.End, maxTestbedBins)
	}
	if key := k.Inapplicable(p.Kind); r.Err == nil && key != nil {
		r.Fail("bed."+key.Name, "does not go with kind = %q", p.Kind)
	}
	b := &testbedReader{Reader: r, testbed: t, p: p}
	b.schedulers()
	if b.flows(); r.Err != nil {
		return nil, r.Err
	}
	p.run = p.Plan(r, &p.TestbedLoad)
	return p, r.Err
}

// alone refuses keys of a network together with [bed].
func (s *Scenario) alone() error {
	for _, k := range []struct {
		key   string
		value any
	}{
		{"topology", s.Topology}, {"switch", s.Switch}, {"nic[0]", s.NIC}, {"workload[0]", s.Workload}, {"record", s.Record},
		{"run.threads", s.Run.Threads}, {"run.parts", s.Run.Partitions},
	} {
		if !reflect.ValueOf(k.value).IsZero() {
			return s.errorf(k.key, "does not go with a table [bed], which has its own hosts and wire; leave one of them out")
		}
	}
	return nil
}

// testbedReader reads the parts of a bed.
type testbedReader struct {
	*keys.Reader
	testbed *Testbed
	p       *testbedPlan
}

func (b *testbedReader) schedulers() {
	all := b.p.Schedulers
	b.p.schedulers = all
	if len(b.testbed.Schedulers) == 0 || b.Err != nil {
		return
	}
	b.p.schedulers = nil
	for _, name := range b.testbed.Schedulers {
		b.OneOf("bed.schedulers", name, all)
		if slices.Contains(b.p.schedulers, name) {
			b.Fail("bed.schedulers", "%.40q is named twice", name)
		}
		b.p.schedulers = append(b.p.schedulers, name)
	}
}

// flows reads the common keys of the flows of both kinds of testbeds.
func (b *testbedReader) flows() {
	if len(b.testbed.Flow) == 0 {
		b.Fail("bed.flow", "there is none; add a table [[bed.flow]]")
	}
	b.p.first = []uint32{0}
	for i := range b.testbed.Flow {
		t := &b.testbed.Flow[i]
		path := fmt.Sprintf("bed.flow[%d]", i)
		k := b.Table(path, t)
		if key := k.Inapplicable(b.p.Kind); key != nil {
			b.Fail(path+"."+key.Name, "does not go with kind = %q of the bed", b.p.Kind)
		}
		f := extend.TestbedFlow{
			Path: path, Count: k.Count(&t.Count), Bytes: k.Bytes(&t.Bytes), Outstanding: k.Count(&t.Outstanding), Pause: k.Time(&t.Pause),
		}
		name := keys.WithDefault(t.Name, fmt.Sprintf("flow %d", i))
		switch {
		case b.Err != nil:
			return
		case f.Bytes == 0:
			b.Fail(k.At(&t.Bytes), "0; use 1 byte or more")
		case f.Pause > event.Second:
			b.Fail(k.At(&t.Pause), "%v is above 1s", f.Pause)
		case len(name) > 40 || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c > '~' || c == ',' || c == '"' }):
			b.Fail(k.At(&t.Name), "%.60q is not up to 40 ASCII characters without comma and quote", name)
		case slices.Contains(b.p.names, name):
			b.Fail(k.At(&t.Name), "%q is the name of two tables", name)
		}
		b.p.names = append(b.p.names, name)
		b.p.first = append(b.p.first, b.p.first[i]+uint32(f.Count))
		if n := b.p.first[i+1]; n > maxTestbedConns {
			b.Fail(k.At(&t.Count), "%d connections; a bed has at most %d", n, maxTestbedConns)
		}
		b.p.Flows = append(b.p.Flows, f)
	}
}
