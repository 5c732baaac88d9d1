// Package fault is an algorithm with a fault: an index that a large acknowledgement takes out of
// range.
package fault

// Params are the parameters.
type Params struct {
	//ccgen:range 1..1<<31
	//ccgen:unit kb/s
	Rate uint32
}

// State is the state.
type State struct{ Seen uint32 }

// Event is an acknowledgement.
//
//ccgen:event ack
type Event struct {
	//ccgen:signal now
	Now uint32
	//ccgen:signal acked
	Acked uint32
}

// Output is what is in force.
type Output struct {
	//ccgen:control rate
	Rate uint32
}

var table = [4]uint32{1, 2, 3, 4}

// Init begins a connection.
func Init(p *Params, s *State) { *s = State{} }

// Step takes an acknowledgement.
//
//ccgen:transducer fault init=Init
func Step(p *Params, s *State, e *Event) Output {
	s.Seen = table[e.Acked>>7]
	return Output{Rate: p.Rate}
}
