package study

import (
	"fmt"
	"math"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/systems/saba"
	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/stage"
)

// Rate is the port's, bit/s: the thesis' 56 Gb/s.
const Rate = 56_000_000_000

// Means are the means of the speed-ups of applications: the time with the baseline over that with Saba.
type Means struct{ Geometric, Arithmetic float64 }

// Gain is the effect of Saba's weights on applications, means over all drawn ports.
type Gain struct {
	// App is over max-min fairness of applications, Flow over that of flows.
	App, Flow Means
	// Slowdown is the mean time with max-min fairness of applications over that with Saba, in multiples of
	// applications' times alone: the objective of equation (4.2).
	Slowdown float64
	// Worst is the mean of the least speed-up at each port over max-min fairness of applications.
	Worst float64
}

// sums accumulates a Gain.
type sums struct {
	ports, apps         float64
	app, flow           Means // the geometric ones are sums of logarithms
	worst, before, with float64
}

// add adds a port: the slow-downs of its applications under max-min fairness of applications and of
// flows, and with Saba.
func (s *sums) add(app, flow, ours []float64) {
	worst := math.Inf(1)
	for i := range ours {
		x, y := app[i]/ours[i], flow[i]/ours[i]
		s.app.Geometric += math.Log(x)
		s.app.Arithmetic += x
		s.flow.Geometric += math.Log(y)
		s.flow.Arithmetic += y
		s.before += app[i]
		s.with += ours[i]
		worst = min(worst, x)
	}
	s.apps += float64(len(ours))
	s.worst += worst
	s.ports++
}

// gain returns the means.
func (s *sums) gain() Gain {
	means := func(m Means) Means { return Means{math.Exp(m.Geometric / s.apps), m.Arithmetic / s.apps} }
	return Gain{App: means(s.app), Flow: means(s.flow), Slowdown: s.before / s.with, Worst: s.worst / s.ports}
}

// Weights returns the weights of equation (4.2) for the present applications, by their models.
func Weights(models []curve.Model) stage.Weights {
	var s saba.Solver
	return func(apps []int) []uint32 {
		there := collect.Of(apps, func(a int) curve.Model { return models[a] })
		// There are shares for up to as many applications as units.
		w, _ := s.Solve(there, curve.Units, saba.MinShare(len(apps), curve.Units))
		return w
	}
}

// flows returns the weights of max-min fairness of flows, of which application i has n[i].
func flows(n []uint32) stage.Weights {
	return func(apps []int) []uint32 {
		return collect.Of(apps, func(a int) uint32 { return n[a] })
	}
}

// Family is a kind of insensitive applications: ranges, in thousandths of their time alone, of the time in which they
// send while computing and of that in which they only send.
type Family struct {
	Name               string
	Overlapped, Serial [2]uint32
}

// Families returns those of the study. Every other application of a port is sensitive: it only sends for 40 to 90 %
// of its time alone.
func Families() []Family {
	return []Family{
		{Name: "light overlapped", Overlapped: [2]uint32{50, 300}},
		{Name: "heavy overlapped", Overlapped: [2]uint32{400, 900}},
		{Name: "little serial", Serial: [2]uint32{10, 200}},
	}
}

// within draws from both ends and between.
func within(r *random.Source, ends [2]uint32) int64 {
	return int64(ends[0] + r.Below(ends[1]-ends[0]+1))
}

// drawn is a port's applications, and the flows of each.
type drawn struct {
	apps  []*stage.App
	flows []uint32
}

// draw draws the applications of a port: 4 to 12 stages, 0.5 to 2 s alone, 1, 2, 4 or 8 flows.
func (f *Family) draw(r *random.Source, n int) drawn {
	var d drawn
	for i := range n {
		overlapped, serial := within(r, f.Overlapped), within(r, f.Serial)
		if i%2 == 0 {
			overlapped, serial = 0, within(r, [2]uint32{400, 900})
		}
		part := event.Time(500+r.Below(1501)) * event.Millisecond / 1000
		stages := 4 + int(r.Below(9))
		d.apps = append(d.apps, stage.StagesByShare(fmt.Sprint("application ", i), stages, Rate,
			event.Time(1000-serial)*part, event.Time(overlapped)*part, event.Time(serial)*part))
		d.flows = append(d.flows, 1<<r.Below(4))
	}
	return d
}

// Profile profiles an application alone in the fluid model.
func Profile(a *stage.App, percents []int) (*saba.Profile, error) {
	return saba.Measure(a.Name, percents, func(percent int) (event.Time, error) { return a.Alone(Rate, uint64(percent)) })
}

// Stages measures ports of n applications in the stage model. With again each restarts when it ends, six times or
// more; otherwise it runs once, and the others share the port. Degree 0 uses a profile of every percent as the model.
func Stages(f Family, n, degree, ports int, again bool, seed uint64) (Gain, error) {
	var s sums
	for i := range ports {
		r := random.New(seed, "saba-stages", uint64(i))
		if err := s.stages(f.draw(&r, n), degree, again); err != nil {
			return Gain{}, err
		}
	}
	return s.gain(), nil
}

// stages adds a port of the stage model.
func (s *sums) stages(d drawn, degree int, again bool) error {
	profiles := make([]*saba.Profile, len(d.apps))
	models := make([]curve.Model, len(d.apps))
	alone := make([]event.Time, len(d.apps))
	percents := saba.Percents()
	if degree == 0 {
		percents = nil
		for b := range 100 {
			percents = append(percents, b+1)
		}
	}
	for i, a := range d.apps {
		var err error
		if profiles[i], err = Profile(a, percents); err != nil {
			return err
		}
		if degree > 0 {
			m, err := profiles[i].Fit(degree)
			if err != nil {
				return err
			}
			models[i] = m.Model
		}
		if alone[i], err = a.Alone(Rate, 100); err != nil {
			return err
		}
	}
	ours := Weights(models)
	if degree == 0 {
		ours = known(profiles)
	}
	p := stage.Port{Rate: Rate, Latency: event.Millisecond}
	if again {
		p.Repeat = 6
	}
	var slow [3][]float64
	for k, w := range []stage.Weights{stage.EqualWeights, flows(d.flows), ours} {
		p.Weights = w
		times, err := p.Run(d.apps)
		if err != nil {
			return err
		}
		for i, t := range times {
			slow[k] = append(slow[k], float64(t)/float64(alone[i]))
		}
	}
	s.add(slow[0], slow[1], slow[2])
	return nil
}

// Pair measures a sensitive application, which only sends for serial thousandths of its time, against one that sends
// for overlapped thousandths while computing; both restart when they end.
func Pair(serial, overlapped int64, degree int) (Gain, error) {
	ms := event.Millisecond
	d := drawn{flows: []uint32{1, 1}, apps: []*stage.App{
		stage.StagesByShare("sensitive", 10, Rate, event.Time(1000-serial)*ms, 0, event.Time(serial)*ms),
		stage.StagesByShare("insensitive", 7, Rate, 1000*ms, event.Time(overlapped)*ms, 0),
	}}
	var s sums
	err := s.stages(d, degree, true)
	return s.gain(), err
}
