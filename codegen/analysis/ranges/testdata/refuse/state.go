package state

// Level is a level.
//
//ccgen:range 0..100
type Level uint8

// Params are parameters.
type Params struct {
	//ccgen:range 1..Top
	Low uint32
	//ccgen:range 1..1<<30
	Top uint32
	//ccgen:range 0..15
	Shift uint8
}

// State is a state.
type State struct {
	//ccgen:range 0..1000
	Sum uint32 // ERROR-1 "range of s.Sum"
	//ccgen:range 0..2
	At uint8 // ERROR-1 "range of s.At"
	//ccgen:range 0..1<<Params.Shift
	Part uint32 // ERROR-1 "range of s.Part"
	Ring [3]uint32
	//ccgen:range 0..9
	Seen uint8 // ERROR-1 "range of s.Seen at the end of state.Init"
}

// Event is an event.
type Event struct {
	//ccgen:range 0..10
	By uint32
}

// Init starts.
func Init(p *Params, s *State) {
	s.Sum = 0
	s.At = 0
	s.Part = 0
}

// Step steps.
//
//ccgen:transducer t init=Init
func Step(p *Params, s *State, e *Event) uint32 {
	s.Sum += e.By
	if s.Sum > 1000 && s.Sum < 1010 {
		s.Sum = 0
	}
	if s.At < 3 {
		s.At++
	}
	s.Ring[s.At] = e.By // ERROR "index"
	s.Part = (1 << p.Shift) + 1
	return p.Top - p.Low - 1 // ERROR "uint32 -"
}

// Rise returns a level.
//
//ccgen:export
func Rise(l Level) Level {
	return Level(l + 1) // ERROR "range of state.Level"
}

//ccgen:range x 0..9
//ccgen:range return 0..17
func twice(x uint32) uint32 {
	return x + x // ERROR "declared range of result 0"
}

// Call calls.
//
//ccgen:export
func Call(x uint32) uint32 {
	if x <= 10 {
		return twice(x) // ERROR "argument x of state.twice"
	}
	return 0
}

// Loop loops.
//
//ccgen:export
func Loop(x uint8) uint8 {
	s := uint8(0)
	for i := uint8(0); i < 200; i++ {
		s += x // ERROR "uint8 +"
	}
	return s
}

// LoopFew loops.
//
//ccgen:range x 0..52
//ccgen:export
func LoopFew(x uint8) uint8 {
	s := uint8(0)
	for i := uint8(0); i < 5; i++ {
		s += x // ERROR "uint8 +"
	}
	return s
}

// Idle has nothing that wraps.
//
//ccgen:export
func Idle(x uint32) uint32 {
	return x & 7 //ccgen:wrap why // ERROR "nothing on this line wraps"
}
