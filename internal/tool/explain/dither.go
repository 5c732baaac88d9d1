package explain

import (
	"math/big"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors/transducer"
)

// dither is the function that draws what is added before a rounding, and the two ends of its range: with the lowest
// the result is rounded down, with the highest up, and with any other value one or the other.
type dither struct {
	low, high *funcFault
}

// ditherOf returns the dither of the functions, nil if they have none.
func ditherOf(funcs []*ir.Func) *dither {
	i := slices.IndexFunc(funcs, func(f *ir.Func) bool { return f.FullName() == "fixedpoint.Hash32" })
	if i < 0 {
		return nil
	}
	f := funcs[i]
	gives := func(v *big.Int) *funcFault {
		k := &ir.Const{ExprInfo: ir.ExprInfo{Typ: f.Results[0]}, Value: v}
		return &funcFault{kind: badDither, fn: f, body: []ir.Stmt{&ir.Return{StmtInfo: ir.StmtInfo{Pos: f.Pos}, Values: []ir.Expr{k}}}}
	}
	return &dither{low: gives(new(big.Int)), high: gives(f.Results[0].Kind.Max())}
}

// ditherTrials are the hypotheses that the dither is missing, and that it is another one: the hash or its input
// differs. Under another dither each field may be rounded down or up.
func (x *Explainer) ditherTrials(step *knownValue) []trial {
	if x.dither == nil || !step.reached[x.dither.low.at()] {
		return nil
	}
	at, in := x.placeOf(x.dither.low.fn.Pos), x.dither.low.fn.FullName()
	if i := x.drawn(step.chain); i >= 0 {
		at, in = step.chain[i].Place, step.chain[i].Function
	}
	h := Hypothesis{Kind: badDither, Place: at, Function: in, Before: "Hash32(...)", rank: ranks[badDither]}
	none, other := h, h
	none.ID, none.What, none.After = string(badDither)+"/none", "truncated, without the dither", "0"
	other.ID, other.What, other.After = string(badDither)+"/other", "rounded by another dither: Hash32, or what it is given, differs", "Hash32(of something else)"
	return []trial{
		{h: none, run: x.plain, fault: x.dither.low},
		{h: other, run: x.anyDither, choice: true},
	}
}

// drawn returns the index of the link of a chain that takes the dither from the hash, or -1.
func (x *Explainer) drawn(chain []Link) int {
	hash := x.dither.low.fn.FullName()
	for i := range chain {
		if i > 0 && chain[i].Function != hash && chain[i-1].Function == hash {
			return i
		}
	}
	return -1
}

// anyDither runs a step with each of the two ends of the dither, and takes for each field the result that the log
// has.
func (x *Explainer) anyDither(in *stepInput) (output, state []uint64, ok bool) {
	output, state, ok = x.plain(in)
	if !ok || in.state == nil {
		return nil, nil, false // nothing to choose by
	}
	for _, end := range []*funcFault{x.dither.low, x.dither.high} {
		if x.known != nil && x.known.tells(in, end) {
			break // this step draws no dither
		}
		restore := end.plant(x.machine)
		was := x.known
		x.known = nil
		o, s, ok := x.plain(in)
		x.known = was
		restore()
		if !ok {
			return nil, nil, false
		}
		choose(output, o, in.output)
		choose(state, s, in.state)
	}
	return output, state, true
}

// choose takes over the values that equal the log's.
func choose(v, other []uint64, found *transducer.Values) {
	for i, has := range found.Has {
		if has && other[i] == found.V[i] {
			v[i] = other[i]
		}
	}
}
