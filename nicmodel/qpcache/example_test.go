package qpcache_test

import (
	"fmt"

	"smartnic-cc/nicmodel/qpcache"
)

// In a cyclic order over more connections than there is room for, every use misses.
func Example() {
	c := qpcache.New(2, 3)
	for _, conn := range []uint32{0, 1, 0, 2, 1, 0} {
		fmt.Print(c.Use(conn), " ")
	}
	fmt.Println(c.Counts())
	// Output: false false true false false false 1 5
}
