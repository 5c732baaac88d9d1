package saba

import (
	"fmt"
	"math/big"

	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/nicmodel/event"
)

// One is a slow-down of 1 in UQ11.20.
const One = 1 << 20

// noise is the largest relative rise of a slow-down with more bandwidth that counts as measurement noise: 1/50.
const noise = 50

// Percents are the shares of the link at which the thesis measures an application, in percent.
func Percents() []int { return []int{5, 10, 25, 50, 75, 90, 100} }

// Run runs an application alone with every NIC limited to percent of its link, and returns how long it took.
type Run func(percent int) (event.Time, error)

// Sample is the result of one run.
type Sample struct {
	// Percent is the share of the link, 1 to 100.
	Percent int
	// Slowdown is the time to that with the whole link, UQ11.20.
	Slowdown int64
}

// Profile is the measured sensitivity of an application.
type Profile struct {
	// Name is the application's.
	Name string
	// Samples are in the order of their shares.
	Samples []Sample
}

// Measure profiles an application at shares in ascending order, the last of which is 100.
func Measure(name string, percents []int, run Run) (*Profile, error) {
	if n := len(percents); n < 2 || percents[n-1] != 100 {
		return nil, fmt.Errorf("saba: %s: a profile needs two shares or more, the last of them 100 %%; there are %v", name, percents)
	}
	times := make([]event.Time, len(percents))
	for i, b := range percents {
		if b < 1 || b > 100 {
			return nil, fmt.Errorf("saba: %s: %d %% of the link; shares are 1 to 100 %%", name, b)
		}
		var err error
		if times[i], err = run(b); err != nil {
			return nil, fmt.Errorf("saba: %s with %d %% of the link: %w", name, b, err)
		}
		if times[i] <= 0 {
			return nil, fmt.Errorf("saba: %s took %v with %d %% of the link; a run takes some time", name, times[i], b)
		}
	}
	p := &Profile{Name: name}
	whole := big.NewInt(int64(times[len(times)-1]))
	for i, b := range percents {
		t := new(big.Int).Lsh(big.NewInt(int64(times[i])), 20)
		d := nearestInt(t, whole)
		if !d.IsInt64() {
			return nil, fmt.Errorf("saba: %s took %v with %d %% of the link and %v with all of it: too much to compare", name, times[i], b, times[len(times)-1])
		}
		p.Samples = append(p.Samples, Sample{b, d.Int64()})
	}
	return p, p.Check()
}

// Check returns what is wrong with a profile.
func (p *Profile) Check() error {
	if len(p.Samples) < 2 {
		return fmt.Errorf("saba: %s: %s; a profile needs 2 or more", p.Name, plural.Of(len(p.Samples), "sample"))
	}
	for i, s := range p.Samples {
		switch {
		case s.Percent < 1 || s.Percent > 100:
			return fmt.Errorf("saba: %s: sample %d is at %d %% of the link; shares are 1 to 100 %%", p.Name, i+1, s.Percent)
		case s.Slowdown < One/2 || s.Slowdown > 1000*One:
			return fmt.Errorf("saba: %s: a slow-down of %.4g at %d %%; slow-downs are 0.5 to 1000", p.Name, slow(s.Slowdown), s.Percent)
		case i == 0:
		case s.Percent <= p.Samples[i-1].Percent:
			return fmt.Errorf("saba: %s: a sample at %d %% after one at %d %%; sort the samples by their shares, each once", p.Name, s.Percent, p.Samples[i-1].Percent)
		case s.Slowdown > p.Samples[i-1].Slowdown+p.Samples[i-1].Slowdown/noise:
			return fmt.Errorf("saba: %s: the slow-down rises from %.4g at %d %% to %.4g at %d %% of the link; more bandwidth makes nothing slower: measure both again",
				p.Name, slow(p.Samples[i-1].Slowdown), p.Samples[i-1].Percent, slow(s.Slowdown), s.Percent)
		}
	}
	return nil
}

// slow returns a slow-down for messages.
func slow(d int64) float64 { return float64(d) / One }

// nearestInt returns n/d rounded to the nearest integer, a half away from 0; d is not 0.
func nearestInt(n, d *big.Int) *big.Int {
	if d.Sign() < 0 {
		n, d = new(big.Int).Neg(n), new(big.Int).Neg(d)
	}
	twice := new(big.Int).Abs(n)
	twice.Lsh(twice, 1).Add(twice, d)
	twice.Quo(twice, new(big.Int).Lsh(d, 1))
	if n.Sign() < 0 {
		twice.Neg(twice)
	}
	return twice
}
