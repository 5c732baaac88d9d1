// Package few has no more signals than the first generation of the rate update engine gives, and no pace.
package few

// Kind is what happened.
type Kind uint8

const (
	//ccgen:event ack
	KindAck Kind = iota + 3
	//ccgen:event nack
	KindNack
	//ccgen:event timeout
	KindTimeout
)

// Event is what happened.
type Event struct {
	//ccgen:signal now
	Now uint32
	//ccgen:signal acked
	Acked uint32
	//ccgen:signal rtt
	RTT uint32
	//ccgen:signal lost
	Lost uint8
	//ccgen:signal hops
	Hops uint8
	//ccgen:signal kind
	Kind Kind
}

// Params are the parameters.
type Params struct {
	Seed uint32
}

// State is the state.
type State struct {
	Mix uint32
}

// Output is what the engine obeys.
type Output struct {
	//ccgen:control window
	Window uint32
}

// Init begins a connection.
func Init(p *Params, s *State) { *s = State{Mix: p.Seed} }

// Step takes an event.
//
//ccgen:transducer few init=Init
//ccgen:wrap a hash
func Step(p *Params, s *State, e *Event) Output {
	h := s.Mix
	h = (h ^ e.Now) * 0x01000193
	h = (h ^ e.Acked) * 0x01000193
	h = (h ^ e.RTT) * 0x01000193
	h = (h ^ uint32(e.Lost)) * 0x01000193
	h = (h ^ uint32(e.Hops)) * 0x01000193
	h = (h ^ uint32(e.Kind)) * 0x01000193
	s.Mix = h
	return Output{Window: h >> (h & 15)}
}
