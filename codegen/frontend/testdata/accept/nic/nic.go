// Package nic has every directive of the contract with a NIC.
package nic

// Kind is what happens. The numbers are the order of events of one instant.
type Kind uint8

// The kinds.
const (
	// KindNone is no event.
	KindNone Kind = iota
	// KindSlowTimer ends a slow period.
	//
	//ccgen:event timer
	KindSlowTimer
	//ccgen:event timer
	KindRTTTimer
	//ccgen:event sent
	KindSent
	//ccgen:event cnp
	KindCNPs
	//ccgen:event ack
	KindAck
	//ccgen:event nack
	KindNack
	//ccgen:event timeout
	KindTimeout
	//ccgen:event message
	KindMessage
)

// Time is a wrapping clock.
//
//ccgen:unit ns
type Time uint32

// Rate is a rate.
//
//ccgen:unit kb/s
type Rate uint32

// Event is what happens to a sender.
type Event struct {
	//ccgen:signal now
	Now Time
	//ccgen:signal kind
	Kind Kind
	// Sent is in a struct of its own.
	Sent Sent
	//ccgen:signal cnps
	CNPs uint8
	//ccgen:signal marked
	Marked uint16
	//ccgen:signal acked
	Acked uint64
	//ccgen:signal unacked
	Unacked uint32
	//ccgen:signal rtt
	RTT Time
	//ccgen:signal lost
	Lost uint8
	//ccgen:signal length
	//ccgen:unit B
	Length uint32
	//ccgen:signal departed
	Departed uint32
	//ccgen:signal marked-share
	Share uint16
	//ccgen:signal tag arm
	Arm uint8
	//ccgen:signal tag iteration
	Iteration uint16
	// Own is a field that no driver fills in.
	Own uint32
	// Hops and the arrays are of the switches on the way.
	//
	//ccgen:signal hops
	Hops uint8
	//ccgen:signal hop-queue
	HopQueue [2]uint32
	//ccgen:signal hop-sent
	HopSent [2]uint32
	//ccgen:signal hop-at
	HopAt [2]uint32
	//ccgen:signal hop-rate
	HopRate [2]uint64
	//ccgen:signal nack-rtt
	NackRTT uint32
	//ccgen:signal acked-packets
	AckedPackets uint8
	//ccgen:signal forward-hops
	ForwardHops uint8
	//ccgen:signal sent-at
	SentAt Time
	//ccgen:signal arrived-at
	ArrivedAt Time
	//ccgen:signal answered-at
	AnsweredAt Time
	//ccgen:signal returned-at
	ReturnedAt Time
	//ccgen:signal rx-level
	RxLevel uint16
	//ccgen:signal refused
	Refused uint8
}

// Sent is what left.
type Sent struct {
	//ccgen:signal bytes
	Bytes uint32
	//ccgen:signal packets
	Packets uint32
}

// Params are the parameters.
type Params struct {
	// Bits are alpha's fractional bits.
	//
	//ccgen:range 8..24
	//ccgen:unit bits
	Bits uint8
	// First is alpha before all.
	//
	//ccgen:format UQ1.Bits
	First uint32
	// Step is signed.
	//
	//ccgen:format Q3.12
	//ccgen:unit steps
	Step int16
}

// State is the state.
type State struct {
	//ccgen:show rc
	RC Rate
	// Alpha has Params.Bits fractional bits.
	//
	//ccgen:format UQ1.Params.Bits
	//ccgen:show alpha
	Alpha uint32
	Ends  [2]Time
	Flags uint8
}

// Output is what the NIC obeys.
type Output struct {
	//ccgen:control rate
	Rate Rate
	//ccgen:control window
	Window uint32
	//ccgen:control tag arm
	Arm uint8
	//ccgen:control tag iteration
	Iteration uint16
}

// Timer has two times.
type Timer struct {
	Since Time
	//ccgen:signal now
	At   Time
	Kind Kind
}

// View is what is no field of the state.
type View struct {
	//ccgen:show slow
	Slow bool
	//ccgen:show gap
	//ccgen:unit ns
	Gap uint32
}

// Init sets the state.
func Init(p *Params, s *State) { *s = State{Alpha: p.First} }

// Step takes an event.
//
//ccgen:transducer nicsender init=Init next=Next first=First view=Look
func Step(p *Params, s *State, e *Event) Output { return Output{Rate: s.RC} }

// Next returns the timer that ends first.
func Next(s *State, now Time) Timer { return Timer{At: s.Ends[0], Kind: KindSlowTimer} }

// First is what is in force before the first event.
func First(p *Params, s *State) Output { return Output{Rate: s.RC, Window: 1} }

// Look makes the view.
func Look(p *Params, s *State) View {
	return View{Slow: (s.Flags & 1) != 0, Gap: uint32(s.Ends[1] - s.Ends[0])}
}

// Arrival is the one event of a receiver.
//
//ccgen:event packet
type Arrival struct {
	//ccgen:signal now
	Now Time
	//ccgen:signal marked
	Marked uint8
}

// Answer is what a receiver sends.
type Answer struct {
	//ccgen:control send-cnp
	Send bool
	//ccgen:control cnp-marked
	Marked uint8
}

// InitNP sets the state.
func InitNP(p *Params, s *State) { *s = State{} }

// StepNP takes a packet.
//
//ccgen:transducer nicreceiver init=InitNP
func StepNP(p *Params, s *State, e *Arrival) Answer {
	return Answer{Send: e.Marked > 0, Marked: e.Marked}
}

// Turn is the event of an algorithm that no NIC drives.
type Turn struct {
	//ccgen:unit index
	Arm uint8
}

// StepPure takes a turn.
//
//ccgen:transducer nicpure init=InitNP
func StepPure(p *Params, s *State, e *Turn) Answer { return Answer{} }

// Limits is what a NIC obeys that counts packets.
type Limits struct {
	//ccgen:control fabric-window
	Fabric uint16
	//ccgen:control nic-window
	NIC uint8
	//ccgen:control gap
	Gap uint32
}

// InitPackets sets the state.
func InitPackets(p *Params, s *State) { *s = State{} }

// StepPackets takes an arrival as an acknowledgement.
//
//ccgen:transducer nicpackets init=InitPackets
func StepPackets(p *Params, s *State, e *Ack) Limits { return Limits{Fabric: 1, NIC: e.Marked} }

// Ack is the one event of nicpackets.
//
//ccgen:event ack
type Ack struct {
	//ccgen:signal now
	Now Time
	//ccgen:signal marked
	Marked uint8
}
