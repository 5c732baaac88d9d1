package event_test

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
)

// Two nodes: what happens at one time happens in the order of the nodes, and arrivals come before a node's own events.
func ExampleQueue() {
	q := event.NewQueue()
	q.Push(event.Event{At: 80 * event.Nanosecond, Key: event.ArrivalKey(2, 0, false)})
	q.Push(event.Event{At: 80 * event.Nanosecond, Key: event.OwnKey(1, 0)})
	q.Push(event.Event{At: 80 * event.Nanosecond, Key: event.ArrivalKey(1, 3, false)})
	q.Push(event.Event{At: event.Microsecond, Key: event.OwnKey(1, 1)})
	fmt.Println("first at", q.NextTime())
	var e event.Event
	for q.Pop(500*event.Nanosecond, &e) {
		fmt.Printf("%v node %d own %v\n", e.At, e.Node(), e.Key&event.OwnBit != 0)
	}
	fmt.Println("left", q.Len())
	// Output:
	// first at 80ns
	// 80ns node 1 own false
	// 80ns node 1 own true
	// 80ns node 2 own false
	// left 1
}
