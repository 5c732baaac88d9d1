package drum

import (
	_ "embed"
	"fmt"
	"math"

	"smartnic-cc/nicmodel/systems/companion"
)

//go:embed claims.csv
var table []byte

// claims are the paper's.
var claims = companion.ReadClaims("drum/claims.csv", table)

// rows measures them until an error.
type rows struct {
	*companion.Results
	err error
}

// curve keeps the first error.
func (r *rows) curve(c []Point, err error) []Point {
	if err != nil && r.err == nil {
		r.err = err
	}
	if r.err != nil {
		return make([]Point, 8)
	}
	return c
}

// observations is figure 2.
func (r *rows) observations() {
	raw := r.curve(LatencyBehindBatch(Raw, 20, 40, 60, 80, 100))
	slope, _ := line(raw)
	r.Set("WQE", slope, slope > 0)
	ratio := raw[4].Y / max(raw[0].Y, 1e-9)
	r.Set("batches", ratio, ratio > 1)
	five, one := r.curve(RateByPolling(5, pollPeriods...)), r.curve(RateByPolling(1, pollPeriods...))
	s5, fit := line(five)
	s1, _ := line(one)
	r.Set("polls", fit, s5 > 0)
	r.Set("slopes", s5/s1, s5 > s1)
	knee := r.curve(RateByConnections(Raw, 5, 10, 20, 40, 100))
	flat := r.curve(RateByConnections(Datagram, 5, 10, 20, 40, 100))
	for _, k := range []struct {
		key   string
		point Point
		of    Point
		falls bool
	}{
		{"RC 5", knee[0], knee[2], false}, {"RC 10", knee[1], knee[2], false}, {"RC 40", knee[3], knee[2], true},
		{"RC 100", knee[4], knee[2], true}, {"UD 40", flat[3], flat[2], false}, {"UD 100", flat[4], flat[2], false},
	} {
		share := 100 * k.point.Y / max(k.of.Y, 1e-9)
		r.Set(k.key, share, (share < 90) == k.falls)
	}
}

// testbed is test cases 1 to 3.
func (r *rows) testbed() {
	drum := r.curve(LatencyBehindBatch(Scheduled, 20, 100))
	r.Set("batches", drum[1].Y/max(drum[0].Y, 1e-9), drum[1].Y < 1.15*drum[0].Y)
	conns := []int{20, 50, 100, clients}
	var all [3][4]*Measurement
	for s := range all {
		for i, n := range conns {
			m, err := SmallMessages(Scheme(s), n)
			if err != nil {
				r.err = err
				return
			}
			all[s][i] = m
		}
	}
	at := func(s Scheme, i int) float64 { return micros(all[s][i].Percentile(80, 0, len(all[s][i].Times)-1)) }
	mean := func(s Scheme, i int) float64 { return micros(all[s][i].Mean(0, len(all[s][i].Times)-1)) }
	for _, k := range []struct {
		s Scheme
		i int
	}{{Raw, 0}, {Share, 0}, {Scheduled, 0}, {Raw, 1}, {Scheduled, 1}, {Raw, 2}, {Share, 2}, {Scheduled, 2}} {
		r.Set(fmt.Sprintf("%v %d", k.s, conns[k.i]), at(k.s, k.i), at(k.s, k.i) >= at(k.s, 0) && at(k.s, 0) >= at(Raw, 0), mean(k.s, k.i))
	}
	// over sets the ratio of two schemes.
	over := func(key string, a, b float64) { r.Set(key, a/b, a > b) }
	over("DRUM to RAW", at(Scheduled, 0), at(Raw, 0))
	over("RAW to DRUM", at(Raw, 2), at(Scheduled, 2))
	over("SHARE to DRUM", at(Share, 2), at(Scheduled, 2))
	alone := small(Share, 100)
	alone.LockOnly = true
	light, err := alone.Run()
	if err != nil {
		r.err = err
		return
	}
	over("lock only", micros(light.Percentile(80, 0, 99)), at(Scheduled, 2))
	r.Set("1 MB", mean(Raw, 0)*32768/1000, mean(Scheduled, 0) > mean(Raw, 0))
	over("1 MB, RAW to DRUM", mean(Raw, 2), mean(Scheduled, 2))
	over("1 MB, SHARE to DRUM", mean(Share, 2), mean(Scheduled, 2))
	over("throughput", float64(all[Scheduled][3].WQEs), float64(all[Share][3].WQEs))
	over("latency", mean(Share, 3), mean(Scheduled, 3))
}

// simulations is figures 4 and 5.
func (r *rows) simulations() {
	run := func(c Config) *Result {
		m, err := Run(&c, 0)
		if err != nil && r.err == nil {
			r.err = err
		}
		return m
	}
	for _, k := range []struct {
		hosts, apps, times int // times: the factor of the sum over hosts
		limit              float64
	}{{100, 50, 1, 1}, {100, 500, 10, 10}, {4, 5000, 2500, 0}} {
		c := Paper(k.hosts, k.apps, false)
		c.Iterations = 40
		m := run(c)
		if r.err != nil {
			return
		}
		end := m.Objective[39]
		at := 20
		for at > 0 && math.Abs(m.Objective[at-1]-end) <= 0.005*math.Abs(end) {
			at--
		}
		r.Set(fmt.Sprint("iterations ", k.apps), float64(at+1), at < 20)
		if k.limit != 0 {
			left := m.Residual[9] * float64(k.times)
			r.Set(fmt.Sprint("residual ", k.apps), left, left < k.limit)
		}
	}
	c := Paper(1, 50, false)
	h := NewHost(&c, 0)
	h.SelectFirst()
	dual := h.Dual(60, 1e-3)
	for range 40 {
		h.Iterate()
	}
	off := 100 * math.Abs(dual[59]-h.Objective()) / math.Abs(h.Objective())
	r.Set("dual", off, off > 50)
	for _, k := range []struct {
		key        string
		update     Update
		iterations int
	}{{"u of each", UpdateHost, 20}, {"one u", UpdateShared, 200}, {"printed", UpdatePrinted, 200}} {
		c := Paper(20, 50, false)
		c.Update, c.Iterations = k.update, k.iterations
		m := run(c)
		if r.err != nil {
			return
		}
		r.Set(k.key, m.Residual[k.iterations-1], k.update == UpdateHost)
	}
}
