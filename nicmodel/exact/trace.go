package exact

import (
	"smartnic-cc/internal/base/packet/simtrace"
	"smartnic-cc/nicmodel/workload"
)

// trace records what happens to a packet at a port of a traced node: at which it arrives, or that sends it from a queue.
func (s *Simulator) trace(p *port, it *item, what simtrace.Event, queue uint8) {
	if !s.traced[p.node] {
		return
	}
	t := s.config.Topology
	r := simtrace.Record{
		Time: s.now, Node: uint16(t.IDOf(p.node)), Intf: uint8(p.number + 1), Queue: queue, QueueLen: p.classes[queue].queued,
		Size: uint16(it.size), Event: what, Priority: uint16(it.class),
	}
	if p.host == nil {
		r.NodeType = simtrace.Switch
	}
	switch it.kind {
	case pause, resume:
		r.Proto, r.Src, r.Dst, r.PauseQueue = simtrace.ProtoPFC, p.address, 1<<32-1, uint32(it.stamp)
		if what == simtrace.Recv {
			r.Src = p.peer.address
		}
		if it.kind == pause {
			r.PauseTime = 1 // has no effect
		}
	default:
		f := it.flow
		k := &s.config.Plan.Conns[f.conn]
		r.Src, r.Dst, r.Sport, r.Dport, r.Seq = workload.Address(t.IDOf(k.Src)), workload.Address(t.IDOf(k.Dst)), f.source, k.DstPort, it.seq
		if it.marked {
			r.ECN = 3
		}
		if s.rules.mode == timely {
			r.Stamp = it.stamp
		}
		if r.Proto, r.Payload = simtrace.ProtoData, uint16(it.size-s.header); it.kind == data {
			break
		}
		r.Src, r.Dst, r.Sport, r.Dport = r.Dst, r.Src, r.Dport, r.Sport
		if r.Proto = simtrace.ProtoAck; it.kind == nack {
			r.Proto = simtrace.ProtoNack
		}
		if it.echo {
			r.Flags = simtrace.FlagCNP
		}
	}
	s.batch.Trace = r.Append(s.batch.Trace)
}
