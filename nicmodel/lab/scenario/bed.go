package scenario

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/text/plural"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems"
	"smartnic-cc/nicmodel/systems/extend"
)

// Bed is the table [bed]: the host half of one NIC and what schedules in front of it, run once for
// each of some schedulers. It takes the place of topology, switches, NICs and workloads: a bed's wire is a
// delay, on which nothing queues. The tag "for" names the kinds that a key goes with.
type Bed struct {
	Kind       Text     `toml:"kind"`
	Schedulers []string `toml:"schedulers"`
	Warm       Text     `toml:"warm"`
	Bin        Text     `toml:"bin"`
	systems.BedKeys
	Flow []BedFlow `toml:"flow"`
}

// BedFlow is a table [[bed.flow]]: connections that all do the same.
type BedFlow struct {
	Name        Text `toml:"name"`
	Count       Text `toml:"count"`
	Bytes       Text `toml:"bytes"`
	Outstanding Text `toml:"outstanding"`
	Pause       Text `toml:"pause"`
	systems.FlowKeys
}

// Limits of beds: what they record is kept in memory until the end.
const (
	maxBedEnd   = event.Second
	maxBedConns = extend.MaxBedConns
	maxBedBins  = 10_000
)

// bedPlan is what a table [bed] asks for. run runs a scheduler by its number.
type bedPlan struct {
	extend.Bed
	extend.BedLoad
	bin        event.Time
	schedulers []string
	names      []string // of the tables of flows
	first      []uint32 // by table, its first connection; behind them their number
	run        extend.BedRun
}

// IsBed reports whether the scenario is one of a bed, which RunBed runs, and not of a network.
func (s *Scenario) IsBed() bool { return s.Bed != nil }

// noBed refuses a bed where a network is wanted.
func (s *Scenario) noBed() error {
	if s.Bed == nil {
		return nil
	}
	return s.errorf("bed", "is no network, and goes with cctrace sim alone; leave the table out, or run it there")
}

// CheckBed checks the table [bed] with all that it holds, and says in a line what it asks for.
func (s *Scenario) CheckBed() (string, error) {
	p, err := s.bed()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("bed %s: %s (%s), %s, until %v", p.Kind, plural.Of(len(p.schedulers), "scheduler"), strings.Join(p.schedulers, ", "),
		plural.Of(p.first[len(p.names)], "connection"), p.End), nil
}

// bed reads the table [bed].
func (s *Scenario) bed() (*bedPlan, error) {
	t, r := s.Bed, s.reader()
	if err := s.alone(); err != nil {
		return nil, err
	}
	var keysOf []*systems.FlowKeys
	for i := range t.Flow {
		keysOf = append(keysOf, &t.Flow[i].FlowKeys)
	}
	beds := t.Beds(keysOf)
	kinds := make([]string, len(beds))
	for i := range beds {
		kinds[i] = beds[i].Kind
	}
	r.Need("bed.kind", t.Kind, strconv.Quote(kinds[0]))
	kind := r.One("bed.kind", t.Kind, "", kinds...)
	p := &bedPlan{
		BedLoad: extend.BedLoad{
			Seed: r.Count("run.seed", s.Run.Seed, 1, 0, math.MaxUint64),
			Warm: r.Time("bed.warm", t.Warm, 0), End: r.Time("run.end", s.Run.End, 20*event.Millisecond),
		},
		bin: r.Time("bed.bin", t.Bin, event.Millisecond),
	}
	if i := slices.Index(kinds, kind); i >= 0 {
		p.Bed = beds[i]
	}
	switch {
	case r.Err != nil:
	case p.End <= 0 || p.End > maxBedEnd:
		r.Fail("run.end", "%v is out of range; a bed runs for more than 0s and at most %v", p.End, maxBedEnd)
	case p.Warm >= p.End:
		r.Fail("bed.warm", "%v is not before the end of the run at %v", p.Warm, p.End)
	case p.bin <= 0 || p.End/p.bin >= maxBedBins:
		r.Fail("bed.bin", "%v of %v; use more than 0s, and at most %d bins", p.bin, p.End, maxBedBins)
	}
	if key, _ := keys.Misplaced(*t, p.Kind); r.Err == nil && key != "" {
		r.Fail("bed."+key, "does not go with kind = %q", p.Kind)
	}
	b := &bedReader{Reader: r, bed: t, p: p}
	b.schedulers()
	if b.flows(); r.Err != nil {
		return nil, r.Err
	}
	p.run = p.Plan(r, &p.BedLoad)
	return p, r.Err
}

// alone refuses what belongs to a network beside [bed].
func (s *Scenario) alone() error {
	for _, k := range []struct {
		key   string
		value any
	}{
		{"topology", s.Topology}, {"switch", s.Switch}, {"nic[0]", s.NIC}, {"workload[0]", s.Workload}, {"record", s.Record},
		{"run.threads", s.Run.Threads}, {"run.parts", s.Run.Parts},
	} {
		if !reflect.ValueOf(k.value).IsZero() {
			return s.errorf(k.key, "does not go with a table [bed], which has hosts and a wire of its own; leave one of them out")
		}
	}
	return nil
}

// bedReader reads the parts of a bed.
type bedReader struct {
	*keys.Reader
	bed *Bed
	p   *bedPlan
}

func (b *bedReader) schedulers() {
	all := b.p.Schedulers
	b.p.schedulers = all
	if len(b.bed.Schedulers) == 0 || b.Err != nil {
		return
	}
	b.p.schedulers = nil
	for _, name := range b.bed.Schedulers {
		b.One("bed.schedulers", Text(name), "", all...)
		if slices.Contains(b.p.schedulers, name) {
			b.Fail("bed.schedulers", "%.40q is named twice", name)
		}
		b.p.schedulers = append(b.p.schedulers, name)
	}
}

// flows reads what the flows of both kinds of beds have.
func (b *bedReader) flows() {
	if len(b.bed.Flow) == 0 {
		b.Fail("bed.flow", "there is none; add a table [[bed.flow]]")
	}
	b.p.first = []uint32{0}
	for i := range b.bed.Flow {
		t := &b.bed.Flow[i]
		at := func(name string) string { return fmt.Sprintf("bed.flow[%d].%s", i, name) }
		if key, _ := keys.Misplaced(*t, b.p.Kind); key != "" {
			b.Fail(at(key), "does not go with kind = %q of the bed", b.p.Kind)
		}
		b.Need(at("bytes"), t.Bytes, `"16KiB"`)
		f := extend.BedFlow{
			At: at, Count: b.Count(at("count"), t.Count, 1, 1, maxBedConns),
			Bytes:       b.Bytes(at("bytes"), t.Bytes, 0, 1<<30),
			Outstanding: b.Count(at("outstanding"), t.Outstanding, 1, 1, 4096),
			Pause:       b.Time(at("pause"), t.Pause, 0),
		}
		name := keys.Or(t.Name, fmt.Sprintf("flow %d", i))
		switch {
		case b.Err != nil:
			return
		case f.Bytes == 0:
			b.Fail(at("bytes"), "0; use 1 byte or more")
		case f.Pause > event.Second:
			b.Fail(at("pause"), "%v is above 1s", f.Pause)
		case len(name) > 40 || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c > '~' || c == ',' || c == '"' }):
			b.Fail(at("name"), "%.60q is not up to 40 ASCII characters without comma and quote", name)
		case slices.Contains(b.p.names, name):
			b.Fail(at("name"), "%q is the name of two tables", name)
		}
		b.p.names = append(b.p.names, name)
		b.p.first = append(b.p.first, b.p.first[i]+uint32(f.Count))
		if n := b.p.first[i+1]; n > maxBedConns {
			b.Fail(at("count"), "%d connections; a bed has at most %d", n, maxBedConns)
		}
		b.p.Flows = append(b.p.Flows, f)
	}
}
