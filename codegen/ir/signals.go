package ir

import (
	"slices"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/enum"
)

// This file holds the closed lists of the contract between an algorithm and what drives it
// (docs/subset.md): what happens at a NIC, what the driver says about it, and what it takes
// back. The names in the source are those of String.

// NICEventKind is what happens at a NIC: //ccgen:event.
type NICEventKind uint8

// The kinds of NIC events. Each but OnTimer belongs to at most one kind of an event type.
const (
	NoNICEvent NICEventKind = iota // a kind that no NIC brings
	OnTimer                        // a timer of the algorithm's own ended
	OnSent                         // packets of the connection left
	OnCNP                          // congestion notification packets came
	OnAck                          // an acknowledgement of new data came
	OnNack                         // the receiver reported a gap
	OnTimeout                      // no acknowledgement came for too long
	OnMessage                      // a whole message was acknowledged
	OnPacket                       // packets came in: at a notification point
)

var nicEventKindNames = []string{"", "timer", "sent", "cnp", "ack", "nack", "timeout", "message", "packet"}

// String returns the name, as in "cnp".
func (h NICEventKind) String() string {
	if h == NoNICEvent {
		return ""
	}
	return enum.Name(h, nicEventKindNames...)
}

// ParseNICEventKind returns the NIC event of a name.
func ParseNICEventKind(name string) (NICEventKind, bool) {
	i := slices.Index(nicEventKindNames[1:], name)
	return NICEventKind(i + 1), i >= 0
}

// NICEventKindNames returns the names of all NIC events.
func NICEventKindNames() []string { return slices.Clone(nicEventKindNames[1:]) }

// Signal is what a driver says about a NIC event: //ccgen:signal.
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
	SignalNackRTT
	SignalAckedPackets
	SignalForwardHops
	SignalSentAt // the four time stamps of an answer, in order
	SignalArrivedAt
	SignalAnsweredAt
	SignalReturnedAt
	SignalRxLevel
	SignalRefused
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
	ControlFabricWindow
	ControlNICWindow
	ControlGap
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
	Name     string
	Unit     string         // of UnitNames; "" if it has none
	Format   string         // Q format, or ""
	Min, Max int            // bits of the unsigned integers that may hold it; 1 and 1 for a bool
	With     []NICEventKind // the NIC events that give the signal; nil for all
	Hops     bool           // of an array, an element for each hop: 1 to MaxHops
	Optional bool           // 0 where a source does not show it
}

// Given reports whether a NIC event gives the signal.
func (s SlotInfo) Given(h NICEventKind) bool { return s.With == nil || slices.Contains(s.With, h) }

// Fits reports whether a value of the type can hold the signal or control.
func (s SlotInfo) Fits(t *Type) bool {
	if s.Max == 1 {
		return t.Kind == Bool
	}
	if s.Hops {
		if t.Kind != Array || t.Len > MaxHops {
			return false
		}
		t = t.Elem
	}
	return t.Kind.IsInteger() && !t.Kind.IsSigned() && t.Kind.Bits() >= s.Min && t.Kind.Bits() <= s.Max
}

func slotNames(list []SlotInfo) []string {
	return collect.Of(list[1:], func(s SlotInfo) string { return s.Name })
}

var signals = []SlotInfo{
	{},
	{Name: "now", Unit: "ns", Min: 32, Max: 32},
	{Name: "kind", Min: 8, Max: 32},
	{Name: "bytes", Unit: "B", Min: 32, Max: 64, With: []NICEventKind{OnSent}},
	{Name: "packets", Unit: "packets", Min: 8, Max: 64, With: []NICEventKind{OnSent}},
	{Name: "cnps", Unit: "CNPs", Min: 8, Max: 64, With: []NICEventKind{OnCNP}},
	{Name: "marked", Unit: "packets", Min: 8, Max: 64, With: []NICEventKind{OnCNP, OnAck, OnPacket}},
	{Name: "acked", Unit: "B", Min: 32, Max: 64, With: []NICEventKind{OnAck}},
	{Name: "unacked", Unit: "B", Min: 32, Max: 64, With: []NICEventKind{OnAck}},
	{Name: "rtt", Unit: "ns", Min: 32, Max: 64, With: []NICEventKind{OnAck}},
	{Name: "lost", Unit: "packets", Min: 8, Max: 64, With: []NICEventKind{OnNack, OnTimeout}},
	{Name: "length", Unit: "B", Min: 32, Max: 64, With: []NICEventKind{OnMessage}},
	{Name: "departed", Unit: "ns", Min: 32, Max: 32, With: []NICEventKind{OnMessage}},
	{Name: "marked-share", Format: "UQ0.16", Min: 16, Max: 16, With: []NICEventKind{OnMessage}},
	{Name: "tag", Min: 8, Max: 32, With: []NICEventKind{OnAck, OnMessage}},
	{Name: "hops", Min: 8, Max: 64, With: []NICEventKind{OnAck}},
	{Name: "hop-queue", Unit: "B", Min: 32, Max: 64, With: []NICEventKind{OnAck}, Hops: true},
	{Name: "hop-sent", Unit: "B", Min: 32, Max: 32, With: []NICEventKind{OnAck}, Hops: true},
	{Name: "hop-at", Unit: "ns", Min: 32, Max: 32, With: []NICEventKind{OnAck}, Hops: true},
	{Name: "hop-rate", Unit: "kb/s", Min: 32, Max: 64, With: []NICEventKind{OnAck}, Hops: true},
	{Name: "nack-rtt", Unit: "ns", Min: 32, Max: 64, With: []NICEventKind{OnNack}, Optional: true},
	{Name: "acked-packets", Unit: "packets", Min: 8, Max: 64, With: []NICEventKind{OnAck}},
	{Name: "forward-hops", Min: 8, Max: 64, With: []NICEventKind{OnAck, OnNack}},
	{Name: "sent-at", Unit: "ns", Min: 32, Max: 32, With: []NICEventKind{OnAck, OnNack}},
	{Name: "arrived-at", Unit: "ns", Min: 32, Max: 32, With: []NICEventKind{OnAck, OnNack}},
	{Name: "answered-at", Unit: "ns", Min: 32, Max: 32, With: []NICEventKind{OnAck, OnNack}},
	{Name: "returned-at", Unit: "ns", Min: 32, Max: 32, With: []NICEventKind{OnAck, OnNack}},
	{Name: "rx-level", Format: "UQ0.16", Min: 16, Max: 16, With: []NICEventKind{OnAck, OnNack}},
	{Name: "refused", Unit: "packets", Min: 8, Max: 64, With: []NICEventKind{OnNack}},
}

var controls = []SlotInfo{
	{},
	{Name: "rate", Unit: "kb/s", Min: 32, Max: 64},
	{Name: "message-rate", Unit: "kb/s", Min: 32, Max: 64},
	{Name: "window", Unit: "B", Min: 32, Max: 64},
	{Name: "send-cnp", Min: 1, Max: 1},
	{Name: "cnp-marked", Unit: "packets", Min: 8, Max: 64},
	{Name: "tag", Min: 8, Max: 32},
	{Name: "fabric-window", Unit: "packets", Min: 8, Max: 64},
	{Name: "nic-window", Unit: "packets", Min: 8, Max: 64},
	{Name: "gap", Unit: "ns", Min: 32, Max: 64},
}

// units is the closed list of //ccgen:unit.
var units = []string{"ns", "us", "kb/s", "B", "ns/B", "packets", "CNPs", "ACKs", "messages", "stages", "steps", "choices",
	"bits", "index", "flags"}

// UnitNames returns the units that //ccgen:unit takes.
func UnitNames() []string { return slices.Clone(units) }
