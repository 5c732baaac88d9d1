package hostpath_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
)

const ns = event.Nanosecond

// usual is a NIC at 100 Gb/s on PCIe of 126 Gb/s.
func usual() hostpath.Config {
	return hostpath.Config{
		Post: 40 * ns, Doorbell: 60 * ns, LockShare: 800, MMIO: 200 * ns, PCIeRate: 126_000_000_000, PCIeRead: 400 * ns, PCIeWrite: 250 * ns,
		WQEBytes: 64, CQEBytes: 64, Message: 100 * ns, Rate: 100_000_000_000, Payload: 4096, Header: 50, Loopback: 50 * ns,
	}
}

// program is a Program of functions; nil ones do nothing.
type program struct {
	begin  func(s *hostpath.Sim)
	polled func(s *hostpath.Sim, host uint32, now event.Time, c *hostpath.Completion)
}

func (p *program) Begin(s *hostpath.Sim) { p.begin(s) }

func (p *program) Polled(s *hostpath.Sim, host uint32, now event.Time, c *hostpath.Completion) {
	if p.polled != nil {
		p.polled(s, host, now, c)
	}
}

func (p *program) Timer(*hostpath.Sim, uint32, event.Time, uint32) {}

// wire is 1 us each way.
var wire = hostpath.Wire{Delay: event.Microsecond, Ack: 10 * ns, RNR: 5 * event.Microsecond}

// pair is two hosts whose QPs of the same number are joined; the second never has to wait.
func pair(t testing.TB, c hostpath.Config, q hostpath.Queues, p hostpath.Program) *hostpath.Sim {
	t.Helper()
	s := hostpath.NewSim(wire, p)
	sink := hostpath.Config{}
	other := q
	if len(q.SRQs) == 0 {
		other.QPs = append([]hostpath.QP(nil), q.QPs...)
		for i := range other.QPs {
			other.QPs[i].Threads, other.QPs[i].Message = 1, 0
		}
	}
	for _, add := range []struct {
		c *hostpath.Config
		q *hostpath.Queues
	}{{&c, &q}, {&sink, &other}} {
		_, err := s.Add(add.c, add.q)
		require.NoError(t, err)
	}
	for i := range q.QPs {
		s.Connect(0, uint32(i), 1, uint32(i))
	}
	return s
}

// queues is n QPs of one thread, all completions in one queue.
func queues(n int) hostpath.Queues {
	q := hostpath.Queues{Threads: 1, CQs: []hostpath.CQ{{}}}
	for range n {
		q.QPs = append(q.QPs, hostpath.QP{SRQ: hostpath.None})
	}
	return q
}

// closed keeps depth WQEs of bytes under way on each QP of host 0 until a time, and counts what is
// polled after half of that by QP.
type closed struct {
	depth  int
	bytes  []uint64 // by QP, the last for the rest
	thread func(qp uint32) uint32
	until  event.Time
	done   map[uint32]uint64
}

func (k *closed) post(s *hostpath.Sim, now event.Time, qp uint32) {
	thread := uint32(0)
	if k.thread != nil {
		thread = k.thread(qp)
	}
	s.NIC(0).Post(now, thread, qp, hostpath.WQE{Bytes: k.bytes[min(int(qp), len(k.bytes)-1)]})
}

// run returns how many WQEs host 0 completed in the second half of the time, by QP.
func (k *closed) run(t testing.TB, c hostpath.Config, q hostpath.Queues) map[uint32]uint64 {
	t.Helper()
	k.done = map[uint32]uint64{}
	s := pair(t, c, q, &program{
		begin: func(s *hostpath.Sim) {
			for range k.depth {
				for i := range q.QPs {
					k.post(s, 0, uint32(i))
				}
			}
		},
		polled: func(s *hostpath.Sim, host uint32, now event.Time, c *hostpath.Completion) {
			if host != 0 || c.Kind != hostpath.Sent {
				return
			}
			if now >= k.until/2 {
				k.done[c.QP]++
			}
			k.post(s, now, c.QP)
		},
	})
	s.Run(k.until)
	return k.done
}

func sum(m map[uint32]uint64) (n uint64) {
	for _, v := range m {
		n += v
	}
	return n
}
