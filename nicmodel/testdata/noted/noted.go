// Package noted is an algorithm for tests of the NIC model: its rate is by the queues that the switches on the way note.
package noted

import "smartnic-cc/fixedpoint"

// Hops is how many hops it looks at.
const Hops = 2

// Params are the parameters.
type Params struct {
	// Free and Full are the rates without a queue and with one.
	//
	//ccgen:range 1..1<<30
	//ccgen:unit kb/s
	Free, Full uint32
}

// State is the state.
type State struct {
	// Queued is how many packets had waited.
	//
	//ccgen:unit packets
	Queued uint32
}

// Event is an acknowledgement.
//
//ccgen:event ack
type Event struct {
	//ccgen:signal now
	Now fixedpoint.Time
	//ccgen:signal hops
	Hops uint8
	//ccgen:signal hop-queue
	Queue [Hops]uint32
}

// Output is what is in force.
type Output struct {
	//ccgen:control rate
	Rate uint32
}

// Init begins a connection.
func Init(p *Params, s *State) { *s = State{} }

// First is what is in force before the first event.
func First(p *Params, s *State) Output { return Output{Rate: p.Free} }

// Step takes an acknowledgement.
//
//ccgen:transducer noted init=Init first=First
func Step(p *Params, s *State, e *Event) Output {
	for i := uint32(0); i < Hops; i++ {
		if i < uint32(e.Hops) && e.Queue[i] != 0 {
			s.Queued = fixedpoint.AddSatU32(s.Queued, 1)
			return Output{Rate: p.Full}
		}
	}
	return Output{Rate: p.Free}
}
