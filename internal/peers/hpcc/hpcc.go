// Package hpcc is a congestion control by the telemetry of switches, after Li et al., "HPCC:
// High Precision Congestion Control" (SIGCOMM 2019), with nothing but integers: each
// acknowledgement brings what up to five switches wrote as the packet left them.
//
// Nothing is divided by a variable. The utilisation of a hop, the share of an RTT, and the rate
// by the utilisation are products with reciprocals of fixedpoint.
package hpcc

import (
	"math/bits"

	"smartnic-cc/fixedpoint"
)

const (
	// MaxHops is how many switches the telemetry has room for, as the paper's header of 42 B.
	MaxHops = 5
	// MaxRate is the largest rate in kb/s, so that the sum with an increase fits 32 bits.
	MaxRate = (1 << 31) - 1
	// MaxRTT is the largest base RTT in ns, 16.8 ms: the clock of the telemetry has no more.
	MaxRTT = (1 << TimeBits) - 1
	// UseBits are the fractional bits of a utilisation. The largest is 256, at which 100 Gb/s
	// become 0.4.
	UseBits = 24
	// One is a utilisation of 1.
	One = 1 << UseBits

	// What is kept of a hop is the 61 bits that the telemetry's header has for it beside the rate:
	// [TimeBits] of the clock in ns, [SentBits] of the bytes sent and [QueueBits] of the queue, in units.
	TimeBits, SentBits, QueueBits = 24, 20, 17
	// The unit of the queue is 5 2^[QueueUnitBits] bytes, 80, and that of what was sent 2^[SentUnitBits],
	// 128, before [Params.Unit].
	QueueUnitBits, SentUnitBits = 4, 7
	// Fifth is 2^34 / 5 rounded up: the quotient of a number of 32 bits by 5 is exact with it.
	Fifth = 0xCCCCCCCD

	// A byte in a ns is 8,000,000 kb/s, which is 2^[RatioBits] [Ratio]. [PerRatio] is 2^54 by that, rounded
	// up.
	Ratio, RatioBits = 15625, 9
	PerRatio         = 2251799814
	// RestBits are what a reciprocal of fixedpoint has above a utilisation and the ratio.
	RestBits = 63 - UseBits - RatioBits
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
	// Add is what each update adds to the rate: W_AI / [BaseRTT].
	//
	//ccgen:range 0..MaxRate
	//ccgen:unit kb/s
	Add uint32
	// BaseRTT is that of the empty network, T: the same for all connections.
	//
	//ccgen:range 1..MaxRTT
	//ccgen:unit ns
	BaseRTT uint32
	// Target is the utilisation to hold, eta.
	//
	//ccgen:range 1<<16..(1<<32)-1
	//ccgen:format UQ0.32
	Target uint32
	// MaxStage is how many updates in a row only add, maxStage; 0 makes each one multiply.
	//
	//ccgen:unit stages
	MaxStage uint8
	// Unit says in which units the telemetry counts, INT_MULTI of the simulator: what was sent in
	// 128 B 2^[Unit], the queue in 80 B 2^[Unit].
	//
	//ccgen:range 0..5
	//ccgen:unit bits
	Unit uint8
}

// State is the state of one connection: 56 bytes.
//
//ccgen:size 56
type State struct {
	// Hops is what each switch wrote last: the time, above the bytes sent, above the queue.
	//
	//ccgen:range 0..(1<<61)-1
	Hops [MaxHops]uint64
	// Reference is the rate that updates begin from, the paper's W^c.
	//
	//ccgen:range 1..MaxRate
	//ccgen:unit kb/s
	//ccgen:show reference
	Reference uint32
	// Use is the mean of the utilisation of the most used hop, U.
	//
	//ccgen:format UQ8.24
	//ccgen:show use
	Use uint32
	// Left is how many bytes are to be acknowledged until all are that had left at the last
	// update of [Reference].
	//
	//ccgen:unit B
	Left uint32
	// Count is how many of [Hops] there are, 0 before the first acknowledgement.
	//
	//ccgen:range 0..MaxHops
	Count uint8
	// Stage is how many updates in a row added, incStage.
	//
	//ccgen:unit stages
	//ccgen:show stage
	Stage uint8
}

// Event is an acknowledgement.
//
//ccgen:event ack
type Event struct {
	// Now is the time. That of the switches paces the algorithm, so that nothing depends on it.
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
	// Hops is how many switches the packet passed.
	//
	//ccgen:signal hops
	Hops uint8
	// Queue is what waited there.
	//
	//ccgen:signal hop-queue
	Queue [MaxHops]uint32
	// Sent is what had left the port.
	//
	//ccgen:signal hop-sent
	Sent [MaxHops]uint32
	// At is when the packet began to leave.
	//
	//ccgen:signal hop-at
	At [MaxHops]fixedpoint.Time
	// Rate is that of the port.
	//
	//ccgen:signal hop-rate
	Rate [MaxHops]uint32
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
	*s = State{Reference: p.Line, Use: One}
}

// First returns what is in force before the first event.
func First(p *Params, s *State) Output {
	return output(p, s.Reference)
}

// Step takes an acknowledgement.
//
//ccgen:transducer hpcc init=Init first=First
func Step(p *Params, s *State, e *Event) Output {
	count := min(e.Hops, MaxHops)
	known := count != 0 && count == s.Count
	use, gap := measure(p, s, e, count)
	s.Count = count
	if !known {
		// Nothing to compare with.
		s.Left = e.Unacked
		return output(p, s.Reference)
	}
	s.Use = mean(s.Use, use, gap, p.BaseRTT)
	rate, stage := react(p, s)
	if e.Acked > s.Left {
		s.Reference = rate
		s.Stage = stage
		s.Left = e.Unacked
	} else {
		s.Left = s.Left - e.Acked
	}
	return output(p, rate)
}

// measure keeps what the switches wrote, and returns the utilisation of the most used port since
// they wrote last, and how long ago that is: 0 if none was used.
//
//ccgen:range count 0..MaxHops
func measure(p *Params, s *State, e *Event, count uint8) (uint32, uint32) {
	use, gap := uint32(0), uint32(0)
	for i := uint32(0); i < MaxHops; i++ {
		if i < uint32(count) {
			old := s.Hops[i]
			at := uint32(e.At[i]) & MaxRTT
			sent := e.Sent[i] >> (SentUnitBits + uint32(p.Unit)) & ((1 << SentBits) - 1)
			queue := min(fixedpoint.MulShiftDown(e.Queue[i]>>(QueueUnitBits+uint32(p.Unit)), Fifth, 34), (1<<QueueBits)-1)
			s.Hops[i] = uint64(at)<<(SentBits+QueueBits) | uint64(sent)<<QueueBits | uint64(queue)

			// Both counters wrap. A port begins no two packets in one ns.
			since := max((at-uint32(old>>(SentBits+QueueBits)))&MaxRTT, 1) //ccgen:wrap a clock
			sent = (sent - uint32(old>>QueueBits)) & ((1 << SentBits) - 1) //ccgen:wrap a counter
			queue = (min(queue, uint32(old&((1<<QueueBits)-1))) << (QueueUnitBits + uint32(p.Unit))) * 5
			u := utilisation(sent<<(SentUnitBits+uint32(p.Unit)), queue, since, max(e.Rate[i], 1), p.BaseRTT)
			if u > use {
				use = u
				gap = since
			}
		}
	}
	return use, gap
}

// utilisation returns (sent / since + queue / base) / rate in UQ8.24: what left a port in some
// ns and what waited there, bytes, by its rate, kb/s: within 2^-28 of itself, and 2^-24.
//
//ccgen:range queue 0..1<<29
//ccgen:range since 1..MaxRTT
//ccgen:range rate 1..(1<<32)-1
//ccgen:range base 1..MaxRTT
func utilisation(sent, queue, since, rate, base uint32) uint32 {
	above := uint64(sent)*uint64(base) + uint64(queue)*uint64(since)
	if above == 0 {
		return 0
	}
	// Below stands since rate base, of 80 bits: 32 bits times 2^(64 - zeros).
	part, zeros := top(uint64(since) * uint64(rate))
	part, more := top(uint64(part) * uint64(base))
	zeros = zeros + more
	share, fewer := top(above)
	// above / below is share 2^(zeros - fewer - 63), and kb/s and ns make it 8,000,000 times as much.
	share = fixedpoint.MulShiftDown(share, fixedpoint.RecipNorm(part), 32)
	if zeros > fewer+RestBits {
		return (1 << 32) - 1
	}
	return fixedpoint.MulShiftDown(share, Ratio, fewer+RestBits-zeros)
}

// top returns the 32 bits of x from its highest one on, and how many zeros are above them.
//
//ccgen:range x 1..(1<<64)-1
//ccgen:range return 1<<31..(1<<32)-1
func top(x uint64) (uint32, uint32) {
	zeros := uint32(bits.LeadingZeros64(x))
	return uint32(x << zeros >> 32), zeros
}

// mean moves old towards use by the share that gap is of the base RTT, rounded down.
//
//ccgen:range gap 0..MaxRTT
//ccgen:range base 1..MaxRTT
func mean(old, use, gap, base uint32) uint32 {
	if gap >= base {
		return use
	}
	zeros := uint32(bits.LeadingZeros32(base))
	// A share in UQ0.32 of 2^63 / (base 2^zeros).
	share := fixedpoint.MulShiftDown(gap, fixedpoint.RecipNorm(base<<zeros), 31-zeros)
	if use >= old {
		return old + fixedpoint.MulShiftDown(use-old, share, 32)
	}
	return old - fixedpoint.MulShiftDown(old-use, share, 32)
}

// react returns the rate and the stage that follow from the utilisation and [Reference]. What a
// utilisation divides lacks less than 2^-29 of itself, and 2 kb/s.
//
//ccgen:range return 1..MaxRate
func react(p *Params, s *State) (uint32, uint8) {
	rate, stage := s.Reference, uint8(0)
	if s.Use >= p.Target>>(32-UseBits) || s.Stage >= p.MaxStage {
		use := max(s.Use, 1)
		zeros := uint32(bits.LeadingZeros32(use))
		rate = fixedpoint.MulShiftDown(rate, p.Target, 32)
		rate = fixedpoint.MulShiftDown(rate, fixedpoint.RecipNorm(use<<zeros), 63-UseBits-zeros)
	} else {
		stage = s.Stage + 1
	}
	return max(min(fixedpoint.AddSatU32(rate, p.Add), p.Line), p.Least), stage
}

// output returns a rate, and the window that it fills in a base RTT, rounded down: within 2^-30
// of itself.
//
//ccgen:range rate 1..MaxRate
func output(p *Params, rate uint32) Output {
	window, zeros := top(uint64(rate) * uint64(p.BaseRTT))
	return Output{Rate: rate, Window: fixedpoint.MulShiftDown(window, PerRatio, zeros+54-32)}
}
