package event

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Conservative parallel simulation: a partition affects another at the earliest a lookahead later, so within a window
// of that length partitions are independent. Threads and their order change nothing, because a partition's Run
// touches only that partition, and keys order events.

// Partition is a share of the model with its own queue.
type Partition interface {
	// NextTime returns the time of the partition's first pending event, or an earlier one after the last window,
	// usually in the same window; Never without events.
	NextTime() Time
	// Run handles all events of the partition with At < before, concurrently with Run of other partitions: of theirs
	// it may only touch the mailboxes for its events.
	Run(before Time)
	// Exchange takes in what other partitions left during Run. It is called after all have run, concurrently with
	// Exchange of other partitions.
	Exchange()
}

// Run advances the partitions until all events before end are handled, or none are left. It goes window by window,
// each from one multiple of lookahead to the next and followed by an exchange between the partitions, starting with
// that of the earliest event; windows without events are skipped. A partition may cause an event in another no
// earlier than lookahead after its own time.
//
// After each window Run calls between (if not nil), on the caller's goroutine while all partitions rest, with the end
// of the window: all before it is final. Run stops at its first error, and returns it; other errors are of the
// arguments (a lookahead below 1 ps). The windows do not depend on the number of partitions.
//
// threads is the number of goroutines, the caller's included, at most one a partition; 1 starts none. A panic in a
// partition reaches the caller with its value; of several in one window, that of the partition listed first.
func Run(partitions []Partition, lookahead, end Time, threads int, between func(final Time) error) error {
	if lookahead < 1 {
		return errors.New("lookahead below 1 ps: parts must be joined by links with a delay")
	}
	if threads = min(threads, len(partitions)); threads > 1 {
		return runThreads(partitions, lookahead, end, threads, between)
	}
	for {
		start := Never
		for _, p := range partitions {
			start = min(start, p.NextTime())
		}
		if start >= end {
			return nil
		}
		before := windowEnd(start, lookahead, end)
		for _, p := range partitions {
			p.Run(before)
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

// windowEnd is the first multiple of lookahead after start, but at most end, which is after start.
func windowEnd(start, lookahead, end Time) Time {
	rest := lookahead - start%lookahead
	if rest >= end-start { // start >= 0: no overflow
		return end
	}
	return start + rest
}

// Phases are numbered consecutively: 2w+1 runs window w, 2w+2 is its exchange.
type pool struct {
	partitions []poolPartition
	threads    uint32
	before     Time // of the window that runs; set between windows

	_       [64]byte      // what all wait for, on its own cache line
	phase   atomic.Uint32 // the phase that is open
	_       [64]byte
	arrived atomic.Uint32 // threads that have ended the phase
	_       [64]byte
	failed  atomic.Bool // a partition has panicked
	stop    atomic.Bool // no phase follows: read when the phase changes
}

// poolPartition is a partition with the pool's state of it, in one cache line, as different threads write to them.
type poolPartition struct {
	partition Partition
	next      Time          // NextTime after the exchange
	claimed   atomic.Uint32 // the phase for which a thread has taken it
	failed    bool
	value     any // of the panic
	_         [16]byte
}

func runThreads(partitions []Partition, lookahead, end Time, threads int, between func(final Time) error) error {
	c := &pool{partitions: make([]poolPartition, len(partitions)), threads: uint32(threads)}
	for i, p := range partitions {
		c.partitions[i].partition = p
		c.partitions[i].next = p.NextTime()
	}
	var workers sync.WaitGroup
	defer workers.Wait()
	defer func() { // also if between panics
		c.stop.Store(true)
		c.phase.Add(1)
	}()
	for id := 1; id < threads; id++ {
		workers.Go(func() { c.work(id) })
	}
	phase := uint32(0)
	for {
		start := Never
		for i := range c.partitions {
			start = min(start, c.partitions[i].next)
		}
		if start >= end {
			return nil
		}
		c.before = windowEnd(start, lookahead, end)
		c.phase.Store(phase + 1)
		for range 2 {
			phase++
			c.wait(&c.phase, phase)
			c.do(phase, 0)
			c.arrive(phase)
		}
		c.wait(&c.arrived, c.threads)
		c.arrived.Store(0)
		if c.failed.Load() {
			for i := range c.partitions {
				if c.partitions[i].failed {
					panic(c.partitions[i].value)
				}
			}
		}
		if between != nil {
			if err := between(c.before); err != nil {
				return err
			}
		}
	}
}

// work is the main function of each thread but the caller's.
func (c *pool) work(id int) {
	for phase := uint32(1); ; phase++ {
		c.wait(&c.phase, phase)
		if c.stop.Load() {
			return
		}
		c.do(phase, id)
		c.arrive(phase)
	}
}

// arrive ends a phase for one thread. The last to end a run opens the exchange; the caller opens the next run.
func (c *pool) arrive(phase uint32) {
	if phase%2 == 0 {
		c.arrived.Add(1)
		return
	}
	if c.arrived.Add(1) == c.threads {
		c.arrived.Store(0)
		c.phase.Store(phase + 1)
	}
}

// wait waits until v has the value want: it spins, as a phase is often shorter than a thread switch; then yields the
// core for some milliseconds; and at last sleeps, in case there are more threads than cores. It does not sleep
// earlier, as the shortest sleep on some systems is a millisecond, many phases long.
func (c *pool) wait(v *atomic.Uint32, want uint32) {
	for i := 0; v.Load() != want; i++ {
		pause(i)
	}
}

// pause is what a thread does at the i-th look at what it waits for.
func pause(i int) {
	switch {
	case i < 2000:
	case i < 50_000:
		runtime.Gosched()
	default:
		time.Sleep(50 * time.Microsecond)
	}
}

// do works on a phase together with the other threads: first on this thread's partitions, whose memory is in its
// core's cache, then on what is left of the others'.
func (c *pool) do(phase uint32, id int) {
	n := len(c.partitions)
	first := n * id / int(c.threads)
	for i := range n {
		at := first + i
		if at >= n {
			at -= n
		}
		s := &c.partitions[at]
		if s.claimed.Load() != phase && s.claimed.CompareAndSwap(phase-1, phase) {
			c.step(s, phase)
		}
	}
}

// step runs or exchanges one partition.
func (c *pool) step(s *poolPartition, phase uint32) {
	if phase%2 == 0 && c.failed.Load() {
		return
	}
	ended := false
	defer func() {
		if !ended {
			s.failed, s.value = true, recover()
			c.failed.Store(true)
		}
	}()
	if phase%2 == 1 {
		s.partition.Run(c.before)
	} else {
		s.partition.Exchange()
		s.next = s.partition.NextTime()
	}
	ended = true
}
