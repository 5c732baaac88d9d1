package saba

import (
	"fmt"
	"slices"
)

// WeightSum is the sum of the weights of a port's queues: the largest weight, of a single queue.
const WeightSum = 255

// Weights turns shares of queues into weights of 1 to 255 that sum to WeightSum, by the largest remainder; of equal
// remainders the first. A queue whose part is below 1 gets 1, at the cost of those most above their parts.
func Weights(shares []uint32) ([]uint8, error) {
	total := uint64(0)
	for i, s := range shares {
		if s == 0 {
			return nil, fmt.Errorf("saba: impossible weights: queue %d has a share of 0 and would starve; give it 1 or more", i)
		}
		total += uint64(s)
	}
	if len(shares) > WeightSum {
		return nil, fmt.Errorf("saba: impossible weights: %d queues and a sum of %d; a weight is 1 or more", len(shares), WeightSum)
	}
	weights := make([]uint8, len(shares))
	// over is how far a weight is above its part, times total.
	over := make([]int64, len(shares))
	left := WeightSum
	for i, s := range shares {
		part := uint64(s) * WeightSum
		weights[i] = uint8(max(part/total, 1))
		over[i] = int64(uint64(weights[i])*total) - int64(part)
		left -= int(weights[i])
	}
	for ; left > 0 && len(shares) > 0; left-- {
		i := slices.Index(over, slices.Min(over))
		weights[i]++
		over[i] += int64(total)
	}
	for ; left < 0; left++ {
		most := -1
		for i := range over {
			if weights[i] > 1 && (most < 0 || over[i] > over[most]) {
				most = i
			}
		}
		weights[most]--
		over[most] -= int64(total)
	}
	return weights, nil
}

// PerApplication returns the units of each application for predictions: those of one queue share its units equally,
// as similar connections do, the first ones with a unit more if there is a remainder. queue[i] is application i's
// queue.
func PerApplication(shares []uint32, queue []uint8) []uint32 {
	var sum, rest [256]uint32
	var n [256]uint32
	for i, s := range shares {
		sum[queue[i]] += s
		n[queue[i]]++
	}
	for q := range n {
		rest[q] = sum[q] % max(n[q], 1)
	}
	got := make([]uint32, len(shares))
	for i := range got {
		q := queue[i]
		got[i] = sum[q] / n[q]
		if rest[q] > 0 {
			rest[q]--
			got[i]++
		}
	}
	return got
}
