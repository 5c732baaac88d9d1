package fabric

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// TestQueue holds queues of one pool, packets added and removed at random, against slices.
func TestQueue(t *testing.T) {
	s := random.New(1, "queue", 0)
	p := &Part{}
	var queues [3]Queue
	var want [3][]Transit
	for step := range 60_000 {
		i := s.Below(3)
		q := &queues[i]
		// It rises to some blocks, and falls to nothing.
		if grows := step/1000%2 == 0; len(want[i]) == 0 || s.Below(8) < map[bool]uint32{true: 5, false: 2}[grows] {
			k := Transit{uint64(step), Packet{Seq: uint32(step), Size: uint16(s.Uint32()), Kind: uint8(1 + s.Below(5))}}
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
			var got, oracle census
			for _, k := range want[i] {
				bytes += uint32(k.Size)
			}
			oracle.addAll(want[i])
			q.live(&got)
			require.Equal(t, oracle, got)
			require.Equal(t, bytes, q.Bytes)
		}
	}
}

// TestApproach: what enters comes out once, in the window of its time and in order, and
// next never lies behind what is to come; with links as long as a window and with some a
// thousand times as long, bursts at one time, and idle times between.
func TestApproach(t *testing.T) {
	const window = 1_000_000
	for _, reach := range []event.Time{3 * window, 40 * window, 1000 * window} {
		for _, perWindow := range []uint32{1, 20, 25, 400, 1500} {
			s := random.New(7, "approach", uint64(reach)+uint64(perWindow))
			p := &Part{span: newSpan(window, reach)}
			require.LessOrEqual(t, p.cells, uint64(64))
			w := approach{next: event.Never, farNext: event.Never}
			var want []uint64
			base, taken := event.Time(0), 0
			for range 60 {
				p.Begin(base)
				before := base + window
				for range s.Below(2 * perWindow) {
					at := before + event.Time(s.Below64(uint64(reach-window)))
					switch s.Below(64) {
					case 0:
						at = before + reach*2 // beyond the lists
					case 1, 2, 3, 4:
						at = before + window/3
					}
					key := keyOf(at, uint16(s.Uint32()))
					w.enter(p, key, &Packet{Seq: uint32(key), Kind: Data, Size: 1})
					want = append(want, key)
				}
				slices.Sort(want)
				var due []uint64
				for len(want) > 0 && want[0] < uint64(before)<<16 {
					due, want = append(due, want[0]), want[1:]
				}
				if len(due) > 0 {
					require.LessOrEqual(t, w.next, event.Time(due[0]>>16))
				}
				if w.farNext < before {
					w.near(p)
				}
				got := w.gather(p, before)
				require.Len(t, got, len(due))
				for i, k := range got {
					require.Equal(t, due[i], k.key)
					require.Equal(t, uint32(k.key), k.Seq)
				}
				taken += len(got)
				p.discard()
				w.settle(p, before, &wakes{first: noWake})
				census := census{}
				w.live(&census)
				require.EqualValues(t, len(want), census.packets)
				base = before
				if len(want) == 0 {
					require.Equal(t, event.Never, w.next)
				} else {
					require.LessOrEqual(t, w.next, event.Time(want[0]>>16))
					// The next window begins where the first event is, as event.Run has it.
					base = max(before, event.Time(want[0]>>16))
				}
			}
			require.Positive(t, taken)
		}
	}
}
