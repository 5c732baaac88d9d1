// Package weigh divides a switch port among applications so that the sum of their predicted slow-downs
// is small: Saba's equation (4.2) ("Application-Centric Bandwidth Allocation in Datacenters") by marginal
// gains, in the firmware subset.
//
// Each application begins with the least share, and one unit after the other goes to the application
// whose slow-down it lowers most, of equal ones to the first. If no slow-down is bent ([curve.Bent]) that is
// the minimum over all shares in whole units; if one is, the state says so, and what is found may be
// no minimum. The thesis takes SLSQP, which finds a local minimum.
package weigh

import "smartnic-cc/nicmodel/systems/saba/curve"

// Params are the port's.
type Params struct {
	// Capacity is the part of the link that is divided, in units.
	//
	//ccgen:range 1..curve.Units
	Capacity uint32
	// Least is the smallest share, in units.
	//
	//ccgen:range 1..curve.Units
	Least uint32
}

// App is one application at the port.
type App struct {
	Model curve.Model
	// Gain is by how much its next unit lowers its slow-down.
	//
	//ccgen:range -curve.MaxSlowdown..curve.MaxSlowdown
	//ccgen:format Q11.44
	Gain int64
	// Share is what it has, in units.
	//
	//ccgen:range 0..curve.Units
	Share uint32
}

// Apps is the set of array types that hold the applications of a port.
type Apps interface {
	[8]App | [curve.Units]App
}

// State is a port that is being divided.
type State[A Apps] struct {
	App A
	// Used is how many applications there are.
	//
	//ccgen:range 0..len(App)
	Used uint32
	// Left is what is not divided yet, in units.
	//
	//ccgen:range 0..curve.Units
	Left uint32
	// Bent is whether the slow-down of one of them is bent.
	Bent bool
}

// State8 is a port of at most 8 applications.
type State8 = State[[8]App]

// State256 is a port of as many applications as a link has units.
type State256 = State[[curve.Units]App]

// EventKind is what is asked.
type EventKind uint8

// The events.
const (
	// EventNone is none.
	EventNone EventKind = iota
	// EventAdd gives another application the least share.
	EventAdd
	// EventGive gives a unit to the application that gains most.
	EventGive
)

// Event is what is asked.
type Event struct {
	// Model is the application's, at [EventAdd].
	Model curve.Model
	// Kind is what is asked.
	Kind EventKind
}

// Output is the answer.
type Output struct {
	// Gain is by how much the unit lowered the slow-down, at [EventGive].
	//
	//ccgen:format Q11.44
	Gain int64
	// App is the application that got something, by its place, and [Share] what it has now, in units.
	App   uint32
	Share uint32
	// Taken reports that there was room for the application, or that there was a unit to give.
	Taken bool
}

// Init8 begins with an empty port.
func Init8(p *Params, s *State8) { Init(p, s) }

// Init begins with an empty port.
func Init[A Apps](p *Params, s *State[A]) {
	*s = State[A]{}
	s.Left = p.Capacity
}

// Step8 is [Step] for 8 applications.
//
//ccgen:transducer sabaweigh8 init=Init8
func Step8(p *Params, s *State8, e *Event) Output { return Step(p, s, e) }

// Step takes one event. It is O(len([App])), and [EventAdd] O([curve.Units]).
func Step[A Apps](p *Params, s *State[A], e *Event) Output {
	switch e.Kind {
	case EventAdd:
		out := add(p, s, e)
		return out
	case EventGive:
		out := give(s)
		return out
	}
	return Output{}
}

// gain returns by how much the next unit lowers a slow-down; the whole link has no next.
//
//ccgen:range share 0..curve.Units
//ccgen:range return -curve.MaxSlowdown..curve.MaxSlowdown
func gain(m *curve.Model, share uint32) int64 {
	at := curve.At(m, share)
	next := curve.At(m, min(share+1, curve.Units))
	return at - next
}

// add gives another application the least share.
func add[A Apps](p *Params, s *State[A], e *Event) Output {
	i := s.Used
	if i >= uint32(len(s.App)) || s.Left < p.Least {
		return Output{}
	}
	s.Left -= p.Least
	s.Used = i + 1
	s.App[i].Model = e.Model
	s.App[i].Share = p.Least
	first := gain(&e.Model, p.Least)
	s.App[i].Gain = first
	bent := curve.Bent(&e.Model, p.Least, p.Capacity)
	s.Bent = s.Bent || bent
	return Output{App: i, Share: p.Least, Taken: true}
}

// give gives a unit.
func give[A Apps](s *State[A]) Output {
	if s.Left == 0 || s.Used == 0 {
		return Output{}
	}
	best := uint32(0)
	most := s.App[0].Gain
	for i := range uint32(len(s.App)) {
		if i < s.Used && s.App[i].Gain > most {
			most = s.App[i].Gain
			best = i
		}
	}
	s.Left--
	share := min(s.App[best].Share+1, curve.Units)
	s.App[best].Share = share
	next := gain(&s.App[best].Model, share)
	s.App[best].Gain = next
	return Output{Gain: most, App: best, Share: share, Taken: true}
}
