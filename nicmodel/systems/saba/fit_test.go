package saba

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/saba/curve"
)

// profile makes a profile of points (percent, slow-down).
func profile(name string, points ...[2]float64) *Profile {
	p := &Profile{Name: name}
	for _, s := range points {
		p.Samples = append(p.Samples, Sample{int(s[0]), int64(math.Round(s[1] * One))})
	}
	return p
}

// lr and sql are the thesis' samples of figure 4.3 that the text quotes.
func lr() *Profile {
	return profile("LR", [2]float64{10, 4.5}, [2]float64{25, 3.4}, [2]float64{75, 1.3}, [2]float64{100, 1})
}

// TestFitLR: on the thesis' four points of LR the cubic is within 0.05 of each; it passes through them.
func TestFitLR(t *testing.T) {
	p := lr()
	s, err := p.Fit(3)
	require.NoError(t, err)
	for _, x := range p.Samples {
		b := float64(x.Percent) / 100
		at := 0.0
		for i := 3; i >= 0; i-- {
			at = at*b + float64(s.Model.C[i])/One
		}
		require.InDelta(t, float64(x.Slowdown)/One, at, 1e-5, "at %d %%", x.Percent)
		unit := uint32(math.Round(b * curve.Units))
		require.InDelta(t, float64(x.Slowdown)/One, float64(curve.At(&s.Model, unit))/curve.One, 0.05, "at %d units", unit)
	}
	require.InDelta(t, 1, s.R2, 1e-12)
}

// floatFit is least squares in floating point by Householder's reflections, and its R^2: nothing of it
// is shared with Fit.
func floatFit(p *Profile, degree int) (c []float64, r2 float64) {
	rows, n := len(p.Samples), degree+1
	a := make([][]float64, rows)
	y := make([]float64, rows)
	mean := 0.0
	for i, s := range p.Samples {
		a[i] = make([]float64, n)
		for j := range a[i] {
			a[i][j] = math.Pow(float64(s.Percent)/100, float64(j))
		}
		y[i] = float64(s.Slowdown) / One
		mean += y[i] / float64(rows)
	}
	all := 0.0
	for _, v := range y {
		all += (v - mean) * (v - mean)
	}
	for k := range n {
		norm := 0.0
		for i := k; i < rows; i++ {
			norm += a[i][k] * a[i][k]
		}
		norm = -math.Copysign(math.Sqrt(norm), a[k][k])
		v := make([]float64, rows)
		for i := k; i < rows; i++ {
			v[i] = a[i][k]
		}
		v[k] -= norm
		vv := 0.0
		for _, x := range v {
			vv += x * x
		}
		reflect := func(get func(i int) *float64) {
			dot := 0.0
			for i := k; i < rows; i++ {
				dot += v[i] * *get(i)
			}
			for i := k; i < rows; i++ {
				*get(i) -= 2 * dot / vv * v[i]
			}
		}
		for j := k; j < n; j++ {
			reflect(func(i int) *float64 { return &a[i][j] })
		}
		reflect(func(i int) *float64 { return &y[i] })
	}
	c = make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		c[i] = y[i]
		for j := i + 1; j < n; j++ {
			c[i] -= a[i][j] * c[j]
		}
		c[i] /= a[i][i]
	}
	missed := 0.0
	for i := n; i < rows; i++ {
		missed += y[i] * y[i]
	}
	return c, 1 - missed/all
}

// TestFitFloat: coefficients are the nearest Q11.20 to those of another method in floating point.
func TestFitFloat(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		p := &Profile{Name: "x"}
		d := 1 + 3*r.Float64()
		all := Percents()
		for j := len(all) - 1; j >= 0; j-- {
			p.Samples = append([]Sample{{all[j], int64(d * One)}}, p.Samples...)
			d += r.Float64() * 2
		}
		degree := 1 + i%3
		s, err := p.Fit(degree)
		require.NoError(t, err)
		c, r2 := floatFit(p, degree)
		for k, v := range c {
			require.InDelta(t, v*One, float64(s.Model.C[k]), 0.51, "c%d of degree %d of %v", k, degree, p.Samples)
		}
		require.InDelta(t, r2, s.R2, 1e-9)
		require.Equal(t, uint32(13), s.Model.Low)
		require.Equal(t, int64(math.Round(float64(p.Samples[0].Slowdown-p.Samples[1].Slowdown)*20)), s.Model.Slope)
	}
}

// TestFitRank: R^2 does not fall with the degree. A strongly bent curve as SQL's, flat down to 25 % of the link,
// gains 0.2 or more from 1 to 3; LR's at most 0.05 from 2 to 3.
func TestFitRank(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		p := &Profile{Name: "x"}
		serial, overlapped := r.Float64(), r.Float64()
		for _, b := range Percents() {
			p.Samples = append(p.Samples, Sample{b, int64((max(1-serial, overlapped*100/float64(b)) + serial*100/float64(b) + 1) * One)})
		}
		before := -1e-12
		for degree := 1; degree <= 3; degree++ {
			s, err := p.Fit(degree)
			require.NoError(t, err)
			require.GreaterOrEqual(t, s.R2, before)
			before = s.R2
		}
	}
	determination := func(p *Profile) (r2 [4]float64) {
		for degree := 1; degree <= 3; degree++ {
			s, err := p.Fit(degree)
			require.NoError(t, err)
			r2[degree] = s.R2
		}
		return r2
	}
	bent, line := determination(workload("SQL")), determination(workload("LR"))
	t.Logf("degrees 1 to 3: SQL %.3f, LR %.3f", bent[1:], line[1:])
	require.GreaterOrEqual(t, bent[3]-bent[1], 0.2)
	require.LessOrEqual(t, line[3]-line[2], 0.05)
}

// TestMeasure: slow-downs are ratios to the whole link, rounded to the nearest.
func TestMeasure(t *testing.T) {
	p, err := Measure("a", []int{25, 50, 100}, func(percent int) (event.Time, error) {
		return 3*event.Second + 100*event.Second/event.Time(percent), nil
	})
	require.NoError(t, err)
	require.Equal(t, []Sample{{25, 7 * One / 4}, {50, 5 * One / 4}, {100, One}}, p.Samples)
	_, err = p.Fit(3)
	require.EqualError(t, err, "saba: a: 3 samples for a polynomial of degree 3; it needs 4 or more")
	s, err := p.Fit(1)
	require.NoError(t, err)
	require.Equal(t, uint32(64), s.Model.Low)
}

// TestBadProfiles: each is one line that names the application, what is wrong and what to do.
func TestBadProfiles(t *testing.T) {
	for want, f := range map[string]func() error{
		"saba: TS: the slow-down rises from 1.1 at 25 % to 1.2 at 75 % of the link; more bandwidth makes nothing slower: measure both again": func() error {
			return profile("TS", [2]float64{25, 1.1}, [2]float64{75, 1.2}, [2]float64{100, 1}).Check()
		},
		"saba: TS: a sample at 25 % after one at 75 %; sort the samples by their shares, each once": func() error {
			return profile("TS", [2]float64{75, 1.1}, [2]float64{25, 1.2}).Check()
		},
		"saba: TS: 1 sample; a profile needs 2 or more":                                           func() error { return profile("TS", [2]float64{75, 1.1}).Check() },
		"saba: TS: sample 2 is at 101 % of the link; shares are 1 to 100 %":                       func() error { return profile("TS", [2]float64{75, 1.1}, [2]float64{101, 1}).Check() },
		"saba: TS: a slow-down of 2000 at 5 %; slow-downs are 0.5 to 1000":                        func() error { return profile("TS", [2]float64{5, 2000}, [2]float64{100, 1}).Check() },
		"saba: LR: a polynomial of degree 4; degrees are 1 to 3":                                  func() error { _, err := lr().Fit(4); return err },
		"saba: LR: a profile needs two shares or more, the last of them 100 %; there are [25 50]": func() error { _, err := Measure("LR", []int{25, 50}, nil); return err },
		"saba: LR took 0s with 25 % of the link; a run takes some time": func() error {
			_, err := Measure("LR", []int{25, 100}, func(int) (event.Time, error) { return 0, nil })
			return err
		},
		"saba: LR with 25 % of the link: no nodes": func() error {
			_, err := Measure("LR", []int{25, 100}, func(int) (event.Time, error) { return 0, errors.New("no nodes") })
			return err
		},
		"saba: J: coefficient c0 of degree 3 is out of range -512 to 512; take a lower degree, or samples that differ less": func() error {
			_, err := profile("J", [2]float64{5, 900}, [2]float64{10, 1}, [2]float64{25, 1}, [2]float64{50, 1}, [2]float64{100, 1}).Fit(3)
			return err
		},
	} {
		require.EqualError(t, f(), want)
	}
	require.NoError(t, profile("TS", [2]float64{25, 1.1}, [2]float64{75, 1.11}, [2]float64{100, 1}).Check(), "1 %% is noise")
}

// workload is one of the ten.
func workload(name string) *Profile {
	for _, p := range Workloads() {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// TestWorkloads: the table holds what the thesis says of all ten, and each is a profile.
func TestWorkloads(t *testing.T) {
	sum := int64(0)
	for _, p := range Workloads() {
		require.NoError(t, p.Check())
		for degree := 1; degree <= 3; degree++ {
			s, err := p.Fit(degree)
			require.NoError(t, err)
			require.GreaterOrEqual(t, s.R2, 0.6, "%s, degree %d: the thesis has 0.60 or more of all", p.Name, degree)
		}
		sum += p.Samples[2].Slowdown
	}
	require.InDelta(t, 2.1, float64(sum)/10/One, 0.01)
}
