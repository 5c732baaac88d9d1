package themis

import (
	"fmt"
	"math"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/base/num/sums"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
	"smartnic-cc/nicmodel/topology"
)

// Table is the table [themis]: what the switches at long links do.
type Table struct {
	Long      keys.Text `toml:"long" unit:"time" default:"5us" doc:"The delay from which on a link between switches is a long one."`
	Notify    *bool     `toml:"notify" default:"true" doc:"The notification point: send CNPs for what leaves a data centre marked, take the marks, and filter the CNPs that come back."`
	React     *bool     `toml:"react" default:"true" doc:"The reaction point: take the CNPs that leave a data centre, and hold what comes to it over the long link."`
	OwnMark   keys.Text `toml:"own_mark" one:"pass,convert" default:"pass" doc:"What becomes of the marks that a gateway's own queue for the long link makes: they stay, and the receiver reports them, or the gateway takes them too and sends the source a CNP, which needs notify."`
	Interval  keys.Text `toml:"interval" unit:"time" default:"50us" doc:"The time that has to pass after a CNP to a source before the flow's next."`
	Rate      keys.Text `toml:"rate" unit:"rate" range:"1Mbps..2147483647Kbps" doc:"The rate at which a flow begins and from which on it is not held. Default: that of the slowest host's link."`
	Floor     keys.Text `toml:"floor" unit:"rate" doc:"The least rate of a flow. Default: a 32nd of rate."`
	Increase  keys.Text `toml:"increase" unit:"rate" default:"50Mbps" doc:"The step by which the rate's target rises."`
	Period    keys.Text `toml:"period" unit:"time" default:"900us" doc:"The time between increases."`
	Gap       keys.Text `toml:"gap" unit:"time" default:"4us" doc:"The least time between two CNPs that a reaction point takes."`
	Law       keys.Text `toml:"law" one:"pace,resubmit" default:"pace" doc:"How packets are held: for exactly T_block, or by whole passes through the ingress queue."`
	Pass      keys.Text `toml:"pass" unit:"time" default:"484ns" doc:"The least time of a pass, above 0 and at most 1ms."`
	Capacity  keys.Text `toml:"capacity" unit:"bytes" range:"0..4294967295" default:"0" doc:"The most that a gateway holds, with law pace; packets beyond it make others of their flow go early. 0 is any number."`
	TableBits keys.Text `toml:"table_bits" unit:"count" range:"1..24" default:"14" doc:"The binary logarithm of the number of flows that a gateway tells apart."`
	MarkBit   *bool     `toml:"mark_bit" default:"true" doc:"Mark the CNPs that a gateway has reacted to. Without it the far gateway reacts too, to show what the bit is for."`
	CNPBytes  keys.Text `toml:"cnp_bytes" unit:"bytes" range:"1..65535" default:"60" doc:"The length of a gateway's CNPs on the wire."`
}

// OutputQueued implements extend.Table.
func (t *Table) OutputQueued() string { return "nothing is marked" }

// Apply puts the gateways into the switches.
func (t *Table) Apply(b *extend.Network) {
	b.OnSwitches = append(b.OnSwitches, func() { t.gateways(b) })
	b.Results = append(b.Results, func(m *nicmodel.Model) any { return gatewaysOf(m, b.Config.Topology.Switches) })
}

// gateways derives the configuration of the gateways.
func (t *Table) gateways(b *extend.Network) {
	line := uint64(math.MaxUint64)
	for _, rate := range b.HostRates() {
		line = min(line, rate)
	}
	k := b.Table("themis", t)
	kbps := k.Kbps(&t.Rate, uint32(min(line/1000, uint64(dcqcn.MaxRepresentable))))
	if b.Err == nil && (kbps < 1000 || kbps > uint32(dcqcn.MaxRepresentable)) {
		b.Fail(k.At(&t.Rate), "%d kb/s is out of range 1 Mb/s..%d kb/s", kbps, dcqcn.MaxRepresentable)
	}
	if b.Err != nil {
		return
	}
	c := Default(dcqcn.Rate(kbps))
	c.Long, c.Interval = k.Time(&t.Long), k.Nanoseconds(&t.Interval)
	c.Notify, c.React, c.Convert, c.Unmarked = k.True(&t.Notify), k.True(&t.React), k.One(&t.OwnMark) == "convert", !k.True(&t.MarkBit)
	c.RP.MinRate = dcqcn.Rate(k.Kbps(&t.Floor, uint32(c.RP.MinRate)))
	if b.Err == nil && c.RP.MinRate > c.RP.MaxRate {
		b.Fail(k.At(&t.Floor), "%s is above the rate, %s", topology.FormatRate(uint64(c.RP.MinRate)*1000), topology.FormatRate(uint64(c.RP.MaxRate)*1000))
	}
	c.RP.RateAI = dcqcn.Rate(k.Kbps(&t.Increase))
	c.RP.RateHAI = c.RP.RateAI
	c.RP.IncreasePeriod, c.CutGap = k.Nanoseconds(&t.Period), k.Nanoseconds(&t.Gap)
	c.Hold, c.Least = keys.Choose(k, &t.Law, HoldPaced, HoldResubmit), k.Time(&t.Pass)
	c.Capacity, c.TableBits, c.CNPBytes = k.Bytes(&t.Capacity), uint8(k.Count(&t.TableBits)), uint16(k.Bytes(&t.CNPBytes))
	if b.Err != nil {
		return
	}
	make, err := c.Gateways(b.Config.Topology)
	if b.Check("themis", err); err == nil {
		b.Config.Fabric.Gateway = make
	}
}

// GatewayCounts are the summed statistics of THEMIS' gateways.
type GatewayCounts struct {
	Gateways int `json:"gateways"`
	// Cleared marks, minted CNPs; notifications from the long link that went on or were filtered; those
	// that the reaction points took.
	Cleared   uint64 `json:"cleared"`
	Generated uint64 `json:"minted"`
	Forwarded uint64 `json:"forwarded"`
	Filtered  uint64 `json:"filtered"`
	Reactions uint64 `json:"reactions"`
	// OwnMarks are those of Cleared that the gateways' own queues made.
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
	// Early counts packets that went early for lack of room, Collisions flows that shared another's state.
	Early      uint64 `json:"early"`
	Collisions uint64 `json:"collisions"`
}

// gatewaysOf sums the statistics of the gateways of a model.
func gatewaysOf(net *nicmodel.Model, switches uint32) any {
	sum, n := Stats{}, 0
	for i := range switches {
		if g, ok := net.Gateway(i).(*Gateway); ok {
			sums.Add(&sum, &g.Stats)
			n++
		}
	}
	c := &GatewayCounts{
		Gateways: n, Cleared: sum.Cleared, Generated: sum.Generated, Forwarded: sum.Forwarded, Filtered: sum.Filtered, Reactions: sum.Reactions,
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
		g.Gateways, g.Cleared, own, g.Generated, g.Forwarded, g.Filtered, g.Reactions, g.Delayed, g.Packets, float64(g.PeakBytes)/1e6,
		float64(g.HoldMeanPS)/1e6, float64(g.HoldMaxPS)/1e6, g.Resubmits, g.Early, g.Collisions)
}
