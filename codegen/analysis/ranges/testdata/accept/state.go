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
	Sum uint32
	//ccgen:range 0..len(Ring)-1
	At uint8
	//ccgen:range 0..1<<Params.Shift
	Part uint32
	Ring [3]uint32
	//ccgen:range 0..9
	Seen uint8
}

// Event is an event.
type Event struct {
	//ccgen:range 0..10
	By uint32
}

// Init starts.
func Init(p *Params, s *State) {
	*s = State{}
}

// Step steps.
//
//ccgen:transducer t init=Init
//ccgen:split p.Shift
func Step(p *Params, s *State, e *Event) uint32 {
	s.Sum += e.By
	if s.Sum > 1000 {
		s.Sum = 0
	}
	if s.At < 2 {
		s.At++
	}
	s.Ring[s.At] = e.By
	s.Part = (1 << p.Shift) - s.Part
	return p.Top - p.Low
}

// Rise returns a level.
//
//ccgen:export
func Rise(l Level) Level {
	return Level(min(l+1, 100))
}

//ccgen:range x 0..9
//ccgen:range return 0..18
func twice(x uint32) uint32 {
	return x + x
}

// Call calls.
//
//ccgen:export
func Call(x uint32) uint32 {
	if x <= 9 {
		return twice(x)
	}
	return 0
}

// Loop loops.
//
//ccgen:export
func Loop(x uint8) uint8 {
	s := uint8(0)
	for i := uint8(0); i < 200; i++ {
		s = max(s, x&i)
		if s > x {
			break
		}
	}
	return s
}

// LoopFew loops.
//
//ccgen:range x 0..51
//ccgen:export
func LoopFew(x uint8) uint8 {
	s := uint8(0)
	for i := uint8(0); i < 5; i++ {
		s += x
	}
	return s
}

// Exit leaves a loop early.
//
//ccgen:export
func Exit(n uint8) uint8 {
	s := uint8(0)
	for i := uint8(0); i < 8; i++ {
		if i == n {
			break
		}
		if (i & 1) != 0 {
			continue
		}
		s += 63
	}
	return s
}
