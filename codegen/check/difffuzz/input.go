package difffuzz

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors/transducer"
)

// Target is a function or an algorithm that inputs run.
type Target struct {
	Func      *transducer.Func      // nil for an algorithm
	Algorithm *transducer.Algorithm // nil for a function
}

// Name is the name by which the port knows the target.
func (t Target) Name() string {
	if t.Func != nil {
		return t.Func.Name
	}
	return t.Algorithm.Name
}

// catalogOf returns the catalog of targets alone.
func catalogOf(targets []Target) *transducer.Catalog {
	var algorithms []transducer.Algorithm
	var funcs []transducer.Func
	for _, t := range targets {
		if t.Func != nil {
			funcs = append(funcs, *t.Func)
		} else {
			algorithms = append(algorithms, *t.Algorithm)
		}
	}
	return transducer.NewCatalog(algorithms, funcs)
}

// maxTargets is how many targets an input's first byte can number.
const maxTargets = 256

// Targets returns the targets of a catalog whose names, or packages, are in only; all
// of them if it is empty. Their order is the numbering of inputs.
func Targets(c *transducer.Catalog, only []string) ([]Target, error) {
	var all, some []Target
	for i := range c.Funcs {
		all = append(all, Target{Func: &c.Funcs[i]})
	}
	for i := range c.Algorithms {
		all = append(all, Target{Algorithm: &c.Algorithms[i]})
	}
	for _, t := range all {
		pkg, _, _ := strings.Cut(t.Name(), ".")
		if len(only) == 0 || slices.Contains(only, t.Name()) || slices.Contains(only, pkg) {
			some = append(some, t)
		}
	}
	for _, name := range only {
		if !slices.ContainsFunc(some, func(t Target) bool { return t.Name() == name || strings.HasPrefix(t.Name(), name+".") }) {
			return nil, fmt.Errorf("nothing is called %.60q; names are as in fixedpoint.Log2, fixedpoint or dolcerc4", name)
		}
	}
	if len(some) > maxTargets {
		return nil, fmt.Errorf("%d targets; an input's first byte can name %d; name fewer", len(some), maxTargets)
	}
	return some, nil
}

// Case is the content of an input: calls of a function, or the life of a connection.
type Case struct {
	Target int
	// Rows are the arguments of each call, or the events.
	Rows [][]uint64
	// Params are an algorithm's, and so is State, if it is loaded.
	Params []uint64
	Loaded bool
	State  []uint64
	// Opened reports that the input was long enough for the parameters.
	Opened bool
}

// An input is
//
//	function:  target, then for each call its arguments
//	algorithm: target, flags (bit 0: a state is loaded), parameters, the state, events
//
// where target and flags are a byte each, integers are little-endian and as wide as their type, a bool is the lowest
// bit of a byte, target is taken modulo the number of targets, and an incomplete call or event at the end is ignored.
// The C side is in harness/before.c and after.c.

// Decode reads an input; ok is false for one that is too short to be run.
func Decode(targets []Target, input []byte) (c Case, ok bool) {
	if len(input) < 2 {
		return c, false
	}
	c.Target = int(input[0]) % len(targets)
	t := targets[c.Target]
	if t.Func != nil {
		c.Rows = rows(t.Func.Args, input[1:])
		c.Opened = true
		return c, true
	}
	rest := input[2:]
	var whole bool
	if c.Params, rest, whole = row(t.Algorithm.Params, rest); !whole {
		return c, true
	}
	c.Opened = true
	if c.Loaded = input[1]&1 != 0; c.Loaded {
		if c.State, rest, whole = row(t.Algorithm.State, rest); !whole {
			c.Loaded = false // an incomplete state: the connection is only opened
			return c, true
		}
	}
	c.Rows = rows(t.Algorithm.Event, rest)
	return c, true
}

func rows(leaves []transducer.Leaf, b []byte) [][]uint64 {
	var all [][]uint64
	for {
		r, rest, whole := row(leaves, b)
		if !whole || len(leaves) == 0 {
			return all
		}
		all = append(all, r)
		b = rest
	}
}

func row(leaves []transducer.Leaf, b []byte) (values []uint64, rest []byte, whole bool) {
	n := collect.Sum(leaves, func(l transducer.Leaf) int { return l.Bits / 8 })
	if len(b) < n {
		return nil, b, false
	}
	values = make([]uint64, len(leaves))
	for i, l := range leaves {
		var v uint64
		switch l.Bits {
		case 8:
			v = uint64(b[0])
		case 16:
			v = uint64(binary.LittleEndian.Uint16(b))
		case 32:
			v = uint64(binary.LittleEndian.Uint32(b))
		default:
			v = binary.LittleEndian.Uint64(b)
		}
		values[i] = l.Wrap(v)
		b = b[l.Bits/8:]
	}
	return values, b, true
}

var errNoTarget = errors.New("no such target")

// Encode writes the input that holds c.
func Encode(targets []Target, c Case) ([]byte, error) {
	if c.Target >= len(targets) {
		return nil, errNoTarget
	}
	b := []byte{byte(c.Target)}
	t := targets[c.Target]
	leaves := []transducer.Leaf(nil)
	if t.Func != nil {
		leaves = t.Func.Args
	} else {
		leaves = t.Algorithm.Event
		flags := byte(0)
		if c.Loaded {
			flags = 1
		}
		b = appendRow(append(b, flags), t.Algorithm.Params, c.Params)
		if c.Loaded {
			b = appendRow(b, t.Algorithm.State, c.State)
		}
	}
	for _, r := range c.Rows {
		b = appendRow(b, leaves, r)
	}
	return b, nil
}

func appendRow(b []byte, leaves []transducer.Leaf, values []uint64) []byte {
	for i, l := range leaves {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], values[i])
		b = append(b, word[:l.Bits/8]...)
	}
	return b
}
