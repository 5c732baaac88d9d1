package event_test

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
)

// What happens at one time happens in the order of the nodes, at a node in the order in which it was asked for.
func ExampleQueue() {
	var q event.Queue
	q.Push(event.Event{At: event.Microsecond, Key: event.KeyOf(1, 1)})
	q.Push(event.Event{At: 80 * event.Nanosecond, Key: event.KeyOf(2, 0)})
	q.Push(event.Event{At: 80 * event.Nanosecond, Key: event.KeyOf(1, 0)})
	for q.NextTime() < event.Never {
		e := q.Pop()
		fmt.Printf("%v node %d\n", e.At, e.Node())
	}
	// Output:
	// 80ns node 1
	// 80ns node 2
	// 1us node 1
}
