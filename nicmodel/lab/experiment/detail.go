package experiment

import (
	"math/big"
	"math/bits"
	"slices"

	"smartnic-cc/internal/base/num/quantile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// Detail is the numbers for comparisons of algorithms besides completion times.
type Detail struct {
	// Goodput is payload received in order, bit/s, up to the last completion, or to the end of the run if some
	// messages are incomplete.
	Goodput uint64 `json:"goodput_bps"`
	// Jain is Jain's index in millionths over complete messages of the inverse of the slow-down, the share of the
	// rate that each would have alone. For messages of one size it is the index of their rates.
	Jain uint64 `json:"jain_ppm"`
	// Queue is the longest data queue of any port of a switch, bytes, sampled every QueueEvery over the time of
	// Goodput.
	Queue      Percentiles `json:"queue_bytes"`
	QueueEvery event.Time  `json:"queue_every_ps"`
	// Slowdowns are those of messages by the sizes of WorkloadResult.Sizes.
	Slowdowns []Percentiles `json:"slowdown_by_size_permille"`
	// Quantiles are those of the slow-down at 0, 1, ... 100 %, in thousandths.
	Quantiles []uint64 `json:"slowdown_quantiles_permille"`
}

// lookEvery is the period of sampling the queues, if the scenario has none.
const lookEvery = event.Microsecond

// detail makes the detail after fill, which has divided the slow-downs by size.
func (t *tally) detail(r *Result, res *nicmodel.Result) *Detail {
	d := &Detail{QueueEvery: t.c.Fabric.SampleEvery}
	span := res.Until
	if res.Completed == res.Messages {
		span = event.Time(r.All.Last)
	}
	d.Goodput = perSecond(res.PayloadBytes, span)
	d.Queue = t.looks.values(d.QueueEvery, span)
	all := slices.Concat(t.slow...)
	d.Jain = jain(all)
	d.Slowdowns = append(d.Slowdowns, collect.Of(t.slow, valuesOf)...)
	slices.Sort(all)
	d.Quantiles = quantiles(all)
	return d
}

// perSecond returns bytes in a time as bit/s, rounded down; 0 in no time.
func perSecond(bytes uint64, span event.Time) uint64 {
	hi, lo := bits.Mul64(8*bytes, uint64(event.Second))
	if span <= 0 || hi >= uint64(span) {
		return 0
	}
	rate, _ := bits.Div64(hi, lo, uint64(span))
	return rate
}

// jain returns the index of the inverses of slow-downs, in millionths, rounded down; 0 of none.
func jain(slow []uint64) uint64 {
	const one = 1 << 40 // of a share, so that its rounding has no effect
	var sum, squares, x, square big.Int
	for _, s := range slow {
		x.SetUint64(one / max(s, 1))
		sum.Add(&sum, &x)
		squares.Add(&squares, square.Mul(&x, &x))
	}
	if squares.Sign() == 0 {
		return 0
	}
	n := big.NewInt(int64(len(slow)))
	sum.Mul(&sum, &sum).Mul(&sum, big.NewInt(1_000_000))
	return sum.Quo(&sum, n.Mul(n, &squares)).Uint64()
}

// looks are the longest queues at the samples with a non-empty one.
type looks struct {
	at      []event.Time
	longest []uint64
}

// add adds samples in the order of time.
func (l *looks) add(list []fabric.QueueSample) {
	for i := range list {
		s := &list[i]
		if s.Class == 0 || s.Bytes == 0 {
			continue // control packets, or a sample of an empty switch
		}
		n := len(l.at)
		if n == 0 || l.at[n-1] != s.At {
			l.at, l.longest = append(l.at, s.At), append(l.longest, 0)
			n++
		}
		l.longest[n-1] = max(l.longest[n-1], uint64(s.Bytes))
	}
}

// values returns the percentiles of all samples in a time; those not kept are 0.
func (l *looks) values(every, span event.Time) Percentiles {
	n := int(span / every)
	kept, _ := slices.BinarySearch(l.at, span+1)
	if n == 0 || kept == 0 {
		return Percentiles{}
	}
	v := slices.Clone(l.longest[:kept])
	n = max(n, kept)
	slices.Sort(v)
	of := func(percent int) uint64 {
		if i := quantile.Percent(percent, n) - (n - kept); i >= 0 {
			return v[i]
		}
		return 0
	}
	sum := collect.Sum(v, func(x uint64) uint64 { return x })
	return Percentiles{Mean: sum / uint64(n), P50: of(50), P99: of(99), Max: v[kept-1]}
}
