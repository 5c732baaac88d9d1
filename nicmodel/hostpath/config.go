package hostpath

import (
	"fmt"
	"math"

	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/nicmodel/event"
)

// None means no queue or no WQE.
const None = math.MaxUint32

// Classes is the number of traffic classes of the arbiter.
const Classes = 8

// Arbitration says which QP of a class is served next.
type Arbitration uint8

// The orders in which the QPs of a class are served, one WQE each.
const (
	// RoundRobin serves those that have a WQE in turn. Over more QPs than cached contexts each WQE misses, as LRU
	// does in a cyclic order.
	RoundRobin Arbitration = iota
	// Random serves any of those that have a WQE, drawn from the NIC's stream.
	Random
)

// String returns the order's name in scenarios.
func (p Arbitration) String() string {
	return enum.Name(p, "round-robin", "random")
}

// Class is a traffic class of the arbiter. Strict classes go first, by ascending number; the others share the rest by
// weight, in bytes (ETS).
type Class struct {
	Strict bool
	// Weight is the share among classes that are not strict, 1..1000; 0 means 1.
	Weight uint32
}

// Config is the times and rates of the stages of a host and its NIC. Rates are in bit/s.
type Config struct {
	// Post is the thread's time to write a WQE, Doorbell that to ring for a batch.
	Post, Doorbell event.Time
	// LockShare is how much longer, in thousandths, a post to a shared QP takes: with t threads by the factor 1 +
	// LockShare/1000 (1 - 1/t). Posts to it exclude each other.
	LockShare uint32
	// MMIO is the latency of a doorbell's write to the NIC.
	MMIO event.Time
	// PCIeRate is the rate of the PCIe link in each direction; 0 means no limit. PCIeRead is the latency from a DMA
	// read's request to its first byte, PCIeWrite from a DMA write until it is seen in memory.
	PCIeRate            uint64
	PCIeRead, PCIeWrite event.Time
	// PCIeJitter is the most by which a DMA takes longer, drawn uniformly.
	PCIeJitter event.Time
	// WQEBytes are fetched for a WQE, CQEBytes written for a completion.
	WQEBytes, CQEBytes uint32
	// InlineBytes is the largest payload that a post of one WQE carries inline, without DMA; 0 means none.
	InlineBytes uint32
	// Message is the message processor's time for a WQE: a cap of the message rate.
	Message event.Time
	// Contexts is the number of QP contexts that the NIC holds, 0 for all; ContextMiss is how long
	// the message processor waits for another.
	Contexts    uint32
	ContextMiss event.Time
	// StageWQEs and StageBytes limit what is between the arbiter's choice and the TX pipe: the next WQE is chosen
	// while less is there. 0 means 16 WQEs and 64 KiB.
	StageWQEs  uint32
	StageBytes uint64
	// Rate is the link rate of the TX pipe; 0 means no limit. A WQE takes its payload and a Header for each Payload
	// bytes of it; with Payload 0 one header for all.
	Rate            uint64
	Payload, Header uint32
	// Loopback is the latency from a loop-back WQE's end in the TX pipe to its internal acknowledgement.
	Loopback    event.Time
	Classes     [Classes]Class
	Arbitration Arbitration
	// Seed is of the NIC's random stream, Number its number.
	Seed   uint64
	Number uint64
	// Spans reports the stages' spans to the Environment, if it is a Tracer.
	Spans bool
}

// CQ is a completion queue and how it is polled.
type CQ struct {
	// Thread polls it, in Poll for each completion.
	Thread uint32
	Poll   event.Time
	// Period is that of the thread's polls; 0 polls whenever something comes. Budget is the most completions of a
	// poll; 0 means all.
	Period event.Time
	Budget uint32
}

// QP is a queue pair of a host.
type QP struct {
	// CQ takes the completions of sends, RecvCQ those of receives.
	CQ, RecvCQ uint32
	// SRQ has its receive buffers; with None there always is one.
	SRQ   uint32
	Class uint8
	// Threads is how many threads post to it; more than 1 do so under a lock.
	Threads uint32
	// Loopback sends through the NIC's TX pipe and back, not to the wire.
	Loopback bool
	// Message, if not 0, replaces Config.Message.
	Message event.Time
	// NoContext means that it needs no context, as a datagram QP that all peers share.
	NoContext bool
}

// SRQ is a shared receive queue. When Low or fewer buffers are left, a thread refills it to Depth
// in Reload. A message that finds none is refused (RNR).
type SRQ struct {
	Depth, Low uint32
	Reload     event.Time
}

// Queues are the queues of a host; Threads is the number of its threads.
type Queues struct {
	Threads uint32
	CQs     []CQ
	QPs     []QP
	SRQs    []SRQ
}

// MinRate and MaxRate are the bounds of rates other than 0, bit/s.
const (
	MinRate = 1_000_000
	MaxRate = 100_000_000_000_000
)

// maxTime is the longest time of a stage.
const maxTime = event.Second

// Check returns what is wrong with a configuration, by its key in a scenario file.
func (c *Config) Check() error {
	for _, k := range []struct {
		key  string
		time event.Time
	}{
		{"post", c.Post}, {"doorbell", c.Doorbell}, {"mmio", c.MMIO}, {"pcie_read", c.PCIeRead}, {"pcie_write", c.PCIeWrite}, {"pcie_jitter", c.PCIeJitter},
		{"message", c.Message}, {"context_miss", c.ContextMiss}, {"loopback", c.Loopback},
	} {
		if k.time < 0 || k.time > maxTime {
			return fmt.Errorf("host.%s: %v is out of range 0s to %v", k.key, k.time, maxTime)
		}
	}
	switch {
	case c.LockShare > 100_000:
		return fmt.Errorf("host.lock_share: %d thousandths are above 100 times the post", c.LockShare)
	case c.WQEBytes > 4096 || c.CQEBytes > 4096:
		return fmt.Errorf("host.wqe_bytes and cqe_bytes: %d and %d; use at most 4096", c.WQEBytes, c.CQEBytes)
	case c.PCIeRate != 0 && (c.PCIeRate < MinRate || c.PCIeRate > MaxRate):
		return fmt.Errorf("host.pcie_rate: %d bit/s is out of range 1 Mbps to 100 Tbps", c.PCIeRate)
	case c.Rate != 0 && (c.Rate < MinRate || c.Rate > MaxRate):
		return fmt.Errorf("host.rate: %d bit/s is out of range 1 Mbps to 100 Tbps", c.Rate)
	case c.Contexts != 0 && c.ContextMiss == 0:
		return fmt.Errorf("contexts: %d given without context_miss, the time of a miss", c.Contexts)
	case c.Arbitration > Random:
		return fmt.Errorf("host.pick: %d is no order; use RoundRobin or Random", c.Arbitration)
	}
	for i, k := range c.Classes {
		if k.Weight > 1000 {
			return fmt.Errorf("host.class[%d].weight: %d is above 1000", i, k.Weight)
		}
	}
	return nil
}

// check returns what is wrong with a host's queues.
func (q *Queues) check() error {
	for i, k := range q.CQs {
		if k.Thread >= q.Threads {
			return fmt.Errorf("CQ %d is polled by thread %d, but there are %d threads", i, k.Thread, q.Threads)
		}
		if k.Poll < 0 || k.Period < 0 || k.Poll > maxTime || k.Period > maxTime {
			return fmt.Errorf("CQ %d: poll %v and period %v; use 0s to %v", i, k.Poll, k.Period, maxTime)
		}
	}
	for i, k := range q.SRQs {
		if k.Depth == 0 || k.Low >= k.Depth || k.Reload < 0 || k.Reload > maxTime {
			return fmt.Errorf("SRQ %d: depth %d, low %d, reload %v; use a depth above low and 0s to %v", i, k.Depth, k.Low, k.Reload, maxTime)
		}
	}
	for i, k := range q.QPs {
		n := uint32(len(q.CQs))
		switch {
		case k.CQ >= n || k.RecvCQ >= n:
			return fmt.Errorf("QP %d: completion queues %d and %d, but there are %d", i, k.CQ, k.RecvCQ, n)
		case k.SRQ != None && k.SRQ >= uint32(len(q.SRQs)):
			return fmt.Errorf("QP %d: SRQ %d, but there are %d", i, k.SRQ, len(q.SRQs))
		case k.Class >= Classes:
			return fmt.Errorf("QP %d: class %d; classes are 0 to %d", i, k.Class, Classes-1)
		case k.Message < 0 || k.Message > maxTime:
			return fmt.Errorf("QP %d: message %v; use 0s to %v", i, k.Message, maxTime)
		}
	}
	return nil
}
