package ingress

import (
	"math/rand/v2"
	"testing"
)

// oracle is the table as maps: identifiers that are open, and how much of the block of each has come.
type oracle struct {
	longest     uint32
	slots       uint16
	generations map[uint16]uint32
	open        map[uint32]uint16
	came        map[uint32][]uint32
	broken      map[uint32]bool
}

func newOracle(p *Params, slots uint16) *oracle {
	return &oracle{p.MaxBlock, slots, map[uint16]uint32{}, map[uint32]uint16{}, map[uint32][]uint32{}, map[uint32]bool{}}
}

func (w *oracle) step(e *Event) Output {
	id := w.generations[e.Slot]%(MaxGeneration+1)*65536 + uint32(e.Slot)
	_, is := w.open[id]
	switch e.Kind {
	case EventOpen:
		if e.Slot >= w.slots || is {
			return Output{}
		}
		w.open[id] = e.Slot
		return Output{ID: id, Slot: e.Slot, Verdict: VerdictDone}
	case EventClose:
		if e.Slot >= w.slots || !is {
			return Output{}
		}
		delete(w.open, id)
		delete(w.came, id)
		delete(w.broken, id)
		w.generations[e.Slot]++
		return Output{Slot: e.Slot, Verdict: VerdictDone}
	case EventArrive:
		return w.arrive(e)
	}
	return Output{}
}

func (w *oracle) arrive(e *Event) Output {
	id := e.Imm / 2
	slot, is := w.open[id]
	if !is {
		return Output{Verdict: VerdictStale}
	}
	sum := uint64(0)
	for _, n := range w.came[id] {
		sum += uint64(n)
	}
	w.came[id] = append(w.came[id], e.Length)
	if sum+uint64(e.Length) > uint64(w.longest) {
		w.broken[id] = true
	}
	out := Output{Offset: uint32(sum), Slot: slot, Verdict: VerdictStored}
	if w.broken[id] {
		out = Output{Slot: slot, Verdict: VerdictBroken}
	} else if e.Imm%2 == 1 {
		out.Verdict, out.Block, out.Segments = VerdictComplete, uint32(sum)+e.Length, uint32(len(w.came[id]))
	}
	if e.Imm%2 == 1 {
		delete(w.came, id)
		delete(w.broken, id)
	}
	return out
}

// events draws opens, closes and arrivals, most of them of identifiers that are or were open.
func events(r *rand.Rand, n int, slots uint32, longest uint32) []Event {
	var out []Event
	for range n {
		slot, e := uint16(r.Uint32N(slots+1)), Event{}
		switch k := r.Uint32N(20); {
		case k < 2:
			e = Event{Kind: EventOpen, Slot: slot}
		case k == 2:
			e = Event{Kind: EventClose, Slot: slot}
		default:
			e = Event{Kind: EventArrive, Length: r.Uint32N(longest)}
			generation := uint16(r.Uint32N(4))
			if e.Imm = ID(slot, generation)<<1 | r.Uint32N(2); k == 3 {
				e.Imm = r.Uint32()
			}
		}
		out = append(out, e)
	}
	return out
}

// run checks a table against the oracle, from a generation on.
func run(t *testing.T, p *Params, generation uint16, program []Event) {
	t.Helper()
	var s State8
	Init8(p, &s)
	w := newOracle(p, 8)
	for i := range s.Slot {
		s.Slot[i].Generation = generation
		w.generations[uint16(i)] = uint32(generation)
	}
	stale := uint32(0)
	for _, e := range program {
		got, want := Step8(p, &s, &e), w.step(&e)
		if want.Verdict == VerdictStale {
			stale++
		}
		if got != want || s.Stale != stale {
			t.Fatalf("%+v: %+v and %d stale; want %+v and %d", e, got, s.Stale, want, stale)
		}
	}
}

// TestOracle compares each step with the oracle's, also where generations begin again.
func TestOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		longest := 1 + r.Uint32N(1<<20)
		p := Params{MaxBlock: longest}
		run(t, &p, 0, events(r, 2000, 8, 1+longest/2))
		run(t, &p, MaxGeneration-1, events(r, 500, 8, 1+longest/2))
	}
	p := Params{MaxBlock: 1 << 31}
	run(t, &p, 0, []Event{
		{Kind: EventOpen, Slot: 3},
		{Kind: EventArrive, Imm: 6, Length: 1 << 30}, {Kind: EventArrive, Imm: 6, Length: 1 << 30}, {Kind: EventArrive, Imm: 7}, // 2^31 is the longest
		{Kind: EventArrive, Imm: 6, Length: (1 << 31) - 1}, {Kind: EventArrive, Imm: 6, Length: (1 << 31) - 1}, {Kind: EventArrive, Imm: 7},
		{Kind: EventArrive, Imm: 7, Length: 5},
	})
}

// TestCounters saturate.
func TestCounters(t *testing.T) {
	p := Params{MaxBlock: 100}
	s := State8{Stale: 0xFFFFFFFE}
	s.Slot[0] = Slot{Open: true, Segments: 0xFFFFFFFF}
	for range 3 {
		Step8(&p, &s, &Event{Kind: EventArrive, Imm: 99})
	}
	if out := Step8(&p, &s, &Event{Kind: EventArrive, Imm: 1, Length: 1}); s.Stale != 0xFFFFFFFF || out.Segments != 0xFFFFFFFF {
		t.Fatalf("%d stale, %d segments", s.Stale, out.Segments)
	}
}

// FuzzTable checks any program of events against the oracle.
func FuzzTable(f *testing.F) {
	f.Add(uint64(1), uint32(1000), uint16(0))
	f.Add(uint64(2), uint32(1<<31-1), uint16(MaxGeneration))
	f.Fuzz(func(t *testing.T, seed uint64, longest uint32, generation uint16) {
		longest = 1 + longest&(1<<31-1)
		run(t, &Params{MaxBlock: longest}, generation&MaxGeneration, events(rand.New(rand.NewPCG(seed, 0)), 400, 8, min(longest, 1<<31-1)))
	})
}
