package verilog

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/internal/base/text/collect"
)

// Of the multiplier of the shared form.
const (
	// DefaultSharedBits is the width of an operand: a fixed-point number of the firmware has 32 bits.
	DefaultSharedBits = 32
	// leastShared is the narrowest: a product of two words of 64 bits then has 64 pieces.
	leastShared, mostShared = 8, 64
	// cheapOps is the most ones in a constant factor for which the product is computed by adders: these few additions
	// take less than the selection of an operand.
	cheapOps = 3
)

// schedule assigns a unit's operations to steps. Products share one multiplier, and look-ups in a table share one
// port of the table. Factors and indexes are loaded into registers at the end of a step and the result is ready in
// the next, so no path runs through the multiplier twice.
type schedule struct {
	width    int // of a piece of an operand
	steps    int
	products []*product
	of       map[*flat.Value]*product
	lookups  map[*flat.Table][]*flat.Value
	tables   []*flat.Table
	load     map[*flat.Value]int // the step at whose end a look-up's index is loaded
	wa, wb   int                 // of the multiplier's operands
	sum      int                 // bits of the sum of pieces; 0 for none
	register map[*flat.Value]wire
}

// product is the low bits of x times y, in pieces of the multiplier's width.
type product struct {
	x, y   *flat.Value
	values []*flat.Value // the low half, the high half, or both
	bits   int
	pieces []piece
	load   int // the step at whose end the first piece is loaded; the others follow
	urgent float64
}

// piece is a part of a product: digit i of x, wi bits wide, times digit j of y, wj bits.
type piece struct{ i, j, wi, wj int }

// ready returns the step in which the product is ready.
func (p *product) ready() int {
	if len(p.pieces) == 1 {
		return p.load + 1
	}
	return p.load + len(p.pieces) + 1 // the pieces are registered before they are added up
}

// isShared reports whether an operation uses the shared multiplier.
func (w *widths) isShared(v *flat.Value) bool {
	if v.Op != flat.Mul && v.Op != flat.MulHi {
		return false
	}
	return !w.isCheap(v)
}

// isCheap reports whether a product has a constant factor with few ones.
func (w *widths) isCheap(v *flat.Value) bool {
	_, n := w.constantFactor(v)
	return v.Op == flat.Mul && n != nil && n.Sign() >= 0 &&
		collect.Sum(n.Bits(), func(word big.Word) int { return bits.OnesCount(uint(word)) }) <= cheapOps
}

// constantFactor returns the index of a product's argument that is a constant, and the constant.
func (w *widths) constantFactor(v *flat.Value) (int, *big.Int) {
	for i, a := range v.Args {
		if r := w.of(a); r.IsPoint() {
			return i, r.Lo
		}
	}
	return 0, nil
}

// digits returns the widths of an operand's pieces for a product of n bits.
func (w *widths) digits(v *flat.Value, n, width int) []int {
	have := n
	if f := w.form(v); !f.signed {
		have = min(n, f.bits)
	}
	if r := w.of(v); r.IsPoint() && r.NonNegative() {
		have = min(n, max(1, r.Lo.BitLen()))
	}
	var out []int
	for ; have > 0; have -= width {
		out = append(out, min(have, width))
	}
	return out
}

// digit returns a digit of a number.
func digit(n *big.Int, i, width int) *big.Int {
	d := new(big.Int).Rsh(n, uint(i*width))
	return d.And(d, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1)))
}

// newSchedule finds the products and the look-ups of a function.
func (m *module) newSchedule(width int) *schedule {
	u := &schedule{width: width, of: map[*flat.Value]*product{}, lookups: map[*flat.Table][]*flat.Value{}, load: map[*flat.Value]int{}, register: map[*flat.Value]wire{}}
	pairs := map[[2]*flat.Value]*product{}
	for _, v := range m.f.Body {
		if !m.live(v) {
			continue
		}
		switch {
		case m.w.isShared(v):
			x, y := v.Args[0], v.Args[1]
			p := pairs[[2]*flat.Value{x, y}]
			if p == nil {
				p = &product{x: x, y: y}
				pairs[[2]*flat.Value{x, y}], pairs[[2]*flat.Value{y, x}] = p, p
				u.products = append(u.products, p)
			}
			n := m.w.form(v).bits
			if v.Op == flat.MulHi {
				n += v.Kind.Bits()
			}
			p.bits = max(p.bits, n)
			p.values = append(p.values, v)
			u.of[v] = p
		case v.Op == flat.Lookup:
			if u.lookups[v.Table] == nil {
				u.tables = append(u.tables, v.Table)
			}
			u.lookups[v.Table] = append(u.lookups[v.Table], v)
		}
	}
	for _, p := range u.products {
		p.cut(m.w, width)
		if len(p.pieces) > 1 {
			u.sum = max(u.sum, p.bits)
		}
		for _, c := range p.pieces {
			u.wa, u.wb = max(u.wa, c.wi, c.wj), max(u.wb, min(c.wi, c.wj))
		}
	}
	return u
}

// cut finds the pieces that contribute to used bits and are not zero.
func (p *product) cut(w *widths, width int) {
	xs, ys := w.digits(p.x, p.bits, width), w.digits(p.y, p.bits, width)
	zero := func(v *flat.Value, i int) bool {
		r := w.of(v)
		return r.IsPoint() && digit(r.Lo, i, width).Sign() == 0
	}
	for i, wi := range xs {
		for j, wj := range ys {
			if (i+j)*width < p.bits && !zero(p.x, i) && !zero(p.y, j) {
				p.pieces = append(p.pieces, piece{i, j, wi, wj})
			}
		}
	}
}

// live reports whether a value is a used wire.
func (m *module) live(v *flat.Value) bool { return m.w.used[v] > 0 && m.w.wired(v) }

// times are the delays of the shared parts, ns.
type times struct{ multiply, add, choose float64 }

func (u *schedule) times() times {
	t := times{choose: levels(2*u.pieces(), 4)}
	if len(u.products) > 0 {
		t.multiply = lutDelay*math.Ceil(math.Log(float64(max(u.wb, 2))/2)/math.Log(1.5)) + adder(u.wa+u.wb)
	}
	if u.sum > 0 {
		t.add = 2*lutDelay + adder(u.sum)
	}
	return t
}

// pieces counts the loads of the multiplier.
func (u *schedule) pieces() int {
	return collect.Sum(u.products, func(p *product) int { return len(p.pieces) })
}

// chooseIndex is the delay of selecting a table's index.
func (u *schedule) chooseIndex(t *flat.Table) float64 { return levels(2*len(u.lookups[t]), 4) }

// least returns the shortest period that a unit allows, and what limits it.
func (m *module) least(u *schedule) (float64, string) {
	t := u.times()
	least, what := t.multiply, "the multiplier"
	for _, x := range []struct {
		d    float64
		what string
	}{{t.add, "the sum of a product's pieces"}, {t.choose, "the selection of a factor"}} {
		if x.d > least {
			least, what = x.d, x.what
		}
	}
	for _, v := range m.f.Body {
		if m.live(v) && u.of[v] == nil && m.w.delay(v) > least {
			least, what = m.w.delay(v), fmt.Sprintf("%s of %s at %s:%d", v.Op, v.Func.FullName(), v.Pos.File, v.Pos.Line)
		}
	}
	return least + registerDelay, what
}

// share schedules the operations in steps of at most period ns; 0 means the shortest that all single operations
// allow. It is list scheduling: the products with the longest path to the outputs are multiplied first.
func (m *module) share(width int, period float64) error {
	u := m.newSchedule(width)
	least, what := m.least(u)
	if period == 0 {
		period = least
	} else if period < least {
		return fmt.Errorf("no step is as short as %g ns: %s takes %.1f ns by the model of delays; write --period %.1fns or more", period, what, least, math.Ceil(least*10)/10)
	}
	p := &plan{stage: map[*flat.Value]int{}, held: map[*flat.Value]bool{}, end: map[*flat.Value]float64{}}
	s := &scheduling{m: m, u: u, p: p, t: u.times(), room: period - registerDelay + 1e-9, done: map[*flat.Value]bool{}}
	for _, v := range m.f.Inputs {
		if v.Op == flat.Input && !m.static[v] {
			p.end[v] = m.late
		}
	}
	s.run()
	u.steps, p.stages, p.period = s.last+1, s.last+1, s.longest+registerDelay
	m.unit, m.plan = u, p
	for _, n := range []string{"in_ready", "out_ready", "busy", "take", "run", "step", "mul_a", "mul_b", "product", "piece", "sum", "acc"} {
		m.names[n] = true
	}
	m.wires()
	m.lifetimes()
	return nil
}

// scheduling is a run of the scheduler.
type scheduling struct {
	m       *module
	u       *schedule
	p       *plan
	t       times
	room    float64
	done    map[*flat.Value]bool
	last    int
	longest float64
}

func (s *scheduling) place(v *flat.Value, step int, end float64) {
	s.p.stage[v], s.p.end[v], s.done[v] = step, end, true
	s.last, s.longest = max(s.last, step), max(s.longest, end)
}

// known reports whether a value's step is known. Inputs and constants are ready from the first step.
func (s *scheduling) known(v *flat.Value) bool {
	return !s.m.w.wired(v) || v.Op == flat.Input || s.done[v]
}

// loadable returns the first step at whose end a value can be loaded after a selection.
func (s *scheduling) loadable(v *flat.Value, choose float64) int {
	if !s.m.w.wired(v) || s.p.end[v]+choose <= s.room {
		return s.p.stage[v]
	}
	return s.p.stage[v] + 1
}

func (s *scheduling) run() {
	m, u := s.m, s.u
	urgent := s.urgency()
	for _, p := range u.products {
		for _, v := range p.values {
			p.urgent = max(p.urgent, urgent[v])
		}
	}
	waiting := append([]*product(nil), u.products...)
	lookups := map[*flat.Table][]*flat.Value{}
	looks := 0
	for _, t := range u.tables {
		lookups[t] = append([]*flat.Value(nil), u.lookups[t]...)
		looks += len(lookups[t])
	}
	free := 0
	for step := 0; ; step++ {
		s.others()
		if len(waiting) == 0 && looks == 0 {
			break
		}
		if step >= free {
			best := -1
			for i, p := range waiting {
				if s.known(p.x) && s.known(p.y) && max(s.loadable(p.x, s.t.choose), s.loadable(p.y, s.t.choose)) <= step &&
					(best < 0 || p.urgent > waiting[best].urgent) {
					best = i
				}
			}
			if best >= 0 {
				p := waiting[best]
				waiting = append(waiting[:best], waiting[best+1:]...)
				p.load, free = step, step+len(p.pieces)
				end := s.t.multiply
				if len(p.pieces) > 1 {
					end = s.t.add
				}
				s.longest = max(s.longest, s.t.multiply)
				s.load(p.x, s.t.choose, step)
				s.load(p.y, s.t.choose, step)
				for _, v := range p.values {
					s.place(v, p.ready(), end)
				}
			}
		}
		for _, t := range u.tables {
			best := -1
			for i, v := range lookups[t] {
				if a := v.Args[0]; s.known(a) && s.loadable(a, u.chooseIndex(t)) <= step && (best < 0 || urgent[v] > urgent[lookups[t][best]]) {
					best = i
				}
			}
			if best >= 0 {
				v := lookups[t][best]
				lookups[t] = append(lookups[t][:best], lookups[t][best+1:]...)
				looks--
				u.load[v] = step
				s.load(v.Args[0], u.chooseIndex(t), step)
				s.place(v, step+1, m.w.delay(v))
			}
		}
	}
}

// load accounts for the path to a register that is loaded in a step.
func (s *scheduling) load(v *flat.Value, choose float64, step int) {
	if s.m.w.wired(v) && s.p.stage[v] == step {
		choose += s.p.end[v]
	}
	s.longest = max(s.longest, choose)
}

// others places all operations whose arguments are placed, each as early as possible.
func (s *scheduling) others() {
	for _, v := range s.m.f.Body {
		if s.done[v] || !s.m.live(v) || s.u.of[v] != nil || v.Op == flat.Lookup {
			continue
		}
		at, start, ok := 0, 0.0, true
		for _, a := range v.Args {
			if !s.known(a) {
				ok = false
				break
			}
			if !s.m.w.wired(a) {
				continue
			}
			switch k := s.p.stage[a]; {
			case k > at:
				at, start = k, s.p.end[a]
			case k == at:
				start = max(start, s.p.end[a])
			}
		}
		if !ok {
			continue
		}
		d := s.m.w.delay(v)
		if start+d > s.room {
			at, start = at+1, 0
		}
		s.place(v, at, start+d)
	}
}

// urgency returns the time from an operation's start to the end of the longest path through it.
func (s *scheduling) urgency() map[*flat.Value]float64 {
	after := map[*flat.Value]float64{}
	body := s.m.f.Body
	for i := len(body) - 1; i >= 0; i-- {
		v := body[i]
		if !s.m.live(v) {
			continue
		}
		d := s.m.w.delay(v)
		if p := s.u.of[v]; p != nil {
			d = (s.room + registerDelay) * float64(p.ready()-p.load)
		} else if v.Op == flat.Lookup {
			d += s.u.chooseIndex(v.Table)
		}
		after[v] += d
		for _, a := range v.Args {
			after[a] = max(after[a], after[v])
		}
	}
	return after
}

// lifetimes finds the last step that uses a value.
func (m *module) lifetimes() {
	use := func(v *flat.Value, step int) { m.last[v] = max(m.last[v], step) }
	for _, v := range m.f.Body {
		switch p := m.unit.of[v]; {
		case !m.live(v):
		case p != nil:
			use(p.x, p.load+len(p.pieces)-1)
			use(p.y, p.load+len(p.pieces)-1)
		case v.Op == flat.Lookup:
			use(v.Args[0], m.unit.load[v])
		default:
			for _, a := range v.Args {
				use(a, m.plan.stage[v])
			}
		}
	}
}
