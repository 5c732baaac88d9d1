// Package timelyns3 is TIMELY as HPCC's public ns-3 simulator has it: one sample in a round
// trip, steps that grow with every increase in a row, and a window if one is wanted. Package
// timely has the rules of the paper (Mittal et al., SIGCOMM 2015).
//
// Nothing is divided by a variable: the gradient is divided by the least RTT, a parameter whose
// reciprocal is given, and the high threshold by the RTT with a reciprocal of fixedpoint.
package timelyns3

import (
	"math/bits"

	"smartnic-cc/fixedpoint"
)

const (
	// MaxRate is the largest rate in kb/s, so that the sum with an increase fits 32 bits.
	MaxRate = (1 << 31) - 1
	// MaxRTT is the largest RTT in ns, 67 ms, so that the gradient and its change fit 32
	// bits. A longer one is taken as this.
	MaxRTT = (1 << 26) - 1
	// GradientBits are the fractional bits of the gradient.
	GradientBits = 4
	// MaxGradient is the largest gradient.
	MaxGradient = MaxRTT << GradientBits
	// SmallSteps is how many increases in a row are small.
	SmallSteps = 5
	// Unlimited is the window where there is none.
	Unlimited = (1 << 32) - 1
	// PerRatio is 2^54 / 8,000,000 rounded up: a window of a kb/s and a ns has 1 / 8,000,000 B.
	PerRatio = 2251799814
)

// Params are the parameters of all connections of a port.
type Params struct {
	// Line is the rate of the port, the most of a connection, with which it begins.
	//
	//ccgen:range 1..MaxRate
	//ccgen:unit kb/s
	Line uint32
	// Least is the lowest rate of a connection.
	//
	//ccgen:range 1..Line
	//ccgen:unit kb/s
	Least uint32
	// Add is what a small increase adds, RATE_AI.
	//
	//ccgen:range 0..MaxRate
	//ccgen:unit kb/s
	Add uint32
	// AddMore is what one adds after [SmallSteps] in a row, RATE_HAI.
	//
	//ccgen:range 0..MaxRate
	//ccgen:unit kb/s
	AddMore uint32
	// Low is the RTT below which the rate always increases, T_low.
	//
	//ccgen:range 0..High
	//ccgen:unit ns
	Low uint32
	// High is the RTT above which the rate is always cut, T_high.
	//
	//ccgen:range 1..MaxRTT
	//ccgen:unit ns
	High uint32
	// PerMinRTT is 1 / the least RTT, by which the gradient is made a share: 2^32 / ns, here
	// of 1 us to 1 s.
	//
	//ccgen:range 4..4294967
	//ccgen:format UQ0.32
	PerMinRTT uint32
	// BaseRTT is that of the empty network, in which the window holds what the rate sends; 0 is no
	// window.
	//
	//ccgen:range 0..(1<<24)-1
	//ccgen:unit ns
	BaseRTT uint32
	// Weight is that of the newest difference in the gradient, alpha.
	//
	//ccgen:format UQ0.16
	Weight uint16
	// Beta is how strongly the rate is cut.
	//
	//ccgen:format UQ0.16
	Beta uint16
}

// State is the state of one connection: 20 bytes.
//
//ccgen:size 20
type State struct {
	// Rate is the rate.
	//
	//ccgen:range 1..MaxRate
	//ccgen:unit kb/s
	//ccgen:show rate
	Rate uint32
	// RTT is that of the last sample.
	//
	//ccgen:range 0..MaxRTT
	//ccgen:unit ns
	//ccgen:show rtt
	RTT uint32
	// Gradient is the weighted mean of the differences of two samples.
	//
	//ccgen:range -MaxGradient..MaxGradient
	//ccgen:unit ns
	//ccgen:format Q26.4
	//ccgen:show gradient
	Gradient int32
	// Left is how many bytes are to be acknowledged until all are that had left at the last sample.
	//
	//ccgen:unit B
	Left uint32
	// Steps is how many increases there were in a row, at most [SmallSteps].
	//
	//ccgen:range 0..SmallSteps
	//ccgen:unit steps
	//ccgen:show steps
	Steps uint8
	// Begun: there was a sample.
	Begun bool
}

// Event is an acknowledgement.
//
//ccgen:event ack
type Event struct {
	// Now is the time. The samples pace the algorithm, so that nothing depends on it.
	//
	//ccgen:signal now
	Now fixedpoint.Time
	// RTT is that of the packet that is acknowledged.
	//
	//ccgen:signal rtt
	RTT uint32
	// Acked is how many bytes are newly acknowledged.
	//
	//ccgen:signal acked
	Acked uint32
	// Unacked is how many bytes have left and are not acknowledged.
	//
	//ccgen:signal unacked
	Unacked uint32
}

// Output is what the NIC does then.
type Output struct {
	// Rate is the rate to send with.
	//
	//ccgen:control rate
	Rate uint32
	// Window is what it sends in a base RTT.
	//
	//ccgen:control window
	Window uint32
}

// Init begins a connection.
func Init(p *Params, s *State) {
	*s = State{Rate: p.Line}
}

// First returns what is in force before the first event.
func First(p *Params, s *State) Output {
	return output(p, s)
}

// Step takes an acknowledgement.
//
//ccgen:transducer timelyns3 init=Init first=First
func Step(p *Params, s *State, e *Event) Output {
	if s.Begun && e.Acked <= s.Left {
		s.Left = s.Left - e.Acked
		return output(p, s)
	}
	rtt := min(e.RTT, MaxRTT)
	if s.Begun {
		s.Gradient = mean(s.Gradient, (int32(rtt)-int32(s.RTT))*(1<<GradientBits), p.Weight)
		sample(p, s, rtt)
	}
	s.RTT = rtt
	s.Left = e.Unacked
	s.Begun = true
	return output(p, s)
}

// sample makes the new rate.
func sample(p *Params, s *State, rtt uint32) {
	switch {
	case rtt < p.Low:
		increase(p, s)
	case rtt > p.High:
		cut(p, s, excess(p.High, rtt))
	case s.Gradient > 0:
		// A share in UQ16.16: ns with [GradientBits], times UQ0.32.
		cut(p, s, fixedpoint.MulShiftDown(uint32(s.Gradient), p.PerMinRTT, GradientBits+32-16))
	default:
		increase(p, s)
	}
}

// increase adds a small or a large step, to the port's rate at most.
func increase(p *Params, s *State) {
	add := p.AddMore
	if s.Steps < SmallSteps {
		s.Steps++
		add = p.Add
	}
	s.Rate = min(fixedpoint.AddSatU32(s.Rate, add), p.Line)
}

// cut takes [Beta] times a share, UQ16.16, off the rate: all of it at most, and never below the
// lowest.
func cut(p *Params, s *State, share uint32) {
	s.Steps = 0
	off := min(fixedpoint.MulShiftDown(share, uint32(p.Beta), 16), 1<<16)
	s.Rate = max(fixedpoint.MulShiftDown(s.Rate, (1<<16)-off, 16), p.Least)
}

// excess returns 1 - high/rtt in UQ0.16, rounded up, of an rtt above high. The reciprocal
// lacks less than 2^-30 of itself.
//
//ccgen:range high 1..MaxRTT
//ccgen:range rtt high..MaxRTT
func excess(high, rtt uint32) uint32 {
	zeros := uint32(bits.LeadingZeros32(rtt))
	// 2^63 / (rtt 2^zeros), so that high times it is high/rtt with 63-zeros more bits.
	part := fixedpoint.MulShiftDown(high, fixedpoint.RecipNorm(rtt<<zeros), 63-16-zeros)
	return (1 << 16) - min(part, 1<<16)
}

// mean moves old towards sample by a share, UQ0.16, of what lies between them, rounded down.
//
//ccgen:range old -MaxGradient..MaxGradient
//ccgen:range sample -MaxGradient..MaxGradient
//ccgen:range return -MaxGradient..MaxGradient
func mean(old, sample int32, weight uint16) int32 {
	if sample >= old {
		return old + int32(fixedpoint.MulShiftDown(uint32(sample-old), uint32(weight), 16))
	}
	return old - int32(fixedpoint.MulShiftDown(uint32(old-sample), uint32(weight), 16))
}

// output returns the rate, and the window that it fills in a base RTT, rounded down: within
// 2^-30 of itself.
func output(p *Params, s *State) Output {
	if p.BaseRTT == 0 {
		return Output{Rate: s.Rate, Window: Unlimited}
	}
	wide := uint64(s.Rate) * uint64(p.BaseRTT)
	zeros := uint32(bits.LeadingZeros64(wide))
	return Output{Rate: s.Rate, Window: fixedpoint.MulShiftDown(uint32(wide<<zeros>>32), PerRatio, zeros+54-32)}
}
