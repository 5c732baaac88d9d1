// Package arms has the instances of Dolce-RC that a port rarely has: those of 2, 3, 5, 6 and 7
// arms. Replays and simulations run them like those of 4 and 8 arms, which package dolcerc has;
// a port of one is made by naming this folder.
package arms

import (
	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/fixedpoint"
)

// State2 is the state for 2 arms.
type State2 = dolcerc.State[[2]bandit.Arm]

// Init2 is dolcerc.Init for 2 arms.
func Init2(p *dolcerc.Params, s *State2) { dolcerc.Init(p, s) }

// Step2 is dolcerc.Step for 2 arms.
//
//ccgen:transducer dolcerc2 init=Init2 next=Next2 first=First2 view=View2
func Step2(p *dolcerc.Params, s *State2, e *dcqcn.Event) dcqcn.Output { return dolcerc.Step(p, s, e) }

// Next2 is dolcerc.Next for 2 arms.
func Next2(s *State2, now fixedpoint.Time) dcqcn.Timer { return dolcerc.Next(s, now) }

// First2 is dolcerc.First for 2 arms.
func First2(p *dolcerc.Params, s *State2) dcqcn.Output { return dolcerc.First(p, s) }

// View2 is dolcerc.ViewOf for 2 arms.
func View2(p *dolcerc.Params, s *State2) dolcerc.View { return dolcerc.ViewOf(p, s) }

// State3 is the state for 3 arms.
type State3 = dolcerc.State[[3]bandit.Arm]

// Init3 is dolcerc.Init for 3 arms.
func Init3(p *dolcerc.Params, s *State3) { dolcerc.Init(p, s) }

// Step3 is dolcerc.Step for 3 arms.
//
//ccgen:transducer dolcerc3 init=Init3 next=Next3 first=First3 view=View3
func Step3(p *dolcerc.Params, s *State3, e *dcqcn.Event) dcqcn.Output { return dolcerc.Step(p, s, e) }

// Next3 is dolcerc.Next for 3 arms.
func Next3(s *State3, now fixedpoint.Time) dcqcn.Timer { return dolcerc.Next(s, now) }

// First3 is dolcerc.First for 3 arms.
func First3(p *dolcerc.Params, s *State3) dcqcn.Output { return dolcerc.First(p, s) }

// View3 is dolcerc.ViewOf for 3 arms.
func View3(p *dolcerc.Params, s *State3) dolcerc.View { return dolcerc.ViewOf(p, s) }

// State5 is the state for 5 arms.
type State5 = dolcerc.State[[5]bandit.Arm]

// Init5 is dolcerc.Init for 5 arms.
func Init5(p *dolcerc.Params, s *State5) { dolcerc.Init(p, s) }

// Step5 is dolcerc.Step for 5 arms.
//
//ccgen:transducer dolcerc5 init=Init5 next=Next5 first=First5 view=View5
func Step5(p *dolcerc.Params, s *State5, e *dcqcn.Event) dcqcn.Output { return dolcerc.Step(p, s, e) }

// Next5 is dolcerc.Next for 5 arms.
func Next5(s *State5, now fixedpoint.Time) dcqcn.Timer { return dolcerc.Next(s, now) }

// First5 is dolcerc.First for 5 arms.
func First5(p *dolcerc.Params, s *State5) dcqcn.Output { return dolcerc.First(p, s) }

// View5 is dolcerc.ViewOf for 5 arms.
func View5(p *dolcerc.Params, s *State5) dolcerc.View { return dolcerc.ViewOf(p, s) }

// State6 is the state for 6 arms.
type State6 = dolcerc.State[[6]bandit.Arm]

// Init6 is dolcerc.Init for 6 arms.
func Init6(p *dolcerc.Params, s *State6) { dolcerc.Init(p, s) }

// Step6 is dolcerc.Step for 6 arms.
//
//ccgen:transducer dolcerc6 init=Init6 next=Next6 first=First6 view=View6
func Step6(p *dolcerc.Params, s *State6, e *dcqcn.Event) dcqcn.Output { return dolcerc.Step(p, s, e) }

// Next6 is dolcerc.Next for 6 arms.
func Next6(s *State6, now fixedpoint.Time) dcqcn.Timer { return dolcerc.Next(s, now) }

// First6 is dolcerc.First for 6 arms.
func First6(p *dolcerc.Params, s *State6) dcqcn.Output { return dolcerc.First(p, s) }

// View6 is dolcerc.ViewOf for 6 arms.
func View6(p *dolcerc.Params, s *State6) dolcerc.View { return dolcerc.ViewOf(p, s) }

// State7 is the state for 7 arms.
type State7 = dolcerc.State[[7]bandit.Arm]

// Init7 is dolcerc.Init for 7 arms.
func Init7(p *dolcerc.Params, s *State7) { dolcerc.Init(p, s) }

// Step7 is dolcerc.Step for 7 arms.
//
//ccgen:transducer dolcerc7 init=Init7 next=Next7 first=First7 view=View7
func Step7(p *dolcerc.Params, s *State7, e *dcqcn.Event) dcqcn.Output { return dolcerc.Step(p, s, e) }

// Next7 is dolcerc.Next for 7 arms.
func Next7(s *State7, now fixedpoint.Time) dcqcn.Timer { return dolcerc.Next(s, now) }

// First7 is dolcerc.First for 7 arms.
func First7(p *dolcerc.Params, s *State7) dcqcn.Output { return dolcerc.First(p, s) }

// View7 is dolcerc.ViewOf for 7 arms.
func View7(p *dolcerc.Params, s *State7) dolcerc.View { return dolcerc.ViewOf(p, s) }
