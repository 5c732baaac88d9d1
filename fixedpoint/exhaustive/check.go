package main

import (
	"fmt"
	"math/big"
	"sync"
	"sync/atomic"
	"time"
)

// blockSize inputs are computed and judged together.
const blockSize = 1 << 12

// function is one function under proof. Inputs are numbered 0 to 2^32-1 in
// ascending order; for a signed argument input 0 is the most negative one.
type function struct {
	name string
	// first is the number of the first input.
	first uint32
	// signed says that input number i is the argument i - 2^31.
	signed bool
	// falling says that the function must never increase, instead of never
	// decrease.
	falling bool
	// fill computes the function for inputs number lo and following.
	fill func(lo uint32, out []int64)
	// prepare returns the judge, which reports whether y is right for input
	// number i. It is called once a thread, so that the judge may cache.
	prepare func() judge
	// claim is the claimed error in ULP, printed with a success.
	claim string
	// exact, if set, gives the true value of input i times 2^40, in ULP; the
	// largest error is then measured at the ends of each run of equal outputs of
	// the inputs from exactFrom on. Between them the function is constant and
	// the true value monotone, so the ends see the largest error of all.
	exact func(i uint32) *big.Int
	// within spares exact: where it reports that an error is at most n/1024 ULP, and one of more is
	// known, the error is not measured.
	within    func(i uint32, y int64, n uint64) bool
	exactFrom uint32
	exactSat  int64 // an output that saturates, whose error does not count
}

// judge reports whether y is the right output for input number i.
type judge func(i uint32, y int64) bool

// result of one function.
type result struct {
	name       string
	inputs     uint64
	mismatches uint64
	firstBad   string // the first mismatch, by input
	steps      uint64 // steps in the wrong direction
	firstStep  string
	sampled    bool
	claim      string
	maxError   *big.Int // in ULP * 2^40, nil if not measured
	maxAt      uint32
}

func (r result) ok() bool { return r.mismatches == 0 && r.steps == 0 && r.inputs > 0 }

func (r result) line(d time.Duration) string {
	monotone := "yes"
	if r.steps > 0 {
		monotone = "no"
	}
	e := r.claim
	if r.maxError != nil {
		// Six decimals, rounded up: never better than it is.
		n := new(big.Int).Mul(r.maxError, big.NewInt(1_000_000))
		n.Add(n, big.NewInt(1<<40-1)).Rsh(n, 40)
		e = fmt.Sprintf("%d.%06d at %d", n.Int64()/1_000_000, n.Int64()%1_000_000, r.maxAt)
	}
	if r.mismatches > 0 {
		e = "more than claimed"
	}
	s := fmt.Sprintf("%-12s %11d %11d  %-9s %-18s %8.1f", r.name, r.inputs, r.mismatches, monotone, e, d.Seconds())
	if r.sampled {
		s += "  (sample)"
	}
	return s
}

func (r result) failure() string {
	s := "exhaustive: " + r.name + ":"
	if r.inputs == 0 {
		return s + " no inputs checked"
	}
	if r.mismatches > 0 {
		s += " wrong at " + r.firstBad
	}
	if r.steps > 0 {
		s += " not monotone at " + r.firstStep
	}
	return s
}

// arg returns the argument of input number i.
func (f function) arg(i uint32) int64 {
	if f.signed {
		return int64(i) - 1<<31
	}
	return int64(i)
}

// tally is what one thread found.
type tally struct {
	inputs, mismatches, steps uint64
	bad, step                 uint64 // number of the first, or none
	badValue, stepFrom        int64
	stepTo                    int64
	maxError                  *big.Int
	maxAt                     uint32
}

const none = 1 << 40

// check runs the function over its inputs, all of them for every = 1.
func (f function) check(threads int, every uint32) result {
	var next atomic.Uint64
	firstBlock := uint64(f.first / blockSize)
	tallies := make([]tally, threads)
	var wg sync.WaitGroup
	for t := range tallies {
		wg.Add(1)
		go func(t *tally) {
			defer wg.Done()
			t.bad, t.step = none, none
			j := f.prepare()
			buf := make([]int64, blockSize+1)
			for {
				b := firstBlock + (next.Add(1)-1)*uint64(every)
				if b >= 1<<32/blockSize {
					return
				}
				f.block(t, j, uint32(b*blockSize), buf)
			}
		}(&tallies[t])
	}
	wg.Wait()
	r := result{name: f.name, sampled: every > 1, claim: f.claim}
	bad, step := uint64(none), uint64(none)
	for _, t := range tallies {
		r.inputs += t.inputs
		r.mismatches += t.mismatches
		r.steps += t.steps
		if t.bad < bad {
			bad = t.bad
			r.firstBad = fmt.Sprintf("input %d: output %d", f.arg(uint32(bad)), t.badValue)
		}
		if t.step < step {
			step = t.step
			r.firstStep = fmt.Sprintf("input %d: from %d to %d", f.arg(uint32(step)), t.stepFrom, t.stepTo)
		}
		if t.maxError != nil {
			c := 1
			if r.maxError != nil {
				c = t.maxError.Cmp(r.maxError)
			}
			if c > 0 || c == 0 && t.maxAt < r.maxAt {
				r.maxError, r.maxAt = t.maxError, t.maxAt
			}
		}
	}
	return r
}

// block checks the blockSize inputs from lo on. buf[0] takes the output before.
//
// The true value is monotone, so the inputs for which one output y is right are
// an interval. Of a run of inputs with the same output only the two ends are
// judged: if both are in the interval, all between them are.
func (f function) block(t *tally, j judge, lo uint32, buf []int64) {
	out := buf[1:]
	f.fill(lo, out)
	if lo > f.first {
		f.fill(lo-1, buf[:1])
		if out[0] != buf[0] {
			f.step(t, lo, buf[0], out[0])
		}
	}
	start, last := 0, out[0] // of the run
	for n, y := range out {
		if y != last {
			f.run(t, j, lo, start, n, out)
			f.step(t, lo+uint32(n), last, y)
			start, last = n, y
		}
	}
	f.run(t, j, lo, start, len(out), out)
	t.inputs += uint64(len(out))
}

// run judges the inputs start to end-1 of a block, which have the same output.
func (f function) run(t *tally, j judge, lo uint32, start, end int, out []int64) {
	y := out[start]
	if j(lo+uint32(start), y) && (end-start == 1 || j(lo+uint32(end-1), y)) {
		return
	}
	for n := start; n < end; n++ {
		if i := lo + uint32(n); !j(i, y) {
			t.mismatches++
			if uint64(i) < t.bad {
				t.bad, t.badValue = uint64(i), y
			}
		}
	}
}

// step takes the change of the output before input i into account.
func (f function) step(t *tally, i uint32, from, to int64) {
	if (to < from) != f.falling {
		t.steps++
		if uint64(i) < t.step {
			t.step, t.stepFrom, t.stepTo = uint64(i), from, to
		}
	}
	if f.exact != nil && i > f.exactFrom {
		f.measure(t, i-1, from)
		f.measure(t, i, to)
	}
}

// measure takes the error of output y at input i into account.
func (f function) measure(t *tally, i uint32, y int64) {
	if y == f.exactSat {
		return
	}
	// The largest error is rounded up, by less than 2 units of 2^-40.
	if t.maxError != nil && f.within(i, y, uint64(t.maxError.Int64()-2)>>30) {
		return
	}
	e := f.exact(i)
	e.Sub(e, new(big.Int).Lsh(big.NewInt(y), 40)).Abs(e)
	e.Add(e, big.NewInt(1)) // the exact value itself is rounded
	if t.maxError == nil || e.Cmp(t.maxError) > 0 {
		t.maxError, t.maxAt = e, i
	}
}
