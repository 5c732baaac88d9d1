package nicmodel

import (
	"smartnic-cc/internal/base/num/sums"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/hostpath"
)

// Result is the result of a run.
type Result struct {
	Counters
	fabric.Counts
	// Until is the time up to which the model ran.
	Until event.Time
	// Messages of the plan.
	Messages uint64
	// InFlightPackets and InFlightBytes are in flight or in queues at the end.
	InFlightPackets, InFlightBytes uint64
	// Engine is the statistics of the congestion-control engines of all hosts.
	Engine EngineStats
	// Host is the statistics of the host interfaces of all hosts.
	Host hostpath.Stats
	// Digest is over the order of all events; see Digest.
	Digest uint64
}

// Conserved reports whether every packet and byte that was sent is accounted for: gone,
// dropped or in flight.
func (r *Result) Conserved() bool {
	return r.SentPackets == r.ReceivedPackets+r.DroppedPackets+r.InFlightPackets &&
		r.SentBytes == r.ReceivedBytes+r.DroppedBytes+r.InFlightBytes
}

func (m *Model) result(until event.Time) *Result {
	r := &Result{Until: until, Messages: uint64(len(m.messages)), Digest: m.digest()}
	m.sumHosts(r)
	for _, p := range m.partitions {
		sums.Add(&r.Counts, &p.Counts)
		sums.Add(&r.Counters, &p.Counters)
	}
	r.InFlightPackets, r.InFlightBytes = m.network.InFlight()
	for _, h := range m.hosts {
		r.InFlightPackets += uint64(h.passing.Packets)
		r.InFlightBytes += uint64(h.passing.Bytes)
		if h.acks != nil {
			for class := range h.acks {
				r.InFlightPackets += uint64(h.acks[class].Packets)
				r.InFlightBytes += uint64(h.acks[class].Bytes)
			}
		}
	}
	return r
}

// digest chains the digests of all hosts in the order of their numbers. A host's digest is a chain over its arrivals
// from the network in order: the time, kind, flags, connection and number of each packet. What hosts send, and all
// that happens to it on the way, changes what others receive; how the model computes it, with how many partitions,
// threads and events, does not.
func (m *Model) digest() uint64 {
	d := uint64(0)
	for i := range m.hosts {
		d = fabric.Chain(d, m.hosts[i].digest)
	}
	return d
}

// Unfinished calls each, in order, with the posted but incomplete messages of a connection and when they were posted.
func (m *Model) Unfinished(conn uint32, each func(message uint32, posted event.Time)) {
	if m.slots != nil && m.hosts[m.config.Plan.Conns[conn].Src].iface != nil {
		m.untold(conn, each)
		return
	}
	for message := m.senders[conn].oldest; message != none; message = m.messages[message].next {
		each(message, m.messages[message].posted)
	}
}

// Ideal returns how long a message of a connection takes alone: from its post at an idle NIC to the arrival of its
// last acknowledgement, exact for a sender at line rate.
func (m *Model) Ideal(conn uint32, bytes uint64) event.Time {
	w := m.paths(conn)
	src, dst := &m.hosts[w.Source], &m.hosts[w.Dest]
	around := event.Time(0) // in the host
	if src.iface != nil {
		around = src.nic.hostTime(bytes)
		if src == dst {
			return around + src.iface.nic.TxTime(bytes) + src.nic.Host.Loopback
		}
	}
	payload := uint64(src.nic.Payload)
	packets := (bytes + payload - 1) / payload
	tail := uint32(bytes-(packets-1)*payload) + uint32(src.nic.Header)
	full := src.nic.Wire()
	// first is when the first full packet has left a link, slowest the longest time of a full packet on a link so far
	// and so their spacing; at is when the last packet has arrived at the link.
	var first, slowest, at event.Time
	for _, l := range m.network.PathLinks(&src.Link, w.Source, w.Dest, w.Forward) {
		t := l.Serial().Of(full)
		slowest = max(slowest, t)
		first += t
		end := event.Time(0)
		if packets > 1 {
			end = first + event.Time(packets-2)*slowest
		}
		at = max(at, end) + l.Serial().Of(tail) + l.Delay()
		first += l.Delay()
	}
	// Acknowledgements have one size: the last one has left a path of several links when the i-th before it would
	// have, alone, and i more have passed the slowest link, for the worst i. The others are evenly spaced, so that
	// only the first and the last of them need a check.
	every := uint64(dst.nic.AckEvery)
	others := uint64(0)
	if every != 0 {
		others = (packets - 1) / every
	}
	var alone, widest event.Time
	for _, l := range m.network.PathLinks(&dst.Link, w.Dest, w.Source, w.Reverse) {
		t := l.Serial().Of(uint32(dst.nic.AckBytes))
		widest = max(widest, t)
		alone += t + l.Delay()
	}
	if others != 0 {
		at = max(at, first+event.Time(every-1)*slowest+event.Time(others)*widest)
		at = max(at, first+event.Time(others*every-1)*slowest+widest)
	}
	return around + at + alone + src.nic.ReceiveDelay + dst.nic.ReceiveDelay
}
