package views

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"smartnic-cc/internal/reports/plot"
)

// goodputSteps is how many steps of time goodput is drawn in at most.
const goodputSteps = 200

// Goodput is what connections moved over time, in steps.
type Goodput struct {
	// Time is the begin of each step and the end of the last, ms.
	Time []float64
	// Rate is the goodput of all connections together, Gb/s.
	Rate []float64
	// Sent is what they sent on the wire, Gb/s; nil where it is not known.
	Sent []float64
	// Jain is Jain's index of fairness of the connections that have a message under way in a
	// step, by their goodput while they have one: 1 if all are equal, 1/n if one of n has all. NaN
	// where there is none.
	Jain []float64
	// Step is the length of a step, us.
	Step float64
}

// goodputOf returns the goodput of complete messages. Each is assumed to progress evenly from its posting until all
// of it was delivered. Steps are of the least of 1, 2, 5, 10 and so on ps that makes goodputSteps or fewer; ok is
// false if there are no messages.
func (r *Run) goodputOf() (g Goodput, ok bool) {
	if len(r.Messages) == 0 {
		return Goodput{}, false
	}
	first, last := uint64(math.MaxUint64), uint64(0)
	for i := range r.Messages {
		m := &r.Messages[i]
		first, last = min(first, m.Start), max(last, m.end())
	}
	step := edge((last - first + goodputSteps - 2) / (goodputSteps - 1))
	first -= first % step
	n := int((last - first + step - 1) / step)
	list := slices.Clone(r.Messages)
	slices.SortFunc(list, func(a, b Message) int { return cmp.Or(cmp.Compare(a.Conn, b.Conn), cmp.Compare(a.Start, b.Start)) })
	total := make([]float64, n)
	sum, squares, count := make([]float64, n), make([]float64, n), make([]float64, n)
	moved, busy := make([]float64, n), make([]float64, n) // bytes and ps, of one connection
	for len(list) > 0 {
		own := 1
		for own < len(list) && list[own].Conn == list[0].Conn {
			own++
		}
		until := first // what is before has been counted as busy
		lowest, highest := n, 0
		for i := range list[:own] {
			m := &list[i]
			from, to := m.Start, m.end()
			rate := float64(m.Bytes) / float64(to-from)
			low, high := int((from-first)/step), int((to-first-1)/step)
			lowest, highest = min(lowest, low), max(highest, high)
			for k := low; k <= high; k++ {
				a, b := max(from, first+uint64(k)*step), min(to, first+uint64(k+1)*step)
				moved[k] += rate * float64(b-a)
				if b > until {
					busy[k] += float64(b - max(a, until))
				}
			}
			until = max(until, to)
		}
		for k := lowest; k <= highest; k++ {
			total[k] += moved[k]
			if busy[k] > 0 {
				x := moved[k] / busy[k]
				sum[k], squares[k], count[k] = sum[k]+x, squares[k]+x*x, count[k]+1
			}
			moved[k], busy[k] = 0, 0
		}
		list = list[own:]
	}
	g.Step = float64(step) / 1e6
	for k := range n + 1 {
		g.Time = append(g.Time, float64(first+uint64(k)*step)/1e9)
	}
	for k := range n {
		g.Rate = append(g.Rate, total[k]*8000/float64(step))
	}
	g.Jain = indices(sum, squares, count)
	return g, true
}

// end is when the message was delivered, ps: after it was posted, and at most math.MaxInt64.
func (m *Message) end() uint64 {
	return max(min(m.Start+m.Delivered, math.MaxInt64), m.Start+1)
}

// curves are those of what a run moved over time; nil is not wanted, or not known.
type curves struct {
	sent, goodput, jain *plot.Series
	note                string
	whole               bool // jain is of connections with a message under way all through a step
}

// curves makes them of throughput.csv where the run has it, and of complete messages otherwise.
func (d *Draw) curves(r *Run) (c curves) {
	wantSent, wantGoodput, wantJain := d.wants(WhatThroughput), d.wants(WhatGoodput), d.wants(WhatJain)
	steps := func(name string, g *Goodput, y []float64) *plot.Series {
		s := &plot.Series{Name: name, Style: plot.Step}
		for k, v := range y {
			if !math.IsNaN(v) {
				s.X, s.Y = append(s.X, g.Time[k]), append(s.Y, v)
			}
		}
		s.X, s.Y = append(s.X, g.Time[len(y)]), append(s.Y, s.Y[len(s.Y)-1])
		return s
	}
	if r.traffic != nil && (wantSent || wantGoodput || wantJain) {
		g, first, step := r.traffic.steps()
		if wantSent {
			c.sent = steps("throughput: sent, with headers", &g, g.Sent)
		}
		if wantGoodput {
			c.goodput = steps("goodput: payload delivered", &g, g.Rate)
		}
		if wantJain && r.sending.join() {
			if y := r.traffic.jain(&r.sending, first, step, len(g.Rate)); y != nil {
				c.jain, c.whole = steps("connections with a message under way all through a step", &g, y), true
			}
		}
		c.note = fmt.Sprintf("Throughput, goodput and Jain's index in steps of %g µs", g.Step)
	}
	wantGoodput, wantJain = wantGoodput && c.goodput == nil, wantJain && c.jain == nil
	if !wantGoodput && !wantJain {
		return c
	}
	g, ok := r.goodputOf()
	if !ok {
		return c
	}
	what := "Jain's index"
	if wantGoodput {
		c.goodput = steps("goodput of all connections", &g, g.Rate)
		what = "Goodput"
	}
	if wantJain {
		c.jain = steps("connections with a message under way", &g, g.Jain)
		if wantGoodput {
			what = "Goodput and Jain's index"
		}
	}
	how := fmt.Sprintf("%s in steps of %g µs, of messages that are complete, each taken to move evenly from posting to delivery", what, g.Step)
	if wantJain {
		how += "; the index is of connections with a message under way"
	}
	c.note = join(c.note, how)
	return c
}
