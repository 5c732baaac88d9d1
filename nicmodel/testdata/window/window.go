// Package window is an algorithm for tests of the NIC model: it gives a window, the rate of each
// message and a tag, takes all that a sender is told of but CNPs, and has a timer.
package window

import "smartnic-cc/fixedpoint"

// Kind is what happened.
type Kind uint8

// The kinds. Those of an acknowledgement are not in the order in which the model reports them.
const (
	// None is no event.
	None Kind = iota
	// Ack is an acknowledgement.
	//
	//ccgen:event ack
	Ack
	// Message is the end of a message.
	//
	//ccgen:event message
	Message
	// Nack is a gap.
	//
	//ccgen:event nack
	Nack
	// Timeout is silence.
	//
	//ccgen:event timeout
	Timeout
	// Sent is a packet that left.
	//
	//ccgen:event sent
	Sent
	// Open is the timer that doubles the window.
	//
	//ccgen:event timer
	Open
)

// Params are the parameters.
type Params struct {
	// Least and Most are the ends of the window.
	//
	//ccgen:range 1..Most
	//ccgen:unit B
	Least uint32
	//ccgen:range 1..1<<30
	//ccgen:unit B
	Most uint32
	// Period is the time of the timer.
	//
	//ccgen:range 1..1<<30
	//ccgen:unit ns
	Period uint32
	// Slow and Fast are the rates of messages in turn.
	//
	//ccgen:range 1..1<<31
	//ccgen:unit kb/s
	Slow uint32
	//ccgen:range 1..1<<31
	//ccgen:unit kb/s
	Fast uint32
}

// State is the state.
type State struct {
	//ccgen:range 1..1<<30
	//ccgen:unit B
	//ccgen:show window
	Window uint32
	// At is when the timer ends.
	At fixedpoint.Time
	// Lost counts packets.
	//
	//ccgen:unit packets
	//ccgen:show lost
	Lost uint32
	// Turn is the tag of the next message, Seen that of the last event.
	//
	//ccgen:show turn
	Turn uint16
	//ccgen:show seen
	Seen uint16
}

// Event is an event.
type Event struct {
	//ccgen:signal now
	Now fixedpoint.Time
	//ccgen:signal bytes
	Bytes uint32
	//ccgen:signal acked
	Acked uint32
	//ccgen:signal rtt
	RTT uint32
	//ccgen:signal lost
	Lost uint32
	//ccgen:signal nack-rtt
	NackRTT uint32
	//ccgen:signal length
	Length uint32
	//ccgen:signal departed
	Departed fixedpoint.Time
	//ccgen:signal marked
	Marked uint16
	//ccgen:signal marked-share
	Share fixedpoint.UQ0x16
	//ccgen:signal tag turn
	Turn uint16
	//ccgen:signal kind
	Kind Kind
}

// Output is what is in force.
type Output struct {
	//ccgen:control window
	Window uint32
	//ccgen:control message-rate
	Rate uint32
	//ccgen:control tag turn
	Turn uint16
}

// Timer is the one timer.
type Timer struct {
	At   fixedpoint.Time
	Kind Kind
}

// Init begins a connection.
func Init(p *Params, s *State) {
	*s = State{Window: p.Least, At: fixedpoint.Time(p.Period)}
}

// First is what is in force before the first event.
func First(p *Params, s *State) Output { return output(p, s) }

// Next returns the timer.
func Next(s *State, now fixedpoint.Time) Timer { return Timer{At: s.At, Kind: Open} }

func output(p *Params, s *State) Output {
	rate := p.Slow
	if (s.Turn & 1) != 0 {
		rate = p.Fast
	}
	return Output{Window: s.Window, Rate: rate, Turn: s.Turn}
}

// Step takes an event.
//
//ccgen:transducer window init=Init next=Next first=First
func Step(p *Params, s *State, e *Event) Output {
	switch e.Kind {
	case Open:
		s.At = e.Now.Add(p.Period)
		s.Window = min(s.Window*2, p.Most)
	case Ack:
		s.Seen = e.Turn
	case Message:
		s.Seen = e.Turn
		s.Turn++ //ccgen:wrap a number modulo 2^16
	case Nack, Timeout:
		s.Lost += min(e.Lost, 1<<16) //ccgen:wrap a counter of tests
		s.Window = max(s.Window/2, p.Least)
	}
	return output(p, s)
}
