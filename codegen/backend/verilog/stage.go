package verilog

import (
	"fmt"
	"math"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/internal/base/text/collect"
)

// static is the stage of values that depend on parameters alone. Those do not change while events are in flight, so
// no stage has registers for them.
const static = -1

// plan is a pipeline: the stage in which each value is computed.
type plan struct {
	stages int
	period float64 // the longest path between registers, ns, by the model
	stage  map[*flat.Value]int
	held   map[*flat.Value]bool // a static value with a register, since its path is long
	end    map[*flat.Value]float64
}

// mostStages bounds a pipeline. A core has some hundreds of operations in a row at most.
const mostStages = 64

// cut assigns the operations to stages of at most period ns, each as early as possible. ok is false if one operation
// takes longer.
func (w *widths) cut(f *flat.Function, isStatic func(v *flat.Value) bool, period float64) (p *plan, ok bool) {
	p = &plan{stages: 1, stage: map[*flat.Value]int{}, held: map[*flat.Value]bool{}, end: map[*flat.Value]float64{}}
	room := period - registerDelay
	end := p.end // within the stage
	for _, v := range f.Inputs {
		if isStatic(v) {
			p.stage[v] = static
		}
	}
	for _, v := range f.Body {
		if w.used[v] == 0 || w.of(v).IsPoint() {
			continue
		}
		at, start := static, 0.0
		for _, a := range v.Args {
			if !w.wired(a) {
				continue
			}
			switch s := p.stage[a]; {
			case s == static:
				start = max(start, end[a])
			case s > at:
				// A static value is available in each stage, but late.
				at, start = s, max(end[a], w.latest(v, p, end))
			case s == at:
				start = max(start, end[a])
			}
		}
		d := w.delay(v)
		if d > room {
			return nil, false
		}
		if start+d > room {
			if at == static {
				for _, a := range v.Args {
					if w.wired(a) && end[a] > 0 {
						p.held[a], end[a] = true, 0
					}
				}
				start = 0
			} else {
				at++
				start = w.latest(v, p, end)
				if start+d > room {
					for _, a := range v.Args {
						if w.wired(a) && p.stage[a] == static && end[a] > 0 {
							p.held[a], end[a] = true, 0
						}
					}
					start = 0
				}
			}
		}
		p.stage[v], end[v] = at, start+d
		p.stages = max(p.stages, at+1)
		p.period = max(p.period, start+d+registerDelay)
	}
	return p, true
}

// latest returns when the last static argument of v is ready.
func (w *widths) latest(v *flat.Value, p *plan, end map[*flat.Value]float64) float64 {
	t := 0.0
	for _, a := range v.Args {
		if w.wired(a) && p.stage[a] == static {
			t = max(t, end[a])
		}
	}
	return t
}

// wired reports whether a value is a wire, not a constant.
func (w *widths) wired(v *flat.Value) bool { return v.Op != flat.Const && !w.of(v).IsPoint() }

// slowest returns the slowest operation, and the period that it allows.
func (w *widths) slowest(f *flat.Function) (least float64, slowest *flat.Value) {
	for _, v := range f.Body {
		if w.used[v] > 0 && w.wired(v) {
			if d := w.delay(v) + registerDelay; d > least {
				least, slowest = d, v
			}
		}
	}
	return least, slowest
}

// pipeline cuts for a period, or into the given number of stages at the shortest period that they allow.
func (w *widths) pipeline(f *flat.Function, isStatic func(v *flat.Value) bool, stages int, period float64) (*plan, error) {
	least, slowest := w.slowest(f)
	if period > 0 {
		p, ok := w.cut(f, isStatic, period)
		if ok {
			w.sink(f, p, period)
		} else {
			return nil, fmt.Errorf("no cut reaches a period of %g ns: %s of %s at %s:%d takes %.1f ns by the model of delays; write --period %.1fns or more",
				period, slowest.Op, f.Func.FullName(), slowest.Pos.File, slowest.Pos.Line, least, math.Ceil(least*10)/10)
		}
		if p.stages > mostStages {
			return nil, fmt.Errorf("a period of %g ns takes %d stages; at most %d are made: write a longer --period", period, p.stages, mostStages)
		}
		return p, nil
	}
	lo, hi := least, 1e6
	best, _ := w.cut(f, isStatic, hi)
	hi = max(best.period, least)
	for range 40 { // halves the span to nothing
		mid := (lo + hi) / 2
		if p, ok := w.cut(f, isStatic, mid); ok && p.stages <= stages {
			best, hi = p, mid
		} else {
			lo = mid
		}
	}
	best.stages = stages // some may be empty
	w.sink(f, best, max(best.period, hi))
	return best, nil
}

// sink moves operations to later stages where that saves registers: a value that an operation widens is better kept
// before it. Paths stay within the period.
func (w *widths) sink(f *flat.Function, p *plan, period float64) {
	room := period - registerDelay
	users := map[*flat.Value][]*flat.Value{}
	for _, v := range f.Body {
		if w.used[v] > 0 && w.wired(v) {
			for _, a := range v.Args {
				users[a] = append(users[a], v)
			}
		}
	}
	out := collect.Map(f.Outputs, func(o flat.Output) (*flat.Value, bool) { return o.Value, true })
	// last is the last stage in which a value is used, not counting one of its users.
	last := func(a, but *flat.Value) int {
		s := p.stage[a]
		if out[a] {
			s = p.stages - 1
		}
		for _, u := range users[a] {
			if u != but {
				s = max(s, p.stage[u])
			}
		}
		return s
	}
	late := map[*flat.Value]float64{} // when an operation must start at the latest, within its stage
	for i := len(f.Body) - 1; i >= 0; i-- {
		v := f.Body[i]
		now := p.stage[v]
		if w.used[v] == 0 || !w.wired(v) || now == static {
			continue
		}
		first := p.stages - 1
		for _, u := range users[v] {
			first = min(first, p.stage[u])
		}
		d, end := w.delay(v), last(v, nil)
		best, fewest, begin := now, math.MaxInt, 0.0
		for s := now; s <= first; s++ {
			by := room
			for _, u := range users[v] {
				if p.stage[u] == s {
					by = min(by, late[u])
				}
			}
			from := 0.0
			registers := w.form(v).bits * (end - s)
			for _, a := range v.Args {
				if !w.wired(a) {
					continue
				}
				if p.stage[a] == s || p.stage[a] == static && !p.held[a] {
					from = max(from, p.end[a])
				}
				if p.stage[a] != static {
					registers += w.form(a).bits * max(0, s-last(a, v))
				}
			}
			// The present stage always fits, even if the sum of delays is rounded the other way.
			if (s == now || from+d <= by) && registers <= fewest {
				best, fewest, begin = s, registers, by-d
			}
		}
		p.stage[v], late[v] = best, begin
	}
}
