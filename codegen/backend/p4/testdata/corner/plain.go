package corner

// Counter multiplies by constants only.
type Counter struct {
	// Total is a weighted sum.
	Total uint32
}

// InitCounter begins at 7.
func InitCounter(p *Params, c *Counter) { *c = Counter{Total: 7} }

// StepCounter is what a pipeline without multiplier can do.
//
//ccgen:transducer counter init=InitCounter
func StepCounter(p *Params, c *Counter, e *Event) Counter {
	c.Total = c.Total*31 + (e.Value+uint32(e.Kind))*0xFFFFFFFF + e.Index*1000
	return *c
}

// StepThird cannot be done: it divides by 3 and multiplies variables.
//
//ccgen:transducer third init=InitCounter
func StepThird(p *Params, c *Counter, e *Event) Counter {
	c.Total = c.Total/3 + e.Value*e.Index
	return *c
}
