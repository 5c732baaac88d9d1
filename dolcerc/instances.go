package dolcerc

import (
	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
)

// Init4 is [Init] for 4 arms.
func Init4(p *Params, s *State4) { Init(p, s) }

// Init8 is [Init] for 8 arms.
func Init8(p *Params, s *State8) { Init(p, s) }

// Step4 is [Step] for 4 arms.
//
//ccgen:transducer dolcerc4 init=Init4 next=Next4 first=First4 view=View4
func Step4(p *Params, s *State4, e *dcqcn.Event) dcqcn.Output { return Step(p, s, e) }

// Step8 is [Step] for 8 arms.
//
//ccgen:transducer dolcerc8 init=Init8 next=Next8 first=First8 view=View8
func Step8(p *Params, s *State8, e *dcqcn.Event) dcqcn.Output { return Step(p, s, e) }

// Next4 is [Next] for 4 arms.
//
//ccgen:export
func Next4(s *State4, now fixedpoint.Time) dcqcn.Timer { return Next(s, now) }

// Next8 is [Next] for 8 arms.
//
//ccgen:export
func Next8(s *State8, now fixedpoint.Time) dcqcn.Timer { return Next(s, now) }

// First4 is First for 4 arms.
func First4(p *Params, s *State4) dcqcn.Output { return First(p, s) }

// First8 is First for 8 arms.
func First8(p *Params, s *State8) dcqcn.Output { return First(p, s) }

// View4 is ViewOf for 4 arms.
func View4(p *Params, s *State4) View { return ViewOf(p, s) }

// View8 is ViewOf for 8 arms.
func View8(p *Params, s *State8) View { return ViewOf(p, s) }
