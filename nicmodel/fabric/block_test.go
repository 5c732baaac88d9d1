package fabric

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// TestQueue holds queues of one pool, packets added and removed at random, against slices.
func TestQueue(t *testing.T) {
	s := random.New(1, "queue", 0)
	p := &Partition{}
	var queues [3]Queue
	var want [3][]Transit
	for step := range 60_000 {
		i := s.Below(3)
		q := &queues[i]
		// It rises to some blocks, and falls to nothing.
		if grows := step/1000%2 == 0; len(want[i]) == 0 || s.Below(8) < map[bool]uint32{true: 5, false: 2}[grows] {
			k := Transit{Packet{Seq: uint32(step), Size: uint16(s.Uint32()), Kind: uint8(1 + s.Below(5))}, uint64(step)}
			q.Add(p, &k)
			want[i] = append(want[i], k)
		} else {
			require.Equal(t, want[i][0], *q.First())
			q.Remove(p)
			want[i] = want[i][1:]
		}
		require.EqualValues(t, len(want[i]), q.Packets)
		if step%997 == 0 {
			bytes := uint32(0)
			var got, oracle traffic
			for _, k := range want[i] {
				bytes += uint32(k.Size)
			}
			oracle.addAll(want[i])
			q.each(got.addAll)
			require.Equal(t, oracle, got)
			require.Equal(t, bytes, q.Bytes)
		}
	}
}

// TestApproach: what enters comes out once, in the window of its time and in order, and no
// time of the next event lies behind what is to come; with links as long as a window, with
// some a thousand times as long, and some beyond what spells hold; with bursts at one time,
// idle times between, and a run that ends within a window and goes on.
func TestApproach(t *testing.T) {
	const window = 1_000_000
	for _, reach := range []event.Time{1, 3, 8, 40, 1000, 100_000} {
		for _, perWindow := range []uint32{1, 20, 25, 400, 1500} {
			s := random.New(7, "approach", uint64(reach)+uint64(perWindow))
			p := &Partition{span: newSpan(window, reach*window)}
			w := inbound{farNext: event.Never, farBegin: event.Never}
			ports := 1 + int(s.Below(200))
			w.connect(ports, &p.span)
			var want []uint64
			begin, taken, idle := event.Time(0), 0, 0
			for round := range 61 {
				before := begin + window
				if round == 59 {
					before -= window / 2 // an end of the run
				}
				p.Begin(before)
				add := func(at event.Time, port uint16) {
					key := keyOf(at, port)
					w.enter(p, key, &Packet{Seq: uint32(key), Path: key % uint64(ports), Kind: Data, Size: 1})
					want = append(want, key)
				}
				for range s.Below(2 * perWindow) {
					at := begin + window + event.Time(s.Below64(uint64(reach*window)))
					port := uint16(s.Uint32())
					switch s.Below(64) {
					case 0:
						at += reach * 100 * window // as after a long queue
					case 1, 2, 3, 4:
						at = begin + window + window/3
					case 5:
						// The next window begins here, and what comes at its end is not its own.
						add(begin+window, 0)
						at, port = begin+2*window, 0
						if round == 58 {
							add(begin+window+window/2-1, 0) // the last before the run's end
							at -= window / 2                // and the first that is left
						}
					case 6:
						// The first window of the first spell beyond.
						at = event.Time((p.number>>p.spellBits+maxLists)<<p.spellBits) * window
					}
					add(at, port)
				}
				slices.Sort(want)
				var due []uint64
				for len(want) > 0 && want[0] < uint64(before)<<16 {
					due, want = append(due, want[0]), want[1:]
				}
				if w.farNext < before {
					w.near(p)
				}
				if uint64(before)<<16 != p.limit {
					w.cut(p, before)
				}
				var got []uint64
				take := func(all []*Transit) {
					for _, k := range all {
						got = append(got, k.key)
						require.Equal(t, uint32(k.key), k.Seq)
					}
				}
				if round%2 == 0 {
					w.lists(p.now, func(_ uint64, l *list) { p.gather(l) })
					take(p.collect())
					p.discard()
				} else {
					w.lists(p.now, func(port uint64, l *list) {
						from := len(got)
						if l.n > fewest {
							p.gather(l)
							take(p.collect())
							p.discard()
						} else {
							take(p.few[p.sort(*l):])
							p.putAll(l.top)
							*l = list{}
						}
						require.True(t, slices.IsSorted(got[from:]))
						for _, key := range got[from:] {
							require.Equal(t, port, key%uint64(ports))
						}
					})
					slices.Sort(got)
				}
				require.Equal(t, due, got)
				require.Empty(t, p.rest)
				taken += len(got)
				amount := traffic{}
				w.live(&amount)
				require.EqualValues(t, len(want), amount.packets)
				next := w.next(p)
				if len(want) == 0 {
					require.Equal(t, event.Never, next)
					begin += window
					continue
				}
				require.LessOrEqual(t, next, event.Time(want[0]>>16))
				require.GreaterOrEqual(t, next, before)
				// The next window is that of next, as in event.Run.
				idle += int(next/window - begin/window - 1)
				begin = next / window * window
			}
			require.Positive(t, taken)
			require.EqualValues(t, taken, p.Events)
			if perWindow == 1 && reach > 1 {
				require.Positive(t, idle)
			}
		}
	}
}

// TestManyInOneBucket: thousands of arrivals at one instant, as at a switch of thousands of ports, are sorted. A search of
// the chain for the place of each once made a run 13 times as long.
func TestManyInOneBucket(t *testing.T) {
	const window, n = 1 << 20, 3000
	for name, port := range map[string]func(i int) uint16{
		"up": func(i int) uint16 { return uint16(i) }, "down": func(i int) uint16 { return uint16(n - i) }, "mixed": func(i int) uint16 { return uint16(i * 7919 % n) },
	} {
		p := &Partition{span: newSpan(window, 3*window)}
		w := &inbound{farNext: event.Never, farBegin: event.Never}
		w.connect(1, &p.span)
		p.Begin(window)
		for i := range n {
			w.enter(p, keyOf(window+5, port(i)), &Packet{Kind: Data})
		}
		p.Begin(2 * window)
		p.gather(&w.incoming[uint64(p.now)<<w.width])
		all := p.collect()
		require.Len(t, all, n)
		require.True(t, slices.IsSortedFunc(all, func(a, b *Transit) int { return cmp.Compare(a.key, b.key) }), name)
		bucket := slices.IndexFunc(p.heads[:], func(k *Transit) bool { return k != nil })
		require.Equal(t, name == "up", p.heads[bucket] == &p.crowded, "%s: in order as they come, last first", name)
	}
}

// TestVeryFar: what lies beyond the spells is not looked at with each packet that comes
// near.
func TestVeryFar(t *testing.T) {
	const window, n = 1000, 2000
	p := &Partition{span: newSpan(window, 100*window)}
	w := inbound{farNext: event.Never, farBegin: event.Never}
	w.connect(1, &p.span)
	spell := event.Time(window) << p.spellBits
	for i := range event.Time(n) {
		w.enter(p, keyOf((maxLists+i)*spell, 0), &Packet{Kind: Data})
	}
	require.Len(t, w.far, n)
	deals, left := 0, n
	for range n {
		next := w.next(p)
		p.Begin(next + window)
		w.near(p)
		if len(w.far) != left {
			deals, left = deals+1, len(w.far)
		}
		w.lists(p.now, func(_ uint64, l *list) { p.gather(l) })
		p.collect()
		p.discard()
	}
	require.EqualValues(t, n, p.Events)
	require.Equal(t, (n+maxLists-1)/maxLists, deals)
	require.Equal(t, event.Never, w.next(p))
}

// TestNextTime: the time that a partition tells is in the window of the first event of any of
// its switches, or before, and never in one that has passed.
func TestNextTime(t *testing.T) {
	const window = 1_000_000
	s := random.New(3, "next", 0)
	for range 2000 {
		p := &Partition{span: newSpan(window, 3*window)}
		p.Begin(window * event.Time(1+s.Below(100)))
		end := event.Time(p.limit >> 16)
		first := event.Never
		for range 1 + s.Below(4) {
			sw := &Switch{inbound: inbound{farNext: event.Never, farBegin: event.Never}, first: noWake, soonest: noWake}
			sw.connect(1, &p.span)
			p.pods = append(p.pods, []*Switch{sw})
			for range s.Below(3) {
				at := end + event.Time(s.Below64(window<<s.Below(5)))
				first = min(first, at)
				if s.Below(2) == 0 {
					sw.soonest = min(sw.soonest, keyOf(at, 1))
				} else {
					sw.enter(p, keyOf(at, 1), &Packet{Kind: Data})
				}
			}
		}
		next := p.NextTime()
		if first == event.Never {
			require.Equal(t, first, next)
			continue
		}
		require.GreaterOrEqual(t, next, end)
		require.LessOrEqual(t, next/window, first/window)
	}
}

// arrivals is a hook that notes when packets come, and drops them.
type arrivals []event.Time

func (a *arrivals) Arrive(now event.Time, _ uint32, _ uint16, _ *Packet) bool {
	*a = append(*a, now)
	return false
}

// TestRunEndsWithinAWindow: a switch takes what comes before the end, and the rest when the
// run goes on.
func TestRunEndsWithinAWindow(t *testing.T) {
	const window = 1000
	var seen arrivals
	p := &Partition{span: newSpan(window, 3*window)}
	s := &Switch{hook: &seen, inbound: inbound{farNext: event.Never, farBegin: event.Never}, first: noWake, soonest: noWake, links: make([]Link, 1), ports: []port{{wakes: noWake}}, waiting: make([]uint32, 0, 1)}
	s.connect(1, &p.span)
	p.pods = [][]*Switch{{s}}
	for _, at := range []event.Time{1700, 1499, 1500, 1001} {
		s.enter(p, keyOf(at, 0), &Packet{Kind: Data})
	}
	for _, end := range []event.Time{1500, 2000} {
		require.Less(t, p.NextTime(), end)
		p.Begin(end)
		p.RunPod(0, end)
	}
	require.Equal(t, arrivals{1001, 1499, 1500, 1700}, seen)
	require.Equal(t, event.Never, p.NextTime())
	seen = nil
	s.enter(p, keyOf(2100, 0), &Packet{Kind: Data})
	p.Begin(2050)
	p.RunPod(0, 2050)
	require.Empty(t, seen)
	require.EqualValues(t, 2100, p.NextTime())
}
