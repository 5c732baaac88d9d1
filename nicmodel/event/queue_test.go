package event

import (
	"container/heap"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The oracle: the library's heap.
type boxes []Event

func (h boxes) Len() int           { return len(h) }
func (h boxes) Less(i, j int) bool { return h[i].Before(&h[j]) }
func (h boxes) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *boxes) Push(x any)        { *h = append(*h, x.(Event)) }
func (h *boxes) Pop() any {
	e := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return e
}

// pair drives a queue and the oracle side by side.
type pair struct {
	t    testing.TB
	q    *Queue
	want boxes
	now  Time
	seq  uint64
}

func (p *pair) push(at Time, key uint64) {
	p.seq++
	e := Event{At: at, Key: key<<24 | p.seq, Arg: uint32(p.seq), Port: uint16(p.seq * 7), Kind: uint8(p.seq * 13), Reserved: uint8(p.seq * 31)}
	p.q.Push(e)
	heap.Push(&p.want, e)
}

func (p *pair) pop(before Time) bool {
	p.check()
	sentinel := Event{At: -5, Key: 77}
	got := sentinel
	ok := p.q.Pop(before, &got)
	if len(p.want) == 0 || p.want[0].At >= before {
		if ok || got != sentinel {
			p.t.Fatalf("popped %+v before %d, where nothing is due", got, before)
		}
		return false
	}
	want := heap.Pop(&p.want).(Event)
	if !ok || got != want {
		p.t.Fatalf("popped %v %+v, want %+v (width %d)", ok, got, want, p.q.width)
	}
	p.now = got.At
	return true
}

func (p *pair) check() {
	if p.q.Len() != len(p.want) {
		p.t.Fatalf("Len is %d, want %d", p.q.Len(), len(p.want))
	}
}

func (p *pair) next() {
	want := Never
	if len(p.want) != 0 {
		want = p.want[0].At
	}
	if got := p.q.NextTime(); got != want {
		p.t.Fatalf("NextTime is %d, want %d", got, want)
	}
}

// steps are ways to choose the time from now to a new event.
var steps = map[string]func(r *rand.Rand) Time{
	"ties":        func(*rand.Rand) Time { return 0 },
	"few times":   func(r *rand.Rand) Time { return Time(r.IntN(3)) * 1000 },
	"uniform":     func(r *rand.Rand) Time { return Time(r.Int64N(2_000_000)) },
	"exponential": func(r *rand.Rand) Time { return Time(r.ExpFloat64() * 1e6) },
	"narrow":      func(r *rand.Rand) Time { return 1_000_000 + Time(r.IntN(10)) },
	"link":        func(*rand.Rand) Time { return 1_000_000 },
	"bimodal": func(r *rand.Rand) Time {
		if r.IntN(10) == 0 {
			return 300_000_000 + Time(r.Int64N(1e8))
		}
		return Time(r.IntN(80_000))
	},
	"any scale": func(r *rand.Rand) Time { return Time(r.Uint64() >> (8 + r.IntN(56))) },
	"far":       func(r *rand.Rand) Time { return Time(r.Int64N(1e15)) },
	"clusters":  func(r *rand.Rand) Time { return Time(r.IntN(4))*1e9 + Time(r.IntN(100)) },
}

func stepNames() []string {
	var names []string
	for name := range steps {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Random pushes and pops in phases that fill, hold and drain, with limits on the pops, and NextTime in between.
func TestQueueAgainstOracle(t *testing.T) {
	for _, name := range stepNames() {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(6) {
				r := rand.New(rand.NewPCG(seed, 1))
				p := &pair{t: t, q: NewQueue()}
				step := steps[name]
				for phase := range 12 {
					n := []int{3, 40, 300, 5000}[r.IntN(4)]
					if phase%4 == 3 {
						step = steps[stepNames()[r.IntN(len(steps))]]
					}
					target := n * r.IntN(3) / 2
					for range 3 * n {
						at := p.now + step(r)
						if at < p.now || at > Never/2 { // far steps add up
							continue
						}
						switch {
						case len(p.want) < target || r.IntN(2) == 0 && len(p.want) < 2*n:
							p.push(at, uint64(r.IntN(5)))
						case r.IntN(4) == 0:
							p.pop(at)
						default:
							p.pop(Never)
						}
						if r.IntN(8) == 0 {
							p.next()
						}
					}
				}
				for p.pop(Never) {
					p.next()
				}
				require.Zero(t, p.q.Len())
			}
		})
	}
}

// A window at a time, as the parts of a model do it: what others leave between windows is after the window, but may be
// long before the first event of this queue.
func TestQueueInWindows(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := &pair{t: t, q: NewQueue()}
		p.push(50_000_000_000, 1)
		end := Time(0)
		for range 2000 {
			end += Time(r.IntN(2_000_000))
			for p.pop(end) {
				if r.IntN(3) > 0 {
					p.push(p.now+Time(r.IntN(3_000_000)), uint64(r.IntN(4)))
				}
			}
			p.next()
			for range r.IntN(4) {
				p.push(end+Time(r.IntN(2))*Time(r.IntN(4_000_000)), 0)
				p.next()
			}
		}
		for p.pop(Never) {
			p.next()
		}
	}
}

func TestQueueEdges(t *testing.T) {
	t.Run("zero value", func(t *testing.T) {
		var q Queue
		var e Event
		require.False(t, q.Pop(Never, &e))
		require.Equal(t, Never, q.NextTime())
		require.Zero(t, q.Len())
		for _, times := range [][]Time{{0, 5}, {5, 0}, {0, 0, 1023, 1024}, {1, 0, 2}, {7}} {
			p := &pair{t: t, q: new(Queue)}
			for _, at := range times {
				p.push(at, 0)
				p.next()
			}
			for p.pop(Never) {
				p.next()
			}
		}
	})
	t.Run("end of time", func(t *testing.T) {
		p := &pair{t: t, q: NewQueue()}
		r := rand.New(rand.NewPCG(1, 3))
		for range 5000 {
			p.push(Never-1-Time(r.Uint64()>>(1+r.IntN(63))), 0)
		}
		for p.pop(Never) {
			p.next()
			if r.IntN(2) == 0 && p.now < Never-1 {
				p.push(p.now+1+Time(r.Int64N(int64(Never-1-p.now))), 0)
			}
		}
		require.Zero(t, p.q.Len())
	})
	t.Run("past", func(t *testing.T) {
		q := NewQueue()
		require.PanicsWithValue(t, "event in the past", func() { q.Push(Event{At: -1}) })
		q.Push(Event{At: 10})
		var e Event
		require.True(t, q.Pop(11, &e))
		q.Push(Event{At: 10})
		require.PanicsWithValue(t, "event in the past", func() { q.Push(Event{At: 9}) })
		require.Equal(t, 1, q.Len())
	})
	t.Run("100000 at one instant", func(t *testing.T) {
		for _, order := range []string{"rising", "falling", "random"} {
			r := rand.New(rand.NewPCG(1, 4))
			p := &pair{t: t, q: NewQueue()}
			for i := range 100_000 {
				key := uint64(i)
				switch order {
				case "falling":
					key = uint64(100_000 - i)
				case "random":
					key = uint64(r.IntN(1000))
				}
				p.push(12345, key)
			}
			for i := 0; p.pop(Never); i++ {
				if i%3 == 0 && i < 90_000 {
					p.push(12345, uint64(r.IntN(1000)))
				}
			}
		}
	})
}

// The width follows the events from sparse to dense and back, also where the dense ones all join what is in hand, so that
// a queue that has seen one kind of load is no heap under another.
func TestQueueAdapts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	p := &pair{t: t, q: NewQueue()}
	hold := func(pending, events int, mean Time) {
		for len(p.want) < pending {
			p.push(p.now+Time(r.Int64N(int64(2*mean))), 0)
		}
		for len(p.want) > pending {
			p.pop(Never)
		}
		for range events {
			p.pop(Never)
			p.push(p.now+Time(r.Int64N(int64(2*mean))), 0)
		}
	}
	load := func() float64 { // mean events a bucket: of what is pending within a mean time
		n := 0
		for _, e := range p.want {
			if e.At < p.now+(1<<p.q.width)*100 {
				n++
			}
		}
		return float64(n) / 100
	}
	hold(4, 20_000, 10*Millisecond)
	wide := p.q.width
	require.Greater(t, wide, uint8(14))
	hold(2000, 40_000, Nanosecond*100)
	require.Less(t, p.q.width, uint8(10))
	require.Less(t, load(), 3.0)
	hold(4, 20_000, 10*Millisecond)
	require.Greater(t, p.q.width, uint8(14))
}

// A part whose first event is far off is asked for its time in each window of the others: that must not cost a look
// through all that is pending. What is counted is how often the answer had to be found.
func TestQueueKeepsFirstTime(t *testing.T) {
	q := NewQueue()
	for i := range 1000 {
		q.Push(Event{At: Second + Time(i)*Microsecond, Key: uint64(i)})
	}
	var e Event
	require.Equal(t, Second, q.NextTime())
	kept := q.upper.first
	require.Equal(t, Second, kept)
	for i := range Time(100) {
		q.Push(Event{At: i * Microsecond})
		require.Equal(t, i*Microsecond, q.NextTime())
		require.True(t, q.Pop(i*Microsecond+1, &e))
		require.False(t, q.Pop(i*Microsecond+1, &e))
		require.Equal(t, Second, q.NextTime())
		require.Equal(t, kept, q.upper.first)
	}
}

func TestKeys(t *testing.T) {
	inOrder := []uint64{
		ArrivalKey(0, 0, false), ArrivalKey(0, 0, true), ArrivalKey(0, 1, false), ArrivalKey(0, 65535, true),
		OwnKey(0, 0), OwnKey(0, 1), OwnKey(0, 1<<43-1), ArrivalKey(1, 0, false), OwnKey(1, 5), ArrivalKey(1<<20-1, 3, true), OwnKey(1<<20-1, 1<<43-1),
	}
	require.True(t, slices.IsSorted(inOrder))
	require.Len(t, slices.Compact(inOrder), 11)
	for i, key := range inOrder {
		e := Event{Key: key}
		require.Equal(t, []uint32{0, 0, 0, 0, 0, 0, 0, 1, 1, 1<<20 - 1, 1<<20 - 1}[i], e.Node())
	}
}

// Each three bytes are an operation: what to do, and two bytes for a floating-point sort of time step.
func FuzzQueue(f *testing.F) {
	f.Add([]byte{0, 1, 2, 0, 1, 2, 1, 0, 0, 2, 9, 9})
	f.Add([]byte{0, 0, 0, 0, 0, 0, 3, 0, 0, 1, 0, 0, 4, 255, 63, 1, 0, 0})
	f.Add([]byte{0, 255, 61, 0, 255, 40, 0, 255, 20, 3, 0, 0, 1, 0, 0, 1, 0, 0})
	f.Add([]byte("Y0\xc8"))
	f.Add([]byte{5, 200, 10, 5, 200, 1, 2, 100, 12, 6, 0, 0, 5, 1, 30, 6, 0, 0})
	f.Fuzz(func(t *testing.T, ops []byte) {
		p := &pair{t: t, q: NewQueue()}
		for ; len(ops) >= 3; ops = ops[3:] {
			word := binary.LittleEndian.Uint16(ops[1:])
			at := p.now + Time(word&0x3FF)<<(word>>10)
			if at < p.now || at > Never/2 {
				continue
			}
			switch ops[0] % 7 {
			case 0:
				p.push(at, uint64(ops[0]/7))
			case 1:
				p.pop(Never)
			case 2:
				p.pop(at)
			case 3:
				p.next()
			case 4:
				for range 40 {
					p.push(at, uint64(ops[0]/7))
				}
			case 5:
				if len(p.want) < 5000 {
					for i := range Time(300) {
						p.push(p.now+(at-p.now)/300*i, uint64(i)%3)
					}
				}
			case 6:
				for range 400 {
					p.pop(Never)
				}
			}
		}
		for p.pop(Never) {
			p.next()
		}
	})
}
