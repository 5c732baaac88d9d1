// Package hops is an algorithm for tests of the NIC model: it gives a window by what the switches on
// the way note, as HPCC does, but without a division.
package hops

import "smartnic-cc/fixedpoint"

// Hops is how many hops it looks at.
const Hops = 3

// Params are the parameters.
type Params struct {
	// Least and Most are the ends of the window.
	//
	//ccgen:range 1..Most
	//ccgen:unit B
	Least uint32
	//ccgen:range 1..1<<30
	//ccgen:unit B
	Most uint32
	// Queue is how much may wait at a hop.
	//
	//ccgen:unit B
	Queue uint32
}

// State is the state.
type State struct {
	//ccgen:range 1..1<<30
	//ccgen:unit B
	//ccgen:show window
	Window uint32
	// Sent and At are what each hop noted last.
	//
	//ccgen:unit B
	Sent [Hops]uint32
	At   [Hops]fixedpoint.Time
}

// Event is an acknowledgement.
//
//ccgen:event ack
type Event struct {
	//ccgen:signal now
	Now fixedpoint.Time
	// Unacked changes nothing.
	//
	//ccgen:signal unacked
	Unacked uint32
	//ccgen:signal hops
	Hops uint8
	//ccgen:signal hop-queue
	Queue [Hops]uint32
	//ccgen:signal hop-sent
	Sent [Hops]uint32
	//ccgen:signal hop-at
	At [Hops]fixedpoint.Time
	//ccgen:signal hop-rate
	Rate [Hops]uint32
}

// Output is what is in force.
type Output struct {
	//ccgen:control window
	Window uint32
}

// Init begins a connection.
func Init(p *Params, s *State) { *s = State{Window: p.Least} }

// First is what is in force before the first event.
func First(p *Params, s *State) Output { return Output{Window: s.Window} }

// Step takes an acknowledgement: it halves the window if a hop has too long a queue and was busy since
// the last, else adds to it.
//
//ccgen:transducer hops init=Init first=First
func Step(p *Params, s *State, e *Event) Output {
	full := false
	for i := uint32(0); i < Hops; i++ {
		if i < uint32(e.Hops) {
			gap := e.At[i].Since(s.At[i])
			bytes := e.Sent[i] - s.Sent[i] //ccgen:wrap a counter modulo 2^32
			// Bytes in ns are 8,000,000 times as many kb/s; of the rate 7/8 is busy.
			busy := uint64(bytes)*(64_000_000/7) >= uint64(e.Rate[i])*uint64(gap)
			full = full || (busy && e.Queue[i] > p.Queue)
			s.Sent[i] = e.Sent[i]
			s.At[i] = e.At[i]
		}
	}
	if full {
		s.Window = max(s.Window/2, p.Least)
	} else {
		s.Window = min(s.Window+200, p.Most)
	}
	return Output{Window: s.Window}
}
