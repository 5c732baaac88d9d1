package doca_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
)

// ideal drives a machine as in docs/algorithms.md: time does not wrap, every timer ends at its own time and none is
// left. It shares no code with flow.
type ideal struct {
	m   machine
	now uint64
	ran int // timers at the last event
}

// until runs all timers up to now.
func (d *ideal) until(now uint64) {
	d.ran = 0
	for {
		kind, at := dcqcn.EventNone, uint64(0)
		consider := func(k dcqcn.EventKind, deadline fixedpoint.Time) {
			// The deadline lies less than 2^31 ns from the last event.
			full := d.now + uint64(int64(int32(uint32(deadline)-uint32(d.now))))
			if full <= now && (kind == dcqcn.EventNone || full < at) {
				kind, at = k, full
			}
		}
		r := d.m.rates()
		if a := d.m.alpha(); a != nil {
			consider(dcqcn.EventAlphaTimer, *a)
		}
		if r.Flags&dcqcn.FlagCut != 0 {
			consider(dcqcn.EventCutTimer, r.CutAt)
		}
		if r.Flags&dcqcn.FlagIncrease != 0 {
			consider(dcqcn.EventIncreaseTimer, r.IncreaseAt)
		}
		if kind == dcqcn.EventNone {
			break
		}
		d.now = at
		d.m.step(dcqcn.Event{Kind: kind, Now: fixedpoint.Time(at)})
		d.ran++
	}
	d.now = now
}

// sent lets bytes leave, at most eight increases' worth.
func (d *ideal) sent(n uint32) {
	d.m.step(dcqcn.Event{Kind: dcqcn.EventSent, Now: fixedpoint.Time(d.now), Bytes: n})
}

// TestIdeal: while no event finds more than the bounded number of timers, and no pause
// passes 2^31 ns, the device program is the algorithm itself, over several turns of the
// clock.
func TestIdeal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	wraps, timers := 0, 0
	for name, m := range machines(t, 400_000_000) {
		algorithm, _, _ := strings.Cut(name, " ")
		var text strings.Builder
		var after []*flow
		var rates []uint32
		for range 6 {
			setup, _ := setUp(t, m.clone(), 400_000_000)
			text.WriteString(setup + "Z\n")
			d := &ideal{m: m.clone(), now: 1<<32 - uint64(r.IntN(1<<20))}
			d.m.init()
			for range 200 {
				// A pause after which at most 64 timers are due; now and then a long one, which
				// is tried and, if it makes more, shortened.
				pause := uint64(r.IntN(30_000))
				if r.IntN(4) == 0 {
					pause = uint64(r.Uint32() >> (1 + r.IntN(12)))
				}
				for {
					try := &ideal{m: d.m.clone(), now: d.now}
					try.until(d.now + pause)
					if try.ran <= 64 {
						break
					}
					pause /= 2
				}
				before := d.now
				d.until(d.now + pause)
				timers += d.ran
				wraps += int(d.now>>32 - before>>32)
				e := event{kind: evTX, now: uint32(d.now), first: uint32(d.now), packets: 1}
				switch r.IntN(5) {
				case 0, 1:
					e.kind, e.cnps = evCNP, uint16(1+r.IntN(8))
					for i := range e.cnps {
						if _, dolce := d.m.(*dolceMachine); dolce && i > 0 {
							break // one event is one reward
						}
						n := uint16(1)
						if _, dolce := d.m.(*dolceMachine); dolce {
							n = e.cnps
						}
						d.m.step(dcqcn.Event{Kind: dcqcn.EventCNP, Now: fixedpoint.Time(d.now), CNPs: n})
					}
				case 2:
					e.kind = evNACK
				default:
					e.unit = uint16(r.IntN(3000)) &^ 31
					d.sent(uint32(e.unit) * 32)
				}
				text.WriteString(e.line())
				after = append(after, &flow{m: d.m.clone(), known: true})
				rates = append(rates, fraction(d.m.rates().RC, 400_000_000))
			}
		}
		answers := host(t, algorithm).ask(t, text.String())
		for i := range after {
			after[i].check(t, answers[i], rates[i], "%s, event %d", name, i)
		}
	}
	t.Logf("%d timers, %d turns of the clock", timers, wraps)
	if timers < 5_000 || wraps < 20 {
		t.Fatalf("%d timers, %d turns of the clock: too few to tell anything", timers, wraps)
	}
}
