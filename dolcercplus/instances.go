package dolcercplus

// Init4 is [Init] for 4 arms.
func Init4(p *Params, s *State4) { Init(p, s) }

// Init8 is [Init] for 8 arms.
func Init8(p *Params, s *State8) { Init(p, s) }

// Step4 is [Step] for 4 arms.
//
//ccgen:transducer dolcercplus4 init=Init4 first=First4
func Step4(p *Params, s *State4, e *Event) Output { return Step(p, s, e) }

// Step8 is [Step] for 8 arms.
//
//ccgen:transducer dolcercplus8 init=Init8 first=First8
func Step8(p *Params, s *State8, e *Event) Output { return Step(p, s, e) }

// First4 is First for 4 arms.
func First4(p *Params, s *State4) Output { return First(p, s) }

// First8 is First for 8 arms.
func First8(p *Params, s *State8) Output { return First(p, s) }
