// Package windows takes what the rate update engine says of the packet that was answered, and answers with windows in
// packets and a gap in which each shows.
package windows

// Kind is what happened.
type Kind uint8

const (
	//ccgen:event ack
	KindAck Kind = iota
	//ccgen:event nack
	KindNack
)

// Event is what happened.
type Event struct {
	//ccgen:signal now
	Now uint32
	//ccgen:signal sent-at
	SentAt uint32
	//ccgen:signal arrived-at
	ArrivedAt uint32
	//ccgen:signal answered-at
	AnsweredAt uint32
	//ccgen:signal returned-at
	ReturnedAt uint32
	//ccgen:signal acked-packets
	//ccgen:range 0..1000
	Acked uint16
	//ccgen:signal rx-level
	RxLevel uint16
	//ccgen:signal forward-hops
	Hops uint8
	//ccgen:signal refused
	Refused uint8
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
	//ccgen:control fabric-window
	Fabric uint16
	//ccgen:control nic-window
	NIC uint16
	//ccgen:control gap
	Gap uint32
}

// Init begins a connection.
func Init(p *Params, s *State) { *s = State{Mix: p.Seed} }

// Step takes an event.
//
//ccgen:transducer windows init=Init
//ccgen:wrap a hash
func Step(p *Params, s *State, e *Event) Output {
	h := s.Mix
	h = (h ^ e.Now) * 0x01000193
	h = (h ^ e.SentAt) * 0x01000193
	h = (h ^ e.ArrivedAt) * 0x01000193
	h = (h ^ e.AnsweredAt) * 0x01000193
	h = (h ^ e.ReturnedAt) * 0x01000193
	h = (h ^ uint32(e.Acked)) * 0x01000193
	h = (h ^ uint32(e.RxLevel)) * 0x01000193
	h = (h ^ uint32(e.Hops)) * 0x01000193
	h = (h ^ uint32(e.Refused)) * 0x01000193
	h = (h ^ uint32(e.Kind)) * 0x01000193
	s.Mix = h
	return Output{Fabric: uint16(h&0xFFFF) >> ((h >> 16) & 15), NIC: uint16((h>>8)&0xFFFF) >> ((h >> 24) & 15), Gap: h >> 4 >> (h & 31)}
}
