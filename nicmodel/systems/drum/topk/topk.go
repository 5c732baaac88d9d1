// Package topk selects the k applications of a host whose QPs are active in an epoch of DRUM:
// an insertion sort that sees one application after the other.
//
// What comes first is a matter of the key, and any rule may make one (definition 2 of the
// paper). By the largest rate the winners stay; by the age of the backlog times a weight every
// application has its turn.
package topk

// Most is the largest k.
const Most = 32

// Rule says what comes first.
type Rule uint8

// The rules.
const (
	// RuleLargest takes the largest rates: the paper's rule.
	RuleLargest Rule = iota
	// RuleFIFO takes the oldest backlogs.
	RuleFIFO
	// RuleSmallest takes the smallest jobs.
	RuleSmallest
	// RuleRotating takes the largest age times weight.
	RuleRotating
)

// Params are the parameters of a selection.
type Params struct {
	// K is how many are taken.
	//
	//ccgen:range 1..Most
	K uint32
	// Rule says what comes first.
	//
	//ccgen:range 0..3
	Rule Rule
}

// Candidate is an application that has something to send.
type Candidate struct {
	// Rate is the rate x that it had, UQ18.16.
	//
	//ccgen:range 0..(1<<34)-1
	Rate uint64
	// Since is when its backlog began, in epochs.
	Since uint32
	// Job is what is left of its job, in bytes.
	//
	//ccgen:range 0..(1<<48)-1
	//ccgen:unit B
	Job uint64
	// Age is how many epochs it has waited since it was last active.
	Age uint32
	// Weight multiplies the age.
	Weight uint16
	// App is its number.
	App uint32
}

// State is what is selected so far: the first [Used], the largest key first, of equal keys the
// one that came first.
type State struct {
	Key [Most]uint64
	App [Most]uint32
	// Used is how many there are.
	//
	//ccgen:range 0..Most
	Used uint32
}

// Output says what happened to the candidate.
type Output struct {
	// Taken: the candidate is selected so far.
	Taken bool
	// Out: [App] was selected and gave way.
	Out bool
	App uint32
}

// Init begins a selection.
func Init(p *Params, s *State) {
	*s = State{}
}

// Key returns what a rule goes by: the largest comes first.
//
//ccgen:export
//ccgen:range rule 0..3
func Key(rule Rule, c *Candidate) uint64 {
	switch rule {
	case RuleFIFO:
		return uint64(^c.Since)
	case RuleSmallest:
		return ((1 << 48) - 1) - c.Job
	case RuleRotating:
		return uint64(c.Age) * uint64(c.Weight)
	}
	return c.Rate
}

// Step takes one candidate.
//
//ccgen:transducer topk init=Init
func Step(p *Params, s *State, e *Candidate) Output {
	key := Key(p.Rule, e)
	o := Output{}
	if s.Used < p.K {
		s.Used = s.Used + 1
	} else {
		last := (p.K - 1) & (Most - 1)
		if key <= s.Key[last] {
			return o
		}
		o.Out = true
		o.App = s.App[last]
	}
	o.Taken = true
	// From the last place up: what is smaller moves down by one.
	put := false
	for i := uint32(Most - 1); i > 0; i-- {
		if i < s.Used && !put {
			if s.Key[i-1] < key {
				s.Key[i] = s.Key[i-1]
				s.App[i] = s.App[i-1]
			} else {
				s.Key[i] = key
				s.App[i] = e.App
				put = true
			}
		}
	}
	if !put {
		s.Key[0] = key
		s.App[0] = e.App
	}
	return o
}
