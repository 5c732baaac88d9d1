package ranges

import "math/big"

// joinStates returns what holds on all of the paths, which all extend base.
func (a *analysis) joinStates(base *state, list []*state) *state {
	if len(list) == 1 {
		return list[0]
	}
	j := base.fork()
	n := len(list[0].mem)
	j.mem = make([]*sym, n)
	done := map[string]*sym{}
	for i := range n {
		args := make([]*sym, 0, len(list))
		var r Interval
		key := make([]byte, 0, 16)
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
			dup := false
			for _, w := range args {
				dup = dup || w == v
			}
			if !dup {
				args = append(args, v)
				key = appendID(key, v)
			}
		}
		switch {
		case len(args) == 0:
			continue
		case len(args) == 1:
			j.mem[i] = args[0]
			j.set(args[0], r)
		default:
			// Cells that hold the same value on each path still do.
			full := key[:0:0]
			for _, s := range list {
				full = appendID(full, s.mem[i])
			}
			p := done[string(full)]
			if p == nil {
				p = a.syms.phi(args...)
				done[string(full)] = p
			}
			j.mem[i] = p
			j.set(p, r)
		}
	}
	for _, p := range done {
		a.keepDiffs(j, p)
	}
	return j
}

// keepDiffs finds, once at a join, how a joined value compares with the values that declared ranges name.
func (a *analysis) keepDiffs(j *state, p *sym) {
	i := j.get(p)
	j.diffs = map[question]*big.Int{}
	defer func() { j.diffs = nil }()
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

func appendID(b []byte, v *sym) []byte {
	return append(b, byte(v.id), byte(v.id>>8), byte(v.id>>16), byte(v.id>>24))
}
