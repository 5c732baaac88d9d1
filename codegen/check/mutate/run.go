package mutate

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"smartnic-cc/codegen/interp"
)

// Verdict is the vectors' verdict on a mutant.
type Verdict struct {
	Mutant *Mutant
	Killed bool
	// By is a vector that the mutant fails; the same in every run.
	By Witness
	// Reached is the number of points that run the changed statement.
	Reached int
}

// Run runs the vectors on the mutants, as many at a time as there are processors, and returns a verdict for each, in
// their order. progress, if not nil, is called with the number of mutants done, from any goroutine. The error is that
// of the context.
func (c *Corpus) Run(ctx context.Context, mutants []*Mutant, progress func(done, total int)) ([]Verdict, error) {
	out := make([]Verdict, len(mutants))
	var next, done atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(mutants)) {
		wg.Go(func() {
			m := interp.New(c.prog)
			var b buffer
			for {
				i := int(next.Add(1)) - 1
				if i >= len(mutants) || ctx.Err() != nil {
					return
				}
				out[i] = c.verdict(m, mutants[i], &b)
				if n := int(done.Add(1)); progress != nil {
					progress(n, len(mutants))
				}
			}
		})
	}
	wg.Wait()
	return out, ctx.Err()
}

func (c *Corpus) verdict(m *interp.Machine, x *Mutant, b *buffer) Verdict {
	points := c.reached[x.Stmt]
	v := Verdict{Mutant: x, Reached: len(points)}
	defer m.Replace(x.Func, x.Body())()
	for i := range spread(len(points)) {
		if c.kills(m, &c.points[points[i]], b) {
			v.Killed, v.By = true, c.witness(points[i])
			break
		}
	}
	return v
}

// spread yields the numbers below n in an order that samples the whole range first: neighbouring points are alike,
// and most mutants are killed by the first that is not.
func spread(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		if n == 0 {
			return
		}
		step := 1
		for step*2 < n {
			step *= 2
		}
		for i := 0; i < n; i += step {
			if !yield(i) {
				return
			}
		}
		for ; step > 1; step /= 2 {
			for i := step / 2; i < n; i += step {
				if !yield(i) {
					return
				}
			}
		}
	}
}
