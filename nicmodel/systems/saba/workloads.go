package saba

import (
	"fmt"

	"smartnic-cc/internal/base/text/collect"
)

// quoted is one workload of the thesis (table 3.1) by its slow-down, in hundredths, at 10, 25 and 75 % of the link.
// The text has numbers of four of them and the mean of all ten at 25 %, 2.1; of[i] reports whether a number is the
// text's. The others are chosen: similar to those of workloads in the same group of figure 4.7, with the mean of 2.1
// at 25 %.
type quoted struct {
	name  string
	at    [3]int64
	of    [3]bool
	group int // of figure 4.7
}

var table = []quoted{
	{"LR", [3]int64{450, 340, 130}, [3]bool{true, true, true}, 2},
	{"RF", [3]int64{440, 330, 130}, [3]bool{}, 2},
	{"GBT", [3]int64{400, 300, 125}, [3]bool{}, 2},
	{"SVM", [3]int64{320, 210, 115}, [3]bool{}, 1},
	{"NI", [3]int64{330, 220, 120}, [3]bool{}, 1},
	{"NW", [3]int64{300, 200, 115}, [3]bool{}, 1},
	{"PR", [3]int64{190, 140, 110}, [3]bool{false, true, false}, 0},
	{"SQL", [3]int64{220, 120, 107}, [3]bool{true, true, false}, 0},
	{"WC", [3]int64{180, 130, 105}, [3]bool{}, 0},
	{"TS", [3]int64{130, 110, 100}, [3]bool{false, true, true}, 0},
}

// profile returns the seven samples of a workload: the table's, the others interpolated linearly between neighbours,
// and 5 % extrapolated from 10 and 25 %.
func (q *quoted) profile() *Profile {
	at := func(low, high, percent int, a, b int64) Sample {
		// In hundredths of a percent point, rounded down.
		return Sample{percent, (a*int64(high-percent) + b*int64(percent-low)) * One / int64(100*(high-low))}
	}
	a, b, c := q.at[0], q.at[1], q.at[2]
	return &Profile{Name: q.name, Samples: []Sample{
		at(10, 25, 5, a, b), at(10, 25, 10, a, b), at(10, 25, 25, a, b), at(25, 75, 50, b, c),
		at(25, 75, 75, b, c), at(75, 100, 90, c, 100), at(75, 100, 100, c, 100),
	}}
}

// Workloads returns profiles of the thesis' ten workloads (table 3.1): some slow-downs of LR, PR, SQL and TS are in
// the text, and the others are chosen by the groups of figure 4.7.
func Workloads() []*Profile {
	return collect.Of(table, func(v quoted) *Profile { return v.profile() })
}

// Synthetic returns the profile of an application that, of its time alone, only sends for serial thousandths, and
// sends while computing for overlapped thousandths.
func Synthetic(name string, serial, overlapped int64) (*Profile, error) {
	if serial < 0 || overlapped < 0 || serial+overlapped > 1000 {
		return nil, fmt.Errorf("saba: %s: %d and %d thousandths of its time; both are 0 or more, and 1000 together at most", name, serial, overlapped)
	}
	p := &Profile{Name: name}
	for _, b := range Percents() {
		// In 1/100000 of the time alone, times b.
		t := max((1000-serial)*int64(b), overlapped*100) + serial*100
		p.Samples = append(p.Samples, Sample{b, (t*One + int64(b)*500) / (int64(b) * 1000)})
	}
	return p, nil
}

// TwentySynthetic returns profiles of twenty synthetic applications, as the thesis simulates: serial parts of 2 to 78
// % of the time alone, and overlapped ones of 0 to 90 % of the rest.
func TwentySynthetic() []*Profile {
	var list []*Profile
	for i := range int64(20) {
		serial := 20 + 40*i
		// No error: the arguments are in range.
		p, _ := Synthetic(fmt.Sprintf("W%02d", i), serial, (1000-serial)*(i*7%10)/10)
		list = append(list, p)
	}
	return list
}

// Fit fits polynomials of one degree to profiles.
func Fit(profiles []*Profile, degree int) ([]Sensitivity, error) {
	var list []Sensitivity
	for _, p := range profiles {
		s, err := p.Fit(degree)
		if err != nil {
			return nil, err
		}
		list = append(list, *s)
	}
	return list, nil
}
