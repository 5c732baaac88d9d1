package laws

type Params struct {
	Most uint32
}
type State struct {
	A uint32
}
type Event struct {
	N uint32
}
type Output struct {
	Rate uint32
}

func Init(p *Params, s *State) {}

// ERROR+13 "two laws of one transducer are named twice"
// ERROR+13 "malformed //ccgen:law"
// ERROR+13 "malformed //ccgen:invariant"
// ERROR+13 "malformed //ccgen:progress"
// ERROR+13 "law open is no expression: "
// ERROR+13 "is another value in C"
// ERROR+13 "division by a variable"
//
//ccgen:transducer one init=Init
//ccgen:law twice s.A <= p.Most
//ccgen:law fine e.N > 0 && (s.A > 0 implies t.A > 0) implies o.Rate > 0 && timely
//ccgen:law two s.A <= s2.A implies t.A <= t2.A && o.Rate <= o2.Rate
//ccgen:progress falls s.A within 10 by p.Most on e.N > 0 unless e.N == 2
//ccgen:law twice t.A <= p.Most
//ccgen:law Loud s.A > 0
//ccgen:invariant nothing
//ccgen:progress slow s.A within 10
//ccgen:law open (s.A > 0
//ccgen:law mask s.A & 1 == 0
//ccgen:law quotient s.A / p.Most > 0
func Step(p *Params, s *State, e *Event) Output { return Output{Rate: s.A} }

// ERROR+2 "law of no transducer"
//
//ccgen:law lost s.A > 0
func Other(p *Params, s *State, e *Event) Output { return Output{} }

// ERROR+2 "laws of none, which is no transducer here"

//ccgen:laws none
//ccgen:law lost s.A > 0

// ERROR+4 "//ccgen:size among laws"

//ccgen:laws one
//ccgen:law found s.A == t.A || o.Rate == s.A
//ccgen:size 4
