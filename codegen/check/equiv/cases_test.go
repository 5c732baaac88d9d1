package equiv

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"smartnic-cc/codegen/backend/verilog"
	"smartnic-cc/codegen/flat"
)

// Split divides a problem into cases, one for each number from Lo to Hi that a value of the flat form may have, and
// one for all others. z3 ends in seconds if a shift by a variable becomes one by a constant, and a product of two
// unknowns a sum of a few rows.
type Split struct {
	// Value is the name of an input or of an operation; for the latter the Verilog must have a wire of the same name.
	Value  string
	Lo, Hi uint64
}

// mostCases bounds a split.
const mostCases = 256

// ParseSplit reads NAME=LO..HI.
func ParseSplit(text string) (Split, error) {
	name, span, _ := strings.Cut(text, "=")
	low, high, _ := strings.Cut(span, "..")
	lo, errLo := strconv.ParseUint(low, 10, 32)
	hi, errHi := strconv.ParseUint(high, 10, 32)
	if name == "" || errLo != nil || errHi != nil || lo > hi || hi-lo >= mostCases {
		return Split{}, fmt.Errorf("split %.60q: write NAME=LO..HI, at most %d numbers, as in shift=0..66", text, mostCases)
	}
	return Split{name, lo, hi}, nil
}

// String returns the split as ParseSplit reads it.
func (s Split) String() string { return fmt.Sprintf("%s=%d..%d", s.Value, s.Lo, s.Hi) }

// Cases returns the questions of a split: if the answer to each is unsat, circuit and flat form are equal. In the
// case of a number, both the operation in the flat form and the circuit's wire are assumed to be that number, and are
// replaced by it. The last case is that they are outside the numbers of the split, or differ, so that nothing rests
// on having picked the right wire. Errors are those of Problem, and of a value that does not exist.
func Cases(ctx context.Context, c *verilog.Circuit, netlist string, s Split) ([]string, error) {
	v := named(c.Form, s.Value)
	keep := ""
	switch {
	case v == nil || v.Kind.Bits() < 2:
		return nil, fmt.Errorf("split %s: %s has no number of that name", s, c.Form.Func.FullName())
	case v.Op != flat.Input && netlist != "words":
		return nil, fmt.Errorf("split %s: %s is an operation, of which the netlist of %s has no wire; split by an input", s, s.Value, netlist)
	case v.Kind.Bits() < 32 && s.Hi>>v.Kind.Bits() > 0:
		return nil, fmt.Errorf("split %s: %s has %d bits", s, s.Value, v.Kind.Bits())
	case v.Op != flat.Input:
		keep = "-wires"
	}
	q, err := writeQuestion(ctx, c, netlist, keep)
	if err != nil {
		return nil, err
	}
	flatTerm, width := q.terms[v], v.Kind.Bits()
	in := fmt.Sprintf("(and (bvule (_ bv%d %d) %s) (bvule %s (_ bv%d %d)))", s.Lo, width, flatTerm, flatTerm, s.Hi, width)
	rest := "(not " + in + ")"
	// If the value is an input, both sides have its term.
	var w wire
	if v.Op != flat.Input {
		var ok bool
		if w, ok = q.wires[s.Value]; !ok || w.width > width {
			return nil, fmt.Errorf("split %s: the circuit has no wire of that name", s)
		}
		rest = fmt.Sprintf("(or %s (not (= ((_ extract %d 0) %s) %s)))", rest, w.width-1, flatTerm, w.term)
	}
	var out []string
	for n := s.Lo; n <= s.Hi; n++ {
		one := *q
		if v.Op == flat.Input {
			one.given = []string{fmt.Sprintf("(= %s (_ bv%d %d))", flatTerm, n, width)}
		} else {
			if n>>w.width > 0 {
				return nil, fmt.Errorf("split %s: the wire has %d bits", s, w.width)
			}
			one.lets = nil
			for _, l := range q.lets {
				for i, x := range []struct {
					name string
					bits int
				}{{flatTerm, width}, {w.term, w.width}} {
					if l[0] == x.name {
						was := fmt.Sprintf("was%d", i)
						number := fmt.Sprintf("(_ bv%d %d)", n, x.bits)
						one.lets = append(one.lets, [2]string{was, l[1]})
						one.given = append(one.given, fmt.Sprintf("(= %s %s)", was, number))
						l[1] = number
					}
				}
				one.lets = append(one.lets, l)
			}
			if len(one.given) != 2 {
				return nil, fmt.Errorf("split %s: %s is no operation of its own in the netlist of %s", s, s.Value, netlist)
			}
		}
		out = append(out, one.text(c))
	}
	q.given = []string{rest}
	return append(out, q.text(c)), nil
}

// ProveSplit is Prove, case by case, each with all the effort; that of the answer is the sum. The answer is that of
// the first case that is not unsat.
func ProveSplit(ctx context.Context, c *verilog.Circuit, netlist string, s Split, effort int) (Answer, error) {
	a, err := Solve(ctx, c, Fits(c), effort)
	if err != nil || a.Word != "unsat" {
		return a, err
	}
	cases, err := Cases(ctx, c, netlist, s)
	if err != nil {
		return Answer{Word: "unknown"}, err
	}
	sum := 0
	for _, problem := range cases {
		a, err = Solve(ctx, c, problem, effort)
		sum += a.Effort
		if err != nil || a.Word != "unsat" {
			break
		}
	}
	a.Effort = sum
	return a, err
}

// named returns the input or operation of a name.
func named(f *flat.Function, name string) *flat.Value {
	for _, v := range f.Inputs {
		if v.Op == flat.Input && v.Name == name {
			return v
		}
	}
	for _, v := range f.Body {
		if v.Name == name {
			return v
		}
	}
	return nil
}
