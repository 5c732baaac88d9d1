package profile_test

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/profile"
)

// A Choice says itself as the flags and as the line that heads of generated texts have.
func ExampleChoice() {
	c := profile.Choice{Profile: "connectx", Line: "200G", Set: []string{"time_reset = 55"}, Options: []profile.Option{{Name: "gamma"}, {Name: "xi", Value: "0.6"}}}
	rate, _ := c.Rate()
	fmt.Println(rate, c.SetOptions())
	fmt.Println(strings.Join(c.Args(), " "))
	fmt.Println(c.Title())
	// Output:
	// 200000000 [xi]
	// --set time_reset=55 --xi 0.6
	// Profile connectx at 200G with --set time_reset=55 --xi 0.6
}

// A Paper takes its one profile, unchanged.
func ExamplePaper() {
	var p profile.Paper
	fmt.Println(p.Check("mycc", profile.Choice{Profile: "paper"}))
	fmt.Println(p.Check("mycc", profile.Choice{Profile: "papers"}))
	fmt.Println(p.Check("mycc", profile.Choice{Profile: "paper", Set: []string{"Rate=1"}}))
	// Output:
	// <nil>
	// unknown profile "papers" of mycc (did you mean paper?); it has paper
	// set: it changes profiles that are settings of a NIC, not those of mycc
}
