package vectors

import (
	"math/bits"
	"slices"

	"smartnic-cc/codegen/ir"
)

// randomSequence feeds random events to a connection, at times that advance as on a NIC, and each timer when it is
// due.
func (a *algorithm) randomSequence(p parameters) error {
	t, err := a.begin(p.name, nil, append([]string{flagRandom}, p.flags...)...)
	if err != nil {
		return err
	}
	from := a.np + a.ns
	// Near the end of a 32-bit clock, which then wraps.
	clock := uint64(1)<<32 - 1 - a.rng.below(1<<24)
	for len(t.seq.Steps) < randomSteps {
		gap, err := a.gap(t, clock)
		if err != nil {
			return err
		}
		clock, err = a.until(t, clock, clock+gap)
		if err != nil {
			return err
		}
		if len(t.seq.Steps) == randomSteps {
			break
		}
		given := a.drawer.random(t.args, from, len(t.args))
		if given == nil {
			given = slices.Clone(t.args)
		}
		if a.kind >= 0 {
			given[from+a.kind] = a.randomKind(given[from+a.kind])
		}
		if a.now >= 0 {
			given[from+a.now] = a.layout.Event[a.now].Wrap(clock)
		}
		if err := t.step(given[from:]); err != nil {
			return err
		}
	}
	t.end()
	return nil
}

// randomKind returns the kind of the next event: mostly not a timer's, now and then a timer that is not due, or
// drawn, a kind that the algorithm may not know.
func (a *algorithm) randomKind(drawn uint64) uint64 {
	if len(a.kinds) == 0 || a.rng.one(32) {
		return drawn
	}
	others := slices.DeleteFunc(slices.Clone(a.kinds), func(k ir.NamedKind) bool { return a.timers[k.Value] })
	if len(others) == 0 || a.rng.one(16) {
		others = a.kinds
	}
	return others[a.rng.below(uint64(len(others)))].Value
}

// gap draws the time to the next event: of any magnitude, or close to that of the next timer.
func (a *algorithm) gap(t *tape, clock uint64) (uint64, error) {
	due, running, _, err := a.due(t, clock)
	if err != nil {
		return 0, err
	}
	if !running || a.rng.one(2) {
		return a.rng.Uint64() >> (34 + a.rng.below(30)), nil
	}
	left := due - clock
	switch a.rng.below(5) {
	case 0:
		return left, nil
	case 1:
		return left + 1, nil
	case 2:
		return left - min(left, 1), nil
	case 3:
		return 2 * left, nil
	}
	return left >> a.rng.below(uint64(bits.Len64(left))+1), nil
}

// due returns when the next timer fires and the kind of its event.
func (a *algorithm) due(t *tape, clock uint64) (at uint64, running bool, kind uint64, err error) {
	if a.t.Next == nil {
		return 0, false, 0, nil
	}
	leaf := a.layout.Event[a.now]
	state := t.args[a.np : a.np+a.ns]
	timer, err := a.fw.Call(a.t.Next.FullName(), append(slices.Clone(state), leaf.Wrap(clock)))
	if err != nil {
		return 0, false, 0, a.trap("next function", err, state)
	}
	kind = timer[a.timer.Kind]
	if !a.timers[kind] {
		return 0, false, 0, nil
	}
	// The distance on a clock as wide as the event's, signed: a time in the past is due now.
	ahead := int64((timer[a.timer.At]-leaf.Wrap(clock))<<(64-leaf.Bits)) >> (64 - leaf.Bits)
	return clock + uint64(max(ahead, 0)), true, kind, nil
}

// until fires the timers that are due up to a time, and returns that time.
func (a *algorithm) until(t *tape, clock, end uint64) (uint64, error) {
	for len(t.seq.Steps) < randomSteps {
		at, running, kind, err := a.due(t, clock)
		if err != nil || !running || at > end {
			return end, err
		}
		clock = at
		event := make([]uint64, len(a.layout.Event))
		event[a.kind], event[a.now] = kind, a.layout.Event[a.now].Wrap(clock)
		if err := t.step(event); err != nil {
			return end, err
		}
	}
	return end, nil
}
