package event

import (
	"errors"
	"sync"
	"sync/atomic"
)

// Partitions that meet after each window wait for the busiest in it. With a long lookahead, as of two data centres
// that a long link joins, the busiest changes from window to window, so the waits add up to more than the busiest
// partition's whole work. Asynchronous partitions do not meet: each goes from slice to slice of a window, and begins
// one when the others are less than the lookahead behind.

// AsyncPartition is a partition whose Exchange may run while others run.
type AsyncPartition interface {
	Partition
	// Flush hands other partitions what Run left for them, for their Exchange. Run and Flush are concurrent with any
	// method of other partitions.
	Flush()
}

// SlicesPerLookahead is the number of slices in a lookahead: enough that partitions may drift apart by most of it.
const SlicesPerLookahead = 8

// RunAsync is Run with a goroutine for each partition, the caller's included, and windows of an epoch: between is
// called at its multiples, while all partitions rest. A slice is an eighth of the lookahead, rounded down to a
// multiple of grain, and an epoch a multiple of a slice. Each partition gets its events in the order that Run gives,
// and an Exchange before each slice.
func RunAsync(partitions []AsyncPartition, lookahead, epoch, grain, end Time, between func(final Time) error) error {
	slice := lookahead / SlicesPerLookahead / max(grain, 1) * grain
	if grain < 1 || slice < 1 || epoch < slice || epoch%slice != 0 {
		return errors.New("a lookahead of less than 8 grains, or a stretch that is no multiple of its slices")
	}
	r := &asyncRun{partitions: make([]runner, len(partitions)), slice: slice, behind: int64(lookahead / slice)}
	for i, p := range partitions {
		r.partitions[i].partition = p
	}
	for {
		start := Never
		for _, p := range partitions {
			start = min(start, p.NextTime())
		}
		if start >= end {
			return nil
		}
		before := windowEnd(start, epoch, end)
		r.runEpoch(int64(start/slice), before)
		for i := range r.partitions {
			if p := &r.partitions[i]; p.failed {
				panic(p.value)
			}
		}
		for _, p := range partitions {
			p.Exchange()
		}
		if between != nil {
			if err := between(before); err != nil {
				return err
			}
		}
	}
}

// asyncRun runs partitions ahead of one another.
type asyncRun struct {
	partitions []runner
	slice      Time
	behind     int64 // slices in a lookahead
	failed     atomic.Bool
}

// runner is a partition, in two cache lines, as other threads poll its progress.
type runner struct {
	partition AsyncPartition
	failed    bool
	value     any // of the panic
	_         [64]byte
	done      atomic.Int64 // slices done, counted from time 0
	_         [56]byte
}

// runEpoch runs all partitions from a slice to a time.
func (r *asyncRun) runEpoch(first int64, before Time) {
	for i := range r.partitions {
		r.partitions[i].done.Store(first)
	}
	var others sync.WaitGroup
	for i := 1; i < len(r.partitions); i++ {
		others.Go(func() { r.run(&r.partitions[i], first, before) })
	}
	r.run(&r.partitions[0], first, before)
	others.Wait()
}

// run runs one partition. If another has panicked it ends early.
func (r *asyncRun) run(p *runner, first int64, before Time) {
	ended := false
	defer func() {
		if !ended {
			p.failed, p.value = true, recover()
			r.failed.Store(true)
		}
	}()
	for s := first; ; s++ {
		for i := range r.partitions {
			if o := &r.partitions[i]; o != p && !r.wait(&o.done, s-r.behind+1) {
				ended = true
				return
			}
		}
		until := min(Time(s+1)*r.slice, before)
		p.partition.Exchange()
		p.partition.Run(until)
		p.partition.Flush()
		p.done.Store(s + 1)
		if until == before {
			ended = true
			return
		}
	}
}

// wait waits until v is n or more, as pool.wait does, and reports whether no partition has panicked.
func (r *asyncRun) wait(v *atomic.Int64, n int64) bool {
	for i := 0; v.Load() < n; i++ {
		if r.failed.Load() {
			return false
		}
		pause(i)
	}
	return true
}
