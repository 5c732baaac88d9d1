package fabric

import (
	"math/bits"

	"smartnic-cc/nicmodel/event"
)

// A link has a delay, and the model runs in windows no longer than the smallest of all
// delays. So whatever a node sends within a window arrives in a later one: within the
// window nodes need not know of each other, and each takes all its events of the window
// in a row, while its state is in the cache. There is no queue of all events, only what
// is under way to each node: lists at a switch, one for a time of about a window, which
// are put in order when their time has come; a ring at a host, whose one link delivers in
// order. Whoever sends looks at no memory of the receiver's but the end of a list.

// maxCells is the largest number of lists of a switch.
const maxCells = 64

// approach is what is under way to a switch.
type approach struct {
	// next is a time before which nothing arrives and no port wakes.
	next event.Time
	// incoming holds what arrives in one cell of time each; that of cell c is number c
	// modulo the span's number of cells.
	incoming [maxCells]list
	// far is what lies beyond, and farNext when the first of it arrives.
	far     []Transit
	farNext event.Time
}

// span is how the switches of a part divide time: all alike.
type span struct {
	// cellShift is the binary logarithm of a cell, ps, and keyShift that of a cell in
	// keys.
	cellShift, keyShift uint8
	// windowBits is the number of bits of a time within a window.
	windowBits uint8
	// cells is the number of lists, a power of two; mask is one less.
	cells, mask uint64
	// base is when the window at hand begins, or before, and first its cell, counted from
	// time 0.
	base  event.Time
	first uint64
}

// newSpan divides time so that what arrives within reach after a window's begin lies in
// the lists.
func newSpan(window, reach event.Time) span {
	s := span{windowBits: uint8(bits.Len64(uint64(window - 1)))}
	s.cellShift = s.windowBits
	// A reach that begins within a cell touches one more. More than 64 lists would take
	// long to look through; wider ones are gone through by several windows.
	for reach>>s.cellShift+2 > maxCells {
		s.cellShift++
	}
	s.cells = 1 << bits.Len64(uint64(reach>>s.cellShift)+1)
	s.mask = s.cells - 1
	s.keyShift = s.cellShift + 16
	return s
}

// of returns the list of a cell.
func (w *approach) of(p *Part, cell uint64) *list { return &w.incoming[cell&p.mask%maxCells] }

// enter adds a packet that is under way.
func (w *approach) enter(p *Part, key uint64, k *Packet) {
	cell := key >> (p.keyShift & 63)
	if cell-p.first >= p.cells {
		w.enterFar(key, k)
		return
	}
	to := p.row(w.of(p, cell))
	to.key, to.Packet = key, *k
	if at := event.Time(key >> 16); at < w.next {
		w.next = at
	}
}

//go:noinline
func (w *approach) enterFar(key uint64, k *Packet) {
	w.far = append(w.far, Transit{key, *k})
	w.farNext = min(w.farNext, event.Time(key>>16))
	w.next = min(w.next, w.farNext)
}

// near enters what was far and is within the lists now.
func (w *approach) near(p *Part) {
	far := w.far
	w.far, w.farNext = far[:0], event.Never
	for i := range far {
		// What is still far goes to a place that was looked at.
		k := far[i]
		w.enter(p, k.key, &k.Packet)
	}
}

// settle sets next after all before a time was taken.
func (w *approach) settle(p *Part, before event.Time, wakes *wakes) {
	w.next = w.farNext
	if wakes.first != noWake {
		w.next = min(w.next, event.Time(wakes.first>>16))
	}
	cell := uint64(before) >> (p.cellShift & 63)
	for range p.cells {
		if w.of(p, cell).top != nil {
			w.next = min(w.next, max(before, event.Time(cell<<(p.cellShift&63))))
			return
		}
		cell++
	}
}

// live counts packets and bytes, pause frames apart.
func (w *approach) live(c *census) {
	for i := range w.incoming {
		w.incoming[i].live(c)
	}
	c.addAll(w.far)
}
