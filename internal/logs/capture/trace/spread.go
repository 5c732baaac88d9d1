package trace

import (
	"container/heap"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Reconstruction of events from counters. What a counter rose by between two
// samples is cut into pieces, and these are placed within the interval by the
// model that was asked for (Reconstruction). Both are integer arithmetic on
// running sums: piece k of n holds floor((k+1)*total/n) - floor(k*total/n), so
// that the pieces of every interval add up to what was counted, exactly, and no
// remainder drifts from one interval to the next. Packets follow the pieces of
// their bytes, and marks those of their packets, so that no piece has more
// marks than packets.
//
// Streams of pieces are expanded as they are delivered. Events come in the
// order of time over all ports: a piece is out of the spreader when every
// counter has been sampled at its time or later.

const (
	// piecesBytes and maxPieces: data comes in pieces of 64 KB, as long as
	// these are no more than 65536 an interval. CNPs come one by one up to as
	// many.
	pieceBytes = 1 << 16
	maxPieces  = 1 << 16
	// What one event may hold: replays take bytes up to 2^30 at once, and the
	// firmware's count of CNPs has 16 bits.
	maxEventBytes = 1 << 30
	maxEventCNPs  = 1<<16 - 1
	maxEventCount = 1 << 31 // packets, marks
	// maxGap is the longest interval that is reconstructed, a day. After a
	// longer one a counter begins again.
	maxGap = 86_400 * nanosPerSec
	// A counter that rises faster than this is not a counter of a NIC of today, or the time is in another unit: 1.6
	// Tb/s, 4 packets a nanosecond, with some slack since NICs refresh counters in coarser steps.
	mostBytesPerNano, slackBytes = 200, 1 << 33
	mostCountPerNano, slackCount = 4, 1 << 31
	// maxPending bounds the intervals that wait for another port's sample. If
	// it is exceeded, the port that lags behind is taken to have vanished.
	maxPending = 1 << 16
)

// spreader turns samples into records in order of time.
type spreader struct {
	how    Reconstruction
	groups []*counterGroup
	heap   pieces
	made   uint64        // intervals so far, to keep their order
	edge   int64         // pieces before or at it are complete
	lag    *counterGroup // whose sample that is
	all    bool          // no more samples
}

func (sp *spreader) add(p *counterPort) { sp.groups = append(sp.groups, p.groups...) }

// take takes a sample of port p.
func (sp *spreader) take(p *counterPort, sm *sample, unit *[numCounters]uint64, title *[numCounters]string) error {
	if sm.have[cnpIgnored] {
		if v := sm.v[cnpIgnored]; p.ignoredSeen && v > p.ignoredLast {
			p.ignored += v - p.ignoredLast
		}
		p.ignoredSeen, p.ignoredLast = true, sm.v[cnpIgnored]
	}
	for _, g := range p.groups {
		if err := sp.takeGroup(g, sm, unit, title); err != nil {
			return err
		}
	}
	sp.advance(sm.time)
	return nil
}

// goesBack reports whether a counter of the port is lower than before.
func (sp *spreader) goesBack(p *counterPort, sm *sample) bool {
	return slices.ContainsFunc(p.groups, func(g *counterGroup) bool {
		for i, k := range g.members {
			if k >= 0 && g.started && sm.have[k] && sm.v[k] < g.values[i] {
				return true
			}
		}
		return false
	})
}

func (sp *spreader) takeGroup(g *counterGroup, sm *sample, unit *[numCounters]uint64, title *[numCounters]string) error {
	for _, k := range g.members {
		if k >= 0 && !sm.have[k] {
			if g.ever {
				g.missing++
			}
			return nil
		}
	}
	if g.started && sm.time-g.last > maxGap {
		g.started = false
		g.gaps++
	}
	var rise [3]uint64
	for i, k := range g.members {
		if k < 0 {
			continue
		}
		if g.started {
			d, reset, wrap := riseOf(g.values[i], sm.v[k])
			if reset && g.resets == 0 {
				g.firstReset = sm.time
			}
			if reset {
				g.resets++
			}
			if wrap {
				g.wraps++
			}
			span := uint64(sm.time - g.last)
			most := span*mostCountPerNano + slackCount
			if k == int(xmitBytes) || k == int(rcvBytes) {
				most = (span*mostBytesPerNano + slackBytes) / unit[k]
			}
			if d > most {
				return fmt.Errorf("%s rises from %d to %d within %d ns, faster than any NIC: check the unit of the time and of the counter", title[k], g.values[i], sm.v[k], span)
			}
			rise[i] = d * unit[k]
		}
		g.values[i] = sm.v[k]
	}
	from := g.last
	was := g.started
	g.started, g.ever, g.last = true, true, sm.time
	if was {
		sp.interval(g, from, sm.time, rise)
	}
	return nil
}

// interval adds the pieces of one interval.
func (sp *spreader) interval(g *counterGroup, from, to int64, rise [3]uint64) {
	total, packets, marks := rise[0], rise[1]+g.carry[1], rise[2]+g.carry[2]
	g.carry = [3]uint64{}
	if total == 0 {
		g.carry[1], g.carry[2] = packets, marks
		return
	}
	pc := &piece{g: g, from: from, to: to, how: sp.how, total: total, packets: packets, marks: marks, made: sp.made}
	sp.made++
	if g.kind == KindData {
		if packets > 0 && marks > packets {
			pc.marks, g.carry[2] = packets, marks-packets
		}
		pc.n = ceilDiv(total, pieceBytes)
		if sp.how == Burst {
			pc.n = 1
		} else if packets > 0 {
			pc.n = min(pc.n, packets)
		}
		pc.n = max(min(pc.n, maxPieces), ceilDiv(total, maxEventBytes), ceilDiv(packets, maxEventCount), ceilDiv(pc.marks, maxEventCount))
		pc.n = min(pc.n, total)
	} else {
		if sp.how == Uniform {
			pc.n = min(total, maxPieces)
		}
		pc.n = max(pc.n, ceilDiv(total, maxEventCNPs))
		// More marks than an event holds stay for the next interval.
		if most := mulSat(total, maxEventCount/maxEventCNPs); marks > most {
			pc.marks, g.carry[2] = most, marks-most
		}
	}
	pc.at = pc.timeOf(0)
	heap.Push(&sp.heap, pc)
}

// advance finds the time up to which all is known. now is the time of the newest sample.
func (sp *spreader) advance(now int64) {
	last := sp.findEdge()
	if len(sp.heap) > maxPending && last != nil && last.last < now {
		last.started, last.vanished = false, true
		sp.findEdge()
	}
}

// findEdge returns the group whose sample is the oldest. Samples come in the
// order of time, so that it stays the oldest until it is sampled itself. Of
// several the last one is taken, which loops sample last: all groups are then
// gone through once a round, and not once a sample.
func (sp *spreader) findEdge() *counterGroup {
	if g := sp.lag; g != nil && g.started && g.last == sp.edge {
		return g
	}
	sp.edge, sp.lag = math.MaxInt64, nil
	for _, g := range sp.groups {
		if g.started && g.last <= sp.edge {
			sp.edge, sp.lag = g.last, g
		}
	}
	return sp.lag
}

// finish says that no sample follows.
func (sp *spreader) finish() { sp.all = true }

// next delivers the next record that is complete.
func (sp *spreader) next(rec *record) bool {
	if len(sp.heap) == 0 {
		return false
	}
	pc := sp.heap[0]
	if !sp.all && pc.at > sp.edge {
		return false
	}
	pc.fill(rec)
	if pc.k++; pc.k == pc.n {
		heap.Pop(&sp.heap)
	} else {
		pc.at = pc.timeOf(pc.k)
		heap.Fix(&sp.heap, 0)
	}
	return true
}

// piece is an interval that is being delivered, piece k of n next.
type piece struct {
	g                     *counterGroup
	how                   Reconstruction
	from, to, at          int64
	n, k, made            uint64
	total, packets, marks uint64
}

// timeOf is when piece k stands: uniformly in the middle of its n-th part of
// the interval, rounded down, or at the interval's end.
func (pc *piece) timeOf(k uint64) int64 {
	if pc.how == Burst {
		return pc.to
	}
	return pc.from + int64(mulDiv(2*k+1, uint64(pc.to-pc.from), 2*pc.n))
}

// fill makes the record of the next piece.
func (pc *piece) fill(rec *record) {
	part := func(total uint64) (before, after uint64) {
		return mulDiv(pc.k, total, pc.n), mulDiv(pc.k+1, total, pc.n)
	}
	*rec = record{time: pc.at, off: -1, kind: pc.g.kind, flow: pc.g.flow}
	before, after := part(pc.total)
	if pc.g.kind == KindCNP {
		rec.count = uint32(after - before)
		rec.marked = uint32(mulDiv(after, pc.marks, pc.total) - mulDiv(before, pc.marks, pc.total))
		return
	}
	rec.bytes = uint32(after - before)
	if pc.packets == 0 {
		before, after = part(pc.marks)
		rec.marked = uint32(after - before)
		return
	}
	before, after = part(pc.packets)
	rec.packets = uint32(after - before)
	rec.marked = uint32(mulDiv(after, pc.marks, pc.packets) - mulDiv(before, pc.marks, pc.packets))
}

// pieces is a heap of intervals by the time of their next piece.
type pieces []*piece

func (h pieces) Len() int { return len(h) }
func (h pieces) Less(i, j int) bool {
	a, b := h[i], h[j]
	if a.at != b.at {
		return a.at < b.at
	}
	if a.g.order != b.g.order {
		return a.g.order < b.g.order
	}
	return a.made < b.made
}
func (h pieces) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push implements heap.Interface.
func (h *pieces) Push(x any) { *h = append(*h, x.(*piece)) }

// Pop implements heap.Interface.
func (h *pieces) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return x
}

// mulDiv is floor(a*b/c), by way of 128 bits; the result must fit 64.
func mulDiv(a, b, c uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	q, _ := bits.Div64(hi, lo, c)
	return q
}

// mulSat is a*b, or the greatest number.
func mulSat(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return math.MaxUint64
	}
	return lo
}

func ceilDiv(a, b uint64) uint64 {
	q := a / b
	if a%b != 0 {
		q++
	}
	return q
}
