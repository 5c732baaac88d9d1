// Package sum adds up what a rate update engine's events have, in a state of which packets have one value.
package sum

// Params are the parameters.
type Params struct {
	Start uint32
}

// State is the state.
type State struct {
	RTT  uint32
	Kept uint16
}

// Event is what happened.
type Event struct {
	Now   uint16
	Acked uint16
	Count uint8
	EACK  bool
}

// Output is what the engine obeys.
type Output struct {
	Gap  uint32
	Path bool
}

// Init begins a connection.
func Init(p *Params, s *State) { *s = State{RTT: p.Start, Kept: 100} }

// Step takes an event.
//
//ccgen:transducer sum init=Init
//ccgen:wrap a sum
func Step(p *Params, s *State, e *Event) Output {
	s.Kept += e.Acked
	s.RTT++
	return Output{Gap: uint32(s.Kept) + (uint32(e.Now) << 16) + (uint32(e.Count) << 8), Path: e.EACK}
}
