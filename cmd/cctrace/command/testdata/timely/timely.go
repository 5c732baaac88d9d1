// Package timely wants the marks that acknowledgements echo, has two transducers and no profiles.
package timely

// Ack is the one event.
//
//ccgen:event ack
type Ack struct {
	//ccgen:signal now
	Now uint32
	//ccgen:signal marked
	Marked uint32
}

// Any is the event of an algorithm that only counts.
//
//ccgen:event ack
type Any struct {
	//ccgen:signal now
	Now uint32
}

// Params are the parameters.
type Params struct {
	//ccgen:unit B
	Window uint32
}

// State is the state.
type State struct{ Last uint32 }

// Output is what is obeyed.
type Output struct {
	//ccgen:control window
	Window uint32
}

// Init sets the state.
func Init(p *Params, s *State) { *s = State{} }

// Step takes an acknowledgement.
//
//ccgen:transducer timely init=Init
func Step(p *Params, s *State, e *Ack) Output { return Output{Window: p.Window} }

// Count takes an acknowledgement.
//
//ccgen:transducer counting init=Init
func Count(p *Params, s *State, e *Any) Output {
	s.Last++ //ccgen:wrap a count
	return Output{Window: p.Window}
}
