package flat

import (
	"container/heap"
	"fmt"
	"maps"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// Fixed gives inputs a constant value: it returns the value of a leaf of a parameter,
// and whether it is fixed. A nil Fixed fixes none.
type Fixed func(param *ir.Var, leaf int) (uint64, bool)

// Build makes the flat form of a function.
func Build(f *ir.Func, fixed Fixed) *Function {
	b := newBuilder()
	fl := b.function(f, fixed)
	b.shrink(fl.Outputs)
	fl.finish(b.comments)
	return fl
}

// function translates a function. The body is left empty.
func (b *builder) function(f *ir.Func, fixed Fixed) *Function {
	fl := &Function{Func: f}
	fr := newFrame(b, f)
	if b.source {
		fr.path = b.flag(true)
	}
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

// finish lists the values that the outputs need, in the order of the source, and names them.
func (f *Function) finish(comments map[ir.Pos][]string) {
	uses := countUses(f.Outputs)
	waiting := map[*Value]int{} // arguments that are not in the text yet
	users := map[*Value][]*Value{}
	ready := &queue{}
	for v, n := range uses {
		v.Uses = n
		for _, a := range v.Args {
			if len(a.Args) > 0 {
				waiting[v]++
				users[a] = append(users[a], v)
			}
		}
		if len(v.Args) > 0 && waiting[v] == 0 {
			heap.Push(ready, v)
		}
	}
	n := newNamer(f.Inputs)
	for ready.Len() > 0 {
		v := heap.Pop(ready).(*Value)
		n.name(v)
		f.Body = append(f.Body, v)
		for _, u := range users[v] {
			if waiting[u]--; waiting[u] == 0 {
				heap.Push(ready, u)
			}
		}
	}
	f.comment(comments)
}

// countUses returns how often the values that outputs need are used.
func countUses(outputs []Output) map[*Value]int {
	uses := map[*Value]int{}
	var count func(v *Value)
	count = func(v *Value) {
		uses[v]++
		if uses[v] == 1 {
			for _, a := range v.Args {
				count(a)
			}
		}
	}
	for _, o := range outputs {
		count(o.Value)
	}
	return uses
}

// comment assigns each comment to the first value of its statement, or of the statement on the next line if its own
// has no value left.
func (f *Function) comment(comments map[ir.Pos][]string) {
	type line struct {
		file string
		line int
	}
	at := map[ir.Pos]*Value{}
	on := map[line]*Value{}
	for _, v := range f.Body {
		l := line{v.stmt.File, v.stmt.Line}
		if at[v.stmt] == nil {
			at[v.stmt] = v
		}
		if on[l] == nil {
			on[l] = v
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(comments), ir.Pos.Compare) {
		v := at[p]
		if v == nil {
			v = on[line{p.File, p.Line + 1}]
		}
		if v != nil {
			v.Comment = append(v.Comment, comments[p]...)
		}
	}
}

// queue is a heap of values, ordered by their place in the source.
type queue []*Value

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].order != q[j].order {
		return q[i].order < q[j].order
	}
	return q[i].id < q[j].id
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(v any)   { *q = append(*q, v.(*Value)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	v := (*q)[last]
	*q = (*q)[:last]
	return v
}

// namer numbers the names of the source.
type namer struct {
	numbers map[string]int
	taken   map[string]bool
}

func newNamer(inputs []*Value) *namer {
	n := &namer{map[string]int{}, map[string]bool{}}
	for _, v := range inputs {
		n.taken[v.Name] = true
	}
	return n
}

func (n *namer) name(v *Value) {
	base := v.Name
	if v.Source = base != ""; !v.Source {
		base = "t"
	}
	for v.Name = ""; v.Name == "" || n.taken[v.Name]; {
		n.numbers[base]++
		v.Name = fmt.Sprintf("%s_%d", base, n.numbers[base])
	}
	n.taken[v.Name] = true
}

// builder makes values, one for each distinct operation.
type builder struct {
	all    []*Value
	seen   map[key]*Value       // by what they are: operation, kind, arguments
	ops    map[key]*Value       // by the operation asked for
	alone  [2]map[*Value]*facts // of a condition alone that is false, or true
	tables map[column]*Table
	// fn, pos and stmt are the place in the source that is being translated.
	fn       *ir.Func
	pos      ir.Pos
	stmt     ir.Pos
	comments map[ir.Pos][]string // by statement
	order    int                 // of the value that is being rewritten; 0 while the source is translated
	// Of Source: operations stay as they are written, and what they must fulfil is noted.
	source      bool
	obligations []Obligation
	// Of Turns: the type whose values are forgotten between turns.
	between *ir.Type
	turns   []Turn
}

func newBuilder() *builder {
	return &builder{seen: map[key]*Value{}, ops: map[key]*Value{}, alone: [2]map[*Value]*facts{{}, {}}, tables: map[column]*Table{}, comments: map[ir.Pos][]string{}}
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
	v.bound(b.source)
	v.Pos, v.Func, v.stmt, v.order = b.pos, b.fn, b.stmt, b.order
	if b.order == 0 {
		v.order = v.id
	}
	b.seen[k] = v
	b.all = append(b.all, v)
	return v
}

func (b *builder) constant(k ir.Kind, bits uint64) *Value {
	return b.make(key{op: Const, kind: k, bits: bits}, &Value{Op: Const, Kind: k, Bits: bits})
}

// mention is a constant that the source names.
func (b *builder) mention(k ir.Kind, bits uint64, ref *ir.ConstDecl) *Value {
	return b.make(key{op: Const, kind: k, bits: bits, ref: ref}, &Value{Op: Const, Kind: k, Bits: bits, Ref: ref})
}

func (b *builder) flag(v bool) *Value { return b.constant(ir.Bool, truth(v)) }

func (b *builder) input(p *ir.Var, i int, l ir.Leaf, fixed Fixed) *Value {
	if fixed != nil {
		if v, ok := fixed(p, i); ok {
			return b.constant(l.Kind, v)
		}
	}
	name := leafName(sourceName(p), l.Name)
	return b.make(key{op: Input, isInput: len(b.all) + 1}, &Value{Op: Input, Kind: l.Kind, Name: name, Source: true})
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
	return b.plain(Lookup, t.Kind, []*Value{bare(Lookup, t.Kind, 0, i)}, t)
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
