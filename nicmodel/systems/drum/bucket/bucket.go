// Package bucket is the token bucket by which DRUM's agent lets the WQEs of one
// application go, or has its CQEs polled: a token every [Gap], no more than [Burst] of them kept.
// It keeps the time at which the bucket would be full again, and no count.
package bucket

// MaxTime is the largest time, in ps.
const MaxTime = 1 << 62

// Params are one application's rate.
type Params struct {
	// Gap is the time between two tokens, in ps.
	//
	//ccgen:range 0..1<<50
	Gap uint64
	// Burst is how many tokens a full bucket holds.
	//
	//ccgen:range 1..1024
	Burst uint32
}

// State is one bucket.
type State struct {
	// Full is when the bucket is full if no more is taken, in ps.
	//
	//ccgen:range 0..MaxTime
	Full uint64
}

// Event is a WQE that wants a token.
type Event struct {
	// Now is the time in ps.
	//
	//ccgen:range 0..MaxTime
	Now uint64
}

// Output is when it may go.
type Output struct {
	// At is the time in ps: [Now], or when its token is there.
	At uint64
}

// Init begins with a full bucket.
func Init(p *Params, s *State) {
	*s = State{}
}

// Step takes one token, which may be one that is not there yet.
//
//ccgen:transducer bucket init=Init
func Step(p *Params, s *State, e *Event) Output {
	full := max(s.Full, e.Now)
	// Of a full bucket [Burst] tokens may go at once.
	slack := p.Gap * uint64(p.Burst-1)
	at := max(full-min(full, slack), e.Now)
	s.Full = min(full+p.Gap, MaxTime)
	return Output{At: at}
}
