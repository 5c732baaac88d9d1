package experiment

import (
	"math/bits"
	"slices"

	"smartnic-cc/internal/base/num/quantile"
	"smartnic-cc/nicmodel/event"
)

// Result is the result of a point. Times are in picoseconds.
type Result struct {
	Format int    `json:"format"`
	Model  string `json:"model"`
	Point  Point  `json:"point"`
	// Digest is over the order of all events, 16 hexadecimal digits.
	Digest string `json:"digest"`
	Events uint64 `json:"events"`
	Until  int64  `json:"until_ps"`
	Marks  uint64 `json:"marks"`
	CNPs   uint64 `json:"cnps"`
	Pauses uint64 `json:"pauses"`
	// Lost counts packets dropped without room, which PFC prevents.
	Lost uint64 `json:"lost"`

	All    WorkloadResult   `json:"all"`
	Groups []WorkloadResult `json:"groups"`
	// Rewards lists, by arm, the rewards that connections learnt from, UQ0.16, in the order
	// of time.
	Rewards [][]uint16 `json:"rewards,omitempty"`
	// Detail is set if the point requests it.
	Detail *Detail `json:"detail,omitempty"`
}

// WorkloadResult is the result of the messages of one workload, or of all.
type WorkloadResult struct {
	Kind      string `json:"kind"`
	Messages  int    `json:"messages"`
	Completed int    `json:"completed"`
	Bytes     uint64 `json:"bytes"`
	// Last is when the last message was complete.
	Last int64 `json:"last_ps"`
	// FCT is the time from the post to the last acknowledgement, MCT that from the departure of the first packet
	// (section VI-A of the paper). Slowdown is FCT over that of an empty network, in thousandths.
	FCT      Percentiles `json:"fct_ps"`
	MCT      Percentiles `json:"mct_ps"`
	Slowdown Percentiles `json:"slowdown_permille"`
	// Quantiles are those of FCT at 0, 1, ... 100 %.
	Quantiles []uint64 `json:"fct_quantiles_ps,omitempty"`
	// Sizes are the messages by size, only for all together.
	Sizes []Size `json:"sizes,omitempty"`
	// Iterations of MPI_Alltoall: the mean over the ranks of each.
	Iterations []int64 `json:"iterations_ps,omitempty"`
	Bins       *Bins   `json:"bins,omitempty"`
}

// Size is the result of messages of at most UpTo bytes and above the UpTo of the previous Size.
type Size struct {
	UpTo  uint64      `json:"up_to"` // 0 means no limit
	Count int         `json:"count"`
	FCT   Percentiles `json:"fct_ps"`
}

// sizeLimits are the limits of WorkloadResult.Sizes.
var sizeLimits = []uint64{10_000, 100_000, 1_000_000, 0}

// sizesOf groups messages by size.
func sizesOf(bytes, fct []uint64) []Size {
	var list []Size
	for k, p := range bySize(bytes, fct) {
		list = append(list, Size{sizeLimits[k], len(p), valuesOf(p)})
	}
	return list
}

// bySize groups values of messages by size.
func bySize(bytes, values []uint64) [][]uint64 {
	parts := make([][]uint64, len(sizeLimits))
	for i, b := range bytes {
		k := 0
		for sizeLimits[k] > 0 && b > sizeLimits[k] {
			k++
		}
		parts[k] = append(parts[k], values[i])
	}
	return parts
}

// Percentiles are a mean and percentiles by nearest rank, rounded down.
type Percentiles struct {
	Mean uint64 `json:"mean"`
	P50  uint64 `json:"p50"`
	P99  uint64 `json:"p99"`
	Max  uint64 `json:"max"`
}

// Bins are sums over equal spans of time from 0 on.
type Bins struct {
	// Bytes of messages: each is spread evenly over the time from the departure of its first packet to its delivery,
	// or counts at its delivery if that time is shorter than a bin.
	Bytes []uint64 `json:"bytes"`
	// Done counts messages by when they were complete, MCT sums their MCTs, ps.
	Done []uint64 `json:"done"`
	MCT  []uint64 `json:"mct_sum_ps"`
}

// add counts a message.
func (b *Bins) add(width event.Time, bytes uint64, first, delivered, at event.Time) {
	last := int(max(delivered, at) / width)
	for len(b.Bytes) <= last {
		b.Bytes, b.Done, b.MCT = append(b.Bytes, 0), append(b.Done, 0), append(b.MCT, 0)
	}
	b.Done[at/width]++
	b.MCT[at/width] += uint64(at - first)
	if delivered-first < width {
		b.Bytes[delivered/width] += bytes
		return
	}
	span := uint64(delivered - first)
	// By a time bytes (time-first)/span have come, rounded down; a bin has the difference between its ends, so that
	// the bins sum to bytes.
	came := uint64(0)
	for i := first / width; i <= delivered/width; i++ {
		until := min((i+1)*width, delivered)
		upTo := bytes
		if until < delivered {
			hi, lo := bits.Mul64(bytes, uint64(until-first))
			upTo, _ = bits.Div64(hi, lo, span) // until-first < span: no overflow
		}
		b.Bytes[i] += upTo - came
		came = upTo
	}
}

// valuesOf sorts v.
func valuesOf(v []uint64) Percentiles {
	n := len(v)
	if n == 0 {
		return Percentiles{}
	}
	slices.Sort(v)
	return Percentiles{Mean: quantile.Mean(v), P50: v[quantile.Percent(50, n)], P99: v[quantile.Percent(99, n)], Max: v[n-1]}
}
