package ir

import "smartnic-cc/internal/base/text/enum"

// Law is what must hold of a transducer, by //ccgen:law, //ccgen:invariant or //ccgen:progress. It is an expression of
// the subset over values: p, the parameters; s and t, the state before and after a step; e, the event; o, the output.
// Its functions are called by nothing, and are not among the declarations of a package.
type Law struct {
	Name string // unique among those of a transducer
	Kind LawKind
	Text string // as written, after the name
	Pos  Pos
	// Holds returns whether it holds: of an invariant func(p Params, s State) bool, else func(p Params, s State,
	// e Event, t State, o Output, timely bool) bool, and of OfTwo with s2, t2 State and o2 Output between o and timely.
	// timely is that the driver brings each timer when it ends, and nothing else past one that has ended.
	Holds *Func
	// Most and By are func(p Params) uint64 of a Progress, else nil: its rank is at most Most, and each event that
	// counts lowers it by By, or to 0. So it is 0 after Most/By of them, rounded up.
	Most, By *Func
}

// LawKind is what a law speaks of.
type LawKind uint8

// The kinds of laws.
const (
	Invariant LawKind = iota // a state that init made, or a step of a state of which all invariants hold
	OfStep                   // one step from a state of which all invariants hold
	OfTwo                    // one step each of two such states with the same parameters and event
	Progress                 // a rank that steps lower
)

// String returns the kind in a word.
func (k LawKind) String() string { return enum.Name(k, "invariant", "step", "two", "progress") }
