package stage

import (
	"fmt"
	"math/bits"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/workload"
)

// Limits of applications, so that the sums and products of this package fit 64 bits.
const (
	// MaxStages is the largest number of stages of an application.
	MaxStages = workload.MaxStages
	// MaxCompute is the longest time that a stage computes.
	MaxCompute = 10 * event.Second
	// MaxVolume is the largest volume of a stage, bytes.
	MaxVolume = workload.MaxBytes
	// MaxApps is the largest number of applications at a port.
	MaxApps = 1024
)

// Stage is one step of an application.
type Stage = workload.Stage

// App is an application.
type App struct {
	Name   string
	Stages []Stage
}

// Check returns what is wrong with an application.
func (a *App) Check() error {
	if len(a.Stages) == 0 || len(a.Stages) > MaxStages {
		return fmt.Errorf("application %q has %d stages; use 1 to %d", a.Name, len(a.Stages), MaxStages)
	}
	for i, s := range a.Stages {
		switch {
		case s.Compute < 0 || s.Compute > MaxCompute:
			return fmt.Errorf("application %q, stage %d: it computes for %v; use 0s to %v", a.Name, i, s.Compute, MaxCompute)
		case s.Overlapped > MaxVolume || s.Serial > MaxVolume:
			return fmt.Errorf("application %q, stage %d: a volume is above %d bytes; send less", a.Name, i, uint64(MaxVolume))
		}
	}
	return nil
}

// EqualStages makes an application of a number of equal stages.
func EqualStages(name string, stages int, each Stage) *App {
	a := &App{Name: name, Stages: make([]Stage, stages)}
	for i := range a.Stages {
		a.Stages[i] = each
	}
	return a
}

// StagesByShare makes an application of equal stages from parts of its time alone at full rate: it computes for
// compute, and its volumes take overlapped and serial at rate, bit/s; each stage has 1/stages of each. Volumes are
// rounded down to bytes.
func StagesByShare(name string, stages int, rate uint64, compute, overlapped, serial event.Time) *App {
	of := func(t event.Time) uint64 {
		hi, lo := bits.Mul64(uint64(t)/uint64(stages), rate)
		bytes, _ := bits.Div64(hi, lo, 8_000_000_000_000)
		return bytes
	}
	return EqualStages(name, stages, Stage{Compute: compute / event.Time(stages), Overlapped: of(overlapped), Serial: of(serial)})
}

// timeOf returns how long a volume takes at percent of a rate, bit/s, rounded up and capped at a time longer than any
// run.
func timeOf(bytes, rate, percent uint64) event.Time {
	hi, lo := bits.Mul64(bytes, 800_000_000_000_000)
	lo, carry := bits.Add64(lo, rate*percent-1, 0)
	if hi+carry >= rate*percent {
		return 2 * longest
	}
	q, _ := bits.Div64(hi+carry, lo, rate*percent)
	return event.Time(min(q, uint64(2*longest)))
}

// Alone returns how long an application takes alone at percent, 1 to 100, of a port's rate, bit/s: for each stage the
// longer of compute and overlapped transfer, plus the serial transfer. It is the profiler's run with a token bucket,
// in the fluid model.
func (a *App) Alone(rate uint64, percent uint64) (event.Time, error) {
	if err := checkPort(rate); err != nil {
		return 0, err
	}
	if percent < 1 || percent > 100 {
		return 0, fmt.Errorf("application %q: %d %% of a port is out of range; use 1 to 100", a.Name, percent)
	}
	if err := a.Check(); err != nil {
		return 0, err
	}
	sum := event.Time(0)
	for _, s := range a.Stages {
		sum += max(s.Compute, timeOf(s.Overlapped, rate, percent)) + timeOf(s.Serial, rate, percent)
		if sum > longest {
			return 0, fmt.Errorf("application %q takes more than %v at %d %% of %d bit/s; make it smaller", a.Name, longest, percent, rate)
		}
	}
	return sum, nil
}

// longest bounds the time of a run.
const longest = 100_000 * event.Second

func checkPort(rate uint64) error {
	const least, most = 1_000_000, 1_600_000_000_000
	if rate < least || rate > most {
		return fmt.Errorf("a port of %d bit/s; use 1 Mb/s to 1.6 Tb/s", rate)
	}
	return nil
}
