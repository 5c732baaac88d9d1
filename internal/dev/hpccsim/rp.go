package hpccsim

import "math"

// The settings of the simulator's DCQCN: times in ns, rates in bit/s.
const (
	alphaPeriod    = 1_000
	cutPeriod      = 4_000
	increasePeriod = 300_000
	minRate        = 1_000_000_000
	gain           = 1.0 / 256
)

// RP is the reaction point of one connection.
type RP struct {
	// Rate and Target are RC and RT, bit/s.
	Rate, Target uint64
	Alpha        float64
	// Stage counts increases since the last cut.
	Stage int
	// Changed, if not nil, is called at every cut and every increase.
	Changed func(cut bool)

	q        *Queue
	line     uint64
	additive uint64
	seen     bool // a CNP came
	forAlpha bool // a CNP came since the last update of alpha, the first one apart
	forCut   bool // a CNP came since the last tick of the cut timer
	timer    int  // number of the increase timer that counts; others were cancelled
	stopped  bool
}

// NewRP returns the reaction point of a connection that has seen no CNP; line in bit/s.
func NewRP(q *Queue, line uint64) *RP {
	return &RP{Rate: line, Target: line, q: q, line: line, additive: line / 5_000}
}

func (r *RP) after(ns int64, run func()) {
	r.q.Schedule(ns*r.q.Unit, func() {
		if !r.stopped {
			run()
		}
	})
}

// PacingRate is Rate.
func (r *RP) PacingRate() uint64 { return r.Rate }

// Stop ends all timers: the connection is done.
func (r *RP) Stop() { r.stopped = true }

// CNP takes a CNP at the queue's time. With a clock of less than a nanosecond timers start
// at the nanosecond's begin.
func (r *RP) CNP() {
	if r.seen {
		r.forAlpha, r.forCut = true, true
		return
	}
	r.seen, r.forCut = true, true
	r.Alpha = 1
	begun := r.q.Now % r.q.Unit
	r.q.Now -= begun
	r.after(alphaPeriod, r.updateAlpha)
	r.after(cutPeriod+1, r.cut)
	r.q.Now += begun
}

func (r *RP) updateAlpha() {
	r.Alpha *= 1 - gain
	if r.forAlpha {
		r.Alpha += gain
	}
	r.forAlpha = false
	r.after(alphaPeriod, r.updateAlpha)
}

func (r *RP) cut() {
	r.after(cutPeriod, r.cut)
	if !r.forCut {
		return
	}
	r.forCut = false
	if r.Stage > 0 {
		r.Target = r.Rate
	}
	r.Rate = max(minRate, uint64(math.Floor(float64(r.Rate)*(1-r.Alpha/2))))
	r.Stage = 0
	r.timer++
	r.await()
	if r.Changed != nil {
		r.Changed(true)
	}
}

// await sets the increase timer.
func (r *RP) await() {
	timer := r.timer
	r.after(increasePeriod, func() {
		if timer == r.timer {
			r.increase()
		}
	})
}

func (r *RP) increase() {
	r.await()
	switch r.Stage {
	case 0:
	case 1:
		r.Target += r.additive
	default:
		r.Target += 10 * r.additive
	}
	r.Target = min(r.Target, r.line)
	r.Rate = r.Rate/2 + r.Target/2
	r.Stage++
	if r.Changed != nil {
		r.Changed(false)
	}
}
