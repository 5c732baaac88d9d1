package ranges

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// order returns the parameters of f such that one comes after those that its range
// names.
func (c *checker) order(f *ir.Func) []*ir.Var {
	list := slices.Clone(f.Params)
	slices.SortStableFunc(list, func(a, b *ir.Var) int { return c.names(f, a) - c.names(f, b) })
	return list
}

func (c *checker) names(f *ir.Func, p *ir.Var) int {
	n := 0
	var walk func(*ir.Bound)
	walk = func(b *ir.Bound) {
		if b == nil {
			return
		}
		if b.Op == ir.BoundName {
			n++
		}
		walk(b.X)
		walk(b.Y)
	}
	if r := f.Contract.Params[p.GoName]; r != nil {
		walk(r.Lo)
		walk(r.Hi)
	}
	return n
}

// domain prints the ends of a parameter's range as Go expressions of int64.
func (c *checker) domain(f *ir.Func, p *ir.Var) (lo, hi string) {
	if r := f.Contract.Params[p.GoName]; r != nil {
		return c.boundText(r.Lo, r.Pos), c.boundText(r.Hi, r.Pos)
	}
	k := p.Type.Kind
	if k.Bits() > 32 {
		return c.fail(f.Pos, "parameter %s of 64 bits without a range", p.Name), "0"
	}
	return k.Min().String(), k.Max().String()
}

var boundSigns = map[ir.BoundOp]string{ir.BoundAdd: "+", ir.BoundSub: "-", ir.BoundMul: "*", ir.BoundShl: "<<", ir.BoundShr: ">>", ir.BoundDiv: "/"}

func (c *checker) boundText(b *ir.Bound, pos ir.Pos) string {
	switch b.Op {
	case ir.BoundConst:
		return b.Value.String()
	case ir.BoundName:
		return b.Name + "_"
	case ir.BoundMin:
		return fmt.Sprintf("min(%s, %s)", c.boundText(b.X, pos), c.boundText(b.Y, pos))
	case ir.BoundMax:
		return fmt.Sprintf("max(%s, %s)", c.boundText(b.X, pos), c.boundText(b.Y, pos))
	case ir.BoundLen:
		return c.fail(pos, "len in a range")
	}
	return fmt.Sprintf("(%s %s %s)", c.boundText(b.X, pos), boundSigns[b.Op], c.boundText(b.Y, pos))
}

// resultBound prints an end of a result's range, a number or a quotient of a number and a
// parameter, in the type that holds the result.
func (c *checker) resultBound(b *ir.Bound, k ir.Kind, pos ir.Pos) string {
	switch {
	case b.Op == ir.BoundConst:
		return number(b.Value, k)
	case b.Op == ir.BoundDiv && b.X.Op == ir.BoundConst && b.Y.Op == ir.BoundName && !k.IsSigned():
		return fmt.Sprintf("%s/uint64(%s_)", number(b.X.Value, k), b.Y.Name)
	}
	return c.fail(pos, "a result's range that is neither constant nor a constant by a parameter")
}

func (c *checker) outerLoop(f *ir.Func) (lo, hi string, names []string) {
	ps := c.order(f)
	for _, p := range ps {
		names = append(names, p.GoName)
	}
	lo, hi = c.domain(f, ps[0])
	return lo, hi, names
}

// driver prints the loop over the domain of f: the values lo to hi of the first
// parameter, and all of the others.
func (c *checker) driver(f *ir.Func) {
	c.fn = f
	ps := c.order(f)
	fmt.Fprintf(c.w, "func run_%s(lo, hi int64, at *[maxParams]int64) {\n", ident(f))
	for i, p := range ps {
		lo, hi := c.domain(f, p)
		if i == 0 {
			lo, hi = "lo", "hi"
		}
		fmt.Fprintf(c.w, "for %[1]s := int64(%[2]s); %[1]s <= %[3]s; %[1]s++ {\nat[%[4]d] = %[1]s\n", local(p), lo, hi, i)
	}
	var args, res []string
	for _, p := range f.Params {
		args = append(args, fmt.Sprintf("%s(%s)", goType(p.Type.Kind), local(p)))
	}
	checks := ""
	for i, t := range f.Results {
		if i >= len(f.Contract.Results) || f.Contract.Results[i] == nil {
			res = append(res, "_")
			continue
		}
		r := f.Contract.Results[i]
		name := fmt.Sprintf("r%d", i)
		res = append(res, name)
		site := c.site(r.Pos, fmt.Sprintf("declared range %s of result %d", r.Text, i))
		checks += fmt.Sprintf("if %s < %s || %s > %s {\nfail(%d)\n}\n", name, c.resultBound(r.Lo, t.Kind, r.Pos), name, c.resultBound(r.Hi, t.Kind, r.Pos), site)
	}
	assign := ":="
	if checks == "" {
		assign = "="
	}
	fmt.Fprintf(c.w, "%s %s %s(%s)\n%s", strings.Join(res, ", "), assign, ident(f), strings.Join(args, ", "), checks)
	fmt.Fprint(c.w, strings.Repeat("}\n", len(ps)+1)+"\n")
}
