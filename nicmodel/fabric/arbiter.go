package fabric

import "math/bits"

// Scheduler is how a port chooses among classes: strict ones first, by ascending number, then the others by weight.
type Scheduler struct {
	strict  uint8 // a set
	quantum [Classes]int32
}

// NewScheduler makes the scheduler of classes. A weight of 1 is mtu bytes a round.
func NewScheduler(classes []Class, mtu uint32) *Scheduler {
	r := &Scheduler{}
	for i, c := range classes {
		if c.Strict {
			r.strict |= 1 << i
		}
		r.quantum[i] = int32(c.Weight) * int32(mtu)
	}
	return r
}

// Single returns the class that sends next if it needs no deficit round robin: a strict one, or the only ready one,
// which neither uses nor earns credit.
func (r *Scheduler) Single(ready uint8) (uint8, bool) {
	if first := ready & r.strict; first != 0 {
		return uint8(bits.TrailingZeros8(first)), true
	}
	return uint8(bits.TrailingZeros8(ready)), ready&(ready-1) == 0
}

// DRR is the state of deficit round robin (Shreedhar and Varghese, SIGCOMM 1995).
type DRR struct {
	turn   uint8
	credit [Classes]int32
}

// Choose returns the class that sends next of ready, a set of two or more without strict ones; backlog is the set of
// those that have packets, ready or paused, and heads the sizes of the first packets.
func (t *DRR) Choose(r *Scheduler, ready, backlog uint8, heads *[Classes]uint16) uint8 {
	for {
		class := t.turn
		if ready&(1<<class) != 0 {
			if need := int32(heads[class]); t.credit[class] >= need {
				t.credit[class] -= need
				return class
			}
		} else if backlog&(1<<class) == 0 {
			t.credit[class] = 0
		}
		later := ready &^ (2<<class - 1)
		if later == 0 {
			later = ready
		}
		t.turn = uint8(bits.TrailingZeros8(later))
		t.credit[t.turn] += r.quantum[t.turn]
	}
}
