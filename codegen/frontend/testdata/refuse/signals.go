package signals

// Kind is the kind of Event.
type Kind uint8

const (
	None Kind = iota
	// ERROR+2 "unknown happening cpn (did you mean cnp?)"
	//
	//ccgen:event cpn
	Misspelt
	//ccgen:event sent
	Left
	// ERROR+2 "Left and Gone are both event sent"
	//
	//ccgen:event sent
	Gone
	//ccgen:event timer
	TimerA
	//ccgen:event timer
	TimerB
	// ERROR+2 "malformed directive //ccgen:event"
	//
	//ccgen:event
	Nameless
	// ERROR+3 "second //ccgen:event of one declaration"
	//
	//ccgen:event nack
	//ccgen:event timer
	Double
)

// Again has the value of TimerA.
//
// ERROR+2 "TimerA and Again are both 4"
//
//ccgen:event ack
const Again Kind = 4

// ERROR+2 "//ccgen:event on Plain, which is no constant of a named unsigned type"
//
//ccgen:event message
const Plain = 6

// ERROR+2 "//ccgen:event does not belong to a func"
//
//ccgen:event message
func f() {}

// ERROR+2 "malformed directive //ccgen:event cnp now"
//
//ccgen:event cnp now
const Two Kind = 9

// ERROR+2 "//ccgen:event on Word, which is no struct"
//
//ccgen:event cnp
type Word uint8

type Params struct{ A uint32 }

type State struct {
	// ERROR+2 "malformed directive //ccgen:show Two words"
	//
	//ccgen:show Two words
	Words uint32
	// ERROR+2 "malformed directive //ccgen:show Large"
	//
	//ccgen:show Large
	Large uint32
	// ERROR+2 "//ccgen:show on field List of type [2]uint32"
	//
	//ccgen:show list
	List [2]uint32
	// ERROR+3 "second //ccgen:show of one declaration"
	//
	//ccgen:show one
	//ccgen:show two
	Shown uint32
	// ERROR+3 "second //ccgen:control of one declaration" "//ccgen:control"
	//
	//ccgen:control rate
	//ccgen:control window
	Controlled uint32
	// ERROR+3 "second //ccgen:signal of one declaration" "//ccgen:signal"
	//
	//ccgen:signal rtt
	//ccgen:signal bytes
	Signalled uint32
}

type Event struct {
	//ccgen:signal now
	Now uint32
	//ccgen:signal kind
	Kind Kind
	// ERROR+2 "field Both is a signal and a control"
	//
	//ccgen:control rate
	//ccgen:signal rtt
	Both uint32
	// ERROR+2 "unknown signal byte (did you mean bytes?)"
	//
	//ccgen:signal byte
	Bytes uint32
	// ERROR+2 "signal now of signals.Event is both field Now (line 94) and Later"
	//
	//ccgen:signal now
	Later uint32
	// ERROR+2 "field Narrow of type uint16 cannot hold signal bytes"
	//
	//ccgen:signal bytes
	Narrow uint16
	// ERROR+2 "field Signed of type int32 cannot hold signal packets"
	//
	//ccgen:signal packets
	Signed int32
	// ERROR+2 "field Flag of type bool cannot hold signal marked"
	//
	//ccgen:signal marked
	Flag bool
	// ERROR+2 "field Wide of type uint32 cannot hold signal marked-share"
	//
	//ccgen:signal marked-share
	Wide uint32
	// ERROR+2 "field Long of type [2]uint32 cannot hold signal lost"
	//
	//ccgen:signal lost
	Long [2]uint32
	// ERROR+2 "signal length comes with message, which is no event of signals.Event"
	//
	//ccgen:signal length
	Length uint32
	// ERROR+2 "no control gives the tag arn (did you mean arm?)"
	//
	//ccgen:signal tag arn
	Arm uint8
	// ERROR+2 "tag path goes out as uint16 and comes back as uint8"
	//
	//ccgen:signal tag path
	Path uint8
	// ERROR+2 "malformed directive //ccgen:signal tag"
	//
	//ccgen:signal tag
	Tag uint8
	// ERROR+2 "malformed directive //ccgen:signal now twice"
	//
	//ccgen:signal now twice
	Twice uint32
	// ERROR+2 "//ccgen:event does not belong to a field"
	//
	//ccgen:event cnp
	Field uint32
	// ERROR+2 "signal acked is in B, field Acked in packets"
	//
	//ccgen:signal acked
	//ccgen:unit packets
	Acked uint32
	// ERROR+2 "field NoArray of type uint32 cannot hold signal hop-queue"
	//
	//ccgen:signal hop-queue
	NoArray uint32
}

// HopEvent has hops that do not fit together.
//
//ccgen:event ack
type HopEvent struct {
	//ccgen:signal now
	Now uint32
	// ERROR+2 "signal hop-queue without hops"
	//
	//ccgen:signal hop-queue
	Queue [3]uint32
	// ERROR+2 "field Sent has 2 hops, field Queue (line 174) has 3"
	//
	//ccgen:signal hop-sent
	Sent [2]uint32
	// ERROR+2 "field At of type [9]uint32 cannot hold signal hop-at"
	//
	//ccgen:signal hop-at
	At [9]uint32
	// ERROR+2 "field Rate of type [3]int32 cannot hold signal hop-rate"
	//
	//ccgen:signal hop-rate
	Rate  [3]int32
	Parts [2]HopPart
}

// HopPart is in an array itself.
type HopPart struct {
	// ERROR+2 "signal hop-rate of signals.HopEvent is both field Rate"
	//
	//ccgen:signal hop-rate
	Again [3]uint32
}

//ccgen:transducer hopping init=Init
func StepHop(p *Params, s *State, e *HopEvent) Output { return Output{} }

type Output struct {
	// ERROR+2 "unknown control speed"
	//
	//ccgen:control speed
	Speed uint32
	//ccgen:control window
	Window uint32
	// ERROR+2 "control window of signals.Output is both field Window"
	//
	//ccgen:control window
	More uint32
	// ERROR+2 "control window, in bytes, with fabric-window, in packets"
	//
	//ccgen:control fabric-window
	Packets uint32
	// ERROR+2 "field CNP of type uint8 cannot hold control send-cnp"
	//
	//ccgen:control send-cnp
	CNP uint8
	//ccgen:control tag arm
	Arm uint8
	//ccgen:control tag path
	Path uint16
}

func Init(p *Params, s *State) {}

// ERROR+2 "transducer lone has the timer TimerA (signals/signals.go:19) but no next function"
//
//ccgen:transducer lone init=Init
func Step(p *Params, s *State, e *Event) Output { return Output{} }
