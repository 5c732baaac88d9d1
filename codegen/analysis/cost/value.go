package cost

import (
	"math/bits"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// val is a value on its way through a handler.
type val struct {
	bits  uint64
	known bool  // a constant for the compiler
	id    int32 // equal ids are equal values
	depth int32 // length of the chain of operations behind it
	width uint8 // no bit at or above this one is set (unsigned values)
	wide  bool  // as a register holds it after a load or a 32-bit operation
	held  bool  // of a leaf of an object in memory: it is in a register
}

// object is something with an address: parameters, state, event, or a local variable,
// whose words a compiler keeps in registers.
type object struct {
	root  root
	kinds []ir.Kind
	at    int // of its first leaf among the machine's values
}

type root uint8

const (
	local root = iota
	params
	state
	event
)

// place is a part of an object.
type place struct {
	o   object
	off int
	// moving: the place was reached through a variable index, so that another access
	// to it may be to another element.
	moving bool
}

type key struct {
	op      uint16
	kind    ir.Kind
	a, b, c int32
}

// frame is one activation of a function.
type frame struct {
	ret []val
	// On the worst path: the joined returns so far.
	exits *exit
}

// exit joins the ways to one point.
type exit struct {
	counts Counts
	mem    []val
	ret    []val
}

// machine evaluates functions and counts.
type machine struct {
	*paths
	worst   bool             // both ways at each branch, or the way that the values take
	weights *[NumOps]float64 // which of two ways is the worse
	inline  map[*ir.Func]bool
	tables  map[*ir.Table][]uint64
	kinds   map[*ir.Type][]ir.Kind // of the leaves
	n       Counts
	next    int32
	consts  map[uint64]int32
	cse     map[key]val
	compl   map[int32]int32   // of the result of ^x, x
	trail   []key             // entries of cse in order, to take them back
	objects []object          // that are not local
	mem     []val             // the leaves of all objects; those of a call are taken off after it
	vars    map[*ir.Var]place // no function calls itself
	f       *frame
	loops   []*loop
	control int32 // depth of the conditions around
}

type loop struct {
	brk, cont *exit
}

func (m *machine) reset() {
	m.n, m.next, m.f, m.loops, m.control = Counts{}, 1, nil, nil, 0
	clear(m.consts)
	clear(m.cse)
	clear(m.compl)
	m.trail = m.trail[:0]
	m.objects, m.mem = m.objects[:0], m.mem[:0]
}

func (m *machine) fresh() int32 { m.next++; return m.next }

func (m *machine) constant(bitsOf uint64) val {
	id, ok := m.consts[bitsOf]
	if !ok {
		id = m.fresh()
		m.consts[bitsOf] = id
	}
	return val{bits: bitsOf, known: true, id: id, width: uint8(bits.Len64(bitsOf)), wide: true}
}

// result is the value of an operation on operands: folded, found again, or counted.
func (m *machine) result(op Op, code uint16, k ir.Kind, bitsOf uint64, args ...val) val {
	kn := true
	depth := int32(0)
	var ids [3]int32
	for i, a := range args {
		kn = kn && a.known
		depth = max(depth, a.depth)
		ids[i] = a.id
	}
	if kn {
		return m.constant(bitsOf)
	}
	q := key{code, k, ids[0], ids[1], ids[2]}
	if old, ok := m.cse[q]; ok {
		old.bits = bitsOf
		return old
	}
	m.n.N[op]++
	v := val{bits: bitsOf, id: m.fresh(), depth: depth + 1, width: uint8(widthOf(k)), wide: k.Bits() >= 32 && !k.IsSigned() || k.Bits() == 64}
	m.cse[q] = v
	m.trail = append(m.trail, q)
	return v
}

// forget removes what was computed since the trail had n entries: a value from one side of a branch cannot be reused
// after it.
func (m *machine) forget(n int) {
	for _, q := range m.trail[n:] {
		delete(m.cse, q)
	}
	m.trail = m.trail[:n]
}

func widthOf(k ir.Kind) int {
	if k.IsSigned() {
		return 64
	}
	return k.Bits()
}

func (m *machine) newObject(t *ir.Type, r root) object {
	o := object{root: r, kinds: m.kinds[t], at: len(m.mem)}
	if o.kinds == nil {
		o.kinds = collect.Of(ir.Layout(t), func(l ir.Leaf) ir.Kind { return l.Kind })
		m.kinds[t] = o.kinds
	}
	m.mem = append(m.mem, make([]val, len(o.kinds))...)
	if r != local {
		m.objects = append(m.objects, o)
	}
	return o
}

// leaves are the values of an object, until there is another one.
func (m *machine) leaves(o object) []val { return m.mem[o.at:][:len(o.kinds)] }

// load reads a leaf.
func (m *machine) load(p place, i int) val {
	k, v := p.o.kinds[p.off+i], &m.mem[p.o.at+p.off+i]
	if p.o.root != local && (p.moving || !v.held) {
		m.n.N[Load]++
		if p.o.root == state {
			m.n.StateRead += uint64(k.Bits()+7) / 8
		}
		if p.moving || v.id == 0 {
			v.id = m.fresh()
			v.known = false
		}
		v.width, v.wide = uint8(widthOf(k)), true
		v.depth = max(v.depth, 1)
		v.held = !p.moving
	}
	return *v
}

// store writes a leaf.
func (m *machine) store(p place, i int, v val, ops bool) {
	o, at := p.o, p.off+i
	if o.root != local && ops {
		m.n.N[Store]++
		if o.root == state {
			m.n.StateWritten += uint64(o.kinds[at].Bits()+7) / 8
		}
		if m.worst {
			v.depth = max(v.depth, m.control) + 1
		}
	}
	v.held = !p.moving
	m.mem[o.at+at] = v
	if p.moving {
		// Which element it was is not known: all are to be loaded again.
		for j, k := range o.kinds {
			if k == o.kinds[at] {
				m.mem[o.at+j].held = false
			}
		}
	}
}
