// Package nic is Falcon's engine in a NIC of the list of signals and controls (docs/subset.md): what
// the NIC's hardware does between the network and package falcon. It turns time stamps in ns into
// the engine's units, reports of gaps, refusals and timeouts into its events, and its windows and
// gap into what the NIC obeys.
//
// What Google's simulator does there is in isekai/host/falcon: event_response_format_adapter.cc,
// falcon_protocol_rate_update_engine.cc and falcon_protocol_packet_reliability_manager.cc. The page
// says what differs.
package nic

import (
	"example.org/falcon"

	"smartnic-cc/fixedpoint"
)

const (
	// gapUnit is the unit of the traffic shaper.
	gapUnit = 512
	// levelShift is from the list's UQ0.16 to the engine's 32nds of a buffer.
	levelShift = 11
	// MostRetransmits is the largest number of retransmissions that the hardware reports:
	// HandlePacketTimeoutRetransmitted.
	MostRetransmits = 6
)

// Params are a profile of the engine, and how the NIC uses it.
type Params struct {
	// Engine is the engine's profile.
	Engine falcon.Params
	// Delay says which part of the RTT the engine gets as delay.
	//
	//ccgen:range 0..falcon.DelayReverse
	Delay falcon.DelaySelect
}

// State is a connection of the engine, and what the NIC keeps to fill in its events.
type State struct {
	// Engine is what comes back from the engine and goes to it with the next event.
	Engine falcon.State
	// Clock is the time of the last event, in ns, without wrapping.
	Clock uint64
	// Timeouts are the timeouts since data was acknowledged.
	//
	//ccgen:range 0..MostRetransmits
	Timeouts uint8
}

// Kind is what happened. The numbers are the order of events of one instant.
type Kind uint8

// The events.
const (
	// KindAck is an acknowledgement.
	//
	//ccgen:event ack
	KindAck Kind = iota
	// KindNack is a gap, or a packet that the receiver had no room for.
	//
	//ccgen:event nack
	KindNack
	// KindTimeout is a timeout, after which the NIC retransmits.
	//
	//ccgen:event timeout
	KindTimeout
)

// Event is what happened, and when.
type Event struct {
	// Now is the time.
	//
	//ccgen:signal now
	Now fixedpoint.Time
	// SentAt, ArrivedAt, AnsweredAt and ReturnedAt are T1 to T4.
	//
	//ccgen:signal sent-at
	SentAt fixedpoint.Time
	//ccgen:signal arrived-at
	ArrivedAt fixedpoint.Time
	//ccgen:signal answered-at
	AnsweredAt fixedpoint.Time
	//ccgen:signal returned-at
	ReturnedAt fixedpoint.Time
	// Acked is num_packets_acked.
	//
	//ccgen:range 0..1023
	//ccgen:signal acked-packets
	Acked uint16
	// RxLevel is rx_buffer_level.
	//
	//ccgen:signal rx-level
	RxLevel uint16
	// Hops is forward_hops.
	//
	//ccgen:range 0..15
	//ccgen:signal forward-hops
	Hops uint8
	// Refused: the receiver had no room.
	//
	//ccgen:signal refused
	Refused uint8
	// Kind is what happened.
	//
	//ccgen:signal kind
	Kind Kind
}

// Output is what the NIC obeys.
type Output struct {
	// FabricWindow is the fabric window in whole packets, at least one: GetOpenFcwnd.
	//
	//ccgen:control fabric-window
	FabricWindow uint16
	// NICWindow is the NIC window in whole packets, at least one.
	//
	//ccgen:control nic-window
	NICWindow uint16
	// Gap is the gap of a fabric window below a packet: the traffic shaper obeys no other.
	//
	//ccgen:control gap
	Gap uint32
}

// Init begins a connection.
func Init(p *Params, s *State) {
	*s = State{}
	falcon.Init(&p.Engine, &s.Engine)
}

// First returns what is in force before the first event.
func First(p *Params, s *State) Output {
	return output(p, s, 0)
}

// Step takes one event.
//
//ccgen:transducer falconnic init=Init first=First
func Step(p *Params, s *State, e *Event) Output {
	s.Clock += uint64(uint32(e.Now) - uint32(s.Clock)) //ccgen:wrap the clock of now is modulo 2^32
	in := falcon.Event{
		Now: units(s.Clock), T1: stamp(s.Clock, e.SentAt), T2: stamp(s.Clock, e.ArrivedAt), T3: stamp(s.Clock, e.AnsweredAt), T4: stamp(s.Clock, e.ReturnedAt),
		Acked: e.Acked, Hops: e.Hops, RxBuffer: uint8(e.RxLevel >> levelShift), Delay: p.Delay,
	}
	switch e.Kind {
	case KindAck:
		s.Timeouts = 0
	case KindNack:
		if e.Refused > 0 {
			in.Kind = falcon.EventNack
			in.NackCode = falcon.NackRxResource
		} else {
			// A gap shows in the bitmap of an acknowledgement of nothing new.
			in.EACK = true
			in.EACKDrop = true
		}
	case KindTimeout:
		s.Timeouts = min(s.Timeouts+1, MostRetransmits)
		in = falcon.Event{Now: in.Now, Kind: falcon.EventRetransmit, Delay: p.Delay, Retransmits: s.Timeouts}
	}
	o := falcon.Step(&p.Engine, &s.Engine, &in)
	return output(p, s, o.FabricGap)
}

// stamp returns a time stamp, of up to 4.29 s before the clock, in the engine's units.
//
//ccgen:range return 0..falcon.MaxTime
func stamp(clock uint64, at fixedpoint.Time) uint32 {
	return units(clock - uint64(uint32(clock)-uint32(at))) //ccgen:wrap the clock of now is modulo 2^32
}

// units returns a time in units of 131.072 ns, 2^14 / 125: ToFalconTimeUnits, with as many bits as
// the engine has.
//
//ccgen:range return 0..falcon.MaxTime
func units(ns uint64) uint32 {
	return uint32((ns*125)>>14) & falcon.MaxTime //ccgen:wrap 2^64 ns 125 is reached after four years
}

// output returns the windows of the state and a gap.
//
//ccgen:range gap 0..falcon.MaxGap
func output(p *Params, s *State, gap uint32) Output {
	nic := s.Engine.NICWindow
	if p.Engine.Generation == falcon.GenerationBNA {
		nic >>= falcon.WindowBits
	}
	return Output{FabricWindow: uint16(max(s.Engine.FabricWindow>>falcon.WindowBits, 1)), NICWindow: uint16(min(max(nic, 1), (1<<16)-1)), Gap: gap * gapUnit}
}
