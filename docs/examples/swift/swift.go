// Package swift is a congestion control by a target of the delay, after algorithm 1 of Kumar
// et al., "Swift: Delay is Simple and Effective for Congestion Control in the Datacenter"
// (SIGCOMM 2020), with nothing but integers: the fabric's window, with the scaling of the
// target by hops and flows (section 3.5) and pacing below one packet.
//
// Nothing is divided by a variable. The three quotients of a step, by the RTT, by the window
// and by the root of the window, are products with reciprocals of fixedpoint.
package swift

import (
	"math/bits"

	"smartnic-cc/fixedpoint"
)

const (
	// MaxRate is the largest rate in kb/s.
	MaxRate = (1 << 31) - 1
	// MaxRTT is the largest RTT in ns, 67 ms. A longer one is taken as this.
	MaxRTT = (1 << 26) - 1
	// WindowBits are the fractional bits of a window.
	WindowBits = 8
	// MaxWindow is the largest window, 8 MiB less a 256th of a byte.
	MaxWindow = (1 << 31) - 1
	// LeastWindow is the smallest window, a byte, so that its product with [Pace] keeps 15 bits.
	LeastWindow = 1 << WindowBits
	// MaxAcked is how many bytes one acknowledgement counts for, at most.
	MaxAcked = 1 << 17
	// MaxPacket is the largest packet.
	MaxPacket = 1 << 14
)

// Params are the parameters of all connections of a port.
type Params struct {
	// Line is the rate of the port, in force while the window holds a packet.
	//
	//ccgen:range 1..MaxRate
	//ccgen:unit kb/s
	Line uint32
	// Pace is the rate in kb/s that a window of a byte and an RTT of a ns make: 8,000,000
	// times the bytes of a packet on the wire for each of its payload.
	//
	//ccgen:range 8000000..1<<24
	Pace uint32
	// Packet is the payload of a packet, in which the paper counts its windows.
	//
	//ccgen:range 1..MaxPacket
	//ccgen:unit B
	Packet uint32
	// Start is the window with which a connection begins.
	//
	//ccgen:range Least..Most
	//ccgen:unit B
	//ccgen:format UQ24.8
	Start uint32
	// Least is the smallest window, min_cwnd.
	//
	//ccgen:range LeastWindow..Most
	//ccgen:unit B
	//ccgen:format UQ24.8
	Least uint32
	// Most is the largest window, max_cwnd.
	//
	//ccgen:range LeastWindow..MaxWindow
	//ccgen:unit B
	//ccgen:format UQ24.8
	Most uint32
	// Base is the target delay without hops and with few flows, base_target.
	//
	//ccgen:range 0..MaxRTT
	//ccgen:unit ns
	Base uint32
	// Hop is what a hop adds to the target.
	//
	//ccgen:range 0..1<<20
	//ccgen:unit ns
	Hop uint32
	// Alpha is how strongly the target grows with the inverse root of the window: ns times
	// the root of a byte, fs_range / (1/sqrt(fs_min_cwnd) - 1/sqrt(fs_max_cwnd)), windows in
	// bytes.
	Alpha uint32
	// Offset is what is taken off that: [Alpha] / sqrt(fs_max_cwnd), the paper's -beta of the
	// target.
	//
	//ccgen:range 0..MaxRTT
	//ccgen:unit ns
	Offset uint32
	// Range is the most that the window adds to the target, fs_range.
	//
	//ccgen:range 0..MaxRTT
	//ccgen:unit ns
	Range uint32
	// Add is how many packets a window grows in an RTT, ai.
	//
	//ccgen:format UQ8.8
	Add uint16
	// Beta is how strongly the window is cut.
	//
	//ccgen:format UQ0.16
	Beta uint16
	// MaxCut is the largest share that one cut takes off, max_mdf.
	//
	//ccgen:format UQ0.16
	MaxCut uint16
	// Timeouts is how many timeouts in a row set the smallest window, RETX_RESET_THRESHOLD.
	//
	//ccgen:range 1..255
	Timeouts uint8
}

// State is the state of one connection: 16 bytes.
//
//ccgen:size 16
type State struct {
	// Window is the window of the fabric, fcwnd.
	//
	//ccgen:range LeastWindow..MaxWindow
	//ccgen:unit B
	//ccgen:format UQ24.8
	//ccgen:show cwnd
	Window uint32
	// RTT is that of the last acknowledgement, 0 before the first.
	//
	//ccgen:range 0..MaxRTT
	//ccgen:unit ns
	//ccgen:show rtt
	RTT uint32
	// CutAt is when the window last became smaller, if it did.
	//
	//ccgen:unit ns
	CutAt fixedpoint.Time
	// Timeouts is how many timeouts there were in a row, at most the parameter.
	//
	//ccgen:unit steps
	Timeouts uint8
	// Cut: [CutAt] counts.
	Cut bool
}

// EventKind is what happened. The numbers are the order of events of one instant.
type EventKind uint8

// The events.
const (
	// EventAck is an acknowledgement.
	//
	//ccgen:event ack
	EventAck EventKind = iota
	// EventGap is a gap that the receiver reported: the paper's fast recovery.
	//
	//ccgen:event nack
	EventGap
	// EventTimeout is a retransmission timeout.
	//
	//ccgen:event timeout
	EventTimeout
)

// Event is what happened, and when.
type Event struct {
	// Now is the time.
	//
	//ccgen:signal now
	Now fixedpoint.Time
	// RTT is that of the packet that is acknowledged: the delay.
	//
	//ccgen:signal rtt
	RTT uint32
	// Acked is how many bytes are newly acknowledged.
	//
	//ccgen:signal acked
	Acked uint32
	// Hops is how many switches the packet passed.
	//
	//ccgen:signal hops
	Hops uint8
	// Kind is what happened.
	//
	//ccgen:signal kind
	Kind EventKind
}

// Output is what the NIC does then.
type Output struct {
	// Rate is that of the port, or less if the window is below a packet.
	//
	//ccgen:control rate
	Rate uint32
	// Window is how much payload may be unacknowledged. The NIC sends one packet, whatever it
	// says.
	//
	//ccgen:control window
	Window uint32
}

// Init begins a connection.
func Init(p *Params, s *State) {
	*s = State{Window: p.Start}
}

// First returns what is in force before the first event.
func First(p *Params, s *State) Output {
	return output(p, s)
}

// Step takes one event.
//
//ccgen:transducer swift init=Init first=First
func Step(p *Params, s *State, e *Event) Output {
	before := s.Window
	switch e.Kind {
	case EventAck:
		s.Timeouts = 0
		s.RTT = max(min(e.RTT, MaxRTT), 1)
		ack(p, s, e)
	case EventGap:
		s.Timeouts = 0
		if free(s, e.Now) {
			s.Window = less(s.Window, uint32(p.MaxCut))
		}
	case EventTimeout:
		timeout(p, s, e.Now)
	}
	s.Window = max(min(s.Window, p.Most), p.Least)
	if s.Window < before {
		s.CutAt = e.Now
		s.Cut = true
	}
	return output(p, s)
}

// free reports whether the last cut is an RTT ago, so that the window may be cut again.
func free(s *State, now fixedpoint.Time) bool {
	return !s.Cut || now.Since(s.CutAt) >= s.RTT
}

// ack adds to the window while the delay is below the target, and cuts it from there on.
func ack(p *Params, s *State, e *Event) {
	goal := target(p, s.Window, e.Hops)
	switch {
	case s.RTT < goal:
		s.Window = more(p, s.Window, min(e.Acked, MaxAcked))
	case free(s, e.Now):
		share := fixedpoint.MulShiftDown(excess(goal, s.RTT), uint32(p.Beta), 16)
		s.Window = less(s.Window, min(share, uint32(p.MaxCut)))
	}
}

// timeout cuts the window, or sets the smallest after many in a row.
func timeout(p *Params, s *State, now fixedpoint.Time) {
	if s.Timeouts < p.Timeouts {
		s.Timeouts++
	}
	switch {
	case s.Timeouts >= p.Timeouts:
		s.Window = p.Least
	case free(s, now):
		s.Window = less(s.Window, uint32(p.MaxCut))
	}
}

// target returns the target delay in ns: [Base], [Hop] for each hop, and a part that grows from 0
// to [Range] as the window falls from fs_max_cwnd to fs_min_cwnd. What the window adds lacks less
// than 2^-15.4 of itself and of [Offset], and a ns.
//
//ccgen:range window LeastWindow..MaxWindow
func target(p *Params, window uint32, hops uint8) uint32 {
	// The window is 2^8 too large as UQ16.16, and its root 2^4: 1/sqrt(bytes) is y 2^(k-42).
	y, k := fixedpoint.RSqrtRough(fixedpoint.UQ16x16(window))
	flows := fixedpoint.MulShiftDown(p.Alpha, y, 42-k)
	flows = min(flows-min(flows, p.Offset), p.Range)
	return p.Base + p.Hop*uint32(hops) + flows
}

// more returns a window that grows by [Add] packets in an RTT of acknowledgements, or below a
// packet by [Add] for each packet acknowledged.
//
//ccgen:range window LeastWindow..MaxWindow
//ccgen:range acked 0..MaxAcked
func more(p *Params, window, acked uint32) uint32 {
	add := fixedpoint.MulShiftDown(acked, uint32(p.Add), 0)
	if window >= p.Packet<<WindowBits {
		zeros := uint32(bits.LeadingZeros32(window))
		// Packet acked / window in bytes of UQ16.16: 2^24 over the window's integer.
		part := fixedpoint.MulShiftDown(p.Packet*acked, fixedpoint.RecipNorm(window<<zeros), 63-24-zeros)
		add = fixedpoint.MulShiftDown(part, uint32(p.Add), 16)
	}
	return fixedpoint.AddSatU32(window, add)
}

// less returns a window without a share of it, UQ0.16, rounded down.
//
//ccgen:range window LeastWindow..MaxWindow
//ccgen:range share 0..(1<<16)-1
func less(window, share uint32) uint32 {
	return fixedpoint.MulShiftDown(window, (1<<16)-share, 16)
}

// excess returns 1 - goal/rtt in UQ0.16, rounded up, of an rtt not below goal. The reciprocal
// lacks less than 2^-30 of itself.
//
//ccgen:range goal 0..MaxRTT
//ccgen:range rtt max(goal,1)..MaxRTT
func excess(goal, rtt uint32) uint32 {
	zeros := uint32(bits.LeadingZeros32(rtt))
	// 2^63 / (rtt 2^zeros), so that goal times it is goal/rtt with 63-zeros more bits.
	part := fixedpoint.MulShiftDown(goal, fixedpoint.RecipNorm(rtt<<zeros), 63-16-zeros)
	return (1 << 16) - min(part, 1<<16)
}

// output returns the window, and the port's rate or, below a packet, that of a packet each
// RTT / window (pacing_delay): less than it by 2^-15 of itself and a kb/s, and at least that.
func output(p *Params, s *State) Output {
	o := Output{Rate: p.Line, Window: s.Window >> WindowBits}
	if s.Window < p.Packet<<WindowBits && s.RTT > 0 {
		zeros := uint32(bits.LeadingZeros32(s.RTT))
		// The product has [WindowBits] less 15.
		part := fixedpoint.MulShiftDown(s.Window, p.Pace, 15)
		rate := fixedpoint.MulShiftDown(part, fixedpoint.RecipNorm(s.RTT<<zeros), 63-15+WindowBits-zeros)
		o.Rate = min(max(rate, 1), p.Line)
	}
	return o
}
