package event

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// pair drives a queue and a sorted list side by side.
type pair struct {
	t    testing.TB
	q    Queue
	want []Event
	now  Time
	seq  uint32
}

func (p *pair) push(at Time, key uint64) {
	p.seq++
	e := Event{At: at, Key: key<<24 | uint64(p.seq), Arg: p.seq, Kind: uint8(p.seq * 13)}
	p.q.Push(e)
	i, _ := slices.BinarySearchFunc(p.want, e, func(a, b Event) int {
		if a.Before(&b) {
			return -1
		}
		return 1
	})
	p.want = slices.Insert(p.want, i, e)
	p.check()
}

func (p *pair) pop() {
	got := p.q.Pop()
	if got != p.want[0] {
		p.t.Fatalf("popped %+v, want %+v", got, p.want[0])
	}
	p.want = p.want[1:]
	p.now = got.At
	p.check()
}

func (p *pair) check() {
	want := Never
	if len(p.want) != 0 {
		want = p.want[0].At
	}
	if len(p.q) != len(p.want) || p.q.NextTime() != want {
		p.t.Fatalf("%d events, the next at %d; want %d at %d", len(p.q), p.q.NextTime(), len(p.want), want)
	}
}

// TestQueue pushes and pops at random while a queue fills and drains again, with times near and far and many ties.
func TestQueue(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := &pair{t: t}
		p.check()
		for phase := range 8 {
			for range 1 + r.IntN(2000) {
				if len(p.want) > 0 && r.IntN(3) < phase%3 {
					p.pop()
					continue
				}
				p.push(p.now+Time(r.Uint64()>>(20+r.IntN(44))), uint64(r.IntN(5)))
			}
		}
		for len(p.want) > 0 {
			p.pop()
		}
	}
}

// A queue that has seen its load allocates nothing.
func TestQueueAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	var q Queue
	for i := range 1000 {
		q.Push(Event{At: Time(r.IntN(1000)), Key: uint64(i)})
	}
	require.Zero(t, testing.AllocsPerRun(20, func() {
		for range 1000 {
			e := q.Pop()
			e.At += Time(r.IntN(1000))
			q.Push(e)
		}
	}))
}

func TestKeys(t *testing.T) {
	inOrder := []uint64{KeyOf(0, 0), KeyOf(0, 1), KeyOf(0, 1<<44-1), KeyOf(1, 0), KeyOf(1, 5), KeyOf(1<<20-1, 1<<44-1)}
	require.True(t, slices.IsSorted(inOrder))
	require.Len(t, slices.Compact(inOrder), 6)
	for i, key := range inOrder {
		e := Event{Key: key}
		require.Equal(t, []uint32{0, 0, 0, 1, 1, 1<<20 - 1}[i], e.Node())
	}
}

// Each three bytes are an operation: to pop, or to push with two bytes for a floating-point sort of time step.
func FuzzQueue(f *testing.F) {
	f.Add([]byte{0, 1, 2, 0, 1, 2, 1, 0, 0, 2, 9, 9})
	f.Add([]byte{0, 255, 61, 0, 255, 40, 0, 255, 20, 3, 0, 0, 1, 0, 0, 1, 0, 0})
	f.Fuzz(func(t *testing.T, ops []byte) {
		p := &pair{t: t}
		for ; len(ops) >= 3; ops = ops[3:] {
			word := binary.LittleEndian.Uint16(ops[1:])
			switch at := p.now + Time(word&0x3FF)<<(word>>10); {
			case ops[0]%2 == 0 && at >= p.now:
				p.push(at, uint64(ops[0]/2))
			case len(p.want) > 0:
				p.pop()
			}
		}
		for len(p.want) > 0 {
			p.pop()
		}
	})
}

func BenchmarkQueue(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 9))
	var steps [1 << 12]Time
	for i := range steps {
		steps[i] = Time(r.ExpFloat64() * 1e6)
	}
	var q Queue
	for i := range 5000 {
		q.Push(Event{At: steps[i%len(steps)], Key: uint64(i)})
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		e := q.Pop()
		e.At += steps[i%len(steps)]
		q.Push(e)
	}
}

// TestQueueMoves: whatever was moved, and how far, events come out in the order of their times and keys.
func TestQueueMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		var q Queue
		at := map[uint64]Time{}
		for key := range uint64(1 + r.IntN(40)) {
			at[key] = Time(r.IntN(50))
			q.Push(Event{At: at[key], Key: key, Arg: uint32(key)})
		}
		for range 50 {
			key := uint64(r.IntN(len(at)))
			at[key] = Time(r.IntN(50))
			q.Move(key, at[key])
		}
		last := Event{At: -1}
		for range len(at) {
			top := q.Pop()
			require.True(t, last.Before(&top))
			require.Equal(t, Event{At: at[top.Key], Key: top.Key, Arg: uint32(top.Key)}, top)
			last = top
		}
		require.Empty(t, q)
	}
}
