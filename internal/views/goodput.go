package views

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"smartnic-cc/internal/plot"
)

// goodputSteps is how many steps of time goodput is drawn in at most.
const goodputSteps = 200

// Goodput is what messages that are complete moved over time, in steps. Each is taken to move
// evenly from when it was posted until all of it was delivered.
type Goodput struct {
	// Time is the begin of each step and the end of the last, ms.
	Time []float64
	// Rate is of all connections together, Gbps.
	Rate []float64
	// Jain is Jain's index of fairness of the connections that have a message under way in a
	// step, by their goodput while they have one: 1 if all are equal, 1/n if one of n has all. NaN
	// where there is none.
	Jain []float64
	// Step is the length of a step, us.
	Step float64
}

// goodputOf sums up in steps of the least of 1, 2, 5, 10 and so on ps that makes goodputSteps or
// fewer; ok is false if there are no messages.
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
		jain := math.NaN()
		if count[k] > 0 {
			jain = sum[k] * sum[k] / (count[k] * squares[k])
		}
		g.Jain = append(g.Jain, jain)
	}
	return g, true
}

// end is when the message was delivered, ps: after it was posted, and at most math.MaxInt64.
func (m *Message) end() uint64 {
	return max(min(m.Start+m.Delivered, math.MaxInt64), m.Start+1)
}

// goodput makes the curves of the two panels: none of what is not wanted.
func (d *Draw) goodput(r *Run) (rate, jain *plot.Series, note string) {
	if !d.wants(WhatGoodput) && !d.wants(WhatJain) {
		return nil, nil, ""
	}
	g, ok := r.goodputOf()
	if !ok {
		return nil, nil, ""
	}
	last := len(g.Rate) - 1
	if d.wants(WhatGoodput) {
		rate = &plot.Series{Name: "all connections", X: g.Time, Y: append(slices.Clone(g.Rate), g.Rate[last]), Style: plot.Step}
	}
	if d.wants(WhatJain) {
		jain = &plot.Series{Name: "connections with a message under way", Style: plot.Step}
		for k, v := range g.Jain {
			if !math.IsNaN(v) {
				jain.X, jain.Y = append(jain.X, g.Time[k]), append(jain.Y, v)
			}
		}
		jain.X, jain.Y = append(jain.X, g.Time[last+1]), append(jain.Y, jain.Y[len(jain.Y)-1])
	}
	return rate, jain, fmt.Sprintf("Goodput and Jain's index in steps of %g µs, of messages that are complete, each taken to move evenly from posting to delivery; "+
		"the index is of connections with a message under way", g.Step)
}
