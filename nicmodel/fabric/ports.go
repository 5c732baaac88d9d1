package fabric

import (
	"math/bits"

	"smartnic-cc/nicmodel/event"
)

// Where ports do not affect each other in a window (Switch.apart) each handles its arrivals in a row, while its state is
// in registers. What is rare goes through arrive and wake, as at other switches, in the same order.

// warm reads what arrives in the current window and the ports that it goes to, one right after another, so that the
// processor waits for many at a time: in a large network they have left its caches.
func (s *Switch) warm(p *Partition) {
	lists, some, sum := s.incoming[uint64(p.now)<<(s.width&63):], s.coming(uint64(p.now)), p.warmed
	for i, left := range some {
		for ; left != 0; left &= left - 1 {
			port := 64*i + bits.TrailingZeros64(left)
			sum += lists[port].n + uint32(s.links[port].backlog) + uint32(s.ports[port].class)
		}
	}
	for i, left := range some {
		for ; left != 0; left &= left - 1 {
			for l := lists[64*i+bits.TrailingZeros64(left)]; l.n != 0; l = l.rest() {
				for j := range l.first() {
					sum += l.top.rows[j].Seq
				}
			}
		}
	}
	p.warmed = sum
}

// through handles the arrivals of the list of a port and the port's wakes before a key.
func (s *Switch) through(p *Partition, out uint32, from *list, limit uint64) {
	l, in := &s.links[out], *from
	*from = list{}
	if in.n <= fewest {
		at := p.sort(in)
		if limit < p.limit {
			all := p.few[at:]
			at += uint(len(all) - len(s.before(p, all, limit)))
			copy(p.few[at:], all)
		}
		if at = s.pass(p, l, out, at, limit); at < fewest {
			s.wait(p, out, at, limit)
		}
		if in.n <= rows {
			p.put(in.top)
		} else {
			p.putAll(in.top)
		}
		return
	}
	p.gather(&in)
	for all := s.before(p, p.collect(), limit); len(all) > 0; {
		n := min(len(all), fewest)
		copy(p.few[fewest-n:], all)
		all = all[n:]
		until := limit
		if len(all) > 0 {
			until = all[0].key
		}
		s.wait(p, out, uint(fewest-n), until)
	}
	p.discard()
}

// before returns the arrivals before a key, of those in order; the others stay in flight.
func (s *Switch) before(p *Partition, all []*Transit, limit uint64) []*Transit {
	n := len(all)
	for n > 0 && all[n-1].key >= limit {
		n--
	}
	for _, k := range all[n:] {
		p.Events--
		s.add(p, uint64(p.now), k.key, &k.Packet)
	}
	return all[:n]
}

// wait handles arrivals at a port, those of few from at on, and the port's wakes before a key.
func (s *Switch) wait(p *Partition, out uint32, at uint, limit uint64) {
	for l := &s.links[out]; at < fewest; {
		from := at
		at = s.queue(p, l, out, s.pass(p, l, out, at, limit), limit)
		if at == from {
			s.arrive(p, p.few[at%fewest])
			at++
		}
	}
}

// pass handles arrivals at a port, those of few from at on, while they leave at once or wait alone and leave before a key,
// and returns where it stops.
func (s *Switch) pass(p *Partition, l *Link, out uint32, at uint, limit uint64) uint {
	if s.looks {
		limit = 0 // none may wait
	}
	switch {
	case l.backlog|l.Paused != 0:
		return at
	case l.direct != nil && !s.noting:
		return passing[[0]bool, [0]bool](p, l, out, at, limit)
	case l.direct != nil:
		return passing[[1]bool, [0]bool](p, l, out, at, limit)
	case l.inbox == nil:
		return at
	case !s.noting:
		return passing[[0]bool, [1]bool](p, l, out, at, limit)
	}
	return passing[[1]bool, [1]bool](p, l, out, at, limit)
}

// passing is pass for a link to a switch or, with an element in an array of type H, a host; N has one if packets may have
// notes. So it is compiled for each, and nothing pays for the others. A model spends most of its time here: what is
// needed seldom stays out of registers. The transmission is as in Link.Forward.
//
//go:noinline
func passing[N, H [0]bool | [1]bool](p *Partition, l *Link, out uint32, at uint, limit uint64) uint {
	var noting N
	var host H
	in := l.inbox
	var lists []list
	if w := l.direct; len(host) == 0 {
		base := uint64(p.then) << (w.width & 63)
		lists = w.incoming[base : base+1<<(w.width&63)]
	}
	for ; at < fewest; at++ {
		k := p.few[at]
		if k.Kind >= PFC && (len(noting) == 0 || k.Kind == PFC) || len(host) != 0 && in.tail-in.head == uint32(len(in.ring)) {
			break
		}
		now := event.Time(k.key >> 16)
		if k.Flags < 1<<classShift {
			now = max(now, l.Busy)
		} else if now < l.Busy {
			// Its wake, before what comes next, finds it alone.
			wake := uint64(l.Busy)<<16 | uint64(out)
			if wake >= limit || at+1 < fewest && wake >= p.few[at+1].key {
				break
			}
			now = l.Busy
			p.Events++
		}
		end := now + l.serial.Of(uint32(k.Size))
		key := uint64(end)<<16 + l.flight
		if len(host) == 0 {
			if key >= p.soon {
				l.unwait(p, k, end)
				break
			}
			path := k.Path >> (l.width & 63)
			to := &lists[path&uint64(len(lists)-1)]
			n := to.n
			if n%rows == 0 {
				l.direct.extend(p, uint64(p.then)<<(l.direct.width&63)|path&l.direct.mask)
			}
			to.n = n + 1
			row := &to.top.rows[n%rows]
			row.Packet = k.Packet
			row.Path, row.key = path, key
		} else {
			if in.tail == in.head {
				in.Next, in.head, in.tail = event.Time(key>>16), 0, 0
			}
			row := &in.ring[in.tail&uint32(len(in.ring)-1)]
			in.tail++
			row.Packet = k.Packet
			row.key = key
		}
		if len(noting) != 0 && k.Kind == Data|Traced {
			p.TraceOf(uint32(k.Sent)).add(now, l.SentBytes, 0, l.end.rate)
		}
		l.SentBytes += uint64(k.Size)
		l.Busy = end
	}
	return at
}

// unwait takes back that a packet waited alone, if it did: it would have left by the time end.
//
//go:noinline
func (l *Link) unwait(p *Partition, k *Transit, end event.Time) {
	if k.Class() != 0 && k.at()+l.serial.Of(uint32(k.Size)) < end {
		p.Events--
	}
}

// queue handles arrivals at a port, those of few from at on, and the wakes between them, until nothing waits, and returns
// where it stops, at what is rare: a pause, a second class, a sample to be begun.
func (s *Switch) queue(p *Partition, l *Link, out uint32, at uint, limit uint64) uint {
	o := &s.ports[out]
	if l.Paused|l.backlog&^(1<<(o.class&7)) != 0 {
		return at
	}
	q, wake := &o.queues[o.class&7], o.wakes
	before := q.Bytes
	for {
		next := limit
		if at < fewest {
			next = p.few[at].key
		}
		if wake < next {
			p.Events++
			if now := event.Time(wake >> 16); now >= l.Busy {
				k := q.First()
				if left := q.Bytes - uint32(k.Size); left >= o.from && s.mark(p, now, out, &k.Packet, left) {
					k.Flags |= Marked
					p.Marks++
				}
				s.user(k).bytes -= uint32(k.Size)
				l.Forward(p, now, &k.Packet)
				q.Remove(p)
			}
			if wake = uint64(l.Busy)<<16 | uint64(out); q.Packets == 0 {
				wake = noWake
			}
			continue
		}
		if at == fewest {
			break
		}
		k := p.few[at]
		now := k.at()
		if k.Kind == PFC || k.Kind > PFC && !s.noting {
			break
		}
		if k.Class() == 0 || wake == noWake && now >= l.Busy {
			if k.Kind == Data|Traced {
				s.note(p, now, out, &k.Packet, 0)
			}
			l.Forward(p, max(now, l.Busy), &k.Packet)
		} else if k.Class() == o.class && !s.looks {
			s.user(k).bytes += uint32(k.Size)
			if q.Add(p, k); wake == noWake {
				wake = uint64(l.Busy)<<16 | uint64(out)
			}
		} else {
			break
		}
		if at++; wake == noWake {
			break
		}
	}
	s.shared += q.Bytes - before
	l.backlog, o.wakes = 0, wake
	if wake != noWake {
		l.backlog = 1 << (o.class & 7)
		s.list(out)
	}
	return at
}
