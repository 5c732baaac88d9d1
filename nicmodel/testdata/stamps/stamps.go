// Package stamps is an algorithm for tests of the NIC model: it takes all that the note of a packet tells, and gives
// two windows in packets and a gap, which never change.
package stamps

import "smartnic-cc/fixedpoint"

// Params are the parameters.
type Params struct {
	// Fabric and NIC are the windows.
	//
	//ccgen:unit packets
	Fabric uint16
	//ccgen:unit packets
	NIC uint16
	// Gap is the gap.
	//
	//ccgen:unit ns
	Gap uint32
}

// State is the state.
type State struct {
	//ccgen:show events
	Events uint32
}

// Kind is what happened.
type Kind uint8

// The kinds.
const (
	//ccgen:event ack
	KindAck Kind = iota
	//ccgen:event nack
	KindNack
	//ccgen:event timeout
	KindTimeout
)

// Event is what happened.
type Event struct {
	//ccgen:signal now
	Now fixedpoint.Time
	//ccgen:signal rtt
	RTT uint32
	//ccgen:signal sent-at
	SentAt fixedpoint.Time
	//ccgen:signal arrived-at
	ArrivedAt fixedpoint.Time
	//ccgen:signal answered-at
	AnsweredAt fixedpoint.Time
	//ccgen:signal returned-at
	ReturnedAt fixedpoint.Time
	//ccgen:signal acked-packets
	Acked uint32
	//ccgen:signal rx-level
	Level uint16
	//ccgen:signal forward-hops
	Hops uint8
	//ccgen:signal refused
	Refused uint8
	//ccgen:signal kind
	Kind Kind
}

// Output is what is in force. The windows are in the order that a driver must not count on.
type Output struct {
	//ccgen:control nic-window
	NIC uint16
	//ccgen:control fabric-window
	Fabric uint16
	//ccgen:control gap
	Gap uint32
}

// Init begins a connection.
func Init(p *Params, s *State) { *s = State{} }

// First is what is in force before the first event.
func First(p *Params, s *State) Output { return Output{NIC: p.NIC, Fabric: p.Fabric, Gap: p.Gap} }

// Step takes an event.
//
//ccgen:transducer stamps init=Init first=First
func Step(p *Params, s *State, e *Event) Output {
	s.Events++ //ccgen:wrap it only counts
	return Output{NIC: p.NIC, Fabric: p.Fabric, Gap: p.Gap}
}
