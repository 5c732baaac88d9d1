package transducer

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// Catalog is what a firmware can do: algorithms and functions with the layouts of
// their values, found by name. It is not changed after NewCatalog.
type Catalog struct {
	Algorithms []Algorithm // in the order given
	Funcs      []Func      // in the order given

	algorithms map[string]*Algorithm
	funcs      map[string]*Func
}

// NewCatalog makes a catalog. Of two entries with one name the first counts.
func NewCatalog(algorithms []Algorithm, funcs []Func) *Catalog {
	c := &Catalog{
		Algorithms: algorithms,
		Funcs:      funcs,
		algorithms: make(map[string]*Algorithm, len(algorithms)),
		funcs:      make(map[string]*Func, len(funcs)),
	}
	for i := len(algorithms) - 1; i >= 0; i-- {
		c.algorithms[algorithms[i].Name] = &algorithms[i]
	}
	for i := len(funcs) - 1; i >= 0; i-- {
		c.funcs[funcs[i].Name] = &funcs[i]
	}
	return c
}

// UnknownAlgorithmError is the error of a name that no algorithm has.
type UnknownAlgorithmError struct {
	Name  string
	Known []string
}

// Error lists the names that there are, and the one that was perhaps meant.
func (e *UnknownAlgorithmError) Error() string {
	return fmt.Sprintf("unknown algorithm %.40q%s; one of %s", e.Name, nearest.Hint(e.Name, e.Known), strings.Join(e.Known, ", "))
}

// Algorithm returns the algorithm of that name. The error is an *UnknownAlgorithmError.
func (c *Catalog) Algorithm(name string) (*Algorithm, error) {
	if a, ok := c.algorithms[name]; ok {
		return a, nil
	}
	names := collect.Of(c.Algorithms, func(a Algorithm) string { return a.Name })
	return nil, &UnknownAlgorithmError{name, names}
}

// Func returns the function of that name. The error tells how a name looks.
func (c *Catalog) Func(name string) (*Func, error) {
	if f, ok := c.funcs[name]; ok {
		return f, nil
	}
	return nil, fmt.Errorf("unknown function %.60q%s; names are package.Function, as in fixedpoint.Log2", name, nearest.Hint(name, slices.Sorted(maps.Keys(c.funcs))))
}

// Check reports the first value that does not fit its leaf, or a wrong number of
// values, as an error; what names the row in the message.
func Check(what string, leaves []Leaf, values []uint64) error {
	if len(values) != len(leaves) {
		return fmt.Errorf("%s: %d values; want %d", what, len(values), len(leaves))
	}
	for i, l := range leaves {
		if !l.Fits(values[i]) {
			return fmt.Errorf("%s: field %d (%s) is %s; outside %s", what, i+1, l.Name, l.Format(values[i]), l.Type())
		}
	}
	return nil
}

// Parse reads a decimal integer of the leaf's type; a bool is 0 or 1. The error of
// anything else names the leaf and its type.
func (l Leaf) Parse(text string) (uint64, error) {
	if l.Signed {
		v, err := strconv.ParseInt(text, 10, l.Bits)
		if err != nil {
			return 0, fmt.Errorf("%s is %.40q; want a decimal %s", l.Name, text, l.Type())
		}
		return uint64(v), nil
	}
	v, err := strconv.ParseUint(text, 10, l.Bits)
	if err != nil || l.Bool && v > 1 {
		return 0, fmt.Errorf("%s is %.40q; want a decimal %s", l.Name, text, l.Type())
	}
	return v, nil
}

// Append appends v in decimal, signed where the leaf is.
func (l Leaf) Append(dst []byte, v uint64) []byte {
	if l.Signed {
		return strconv.AppendInt(dst, int64(v), 10)
	}
	return strconv.AppendUint(dst, v, 10)
}

// Wrap cuts v down to the leaf's width, as a conversion to its type does.
func (l Leaf) Wrap(v uint64) uint64 {
	switch {
	case l.Bool:
		return v & 1
	case l.Bits == 64:
		return v
	case l.Signed:
		return uint64(int64(v<<(64-l.Bits)) >> (64 - l.Bits))
	default:
		return v & (1<<l.Bits - 1)
	}
}

// ParseType returns a leaf of the type that Go writes so (uint32, int8, bool). Another
// type is an error.
func ParseType(name, typ string) (Leaf, error) {
	switch typ {
	case "bool":
		return Leaf{Name: name, Bits: 8, Bool: true}, nil
	case "int8", "int16", "int32", "int64":
		bits, err := strconv.Atoi(typ[3:])
		return Leaf{Name: name, Bits: bits, Signed: true}, err
	case "uint8", "uint16", "uint32", "uint64":
		bits, err := strconv.Atoi(typ[4:])
		return Leaf{Name: name, Bits: bits}, err
	}
	return Leaf{}, fmt.Errorf("%s has type %.40q; want bool, int8 to int64 or uint8 to uint64", name, typ)
}

// StepBatcher is a Connection that takes many events at once, which is faster
// where each costs a journey through a pipe.
type StepBatcher interface {
	// Steps feeds n events, event(0) to event(n-1), and hands the answers to reply in
	// that order; an answer may come before later events are asked for. event and reply are
	// not called at the same time, and each may keep nothing of what it was given or
	// gave. An error from reply ends the batch and is returned.
	Steps(n int, event func(i int) []uint64, reply func(i int, output, state []uint64) error) error
}

// CallBatcher is a Firmware that takes many calls of one function at once.
type CallBatcher interface {
	// Calls calls the function n times, as StepBatcher.Steps feeds events.
	Calls(name string, n int, args func(i int) []uint64, reply func(i int, results []uint64) error) error
}

// Steps feeds n events to c: at once if c can, else one after the other. The first error,
// of c or of reply, ends it.
func Steps(c Connection, n int, event func(i int) []uint64, reply func(i int, output, state []uint64) error) error {
	if b, ok := c.(StepBatcher); ok {
		return b.Steps(n, event, reply)
	}
	for i := range n {
		output, state, err := c.Step(event(i))
		if err != nil {
			return err
		}
		if err := reply(i, output, state); err != nil {
			return err
		}
	}
	return nil
}

// Calls calls a function of fw n times: at once if fw can, else one after the other. The
// first error, of fw or of reply, ends it.
func Calls(fw Firmware, name string, n int, args func(i int) []uint64, reply func(i int, results []uint64) error) error {
	if b, ok := fw.(CallBatcher); ok {
		return b.Calls(name, n, args, reply)
	}
	for i := range n {
		results, err := fw.Call(name, args(i))
		if err != nil {
			return err
		}
		if err := reply(i, results); err != nil {
			return err
		}
	}
	return nil
}
