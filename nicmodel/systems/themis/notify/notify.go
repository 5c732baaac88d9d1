// Package notify is the notification point of THEMIS ("THEMIS: Efficiently Mitigating
// Congestion-Induced Fairness Disparities in Long-Haul RDMA Networks", section 2.1) in the firmware
// subset: what a gateway between a data centre and a long link does with the marks and the
// notifications of one flow.
//
//   - A data packet that leaves the data centre with the mark CE loses it, and the gateway sends a CNP
//     to the source, at most one in an interval.
//   - A CNP that comes back over the long link goes on to the source if none of either kind went to it
//     within the interval; else it is dropped.
//   - A CNP that leaves the data centre is for the reaction point of this gateway, unless a gateway has
//     reacted to it, and is marked by one bit so that the far gateway does not.
//
// Where receivers report marks in acknowledgements, an acknowledgement with that report is what a CNP
// is here, and to drop it is to clear the report.
package notify

import "smartnic-cc/fixedpoint"

// Params are the parameters of all flows of a gateway.
type Params struct {
	// Interval is the time that has to pass after a CNP before the flow's next, ns (t_interval).
	//
	//ccgen:range 0..1<<30
	//ccgen:unit ns
	Interval uint32
	// React says that the gateway has a reaction point.
	React bool
}

// State is what the gateway keeps of one flow: 8 bytes.
//
//ccgen:size 8
type State struct {
	// Last is when the last CNP went to the source, if [Told] is set; else 0 (t_last).
	Last fixedpoint.Time
	// Told: a CNP went to the source.
	Told bool
}

// EventKind is what came to the gateway.
type EventKind uint8

// The events.
const (
	// EventNone is none.
	EventNone EventKind = iota
	// EventData is a data packet that leaves the data centre with the mark CE.
	EventData
	// EventReturn is a CNP that comes over the long link.
	EventReturn
	// EventAnswer is a CNP that leaves the data centre.
	EventAnswer
)

// Event is a packet of the flow.
type Event struct {
	// Now is the time of arrival.
	Now fixedpoint.Time
	// Kind is what it is.
	Kind EventKind
	// Reacted is the CNP's bit: a gateway has reacted to it.
	Reacted bool
}

// Output is what the gateway does with it.
type Output struct {
	// Clear: take the mark CE off the data packet.
	Clear bool
	// Mint: send a CNP to the source.
	Mint bool
	// Drop: drop the CNP, or clear the report of an acknowledgement.
	Drop bool
	// React: the CNP is an event of the reaction point.
	React bool
	// Reacted is the CNP's bit as it goes on.
	Reacted bool
}

// Init sets the state of a flow that no CNP was sent for.
func Init(p *Params, s *State) { *s = State{} }

// Step takes one packet.
//
// Time wraps at 2^32 ns: a flow whose last CNP is k * 4.295 s ago, give or take an interval, may wait
// one interval longer than it should.
//
//ccgen:transducer themisnotify init=Init
func Step(p *Params, s *State, e *Event) Output {
	switch e.Kind {
	case EventData:
		due := s.due(p, e.Now)
		return Output{Clear: true, Mint: due}
	case EventReturn:
		due := s.due(p, e.Now)
		return Output{Drop: !due, Reacted: e.Reacted}
	case EventAnswer:
		return Output{React: p.React && !e.Reacted, Reacted: p.React || e.Reacted}
	}
	return Output{}
}

// due reports whether the source may get a CNP now, and counts on it that it does.
func (s *State) due(p *Params, now fixedpoint.Time) bool {
	if s.Told && now.Since(s.Last) <= p.Interval {
		return false
	}
	s.Last = now
	s.Told = true
	return true
}
