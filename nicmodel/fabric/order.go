package fabric

// arrival is a packet that came to a switch in the window at hand, and its key.
type arrival struct {
	key uint64
	k   *Transit
}

// order puts the arrivals of one switch in one window in order. The switches of a part
// use it one after the other.
type order struct {
	// came has room for arrivals; they are in it from first on.
	came  []arrival
	first int
	// room and ends are for sort.
	room []arrival
	ends []int
	// done are the blocks that hold them all.
	done *block
}

// unload takes the packets of a list, puts them before those that were taken since the last discard, and
// returns all. They stay where they are until discard.
func (p *Part) unload(l *list) []arrival {
	b, from := l.top, l.left
	*l = list{}
	for b != nil {
		part := b.rows[from:]
		if p.first < len(part) {
			p.widen()
		}
		p.first -= len(part)
		to := p.came[p.first:][:len(part)]
		// The last that was added is the first of the rows.
		at := len(to)
		for i := range part {
			k := &part[i]
			if at--; at < len(to) {
				to[at] = arrival{k.key, k}
			}
		}
		from = 0
		next := b.next
		b.next = p.done
		p.done = b
		b = next
	}
	return p.came[p.first:]
}

// widen makes room for more arrivals.
//
//go:noinline
func (o *order) widen() {
	more := max(len(o.came), 8*rows)
	came := make([]arrival, len(o.came)+more)
	copy(came[o.first+more:], o.came[o.first:])
	o.came, o.first = came, o.first+more
}

// sort returns arrivals in order, valid until the next call. They are runs in order, one of each node
// that sent some, so neighbouring runs are merged until one is left.
func (o *order) sort(from []arrival) []arrival {
	ends := o.ends[:0]
	last := uint64(0)
	for i := range from {
		key := from[i].key
		if key < last {
			ends = append(ends, i)
		}
		last = key
	}
	if len(ends) == 0 {
		return from
	}
	ends = append(ends, len(from))
	o.ends = ends
	if len(o.room) < len(from) {
		o.room = make([]arrival, 2*len(from))
	}
	to := o.room[:len(from)]
	for len(ends) > 1 {
		begin, n := 0, 0
		for i := 0; i < len(ends); i += 2 {
			middle, end := ends[i], ends[min(i+1, len(ends)-1)]
			merge(to[begin:end], from[begin:middle], from[middle:end])
			begin, ends[n] = end, end
			n++
		}
		ends = ends[:n]
		from, to = to, from
	}
	return from
}

// merge merges two runs.
func merge(to, a, b []arrival) {
	i, j, n := 0, 0, 0
	for i < len(a) && j < len(b) && n < len(to) {
		if a[i].key < b[j].key {
			to[n] = a[i]
			i++
		} else {
			to[n] = b[j]
			j++
		}
		n++
	}
	copy(to[n:], a[i:])
	copy(to[n:], b[j:])
}

// discard gives back the blocks of what was taken.
func (p *Part) discard() {
	p.first = len(p.came)
	for b := p.done; b != nil; {
		next := b.next
		p.put(b)
		b = next
	}
	p.done = nil
}
