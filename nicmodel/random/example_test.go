package random_test

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// Arrivals a microsecond apart on average, from a stream that belongs to one host.
func Example() {
	s := random.New(1, "poisson", 0)
	at := event.Time(0)
	for range 3 {
		at += s.Exp(event.Microsecond)
		fmt.Println(at)
	}
	// Output:
	// 1.361275us
	// 1.798687us
	// 5.356432us
}
