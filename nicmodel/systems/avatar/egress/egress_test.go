package egress

import (
	"cmp"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// oracleConn is a connection of the oracle: its block, and its finish time without end or rounding.
type oracleConn struct {
	peer, inverse, length, offset uint32
	turn                          int
	finish                        *big.Int
}

// oracle is the scheduler over a plain list, with virtual times of any size that are never rebased.
type oracle struct {
	segment  uint32
	weighted bool
	conns    []oracleConn
	virtual  *big.Int
	turns    int
}

func newOracle(p *Params, n int) *oracle {
	w := &oracle{segment: p.Segment, weighted: p.Weighted, conns: make([]oracleConn, n), virtual: new(big.Int)}
	for i := range w.conns {
		w.conns[i].finish = new(big.Int)
	}
	return w
}

// charge has a connection's next segment begin at a virtual time.
func (w *oracle) charge(c *oracleConn, from *big.Int) {
	cost := big.NewInt(int64(min(w.segment, c.length-c.offset)))
	c.finish = cost.Mul(cost, big.NewInt(int64(c.inverse))).Add(cost, from)
}

func (w *oracle) step(e *Event) Output {
	if e.Kind == EventPick {
		return w.pick()
	}
	if int(e.Conn) >= len(w.conns) || e.Kind == EventNone {
		return Output{}
	}
	c := &w.conns[e.Conn]
	switch {
	case c.length != 0:
		return Output{}
	case e.Kind == EventOpen:
		c.peer, c.inverse = e.Peer, e.Inverse
		return Output{Taken: true}
	case c.inverse == 0 || e.Length == 0:
		return Output{}
	}
	c.length, c.offset = e.Length, 0
	w.turns++
	c.turn = w.turns
	from := w.virtual
	if c.finish.Cmp(from) > 0 {
		from = c.finish
	}
	w.charge(c, from)
	return Output{Taken: true}
}

func (w *oracle) pick() Output {
	var ready []int
	for i := range w.conns {
		if w.conns[i].length != 0 {
			ready = append(ready, i)
		}
	}
	if len(ready) == 0 {
		return Output{}
	}
	i := slices.MinFunc(ready, func(a, b int) int {
		if w.weighted {
			return cmp.Or(w.conns[a].finish.Cmp(w.conns[b].finish), cmp.Compare(a, b))
		}
		return cmp.Compare(w.conns[a].turn, w.conns[b].turn)
	})
	c := &w.conns[i]
	length := min(w.segment, c.length-c.offset)
	out := Output{Offset: c.offset, Length: length, Conn: uint16(i), Taken: true, Imm: 2 * c.peer, Last: c.offset+length == c.length}
	w.virtual = c.finish
	c.offset += length
	if out.Last {
		out.Imm++
		c.length = 0
		return out
	}
	w.turns++
	c.turn = w.turns
	w.charge(c, w.virtual)
	return out
}

// same compares a step with the oracle's, but for the finish time, which rebasing changes.
func same(t *testing.T, e *Event, got, want Output) {
	t.Helper()
	got.Finish = 0
	if got != want {
		t.Fatalf("%+v: %+v, want %+v", *e, got, want)
	}
}

// events draws a program of opens, posts and picks; some are refused.
func events(r *rand.Rand, n int, conns uint32, longest uint32) []Event {
	var out []Event
	for range n {
		e := Event{Conn: uint16(r.Uint32N(conns + 1))}
		switch r.Uint32N(12) {
		case 0:
			e.Kind, e.Peer, e.Inverse = EventOpen, r.Uint32N(MaxPeer+1), MaxInverse/(1+r.Uint32N(1<<r.Uint32N(10)))
		case 1, 2, 3, 4:
			e.Kind, e.Length = EventPost, r.Uint32N(longest)
		default:
			e.Kind = EventPick
		}
		out = append(out, e)
	}
	return out
}

// TestOracle compares each step with the oracle's: in turn and weighted, with few connections and many,
// and virtual times that are rebased every other moment.
func TestOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		p := Params{Segment: 1 + r.Uint32N(9000), Weighted: round%2 != 0, RebaseAt: 1 << (16 + r.Uint32N(47))}
		var s State8
		Init8(&p, &s)
		w := newOracle(&p, 8)
		for _, e := range events(r, 3000, 8, 40_000) {
			same(t, &e, Step(&p, &s, &e), w.step(&e))
		}
		var big State1024
		Init1024(&p, &big)
		w = newOracle(&p, 1024)
		for i := range uint16(1024) {
			e := Event{Kind: EventOpen, Conn: i, Peer: uint32(i), Inverse: MaxInverse >> (i % 7)}
			same(t, &e, Step(&p, &big, &e), w.step(&e))
		}
		for _, e := range events(r, 500, 1024, 40_000) {
			same(t, &e, Step(&p, &big, &e), w.step(&e))
		}
	}
}

// TestFinish: the bytes by weight of backlogged connections differ by at most a segment each, and finish times match
// their definition.
func TestFinish(t *testing.T) {
	weights := [8]uint32{1, 2, 3, 5, 8, 64, 100, 4096}
	p := Params{Segment: 4096, Weighted: true, RebaseAt: 1 << 62}
	var s State8
	Init8(&p, &s)
	for i, w := range weights {
		Step8(&p, &s, &Event{Kind: EventOpen, Conn: uint16(i), Inverse: MaxInverse / w})
	}
	var bytes [8]uint64
	for n := range 200_000 {
		for i := range weights {
			Step8(&p, &s, &Event{Kind: EventPost, Conn: uint16(i), Length: 1 << 30})
		}
		before := s.Virtual
		out := Step8(&p, &s, &Event{Kind: EventPick})
		bytes[out.Conn] += uint64(out.Length)
		if out.Finish < before || s.Virtual != out.Finish {
			t.Fatalf("pick %d: virtual time goes from %d to %d, the segment's %d", n, before, s.Virtual, out.Finish)
		}
		for i := range weights {
			// What it had, and the next segment, in virtual time: the next one's finish.
			if want := (bytes[i] + 4096) * uint64(MaxInverse/weights[i]); s.Conn[i].Finish != want {
				t.Fatalf("pick %d: connection %d ends at %d; want %d", n, i, s.Conn[i].Finish, want)
			}
			if have := bytes[i] * uint64(MaxInverse/weights[i]); have > s.Virtual || s.Conn[i].Finish < s.Virtual {
				t.Fatalf("pick %d: connection %d is more than a segment from its share", n, i)
			}
		}
	}
}

// TestAllocations: a step allocates nothing.
func TestAllocations(t *testing.T) {
	p := Params{Segment: 4096, Weighted: true, RebaseAt: 1 << 20}
	var s State1024
	Init1024(&p, &s)
	for i := range uint16(1024) {
		Step(&p, &s, &Event{Kind: EventOpen, Conn: i, Inverse: MaxInverse})
	}
	if n := testing.AllocsPerRun(1000, func() {
		Step(&p, &s, &Event{Kind: EventPost, Conn: 7, Length: 5000})
		Step(&p, &s, &Event{Kind: EventPick})
	}); n != 0 {
		t.Fatalf("%v allocations a step", n)
	}
}

// FuzzSchedule checks any program of events against the oracle.
func FuzzSchedule(f *testing.F) {
	f.Add(uint64(1), uint16(4096), uint32(40_000), uint8(20), true)
	f.Add(uint64(2), uint16(1), uint32(3), uint8(0), false)
	f.Fuzz(func(t *testing.T, seed uint64, segment uint16, longest uint32, rebase uint8, weighted bool) {
		p := Params{Segment: max(1, uint32(segment)), Weighted: weighted, RebaseAt: 1 << (16 + rebase%47)}
		var s State8
		Init8(&p, &s)
		w := newOracle(&p, 8)
		for _, e := range events(rand.New(rand.NewPCG(seed, 0)), 400, 8, max(1, longest)) {
			same(t, &e, Step8(&p, &s, &e), w.step(&e))
		}
	})
}

func BenchmarkPick(b *testing.B) {
	for _, weighted := range []bool{false, true} {
		b.Run(map[bool]string{false: "RR", true: "WFQ"}[weighted], func(b *testing.B) {
			p := Params{Segment: 4096, Weighted: weighted, RebaseAt: 1 << 62}
			var s State1024
			Init1024(&p, &s)
			for i := range uint16(1024) {
				Step(&p, &s, &Event{Kind: EventOpen, Conn: i, Inverse: MaxInverse})
				Step(&p, &s, &Event{Kind: EventPost, Conn: i, Length: 1 << 31})
			}
			for b.Loop() {
				out := Step(&p, &s, &Event{Kind: EventPick})
				if out.Last {
					Step(&p, &s, &Event{Kind: EventPost, Conn: out.Conn, Length: 1 << 31})
				}
			}
		})
	}
}
