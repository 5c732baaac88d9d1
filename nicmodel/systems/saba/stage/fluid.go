package stage

import (
	"fmt"
	"math/bits"
	"slices"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/event"
)

// Weights returns a controller's weights, 1 to MaxWeight, of the applications present at a port, given by number. It
// must not keep apps.
type Weights func(apps []int) []uint32

// MaxWeight is the largest weight of an application.
const MaxWeight = 1 << 20

// EqualWeights is the max-min fairness of applications: all have one weight.
func EqualWeights(apps []int) []uint32 {
	return slices.Repeat([]uint32{1}, len(apps))
}

// Port is a port that applications share in the fluid model: those with something to send share all of it by weight,
// as in processor sharing.
type Port struct {
	// Rate is in bit/s.
	Rate uint64
	// Weights is called at the begin and whenever an application ends. nil means EqualWeights.
	Weights Weights
	// Latency is the time from an application's end until the others have their new weights.
	Latency event.Time
	// Repeat restarts an application when it has ended, until each has ended at least Repeat times, so that none runs
	// alone at the end; 0 runs each once.
	Repeat int
}

// running is an application at a port, with what is left of its stage; volumes are the time that they
// take at the whole rate.
type running struct {
	app                                *App
	stage                              int
	compute, overlapped, serial, begun event.Time
	sum                                event.Time // of the times of whole runs
	runs                               int
	weight                             uint64
	gone                               bool
}

// enter begins a stage.
func (r *running) enter(rate uint64) {
	s := &r.app.Stages[r.stage]
	r.compute = s.Compute
	r.overlapped, r.serial = timeOf(s.Overlapped, rate, 100), timeOf(s.Serial, rate, 100)
}

// sending returns the volume that the application sends now, nil if none.
func (r *running) sending() *event.Time {
	switch {
	case r.gone:
	case r.overlapped > 0:
		return &r.overlapped
	case r.compute == 0 && r.serial > 0:
		return &r.serial
	}
	return nil
}

// Run runs applications that all begin at 0 and returns how long each took, the mean of its whole runs with Repeat.
// Rounding loses less than a picosecond an application between two changes.
func (p *Port) Run(apps []*App) ([]event.Time, error) {
	if err := p.check(apps); err != nil {
		return nil, err
	}
	all := make([]running, len(apps))
	for i := range all {
		all[i].app = apps[i]
		all[i].enter(p.Rate)
	}
	if err := p.weigh(all); err != nil {
		return nil, err
	}
	now, left, change := event.Time(0), len(apps), event.Never
	for left > 0 {
		if now > longest {
			return nil, fmt.Errorf("%d of %d applications take more than %v; make them smaller", left, len(apps), longest)
		}
		step := p.step(all, now, change)
		now += step
		for i := range all {
			r := &all[i]
			if r.gone || !r.ended(p.Rate) {
				continue
			}
			r.sum += now - r.begun
			r.runs++
			r.begun, r.stage = now, 0
			if r.runs == max(p.Repeat, 1) {
				left--
			}
			if p.Repeat > 0 {
				r.enter(p.Rate)
				continue
			}
			r.gone = true
			change = min(change, now+p.Latency)
		}
		if now >= change && left > 0 {
			change = event.Never
			if err := p.weigh(all); err != nil {
				return nil, err
			}
		}
	}
	return collect.Of(all, func(v running) event.Time { return v.sum / event.Time(v.runs) }), nil
}

func (p *Port) check(apps []*App) error {
	if err := checkPort(p.Rate); err != nil {
		return err
	}
	if len(apps) == 0 || len(apps) > MaxApps {
		return fmt.Errorf("%d applications at a port; use 1 to %d", len(apps), MaxApps)
	}
	if p.Latency < 0 || p.Repeat < 0 {
		return fmt.Errorf("a latency of %v and %d runs; neither is below 0", p.Latency, p.Repeat)
	}
	for _, a := range apps {
		total, err := a.Alone(p.Rate, 100)
		if err != nil {
			return err
		}
		if total == 0 {
			return fmt.Errorf("application %q does nothing; let it compute or send", a.Name)
		}
	}
	return nil
}

// weigh updates the weights of the running applications.
func (p *Port) weigh(all []running) error {
	var there []int
	for i := range all {
		if !all[i].gone {
			there = append(there, i)
		}
	}
	ask := p.Weights
	if ask == nil {
		ask = EqualWeights
	}
	w := ask(there)
	if len(w) != len(there) {
		return fmt.Errorf("%d weights for the %d applications at the port; give one each", len(w), len(there))
	}
	for i, at := range there {
		if w[i] == 0 || w[i] > MaxWeight {
			return fmt.Errorf("application %q has a weight of %d; use 1 to %d", all[at].app.Name, w[i], MaxWeight)
		}
		all[at].weight = uint64(w[i])
	}
	return nil
}

// step advances all to the next end of a part or the change of weights, and returns the time to it.
func (p *Port) step(all []running, now, change event.Time) event.Time {
	weights := uint64(0)
	for i := range all {
		if all[i].sending() != nil {
			weights += all[i].weight
		}
	}
	step := event.Never
	if change != event.Never {
		step = change - now
	}
	for i := range all {
		r := &all[i]
		if r.gone {
			continue
		}
		if r.compute > 0 {
			step = min(step, r.compute)
		}
		if v := r.sending(); v != nil {
			step = min(step, muldiv(*v, weights, r.weight, r.weight-1))
		}
	}
	for i := range all {
		r := &all[i]
		if r.gone {
			continue
		}
		if v := r.sending(); v != nil {
			*v -= min(*v, muldiv(step, r.weight, weights, 0))
		}
		r.compute -= min(r.compute, step)
	}
	return step
}

// muldiv returns (t a + add) / b, capped at a time longer than any run.
func muldiv(t event.Time, a, b, add uint64) event.Time {
	hi, lo := bits.Mul64(uint64(t), a)
	lo, carry := bits.Add64(lo, add, 0)
	if hi+carry >= b {
		return 2 * longest
	}
	q, _ := bits.Div64(hi+carry, lo, b)
	return event.Time(min(q, uint64(2*longest)))
}

// ended begins the next stage if one has ended, and reports whether that was the last.
func (r *running) ended(rate uint64) bool {
	for r.compute == 0 && r.overlapped == 0 && r.serial == 0 {
		if r.stage++; r.stage == len(r.app.Stages) {
			return true
		}
		r.enter(rate)
	}
	return false
}
