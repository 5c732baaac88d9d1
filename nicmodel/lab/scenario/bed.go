package scenario

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"smartnic-cc/internal/text/plural"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/systems/avatar"
	"smartnic-cc/nicmodel/systems/drum"
)

// Bed is the table [bed]: the host half of one NIC and what schedules in front of it, run once for
// each of some schedulers. It takes the place of topology, switches, NICs and workloads: a bed's wire is a
// delay, on which nothing queues. The tag "for" names the kinds that a key goes with.
type Bed struct {
	Kind       Text      `toml:"kind"`
	Schedulers []string  `toml:"schedulers"`
	Warm       Text      `toml:"warm"`
	Bin        Text      `toml:"bin"`
	Segment    Text      `toml:"segment" for:"avatar"`
	Window     Text      `toml:"window" for:"avatar"`
	Order      Text      `toml:"order" for:"avatar"`
	Group      Text      `toml:"group" for:"drum"`
	Flow       []BedFlow `toml:"flow"`
}

// BedFlow is a table [[bed.flow]]: connections that all do the same.
type BedFlow struct {
	Name        Text `toml:"name"`
	Count       Text `toml:"count"`
	Bytes       Text `toml:"bytes"`
	Outstanding Text `toml:"outstanding"`
	Pause       Text `toml:"pause"`
	Strict      bool `toml:"strict" for:"avatar"`
	Weight      Text `toml:"weight" for:"avatar"`
	Batch       Text `toml:"batch" for:"drum"`
	Start       Text `toml:"start" for:"drum"`
}

// Kinds of beds, and their schedulers in the order in which they run.
const (
	bedAvatar = "avatar"
	bedDRUM   = "drum"
)

var bedSchedulers = map[string][]string{
	bedAvatar: {"native", "locked", "avatar"},
	bedDRUM:   {"raw", "share", "drum"},
}

// Limits of beds: what they record is kept in memory until the end.
const (
	maxBedEnd   = event.Second
	maxBedConns = avatar.MaxConns
	maxBedBins  = 10_000
)

// message is a block, or a batch of WQEs, whose end an application was told.
type message struct {
	conn         uint32
	posted, told event.Time
	bytes        uint64
}

// bedPlan is what a table [bed] asks for. run runs a scheduler by its number.
type bedPlan struct {
	kind       string
	seed       uint64
	warm, end  event.Time
	bin        event.Time
	schedulers []string
	names      []string // of the tables of flows
	first      []uint32 // by table, its first connection; behind them their number
	run        func(scheduler string, told func(message)) (BedCounts, error)
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
	return fmt.Sprintf("bed %s: %s (%s), %s, until %v", p.kind, plural.Of(len(p.schedulers), "scheduler"), strings.Join(p.schedulers, ", "),
		plural.Of(p.first[len(p.names)], "connection"), p.end), nil
}

// bed reads the table [bed].
func (s *Scenario) bed() (*bedPlan, error) {
	t, r := s.Bed, &reader{s: s}
	if err := s.alone(); err != nil {
		return nil, err
	}
	r.need("bed.kind", t.Kind, `"avatar"`)
	p := &bedPlan{
		kind: r.one("bed.kind", t.Kind, "", bedAvatar, bedDRUM),
		seed: r.count("run.seed", s.Run.Seed, 1, 0, math.MaxUint64),
		end:  r.time("run.end", s.Run.End, 20*event.Millisecond),
		warm: r.time("bed.warm", t.Warm, 0),
		bin:  r.time("bed.bin", t.Bin, event.Millisecond),
	}
	switch {
	case r.err != nil:
	case p.end <= 0 || p.end > maxBedEnd:
		r.fail("run.end", "%v is out of range; a bed runs for more than 0s and at most %v", p.end, maxBedEnd)
	case p.warm >= p.end:
		r.fail("bed.warm", "%v is not before the end of the run at %v", p.warm, p.end)
	case p.bin <= 0 || p.end/p.bin >= maxBedBins:
		r.fail("bed.bin", "%v of %v; use more than 0s, and at most %d bins", p.bin, p.end, maxBedBins)
	}
	if key, _ := misplaced(*t, p.kind); r.err == nil && key != "" {
		r.fail("bed."+key, "does not go with kind = %q", p.kind)
	}
	b := &bedReader{reader: r, p: p}
	b.schedulers()
	flows := b.flows()
	if r.err != nil {
		return nil, r.err
	}
	if p.kind == bedAvatar {
		b.avatar(flows)
	} else {
		b.drum(flows)
	}
	return p, r.err
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
	*reader
	p *bedPlan
}

func (b *bedReader) schedulers() {
	all := bedSchedulers[b.p.kind]
	b.p.schedulers = all
	if len(b.s.Bed.Schedulers) == 0 || b.err != nil {
		return
	}
	b.p.schedulers = nil
	for _, name := range b.s.Bed.Schedulers {
		b.one("bed.schedulers", Text(name), "", all...)
		if slices.Contains(b.p.schedulers, name) {
			b.fail("bed.schedulers", "%.40q is named twice", name)
		}
		b.p.schedulers = append(b.p.schedulers, name)
	}
}

// bedFlow is a table [[bed.flow]] in numbers; at names its keys.
type bedFlow struct {
	*BedFlow
	at                        func(name string) string
	count, bytes, outstanding uint64
	pause                     event.Time
}

// flows reads what the flows of both kinds of beds have.
func (b *bedReader) flows() (list []bedFlow) {
	if len(b.s.Bed.Flow) == 0 {
		b.fail("bed.flow", "there is none; add a table [[bed.flow]]")
	}
	b.p.first = []uint32{0}
	for i := range b.s.Bed.Flow {
		t := &b.s.Bed.Flow[i]
		at := func(name string) string { return fmt.Sprintf("bed.flow[%d].%s", i, name) }
		if key, _ := misplaced(*t, b.p.kind); key != "" {
			b.fail(at(key), "does not go with kind = %q of the bed", b.p.kind)
		}
		b.need(at("bytes"), t.Bytes, `"16KiB"`)
		f := bedFlow{
			BedFlow: t, at: at, count: b.count(at("count"), t.Count, 1, 1, maxBedConns),
			bytes:       b.bytes(at("bytes"), t.Bytes, 0, 1<<30),
			outstanding: b.count(at("outstanding"), t.Outstanding, 1, 1, 4096),
			pause:       b.time(at("pause"), t.Pause, 0),
		}
		name := or(t.Name, fmt.Sprintf("flow %d", i))
		switch {
		case b.err != nil:
			return nil
		case f.bytes == 0:
			b.fail(at("bytes"), "0; use 1 byte or more")
		case f.pause > event.Second:
			b.fail(at("pause"), "%v is above 1s", f.pause)
		case len(name) > 40 || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c > '~' || c == ',' || c == '"' }):
			b.fail(at("name"), "%.60q is not up to 40 ASCII characters without comma and quote", name)
		case slices.Contains(b.p.names, name):
			b.fail(at("name"), "%q is the name of two tables", name)
		}
		b.p.names = append(b.p.names, name)
		b.p.first = append(b.p.first, b.p.first[i]+uint32(f.count))
		if n := b.p.first[i+1]; n > maxBedConns {
			b.fail(at("count"), "%d connections; a bed has at most %d", n, maxBedConns)
		}
		list = append(list, f)
	}
	return list
}

// avatar has the plan run package avatar.
func (b *bedReader) avatar(flows []bedFlow) {
	t, c := b.s.Bed, avatar.Default()
	c.Seed = b.p.seed
	c.Segment = uint32(b.bytes("bed.segment", t.Segment, uint64(c.Segment), 1<<24))
	c.Window = uint32(b.count("bed.window", t.Window, uint64(c.Window), 1, 1<<16))
	c.Weighted = b.one("bed.order", t.Order, "rr", "rr", "wfq") == "wfq"
	if c.Segment == 0 {
		b.fail("bed.segment", "0; use 1 byte or more")
	}
	l := avatar.Load{From: b.p.warm, Until: b.p.end}
	for i := range flows {
		f := &flows[i]
		one := avatar.Flow{
			Block: uint32(f.bytes), Outstanding: uint32(f.outstanding), Pause: f.pause,
			Weight: uint32(b.count(f.at("weight"), f.Weight, 1, 1, 1<<16)),
		}
		if f.Strict {
			one.Class = avatar.ClassStrict
		}
		for range f.count {
			one.Thread = uint32(len(l.Flows))
			l.Flows = append(l.Flows, one)
		}
	}
	systems := map[string]avatar.System{"native": avatar.Native, "locked": avatar.Locked, "avatar": avatar.Avatar}
	b.p.run = func(scheduler string, told func(message)) (out BedCounts, err error) {
		l.Told = func(conn uint32, posted, at event.Time, bytes uint32) { told(message{conn, posted, at, uint64(bytes)}) }
		r, err := avatar.Run(&c, systems[scheduler], &l)
		if err != nil {
			return out, err
		}
		for i := range r.Senders {
			out.add(&r.Senders[i])
		}
		out.Events = r.Events
		return out, nil
	}
}

// drum has the plan run package drum.
func (b *bedReader) drum(flows []bedFlow) {
	d := drum.Bed{Warm: b.p.warm, Length: b.p.end, Seed: b.p.seed}
	d.Group = int(b.count("bed.group", b.s.Bed.Group, 5, 1, maxBedConns))
	for i := range flows {
		f := &flows[i]
		one := drum.Load{
			Bytes: f.bytes, Window: int(f.outstanding), Pause: f.pause,
			Batch: int(b.count(f.at("batch"), f.Batch, 1, 1, 4096)), Start: b.time(f.at("start"), f.Start, 0),
		}
		if b.err == nil && one.Start >= b.p.end {
			b.fail(f.at("start"), "%v is not before the end of the run at %v", one.Start, b.p.end)
		}
		for range f.count {
			d.Loads = append(d.Loads, one)
		}
	}
	schemes := map[string]drum.Scheme{"raw": drum.Raw, "share": drum.Share, "drum": drum.Scheduled}
	b.p.run = func(scheduler string, told func(message)) (out BedCounts, err error) {
		d.Scheme = schemes[scheduler]
		d.Told = func(conn uint32, posted, at event.Time, bytes uint64) { told(message{conn, posted, at, bytes}) }
		m, err := d.Run()
		if err != nil {
			return out, err
		}
		return BedCounts{Events: m.Events, ContextHits: m.Hits, ContextMisses: m.Misses}, nil
	}
}

// BedCounts is what the sending NIC did under a scheduler.
type BedCounts struct {
	Events        uint64 `json:"events"`
	ContextHits   uint64 `json:"context_hits"`
	ContextMisses uint64 `json:"context_misses"`
}

func (c *BedCounts) add(s *hostpath.Stats) {
	c.ContextHits += s.ContextHits
	c.ContextMisses += s.ContextMisses
}
