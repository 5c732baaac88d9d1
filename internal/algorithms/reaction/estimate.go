package reaction

import (
	"fmt"

	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/base/text/plural"
)

// Estimate is how a replay of Dolce-RC counts marks, and why.
type Estimate struct {
	// Used is dolcerc/profile's MarkedPackets or TxSlots.
	Used string `json:"used"`
	// Asked: the user named it; else the CNPs of the trace decided.
	Asked bool `json:"asked"`
	Marks
	// Reason says in words what decided, and what it costs.
	Reason string `json:"reason"`
}

// Marks is what the CNPs of a trace report.
type Marks struct {
	// CNPs is how many there are, and Counting how many of them report marked packets.
	CNPs     uint64 `json:"cnps"`
	Counting uint64 `json:"cnps_with_marks"`
	// Plain is how many of the connections with CNPs, Conns, have none that reports marked
	// packets.
	Plain int `json:"connections_without_marks"`
	Conns int `json:"-"`
	// Reconstructed: they were made of counters.
	Reconstructed bool `json:"-"`
}

// Add counts a connection with cnps CNPs, of which counting report marked packets.
func (m *Marks) Add(cnps, counting uint64) {
	m.CNPs += cnps
	m.Counting += counting
	if cnps == 0 {
		return
	}
	m.Conns++
	if counting == 0 {
		m.Plain++
	}
}

// EstimateOf returns the estimate that a trace is replayed with: what was asked for, or, where
// asked is "", what its CNPs can give. These are marked packets if at least half of all CNPs
// report some, wherever in the trace they are, and else time slots.
func EstimateOf(m Marks, asked string) *Estimate {
	e := &Estimate{Used: asked, Asked: asked != "", Marks: m}
	if !e.Asked {
		e.Used = dolcercprofile.EstimateFor(e.counted())
	}
	e.Reason = e.reason()
	return e
}

// counted reports whether enough CNPs report marked packets.
func (m *Marks) counted() bool { return m.Counting > 0 && m.Counting >= m.CNPs-m.Counting }

// found says what the CNPs report.
func (m *Marks) found() string {
	switch {
	case m.Reconstructed && m.Counting == 0:
		return "CNPs made of counters report no marked packets"
	case m.Counting == 0:
		return "CNPs report no marked packets"
	case m.Counting == m.CNPs:
		return "CNPs report marked packets"
	}
	return fmt.Sprintf("%d of %s report marked packets", m.Counting, plural.Of(m.CNPs, "CNP"))
}

func (e *Estimate) reason() string {
	text := e.found()
	switch {
	case e.Asked && e.Used == dolcercprofile.TxSlots:
		return "asked for; " + text
	case e.Asked && e.Counting == 0:
		return "asked for; but " + text + ": every reward is 1, whichever arm is in force"
	case e.Used == dolcercprofile.TxSlots:
		text += ": time slots are counted"
		if e.Reconstructed {
			text += "; the data is made of counters too, and each piece of it counts as one slot"
		}
		return text
	case e.Asked:
		text = "asked for; " + text
	}
	if e.Plain > 0 {
		text += fmt.Sprintf("; those of %d of %s report none, so that every reward there is 1: --estimate %s counts time slots for all",
			e.Plain, plural.Of(e.Conns, "connection"), dolcercprofile.TxSlots)
	}
	return text
}

// Warning says why the trace cannot give the estimate that was asked for; "" if it can.
func (e *Estimate) Warning() string {
	if !e.Asked || e.Used != dolcercprofile.MarkedPackets || e.counted() {
		return ""
	}
	text := fmt.Sprintf("estimate %s was asked for, and %s", e.Used, e.found())
	if e.Counting == 0 {
		text += ": every reward is 1, whichever arm is in force"
	}
	return text + "; leave --estimate out to count time slots"
}
