package drum

import (
	"math/bits"

	"smartnic-cc/nicmodel/systems/drum/budget"
)

// search finds the lowest price with a demand within a limit, as package budget does by bisection, but with fewer
// demands: doubling steps around the previous price, then false position by the Illinois rule. demand does not grow
// with the price; its last call is at the returned price.
func search(limit, before uint64, demand func(price uint64) uint64) uint64 {
	// The demand is above the limit at low and within it at high, by lowOff and highOff.
	low, lowOff := uint64(0), uint64(0)
	high, highOff := uint64(budget.MaxPrice), limit
	at := min(before, budget.MaxPrice-1)
	step := at/256 + 64
	found := demand(at)
	if found > limit {
		for found > limit && at < budget.MaxPrice-1 {
			low, lowOff = at, found-limit
			at = min(at+step, budget.MaxPrice-1)
			step *= 4
			found = demand(at)
		}
		if found <= limit {
			high, highOff = at, limit-found
		}
	} else {
		for found <= limit {
			if at == 0 {
				return 0
			}
			high, highOff = at, limit-found
			at -= min(step, at)
			step *= 4
			found = demand(at)
		}
		low, lowOff = at, found-limit
	}
	stayed := 0 // turns that one end did not move; above 0 the high one
	for turn := 1; high-low > 1; turn++ {
		if turn%6 == 0 {
			at = low + (high-low)/2
		} else {
			hi, lo := bits.Mul64(high-low, lowOff)
			part, _ := bits.Div64(hi, lo, lowOff+highOff+1)
			at = min(max(low+part, low+1), high-1)
		}
		if found = demand(at); found > limit {
			low, lowOff = at, found-limit
			if stayed = max(stayed, 0) + 1; stayed > 1 {
				highOff /= 2
			}
		} else {
			high, highOff = at, limit-found
			if stayed = min(stayed, 0) - 1; stayed < -1 {
				lowOff = lowOff/2 + 1
			}
		}
	}
	if at != high {
		demand(high)
	}
	return high
}
