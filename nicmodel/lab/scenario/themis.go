package scenario

import (
	"fmt"
	"math"

	"smartnic-cc/dcqcn"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/systems/themis"
	"smartnic-cc/nicmodel/topology"
)

// Themis is the table [themis]: what the switches at long links do.
type Themis struct {
	Long      Text  `toml:"long"`
	Notify    *bool `toml:"notify"`
	React     *bool `toml:"react"`
	OwnMark   Text  `toml:"own_mark"`
	Interval  Text  `toml:"interval"`
	Rate      Text  `toml:"rate"`
	Floor     Text  `toml:"floor"`
	Increase  Text  `toml:"increase"`
	Period    Text  `toml:"period"`
	Gap       Text  `toml:"gap"`
	Law       Text  `toml:"law"`
	Pass      Text  `toml:"pass"`
	Capacity  Text  `toml:"capacity"`
	TableBits Text  `toml:"table_bits"`
	MarkBit   *bool `toml:"mark_bit"`
	CNPBytes  Text  `toml:"cnp_bytes"`
}

// themis derives what the gateways do, and which switches have memory for a long link. The NICs are
// there.
func (b *builder) themis() {
	f := &b.c.Fabric
	if long := b.time("switch.deep", b.s.Switch.Deep, 0); long > 0 {
		f.Deep = themis.Deep(b.c.Topology, long)
		found := false
		for _, deep := range f.Deep {
			found = found || deep
		}
		if !found {
			b.fail("switch.deep", "no link between switches has a delay of %v or more", long)
		}
	} else if b.s.Switch.Deep != "" && b.err == nil {
		b.fail("switch.deep", "0s; give the delay from which on a link's switches have memory for it, or leave it out")
	}
	t := b.s.Themis
	if t == nil || b.err != nil {
		return
	}
	line := uint64(math.MaxUint64)
	for _, rate := range rates(b.c.Topology) {
		line = min(line, rate)
	}
	kbps := b.kbps("themis.rate", t.Rate, uint32(min(line/1000, uint64(dcqcn.MaxRepresentable))))
	if b.err == nil && (kbps < 1000 || kbps > uint32(dcqcn.MaxRepresentable)) {
		b.fail("themis.rate", "%d kb/s is out of range 1 Mb/s..%d kb/s", kbps, dcqcn.MaxRepresentable)
	}
	if b.err != nil {
		return
	}
	c := themis.Default(dcqcn.Rate(kbps))
	c.Long = b.time("themis.long", t.Long, c.Long)
	c.Notify, c.React = t.Notify == nil || *t.Notify, t.React == nil || *t.React
	c.Convert = b.one("themis.own_mark", t.OwnMark, "pass", "pass", "convert") == "convert"
	c.Interval = b.nanoseconds("themis.interval", t.Interval, c.Interval)
	c.RP.MinRate = dcqcn.Rate(b.kbps("themis.floor", t.Floor, uint32(c.RP.MinRate)))
	if b.err == nil && c.RP.MinRate > c.RP.MaxRate {
		b.fail("themis.floor", "%s is above the rate, %s", topology.FormatRate(uint64(c.RP.MinRate)*1000), topology.FormatRate(uint64(c.RP.MaxRate)*1000))
	}
	c.RP.RateAI = dcqcn.Rate(b.kbps("themis.increase", t.Increase, uint32(c.RP.RateAI)))
	c.RP.RateHAI = c.RP.RateAI
	c.RP.IncreasePeriod = b.nanoseconds("themis.period", t.Period, c.RP.IncreasePeriod)
	c.CutGap = b.nanoseconds("themis.gap", t.Gap, c.CutGap)
	c.Law = choose(b.reader, "themis.law", t.Law, themis.LawPace, themis.LawPace, themis.LawResubmit)
	c.Least = b.time("themis.pass", t.Pass, c.Least)
	c.Capacity = b.bytes("themis.capacity", t.Capacity, 0, math.MaxUint32)
	c.TableBits = uint8(b.count("themis.table_bits", t.TableBits, uint64(c.TableBits), 1, 24))
	c.Unmarked = t.MarkBit != nil && !*t.MarkBit
	c.CNPBytes = uint16(b.bytes("themis.cnp_bytes", t.CNPBytes, uint64(c.CNPBytes), 65535))
	if b.err != nil {
		return
	}
	make, err := c.Gateways(b.c.Topology)
	if b.is("themis", err); err == nil {
		f.Gateway = make
	}
}

// GatewayCounts is what the gateways of THEMIS did together.
type GatewayCounts struct {
	Gateways int `json:"gateways"`
	// Cleared marks, minted CNPs; notifications from the long link that went on or were filtered; those
	// that the reaction points took.
	Cleared   uint64 `json:"cleared"`
	Minted    uint64 `json:"minted"`
	Forwarded uint64 `json:"forwarded"`
	Filtered  uint64 `json:"filtered"`
	Reactions uint64 `json:"reactions"`
	// OwnMarks are those of Cleared that the gateways' own queues would have made.
	OwnMarks uint64 `json:"own_marks,omitempty"`
	// Packets came over the long link, and Delayed of them were held.
	Packets uint64 `json:"packets"`
	Delayed uint64 `json:"delayed"`
	// PeakBytes is the most that one gateway held.
	PeakBytes     uint64 `json:"peak_bytes"`
	HoldMeanPS    int64  `json:"hold_mean_ps"`
	HoldMaxPS     int64  `json:"hold_max_ps"`
	Resubmits     uint64 `json:"resubmits"`
	ResubmitBytes uint64 `json:"resubmit_bytes"`
	// Early went before their time for want of room; Collisions are flows that shared another's state.
	Early      uint64 `json:"early"`
	Collisions uint64 `json:"collisions"`
}

// gatewaysOf sums what the gateways did; nil without any.
func gatewaysOf(net *nicmodel.Model, switches uint32) *GatewayCounts {
	sum, n := themis.Stats{}, 0
	for i := range switches {
		if g, ok := net.Gateway(i).(*themis.Gateway); ok {
			sum.Add(&g.Stats)
			n++
		}
	}
	if n == 0 {
		return nil
	}
	c := &GatewayCounts{
		Gateways: n, Cleared: sum.Cleared, Minted: sum.Minted, Forwarded: sum.Forwarded, Filtered: sum.Filtered, Reactions: sum.Reactions,
		OwnMarks: sum.Converted, Packets: sum.Packets, Delayed: sum.Delayed, PeakBytes: sum.PeakBytes, HoldMaxPS: int64(sum.Longest),
		Resubmits: sum.Resubmits, ResubmitBytes: sum.ResubmitBytes, Early: sum.Early, Collisions: sum.Collisions,
	}
	if sum.Delayed > 0 {
		c.HoldMeanPS = int64(sum.HeldTime) / int64(sum.Delayed)
	}
	return c
}

// text is the line of a report.
func (g *GatewayCounts) text() string {
	own := ""
	if g.OwnMarks > 0 {
		own = fmt.Sprintf(" (%d of the gateways' own queues)", g.OwnMarks)
	}
	return fmt.Sprintf("gateways: %d; %d marks cleared%s, %d CNPs minted; %d notifications went on, %d were filtered; %d reactions\n"+
		"%d of %d packets held, %.3f MB at most; %.3f us, at most %.3f us; %d resubmits, %d went early, %d collisions\n",
		g.Gateways, g.Cleared, own, g.Minted, g.Forwarded, g.Filtered, g.Reactions, g.Delayed, g.Packets, float64(g.PeakBytes)/1e6,
		float64(g.HoldMeanPS)/1e6, float64(g.HoldMaxPS)/1e6, g.Resubmits, g.Early, g.Collisions)
}
