package stage

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

const rate, ms = 56_000_000_000, event.Millisecond

// randomApps makes some applications.
func randomApps(s *random.Source) []*App {
	var apps []*App
	for i := range 1 + s.Below(6) {
		a := &App{Name: fmt.Sprint("app ", i)}
		for range 1 + s.Below(8) {
			k := Stage{Compute: event.Time(s.Below(5_000)) * event.Microsecond}
			if s.Below(3) > 0 {
				k.Overlapped = uint64(s.Below(40_000_000))
			}
			if s.Below(3) > 0 {
				k.Serial = uint64(1 + s.Below(40_000_000))
			}
			a.Stages = append(a.Stages, k)
		}
		a.Stages[0].Serial++
		apps = append(apps, a)
	}
	return apps
}

// oracle is Port.Run of applications once, in float64 and in small steps of time: seconds.
func oracle(apps []*App, rate float64, weight []float64) []float64 {
	type state struct {
		stage                       int
		compute, overlapped, serial float64
	}
	all := make([]state, len(apps))
	enter := func(i int) {
		s := apps[i].Stages[all[i].stage]
		all[i] = state{all[i].stage, float64(s.Compute) / 1e12, float64(s.Overlapped) * 8 / rate, float64(s.Serial) * 8 / rate}
	}
	for i := range all {
		enter(i)
	}
	end := make([]float64, len(apps))
	const step = 500e-9
	for now, left := 0.0, len(apps); left > 0; now += step {
		sum := 0.0
		sends := make([]*float64, len(apps))
		for i := range all {
			a := &all[i]
			switch {
			case end[i] > 0:
			case a.overlapped > 0:
				sends[i] = &a.overlapped
			case a.compute <= 0 && a.serial > 0:
				sends[i] = &a.serial
			}
			if sends[i] != nil {
				sum += weight[i]
			}
		}
		for i := range all {
			a := &all[i]
			if end[i] > 0 {
				continue
			}
			if sends[i] != nil {
				*sends[i] -= step * weight[i] / sum
			}
			a.compute -= step
			if a.compute <= 0 && a.overlapped <= 0 && a.serial <= 0 {
				if a.stage++; a.stage == len(apps[i].Stages) {
					end[i] = now + step
					left--
					continue
				}
				enter(i)
			}
		}
	}
	return end
}

// TestShared compares the fluid port with an oracle in steps of half a microsecond; its times are late by a
// few steps a stage at most, of the applications together.
func TestShared(t *testing.T) {
	for seed := range uint64(20) {
		s := random.New(seed, "fluid", 0)
		apps := randomApps(&s)
		weights := make([]uint32, len(apps))
		real := make([]float64, len(apps))
		for i := range weights {
			weights[i] = 1 + s.Below(20)
			real[i] = float64(weights[i])
		}
		p := Port{Rate: rate, Weights: func(apps []int) []uint32 {
			var w []uint32
			for _, a := range apps {
				w = append(w, weights[a])
			}
			return w
		}}
		got, err := p.Run(apps)
		require.NoError(t, err)
		want := oracle(apps, rate, real)
		stages := 0
		for _, a := range apps {
			stages += len(a.Stages)
		}
		for i := range got {
			require.InDelta(t, want[i], float64(got[i])/1e12, 3e-6*float64(stages), "seed %d, %s", seed, apps[i].Name)
		}
	}
}

// TestAlone: alone at a port an application takes what Alone says, and that is the sum by hand.
func TestAlone(t *testing.T) {
	for seed := range uint64(50) {
		s := random.New(seed, "alone", 0)
		a := randomApps(&s)[0]
		got, err := (&Port{Rate: rate}).Run([]*App{a})
		require.NoError(t, err)
		whole, err := a.Alone(rate, 100)
		require.NoError(t, err)
		require.Equal(t, whole, got[0])
		for _, b := range []uint64{1, 5, 25, 90} {
			sum := 0.0
			for _, k := range a.Stages {
				of := func(v uint64) float64 { return float64(v) * 8 / (rate * float64(b) / 100) }
				sum += max(float64(k.Compute)/1e12, of(k.Overlapped)) + of(k.Serial)
			}
			held, err := a.Alone(rate, b)
			require.NoError(t, err)
			require.InDelta(t, sum, float64(held)/1e12, 1e-9)
		}
	}
}

// TestWeightsFollow: the weights change a latency after an application ends, for those that are left.
func TestWeightsFollow(t *testing.T) {
	apps := []*App{StagesByShare("short", 1, rate, 0, 0, ms), StagesByShare("a", 1, rate, 0, 0, 10*ms), StagesByShare("b", 1, rate, 0, 0, 10*ms)}
	var asked [][]int
	run := func(latency event.Time) []event.Time {
		asked = nil
		got, err := (&Port{Rate: rate, Latency: latency, Weights: func(apps []int) []uint32 {
			asked = append(asked, append([]int(nil), apps...))
			return map[int][]uint32{3: {2, 1, 1}, 2: {3, 1}, 1: {1}}[len(apps)]
		}}).Run(apps)
		require.NoError(t, err)
		return got
	}
	near := func(want float64, got event.Time) {
		require.InDelta(t, want, float64(got)/float64(ms), 1e-4)
	}
	got := run(0)
	require.Equal(t, [][]int{{0, 1, 2}, {1, 2}, {2}}, asked)
	// The short one has half: 2 ms. Then a and b have 9.5 left, a three quarters of the port.
	near(2, got[0])
	near(2+9.5*4/3, got[1])
	near(21, got[2])
	got = run(4 * ms)
	// For 4 ms they go on alike.
	near(2+4+7.5*4/3, got[1])
	near(21, got[2])
}

// TestAgain: applications that begin again keep one another busy, so the times are those of steady sharing.
func TestAgain(t *testing.T) {
	a, b := StagesByShare("a", 1, rate, 0, 0, ms), StagesByShare("b", 1, rate, 0, 0, 10*ms)
	got, err := (&Port{Rate: rate, Repeat: 3}).Run([]*App{a, b})
	require.NoError(t, err)
	require.InDelta(t, 2, float64(got[0])/float64(ms), 1e-4)
	require.InDelta(t, 20, float64(got[1])/float64(ms), 1e-4)
}

// TestBadApps: what cannot be is said.
func TestBadApps(t *testing.T) {
	good := StagesByShare("a", 2, rate, ms, 0, ms)
	alone := func(a *App, rate, percent uint64) error {
		_, err := a.Alone(rate, percent)
		return err
	}
	require.EqualError(t, alone(good, 10, 100), "a port of 10 bit/s; use 1 Mb/s to 1.6 Tb/s")
	require.EqualError(t, alone(good, rate, 0), `application "a": 0 % of a port is out of range; use 1 to 100`)
	require.EqualError(t, alone(&App{Name: "x"}, rate, 5), `application "x" has 0 stages; use 1 to 10000`)
	require.EqualError(t, alone(EqualStages("x", 1, Stage{Compute: -1}), rate, 5), `application "x", stage 0: it computes for -1ps; use 0s to 10s`)
	require.EqualError(t, alone(EqualStages("x", 2, Stage{Serial: MaxVolume + 1}), rate, 5), `application "x", stage 0: a volume is above 1099511627776 bytes; send less`)
	require.ErrorContains(t, alone(EqualStages("x", 10_000, Stage{Serial: MaxVolume}), 1_000_000, 1), `application "x" takes more than 100000s at 1 % of 1000000 bit/s; make it smaller`)
	run := func(p Port, apps ...*App) error {
		_, err := p.Run(apps)
		return err
	}
	require.EqualError(t, run(Port{Rate: rate}), "0 applications at a port; use 1 to 1024")
	require.EqualError(t, run(Port{Rate: rate, Repeat: -1}, good), "a latency of 0s and -1 runs; neither is below 0")
	require.EqualError(t, run(Port{Rate: rate}, EqualStages("x", 1, Stage{})), `application "x" does nothing; let it compute or send`)
	require.EqualError(t, run(Port{Rate: rate, Weights: func([]int) []uint32 { return nil }}, good), "0 weights for the 1 applications at the port; give one each")
	require.EqualError(t, run(Port{Rate: rate, Weights: func([]int) []uint32 { return []uint32{0} }}, good), `application "a" has a weight of 0; use 1 to 1048576`)
	require.Less(t, math.Abs(float64(muldiv(1<<56, 1<<30, 1, 0)-2*longest)), 1.0)
}
