package fabric

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
)

// Classes is the largest number of traffic classes, each a queue at every port. Class 0 is control: acknowledgements
// and CNPs. It goes before all others, is neither marked nor paused, and never lacks buffer; so it has no queue, but
// reserves the link after the packet in transmission.
const Classes = 8

// Class is how switches treat a traffic class.
type Class struct {
	// Weight is the share of the class among those that are not strict, in bytes; 1..255.
	Weight uint8
	// Strict puts the class before all of higher number and those with weights.
	Strict bool
	// Lossless protects the class by PFC; else packets without room are dropped.
	Lossless bool
}

// Marking is RED on the length of a class's queue: none at or below Kmin bytes, all above Kmax, and between with a
// probability that rises from 0 to Pmax. The length is that when a packet leaves, without that packet.
type Marking struct {
	// Rate is that of the ports that it applies to, bit/s; 0 means all others.
	Rate uint64
	// Kmin and Kmax are in bytes.
	Kmin, Kmax uint32
	// PmaxPPM is Pmax in millionths.
	PmaxPPM uint32
}

// Buffer is a switch's memory and the rule by which PFC shares it.
type Buffer struct {
	// Bytes is the whole memory.
	Bytes uint64
	// Reserve is the bytes reserved for each port and class.
	Reserve uint32
	// Headroom is the bytes of each port and class beyond its threshold for what is in flight when a pause is sent; 0
	// means HeadroomBDP one-way bandwidth-delay products of the link, three packets (the one that brings the use over
	// the threshold, the one behind which the pause waits, the one that the sender has begun) and a PFC frame a
	// class. With two products or more nothing is lost.
	Headroom uint32
	// HeadroomBDP is the number of bandwidth-delay products, used if Headroom is 0.
	HeadroomBDP uint32
	// Shift makes the threshold: a port and class may use 2^-Shift of what is free. A
	// port that is 2^k times as fast as the slowest of the fabric has a shift less by k.
	Shift uint8
	// Resume is how far below the threshold use has to fall before a resume, bytes.
	Resume uint32
}

// Config is what all switches have in common.
type Config struct {
	Classes []Class
	Marking []Marking
	Buffer  Buffer
	// MTUWire is the largest packet, bytes with all headers.
	MTUWire uint32
	// SampleEvery is the period of sampling the queues; 0 means never.
	SampleEvery event.Time
	// Seed is that of the coins of marking and loss, and of ECMP.
	Seed uint64
	// Depth, if not nil, sees the queues of switches grow and shrink.
	Depth Depth
	// Hook, if not nil, sees packets as they arrive at switches.
	Hook Hook
	// Gateway, if not nil, returns what a switch does besides forwarding; nil for most.
	Gateway func(node uint32) Gateway
	// Deep reports for each switch, numbered from 0, whether its memory is unlimited and it sends no PFC frames; nil
	// for none.
	Deep []bool
	// Levels are the priority levels of connections, each below MaxLevels: ports then have weighted queues, initially
	// all of Queues. With nil connections keep their classes.
	Levels []uint8
	Queues Queues
}

// Depth sees what the queues of switches hold. It runs in the switch's partition of the model and may keep state by
// switch only.
type Depth interface {
	// Change sees the bytes that the queues of a port gain, or lose where it is below 0. A packet that leaves at once
	// is not seen.
	Change(now event.Time, node, port uint32, bytes int32)
}

// Hook is an extension point for schemes in switches. It runs in the switch's partition of the model and may keep
// state by switch only.
type Hook interface {
	// Arrive sees a packet that came into a switch through a port and may change its
	// marks. If it returns false the packet is lost.
	Arrive(now event.Time, node uint32, port uint16, k *Packet) bool
}

// DefaultBuffer is that of the HPCC family of simulators: PFC with dynamic thresholds,
// headroom of three one-way bandwidth-delay products, resume 3 KiB below.
func DefaultBuffer() Buffer {
	return Buffer{Bytes: 32 << 20, Reserve: 4096, HeadroomBDP: 3, Shift: 3, Resume: 3072}
}

// DefaultClasses are control and one lossless class.
func DefaultClasses() []Class {
	return []Class{{Strict: true}, {Weight: 1, Lossless: true}}
}

// Check returns what is wrong with a configuration, by its key in a scenario file.
func (c *Config) Check() error {
	switch {
	case len(c.Classes) < 2 || len(c.Classes) > Classes:
		return fmt.Errorf("classes: %d given; use 2 to %d, of which the first is control", len(c.Classes), Classes)
	case !c.Classes[0].Strict:
		return fmt.Errorf("classes: the first is control and has to be strict")
	case c.MTUWire == 0 || c.MTUWire > 65535:
		return fmt.Errorf("packet of %d bytes with headers; use 1 to 65535", c.MTUWire)
	case c.Buffer.Bytes == 0 || c.Buffer.Bytes > 1<<32-1:
		return fmt.Errorf("buffer.bytes: %d is out of range 1..2^32-1", c.Buffer.Bytes)
	case c.Buffer.Shift > 16:
		return fmt.Errorf("buffer.shift: %d is out of range 0..16", c.Buffer.Shift)
	}
	for i, k := range c.Classes[1:] {
		if !k.Strict && k.Weight == 0 {
			return fmt.Errorf("classes[%d].weight: 0; a class without strict priority needs a weight of 1 to 255", i+1)
		}
	}
	if c.Levels != nil {
		if err := c.checkLevels(); err != nil {
			return err
		}
	}
	for i, m := range c.Marking {
		switch {
		case m.Kmin > m.Kmax:
			return fmt.Errorf("marking[%d]: kmin %d is above kmax %d", i, m.Kmin, m.Kmax)
		case m.PmaxPPM > 1_000_000:
			return fmt.Errorf("marking[%d].pmax: %d millionths is above 1", i, m.PmaxPPM)
		}
		for _, o := range c.Marking[:i] {
			if o.Rate == m.Rate {
				return fmt.Errorf("marking[%d]: a second one for rate %d", i, m.Rate)
			}
		}
	}
	return nil
}

func (c *Config) checkLevels() error {
	if c.Gateway != nil {
		return fmt.Errorf("gateways and priority levels do not go together: what a gateway held goes on by its class; leave one of them out")
	}
	for conn, level := range c.Levels {
		if level >= MaxLevels {
			return fmt.Errorf("connection %d has priority level %d; use 0 to %d", conn, level, MaxLevels-1)
		}
	}
	return c.Queues.Check(len(c.Classes))
}
