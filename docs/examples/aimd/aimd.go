// Package aimd is a congestion control of its own: additive increase by a timer,
// multiplicative decrease by congestion notification packets (CNPs).
package aimd

import "smartnic-cc/fixedpoint"

// MaxRate is the largest rate in kb/s, so that the sum of two fits 32 bits.
const MaxRate = (1 << 31) - 1

// Params are the parameters of all connections of a port.
type Params struct {
	// Line is the rate of the port in kb/s: where a connection begins, and its most.
	//
	//ccgen:range 1..MaxRate
	//ccgen:unit kb/s
	Line uint32
	// Least is the lowest rate of a connection in kb/s.
	//
	//ccgen:range 1..Line
	//ccgen:unit kb/s
	Least uint32
	// Add is what one increase adds, in kb/s.
	//
	//ccgen:range 1..1<<24
	//ccgen:unit kb/s
	Add uint32
	// Keep is the share of the rate that a cut keeps.
	//
	//ccgen:range 0..65535
	//ccgen:format UQ0.16
	Keep uint32
	// Period is how often the rate increases, in ns.
	//
	//ccgen:range 1000..1<<30
	//ccgen:unit ns
	Period uint32
	// Quiet is how long after a cut no other cut happens, in ns.
	//
	//ccgen:range 0..1<<30
	//ccgen:unit ns
	Quiet uint32
}

// State is the state of one connection: 16 bytes.
//
//ccgen:size 16
type State struct {
	// Rate is the rate in kb/s.
	//
	//ccgen:range 1..MaxRate
	//ccgen:unit kb/s
	//ccgen:show rate
	Rate uint32
	// IncreaseAt is when the next increase is due, if the timer runs.
	//
	//ccgen:unit ns
	IncreaseAt fixedpoint.Time
	// CutAt is when the last cut was, if there was one that counts.
	//
	//ccgen:unit ns
	CutAt fixedpoint.Time
	// Runs: the rate is below the line, and the increase timer runs.
	//
	//ccgen:show runs
	Runs bool
	// Cut: [CutAt] counts.
	Cut bool
}

// EventKind is what happened. The numbers are the order of events of one instant.
type EventKind uint8

// The events.
const (
	// EventNone is none: what [Next] returns when no timer runs.
	EventNone EventKind = iota
	// EventCNP is the arrival of CNPs.
	//
	//ccgen:event cnp
	EventCNP
	// EventIncreaseTimer is the end of the increase timer.
	//
	//ccgen:event timer
	EventIncreaseTimer
)

// Event is what happened, and when.
type Event struct {
	// Now is the time. For a timer it is its deadline.
	//
	//ccgen:signal now
	Now fixedpoint.Time
	// CNPs is how many CNPs came, at [EventCNP]. One cut is for all of them.
	//
	//ccgen:signal cnps
	CNPs uint16
	// Kind is what happened.
	//
	//ccgen:signal kind
	Kind EventKind
}

// Output is what the NIC does then.
type Output struct {
	// Rate is the rate to send with, in kb/s.
	//
	//ccgen:control rate
	Rate uint32
}

// Timer is a timer's deadline, and the event that is due then; [EventNone] is no timer.
type Timer struct {
	At   fixedpoint.Time
	Kind EventKind
}

// Init begins a connection at the rate of the port.
func Init(p *Params, s *State) {
	*s = State{Rate: p.Line}
}

// Step takes one event.
//
//ccgen:transducer aimd init=Init next=Next first=First
func Step(p *Params, s *State, e *Event) Output {
	switch e.Kind {
	case EventCNP:
		if e.CNPs > 0 {
			cnp(p, s, e.Now)
		}
	case EventIncreaseTimer:
		increase(p, s, e.Now)
	}
	return Output{Rate: s.Rate}
}

// First returns what is in force before the first event.
func First(p *Params, s *State) Output {
	return Output{Rate: s.Rate}
}

// Next returns the timer that ends first, seen from now.
func Next(s *State, now fixedpoint.Time) Timer {
	if s.Runs {
		return Timer{At: s.IncreaseAt, Kind: EventIncreaseTimer}
	}
	return Timer{At: now}
}

// cnp cuts the rate, unless the last cut is too near, and begins the timer again.
func cnp(p *Params, s *State, now fixedpoint.Time) {
	if s.Cut && now.Since(s.CutAt) < p.Quiet {
		return
	}
	s.Rate = max(fixedpoint.MulShiftDown(s.Rate, p.Keep, 16), p.Least)
	s.CutAt = now
	s.Cut = true
	s.IncreaseAt = now.Add(p.Period)
	s.Runs = true
}

// increase adds to the rate and runs the timer again, until the rate is that of the port.
func increase(p *Params, s *State, now fixedpoint.Time) {
	s.Rate = min(s.Rate+p.Add, p.Line)
	s.IncreaseAt = now.Add(p.Period)
	s.Runs = s.Rate < p.Line
}
