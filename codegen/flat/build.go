package flat

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
)

// Fixed gives inputs a constant value: it returns the value of a leaf of a parameter,
// and whether it is fixed. A nil Fixed fixes none.
type Fixed func(param *ir.Var, leaf int) (uint64, bool)

// Build makes the flat form of a function.
func Build(f *ir.Func, fixed Fixed) *Function {
	b := &builder{seen: map[key]*Value{}, tables: map[column]*Table{}, said: map[ir.Pos]bool{}}
	fl := &Function{Func: f}
	fr := newFrame(b, f)
	b.fn = f
	for _, p := range f.Params {
		var vals []*Value
		for i, l := range ir.Layout(p.Type) {
			v := b.input(p, i, l, fixed)
			fl.Inputs = append(fl.Inputs, v)
			fl.Leaves = append(fl.Leaves, l)
			fl.Params = append(fl.Params, p)
			vals = append(vals, v)
		}
		fr.declare(p, vals, sourceName(p))
	}
	fr.block(f.Body)
	for i, v := range fr.results {
		fl.Outputs = append(fl.Outputs, Output{Leaf: resultLeaf(f, i), Value: v})
	}
	for _, p := range f.Params {
		if !p.ByRef {
			continue
		}
		for i, l := range ir.Layout(p.Type) {
			fl.Outputs = append(fl.Outputs, Output{Leaf: l, Param: p, Value: fr.vars[p.Index].vals[i]})
		}
	}
	fl.finish(b.all)
	return fl
}

func resultLeaf(f *ir.Func, i int) ir.Leaf {
	for _, t := range f.Results {
		ls := ir.Layout(t)
		if i < len(ls) {
			return ls[i]
		}
		i -= len(ls)
	}
	panic("flat: more results than " + f.Name + " has")
}

// finish drops what no output needs, and names the rest.
func (f *Function) finish(all []*Value) {
	var count func(v *Value)
	count = func(v *Value) {
		v.Uses++
		if v.Uses == 1 {
			for _, a := range v.Args {
				count(a)
			}
		}
	}
	for _, o := range f.Outputs {
		count(o.Value)
	}
	numbers := map[string]int{}
	taken := map[string]bool{}
	for _, v := range f.Inputs {
		taken[v.Name] = true
	}
	var pending []string // comments of values that were dropped
	var at ir.Pos
	for _, v := range all {
		if v.Op == Const || v.Op == Input {
			continue
		}
		if v.Uses == 0 {
			if len(v.Comment) > 0 {
				pending, at = v.Comment, v.Pos
			}
			continue
		}
		if len(v.Comment) == 0 && pending != nil && at.File == v.Pos.File && at.Line == v.Pos.Line {
			v.Comment = pending
		}
		pending = nil
		base := v.Name
		if v.Source = base != ""; !v.Source {
			base = "t"
		}
		for v.Name = ""; v.Name == "" || taken[v.Name]; {
			numbers[base]++
			v.Name = fmt.Sprintf("%s_%d", base, numbers[base])
		}
		taken[v.Name] = true
		f.Body = append(f.Body, v)
	}
}

// builder makes values, each operation once.
type builder struct {
	all    []*Value
	seen   map[key]*Value
	tables map[column]*Table
	// Where in the source the statement is that is being translated, and what stands
	// above it; said are the statements whose comment has been used.
	fn      *ir.Func
	pos     ir.Pos
	comment []string
	said    map[ir.Pos]bool
}

type key struct {
	op      Op
	kind    ir.Kind
	args    [3]int
	bits    uint64
	table   *Table
	ref     *ir.ConstDecl
	isInput int
}

type column struct {
	table          *ir.Table
	offset, stride int
}

func (b *builder) make(k key, v *Value) *Value {
	if old := b.seen[k]; old != nil {
		return old
	}
	v.id = len(b.all) + 1
	v.Pos, v.Func = b.pos, b.fn
	if v.Op != Const && v.Op != Input {
		v.Comment, b.comment = b.comment, nil
	}
	b.seen[k] = v
	b.all = append(b.all, v)
	return v
}

func (b *builder) constant(k ir.Kind, bits uint64) *Value {
	return b.make(key{op: Const, kind: k, bits: bits}, &Value{Op: Const, Kind: k, Bits: bits, Max: bits})
}

// mention is a constant that the source names.
func (b *builder) mention(k ir.Kind, bits uint64, ref *ir.ConstDecl) *Value {
	return b.make(key{op: Const, kind: k, bits: bits, ref: ref}, &Value{Op: Const, Kind: k, Bits: bits, Ref: ref, Max: bits})
}

func (b *builder) flag(v bool) *Value { return b.constant(ir.Bool, truth(v)) }

func (b *builder) input(p *ir.Var, i int, l ir.Leaf, fixed Fixed) *Value {
	if fixed != nil {
		if v, ok := fixed(p, i); ok {
			return b.constant(l.Kind, v)
		}
	}
	name := leafName(sourceName(p), l.Name)
	return b.make(key{op: Input, isInput: len(b.all) + 1}, &Value{Op: Input, Kind: l.Kind, Name: name, Source: true, Max: ones(l.Kind)})
}

// op makes an operation, or finds what it comes to.
func (b *builder) op(op Op, k ir.Kind, args ...*Value) *Value {
	if v := b.simplify(op, k, args); v != nil {
		return v
	}
	id := key{op: op, kind: k}
	for i, a := range args {
		id.args[i] = a.id
	}
	return b.make(id, &Value{Op: op, Kind: k, Args: args, Max: bound(op, k, args, nil)})
}

func (b *builder) not(x *Value) *Value    { return b.op(Not, ir.Bool, x) }
func (b *builder) or(x, y *Value) *Value  { return b.op(Or, ir.Bool, x, y) }
func (b *builder) and(x, y *Value) *Value { return b.op(And, ir.Bool, x, y) }

func (b *builder) sel(c, x, y *Value) *Value { return b.op(Select, x.Kind, c, x, y) }

func (b *builder) lookup(t *Table, i *Value) *Value {
	if i.Op == Const {
		if i.Bits < uint64(len(t.Values)) {
			return b.constant(t.Kind, t.Values[i.Bits])
		}
		return b.constant(t.Kind, 0)
	}
	return b.make(key{op: Lookup, kind: t.Kind, args: [3]int{i.id}, table: t},
		&Value{Op: Lookup, Kind: t.Kind, Args: []*Value{i}, Table: t, Max: bound(Lookup, t.Kind, nil, t)})
}

// sourceName is the name of a variable as written.
func sourceName(v *ir.Var) string {
	if v.GoName != "" && v.GoName != "_" {
		return v.GoName
	}
	return v.Name
}

// leafName is the name of a leaf of the variable base: letters, digits and _.
func leafName(base, leaf string) string {
	if leaf == "" {
		return base
	}
	return base + "_" + strings.Trim(strings.NewReplacer(".", "_", "[", "_", "]", "").Replace(leaf), "_")
}
