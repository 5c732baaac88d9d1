package needs

// Kind is what happens.
type Kind uint8

//ccgen:event cnp
const Notice Kind = 1

type Params struct{ A uint32 }
type State struct{ A uint32 }
type Event struct {
	//ccgen:signal kind
	Kind Kind
	//ccgen:signal now
	Now uint32
}
type Output struct {
	//ccgen:control rate
	Rate uint32
}

func Init(p *Params, s *State) {}

// ERROR+2 "Params has no parameter B"
//
//ccgen:needs cnp B
//ccgen:transducer one init=Init
func Step1(p *Params, s *State, e *Event) Output { return Output{} }

// ERROR+2 "two takes no event sent that could be left out"
//
//ccgen:needs sent A
//ccgen:transducer two init=Init
func Step2(p *Params, s *State, e *Event) Output { return Output{} }

// ERROR+2 "unknown happening send (did you mean sent?)"
//
//ccgen:needs send A
//ccgen:transducer three init=Init
func Step3(p *Params, s *State, e *Event) Output { return Output{} }

// ERROR+2 "//ccgen:needs of no transducer"
//
//ccgen:needs cnp A
func Step4(p *Params, s *State, e *Event) Output { return Output{} }
