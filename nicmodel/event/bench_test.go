package event

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The hold model: pop the first event and push it again some time later, with a given number pending. The times come
// from a table, so that what is measured is the queue.

// delays are the increments of the hold model, in picoseconds.
var delays = []struct {
	name string
	draw func(r *rand.Rand) Time
}{
	{"uniform", func(r *rand.Rand) Time { return Time(r.Int64N(2_000_000)) }},
	{"exponential", func(r *rand.Rand) Time { return Time(r.ExpFloat64() * 1e6) }},
	{"bimodal", func(r *rand.Rand) Time {
		if r.IntN(10) == 0 {
			return 9_000_000 + Time(r.Int64N(1_000_000))
		}
		return Time(r.Int64N(100_000))
	}},
	// A network: links of 1 us, packets of 64 to 1088 bytes at 100 Gb/s, timers of 55 and 300 us.
	{"network", func(r *rand.Rand) Time {
		packet := 80 * Time(64+r.IntN(1025))
		switch n := r.IntN(100); {
		case n < 45:
			return 1_000_000 + packet
		case n < 97:
			return packet
		case n < 99:
			return 55_000_000
		}
		return 300_000_000
	}},
	// All in step: packets of two sizes over equal links.
	{"ties", func(r *rand.Rand) Time { return 1_000_000 + 20_480*Time(1+3*r.IntN(2)) }},
}

const tableSize = 1 << 12

func delayTable(draw func(r *rand.Rand) Time) *[tableSize]Time {
	r := rand.New(rand.NewPCG(1, 9))
	table := new([tableSize]Time)
	for i := range table {
		table[i] = draw(r)
	}
	return table
}

// holder is what is compared.
type holder interface {
	put(e Event)
	hold(n int, table *[tableSize]Time) // n pops and pushes
}

type queueHolder struct{ Queue }

func (h *queueHolder) put(e Event) { h.Push(e) }
func (h *queueHolder) hold(n int, table *[tableSize]Time) {
	var e Event
	for i := range n {
		h.Pop(Never, &e)
		e.At += table[i%tableSize]
		h.Push(e)
	}
}

type boxHolder struct{ boxes }

func (h *boxHolder) put(e Event) { heap.Push(&h.boxes, e) }
func (h *boxHolder) hold(n int, table *[tableSize]Time) {
	for i := range n {
		e := heap.Pop(&h.boxes).(Event)
		e.At += table[i%tableSize]
		heap.Push(&h.boxes, e)
	}
}

type heapHolder struct{ events []Event }

func (h *heapHolder) put(e Event) { h.events = heapPush(h.events, e) }
func (h *heapHolder) hold(n int, table *[tableSize]Time) {
	for i := range n {
		e := h.events[0]
		h.events = heapPop(h.events)
		e.At += table[i%tableSize]
		h.events = heapPush(h.events, e)
	}
}

func fill(h holder, pending int, table *[tableSize]Time) {
	for i := range pending {
		h.put(Event{At: table[i*7%tableSize], Key: OwnKey(uint32(i)&0xFFFFF, uint64(i))})
	}
	h.hold(3*pending+20_000, table) // to its steady state
}

func BenchmarkHold(b *testing.B) {
	holders := []struct {
		name string
		make func() holder
	}{
		{"queue", func() holder { return new(queueHolder) }},
		{"heap4", func() holder { return new(heapHolder) }},
		{"container-heap", func() holder { return new(boxHolder) }},
	}
	for _, pending := range []int{2, 50, 1000, 5000, 25_000, 100_000} {
		for _, d := range delays {
			table := delayTable(d.draw)
			for _, kind := range holders {
				b.Run(fmt.Sprintf("pending=%d/%s/%s", pending, d.name, kind.name), func(b *testing.B) {
					h := kind.make()
					fill(h, pending, table)
					b.ReportAllocs()
					b.ResetTimer()
					h.hold(b.N, table)
					b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
				})
			}
		}
	}
}

// A queue that has seen its load allocates nothing.
func TestQueueAllocatesNothing(t *testing.T) {
	for _, d := range delays {
		for _, pending := range []int{2, 1000, 20_000} {
			table := delayTable(d.draw)
			h := new(queueHolder)
			fill(h, pending, table)
			h.hold(500_000, table)
			require.Zero(t, testing.AllocsPerRun(20, func() {
				h.hold(10_000, table)
				h.NextTime()
			}), "%s, %d pending", d.name, pending)
		}
	}
}
