package hostpath_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
)

// chance is a random host, and what it did.
type chance struct {
	t      *testing.T
	random *rand.Rand
	queues hostpath.Queues
	left   int
	user   uint64
	posted [][]hostpath.WQE // by QP, in order
	told   []int            // of these polled, by QP
	came   []int            // at the peer, by QP
	log    []string
	spans  map[[2]uint32][]hostpath.Span // by stage and thread
}

// post posts a random batch that ends in a WQE that is not quiet.
func (k *chance) post(s *hostpath.Sim, now event.Time) {
	if k.left <= 0 {
		return
	}
	qp := k.random.Uint32N(uint32(len(k.queues.QPs)))
	batch := make([]hostpath.WQE, 1+k.random.IntN(4))
	for i := range batch {
		k.user++
		batch[i] = hostpath.WQE{Bytes: k.random.Uint64N(1 << k.random.UintN(18)), User: k.user, Imm: uint32(k.user) * 7, Unsignaled: i+1 < len(batch) && k.random.IntN(2) == 0, Write: k.random.IntN(4) == 0}
	}
	k.left -= len(batch)
	thread := k.random.Uint32N(k.queues.Threads)
	k.posted[qp] = append(k.posted[qp], batch...)
	s.NIC(0).Post(now, thread, qp, batch...)
}

func (k *chance) Begin(s *hostpath.Sim) {
	for range 20 {
		k.post(s, 0)
	}
}

func (k *chance) Timer(*hostpath.Sim, uint32, event.Time, uint32) {}

func (k *chance) Polled(s *hostpath.Sim, host uint32, now event.Time, c *hostpath.Completion) {
	k.log = append(k.log, fmt.Sprint(host, now, *c))
	list := k.posted[c.QP]
	if host == 1 {
		require.Equal(k.t, hostpath.Received, c.Kind)
		for list[k.came[c.QP]].Write {
			k.came[c.QP]++
		}
		require.Equal(k.t, list[k.came[c.QP]], c.WQE, "in order, once")
		k.came[c.QP]++
		return
	}
	require.Equal(k.t, list[k.told[c.QP]], c.WQE, "in order, once")
	require.Equal(k.t, c.Unsignaled, c.Kind == hostpath.Unsignaled)
	k.told[c.QP]++
	require.Equal(k.t, now, c.Polled)
	at := []event.Time{c.Posted, c.DoorbellRung, c.Fetched, c.Chosen, c.Processed, c.Staged, c.Sent, c.Acked}
	if !c.Unsignaled {
		at = append(at, c.Written)
	}
	require.True(k.t, slices.IsSorted(append(at, c.Polled)), "%v", c)
	k.post(s, now)
}

// hosts runs a random program on random hosts.
func hosts(t *testing.T, seed uint64) *chance {
	r := rand.New(rand.NewPCG(seed, 1))
	some := func(most event.Time) event.Time { return event.Time(r.Int64N(int64(most))) * event.Time(r.IntN(2)) }
	c := hostpath.Config{
		Post: some(100 * ns), Doorbell: some(100 * ns), LockShare: r.Uint32N(2000), MMIO: some(300 * ns), PCIeRate: 1_000_000_000 * r.Uint64N(200),
		PCIeRead: some(900 * ns), PCIeWrite: some(900 * ns), PCIeJitter: some(300 * ns), WQEBytes: 64, CQEBytes: 64, InlineBytes: r.Uint32N(300),
		Message: some(200 * ns), Contexts: r.Uint32N(4), ContextMiss: 500 * ns, StageWQEs: r.Uint32N(5), StageBytes: r.Uint64N(100_000),
		Rate: 1_000_000_000 * r.Uint64N(200), Payload: r.Uint32N(2) * 4096, Header: 48, Loopback: some(100 * ns), Arbitration: hostpath.Arbitration(r.IntN(2)), Seed: seed, Spans: true,
	}
	c.Classes[1].Strict, c.Classes[2].Weight = r.IntN(2) == 0, 5
	q := hostpath.Queues{Threads: 1 + r.Uint32N(3)}
	for range 1 + r.IntN(2) {
		k := hostpath.CQ{Thread: r.Uint32N(q.Threads), Poll: some(50 * ns), Period: some(event.Microsecond), Budget: r.Uint32N(4)}
		q.CQs = append(q.CQs, k)
	}
	q.SRQs = []hostpath.SRQ{{Depth: 3, Low: 1, Reload: some(2 * event.Microsecond)}, {Depth: 1, Reload: some(2 * event.Microsecond)}}
	for range 1 + r.IntN(6) {
		k := hostpath.QP{CQ: r.Uint32N(uint32(len(q.CQs))), RecvCQ: r.Uint32N(uint32(len(q.CQs))), SRQ: r.Uint32N(3), Class: uint8(r.IntN(3)), Threads: q.Threads, Loopback: r.IntN(4) == 0}
		if k.SRQ == 2 {
			k.SRQ = hostpath.None
		}
		q.QPs = append(q.QPs, k)
	}
	n := len(q.QPs)
	k := &chance{t: t, random: r, queues: q, left: 400, posted: make([][]hostpath.WQE, n), told: make([]int, n), came: make([]int, n), spans: map[[2]uint32][]hostpath.Span{}}
	s := hostpath.NewSim(hostpath.Wire{Delay: some(event.Microsecond), Ack: some(50 * ns), RNR: some(3 * event.Microsecond)}, k)
	for range 2 {
		_, err := s.Add(&c, &q)
		require.NoError(t, err)
	}
	for i := range n {
		s.Connect(0, uint32(i), 1, uint32(i))
	}
	s.Watch(func(host uint32, p *hostpath.Span) {
		if host == 0 {
			at := [2]uint32{uint32(p.Stage), p.Thread}
			k.spans[at] = append(k.spans[at], *p)
		}
	})
	s.Run(event.Second)
	k.check(s)
	return k
}

// check compares what happened with what was posted.
func (k *chance) check(s *hostpath.Sim) {
	t := k.t
	sent, loops, received := uint64(0), uint64(0), uint64(0)
	for qp, list := range k.posted {
		require.Equal(t, len(list), k.told[qp], "every WQE of QP %d is told", qp)
		for _, w := range list {
			sent++
			if k.queues.QPs[qp].Loopback {
				loops++
			} else if !w.Write {
				received++
			}
		}
	}
	stats := s.NIC(0).Stats()
	require.Equal(t, []uint64{sent, sent, loops}, []uint64{stats.Posts, stats.WQEs, stats.Loopbacks})
	require.Equal(t, received, s.NIC(1).Stats().Received)
	// What serves one at a time does so, and is as busy as it says.
	busy := map[uint32]event.Time{}
	for at, list := range k.spans {
		slices.SortStableFunc(list, func(a, b hostpath.Span) int { return int(a.Begin - b.Begin) })
		for i, p := range list {
			busy[at[0]] += p.End - p.Begin
			exclusive := p.Stage == hostpath.StageProcess || p.Stage == hostpath.StagePipe || p.Stage == hostpath.StagePost || p.Stage == hostpath.StagePoll
			require.True(t, i == 0 || !exclusive || list[i-1].End <= p.Begin, "%v %v", p, list[max(i-1, 0)])
		}
	}
	require.Equal(t, stats.Busy, busy[uint32(hostpath.StageProcess)])
	require.Equal(t, stats.Pipe, busy[uint32(hostpath.StagePipe)])
}

// TestChance: random programs on random hosts: every WQE completes once and in the order of its QP, reaches the peer
// once and in order however often it is refused, and no stage serves two at a time.
func TestChance(t *testing.T) {
	for seed := range uint64(150) {
		first := hosts(t, seed)
		if seed%10 == 0 {
			require.Equal(t, first.log, hosts(t, seed).log)
		}
	}
}

// FuzzChance is TestChance from any seed.
func FuzzChance(f *testing.F) {
	f.Add(uint64(1))
	f.Add(uint64(440)) // arrivals at the time at which a refused one comes once more
	f.Fuzz(func(t *testing.T, seed uint64) { hosts(t, seed) })
}
