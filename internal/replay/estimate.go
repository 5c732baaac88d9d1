package replay

import (
	"fmt"

	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/plural"
	"smartnic-cc/internal/trace"
)

// Estimate is how a replay of Dolce-RC counts marks, and why.
type Estimate struct {
	// Used is dolcerc/profile's MarkedPackets or TxSlots.
	Used string `json:"used"`
	// Asked: the user named it; else the CNPs of the trace decided.
	Asked bool `json:"asked"`
	// CNPs is how many the trace has, and Counting how many of them report marked packets.
	CNPs     uint64 `json:"cnps"`
	Counting uint64 `json:"cnps_with_marks"`
	// Plain is how many connections have CNPs of which none reports marked packets.
	Plain int `json:"connections_without_marks"`
	// Reason says in words what decided, and what it costs.
	Reason string `json:"reason"`

	conns         int // with CNPs
	reconstructed bool
}

// EstimateOf returns the estimate that a trace is replayed with: what was asked for, or,
// where asked is "", what its CNPs can give. These are marked packets if at least half of
// all CNPs report some, wherever in the trace they are, and else time slots.
func EstimateOf(src Source, asked string) *Estimate {
	e := &Estimate{Used: asked, Asked: asked != "", reconstructed: src.Stats().Reconstruction != trace.Seen}
	for _, c := range src.Conns() {
		e.CNPs += c.CNPs
		e.Counting += c.Counting
		if c.CNPs == 0 {
			continue
		}
		e.conns++
		if c.Counting == 0 {
			e.Plain++
		}
	}
	if !e.Asked {
		e.Used = dolcercprofile.EstimateFor(e.counted())
	}
	e.Reason = e.reason()
	return e
}

// counted reports whether enough CNPs report marked packets.
func (e *Estimate) counted() bool { return e.Counting > 0 && e.Counting >= e.CNPs-e.Counting }

// found says what the CNPs report.
func (e *Estimate) found() string {
	switch {
	case e.reconstructed && e.Counting == 0:
		return "CNPs made of counters report no marked packets"
	case e.Counting == 0:
		return "CNPs report no marked packets"
	case e.Counting == e.CNPs:
		return "CNPs report marked packets"
	}
	return fmt.Sprintf("%d of %s report marked packets", e.Counting, plural.Of(e.CNPs, "CNP"))
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
		if e.reconstructed {
			text += "; the data is made of counters too, and each piece of it counts as one slot"
		}
		return text
	case e.Asked:
		text = "asked for; " + text
	}
	if e.Plain > 0 {
		text += fmt.Sprintf("; those of %d of %s report none, so that every reward there is 1: --estimate %s counts time slots for all",
			e.Plain, plural.Of(e.conns, "connection"), dolcercprofile.TxSlots)
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
