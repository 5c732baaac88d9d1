package lawnames

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

// ERROR+12 "law of-after: undefined: u"
// ERROR+12 "law of-number: cannot use s.A + 1"
// ERROR+12 "law of-half: " "floating-point literal 0.5"
// ERROR+12 "law of-event: undefined: e"
// ERROR+12 "law of-field: s.B undefined"
// ERROR+12 "law of-output: undefined: o"
//
//ccgen:transducer one init=Init
//ccgen:law twice s.A <= p.Most
//ccgen:law fine e.N > 0 && (s.A > 0 implies t.A > 0) implies o.Rate > 0 && timely
//ccgen:law two s.A <= s2.A implies t.A <= t2.A && o.Rate <= o2.Rate
//ccgen:progress falls s.A within 10 by p.Most on e.N > 0 unless e.N == 2
//ccgen:law of-after s.A <= u.A
//ccgen:law of-number s.A + 1
//ccgen:law of-half s.A < 0.5
//ccgen:invariant of-event s.A <= e.N
//ccgen:law of-field s.B > 0
//ccgen:rare of-output o.Rate > 0
func Step(p *Params, s *State, e *Event) Output { return Output{Rate: s.A} }
