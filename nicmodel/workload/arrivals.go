package workload

import (
	"math/big"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// gapBits is the number of bits by which gaps are finer than a picosecond, so that rounding
// neither the mean nor each gap changes the load by as much as 10^-3 even at a flow a
// picosecond.
const gapBits = 10

// arrivals are the times of a Poisson process. They are kept to 2^-gapBits ps, and returned in whole ps, rounded
// down.
type arrivals struct {
	source   *random.Source
	mean     event.Time // in units of 2^-gapBits ps
	now      event.Time
	fraction event.Time // what now leaves out, in the same units
}

func newArrivals(source *random.Source, mean event.Time) arrivals {
	return arrivals{source: source, mean: mean}
}

// next advances to the next arrival and returns its time.
func (a *arrivals) next() event.Time {
	gap := a.source.Exp(a.mean)
	a.fraction += gap & (1<<gapBits - 1)
	a.now += gap>>gapBits + a.fraction>>gapBits
	a.fraction &= 1<<gapBits - 1
	return a.now
}

// meanGap returns 8 mean/(n load rate) seconds in units of 2^-gapBits ps, rounded to nearest, at least 1; longer gaps
// are capped at 2.5 hours.
func meanGap(mean, hosts uint64, load uint32, rate uint64) event.Time {
	product := func(factors ...uint64) *big.Int {
		p := big.NewInt(1)
		for _, f := range factors {
			p.Mul(p, new(big.Int).SetUint64(f))
		}
		return p
	}
	divisor := product(hosts, uint64(load), rate)
	gap := product(8*mean, uint64(event.Second), LoadUnit, 1<<gapBits)
	gap.Add(gap, new(big.Int).Rsh(divisor, 1))
	gap.Div(gap, divisor)
	if !gap.IsInt64() {
		return event.Never
	}
	return event.Time(max(gap.Int64(), 1))
}
