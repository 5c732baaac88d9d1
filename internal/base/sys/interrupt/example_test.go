package interrupt_test

import (
	"fmt"

	"smartnic-cc/internal/base/sys/interrupt"
)

// A command that can keep its results checks now and then for a request to stop.
func ExampleTake() {
	stop, release := interrupt.Take()
	defer release()
	for part := range 3 {
		select {
		case <-stop:
			fmt.Println("stopped, and what was done is whole")
			return
		default:
			fmt.Println("part", part)
		}
	}
	// Output:
	// part 0
	// part 1
	// part 2
}
