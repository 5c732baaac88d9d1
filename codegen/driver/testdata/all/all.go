// Package all takes every happening of a sender, with fields as narrow as they may be, and has a
// timer whose kind goes before all others and one whose kind goes last.
package all

// Kind is what happens.
type Kind uint8

// The kinds.
const (
	KindNone Kind = iota
	//ccgen:event timer
	KindEarly
	//ccgen:event sent
	KindSent
	//ccgen:event cnp
	KindCNP
	//ccgen:event ack
	KindAck
	//ccgen:event nack
	KindNack
	//ccgen:event timeout
	KindTimeout
	//ccgen:event message
	KindMessage
	//ccgen:event timer
	KindLate
)

// Event is what happens to a sender.
type Event struct {
	//ccgen:signal kind
	Kind Kind
	// Own has no signal.
	Own uint32
	//ccgen:signal now
	Now uint32
	//ccgen:signal bytes
	Bytes uint32
	//ccgen:signal packets
	Packets uint8
	//ccgen:signal cnps
	CNPs uint8
	//ccgen:signal marked
	//ccgen:range 0..127
	Marked uint16
	//ccgen:signal acked
	Acked uint32
	//ccgen:signal unacked
	Unacked uint32
	//ccgen:signal rtt
	RTT uint32
	//ccgen:signal lost
	Lost uint8
	//ccgen:signal length
	Length uint64
	//ccgen:signal departed
	Departed uint32
	//ccgen:signal marked-share
	Share uint16
	//ccgen:signal tag turn
	Turn uint16
	//ccgen:signal hops
	Hops uint8
	//ccgen:signal hop-queue
	//ccgen:range 0..127
	HopQueue [2]uint64
	//ccgen:signal hop-sent
	HopSent [2]uint32
	//ccgen:signal hop-at
	HopAt [2]uint32
	//ccgen:signal hop-rate
	HopRate [2]uint32
	//ccgen:signal nack-rtt
	NackRTT uint32
	//ccgen:range 0..1023
	//ccgen:signal acked-packets
	AckedPackets uint16
	//ccgen:signal forward-hops
	ForwardHops uint8
	//ccgen:signal sent-at
	SentAt uint32
	//ccgen:signal arrived-at
	ArrivedAt uint32
	//ccgen:signal answered-at
	AnsweredAt uint32
	//ccgen:signal returned-at
	ReturnedAt uint32
	//ccgen:signal rx-level
	RxLevel uint16
	//ccgen:signal refused
	Refused uint8
}

// Params are the parameters.
type Params struct {
	// Early and Late are the periods of the timers; 0 is that one does not run, and Stuck that it
	// never moves.
	Early, Late uint32
	Stuck       bool
	// Rate is what is returned.
	Rate uint32
}

// State is the state.
type State struct {
	EarlyAt, LateAt     uint32
	EarlyRuns, LateRuns bool
	//ccgen:show turn
	Turn uint16
	Rate uint32
}

// Output is what the NIC obeys.
type Output struct {
	//ccgen:control tag turn
	Turn uint16
	//ccgen:control rate
	Rate uint32
	//ccgen:control window
	Window uint32
}

// Timer is the timer that ends first.
type Timer struct {
	Kind Kind
	At   uint32
}

// View is what is no field of the state.
type View struct {
	//ccgen:show half
	Half int16
}

// Init sets the state.
func Init(p *Params, s *State) {
	*s = State{EarlyAt: p.Early, LateAt: p.Late, EarlyRuns: p.Early > 0, LateRuns: p.Late > 0, Rate: p.Rate}
}

// Step takes an event.
//
//ccgen:transducer all init=Init next=Next first=First view=Look
func Step(p *Params, s *State, e *Event) Output {
	s.Turn++
	if !p.Stuck {
		if e.Kind == KindEarly {
			s.EarlyAt += p.Early
		}
		if e.Kind == KindLate {
			s.LateAt += p.Late
		}
	}
	return Output{Turn: s.Turn, Rate: p.Rate, Window: 2 * p.Rate}
}

// Next returns the timer that ends first.
func Next(s *State, now uint32) Timer {
	early := Timer{}
	if s.EarlyRuns {
		early = Timer{At: s.EarlyAt, Kind: KindEarly}
	}
	if !s.LateRuns || s.EarlyRuns && int32(s.EarlyAt-now) <= int32(s.LateAt-now) {
		return early
	}
	return Timer{At: s.LateAt, Kind: KindLate}
}

// First is what is in force before the first event.
func First(p *Params, s *State) Output { return Output{Rate: s.Rate, Window: s.Rate, Turn: 7} }

// Look makes the view.
func Look(p *Params, s *State) View { return View{Half: -int16(s.Turn >> 1)} }
