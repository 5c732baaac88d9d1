package scenario

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
)

// described checks that the network gives algorithms the signals that they take: the telemetry of all switches on the
// path, and RTTs by a fine enough clock.
func (b *builder) described() {
	c := b.c
	if !slices.ContainsFunc(c.NICs, asksFor) {
		return // routes take a while
	}
	var way []uint32
	paths := c.Topology.NextHops()
	seen := map[[2]uint32]bool{}
	for i := range c.Plan.Conns {
		k := &c.Plan.Conns[i]
		if k.Loopback || seen[[2]uint32{k.Src, k.Dst}] {
			continue
		}
		seen[[2]uint32{k.Src, k.Dst}] = true
		kind := uint8(0)
		if c.Kind != nil {
			kind = c.Kind[k.Src]
		}
		n := &c.NICs[kind]
		if !asksFor(*n) {
			continue
		}
		a := n.Algorithm.Algorithm
		key := fmt.Sprintf("nic[%d]", b.m.kinds[kind].table)
		way = paths.Path(way[:0], k.Src, k.Dst)
		if a.Contract.Signal(ir.SignalHopQueue, "") != nil || a.Contract.Signal(ir.SignalHopSent, "") != nil {
			if t := b.s.Switch.Telemetry; t != nil && !*t {
				b.Fail(key+".algorithm", "%s takes the telemetry of switches, which switch.telemetry = false turns off; leave one of them out", a.Def.Name)
				return
			}
			if most := a.Contract.Hops(); len(way)-1 > most {
				b.Fail(key+".algorithm", "%s has room for the telemetry of %s, and packets from host %d to host %d pass %d; make its arrays longer, or take a network of shorter paths",
					a.Def.Name, plural.Of(most, "switch"), c.Topology.IDOf(k.Src), c.Topology.IDOf(k.Dst), len(way)-1)
				return
			}
		}
		if clocked(a.Contract) && n.Clock != 0 {
			if trip := b.trip(n, way); n.Clock >= trip {
				b.Fail(key+".rtt_clock", "%v shows nothing of RTTs from host %d to host %d, %v in the empty network; give a finer clock",
					n.Clock, c.Topology.IDOf(k.Src), c.Topology.IDOf(k.Dst), trip)
				return
			}
		}
	}
}

// asksFor reports whether a NIC's algorithm takes telemetry of hops, or RTTs by a coarse clock.
func asksFor(n nicmodel.NIC) bool {
	if n.Algorithm == nil {
		return false
	}
	a := n.Algorithm.Algorithm.Contract
	return a.Signal(ir.SignalHops, "") != nil || n.Clock != 0 && clocked(a)
}

// clocked reports whether an algorithm takes RTTs.
func clocked(a *ir.NICContract) bool {
	return a.Signal(ir.SignalRTT, "") != nil || a.Signal(ir.SignalSentAt, "") != nil || a.Signal(ir.SignalNackRTT, "") != nil
}

// trip returns the smallest RTT of a path of links: its delays there and back.
func (b *builder) trip(n *nicmodel.NIC, way []uint32) event.Time {
	return collect.Sum(way, func(link uint32) event.Time { return 2 * b.c.Topology.Links[link].Delay })
}
