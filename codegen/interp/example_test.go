package interp_test

import (
	"fmt"
	"testing/fstest"

	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
)

// A function is compiled from its source and called on flattened values. What
// it changes through a pointer comes back in the arguments.
func Example() {
	src := `package counter

// Counter counts and saturates.
type Counter struct{ N, Lost uint8 }

//ccgen:export
func (c *Counter) Add(n uint8) bool {
	if s := c.N + n; s >= c.N {
		c.N = s
		return true
	}
	c.N = 0xFF
	c.Lost++
	return false
}
`
	prog, err := frontend.Load(fstest.MapFS{"counter/counter.go": {Data: []byte(src)}}, "example", []string{"counter"}, frontend.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := interp.New(prog)
	args := []uint64{200, 0, 100} // c.N, c.Lost, n
	res, err := m.Call("counter.Counter_Add", args)
	fmt.Println(res, args[:2], err)
	// Output: [0] [255 1] <nil>
}
