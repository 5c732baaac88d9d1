// Package rttmeter is the arithmetic of RPerf in the firmware subset: round-trip times from three
// time stamps, and a histogram that gives their percentiles.
//
// A measurement is a pair of sends, one over the wire and one by loop-back. With T_P when they were
// posted, T_W and T_L when their completions were polled,
//
//	RTT = (T_W - T_P) - (T_L - T_P) = T_W - T_L
//
// (thesis "Application-Centric Bandwidth Allocation in Datacenters", chapter 5, equation 1). All
// stamps are counts of one clock, such as a CPU's time-stamp counter, and wrap modulo 2^64.
package rttmeter

// EventKind is what happened.
type EventKind uint8

// The events of a pair. The two completions come in either order.
const (
	// EventPost begins a pair; one that is not complete is dropped.
	EventPost EventKind = iota
	// EventLoopback is the polling of the loop-back's completion.
	EventLoopback
	// EventWire is the polling of the completion of the send over the wire.
	EventWire
)

// Params has no parameters but one.
type Params struct {
	// Longest is the longest time that a completion may take after the post, in ticks. A longer one
	// drops the pair: the thread was not on its core.
	//
	//ccgen:range 1..MaxTicks
	Longest uint32
}

// MaxTicks is the longest time that is measured, in ticks: 0.98 s of a clock of 2.2 GHz. The
// difference of two times fits 32 bits with a sign.
const MaxTicks = (1 << 31) - 1

// State is the pair under way: 24 bytes, or 20 where 8 bytes are aligned to 4, as on i386.
type State struct {
	// Posted is T_P in ticks.
	Posted uint64
	// Loopback and [Wire] are T_L - T_P and T_W - T_P in ticks, if there.
	//
	//ccgen:range 0..MaxTicks
	Loopback uint32
	//ccgen:range 0..MaxTicks
	Wire uint32
	// Open: a pair is under way. [HasLoopback], [HasWire]: its completions came.
	Open        bool
	HasLoopback bool
	HasWire     bool
}

// Event is what happened, and when.
type Event struct {
	// Ticks is the time stamp.
	Ticks uint64
	Kind  EventKind
}

// Output is a measurement, if the event completed one.
type Output struct {
	// RTT is T_W - T_L in ticks. It is negative where the loop-back took longer.
	//
	//ccgen:range -MaxTicks..MaxTicks
	RTT int32
	// Local is T_L - T_P in ticks: what the end point itself takes.
	//
	//ccgen:range 0..MaxTicks
	Local uint32
	// Done: the two hold a measurement.
	Done bool
}

// Init begins without a pair.
func Init(p *Params, s *State) {
	*s = State{}
}

// Step takes one event.
//
//ccgen:transducer rttmeter init=Init
func Step(p *Params, s *State, e *Event) Output {
	if e.Kind == EventPost {
		*s = State{Posted: e.Ticks, Open: true}
		return Output{}
	}
	if !s.Open || e.Kind > EventWire {
		return Output{}
	}
	since := e.Ticks - s.Posted //ccgen:wrap the clock wraps
	if since > uint64(p.Longest) {
		s.Open = false
		return Output{}
	}
	if e.Kind == EventLoopback {
		s.Loopback = uint32(since)
		s.HasLoopback = true
	} else {
		s.Wire = uint32(since)
		s.HasWire = true
	}
	if !s.HasLoopback || !s.HasWire {
		return Output{}
	}
	s.Open = false
	return Output{RTT: int32(s.Wire) - int32(s.Loopback), Local: s.Loopback, Done: true}
}
