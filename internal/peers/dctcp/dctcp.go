// Package dctcp is a congestion control by the share of marked packets, after Alizadeh et al.,
// "Data Center TCP (DCTCP)" (SIGCOMM 2010), on a rate in place of a window, as HPCC's public
// simulator has it, with nothing but integers.
//
// Nothing is divided by a variable: the share of a batch is a product with a reciprocal of
// fixedpoint.
package dctcp

import (
	"math/bits"

	"smartnic-cc/fixedpoint"
)

const (
	// MaxRate is the largest rate in kb/s, so that the sum with an increase fits 32 bits.
	MaxRate = (1 << 31) - 1
	// MaxRTT is the largest base RTT in ns, 16.8 ms.
	MaxRTT = (1 << 24) - 1
	// One is a share of 1.
	One = 1 << 31
	// MaxAcks is how many acknowledgements of a batch are counted.
	MaxAcks = (1 << 16) - 1
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
	// Add is what each batch without a cut adds to the rate.
	//
	//ccgen:range 0..MaxRate
	//ccgen:unit kb/s
	Add uint32
	// BaseRTT is that of the empty network, in which the window holds what the rate sends; 0 is no
	// window.
	//
	//ccgen:range 0..MaxRTT
	//ccgen:unit ns
	BaseRTT uint32
	// Gain is the weight of the newest batch in the mean share, g.
	//
	//ccgen:format UQ0.16
	Gain uint16
}

// State is the state of one connection: 24 bytes.
//
//ccgen:size 24
type State struct {
	// Rate is the rate.
	//
	//ccgen:range 1..MaxRate
	//ccgen:unit kb/s
	//ccgen:show rate
	Rate uint32
	// Alpha is the mean share of acknowledgements with marks.
	//
	//ccgen:range 0..One
	//ccgen:format UQ1.31
	//ccgen:show alpha
	Alpha uint32
	// Left is how many bytes are to be acknowledged until all are that had left when the batch
	// began.
	//
	//ccgen:unit B
	Left uint32
	// CutLeft is the same of the last cut.
	//
	//ccgen:unit B
	CutLeft uint32
	// Acks is how many acknowledgements of the batch came, and [Marked] those of them with marks.
	//
	//ccgen:unit ACKs
	Acks uint16
	//ccgen:unit ACKs
	Marked uint16
	// Begun: an acknowledgement came.
	Begun bool
	// Cut: not all is acknowledged that had left at the last cut; no other one comes before.
	//
	//ccgen:show cut
	Cut bool
}

// Event is an acknowledgement.
//
//ccgen:event ack
type Event struct {
	// Now is the time. Acknowledgements pace the algorithm, so that nothing depends on it.
	//
	//ccgen:signal now
	Now fixedpoint.Time
	// Acked is how many bytes are newly acknowledged.
	//
	//ccgen:signal acked
	Acked uint32
	// Unacked is how many bytes have left and are not acknowledged.
	//
	//ccgen:signal unacked
	Unacked uint32
	// Marked is how many of the packets were marked.
	//
	//ccgen:signal marked
	Marked uint16
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
	*s = State{Rate: p.Line, Alpha: One}
}

// First returns what is in force before the first event.
func First(p *Params, s *State) Output {
	return output(p, s)
}

// Step takes an acknowledgement.
//
//ccgen:transducer dctcp init=Init first=First
func Step(p *Params, s *State, e *Event) Output {
	if s.Acks < MaxAcks {
		s.Acks++
		if e.Marked != 0 {
			s.Marked = fixedpoint.AddSatU16(s.Marked, 1)
		}
	}
	ends := batch(p, s, e)
	if s.Cut {
		if e.Acked > s.CutLeft {
			s.Cut = false
		} else {
			s.CutLeft = s.CutLeft - e.Acked
		}
	}
	if e.Marked != 0 && !s.Cut {
		s.Rate = max(s.Rate-fixedpoint.MulShiftDown(s.Rate, s.Alpha, 32), p.Least)
		s.Cut = true
		s.CutLeft = e.Unacked
	}
	if ends && !s.Cut {
		s.Rate = min(fixedpoint.AddSatU32(s.Rate, p.Add), p.Line)
	}
	return output(p, s)
}

// batch reports whether all is acknowledged that had left when the batch began, and begins the
// next one. The first acknowledgement of all ends one too, without a share.
func batch(p *Params, s *State, e *Event) bool {
	if s.Begun && e.Acked <= s.Left {
		s.Left = s.Left - e.Acked
		return false
	}
	if s.Begun {
		s.Alpha = mean(s.Alpha, share(s.Marked, s.Acks), p.Gain)
		s.Acks = 0
		s.Marked = 0
	}
	s.Begun = true
	s.Left = e.Unacked
	return true
}

// share returns marked / acks, at most 1, in UQ1.31. The reciprocal lacks less than 2^-30 of itself.
//
//ccgen:range return 0..One
func share(marked, acks uint16) uint32 {
	if marked >= acks {
		return One
	}
	zeros := uint32(bits.LeadingZeros32(uint32(acks)))
	// 2^63 / (acks 2^zeros), of which 31 bits are to be below the point.
	return min(fixedpoint.MulShiftDown(uint32(marked), fixedpoint.RecipNorm(uint32(acks)<<zeros), 63-31-zeros), One)
}

// mean moves old towards sample by a share, UQ0.16, of what lies between them, rounded down.
//
//ccgen:range old 0..One
//ccgen:range sample 0..One
//ccgen:range return 0..One
func mean(old, sample uint32, weight uint16) uint32 {
	if sample >= old {
		return old + fixedpoint.MulShiftDown(sample-old, uint32(weight), 16)
	}
	return old - fixedpoint.MulShiftDown(old-sample, uint32(weight), 16)
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
