package bandit

import "smartnic-cc/fixedpoint"

// Event is one turn of the bandit as a transducer: the arm that was used and the
// reward that it gave.
type Event struct {
	// Arm is the arm that was used, below K.
	//
	//ccgen:unit index
	Arm uint8
	// Reward is its reward, UQ0.16, 0xFFFF for 1.
	Reward fixedpoint.UQ0x16
}

// Output is the answer to an [Event].
type Output struct {
	// Arm is the arm to use next.
	//
	//ccgen:unit index
	Arm uint8
}

// Step is DR-UCB as a transducer: [Update], then [Select].
func Step[A ArmArray](p *Params, s *State[A], e *Event) Output {
	Update(p, s, e.Arm, e.Reward)
	arm := Select(p, s)
	return Output{Arm: arm}
}

// Init2 sets the state before the first choice, which is arm 0.
func Init2(p *Params, s *State2) { *s = State2{} }

// Init4 sets the state before the first choice, which is arm 0.
func Init4(p *Params, s *State4) { *s = State4{} }

// Init8 sets the state before the first choice, which is arm 0.
func Init8(p *Params, s *State8) { *s = State8{} }

// Step2 is [Step] for 2 arms.
//
//ccgen:transducer bandit2 init=Init2
func Step2(p *Params, s *State2, e *Event) Output { return Step(p, s, e) }

// Step4 is [Step] for 4 arms.
//
//ccgen:transducer bandit4 init=Init4
func Step4(p *Params, s *State4, e *Event) Output { return Step(p, s, e) }

// Step8 is [Step] for 8 arms.
//
//ccgen:transducer bandit8 init=Init8
func Step8(p *Params, s *State8, e *Event) Output { return Step(p, s, e) }
