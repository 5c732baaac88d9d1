package transducers

type Params struct{ A uint32 }
type State struct{ A uint32 }
type Event struct{ A uint32 }
type Output struct{ A uint32 }

// ERROR+2 "init function Missing is not declared"
//
//ccgen:transducer one init=Missing
func Step1(p *Params, s *State, e *Event) Output { return Output{} }

//ccgen:transducer two init=Init
func Step2(p *Params, s *State, e Event) Output { return Output{} } // ERROR "not the form of a step function"

//ccgen:transducer three init=Init
func Step3(p *Params, s *State, e *Event) bool { return true } // ERROR "not the form of a step function"

//ccgen:transducer four init=Init
func Step4(p *Params, s *State, e *Event) {} // ERROR "not the form of a step function"

//ccgen:transducer five init=Bad
func Step5(p *Params, s *State, e *Event) uint32 { return 1 }

func Init(p *Params, s *State) {}

func Bad(p *Params, s *Event) {} // ERROR "not the form of the init function of five"

//ccgen:transducer six init=Init
func Step6(p *Params, s *State, e *Event) uint32 { return 1 }

// ERROR+2 "two transducers are named six"
//
//ccgen:transducer six init=Init
func Step7(p *Params, s *State, e *Event) uint32 { return 2 }

// ERROR+2 "malformed directive"
//
//ccgen:transducer eight
func Step8(p *Params, s *State, e *Event) uint32 { return 2 }

// ERROR+2 "malformed directive"
//
//ccgen:transducer ni-ne init=Init
func Step9(p *Params, s *State, e *Event) uint32 { return 2 }

//ccgen:transducer ten init=Init
func (s *State) Step10(p *Params, e *Event) uint32 { return 2 } // ERROR "not the form of a step function"

// ERROR+2 "init function GenInit is generic"
//
//ccgen:transducer eleven init=GenInit
func Step11(p *Params, s *State, e *Event) uint32 { return 2 }

func GenInit[T Params](p *T, s *State) {}

// ERROR+2 "next function Missing is not declared"
//
//ccgen:transducer twelve init=Init next=Missing
func Step12(p *Params, s *State, e *Event) uint32 { return 2 }

//ccgen:transducer thirteen init=Init next=BadNext
func Step13(p *Params, s *State, e *Event) uint32 { return 2 }

func BadNext(s *State, now uint32) uint32 { return now } // ERROR "not the form of the next function of thirteen"

// ERROR+2 "malformed directive"
//
//ccgen:transducer fourteen init=Init last=Init
func Step14(p *Params, s *State, e *Event) uint32 { return 2 }

// ERROR+2 "view function Missing is not declared"
//
//ccgen:transducer fifteen init=Init view=Missing
func Step15(p *Params, s *State, e *Event) uint32 { return 2 }

//ccgen:transducer sixteen init=Init view=BadView
func Step16(p *Params, s *State, e *Event) uint32 { return 2 }

func BadView(p *Params, s *State) uint32 { return 1 } // ERROR "not the form of the view function of sixteen"

// ERROR+2 "malformed directive"
//
//ccgen:transducer seventeen init=Init view=Show next=Next
func Step17(p *Params, s *State, e *Event) uint32 { return 2 }

//ccgen:transducer eighteen init=Init first=BadFirst
func Step18(p *Params, s *State, e *Event) uint32 { return 2 }

func BadFirst(p *Params, s *State) Output { return Output{} } // ERROR "not the form of the first function of eighteen"

// ERROR+2 "first function Missing is not declared"
//
//ccgen:transducer nineteen init=Init first=Missing
func Step19(p *Params, s *State, e *Event) uint32 { return 2 }
