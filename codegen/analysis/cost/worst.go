package cost

import (
	"slices"

	"smartnic-cc/codegen/ir"
)

// fork evaluates the bodies, one of which runs, and continues with the counts of the costliest and with the state
// that they have in common.
func (m *machine) fork(depth int32, bodies [][]ir.Stmt) flow {
	start := m.snapshot()
	control := m.control
	m.control = max(control, depth)
	var end *exit
	for _, b := range bodies {
		m.resume(start)
		mark := len(m.trail)
		f := m.block(b)
		m.forget(mark)
		if f == falls {
			end = m.join(end, nil)
		}
	}
	m.control = control
	if end == nil {
		return leaves // or breaks, or continues: nothing follows in any case
	}
	m.resume(end)
	return falls
}

// snapshot saves the state of the evaluation.
func (m *machine) snapshot() *exit {
	return &exit{counts: m.n, mem: slices.Clone(m.mem)}
}

// resume continues from a snapshot.
func (m *machine) resume(x *exit) {
	m.n = x.counts
	copy(m.mem, x.mem)
}

// join joins the state of the evaluation with an exit on another path. A value that differs becomes unknown, and is
// ready one stage after both and the condition; a register keeps a value that both hold.
func (m *machine) join(x *exit, ret []val) *exit {
	now := m.snapshot()
	now.ret = append([]val{}, ret...)
	if x == nil {
		return now
	}
	if x.counts.weigh(m.weights) > now.counts.weigh(m.weights) {
		now.counts = x.counts
	}
	for i := range min(len(x.mem), len(now.mem)) {
		now.mem[i] = m.merge(now.mem[i], x.mem[i])
	}
	for i := range min(len(now.ret), len(x.ret)) {
		now.ret[i] = m.merge(now.ret[i], x.ret[i])
	}
	return now
}

func (m *machine) merge(a, b val) val {
	a.held = a.held && b.held
	if a.id == b.id {
		a.depth = max(a.depth, b.depth)
		return a
	}
	return val{bits: a.bits, id: m.fresh(), depth: max(a.depth, b.depth, m.control) + 1, width: max(a.width, b.width), wide: a.wide && b.wide, held: a.held}
}
