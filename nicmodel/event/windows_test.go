package event

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// The toy model: nodes in a ring pass tokens to the next or the next but one, over links with different delays. Nodes
// are dealt out to partitions; a node keeps a digest of the order in which it saw the tokens, and draws from its own
// generator.
type ring struct {
	nodes []ringNode
	parts []*ringPart
}

type ringNode struct {
	part   int
	delay  Time
	rng    *rand.Rand
	seq    uint64
	digest uint64
	seen   int
}

type ringPart struct {
	ring  *ring
	id    int
	queue Queue
	out   [][]Event // for each partition
}

const ringDelay = 500 * Nanosecond

func newRing(nodes, partitions, tokens int) *ring {
	r := &ring{}
	for i := range nodes {
		r.nodes = append(r.nodes, ringNode{
			part:  i * partitions / nodes,
			delay: ringDelay + Time(i%3)*Nanosecond,
			rng:   rand.New(rand.NewPCG(uint64(i), 7)),
		})
	}
	for id := range partitions {
		r.parts = append(r.parts, &ringPart{ring: r, id: id, out: make([][]Event, partitions)})
	}
	for i := range tokens {
		n := i % nodes
		r.send(r.parts[r.nodes[n].part], uint32(n), Event{At: Time(i % 5), Key: KeyOf(uint32(n), uint64(i)), Arg: uint32(i)})
	}
	return r
}

func (r *ring) send(from *ringPart, node uint32, e Event) {
	if to := r.nodes[node].part; to != from.id {
		from.out[to] = append(from.out[to], e)
	} else {
		from.queue.Push(e)
	}
}

func (p *ringPart) NextTime() Time { return p.queue.NextTime() }

func (p *ringPart) Run(before Time) {
	for p.queue.NextTime() < before {
		e := p.queue.Pop()
		id := e.Node()
		n := &p.ring.nodes[id]
		n.seen++
		n.digest = (n.digest ^ uint64(e.At) ^ uint64(e.Arg)<<32) * 0x9E3779B97F4A7C15
		switch n.rng.IntN(8) {
		case 0: // keep it for a while
			n.seq++
			e.At += Time(n.rng.IntN(1000))
			e.Key = KeyOf(id, 1<<20+n.seq)
			p.queue.Push(e)
		default:
			step := 1 + uint32(n.rng.IntN(2))
			to := (id + step) % uint32(len(p.ring.nodes))
			e.At += n.delay + Time(n.rng.IntN(2))*Nanosecond
			n.seq++
			// A toy's links may carry two tokens at one time: the sender's count orders them.
			e.Key = uint64(to)<<nodeShift | uint64(step)<<32 | n.seq&(1<<32-1)
			p.ring.send(p, to, e)
		}
	}
}

func (p *ringPart) Exchange() {
	for _, from := range p.ring.parts {
		for _, e := range from.out[p.id] {
			p.queue.Push(e)
		}
		from.out[p.id] = from.out[p.id][:0]
	}
}

func (r *ring) run(end Time, threads int, between func(Time) error) error {
	var partitions []Partition
	for _, p := range r.parts {
		partitions = append(partitions, p)
	}
	return Run(partitions, ringDelay, end, threads, between)
}

func (r *ring) result() string {
	s := ""
	for _, n := range r.nodes {
		s += fmt.Sprintf("%d:%x ", n.seen, n.digest)
	}
	pending := 0
	for _, p := range r.parts {
		pending += len(p.queue)
	}
	return fmt.Sprintf("%s%d pending", s, pending)
}

func TestRunSameForAllPartsAndThreads(t *testing.T) {
	const end = 300 * Microsecond
	var want string
	for _, partitions := range []int{1, 2, 3, 8} {
		for _, threads := range []int{1, 2, 3, 8} {
			r := newRing(24, partitions, 60)
			last := Time(0)
			err := r.run(end, threads, func(final Time) error {
				if final <= last || final > end {
					t.Errorf("window ends at %v after %v", final, last)
				}
				last = final
				for _, p := range r.parts {
					if next := p.NextTime(); next < final {
						t.Errorf("an event at %v is left before %v", next, final)
					}
				}
				return nil
			})
			require.NoError(t, err)
			require.Equal(t, end, last)
			got := r.result()
			if want == "" {
				want = got
			}
			require.Equal(t, want, got, "%d parts, %d threads", partitions, threads)
		}
	}
	changed := newRing(24, 3, 61)
	require.NoError(t, changed.run(end, 2, nil))
	require.NotEqual(t, want, changed.result())
}

func TestRunStops(t *testing.T) {
	for _, threads := range []int{1, 2, 4} {
		boom := errors.New("boom")
		windows := 0
		r := newRing(8, 4, 10)
		err := r.run(Second, threads, func(Time) error {
			if windows++; windows == 5 {
				return boom
			}
			return nil
		})
		require.ErrorIs(t, err, boom)
		require.Equal(t, 5, windows)

		empty := newRing(8, 4, 0)
		require.NoError(t, empty.run(Second, threads, func(Time) error { return boom }))
		require.PanicsWithValue(t, "between", func() {
			_ = newRing(8, 4, 10).run(Second, threads, func(Time) error { panic("between") })
		})
	}
	require.NoError(t, Run(nil, 1, Second, 3, nil))
	require.ErrorContains(t, Run(nil, 0, Second, 3, nil), "lookahead")
}

// single counts its windows.
type single struct {
	queue   Queue
	windows []Time
}

func (s *single) NextTime() Time { return s.queue.NextTime() }
func (s *single) Exchange()      {}
func (s *single) Run(before Time) {
	for s.queue.NextTime() < before {
		s.queue.Pop()
	}
	s.windows = append(s.windows, before)
}

func TestRunAlone(t *testing.T) {
	s := &single{}
	for _, at := range []Time{3, 707, 3000} {
		s.queue.Push(Event{At: at})
	}
	require.NoError(t, Run([]Partition{s}, 10, Second, 2, nil))
	require.Equal(t, []Time{10, 710, 3010}, s.windows)
	s.queue.Push(Event{At: 5000})
	s.queue.Push(Event{At: 6000})
	require.NoError(t, Run([]Partition{s}, Never/2, 6000, 1, nil)) // events at the end stay
	require.Equal(t, []Time{6000}, s.windows[3:])
	require.Equal(t, Time(6000), s.queue.NextTime())
}

// faulty panics at a given time.
type faulty struct {
	at    Time
	value any
	ran   *atomic.Int32
}

func (f *faulty) NextTime() Time { return 0 }
func (f *faulty) Exchange()      {}
func (f *faulty) Run(before Time) {
	f.ran.Add(1)
	if before > f.at {
		panic(f.value)
	}
}

func TestRunPassesPanicsOn(t *testing.T) {
	for _, threads := range []int{1, 2, 3, 5} {
		var ran atomic.Int32
		partitions := []Partition{
			&faulty{at: Never, ran: &ran},
			&faulty{at: 5, value: "second", ran: &ran},
			&faulty{at: Never, ran: &ran},
			&faulty{at: 5, value: "fourth", ran: &ran},
		}
		require.PanicsWithValue(t, "second", func() { _ = Run(partitions, 100, Second, threads, nil) })
	}
}

func BenchmarkRunRing(b *testing.B) {
	for _, partitions := range []int{1, 2, 8} {
		for threads := 1; threads <= min(partitions, 2); threads++ {
			b.Run(fmt.Sprintf("parts=%d/threads=%d", partitions, threads), func(b *testing.B) {
				r := newRing(1024, partitions, 20_000)
				for b.Loop() {
					before := 0
					for i := range r.nodes {
						before -= r.nodes[i].seen
					}
					start := Never
					for _, p := range r.parts {
						start = min(start, p.NextTime())
					}
					if err := r.run(start+20*Microsecond, threads, nil); err != nil {
						b.Fatal(err)
					}
					for i := range r.nodes {
						before += r.nodes[i].seen
					}
					b.ReportMetric(float64(before), "events/op")
				}
			})
		}
	}
}

// ticker has one event a window and next to nothing to do in it: what is left is the cost of a window.
type ticker struct{ next Time }

func (t *ticker) NextTime() Time  { return t.next }
func (t *ticker) Run(before Time) { t.next = before }
func (t *ticker) Exchange()       {}

func BenchmarkWindow(b *testing.B) {
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("parts=8/threads=%d", threads), func(b *testing.B) {
			var partitions []Partition
			for range 8 {
				partitions = append(partitions, &ticker{})
			}
			if err := Run(partitions, 1, Time(b.N), threads, nil); err != nil {
				b.Fatal(err)
			}
		})
	}
}
