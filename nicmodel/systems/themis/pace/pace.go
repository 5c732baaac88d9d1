// Package pace is how long a gateway of THEMIS ("THEMIS: Efficiently Mitigating Congestion-Induced
// Fairness Disparities in Long-Haul RDMA Networks", section 2.2) holds the packets of one flow that come
// over the long link, in the firmware subset: T_block.
//
// The paper does not give the law by which CNPs make T_block. Here the gateway has the reaction point of
// DCQCN (package dcqcn) for the flow, and spaces the flow's packets by its rate R_x: a packet goes
// T_block = max(0, t_rel - now) after it came, and t_rel = max(t_rel, now) + bytes / R_x then. So packets
// of a flow stay in order, and a queue of the flow is held that drains at R_x.
//
// The rate's inverse is made when the rate changes; a packet takes one multiplication.
package pace

import (
	"math/bits"

	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
)

// MaxTime is the largest time, ns: 19 hours.
const MaxTime = 1 << 46

// Params are the parameters of all flows of a gateway.
type Params struct {
	// Line is the rate from which on a flow is not held, kb/s.
	//
	//ccgen:range 1000..dcqcn.MaxRepresentable
	Line dcqcn.Rate
}

// State is what the gateway keeps of one flow: 16 bytes, or 12 where 8 bytes are aligned to 4, as on i386.
type State struct {
	// Release is when the flow's next packet may go (t_rel).
	//
	//ccgen:range 0..1<<62
	//ccgen:format UQ54.8
	//ccgen:unit ns
	Release uint64
	// PerByte is 1 / R_x, UQ13.19; 0 holds nothing.
	//
	//ccgen:format UQ13.19
	//ccgen:unit ns/B
	PerByte uint32
}

// EventKind is what happened.
type EventKind uint8

// The events.
const (
	// EventNone is none.
	EventNone EventKind = iota
	// EventRate gives the flow a rate.
	EventRate
	// EventPacket is a packet that came.
	EventPacket
)

// Event is what happened.
type Event struct {
	// Now is the time of arrival, at [EventPacket].
	//
	//ccgen:range 0..MaxTime
	//ccgen:unit ns
	Now uint64
	// Rate is R_x, at [EventRate]. One below 1000 kb/s is taken for that.
	//
	//ccgen:range 0..dcqcn.MaxRepresentable
	Rate dcqcn.Rate
	// Bytes is the packet's length on the wire, at [EventPacket].
	//
	//ccgen:unit B
	Bytes uint16
	// Kind is what it is.
	Kind EventKind
}

// Output is how long a packet is held.
type Output struct {
	// Block is T_block, rounded down: 0 goes on at once.
	//
	//ccgen:unit ns
	Block uint64
}

// Init sets the state of a flow without a rate.
func Init(p *Params, s *State) { *s = State{} }

// Step takes one event.
//
//ccgen:transducer themispace init=Init
func Step(p *Params, s *State, e *Event) Output {
	switch e.Kind {
	case EventRate:
		s.PerByte = 0
		if e.Rate < p.Line {
			s.PerByte = perByte(e.Rate)
		}
	case EventPacket:
		if s.PerByte == 0 && s.Release == 0 {
			return Output{}
		}
		now := e.Now << 8
		from := max(s.Release, now)
		// UQ16.0 by UQ13.19, to 8 bits of fraction.
		s.Release = min(from+(uint64(e.Bytes)*uint64(s.PerByte)>>11), 1<<62)
		if s.PerByte == 0 && from == now {
			s.Release = 0
		}
		return Output{Block: (from - now) >> 8}
	}
	return Output{}
}

// perByte returns 8e6 ns kb/s a byte by a rate, UQ13.19, less than 2^-30 of it and a unit below.
//
//ccgen:range rate 0..dcqcn.MaxRepresentable
//ccgen:range return 1953..4194304000
func perByte(rate dcqcn.Rate) uint32 {
	r := max(uint32(rate), 1000)
	n := uint32(bits.LeadingZeros32(r)) & 31
	// 2^63/(r 2^n), less than 2 below; by 8e6 2^19 2^n / 2^63. 8e6 is 2^9 15625.
	wide := uint64(fixedpoint.RecipNorm(r<<n)) * 15625
	return uint32(wide >> (35 - n))
}
