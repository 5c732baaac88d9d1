// Package mix has all signals that the rate update engine gives, and an output in which each shows.
package mix

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
	//ccgen:signal nack-rtt
	NackRTT uint64
	//ccgen:signal marked
	//ccgen:range 0..5000
	Marked uint16
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
	//ccgen:control rate
	Rate uint32
}

// Init begins a connection.
func Init(p *Params, s *State) { *s = State{Mix: p.Seed} }

// Step takes an event.
//
//ccgen:transducer mix init=Init
//ccgen:wrap a hash
func Step(p *Params, s *State, e *Event) Output {
	h := s.Mix
	h = (h ^ e.Now) * 0x01000193
	h = (h ^ e.Acked) * 0x01000193
	h = (h ^ e.RTT) * 0x01000193
	h = (h ^ uint32(e.NackRTT&0xFFFFFFFF)) * 0x01000193
	h = (h ^ uint32(e.Marked)) * 0x01000193
	h = (h ^ uint32(e.Lost)) * 0x01000193
	h = (h ^ uint32(e.Hops)) * 0x01000193
	h = (h ^ uint32(e.Kind)) * 0x01000193
	s.Mix = h
	return Output{Window: h >> (h & 15), Rate: h>>5>>(h&7) | 1}
}
