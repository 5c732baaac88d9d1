// Package aimd raises a rate by a step each period and lowers it at congestion notifications.
package aimd

// Kind is what happens.
type Kind uint8

// The kinds.
const (
	// KindNone is no event.
	KindNone Kind = iota
	// KindRaise ends a period.
	//
	//ccgen:event timer
	KindRaise
	// KindCNP is congestion notifications.
	//
	//ccgen:event cnp
	KindCNP
)

// Rate is a rate.
//
//ccgen:unit kb/s
type Rate uint32

// Params are the parameters.
type Params struct {
	// Least is the lowest rate.
	//
	//ccgen:range 1..Most
	Least Rate
	// Most is the highest.
	//
	//ccgen:range 1..1<<30
	Most Rate
	// Step is what a period adds.
	//
	//ccgen:range 0..1<<30
	Step Rate
	// Period is the time between two steps.
	//
	//ccgen:range 1000..1<<30
	//ccgen:unit ns
	Period uint32
	// Cut is the shift of a cut: 1 halves.
	//
	//ccgen:range 1..8
	//ccgen:unit bits
	Cut uint8
}

// State is the state.
type State struct {
	//ccgen:range 1..1<<30
	//ccgen:show rc
	Rate Rate
	// EndsAt is when the period ends.
	EndsAt uint32
	// Runs reports whether a period runs: not at the highest rate.
	Runs bool
	// Cuts counts.
	//
	//ccgen:unit CNPs
	//ccgen:show cuts
	Cuts uint8
}

// Event is what happens.
type Event struct {
	//ccgen:signal now
	Now uint32
	//ccgen:signal kind
	Kind Kind
	//ccgen:signal cnps
	CNPs uint8
}

// Output is what is obeyed.
type Output struct {
	//ccgen:control rate
	Rate Rate
}

// Timer is the timer that ends first.
type Timer struct {
	At   uint32
	Kind Kind
}

// Init sets the state: the highest rate, no period runs.
func Init(p *Params, s *State) { *s = State{Rate: p.Most} }

// Step takes an event.
//
//ccgen:transducer aimd init=Init next=Next first=First
func Step(p *Params, s *State, e *Event) Output {
	switch e.Kind {
	case KindRaise:
		s.Rate = min(s.Rate+p.Step, p.Most)
		s.Runs = s.Rate < p.Most
		s.EndsAt = e.Now + p.Period //ccgen:wrap a time
	case KindCNP:
		s.Rate = max(s.Rate-(s.Rate>>p.Cut), p.Least)
		s.Cuts++ //ccgen:wrap a count
		s.Runs = true
		s.EndsAt = e.Now + p.Period //ccgen:wrap a time
	}
	return Output{Rate: s.Rate}
}

// Next returns the timer that ends first.
func Next(s *State, now uint32) Timer {
	if !s.Runs {
		return Timer{}
	}
	return Timer{At: s.EndsAt, Kind: KindRaise}
}

// First is what is in force before the first event.
func First(p *Params, s *State) Output { return Output{Rate: s.Rate} }
