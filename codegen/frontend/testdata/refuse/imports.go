package imports

import (
	. "math/bits" // ERROR "dot import"

	_ "golang.org/x/exp/constraints" // ERROR "blank import"

	"fmt"                     // ERROR "import of "fmt""
	"math"                    // ERROR "import of "math""
	"smartnic-cc/no/such/dir" // ERROR "there is no package in directory no/such/dir"
	"unsafe"                  // ERROR "import of "unsafe""
)

func f(x uint32) uint32 {
	fmt.Println(x)
	dir.Do(unsafe.Pointer(nil)) // ERROR "nil"
	return uint32(LeadingZeros32(x)) + uint32(math.MaxInt8)
}
