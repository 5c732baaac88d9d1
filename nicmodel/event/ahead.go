package event

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Parts that meet after each window wait for the one that has most to do in it. Where the lookahead is long, as of two data
// centres that a long link joins, that is another one from window to window, so together they wait for more than the
// busiest has to do in all. Ahead parts do not meet: each goes from slice to slice of a window, and begins one when
// the others are less than the lookahead behind.

// Ahead is a part that takes in what others left while these run on.
type Ahead interface {
	Part
	// Leave gives others what Run left for them, for their Exchange. Either runs beside anything of other parts.
	Leave()
}

// Slices is how many there are in a lookahead: as many as let parts drift apart by most of it.
const Slices = 8

// RunAhead is Run with a goroutine for each part, the caller's included, and windows of a stretch: between is called, while
// all parts rest, at multiples of that. A slice is an eighth of the lookahead, rounded down to a multiple of grain, and
// a stretch a multiple of a slice. Each part gets its events in the order that Run gives, and an Exchange before each slice.
func RunAhead(parts []Ahead, lookahead, stretch, grain, end Time, between func(final Time) error) error {
	slice := lookahead / Slices / max(grain, 1) * grain
	if grain < 1 || slice < 1 || stretch < slice || stretch%slice != 0 {
		return errors.New("a lookahead of less than 8 grains, or a stretch that is no multiple of its slices")
	}
	r := &race{parts: make([]runner, len(parts)), slice: slice, behind: int64(lookahead / slice)}
	for i, p := range parts {
		r.parts[i].part = p
	}
	for {
		start := Never
		for _, p := range parts {
			start = min(start, p.NextTime())
		}
		if start >= end {
			return nil
		}
		before := windowEnd(start, stretch, end)
		r.stretch(int64(start/slice), before)
		for i := range r.parts {
			if p := &r.parts[i]; p.failed {
				panic(p.value)
			}
		}
		for _, p := range parts {
			p.Exchange()
		}
		if between != nil {
			if err := between(before); err != nil {
				return err
			}
		}
	}
}

// race is parts that run ahead of one another.
type race struct {
	parts  []runner
	slice  Time
	behind int64 // slices in a lookahead
	failed atomic.Bool
}

// runner is a part; two lines of cache, as other threads look at how far it has come.
type runner struct {
	part   Ahead
	failed bool
	value  any // of the panic
	_      [64]byte
	done   atomic.Int64 // the slices that it has done, counted from time 0
	_      [56]byte
}

// stretch runs all parts from a slice to a time.
func (r *race) stretch(first int64, before Time) {
	for i := range r.parts {
		r.parts[i].done.Store(first)
	}
	var others sync.WaitGroup
	for i := 1; i < len(r.parts); i++ {
		others.Go(func() { r.run(&r.parts[i], first, before) })
	}
	r.run(&r.parts[0], first, before)
	others.Wait()
}

// run runs one part. If another has panicked it ends early.
func (r *race) run(p *runner, first int64, before Time) {
	ended := false
	defer func() {
		if !ended {
			p.failed, p.value = true, recover()
			r.failed.Store(true)
		}
	}()
	for s := first; ; s++ {
		for i := range r.parts {
			if o := &r.parts[i]; o != p && !r.wait(&o.done, s-r.behind+1) {
				ended = true
				return
			}
		}
		until := min(Time(s+1)*r.slice, before)
		p.part.Exchange()
		p.part.Run(until)
		p.part.Leave()
		p.done.Store(s + 1)
		if until == before {
			ended = true
			return
		}
	}
}

// wait waits until v is n or more, as pool.wait does, and reports whether no part has panicked.
func (r *race) wait(v *atomic.Int64, n int64) bool {
	for i := 0; v.Load() < n; i++ {
		switch {
		case r.failed.Load():
			return false
		case i < 2000:
		case i < 50_000:
			runtime.Gosched()
		default:
			time.Sleep(50 * time.Microsecond)
		}
	}
	return true
}
