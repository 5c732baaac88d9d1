package ranges

import (
	"encoding/binary"
	"slices"
)

// joinStates returns what holds on all of the paths, which all extend base.
func (a *analysis) joinStates(base *state, list []*state) *state {
	if len(list) == 1 {
		return list[0]
	}
	j := base.fork()
	n := len(list[0].mem)
	j.mem = make([]*sym, n)
	done := map[string]*sym{}
	var args []*sym
	var key []byte
	for i := range n {
		var r Interval
		args, key = args[:0], key[:0]
		for k, s := range list {
			v := s.mem[i]
			if v == nil {
				args = nil
				break
			}
			if k == 0 {
				r = s.get(v)
			} else {
				r = r.Join(s.get(v))
			}
			if !slices.Contains(args, v) {
				args = append(args, v)
			}
			key = binary.LittleEndian.AppendUint32(key, uint32(v.id))
		}
		if len(args) == 0 {
			continue
		}
		p := args[0]
		if len(args) > 1 {
			// Cells that hold the same value on each path still do.
			if p = done[string(key)]; p == nil {
				p = a.syms.phi(slices.Clone(args)...)
				done[string(key)] = p
			}
		}
		j.mem[i] = p
		j.set(p, r)
	}
	clear(a.diffs)
	j.diffs = a.diffs
	for _, p := range done {
		a.keepDiffs(j, p)
	}
	j.diffs = nil
	return j
}

// keepDiffs finds, once at a join, how a joined value compares with the values that declared ranges name.
func (a *analysis) keepDiffs(j *state, p *sym) {
	i := j.get(p)
	for _, t := range a.targets {
		k := j.get(t)
		if d := j.maxDiff(p, t, 5); d.Cmp(sub(i.Hi, k.Lo)) < 0 {
			j.learn(p, t, d)
		}
		if d := j.maxDiff(t, p, 5); d.Cmp(sub(k.Hi, i.Lo)) < 0 {
			j.learn(t, p, d)
		}
	}
}
