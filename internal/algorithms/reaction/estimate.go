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
	// Asked: the user chose it; else the CNPs of the trace decided.
	Asked bool `json:"asked"`
	Marks
	// Reason describes what decided, and what the estimate costs.
	Reason string `json:"reason"`
}

// Marks summarises what the CNPs of a trace report.
type Marks struct {
	// CNPs is their number, and Counting how many of them report marked packets.
	CNPs     uint64 `json:"cnps"`
	Counting uint64 `json:"cnps_with_marks"`
	// Plain is how many of the Conns connections with CNPs have no CNP that reports marked packets.
	Plain int `json:"connections_without_marks"`
	Conns int `json:"-"`
	// Reconstructed: they were reconstructed from counters.
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

// EstimateOf returns the estimate for a trace: the one that was asked for or, if asked is "", the one that its CNPs
// allow. That is marked packets if at least half of all CNPs report some, wherever they are in the trace, and else
// time slots.
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

// found describes what the CNPs report.
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

// Warning says why the trace does not allow the estimate that was asked for; "" if it does.
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
