package ir

import (
	"slices"

	"smartnic-cc/internal/text/enum"
)

// This file holds the closed lists of the contract between an algorithm and what drives it
// (docs/subset.md): what happens at a NIC, what the driver says about it, and what it takes
// back. The names in the source are those of String.

// Happening is what happens at a NIC: //ccgen:event.
type Happening uint8

// The happenings. Each but OnTimer belongs to at most one kind of an event type.
const (
	NoHappening Happening = iota // a kind that no NIC brings
	OnTimer                      // a timer of the algorithm's own ended
	OnSent                       // packets of the connection left
	OnCNP                        // congestion notification packets came
	OnAck                        // an acknowledgement of new data came
	OnNack                       // the receiver reported a gap
	OnTimeout                    // no acknowledgement came for too long
	OnMessage                    // a whole message was acknowledged
	OnPacket                     // packets came in: at a notification point
)

var happeningNames = []string{"", "timer", "sent", "cnp", "ack", "nack", "timeout", "message", "packet"}

// String returns the name, as in "cnp".
func (h Happening) String() string {
	if h == NoHappening {
		return ""
	}
	return enum.Name(h, happeningNames...)
}

// ParseHappening returns the happening of a name.
func ParseHappening(name string) (Happening, bool) {
	i := slices.Index(happeningNames[1:], name)
	return Happening(i + 1), i >= 0
}

// HappeningNames returns the names of all happenings.
func HappeningNames() []string { return slices.Clone(happeningNames[1:]) }

// Signal is what a driver says about a happening: //ccgen:signal.
type Signal uint8

// The signals.
const (
	NoSignal Signal = iota
	SignalNow
	SignalKind
	SignalBytes
	SignalPackets
	SignalCNPs
	SignalMarked
	SignalAcked
	SignalUnacked
	SignalRTT
	SignalLost
	SignalLength
	SignalDeparted
	SignalMarkedShare
	SignalTag // with a name of the algorithm's own
	SignalHops
	SignalHopQueue // an array, an element a hop, as the next three
	SignalHopSent
	SignalHopAt
	SignalHopRate
)

// MaxHops is the greatest length of the arrays of signals of hops.
const MaxHops = 8

// String returns the name, as in "marked-share".
func (s Signal) String() string { return signals[s].Name }

// Info returns what the list says of the signal.
func (s Signal) Info() SlotInfo { return signals[s] }

// ParseSignal returns the signal of a name.
func ParseSignal(name string) (Signal, bool) {
	i := slices.Index(SignalNames(), name)
	return Signal(i + 1), i >= 0
}

// SignalNames returns the names of all signals.
func SignalNames() []string { return slotNames(signals) }

// Control is what a driver takes from the output of a step: //ccgen:control.
type Control uint8

// The controls.
const (
	NoControl Control = iota
	ControlRate
	ControlMessageRate
	ControlWindow
	ControlSendCNP
	ControlCNPMarked
	ControlTag // with a name of the algorithm's own
)

// String returns the name, as in "send-cnp".
func (c Control) String() string { return controls[c].Name }

// Info returns what the list says of the control.
func (c Control) Info() SlotInfo { return controls[c] }

// ParseControl returns the control of a name.
func ParseControl(name string) (Control, bool) {
	i := slices.Index(ControlNames(), name)
	return Control(i + 1), i >= 0
}

// ControlNames returns the names of all controls.
func ControlNames() []string { return slotNames(controls) }

// SlotInfo is what the lists say of a signal or control.
type SlotInfo struct {
	Name        string
	Unit        string      // of UnitNames; "" if it has none
	Format      string      // Q format, or ""
	Least, Most int         // bits of the unsigned integers that may hold it; 1 and 1 for a bool
	With        []Happening // the happenings that give the signal; nil for all
	Hops        bool        // of an array, an element for each hop: 1 to MaxHops
}

// Given reports whether a happening gives the signal.
func (s SlotInfo) Given(h Happening) bool { return s.With == nil || slices.Contains(s.With, h) }

// Fits reports whether a value of the type can hold the signal or control.
func (s SlotInfo) Fits(t *Type) bool {
	if s.Most == 1 {
		return t.Kind == Bool
	}
	if s.Hops {
		if t.Kind != Array || t.Len > MaxHops {
			return false
		}
		t = t.Elem
	}
	return t.Kind.IsInteger() && !t.Kind.IsSigned() && t.Kind.Bits() >= s.Least && t.Kind.Bits() <= s.Most
}

func slotNames(list []SlotInfo) []string {
	var names []string
	for _, s := range list[1:] {
		names = append(names, s.Name)
	}
	return names
}

var signals = []SlotInfo{
	{},
	{Name: "now", Unit: "ns", Least: 32, Most: 32},
	{Name: "kind", Least: 8, Most: 32},
	{Name: "bytes", Unit: "B", Least: 32, Most: 64, With: []Happening{OnSent}},
	{Name: "packets", Unit: "packets", Least: 8, Most: 64, With: []Happening{OnSent}},
	{Name: "cnps", Unit: "CNPs", Least: 8, Most: 64, With: []Happening{OnCNP}},
	{Name: "marked", Unit: "packets", Least: 8, Most: 64, With: []Happening{OnCNP, OnAck, OnPacket}},
	{Name: "acked", Unit: "B", Least: 32, Most: 64, With: []Happening{OnAck}},
	{Name: "unacked", Unit: "B", Least: 32, Most: 64, With: []Happening{OnAck}},
	{Name: "rtt", Unit: "ns", Least: 32, Most: 64, With: []Happening{OnAck}},
	{Name: "lost", Unit: "packets", Least: 8, Most: 64, With: []Happening{OnNack, OnTimeout}},
	{Name: "length", Unit: "B", Least: 32, Most: 64, With: []Happening{OnMessage}},
	{Name: "departed", Unit: "ns", Least: 32, Most: 32, With: []Happening{OnMessage}},
	{Name: "marked-share", Format: "UQ0.16", Least: 16, Most: 16, With: []Happening{OnMessage}},
	{Name: "tag", Least: 8, Most: 32, With: []Happening{OnAck, OnMessage}},
	{Name: "hops", Least: 8, Most: 64, With: []Happening{OnAck}},
	{Name: "hop-queue", Unit: "B", Least: 32, Most: 64, With: []Happening{OnAck}, Hops: true},
	{Name: "hop-sent", Unit: "B", Least: 32, Most: 32, With: []Happening{OnAck}, Hops: true},
	{Name: "hop-at", Unit: "ns", Least: 32, Most: 32, With: []Happening{OnAck}, Hops: true},
	{Name: "hop-rate", Unit: "kb/s", Least: 32, Most: 64, With: []Happening{OnAck}, Hops: true},
}

var controls = []SlotInfo{
	{},
	{Name: "rate", Unit: "kb/s", Least: 32, Most: 64},
	{Name: "message-rate", Unit: "kb/s", Least: 32, Most: 64},
	{Name: "window", Unit: "B", Least: 32, Most: 64},
	{Name: "send-cnp", Least: 1, Most: 1},
	{Name: "cnp-marked", Unit: "packets", Least: 8, Most: 64},
	{Name: "tag", Least: 8, Most: 32},
}

// units is the closed list of //ccgen:unit.
var units = []string{"ns", "us", "kb/s", "B", "ns/B", "packets", "CNPs", "ACKs", "messages", "stages", "steps", "choices",
	"bits", "index", "flags"}

// UnitNames returns the units that //ccgen:unit takes.
func UnitNames() []string { return slices.Clone(units) }
