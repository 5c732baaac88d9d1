// Package hpccsim runs the reaction point of HPCC's simulator (ns-3, the mlx mode of
// DCQCN) as that simulator does, for comparison in tests: events in its order, rates as
// whole bit/s, alpha as float64. It is written from the simulator's behaviour and shares
// nothing with the firmware.
package hpccsim

import "container/heap"

// Queue runs events by time and, at one instant, in the order of scheduling.
type Queue struct {
	// Now is the time of the event that runs, or that Run has reached.
	Now int64
	// Unit is the number of ticks of the clock in a nanosecond.
	Unit   int64
	events events
	number uint64
}

type timed struct {
	at     int64
	number uint64
	run    func()
}

// Schedule lets a function run some ticks from now.
func (q *Queue) Schedule(after int64, run func()) {
	q.number++
	heap.Push(&q.events, timed{q.Now + after, q.number, run})
}

// Run runs the events up to a time, inclusive.
func (q *Queue) Run(until int64) {
	for len(q.events) > 0 && q.events[0].at <= until {
		q.Next()
	}
	q.Now = until
}

// Next runs the next event, which there has to be.
func (q *Queue) Next() {
	e := heap.Pop(&q.events).(timed)
	q.Now = e.at
	e.run()
}

type events []timed

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].number < e[j].number
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(timed)) }
func (e *events) Pop() any {
	last := len(*e) - 1
	x := (*e)[last]
	(*e)[last].run = nil
	*e = (*e)[:last]
	return x
}
