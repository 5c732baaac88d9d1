package nic

// Kind has no constant that a NIC brings.
type Kind uint8

const None Kind = 0

// Other is the kind of no event.
type Other uint8

// ERROR+2 "//ccgen:event on Stray, whose type is the kind of no event"
//
//ccgen:event cnp
const Stray Other = 1

type Params struct{ A uint32 }

type State struct {
	//ccgen:show rate
	Rate uint32
	// ERROR+2 "//ccgen:control on field Window of State, which is the output of no transducer"
	//
	//ccgen:control window
	Window uint32
	// ERROR+2 "transducer one shows rate twice, as Rate and Again"
	//
	//ccgen:show rate
	Again uint32
}

type Event struct {
	//ccgen:signal now
	Now uint32
	// ERROR+2 "no constant of type nic.Kind, the kind of nic.Event, has //ccgen:event"
	//
	//ccgen:signal kind
	Kind Kind
	// ERROR+2 "//ccgen:show on field Shown of Event, which is the state or view of no transducer"
	//
	//ccgen:show shown
	Shown uint32
}

type Output struct {
	// ERROR+2 "//ccgen:signal on field Rate of Output, which is the event of no transducer"
	//
	//ccgen:signal rtt
	Rate uint32
	// ERROR+2 "control nic-window without fabric-window"
	//
	//ccgen:control nic-window
	Packets uint8
	// ERROR+2 "control cnp-marked without send-cnp"
	//
	//ccgen:control cnp-marked
	Marked uint8
}

// ERROR+2 "//ccgen:event on Alone, which is the event of no transducer"
//
//ccgen:event ack
type Alone struct{ A uint32 }

func Init(p *Params, s *State) {}

//ccgen:transducer one init=Init
func Step(p *Params, s *State, e *Event) Output { return Output{} }

// Tick is the kind of the events of timers.
type Tick uint16

const (
	Idle Tick = iota
	//ccgen:event timer
	End
)

// Beat has a timer that nothing can name.
//
// ERROR+2 "event nic.Tick2 has the kind Kind"
//
//ccgen:event ack
type Tick2 struct {
	//ccgen:signal kind
	Kind Tick
	//ccgen:signal now
	Now uint32
}

// View shows nothing that is not shown yet.
type View struct{ A uint32 }

//ccgen:transducer two init=Init next=Next view=Show
func Step2(p *Params, s *State, e *Tick2) Output { return Output{} }

// Timer does not say which of its two times is the deadline.
type Timer struct { // ERROR "nic.Timer, which Next returns, does not say which timer ends or when"
	At, Since uint32
	Kind      Tick
}

func Next(s *State, now uint32) Timer { return Timer{} }

func Show(p *Params, s *State) View { return View{} }

// ERROR+2 "event nic.Bare has no kind that would name its timer"
//
//ccgen:event timer
type Bare struct {
	//ccgen:signal now
	Now uint32
}

//ccgen:transducer three init=Init
func Step3(p *Params, s *State, e *Bare) Output { return Output{} }

type Kindly struct {
	//ccgen:signal kind
	Kind Plain
	//ccgen:signal now
	Now uint32
	// ERROR+2 "field Byte of type uint8 cannot hold signal kind"
	//
	//ccgen:signal kind
	Byte uint8
}

// Plain is the kind of Kindly.
type Plain uint8

const (
	//ccgen:event cnp
	Notified Plain = 1
)

// ERROR+2 "transducer four has a next function but no event timer"
//
//ccgen:transducer four init=Init next=Next
func Step4(p *Params, s *State, e *Kindly) Output { return Output{} }

// Odd is in no output.
type Odd uint8

const (
	// ERROR+2 "//ccgen:outcome on Oddly, whose type is in no output"
	//
	//ccgen:outcome learns
	Oddly Odd = 1
	// ERROR+2 "//ccgen:outcome on Never, which is 0"
	//
	//ccgen:outcome learns
	Never Odd = 0
	// ERROR+2 "//ccgen:outcome on Wide, which is no constant of a named unsigned type"
	//
	//ccgen:outcome learns
	Wide = 3
	// ERROR+2 "malformed directive //ccgen:outcome Learns"
	//
	//ccgen:outcome Learns
	Loud Odd = 4
	// ERROR+3 "second //ccgen:outcome of one declaration" "//ccgen:outcome on Twice, whose type is in no output"
	//
	//ccgen:outcome learns
	//ccgen:outcome forgets
	Twice Odd = 5
)
