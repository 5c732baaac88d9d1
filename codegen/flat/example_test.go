package flat_test

import (
	"fmt"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/flat"
)

// Example prints the flat form of a function with an early return, and runs it.
func Example() {
	p, err := codegen.Firmware()
	if err != nil {
		fmt.Println(err)
		return
	}
	f := flat.Build(p.Func("fixedpoint.Pack16Nearest"), nil)
	for _, v := range f.Body {
		fmt.Println(v)
	}
	fmt.Println("result:", f.Outputs[0].Value.Name)
	out, err := flat.NewMachine(f).Run([]uint64{0x12348, 4})
	fmt.Printf("%#x %v\n", out[0], err)
	// Output:
	// t_1 bool = eq(shift, 0)
	// t_2 uint32 = shr(x, shift)
	// t_3 uint32 = sub(shift, 1)
	// t_4 uint32 = shr(x, t_3)
	// t_5 uint32 = and(t_4, 1)
	// t_6 uint32 = add(t_2, t_5)
	// t_7 uint32 = select(t_1, x, t_6)
	// t_8 bool = lt(65535, t_7)
	// t_9 uint16 = select(t_8, 65535, t_7)
	// result: t_9
	// 0x1235 <nil>
}
