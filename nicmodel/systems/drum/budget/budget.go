// Package budget finds the price of a resource by bisection: the least price at which
// the sum of the demands is within the budget. In DRUM it is lambda of the step of x, and
// mu of the step of z.
//
// Each step is told the sum of the demands at the price that was last given, and gives the
// next price to try. The demand falls as the price rises. A price of 0 comes first: most
// often one of the two budgets does not bind.
package budget

// MaxPrice is the largest price, UQ24.19 in DRUM. At it the demand is taken to be within the budget.
const MaxPrice = (1 << 43) - 1

// Params are the parameters of one search.
type Params struct {
	// Budget is the most that the sum may be, in the demands' unit (UQ30.16 in DRUM).
	//
	//ccgen:range 0..1<<46
	Budget uint64
}

// State is a search: the price lies in [Low]..High, and [Try] is asked for.
type State struct {
	// Low: no lower price is within the budget.
	//
	//ccgen:range 0..MaxPrice
	Low uint64
	// High: this price is, or is the largest.
	//
	//ccgen:range 0..MaxPrice
	High uint64
	// Try is the price whose sum comes next.
	//
	//ccgen:range 0..MaxPrice
	Try uint64
	// Done: [Low] is the price.
	Done bool
}

// Event is the answer to the last price.
type Event struct {
	// Sum is the sum of the demands at that price.
	//
	//ccgen:range 0..1<<47
	Sum uint64
}

// Output is the price to try, or to take if [Done].
type Output struct {
	Price uint64
	Done  bool
}

// Init begins a search.
func Init(p *Params, s *State) {
	*s = State{High: MaxPrice}
}

// Step takes the sum at the last price and narrows the search. The end takes at most 44 steps.
//
//ccgen:transducer budget init=Init
func Step(p *Params, s *State, e *Event) Output {
	if !s.Done {
		if e.Sum <= p.Budget {
			s.High = s.Try
		} else {
			s.Low = min(s.Try+1, s.High)
		}
		s.Done = s.Low >= s.High
		s.Try = min((s.Low+s.High)>>1, s.High)
	}
	return Output{Price: s.Try, Done: s.Done}
}
