package themis

import (
	"fmt"
	"math"

	"smartnic-cc/dcqcn"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
	"smartnic-cc/nicmodel/topology"
)

// Table is the table [themis]: what the switches at long links do.
type Table struct {
	Long      keys.Text `toml:"long"`
	Notify    *bool     `toml:"notify"`
	React     *bool     `toml:"react"`
	OwnMark   keys.Text `toml:"own_mark"`
	Interval  keys.Text `toml:"interval"`
	Rate      keys.Text `toml:"rate"`
	Floor     keys.Text `toml:"floor"`
	Increase  keys.Text `toml:"increase"`
	Period    keys.Text `toml:"period"`
	Gap       keys.Text `toml:"gap"`
	Law       keys.Text `toml:"law"`
	Pass      keys.Text `toml:"pass"`
	Capacity  keys.Text `toml:"capacity"`
	TableBits keys.Text `toml:"table_bits"`
	MarkBit   *bool     `toml:"mark_bit"`
	CNPBytes  keys.Text `toml:"cnp_bytes"`
}

// OutputQueued implements extend.Table.
func (t *Table) OutputQueued() string { return "nothing is marked" }

// Apply puts the gateways into the switches.
func (t *Table) Apply(b *extend.Network) {
	b.Switched = append(b.Switched, func() { t.gateways(b) })
	b.Counted = append(b.Counted, func(m *nicmodel.Model) any { return gatewaysOf(m, b.Config.Topology.Switches) })
}

// gateways derives what the gateways do.
func (t *Table) gateways(b *extend.Network) {
	line := uint64(math.MaxUint64)
	for _, rate := range b.HostRates() {
		line = min(line, rate)
	}
	kbps := b.Kbps("themis.rate", t.Rate, uint32(min(line/1000, uint64(dcqcn.MaxRepresentable))))
	if b.Err == nil && (kbps < 1000 || kbps > uint32(dcqcn.MaxRepresentable)) {
		b.Fail("themis.rate", "%d kb/s is out of range 1 Mb/s..%d kb/s", kbps, dcqcn.MaxRepresentable)
	}
	if b.Err != nil {
		return
	}
	c := Default(dcqcn.Rate(kbps))
	c.Long = b.Time("themis.long", t.Long, c.Long)
	c.Notify, c.React = t.Notify == nil || *t.Notify, t.React == nil || *t.React
	c.Convert = b.One("themis.own_mark", t.OwnMark, "pass", "pass", "convert") == "convert"
	c.Interval = b.Nanoseconds("themis.interval", t.Interval, c.Interval)
	c.RP.MinRate = dcqcn.Rate(b.Kbps("themis.floor", t.Floor, uint32(c.RP.MinRate)))
	if b.Err == nil && c.RP.MinRate > c.RP.MaxRate {
		b.Fail("themis.floor", "%s is above the rate, %s", topology.FormatRate(uint64(c.RP.MinRate)*1000), topology.FormatRate(uint64(c.RP.MaxRate)*1000))
	}
	c.RP.RateAI = dcqcn.Rate(b.Kbps("themis.increase", t.Increase, uint32(c.RP.RateAI)))
	c.RP.RateHAI = c.RP.RateAI
	c.RP.IncreasePeriod = b.Nanoseconds("themis.period", t.Period, c.RP.IncreasePeriod)
	c.CutGap = b.Nanoseconds("themis.gap", t.Gap, c.CutGap)
	c.Law = keys.Choose(b.Reader, "themis.law", t.Law, LawPace, LawPace, LawResubmit)
	c.Least = b.Time("themis.pass", t.Pass, c.Least)
	c.Capacity = b.Bytes("themis.capacity", t.Capacity, 0, math.MaxUint32)
	c.TableBits = uint8(b.Count("themis.table_bits", t.TableBits, uint64(c.TableBits), 1, 24))
	c.Unmarked = t.MarkBit != nil && !*t.MarkBit
	c.CNPBytes = uint16(b.Bytes("themis.cnp_bytes", t.CNPBytes, uint64(c.CNPBytes), 65535))
	if b.Err != nil {
		return
	}
	make, err := c.Gateways(b.Config.Topology)
	if b.Is("themis", err); err == nil {
		b.Config.Fabric.Gateway = make
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

// gatewaysOf sums what the gateways of a model did.
func gatewaysOf(net *nicmodel.Model, switches uint32) any {
	sum, n := Stats{}, 0
	for i := range switches {
		if g, ok := net.Gateway(i).(*Gateway); ok {
			sum.Add(&g.Stats)
			n++
		}
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

// Text returns lines for a summary.
func (g *GatewayCounts) Text() string {
	own := ""
	if g.OwnMarks > 0 {
		own = fmt.Sprintf(" (%d of the gateways' own queues)", g.OwnMarks)
	}
	return fmt.Sprintf("gateways: %d; %d marks cleared%s, %d CNPs minted; %d notifications went on, %d were filtered; %d reactions\n"+
		"%d of %d packets held, %.3f MB at most; %.3f us, at most %.3f us; %d resubmits, %d went early, %d collisions\n",
		g.Gateways, g.Cleared, own, g.Minted, g.Forwarded, g.Filtered, g.Reactions, g.Delayed, g.Packets, float64(g.PeakBytes)/1e6,
		float64(g.HoldMeanPS)/1e6, float64(g.HoldMaxPS)/1e6, g.Resubmits, g.Early, g.Collisions)
}
