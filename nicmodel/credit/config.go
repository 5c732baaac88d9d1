// Package credit is a network of input-buffered, cut-through switches with credits, as in InfiniBand. Package fabric
// models output-queued, store-and-forward switches.
//
//	host --link--> [input buffers, one FIFO a VL] --crossbar--> output --link--> host or switch
//
// An output begins a packet when the packet's head has passed the switch's pipeline, the output is idle, the packet
// is the first of its buffer, and the next buffer has room for all of it. It is forwarded while it still arrives: all
// links have one rate. Its credit is back a propagation and the credit-return delay after its last byte left. Nothing
// is dropped.
//
// An output serves the heads of the buffers for which there is room in the order in which they came (FCFS; with
// KeepOrder no head goes before an older one of its VL that waits for room) or in turn (round robin); with Strict,
// those of higher VLs first. Left out are bit errors, link-level retries, multicast and VL arbitration weights. A
// host receives at the rate of the link, so a link to a host needs no credits.
//
// Time is integer picoseconds; events of one time are ordered by the node's number and then by when they were
// scheduled. A Network is not safe for concurrent use.
package credit

import (
	"fmt"
	"math/bits"

	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/nicmodel/event"
)

// VLs is the number of virtual lanes; each has its own buffer at each input of a switch.
const VLs = 8

// MaxHosts is the largest number of hosts.
const MaxHosts = 200

// MaxPacket is the largest packet in bytes, headers included.
const MaxPacket = 65535

// Block is the unit in bytes in which HighLimit counts packets, rounded up (InfiniBand's credit).
const Block = 64

// Arbiter is the order in which an output serves the inputs.
type Arbiter uint8

// The orders of service.
const (
	// FCFS serves the head that came first to the switch, of equals the one of the lower input.
	FCFS Arbiter = iota
	// RoundRobin serves the inputs in turn, a packet each.
	RoundRobin
)

// String returns the order's name in scenarios.
func (a Arbiter) String() string {
	return enum.Name(a, "fcfs", "round-robin")
}

// Config is a network: switches in a row, and hosts at them.
type Config struct {
	// Switches is the number of switches; 0 joins two hosts by a cable.
	Switches uint32
	// Hosts is the switch of each host, 0 to Switches-1; without switches two zeros.
	Hosts []uint32
	// Rate is that of every link in bit/s.
	Rate uint64
	// Propagation is the delay of every link, Pipeline that of a packet's head in a switch.
	Propagation, Pipeline event.Time
	// CreditReturn is the delay from a packet's leaving a buffer until the other end of the link may use its room, in
	// addition to the propagation: the credit loop of real switches and NICs.
	CreditReturn event.Time
	// Buffer is the room in bytes of each VL at each input of a switch.
	Buffer uint32
	// Arbiter is the order in which outputs serve the inputs.
	Arbiter Arbiter
	// KeepOrder has an output with FCFS wait for room for the packet of a VL that came first. Without it a later one
	// of another input goes if it has room.
	KeepOrder bool
	// Strict serves higher VLs before lower ones; without it all VLs are alike.
	Strict bool
	// HighLimit is, with Strict, how many bytes of VLs above 0 an output sends, in Blocks, before a waiting packet of
	// VL 0 has its turn: 4096 times InfiniBand's Limit of High Priority. 0 means no limit.
	HighLimit uint32
}

// maxTime is the longest delay of a configuration.
const maxTime = event.Second

// Check returns what is wrong with a configuration.
func (c *Config) Check() error {
	switch {
	case c.Rate < 1_000_000 || c.Rate > 100_000_000_000_000:
		return fmt.Errorf("credit: rate %d bit/s is out of range 1 Mb/s to 100 Tb/s", c.Rate)
	case c.Switches == 0 && len(c.Hosts) != 2:
		return fmt.Errorf("credit: a cable joins 2 hosts, not %d; use a switch", len(c.Hosts))
	case len(c.Hosts) < 2 || len(c.Hosts) > MaxHosts || c.Switches > 200:
		return fmt.Errorf("credit: %d hosts and %d switches; use 2 to %d hosts and at most 200 switches", len(c.Hosts), c.Switches, MaxHosts)
	case c.Switches > 0 && (c.Buffer < Block || c.Buffer > 1<<30):
		return fmt.Errorf("credit: a buffer of %d bytes is out of range %d to %d", c.Buffer, Block, 1<<30)
	case c.Arbiter > RoundRobin:
		return fmt.Errorf("credit: %d is no arbiter; use FCFS or RoundRobin", c.Arbiter)
	case c.KeepOrder && c.Arbiter != FCFS:
		return fmt.Errorf("credit: KeepOrder needs FCFS; round robin has no order of coming")
	case c.HighLimit != 0 && !c.Strict:
		return fmt.Errorf("credit: a high limit of %d bytes needs Strict", c.HighLimit)
	}
	for _, t := range []struct {
		name string
		time event.Time
	}{{"propagation", c.Propagation}, {"pipeline", c.Pipeline}, {"credit return", c.CreditReturn}} {
		if t.time < 0 || t.time > maxTime {
			return fmt.Errorf("credit: %s %v is out of range 0s to %v", t.name, t.time, maxTime)
		}
	}
	for i, s := range c.Hosts {
		if s >= max(c.Switches, 1) {
			return fmt.Errorf("credit: host %d is at switch %d, but there are %d", i, s, c.Switches)
		}
	}
	return nil
}

// Serial returns how long bytes take on a link, rounded down to a picosecond.
func (c *Config) Serial(bytes uint32) event.Time {
	hi, lo := bits.Mul64(uint64(bytes), 8*uint64(event.Second))
	t, _ := bits.Div64(hi, lo, c.Rate)
	return event.Time(t)
}
