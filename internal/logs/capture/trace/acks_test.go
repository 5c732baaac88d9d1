package trace

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/roce"
)

// TestAcksWatched tells a watcher lives of connections, by the rules as they are written, and
// compares all that it says with lists of what is not acknowledged.
func TestAcksWatched(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	said, resent, refused := 0, 0, 0
	for range 300 {
		w := acks{conns: make([]Flight, 1)}
		type packet struct {
			psn, payload uint32
			at           int64
		}
		var out []packet // not acknowledged, in order
		next, now, carried := rng.Uint32()&roce.PSNMask, int64(0), uint32(0)
		for range 400 {
			now += int64(rng.IntN(900))
			var e Event
			switch what := rng.IntN(10); {
			case what < 5: // now and then the capture misses some
				if rng.IntN(20) == 0 {
					next = (next + uint32(rng.IntN(4))) & roce.PSNMask
				}
				p := packet{next, 1 + rng.Uint32N(4096), now}
				next = (next + 1) & roce.PSNMask
				out = append(out, p)
				w.note(&record{kind: KindData, class: roce.ClassSendData, psn: p.psn, payload: p.payload, time: now}, &e)
			case what < 6 && len(out) > 0:
				p := &out[rng.IntN(len(out))]
				p.at, resent = now, resent+1
				w.note(&record{kind: KindData, class: roce.ClassSendData, psn: p.psn, payload: p.payload, time: now}, &e)
			case what < 7 && len(out) > 0: // all before one, which is asked for again
				k := rng.IntN(len(out))
				w.note(&record{kind: KindNak, class: roce.ClassAck, psn: out[k].psn, time: now}, &e)
				for _, p := range out[:k] {
					carried += p.payload
				}
				out, refused = out[k:], refused+1
			default: // one that may be acknowledged already, or not be seen
				psn := (next - 1 - rng.Uint32N(12)) & roce.PSNMask
				w.note(&record{kind: KindAck, class: roce.ClassAck, psn: psn, time: now}, &e)
				var want Event
				covered, last := uint32(0), packet{psn: noPSN}
				for len(out) > 0 && (psn-out[0].psn)&roce.PSNMask < 1<<23 {
					last, out = out[0], out[1:]
					covered += last.payload
				}
				if last.psn == psn {
					want = Event{Acked: covered + carried, RTT: uint32(now - last.at)}
					carried, said = 0, said+1
				}
				require.Equal(t, want, e)
				continue
			}
			require.Zero(t, e)
		}
	}
	require.Greater(t, said, 1000)
	require.Greater(t, resent, 1000)
	require.Greater(t, refused, 1000)
}

// TestAcksAreBounded: what is never acknowledged takes no more memory than what a NIC may have
// under way, and a connection that is set up again begins again.
func TestAcksAreBounded(t *testing.T) {
	w := acks{conns: make([]Flight, 1)}
	send := func(psn uint32, at int64) {
		w.note(&record{kind: KindData, class: roce.ClassSendData, psn: psn & roce.PSNMask, payload: 1000, time: at}, &Event{})
	}
	ack := func(psn uint32, at int64) (e Event) {
		w.note(&record{kind: KindAck, class: roce.ClassAck, psn: psn & roce.PSNMask, time: at}, &e)
		return e
	}
	const begin = 0xFFFF00 // wraps within
	for i := range uint32(3 * ackWindow) {
		send(begin+i, int64(i))
	}
	require.Equal(t, ackWindow, len(w.conns[0].sent))
	require.Equal(t, Event{Acked: ackWindow * 1000, RTT: 7}, ack(begin+3*ackWindow-1, 3*ackWindow-1+7))
	require.Zero(t, ack(begin+3*ackWindow-1, 20000), "the same again covers nothing new")
	send(begin, 30000)
	send(begin+1<<20, 30001) // far from it: set up again
	require.Equal(t, Event{Acked: 1000, RTT: 9}, ack(begin+1<<20, 30010))
	require.Zero(t, ack(begin, 30020))
}

// TestAcksCountPayload: what the sample's acknowledgements cover is all that they acknowledge, in each pass.
func TestAcksCountPayload(t *testing.T) {
	r, err := Open("../../../../docs/sample/incast.pcapng")
	require.NoError(t, err)
	defer r.Close()
	require.True(t, r.WatchAcks())
	var first, again []Event
	acked := uint64(0)
	for e, err := r.Next(); err == nil; e, err = r.Next() {
		if first = append(first, e); e.Kind == KindAck {
			acked += uint64(e.Acked)
		} else {
			require.Zero(t, e.Acked+e.RTT, "%v", e)
		}
	}
	require.Equal(t, uint64(289*65536), acked, "each of the 289 acknowledgements covers 64 KB")
	require.NoError(t, r.Rewind())
	for e, err := r.Next(); err == nil; e, err = r.Next() {
		again = append(again, e)
	}
	require.Equal(t, first, again)

	text, err := Open("../../../../docs/sample/incast.tr.gz")
	require.NoError(t, err)
	defer text.Close()
	require.False(t, text.WatchAcks(), "a simulator trace is no capture")
}
