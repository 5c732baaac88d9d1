package hostpath_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
)

// TestETS: classes that are not strict share the pipe by weight, in bytes, whatever the sizes of
// their WQEs; QPs of a class take turns; a strict class takes what it asks for.
func TestETS(t *testing.T) {
	c := usual()
	c.Classes[1].Weight, c.Classes[2].Weight = 1, 3
	q := queues(3)
	q.QPs[0].Class, q.QPs[1].Class, q.QPs[2].Class = 1, 2, 2
	load := &closed{depth: 16, bytes: []uint64{16 << 10, 4096, 64 << 10}, until: 20 * event.Millisecond}
	n := load.run(t, c, q)
	first := float64(n[0]) * 16384
	second := float64(n[1])*4096 + float64(n[2])*65536
	require.InDelta(t, 3, second/first, 0.05)
	require.InDelta(t, float64(n[1]), float64(n[2]), 2)

	c.Classes[2].Strict = true
	load = &closed{depth: 16, bytes: []uint64{16 << 10, 4096, 64 << 10}, until: 20 * event.Millisecond}
	n = load.run(t, c, q)
	require.Less(t, n[0], uint64(5))

	// Of two strict classes the lower number goes first.
	c.Classes[1].Strict = true
	load = &closed{depth: 16, bytes: []uint64{16 << 10, 4096, 64 << 10}, until: 20 * event.Millisecond}
	n = load.run(t, c, q)
	require.Less(t, n[1]+n[2], uint64(5))
}

// TestNoCredit: an idle class saves up no credit: it gets only its share once it sends.
func TestNoCredit(t *testing.T) {
	c, q := usual(), queues(2)
	q.QPs[0].Class, q.QPs[1].Class = 1, 2
	n := map[uint32]int{}
	s := pair(t, c, q, &program{
		begin: func(s *hostpath.Sim) {
			for range 16 {
				s.NIC(0).Post(0, 0, 0, hostpath.WQE{Bytes: 16 << 10})
			}
		},
		polled: func(s *hostpath.Sim, host uint32, now event.Time, c *hostpath.Completion) {
			if host == 0 && c.Kind == hostpath.Sent {
				n[c.QP]++
				s.NIC(0).Post(now, 0, c.QP, hostpath.WQE{Bytes: 16 << 10})
			}
		},
	})
	s.Run(event.Millisecond)
	clear(n)
	for range 16 {
		s.NIC(0).Post(event.Millisecond, 0, 1, hostpath.WQE{Bytes: 16 << 10})
	}
	s.Run(event.Millisecond + 200*event.Microsecond)
	require.Greater(t, n[0], 50)
	require.InDelta(t, n[0], n[1], 12) // of the 150 of the time; what was under way is of the first
}

// TestNotPreemptive: a small WQE of a strict class waits for a large one that is in the stage or
// the pipe, and for no other of those that wait.
func TestNotPreemptive(t *testing.T) {
	c := usual()
	c.Classes[7].Strict = true
	q := queues(2)
	q.QPs[1].Class = 7
	var sent []hostpath.Completion
	s := pair(t, c, q, &program{
		begin: func(s *hostpath.Sim) {
			for range 8 {
				s.NIC(0).Post(0, 0, 0, hostpath.WQE{Bytes: 128 << 10})
			}
		},
		polled: func(_ *hostpath.Sim, host uint32, _ event.Time, c *hostpath.Completion) {
			if host == 0 {
				sent = append(sent, *c)
			}
		},
	})
	s.Run(30 * event.Microsecond)
	s.NIC(0).Post(30*event.Microsecond, 0, 1, hostpath.WQE{Bytes: 64})
	s.Run(event.Second)
	at := -1
	for i, k := range sent {
		if k.QP == 1 {
			at = i
		}
	}
	large := hostpath.Serial(131072+32*50, c.Rate)
	require.Positive(t, at)
	waited := sent[at].Sent - sent[at].Fetched
	require.Greater(t, waited, large/2)
	require.Less(t, waited, 2*large)
	require.Less(t, at, 7)
}
