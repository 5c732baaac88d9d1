package firmwarelog

import (
	"fmt"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// Timers tell whether the timers of a log end when the reference's do. A step says what a
// timer's end comes to, not when it is: a deadline that is wrong, and that the log does not
// hold, shows in nothing else.
type Timers struct {
	// Ends is the number of ends, of those that the log has and those that it lacks.
	Ends uint64 `json:"ends"`
	// Off is how many of them are at another time than the reference's deadline, are of a
	// timer that does not run there, or are missing although later events are there.
	Off uint64 `json:"off"`
	// Most is the longest time in ns by which an end was off.
	Most uint32 `json:"mostNs"`
	// First says which was the first that was off.
	First string `json:"first,omitempty"`
}

// nextOf are the functions that tell an algorithm's next deadline from state and time.
var nextOf = map[string]string{"dcqcn": "dcqcn.Next", "dolcerc4": "dolcerc.Next4", "dolcerc8": "dolcerc.Next8"}

// clock watches the timers of all connections.
type clock struct {
	next      string // "" if the algorithm has no timers
	now, kind int    // index of the field of the event
	firmware  transducer.Firmware
	args      []uint64
}

func newClock(a *transducer.Algorithm) clock {
	k := clock{next: nextOf[a.Name], firmware: reference.New()}
	for i, l := range a.Event {
		switch l.Name {
		case "Now":
			k.now = i
		case "Kind":
			k.kind = i
		}
	}
	return k
}

// end is a deadline that passed without its event.
type end struct {
	kind, at uint64
}

// timers looks at an event before it is taken, from the state before it.
func (c *comparison) timers(n *conn, row *Row) error {
	k := &c.clock
	if k.next == "" || !n.whole {
		return nil
	}
	event := row.Parts[Event].V
	now, kind := event[k.now], event[k.kind]
	k.args = append(append(k.args[:0], n.state...), now)
	due, err := k.firmware.Call(k.next, k.args)
	if err != nil {
		return &Error{c.r.name, row.Place, err.Error()}
	}
	first := end{kind: due[1], at: due[0]}
	passed := first.kind != uint64(dcqcn.EventNone) && int32(uint32(now)-uint32(first.at)) >= 0
	isTimer := kind >= uint64(dcqcn.EventAlphaTimer) && kind <= uint64(dcqcn.EventIncreaseTimer)
	t := &c.sum.Timers
	switch {
	case isTimer && first == end{kind, now}:
		if first != n.overdue {
			t.Ends++
		}
	case isTimer && first.kind == kind:
		t.Most = max(t.Most, apart(now, first.at))
		if first != n.overdue { // else it was counted when it was missed
			c.off(n, row, first)
		}
	case isTimer && first == n.overdue:
		t.Ends++ // it was said of the other one that it is missing; of this one nobody knows
	case isTimer || passed && first != n.overdue:
		if passed {
			n.overdue = first
		}
		c.off(n, row, first)
	}
	return nil
}

// off counts an end that is not where the reference has it.
func (c *comparison) off(n *conn, row *Row, due end) {
	t := &c.sum.Timers
	t.Ends++
	t.Off++
	if t.First != "" {
		return
	}
	where := row.Place.String()
	if n.name != "" {
		where += ", connection " + n.name
	}
	event := row.Parts[Event].V
	reference := "no timer runs in the reference"
	if due.kind != uint64(dcqcn.EventNone) {
		reference = fmt.Sprintf("the reference's next is %s at %d", EventName(due.kind), due.at)
	}
	t.First = fmt.Sprintf("%s: %s at %d, but %s", where, c.kindOf(event), event[c.clock.now], reference)
}

// apart returns how far two wrapping times are from one another.
func apart(a, b uint64) uint32 {
	d := int32(uint32(a) - uint32(b))
	if d < 0 {
		d = -d // -2^31 stays, and is its own distance as uint32
	}
	return uint32(d)
}
