// Package spaced is an algorithm for tests of the NIC model: it gives a gap, and a rate by the marked share of a message.
package spaced

import "smartnic-cc/fixedpoint"

// Params are the parameters.
type Params struct {
	// Rate is the rate after a message without a mark.
	//
	//ccgen:range 1<<17..1<<30
	//ccgen:unit kb/s
	Rate uint32
	// Gap is the gap, which never changes.
	//
	//ccgen:unit ns
	Gap uint32
}

// State is the state.
type State struct {
	// Messages is how many were acknowledged.
	//
	//ccgen:unit messages
	Messages uint32
}

// Event is the end of a message.
//
//ccgen:event message
type Event struct {
	//ccgen:signal now
	Now fixedpoint.Time
	//ccgen:signal marked-share
	//ccgen:format UQ0.16
	Marked fixedpoint.UQ0x16
}

// Output is what is in force.
type Output struct {
	//ccgen:control rate
	Rate uint32
	//ccgen:control gap
	Gap uint32
}

// Init begins a connection.
func Init(p *Params, s *State) { *s = State{} }

// First is what is in force before the first event.
func First(p *Params, s *State) Output { return Output{Rate: p.Rate, Gap: p.Gap} }

// Step takes the end of a message.
//
//ccgen:transducer spaced init=Init first=First
func Step(p *Params, s *State, e *Event) Output {
	s.Messages = fixedpoint.AddSatU32(s.Messages, 1)
	return Output{Rate: p.Rate - uint32(e.Marked), Gap: p.Gap}
}
