package dcqcn

import "smartnic-cc/fixedpoint"

// Rates is the part of a reaction point that cuts and raises the rate: 24 bytes.
// DCQCN adds alpha to it ([State]), Dolce-RC a bandit (package dolcerc).
//
//ccgen:size 24
type Rates struct {
	// RC is the current rate, kb/s: from [MinRate] to [MaxRate].
	//
	//ccgen:range 0..MaxRepresentable
	//ccgen:show rc
	RC Rate
	// RT is the target rate, kb/s: from [MinRate] to [TargetCap].
	//
	//ccgen:range 0..MaxRepresentable
	//ccgen:show rt
	RT Rate
	// Bytes is the count of bytes since the last increase of the byte counter:
	// below [ByteReset].
	//
	//ccgen:range 0..1<<30
	//ccgen:unit B
	Bytes uint32
	// IncreaseAt is when the increase timer ends, if [FlagIncrease] is set; else as it was.
	IncreaseAt fixedpoint.Time
	// CutAt is when the cut timer ends, if [FlagCut] is set; else as it was.
	CutAt fixedpoint.Time
	// TimeStage is T, the increases by the timer since the last cut; at most [MaxStage],
	// saturating.
	//
	//ccgen:range 0..MaxStage
	//ccgen:unit stages
	//ccgen:show time_stage
	TimeStage uint8
	// ByteStage is BC, the increases by the byte counter since the last cut; at most
	// [MaxStage], saturating.
	//
	//ccgen:range 0..MaxStage
	//ccgen:unit stages
	//ccgen:show byte_stage
	ByteStage uint8
	// Flags holds the bits below. The high four belong to the scheme that embeds
	// [Rates]; this package leaves them as they are.
	//
	//ccgen:unit flags
	Flags uint8
	// Own is a byte of the scheme that embeds [Rates].
	//
	//ccgen:unit flags
	Own uint8
}

// Bits of [Rates.Flags].
const (
	// FlagIncrease: the increase timer and the byte counter run.
	FlagIncrease uint8 = 1
	// FlagCut: the cut timer runs.
	FlagCut uint8 = 2
	// FlagPending: a CNP waits for the end of the cut timer.
	FlagPending uint8 = 4
	// FlagSeen: the first CNP has come.
	FlagSeen uint8 = 8
	// FlagOwnShift is the position of the embedding scheme's four bits.
	FlagOwnShift = 4
)

// MaxStage is where the stage counters stop: past every threshold, and so far
// that a staged hyper increase of 2^28 kb/s saturates before.
const MaxStage = 63

// maxByteStages is how many increases one event of bytes may cause; see [Sent].
const maxByteStages = 8

// Start sets the rates of a connection that has seen no CNP: line rate, no timer.
func (r *Rates) Start(p *Params) {
	*r = Rates{RC: p.MaxRate, RT: p.MaxRate}
}

// Notice takes a CNP at time now and reports whether the caller is to cut now. If
// not, the cut timer may ask for it later. The second result reports whether the CNP
// was the connection's first and does not count for alpha ([FirstArms], [FirstRate]).
func (r *Rates) Notice(p *Params, now fixedpoint.Time) (bool, bool) {
	first := (r.Flags & FlagSeen) == 0
	r.Flags |= FlagSeen
	if first && (p.FirstCNP == FirstArms || p.FirstRate != 0) {
		if p.FirstRate != 0 {
			r.RC = min(max(p.FirstRate, p.MinRate), p.MaxRate)
			r.RT = r.RC
			// Else the connection would stay at this rate until a second CNP came.
			r.restart(p, now)
		}
		if p.FirstCNP == FirstArms && p.CutMode != CutAtOnce {
			// At most 2^30 + 1.
			r.CutAt = now.Add(p.CutPeriod + 1)
			r.Flags |= FlagCut | FlagPending
		} else if p.CutMode == CutFreeRunning {
			r.CutAt = now.Add(p.CutPeriod)
			r.Flags |= FlagCut
		}
		return false, true
	}
	if p.CutMode == CutAtOnce {
		return true, false
	}
	if (r.Flags & FlagCut) != 0 {
		r.Flags |= FlagPending
		return false, false
	}
	// No period runs: it begins here.
	r.CutAt = now.Add(p.CutPeriod)
	r.Flags |= FlagCut
	if p.CutMode == CutFreeRunning {
		r.Flags |= FlagPending
		return false, false
	}
	return true, false
}

// CutTimer ends a cut period at time now (the deadline), begins the next one, and
// reports whether the caller is to cut.
func (r *Rates) CutTimer(p *Params, now fixedpoint.Time) bool {
	pending := (r.Flags & FlagPending) != 0
	r.Flags &^= FlagPending
	if pending || p.CutMode == CutFreeRunning {
		r.CutAt = now.Add(p.CutPeriod)
	} else {
		r.Flags &^= FlagCut
	}
	return pending
}

// restart begins fast recovery: the stages, the byte counter and the increase timer
// start again.
func (r *Rates) restart(p *Params, now fixedpoint.Time) {
	r.TimeStage = 0
	r.ByteStage = 0
	r.Bytes = 0
	period := p.IncreasePeriod // at least 1
	if p.CutMode == CutFreeRunning {
		period--
	}
	r.IncreaseAt = now.Add(period)
	r.Flags |= FlagIncrease
}

// Cut reduces the rate: RC = RC (1 - alpha / 2^shift), rounded down, but not below
// [KeepAtLeast] of RC (rounded down) nor below [MinRate]; RT = target, held between
// [MinRate] and [TargetCap]. Then the stages, the byte counter and the increase timer
// start again.
// (Zhu et al.; Dolce-RC, equations 1 and 2.)
//
// alpha is at most 2^shift; the product has at most 31 + 25 bits.
func (r *Rates) Cut(p *Params, target Rate, alpha uint32, shift uint32, now fixedpoint.Time) {
	r.RT = min(max(target, p.MinRate), p.TargetCap)
	keep := (uint32(1) << shift) - alpha
	rc := Rate(uint64(r.RC) * uint64(keep) >> shift)
	floor := Rate(uint64(r.RC) * uint64(p.KeepAtLeast) >> 16)
	r.RC = max(rc, floor, p.MinRate)
	r.restart(p, now)
}

// IncreaseTimer ends an increase period at time now (the deadline) and begins the
// next one, unless the rate has arrived: then the timer stops, since nothing that
// it could do would change a rate.
func (r *Rates) IncreaseTimer(p *Params, now fixedpoint.Time) {
	if p.TestFirst {
		r.increase(p)
	}
	r.TimeStage = min(r.TimeStage+1, MaxStage)
	if !p.TestFirst {
		r.increase(p)
	}
	r.IncreaseAt = now.Add(p.IncreasePeriod)
}

// Sent counts bytes that left, at most 2^30 at once, and reports whether they made
// an increase: each [ByteReset] bytes make one. One call makes at most 8 increases and
// forgets what is left beyond them: a driver that sends more at once splits it.
func (r *Rates) Sent(p *Params, bytes uint32) bool {
	if p.ByteReset == 0 || (r.Flags&FlagIncrease) == 0 {
		return false
	}
	r.Bytes += min(bytes, 1<<30)
	increased := r.Bytes >= p.ByteReset
	for i := uint32(0); i < maxByteStages; i++ {
		if r.Bytes < p.ByteReset {
			break
		}
		r.Bytes -= p.ByteReset
		if p.TestFirst {
			r.increase(p)
		}
		r.ByteStage = min(r.ByteStage+1, MaxStage)
		if !p.TestFirst {
			r.increase(p)
		}
	}
	if r.Bytes >= p.ByteReset {
		r.Bytes = 0
	}
	return increased
}

// increase raises the rate by one step, in the phase of the present stages (Zhu et
// al., whose hyper increase is the staged one). With the byte counter off its stage
// is the timer's.
func (r *Rates) increase(p *Params) {
	t := r.TimeStage
	b := r.ByteStage
	if p.ByteReset == 0 {
		b = t
	}
	if max(t, b) >= p.Threshold {
		step := p.RateAI
		if min(t, b) > p.Threshold {
			step = p.RateHAI
			if p.Hyper == HyperStaged {
				// At most 62 * 2^28 < 2^34: in 64 bits, then capped.
				wide := uint64(p.RateHAI) * uint64(min(t, b)-p.Threshold)
				step = Rate(min(wide, uint64(MaxRepresentable)))
			}
		}
		// Both below 2^31: the sum fits.
		r.RT = min(r.RT+step, p.TargetCap)
	}
	before := r.RC
	if p.Halving == HalveEach {
		r.RC = r.RT/2 + r.RC/2
	} else {
		r.RC = (r.RT + r.RC + 1) / 2
	}
	r.RC = max(min(r.RC, p.MaxRate), p.MinRate)
	// Arrived: the target is at its cap, so that a later increase would repeat this
	// one, which left the rate as it was. What it would still do is to count: that
	// matters to a later cut only where the cut waits for an increase by bytes to take
	// the target ([ClampAfterTime] off), and target and rate differ.
	if r.RT == p.TargetCap && r.RC == before {
		if p.ClampAfterTime || p.ByteReset == 0 || r.ByteStage > 0 || r.RC == r.RT {
			r.Flags &^= FlagIncrease
		}
	}
}
