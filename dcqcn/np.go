package dcqcn

import "smartnic-cc/fixedpoint"

// NPParams are the parameters of a notification point.
type NPParams struct {
	// Interval is the least time between two CNPs of a flow, ns; 0 sends one for
	// every marked packet.
	//
	//ccgen:unit ns
	Interval uint32
}

// NPState is the state of the notification point of one flow: 8 bytes.
//
//ccgen:size 8
type NPState struct {
	// LastCNP is when the last CNP left, if [Sent] is set; else 0.
	LastCNP fixedpoint.Time
	// Marked counts the marked packets since the last CNP; saturates at [MaxMarked].
	//
	//ccgen:range 0..MaxMarked
	//ccgen:unit packets
	Marked uint8
	// Sent: a CNP has left.
	Sent bool
}

// MaxMarked is the largest number of marked packets that a CNP can report: the
// seven reserved bits of its BTH (Dolce-RC, section IV-B).
const MaxMarked = 127

// NPEvent is the arrival of packets of a flow.
//
//ccgen:event packet
type NPEvent struct {
	// Now is the time of arrival.
	//
	//ccgen:signal now
	Now fixedpoint.Time
	// Marked is the number of them that carry the ECN mark CE; more than [MaxMarked]
	// count as [MaxMarked].
	//
	//ccgen:signal marked
	Marked uint8
}

// NPOutput is what the notification point sends.
type NPOutput struct {
	// CNP: send a CNP now.
	//
	//ccgen:control send-cnp
	CNP bool
	// Marked is the number of marked packets since the CNP before, at most [MaxMarked],
	// for its BTH; 0 without a CNP, else at least 1.
	//
	//ccgen:range 0..MaxMarked
	//ccgen:control cnp-marked
	Marked uint8
}

// InitNP sets the state of a flow that has seen no mark.
func InitNP(p *NPParams, s *NPState) { *s = NPState{} }

// StepNP is the notification point as a transducer: a marked packet brings a CNP
// unless one left less than [Interval] ago (Zhu et al.: at most one CNP an
// interval and flow). Marks within the interval are counted for the next
// CNP; they bring none by themselves when the interval ends.
//
// Time wraps at 2^32 ns: a flow whose last CNP is k * 4.295 s ago, give or take an
// interval, may wait one interval longer than it should.
//
//ccgen:transducer dcqcnnp init=InitNP
func StepNP(p *NPParams, s *NPState, e *NPEvent) NPOutput {
	if e.Marked == 0 {
		return NPOutput{}
	}
	s.Marked = min(s.Marked+min(e.Marked, MaxMarked), MaxMarked)
	if s.Sent && e.Now.Since(s.LastCNP) < p.Interval {
		return NPOutput{}
	}
	out := NPOutput{CNP: true, Marked: s.Marked}
	s.LastCNP = e.Now
	s.Sent = true
	s.Marked = 0
	return out
}
