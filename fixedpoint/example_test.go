package fixedpoint_test

import (
	"fmt"

	"smartnic-cc/fixedpoint"
)

func Example() {
	// An upper confidence bound of a bandit: mean + sqrt(ln(n) / pulls), with
	// n = 1000 steps, 40 pulls and a mean of 0.25, all in integers.
	ln := fixedpoint.Ln(1000) // Q5.16
	share, _, _ := fixedpoint.Div(uint32(ln), 40)
	bound := fixedpoint.OneUQ16x16/4 + fixedpoint.Sqrt(fixedpoint.UQ16x16(share))
	fmt.Printf("ln(1000) = %.5f\n", float64(ln)/65536)
	fmt.Printf("bound = %.5f\n", float64(bound)/65536)
	// Output:
	// ln(1000) = 6.90776
	// bound = 0.66556
}

func ExampleLog2() {
	fmt.Println(fixedpoint.Log2(8) == 3<<16)
	fmt.Println(fixedpoint.Log2(0) == fixedpoint.MinQ5x16)
	fmt.Println(fixedpoint.Log2(0xFFFFFFFF) == fixedpoint.MaxQ5x16)
	// Output:
	// true
	// true
	// true
}

func ExampleDiv() {
	fmt.Println(fixedpoint.Div(100, 7))
	fmt.Println(fixedpoint.Div(100, 0))
	// Output:
	// 14 2 true
	// 4294967295 100 false
}

func ExampleAddSat() {
	fmt.Println(fixedpoint.AddSat(uint16(65000), 1000), fixedpoint.AddSat(int16(-32000), -1000))
	// Output:
	// 65535 -32768
}

func ExampleMulShiftHalfEven() {
	// 2.5 and 3.5 go to the even neighbour.
	fmt.Println(fixedpoint.MulShiftHalfEven(5, 1, 1), fixedpoint.MulShiftHalfEven(7, 1, 1))
	// Output:
	// 2 4
}

func ExamplePack16Dither() {
	// 10.25 packed four times: on average nothing is lost.
	for d := range uint32(4) {
		fmt.Print(fixedpoint.Pack16Dither(41, 2, d), " ")
	}
	fmt.Println()
	// Output:
	// 10 10 10 11
}

func ExampleTime_Since() {
	before := fixedpoint.Time(0xFFFFFF00)
	after := before.Add(1000) // the clock has wrapped
	fmt.Println(after.Since(before), before.Before(after))
	// Output:
	// 1000 true
}
