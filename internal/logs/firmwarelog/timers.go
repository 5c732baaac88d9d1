package firmwarelog

import "smartnic-cc/testvectors/transducer"

import "fmt"

// Timers report whether the timers of a log end when the reference's do. A step shows the effect of a timer's end,
// not its deadline: a wrong deadline that the log does not hold shows nowhere else.
type Timers struct {
	// Ends is the number of ends, of those that the log has and those that it lacks.
	Ends uint64 `json:"ends"`
	// Off is how many of them are not at the reference's deadline, are of a timer that does not run there, or are
	// missing although later events are there.
	Off uint64 `json:"off"`
	// Most is the longest time in ns by which an end was off.
	Most uint32 `json:"mostNs"`
	// First describes the first that was off.
	First string `json:"first,omitempty"`
}

// end is a deadline that passed without its event.
type end struct {
	kind, at uint64
}

// timers looks at an event before it is taken, from the state before it.
func (c *comparison) timers(n *conn, row *Row) error {
	a := c.a
	if a.next == "" || !n.whole {
		return nil
	}
	event := row.Parts[transducer.PartEvent].V
	now, kind := event[a.contract.Now], event[a.contract.Kind]
	c.args = append(append(c.args[:0], n.state...), now)
	due, err := c.firmware.Call(a.next, c.args)
	if err != nil {
		return &Error{Name: c.r.name, Place: row.Place, Err: err}
	}
	first := end{kind: due[a.contract.Timer.Kind], at: due[a.contract.Timer.At]}
	passed := a.isTimer(first.kind) && int32(uint32(now)-uint32(first.at)) >= 0
	isTimer := a.isTimer(kind)
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

// off counts a timer's end that differs from the reference's.
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
	event := row.Parts[transducer.PartEvent].V
	reference := "no timer runs in the reference"
	if c.a.isTimer(due.kind) {
		reference = fmt.Sprintf("the reference's next is %s at %d", c.a.EventName(due.kind), due.at)
	}
	t.First = fmt.Sprintf("%s: %s at %d, but %s", where, c.a.nameOf(event), event[c.a.contract.Now], reference)
}

// apart returns how far two wrapping times are from one another.
func apart(a, b uint64) uint32 {
	d := int32(uint32(a) - uint32(b))
	if d < 0 {
		d = -d // -2^31 stays, and is its own distance as uint32
	}
	return uint32(d)
}
