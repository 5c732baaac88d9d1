// Package nscc is the sender-based congestion control of Ultra Ethernet, network-signal-based
// congestion control (NSCC, Ultra Ethernet specification 1.0, section 3.6.13), as the
// consortium's public simulator has it (uet-htsim, sim/uec.cpp), with nothing but integers: one
// window a connection, moved by the mark and the queueing delay of each acknowledgement.
//
// Nothing is divided by a variable. The two quotients, by the window and by the mean delay, are
// products with a reciprocal of fixedpoint; the rest are parameters.
package nscc

import (
	"math/bits"

	"smartnic-cc/fixedpoint"
)

const (
	// MaxRTT is the largest RTT in ns, 16.8 ms. A longer one is taken as this.
	MaxRTT = (1 << 24) - 1
	// DelayBits are the fractional bits of the mean delay.
	DelayBits = 8
	// MaxWindow is the largest window in bytes, 64 MiB less one.
	MaxWindow = (1 << 26) - 1
	// MaxAcked is how many bytes one acknowledgement counts for, at most.
	MaxAcked = 1 << 17
	// MaxPacket is the largest packet.
	MaxPacket = 1 << 14
	// IncreaseBits is how far the sum of increases is shifted down: it counts 256 bytes of a
	// byte acknowledged.
	IncreaseBits = 8
)

// Params are the parameters of all connections of a port.
type Params struct {
	// Packet is the payload of a packet, the smallest window.
	//
	//ccgen:range 1..MaxPacket
	//ccgen:unit B
	Packet uint32
	// BaseRTT is the RTT of the longest path without queues, with which a connection begins
	// (config_base_rtt). A shorter one that it measures takes its place.
	//
	//ccgen:range 1..MaxRTT
	//ccgen:unit ns
	BaseRTT uint32
	// MostPerNs is the largest window for each ns of the base RTT: 1.5 times the port's rate in
	// bytes a ns. A connection begins with this window.
	//
	//ccgen:range 1..1<<24
	//ccgen:format UQ16.16
	MostPerNs uint32
	// Target is the delay in queues from which a path is congested, target_qdelay.
	//
	//ccgen:range 1..MaxRTT
	//ccgen:unit ns
	Target uint32
	// Clear is the delay below which a path is empty: it counts for the fast increase.
	//
	//ccgen:range 0..MaxRTT
	//ccgen:unit ns
	Clear uint32
	// Alpha is the proportional increase in bytes of the window, for each window acknowledged
	// and each ns that the delay is below [Target].
	//
	//ccgen:format UQ8.24
	Alpha uint32
	// Fair is the fair increase, fi: what a window acknowledged adds to it at a delay of [Target]
	// or more.
	//
	//ccgen:range 0..1<<24
	//ccgen:unit B
	Fair uint32
	// Eta is what each [AdjustPeriod] adds, eta.
	//
	//ccgen:range 0..1<<20
	//ccgen:unit B
	Eta uint32
	// Fast is the fast increase for each byte acknowledged, fi_scale.
	//
	//ccgen:format UQ8.8
	Fast uint16
	// Gamma is how strongly the window is cut, gamma.
	//
	//ccgen:format UQ0.16
	Gamma uint16
	// MaxCut is the largest share that one cut takes off: 1 less max_md_jump.
	//
	//ccgen:format UQ0.16
	MaxCut uint16
	// Weight is that of the newest delay in the mean.
	//
	//ccgen:format UQ0.16
	Weight uint16
	// AdjustBytes is after how many acknowledged bytes increases come into force,
	// adjust_bytes_threshold.
	//
	//ccgen:range 0..1<<24
	//ccgen:unit B
	AdjustBytes uint32
	// AdjustPeriod is after how long they do at the latest, adjust_period_threshold.
	//
	//ccgen:range 0..1<<30
	//ccgen:unit ns
	AdjustPeriod uint32
	// Threshold is the delay above which the window is set to what arrives in an RTT,
	// qa_threshold.
	//
	//ccgen:range 0..MaxRTT
	//ccgen:unit ns
	Threshold uint32
	// LossDelay is the delay that a reported loss counts as in the mean.
	//
	//ccgen:range 0..MaxRTT
	//ccgen:unit ns
	LossDelay uint32
	// Gate is how far below the largest window that has to be: by 2^[Gate], qa_gate.
	//
	//ccgen:range 0..31
	//ccgen:unit bits
	Gate uint8
}

// State is the state of one connection: 52 bytes.
//
//ccgen:size 52
type State struct {
	// Window is the window.
	//
	//ccgen:range 1..MaxWindow
	//ccgen:unit B
	//ccgen:show cwnd
	Window uint32
	// BaseRTT is the smallest RTT so far, at most the parameter.
	//
	//ccgen:range 1..MaxRTT
	//ccgen:unit ns
	//ccgen:show base-rtt
	BaseRTT uint32
	// Delay is the mean delay in queues.
	//
	//ccgen:range 0..MaxRTT<<DelayBits
	//ccgen:unit ns
	//ccgen:format UQ24.8
	//ccgen:show delay
	Delay uint32
	// Achieved is how many bytes were acknowledged since [QuickAt] was set, achieved_bytes.
	//
	//ccgen:unit B
	Achieved uint32
	// Received is how many since increases last came into force, received_bytes.
	//
	//ccgen:unit B
	Received uint32
	// Ignore is how many bytes are still to be acknowledged until marks count again:
	// bytes_to_ignore less bytes_ignored.
	//
	//ccgen:range 0..MaxWindow
	//ccgen:unit B
	Ignore uint32
	// Empty is how many bytes in a row were acknowledged with a delay below [Clear], fi_count.
	//
	//ccgen:unit B
	Empty uint32
	// Increase is what is added to the window times the window when increases come into force,
	// inc_bytes, in 2^[IncreaseBits] B^2.
	Increase uint32
	// QuickAt is when the window may next be set to what arrives, qa_endtime.
	//
	//ccgen:unit ns
	QuickAt fixedpoint.Time
	// AdjustedAt is when [Eta] was last added.
	//
	//ccgen:unit ns
	AdjustedAt fixedpoint.Time
	// CutAt is when the window was last cut for the delay.
	//
	//ccgen:unit ns
	CutAt fixedpoint.Time
	// Quick: [QuickAt] was set.
	Quick bool
	// Adjusted: [AdjustedAt] was set.
	Adjusted bool
	// Cut: [CutAt] was set.
	Cut bool
	// Lost: a loss was reported since the window was last set to what arrives, trigger_qa.
	Lost bool
	// Fast: the fast increase goes on.
	//
	//ccgen:show fast
	Fast bool
}

// EventKind is what happened. The numbers are the order of events of one instant.
type EventKind uint8

// The events.
const (
	// EventAck is an acknowledgement: NSCC.OnACK.
	//
	//ccgen:event ack
	EventAck EventKind = iota
	// EventGap is a gap that the receiver reported: NSCC.OnNACK.
	//
	//ccgen:event nack
	EventGap
	// EventTimeout is a retransmission timeout: NSCC.OnInferredLoss.
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
	// RTT is that of the packet that is acknowledged, 0 where it is unknown: which of several
	// copies the acknowledgement is of cannot be told.
	//
	//ccgen:signal rtt
	RTT uint32
	// Acked is how many bytes are newly acknowledged.
	//
	//ccgen:signal acked
	Acked uint32
	// Marked is how many packets the acknowledgement reports as marked.
	//
	//ccgen:signal marked
	Marked uint16
	// Lost is how many packets are lost.
	//
	//ccgen:signal lost
	Lost uint16
	// NackRTT is the RTT of a packet that is reported missing, 0 where it is unknown.
	//
	//ccgen:signal nack-rtt
	NackRTT uint32
	// Kind is what happened.
	//
	//ccgen:signal kind
	Kind EventKind
}

// Output is what the NIC does then.
type Output struct {
	// Window is how much payload may be unacknowledged.
	//
	//ccgen:control window
	Window uint32
}

// Init begins a connection with the largest window.
func Init(p *Params, s *State) {
	window := most(p, p.BaseRTT)
	*s = State{Window: window, BaseRTT: p.BaseRTT}
}

// First returns what is in force before the first event.
func First(p *Params, s *State) Output {
	return Output{Window: s.Window}
}

// Step takes one event.
//
//ccgen:transducer nscc init=Init first=First
func Step(p *Params, s *State, e *Event) Output {
	lost := uint32(e.Lost) * p.Packet
	switch e.Kind {
	case EventAck:
		ack(p, s, e)
	case EventGap:
		// A header that a switch trimmed comes back faster than data: from then on every delay is longer.
		base(s, e.NackRTT)
		s.Ignore -= min(s.Ignore, lost)
		s.Delay = mean(s.Delay, p.LossDelay<<DelayBits, p.Weight)
		s.Lost = true
		// A loss counts as a mark without delay.
		adapted := quick(p, s, e.Now, true, 0)
		if !adapted {
			largest := most(p, s.BaseRTT)
			s.Window = max(min(s.Window-min(s.Window, lost), largest), p.Packet)
		}
	case EventTimeout:
		s.Window = max(s.Window-min(s.Window, lost), p.Packet)
	}
	return Output{Window: s.Window}
}

// ack takes an acknowledgement: one of four cases by mark and delay, unless the window has just
// been set to what arrives; then the increases that are due.
func ack(p *Params, s *State, e *Event) {
	acked := min(e.Acked, MaxAcked)
	marked := e.Marked > 0
	s.Achieved = fixedpoint.AddSatU32(s.Achieved, acked)
	s.Received = fixedpoint.AddSatU32(s.Received, acked)
	s.Ignore -= min(s.Ignore, acked)
	delay := s.Delay >> DelayBits
	if e.RTT > 0 {
		delay = queues(p, s, e.RTT, marked)
	}
	adapted := quick(p, s, e.Now, marked, delay)
	if adapted {
		return
	}
	switch {
	case marked && delay >= p.Target:
		cut(p, s, e.Now)
	case marked:
		// A queue that marks and does not delay yet: another path is the remedy, not the window.
	case delay >= p.Target:
		s.Increase = fixedpoint.AddSatU32(s.Increase, fixedpoint.MulShiftDown(p.Fair, acked, IncreaseBits))
	default:
		proportional(p, s, acked, delay)
	}
	adjust(p, s, e.Now)
	largest := most(p, s.BaseRTT)
	s.Window = max(min(s.Window, largest), p.Packet)
}

// base lowers the base RTT to an RTT that is below it and not 0: update_base_rtt.
func base(s *State, rtt uint32) {
	if rtt > 0 {
		s.BaseRTT = min(s.BaseRTT, rtt)
	}
}

// queues returns the delay of an RTT that is not 0, and takes it, or the base RTT, into the mean:
// update_delay.
//
//ccgen:range return 0..MaxRTT
func queues(p *Params, s *State, rtt uint32, marked bool) uint32 {
	base(s, rtt)
	delay := min(rtt, MaxRTT) - s.BaseRTT
	sample := delay
	if !marked && delay > p.Target {
		sample = s.BaseRTT >> 2
	}
	s.Delay = mean(s.Delay, sample<<DelayBits, p.Weight)
	return delay
}

// quick sets the window to what was acknowledged in the last RTT, if that is far below the
// largest window and the delay above [Threshold] or something was lost; it looks at that each
// [BaseRTT] + [Target]. The marks of what is in flight then are of the queue that it has just
// reacted to: it reports true for them, and where it sets the window.
//
//ccgen:range delay 0..MaxRTT
func quick(p *Params, s *State, now fixedpoint.Time, marked bool, delay uint32) bool {
	done := false
	largest := most(p, s.BaseRTT)
	switch {
	case marked && s.Ignore > 0:
		done = true
	case !s.Quick || s.QuickAt.Since(now) > p.BaseRTT+p.Target:
		// [QuickAt] is never farther ahead than that: it is past.
		if s.Quick && (s.Lost || delay > p.Threshold) && s.Achieved < largest>>p.Gate {
			// What is in flight is not told. It is a window, of a connection with data to send.
			s.Ignore = s.Window
			s.Window = max(min(s.Achieved, MaxWindow), p.Packet)
			s.Lost = false
			done = true
		}
		s.Achieved = 0
		s.QuickAt = now.Add(s.BaseRTT + p.Target)
		s.Quick = true
	}
	if done {
		s.Increase = 0
		s.Received = 0
	}
	return done
}

// proportional increases by what the delay is below [Target]; while the path has been empty for a
// whole window, by a share of what is acknowledged.
//
//ccgen:range acked 0..MaxAcked
//ccgen:range delay 0..p.Target
func proportional(p *Params, s *State, acked, delay uint32) {
	if delay < p.Clear {
		s.Empty = fixedpoint.AddSatU32(s.Empty, acked)
		if s.Fast || s.Empty > s.Window {
			s.Window = s.Window + fixedpoint.MulShiftDown(acked, uint32(p.Fast), 8)
			s.Fast = true
			return
		}
	} else {
		s.Empty = 0
	}
	s.Fast = false
	// Bytes with 4 bits below the point.
	add := fixedpoint.MulShiftDown(p.Alpha, p.Target-delay, 24-4)
	s.Increase = fixedpoint.AddSatU32(s.Increase, fixedpoint.MulShiftDown(add, acked, 4+IncreaseBits))
}

// cut takes [Gamma] times the share of the mean delay that is above [Target] off the window, at most
// [MaxCut] and once in a base RTT.
func cut(p *Params, s *State, now fixedpoint.Time) {
	s.Fast = false
	s.Empty = 0
	goal := p.Target << DelayBits
	if s.Delay <= goal || s.Cut && now.Since(s.CutAt) <= s.BaseRTT {
		return
	}
	off := min(fixedpoint.MulShiftDown(excess(goal, s.Delay), uint32(p.Gamma), 16), uint32(p.MaxCut))
	s.Window = max(fixedpoint.MulShiftDown(s.Window, (1<<16)-off, 16), p.Packet)
	s.CutAt = now
	s.Cut = true
}

// adjust adds the increases since the last time, divided by the window, after [AdjustBytes] or
// [AdjustPeriod], and [Eta] after [AdjustPeriod].
func adjust(p *Params, s *State, now fixedpoint.Time) {
	since := now.Since(s.AdjustedAt)
	if s.Received <= p.AdjustBytes && s.Adjusted && since <= p.AdjustPeriod {
		return
	}
	zeros := uint32(bits.LeadingZeros32(s.Window))
	// 2^63 / (the window 2^zeros), and [IncreaseBits] of the sum. It lacks a byte at most.
	add := fixedpoint.MulShiftDown(s.Increase, fixedpoint.RecipNorm(s.Window<<zeros), 63-IncreaseBits-zeros)
	s.Window = fixedpoint.AddSatU32(s.Window, add)
	if !s.Adjusted || since >= p.AdjustPeriod {
		s.Window = fixedpoint.AddSatU32(s.Window, p.Eta)
		s.AdjustedAt = now
		s.Adjusted = true
	}
	s.Increase = 0
	s.Received = 0
}

// most returns the largest window: [MostPerNs] for each ns of the base RTT, a packet at least.
//
//ccgen:range base 1..MaxRTT
//ccgen:range return 1..MaxWindow
func most(p *Params, base uint32) uint32 {
	return max(min(fixedpoint.MulShiftDown(base, p.MostPerNs, 16), MaxWindow), p.Packet)
}

// mean moves old towards sample by a share, UQ0.16, of what lies between them, rounded down.
//
//ccgen:range old 0..MaxRTT<<DelayBits
//ccgen:range sample 0..MaxRTT<<DelayBits
//ccgen:range return 0..MaxRTT<<DelayBits
func mean(old, sample uint32, weight uint16) uint32 {
	if sample >= old {
		return old + fixedpoint.MulShiftDown(sample-old, uint32(weight), 16)
	}
	return old - fixedpoint.MulShiftDown(old-sample, uint32(weight), 16)
}

// excess returns 1 - goal/delay in UQ0.16, rounded up, of a delay above goal. The reciprocal
// lacks less than 2^-30 of itself.
//
//ccgen:range goal 1..MaxRTT<<DelayBits
//ccgen:range delay goal..MaxRTT<<DelayBits
func excess(goal, delay uint32) uint32 {
	zeros := uint32(bits.LeadingZeros32(delay))
	// 2^63 / (delay 2^zeros), so that goal times it is goal/delay with 63-zeros more bits.
	part := fixedpoint.MulShiftDown(goal, fixedpoint.RecipNorm(delay<<zeros), 63-16-zeros)
	return (1 << 16) - min(part, 1<<16)
}
