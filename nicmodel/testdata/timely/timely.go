// Package timely is a congestion control by the gradient of the round-trip time, after
// algorithm 1 of Mittal et al., "TIMELY: RTT-based Congestion Control for the Datacenter"
// (SIGCOMM 2015), with nothing but integers.
//
// Nothing is divided by a variable, since a NIC has no divider. The gradient is divided
// by the least RTT, a parameter: whoever sets it gives its reciprocal. The cut above the
// high threshold divides by the RTT of the moment, whose reciprocal [fixedpoint.RecipNorm]
// makes of four multiplications.
package timely

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
	// CalmSamples is how many samples in a row without a growing RTT make the increase
	// larger, and [CalmAdds] how many additions it then is.
	CalmSamples = 5
	CalmAdds    = 5
)

// Params are the parameters of all connections of a port.
type Params struct {
	// Line is the rate of the port, the most of a connection.
	//
	//ccgen:range 1..MaxRate
	//ccgen:unit kb/s
	Line uint32
	// Least is the lowest rate of a connection.
	//
	//ccgen:range 1..Line
	//ccgen:unit kb/s
	Least uint32
	// Start is the rate with which a connection begins.
	//
	//ccgen:range Least..Line
	//ccgen:unit kb/s
	Start uint32
	// Add is what one increase adds, delta.
	//
	//ccgen:range 1..1<<24
	//ccgen:unit kb/s
	Add uint32
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
	// Segment is how many acknowledged bytes make a sample: the RTT of their last packet.
	//
	//ccgen:range 1..1<<20
	//ccgen:unit B
	Segment uint32
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
	// RTT is that of the last sample, 0 before the first.
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
	// Acked is how many bytes were acknowledged since the last sample.
	//
	//ccgen:range 0..1<<20
	//ccgen:unit B
	Acked uint32
	// Calm is how many samples in a row had no positive gradient, at most [CalmSamples].
	//
	//ccgen:range 0..CalmSamples
	//ccgen:unit steps
	//ccgen:show calm
	Calm uint8
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
}

// Output is what the NIC does then.
type Output struct {
	// Rate is the rate to send with.
	//
	//ccgen:control rate
	Rate uint32
}

// Init begins a connection.
func Init(p *Params, s *State) {
	*s = State{Rate: p.Start}
}

// First returns what is in force before the first event.
func First(p *Params, s *State) Output {
	return Output{Rate: s.Rate}
}

// Step takes an acknowledgement.
//
//ccgen:transducer timely init=Init first=First
func Step(p *Params, s *State, e *Event) Output {
	acked := s.Acked + min(e.Acked, p.Segment)
	if acked < p.Segment {
		s.Acked = acked
		return Output{Rate: s.Rate}
	}
	s.Acked = 0
	rtt := min(e.RTT, MaxRTT)
	if s.RTT != 0 {
		s.Gradient = mean(s.Gradient, (int32(rtt)-int32(s.RTT))*(1<<GradientBits), p.Weight)
	}
	s.RTT = rtt
	sample(p, s, rtt)
	return Output{Rate: s.Rate}
}

// sample makes the new rate.
func sample(p *Params, s *State, rtt uint32) {
	switch {
	case rtt < p.Low:
		add(p, s, 1)
	case rtt > p.High:
		s.Calm = 0
		cut(p, s, excess(p.High, rtt))
	case s.Gradient > 0:
		s.Calm = 0
		// A share in UQ0.16: ns with [GradientBits], times UQ0.32.
		cut(p, s, fixedpoint.MulShiftDown(uint32(s.Gradient), p.PerMinRTT, GradientBits+32-16))
	case s.Calm+1 < CalmSamples:
		s.Calm++
		add(p, s, 1)
	default:
		s.Calm = CalmSamples
		add(p, s, CalmAdds)
	}
}

// add increases the rate by some additions, to the port's at most.
//
//ccgen:range times 1..CalmAdds
func add(p *Params, s *State, times uint32) {
	s.Rate = min(s.Rate+p.Add*times, p.Line)
}

// cut takes [Beta] times a share, UQ16.16, off the rate: all of it at most, and never below the
// lowest.
func cut(p *Params, s *State, share uint32) {
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
