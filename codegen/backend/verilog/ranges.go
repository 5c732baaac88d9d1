package verilog

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/nearest"
)

// Assumption narrows an input to Lo..Hi: what the NIC never sends costs no gates. Check leaves out vectors that break
// it, and the bench stops if an input does.
type Assumption struct {
	Name   string // as in e.CNPs: p, s or e for parameters, state or event, and the field
	Lo, Hi *big.Int
}

// ParseAssumption reads NAME=LO..HI, or NAME=VALUE.
func ParseAssumption(text string) (Assumption, error) {
	name, span, ok := strings.Cut(text, "=")
	lo, hi, both := strings.Cut(span, "..")
	if !both {
		hi = lo
	}
	a := Assumption{Name: strings.TrimSpace(name)}
	var okLo, okHi bool
	a.Lo, okLo = new(big.Int).SetString(strings.TrimSpace(lo), 0)
	a.Hi, okHi = new(big.Int).SetString(strings.TrimSpace(hi), 0)
	if !ok || !okLo || !okHi || a.Lo.Cmp(a.Hi) > 0 {
		return a, fmt.Errorf("assumption %.60q: write NAME=LO..HI with LO at most HI, as in e.CNPs=0..1", text)
	}
	return a, nil
}

// String returns the assumption as it is written.
func (a Assumption) String() string { return fmt.Sprintf("%s=%s..%s", a.Name, a.Lo, a.Hi) }

// part is one of the structs that a step takes.
type part int

const (
	params part = iota
	state
	event
)

var prefixes = [...]string{params: "p", state: "s", event: "e"}

// inputs has the ranges of a transducer's inputs: those that its source declares, narrowed by assumptions.
type inputs struct {
	t        *ir.Transducer
	types    [3]*ir.Type
	leaves   [3][]ir.Leaf
	values   []uint64 // constant parameters, or nil
	declared bool     // uses the ranges of the types alone
	assume   map[string]Assumption
	known    map[[2]int]interval.Interval
}

func newInputs(t *ir.Transducer, o *Options) (*inputs, error) {
	n := &inputs{t: t, types: [3]*ir.Type{t.Params, t.State, t.Event}, values: o.Values, declared: o.Declared,
		assume: map[string]Assumption{}, known: map[[2]int]interval.Interval{}}
	kinds := map[string]ir.Kind{}
	var names []string
	for i, ty := range n.types {
		n.leaves[i] = ir.Layout(ty)
		for _, l := range n.leaves[i] {
			name := prefixes[i] + "." + l.Name
			names = append(names, name)
			kinds[name] = l.Kind
		}
	}
	for _, a := range o.Assume {
		k, known := kinds[a.Name]
		if !known {
			return nil, fmt.Errorf("assumption %s: %s has no input %.60q%s; write p., s. or e. and a field of its parameters, state or event", a, t.Name, a.Name, nearest.Hint(a.Name, names))
		}
		if !interval.New(a.Lo, a.Hi).Fits(k) {
			return nil, fmt.Errorf("assumption %s: %s is %s; write a range within %s", a, a.Name, k, interval.Of(k))
		}
		n.assume[a.Name] = a
	}
	for i := range n.types {
		for j := range n.leaves[i] {
			n.of(part(i), j)
		}
	}
	for name, a := range n.assume {
		p := part(strings.Index("pse", name[:1]))
		for j, l := range n.leaves[p] {
			if l.Name != name[2:] {
				continue
			}
			cut, ok := n.of(p, j).Meet(interval.New(a.Lo, a.Hi))
			if !ok {
				return nil, fmt.Errorf("assumption %s: the source allows %s; write a range that has some of it", a, n.of(p, j))
			}
			n.known[[2]int{int(p), j}] = cut
		}
	}
	return n, nil
}

// partOf returns which of the three a parameter of a function is; ok is false for others, such as the time that next
// takes.
func (n *inputs) partOf(v *ir.Var) (p part, ok bool) {
	for i, t := range n.types {
		if v.Type == t {
			return part(i), true
		}
	}
	return 0, false
}

// fixed returns the constant parameters for the flat form.
func (n *inputs) fixed(zeroState bool) flat.Fixed {
	return func(v *ir.Var, leaf int) (uint64, bool) {
		switch v.Type {
		case n.t.Params:
			if n.values != nil {
				return n.values[leaf], true
			}
		case n.t.State:
			return 0, zeroState
		}
		return 0, false
	}
}

// of returns the range of a leaf.
func (n *inputs) of(p part, leaf int) interval.Interval {
	at := [2]int{int(p), leaf}
	if r, ok := n.known[at]; ok {
		return r
	}
	l := &n.leaves[p][leaf]
	r := interval.Of(l.Kind)
	if p == params && n.values != nil {
		r = interval.Point(l.Kind.Big(n.values[leaf]))
	}
	n.known[at] = r // a range that depends on itself is as wide as its type
	if n.declared || r.IsPoint() {
		return r
	}
	for _, d := range l.Ranges() {
		if lo, ok := n.bound(p, l, d, d.Lo); ok {
			r.Lo = interval.Max(r.Lo, lo.Lo)
		}
		if hi, ok := n.bound(p, l, d, d.Hi); ok {
			r.Hi = interval.Min(r.Hi, hi.Hi)
		}
	}
	n.known[at] = r
	return r
}

// bound returns the range of an end of a declared range; ok is false if it names something without a range.
func (n *inputs) bound(p part, l *ir.Leaf, d *ir.Range, b *ir.Bound) (r interval.Interval, ok bool) {
	switch b.Op {
	case ir.BoundConst:
		return interval.Point(b.Value), true
	case ir.BoundName, ir.BoundLen:
		switch in, leaf, length := d.Find(n.types[:], n.types[p], l, b); {
		case in == nil:
			return r, false
		case b.Op == ir.BoundLen:
			return interval.Point(big.NewInt(int64(length))), true
		default:
			return n.of(part(slices.Index(n.types[:], in)), leaf), true
		}
	}
	x, okX := n.bound(p, l, d, b.X)
	y, okY := n.bound(p, l, d, b.Y)
	if !okX || !okY {
		return r, false
	}
	switch b.Op {
	case ir.BoundMin, ir.BoundMax:
		return interval.MinMax(b.Op == ir.BoundMax, x, y), true
	case ir.BoundDiv:
		if !x.NonNegative() || y.Lo.Sign() <= 0 {
			return r, false
		}
		return interval.Arith(ir.Div, x, interval.Point(y.Lo)).Join(interval.Arith(ir.Div, x, interval.Point(y.Hi))), true
	}
	return interval.Arith(boundOps[b.Op], x, y), true
}

var boundOps = map[ir.BoundOp]ir.Op{ir.BoundAdd: ir.Add, ir.BoundSub: ir.Sub, ir.BoundMul: ir.Mul, ir.BoundShl: ir.Shl, ir.BoundShr: ir.Shr}
