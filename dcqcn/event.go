package dcqcn

import "smartnic-cc/fixedpoint"

// EventKind is what happens to a connection. The numbers are the order of events of
// one instant.
type EventKind uint8

// The kinds of events.
const (
	// EventNone is no event: [Next] returns it when no timer runs, and [Step] ignores it.
	EventNone EventKind = iota
	// EventAlphaTimer is the end of the alpha timer.
	//
	//ccgen:event timer
	EventAlphaTimer
	// EventCutTimer is the end of the cut timer.
	//
	//ccgen:event timer
	EventCutTimer
	// EventIncreaseTimer is the end of the increase timer.
	//
	//ccgen:event timer
	EventIncreaseTimer
	// EventSent reports bytes and packets that left.
	//
	//ccgen:event sent
	EventSent
	// EventCNP reports congestion notification packets that came.
	//
	//ccgen:event cnp
	EventCNP
)

// Event is what can happen to a connection's reaction point.
type Event struct {
	// Now is the time of the event; for a timer, its deadline.
	//
	//ccgen:signal now
	Now fixedpoint.Time
	// Bytes is the number of bytes sent ([EventSent]); more than 2^30 count as 2^30.
	//
	//ccgen:signal bytes
	Bytes uint32
	// Packets is the number of packets sent ([EventSent]), used by Dolce-RC, which takes
	// more than 2^24 for 2^24.
	//
	//ccgen:signal packets
	Packets uint32
	// CNPs is the number of CNPs in this event ([EventCNP]), for hardware that coalesces
	// them; 0 counts as 1, and more than [MaxCoalesced] as [MaxCoalesced].
	//
	//ccgen:signal cnps
	CNPs uint16
	// Marked is the number of ECN-marked packets that the CNPs report ([EventCNP]), the
	// sum of their 7-bit counts; used by Dolce-RC.
	//
	//ccgen:signal marked
	Marked uint16
	// Kind is what happened; [Step] ignores kinds that it does not know.
	//
	//ccgen:signal kind
	Kind EventKind
}

// MaxCoalesced is the largest number of CNPs that one event counts for.
const MaxCoalesced = 8

// Did is what an event did, a set of the bits below.
//
//ccgen:unit flags
type Did uint8

// Bits of [Did].
const (
	// DidCut: RC was cut.
	DidCut Did = 1
	// DidIncrease: the timer or the byte counter made an increase.
	DidIncrease Did = 2
	// DidAlpha: alpha was updated.
	DidAlpha Did = 4
	// DidChange: RC differs from before.
	DidChange Did = 8
	// DidLearn: a bandit took a reward and chose an arm (Dolce-RC).
	//
	//ccgen:outcome learns
	DidLearn Did = 16
)

// Output is the result of an event.
type Output struct {
	// Rate is the rate to send at from now on, RC, kb/s.
	//
	//ccgen:range 0..MaxRepresentable
	//ccgen:control rate
	Rate Rate
	// Did is what the event did; all bits but [DidChange] whether or not a value moved.
	Did Did
}

// Timer names a running timer and its deadline.
type Timer struct {
	// At is the deadline; 0 if no timer runs.
	At fixedpoint.Time
	// Kind is the event that the deadline brings, [EventNone] if no timer runs.
	Kind EventKind
}

// Earlier returns whichever of two timers ends first as seen from now, where a
// deadline that has passed is the earlier the longer ago it passed; at one
// instant, the one of the lower kind. [EventNone] is later than any.
// Deadlines lie within 2^31 ns of now.
func Earlier(a Timer, b Timer, now fixedpoint.Time) Timer {
	if b.Kind == EventNone {
		return a
	}
	if a.Kind == EventNone {
		return b
	}
	// Distances from now - 2^31, so that past and future order as one line.
	past := now.Add(1 << 31)
	da := a.At.Since(past)
	db := b.At.Since(past)
	if db < da || db == da && b.Kind < a.Kind {
		return b
	}
	return a
}

// Next returns the first of the cut and the increase timer to end, seen from now.
func (r *Rates) Next(now fixedpoint.Time) Timer {
	cut := Timer{}
	if (r.Flags & FlagCut) != 0 {
		cut = Timer{At: r.CutAt, Kind: EventCutTimer}
	}
	increase := Timer{}
	if (r.Flags & FlagIncrease) != 0 {
		increase = Timer{At: r.IncreaseAt, Kind: EventIncreaseTimer}
	}
	return Earlier(cut, increase, now)
}
