// Package turn is an algorithm for tests of the NIC model: its rate changes with an acknowledgement.
package turn

import "smartnic-cc/fixedpoint"

// Params are the parameters.
type Params struct {
	// Before and After are the rates.
	//
	//ccgen:range 1..1<<30
	//ccgen:unit kb/s
	Before, After uint32
	// Acks is how many acknowledgements come before the change.
	//
	//ccgen:unit ACKs
	Acks uint32
}

// State is the state.
type State struct {
	// Acks is how many came.
	//
	//ccgen:unit ACKs
	Acks uint32
}

// Event is an acknowledgement.
//
//ccgen:event ack
type Event struct {
	//ccgen:signal now
	Now fixedpoint.Time
	//ccgen:signal rtt
	RTT uint32
}

// Output is what is in force.
type Output struct {
	//ccgen:control rate
	Rate uint32
}

// Init begins a connection.
func Init(p *Params, s *State) { *s = State{} }

// First is what is in force before the first event.
func First(p *Params, s *State) Output { return Output{Rate: p.Before} }

// Step takes an acknowledgement.
//
//ccgen:transducer turn init=Init first=First
func Step(p *Params, s *State, e *Event) Output {
	s.Acks = fixedpoint.AddSatU32(s.Acks, 1)
	if s.Acks < p.Acks {
		return Output{Rate: p.Before}
	}
	return Output{Rate: p.After}
}
