package fabric

import (
	"math/bits"

	"smartnic-cc/nicmodel/event"
)

// The model runs in windows that are at most the smallest delay of all links and begin at its multiples. So whatever
// a node sends within a window arrives in a later one: within the window nodes are independent, and each handles all
// its events in a row, while its state is in the cache. There is no queue of all events, only what is in flight to
// each node: at a switch one list a window and output port, sorted when its window comes; at a host a ring, since its
// one link delivers in order. A sender touches no memory of the receiver but the end of a list.

// maxWindows is the largest number of lists of a switch for windows, as for a link of 50 km where others have 1 us, and
// maxLists their number for spells.
const maxWindows, maxLists = 256, 64

// inbound is what is in flight to a switch.
type inbound struct {
	// incoming has a list of arrivals for each window and output port: that of window n and port o is at
	// n<<width + o, n modulo the span's number of lists. What no port has the number of ends its path here.
	incoming []list
	// some has a bit for each list that is not empty.
	some  []uint64
	mask  uint64 // of the port's bits in a path
	width uint8  // bits of a port in a path, and the binary logarithm of the lists of a window: at least 6
	// farNext is a time before which nothing beyond those lists has to be moved to them.
	farNext event.Time
	// coarse has a list of arrivals for each spell, as many windows as there are lists; that of spell n is number n
	// modulo 64. It is distributed to the lists of windows when the spell begins.
	coarse [maxLists]list
	// far is what was beyond the spells when it was sent; farBegin is at most the begin of the first spell with an
	// arrival of it. It is distributed then, at most once in 64 spells, since it may be long.
	far      []Transit
	farBegin event.Time
}

// span is how all switches of a partition divide time.
type span struct {
	// limit is the end of the current window and width a window's length, both shifted left by 16.
	limit, width uint64
	soon         uint64 // the end of the next window
	// now is the index of the window's list, then that of the next window's.
	now, then uint8
	// spellBits is the binary logarithm of the number of lists for windows.
	spellBits uint8
	// bucketShift turns a key within a window into a bucket's number.
	bucketShift uint8
	// number is the current window, counted from time 0.
	number uint64
	window event.Time
}

// newSpan divides time so that arrivals within reach after a window's begin are in the lists for windows, if 256
// suffice.
func newSpan(window, reach event.Time) span {
	s := span{window: window, width: uint64(window) << 16}
	// A reach that begins within a window touches one more.
	lists := min(uint64(reach/window)+2, maxWindows)
	s.spellBits = uint8(bits.Len64(lists - 1))
	s.bucketShift = uint8(bits.Len64(s.width-1)) - bucketBits
	s.begin(0)
	return s
}

// begin begins the window that a time lies in.
func (s *span) begin(at event.Time) {
	s.number = uint64(at / s.window)
	s.limit = (s.number + 1) * s.width
	s.soon = s.limit + s.width
	mask := uint64(1)<<s.spellBits - 1
	s.now, s.then = uint8(s.number&mask), uint8((s.number+1)&mask)
}

// connect makes the lists of a switch's ports.
func (w *inbound) connect(ports int, p *span) {
	w.width = uint8(max(bits.Len(uint(ports)), 6))
	w.mask = 1<<w.width - 1
	w.incoming = make([]list, 1<<p.spellBits<<w.width)
	w.some = make([]uint64, len(w.incoming)/64)
}

// enter adds a packet in flight.
func (w *inbound) enter(p *Partition, key uint64, k *Packet) {
	if key-p.limit >= p.width {
		w.enterLater(p, key, k)
		return
	}
	w.add(p, uint64(p.then), key, k)
}

// enterLater adds a packet that arrives after the next window or, when moved by near, in the current one.
//
//go:noinline
func (w *inbound) enterLater(p *Partition, key uint64, k *Packet) {
	number := key / p.width
	if number-p.number < 1<<p.spellBits {
		w.add(p, number&(1<<p.spellBits-1), key, k)
		return
	}
	spell := number >> p.spellBits
	begin := event.Time(spell<<p.spellBits) * p.window
	w.farNext = min(w.farNext, begin)
	if spell-p.number>>p.spellBits < maxLists {
		p.row(&w.coarse[spell%maxLists]).set(key, k)
		return
	}
	w.farBegin = min(w.farBegin, begin)
	w.far = append(w.far, Transit{*k, key})
}

// add appends a packet to the list of a window and the packet's port.
func (w *inbound) add(p *Partition, window, key uint64, k *Packet) {
	w.row(p, window<<(w.width&63)|k.Path&w.mask).set(key, k)
}

// row returns the place for one more packet in a list of incoming, which the caller must fill completely.
func (w *inbound) row(p *Partition, at uint64) *Transit {
	l := &w.incoming[at]
	n := l.n
	if n%rows == 0 {
		w.extend(p, at)
	}
	l.n = n + 1
	return &l.top.rows[n%rows]
}

//go:noinline
func (w *inbound) extend(p *Partition, at uint64) {
	b, l := p.free, &w.incoming[at]
	if b == nil {
		b = new(block)
	}
	p.free, b.next = b.next, l.top
	l.top = b
	w.some[at/64] |= 1 << (at % 64)
}

// coming returns the part of some for a window.
func (w *inbound) coming(window uint64) []uint64 {
	words := uint64(1) << (w.width - 6&63)
	return w.some[window*words : (window+1)*words]
}

// any reports whether a list of a window is not empty.
func (w *inbound) any(window uint64) bool {
	for _, some := range w.coming(window) {
		if some != 0 {
			return true
		}
	}
	return false
}

// lists calls do with the lists of a window that are not empty, which it is to empty.
func (w *inbound) lists(window uint8, do func(port uint64, l *list)) {
	base := uint64(window) << (w.width & 63)
	words := w.coming(uint64(window))
	for i, some := range words {
		words[i] = 0
		for ; some != 0; some &= some - 1 {
			port := uint64(64*i + bits.TrailingZeros64(some))
			do(port, &w.incoming[base|port])
		}
	}
}

// near distributes the spell that begins, and far if the first of it arrives in this spell.
func (w *inbound) near(p *Partition) {
	spell := p.number >> p.spellBits
	p.empty(&w.coarse[spell%maxLists], func(k *Transit) { w.enterLater(p, k.key, &k.Packet) })
	if w.farBegin <= event.Time(p.number)*p.window {
		far := w.far
		w.far, w.farBegin = far[:0], event.Never
		for i := range far {
			// What is still far moves to a place already examined.
			k := far[i]
			w.enterLater(p, k.key, &k.Packet)
		}
	}
	w.farNext = w.farBegin
	for i := range w.coarse {
		if ahead := (spell + uint64(i)) % maxLists; w.coarse[ahead].top != nil {
			w.farNext = min(w.farNext, event.Time((spell+uint64(i))<<p.spellBits)*p.window)
			break
		}
	}
}

// cut removes arrivals at a time or later from the lists of the current window: the last one, if the run ends within
// it.
func (w *inbound) cut(p *Partition, before event.Time) {
	w.lists(p.now, func(port uint64, l *list) {
		p.empty(l, func(k *Transit) {
			if k.at() < before {
				w.add(p, uint64(p.now), k.key, &k.Packet)
				return
			}
			w.far = append(w.far, *k)
			w.farBegin = min(w.farBegin, event.Time(p.number)*p.window)
			w.farNext = min(w.farNext, k.at())
		})
	})
}

// next returns a time after the current window before which nothing arrives.
func (w *inbound) next(p *Partition) event.Time {
	next := w.farNext
	for i := range uint64(1) << p.spellBits {
		number := p.number + 1 + i
		if w.any(number & (1<<p.spellBits - 1)) {
			return min(next, event.Time(number)*p.window)
		}
	}
	return next
}

// live counts packets and bytes without pause frames.
func (w *inbound) live(c *traffic) {
	for i := range w.incoming {
		w.incoming[i].each(c.addAll)
	}
	for i := range w.coarse {
		w.coarse[i].each(c.addAll)
	}
	c.addAll(w.far)
}
