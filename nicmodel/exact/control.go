package exact

import "math"

// controller is the state of a flow's congestion control, that of the simulator's four modes.
type controller struct {
	// lastSeq is where the next round begins: the bytes sent at the last update; 0 before the first acknowledgement.
	lastSeq uint32
	// base is the rate that updates begin from (HPCC, TIMELY), or the target rate (DCQCN), bit/s.
	base  uint64
	stage uint32
	// mean is HPCC's utilisation, TIMELY's difference of RTTs in ns, or alpha.
	mean float64
	rtt  uint64 // of the last update, ns
	hops [maxHops]uint64
	// DCTCP: marks and packets of a batch, and the byte at whose acknowledgement the reduced state ends.
	marks, batch, until uint32
	reduced             bool
	// DCQCN: a CNP came at all, since the last update of alpha, and since the last look at a cut; its timers.
	seen, forAlpha, forCut bool
	timers                 [3]*item
}

// whole cuts a rate as the simulator's machine does, above 2^64 to 0.
func whole(rate float64) uint64 {
	switch {
	case rate >= 1<<64:
		return 0
	case math.IsNaN(rate):
		return 1 << 63
	}
	return uint64(rate)
}

// react runs the rules of the mode on an acknowledgement.
func (s *Simulator) react(f *flow, it *item) {
	switch s.rules.mode {
	case dcqcn:
		if it.echo {
			s.result.Notified++
			s.notified(f)
		}
	case hpcc:
		s.hpcc(f, it)
	case timely:
		s.timely(f, it)
	case dctcp:
		s.dctcp(f, it)
	}
}

// hpcc reacts to every acknowledgement, and once an RTT takes the rate as the base of the next ones.
func (s *Simulator) hpcc(f *flow, it *item) {
	r, n := &s.rules, int(it.hops)
	full := it.seq > f.lastSeq
	if f.lastSeq == 0 {
		copy(f.hops[:], it.telemetry[:min(n, maxHops)])
		f.lastSeq = uint32(f.sent)
		return
	}
	if n <= maxHops && n > 0 {
		use, ns := 0.0, uint64(0)
		for i := range n {
			u, t := s.utilisation(f, it.telemetry[i], f.hops[i])
			if u > use {
				use, ns = u, t
			}
			f.hops[i] = it.telemetry[i]
		}
		ns = min(ns, s.rtt)
		f.mean = (float64(f.mean*float64(s.rtt-ns)) + float64(use*float64(ns))) / float64(s.rtt)
		rate, stage := f.base+r.add, f.stage+1
		if over := f.mean / r.target; over >= 1 || f.stage >= r.maxStage {
			rate, stage = whole(float64(f.base)/over)+r.add, 0
		}
		rate = min(max(rate, r.least), f.line)
		s.repace(f, rate)
		if full {
			f.base, f.stage = rate, stage
		}
	}
	if full {
		f.lastSeq = max(f.lastSeq, uint32(f.sent))
	}
}

// utilisation is that of a hop between two of its stamps, and the ns between them.
func (s *Simulator) utilisation(f *flow, now, before uint64) (float64, uint64) {
	ns := (now>>(sentBits+queueBits) - before>>(sentBits+queueBits)) % (1 << timeBits)
	sent := (now>>queueBits - before>>queueBits) % (1 << sentBits) * uint64(128*s.unit)
	queue := min(now%(1<<queueBits), before%(1<<queueBits)) * uint64(80*s.unit)
	line := float64(lines[now>>(timeBits+sentBits+queueBits)])
	rate := float64(sent*8) / float64(float64(ns)*1e-9)
	return rate/line + float64(float64(queue)*float64(f.line))/line/float64(uint32(s.bdp)), ns
}

// What TIMELY's settings are in the simulator's code; times in ns.
const (
	timelyWeight, timelyBeta              = 0.875, 0.8
	timelyLow, timelyHigh, timelyLeastRTT = 50_000, 500_000, 20_000
	timelySmallSteps                      = 5
)

// timely updates the rate once an RTT, by the RTT of one packet.
func (s *Simulator) timely(f *flow, it *item) {
	if it.seq <= f.lastSeq {
		return
	}
	r, rtt := &s.rules, s.now-it.stamp
	if f.lastSeq != 0 {
		f.mean = float64((1-timelyWeight)*f.mean) + float64(timelyWeight*float64(int64(rtt)-int64(f.rtt)))
		gradient, keep, up := f.mean/timelyLeastRTT, 0.0, true
		switch {
		case rtt < timelyLow:
		case rtt > timelyHigh:
			up, keep = false, 1-float64(timelyBeta*(1-timelyHigh/float64(rtt)))
		case gradient > 0:
			up, keep = false, max(0, 1-float64(timelyBeta*gradient))
		}
		if up {
			step := r.add
			if f.stage >= timelySmallSteps {
				step = r.addMore
			}
			f.base = min(f.base+step, f.line)
			f.stage++
		} else {
			f.base = max(r.least, whole(float64(f.base)*keep))
			f.stage = 0
		}
		s.setRate(f, f.base)
	}
	if sent := uint32(f.sent); sent > f.lastSeq {
		f.lastSeq, f.rtt = sent, rtt
	}
}

// dctcp updates alpha once an RTT, and cuts once in the RTT after a mark.
func (s *Simulator) dctcp(f *flow, it *item) {
	r, sent := &s.rules, uint32(f.sent)
	if it.echo {
		f.marks++
	}
	ended := it.seq > f.lastSeq
	if ended {
		if f.lastSeq == 0 {
			f.batch = uint32(f.sent/s.payload) + 1
		} else {
			share := min(1, float64(f.marks)/float64(f.batch))
			f.mean = float64((1-r.gain)*f.mean) + float64(r.gain*share)
			f.marks = 0
			f.batch = uint32((f.sent-uint64(it.seq))/s.payload) + 1
		}
		f.lastSeq = sent
	}
	if f.reduced && it.seq > f.until {
		f.reduced = false
	}
	if it.echo && !f.reduced {
		s.setRate(f, max(r.least, whole(float64(f.rate)*(1-f.mean/2))))
		f.reduced, f.until = true, sent
	}
	if ended && !f.reduced {
		s.setRate(f, min(f.line, f.rate+r.add))
	}
}

// notified takes a CNP of DCQCN. The first one only starts the timers: the cut follows a period and 1 ns later.
func (s *Simulator) notified(f *flow) {
	if f.done {
		return
	}
	f.forCut = true
	if f.seen {
		f.forAlpha = true
		return
	}
	f.seen, f.mean, f.base = true, 1, f.rate
	s.arm(f, alphaTimer, s.rules.alphaPeriod)
	s.arm(f, cutTimer, s.rules.cutPeriod+1)
}

// arm sets one of a flow's timers.
func (s *Simulator) arm(f *flow, k kind, ns uint64) {
	it := s.take(k)
	it.flow = f
	f.timers[k-alphaTimer] = it
	s.after(ns, it)
}

// disarm cancels one.
func (f *flow) disarm(k kind) {
	if it := &f.timers[k-alphaTimer]; *it != nil {
		(*it).kind, *it = canceled, nil
	}
}

// expired runs a timer of DCQCN, which the next one follows.
func (s *Simulator) expired(f *flow, k kind) {
	r := &s.rules
	switch k {
	case alphaTimer:
		f.mean = float64((1 - r.gain) * f.mean)
		if f.forAlpha {
			f.mean += r.gain
		}
		f.forAlpha = false
		s.arm(f, k, r.alphaPeriod)
	case cutTimer:
		s.arm(f, k, r.cutPeriod)
		if !f.forCut {
			return
		}
		if r.clamp || f.stage != 0 {
			f.base = f.rate
		}
		s.setRate(f, max(r.least, whole(float64(f.rate)*(1-f.mean/2))))
		f.stage, f.forCut = 0, false
		f.disarm(increaseTimer)
		s.arm(f, increaseTimer, r.increasePeriod)
	case increaseTimer:
		s.arm(f, k, r.increasePeriod)
		switch {
		case f.stage == r.maxStage:
			f.base += r.add
		case f.stage > r.maxStage:
			f.base += r.addMore
		}
		f.base = min(f.base, f.line)
		s.setRate(f, f.rate/2+f.base/2)
		f.stage++
	}
}
